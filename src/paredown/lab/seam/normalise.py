"""A corpus -> the same with its format made alike: Python through `ruff format`, imports sorted, white space.

What still separates the labels afterwards was not format.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from paredown.errors import CannotWrite
from paredown.lab.detect import ruff
from paredown.lab.detect.detector import Bench
from paredown.lab.detect.isolated import run
from paredown.lab.detect.skill import Corpus, Skill, Text

FENCE = re.compile(r"(^[ \t]*```[ \t]*(?:python3?|py)[^\n]*\n)(.*?)(^[ \t]*```[ \t]*$)", re.MULTILINE | re.DOTALL)
FIX = ("check", "--isolated", "--no-cache", "--exit-zero", "--fix", "--select", "I,UP,EXE,W,Q,COM,F541", "--quiet", ".")
FORMAT = ("format", "--isolated", "--no-cache", "--quiet", ".")
SHEBANG = re.compile(r"\A#![^\n]*\n")
EMPTY = re.compile(r"\n{3,}")


def normalised(corpus: Corpus, bench: Bench) -> Corpus:
    """Return `corpus` with the format of every file made alike; raises `CannotWrite` where there is no ruff."""
    pieces = [piece for skill in corpus.skills for piece in _pieces(skill)]
    formatted = iter(_through_ruff(pieces, bench))
    skills = tuple(Skill.of(skill.id, list(_rewritten(skill, formatted))) for skill in corpus.skills)
    return Corpus(name=f"{corpus.name}, normalised", skills=skills, facts=corpus.facts, refused=corpus.refused)


def _pieces(skill: Skill) -> Iterator[str]:
    """Yield the Python of a skill, in the order in which `_rewritten` takes it back."""
    for path, text in _texts(skill):
        if path.endswith(".py"):
            yield SHEBANG.sub("", text)
        elif path.endswith(".md"):
            yield from (found[2] for found in FENCE.finditer(text))


def _rewritten(skill: Skill, formatted: Iterator[str]) -> Iterator[Text]:
    for path, text in _texts(skill):
        if path.endswith(".py"):
            yield Text(path, next(formatted))
        elif path.endswith(".md"):
            yield Text(path, FENCE.sub(lambda found: found[1] + next(formatted) + found[3], text))
        else:
            yield Text(path, SHEBANG.sub("", text))


def _texts(skill: Skill) -> Iterator[Text]:
    return (Text(file.path, _spaced(file.content.untrusted())) for file in skill.files)


def _spaced(text: str) -> str:
    lines = (line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n"))
    return EMPTY.sub("\n\n", "\n".join(lines)).strip("\n") + "\n"


def _through_ruff(pieces: Sequence[str], bench: Bench) -> list[str]:
    program = ruff.program(bench)
    if program is None:
        raise CannotWrite("ruff", ruff.missing(bench))
    with tempfile.TemporaryDirectory(prefix="paredown-pieces-") as folder:
        root = Path(folder)
        # A folder each: one piece must not be taken for another's first-party import.
        paths = [root / f"{number:06d}" / "piece.py" for number in range(len(pieces))]
        for path, piece in zip(paths, pieces, strict=True):
            path.parent.mkdir()
            path.write_bytes(piece.encode("utf-8", "surrogateescape"))
        for command in (FIX, FORMAT):
            ran = run([program, *command], root)
            # Pieces that do not parse stay as they are, and make ruff end with 2.
            if ran.code is None:
                raise CannotWrite("ruff", ran.why)
        return [path.read_bytes().decode("utf-8", "surrogateescape") for path in paths]
