"""The files that libraries ship for coding agents -> how many of their lines instruct, and what those lines name."""

from __future__ import annotations

from dataclasses import dataclass

from paredown.gate.rules.directive_naming_nothing import DIRECTIVE, references
from paredown.lab.corpus.opened import Corpus
from paredown.lab.prose.measure import names_of, resolves

FENCES = ("```", "~~~")


@dataclass(slots=True)
class AgentFiles:
    """Counts over the lines of text of one library's files, outside code blocks; `publisher` also asks its siblings."""

    files: int = 0
    lines: int = 0
    directives: int = 0
    naming: int = 0
    own: int = 0
    publisher: int = 0

    def add(self, text: str, own: frozenset[str], publisher: frozenset[str]) -> None:
        """Count one file."""
        self.files += 1
        for line in text_lines(text):
            self.lines += 1
            if DIRECTIVE.search(line):
                self.directives += 1
                named = references(line)
                self.naming += bool(named)
                self.own += resolves(named, own)
                self.publisher += resolves(named, publisher)


def text_lines(text: str) -> list[str]:
    """Return the lines of a Markdown text that hold something and stand outside its code blocks."""
    found: list[str] = []
    fence = ""
    for line in text.split("\n"):
        start = line.lstrip()[:3]
        if start in FENCES and (not fence or start == fence):
            fence = "" if fence else start
        elif not fence and line.strip():
            found.append(line)
    return found


def agent_files(corpus: Corpus) -> dict[str, AgentFiles]:
    """Return the counts by library, and under `all`; empty when the corpus was built without such files."""
    own = dict(names_of(corpus))
    siblings: dict[tuple[str, str], frozenset[str]] = {}
    for one in corpus.manifest.libraries:
        key = (one.ecosystem, one.publisher)
        siblings[key] = siblings.get(key, frozenset()) | own[one.purl]
    found: dict[str, AgentFiles] = {}
    for batch in corpus.batches("agent", ["purl", "text"]):
        columns = batch.to_pydict()
        for purl, text in zip(columns["purl"], columns["text"], strict=True):
            library = corpus.libraries[purl]
            pool = siblings[(library.ecosystem, library.publisher)]
            for name in ("all", purl):
                found.setdefault(name, AgentFiles()).add(text, own[purl], pool)
    return found
