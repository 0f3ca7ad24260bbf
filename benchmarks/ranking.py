"""How high the right symbol stands in an answer: hit@1, hit@10 and the mean reciprocal rank of the graded questions.

    python -m benchmarks.ranking FOLDER [--held-out] [--show] [--index]

FOLDER holds the projects that `tests/ranking/*.toml` name, each indexed by `paredown index` (`--index` does it first,
through the ecosystems' own clients). Half of the questions, by a hash of their words, is open: ranking was improved on
those alone. The other half is printed only with `--held-out`, for a last look. `--show` prints where each question
ended.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from paredown.index import Store
from paredown.model import Card
from paredown.state import index_path

QUESTIONS = Path(__file__).parent.parent / "tests/ranking"
TOP = 10


class Question(NamedTuple):
    """One task in plain words, and the endings of the symbols of one package that answer it."""

    language: str
    ask: str
    project: str
    package: str
    accepted: tuple[str, ...]
    source: str

    @property
    def held_out(self) -> bool:
        """Whether it is of the half that nothing was improved on."""
        return bool(hashlib.sha256(self.ask.encode()).digest()[0] & 1)

    def accepts(self, card: Card) -> bool:
        """Whether `card` answers the question."""
        package = card.artifact.partition("/")[2].rpartition("@")[0].replace("%40", "@").replace("/", ":")
        own = package == self.package.replace("/", ":")
        return own and any(card.symbol == end or card.symbol.endswith(f".{end}") for end in self.accepted)


class Placed(NamedTuple):
    """A question and the place of the first symbol that answers it, from 1; 0 when the first ten hold none."""

    question: Question
    place: int


def questions() -> Iterator[Question]:
    """Yield every question, by file."""
    for path in sorted(QUESTIONS.glob("*.toml")):
        for row in tomllib.loads(path.read_text("utf-8"))["question"]:
            yield Question(language=path.stem, **{**row, "accepted": tuple(row["accepted"])})


def placed(question: Question, store: Store) -> Placed:
    """Return the place of the answer among the symbols that a search gives."""
    symbols: dict[tuple[str, str], Card] = {}
    for card in store.find(question.ask, limit=TOP).cards:
        symbols.setdefault((card.artifact, card.symbol), card)
    places = [place for place, card in enumerate(symbols.values(), 1) if question.accepts(card)]
    return Placed(question, places[0] if places else 0)


def line(name: str, rows: Iterable[Placed]) -> str:
    """Return the figures of some questions: counts first, since they are few."""
    places = [row.place for row in rows]
    first, top = sum(place == 1 for place in places), sum(place > 0 for place in places)
    rank = sum(1 / place for place in places if place) / max(len(places), 1)
    return f"{name:<22} hit@1 {first:>3} of {len(places):<4} hit@10 {top:>3} of {len(places):<4} MRR {rank:.3f}"


def main() -> None:
    """Print the figures."""
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", type=Path)
    asked.add_argument("--held-out", action="store_true")
    asked.add_argument("--show", action="store_true")
    asked.add_argument("--index", action="store_true")
    options = asked.parse_args()
    every = list(questions())
    if options.index:
        for project in sorted({question.project for question in every}):
            command = [sys.executable, "-m", "paredown.cli", "index", str(options.folder / project)]
            subprocess.run(command, check=True)
    stores = {name: Store(index_path(options.folder / name)) for name in {question.project for question in every}}
    rows = [placed(question, stores[question.project]) for question in every if question.held_out == options.held_out]
    print("held-out half" if options.held_out else "open half")
    for language in sorted({question.language for question in every}):
        print(line(language, [row for row in rows if row.question.language == language]))
    print(line("all", rows))
    for row in rows if options.show else ():
        print(f"{row.place or '-':>3}  {row.question.package:<45} {row.question.ask}")


if __name__ == "__main__":
    main()
