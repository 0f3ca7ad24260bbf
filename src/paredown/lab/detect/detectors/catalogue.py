"""Skills -> what paredown's own catalogue refuses of their names and texts.

The catalogue bounds names and documentation of libraries; here it is asked about skills as if each were one: the
functions of its Python code are entries, its documents are the prose of a module.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

from paredown.gate import ADOPTED, breaches
from paredown.lab.detect.detector import Bench, Kind
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.parts import Parts, parts_of
from paredown.lab.detect.verdict import Verdict, spoken
from paredown.model import Artifact, Ecosystem, Entry, Files, Known, Language, Prose, Symbol
from paredown.model import Kind as Declared

ARTIFACT = Artifact(
    purl="pkg:pypi/skill@0", ecosystem=Ecosystem.PYPI, name="skill", version="0", publisher="skill", declared=True,
    files=Files(root=Path()), digest="",
)  # fmt: skip
MODULE = "skill"


@cache
def version() -> str:
    """Return a digest of the adopted rules: another rule is another detector."""
    spelled = "\n".join(f"{rule.slug} {rule.screen}" for rule in ADOPTED)
    return f"{len(ADOPTED)} rules {hashlib.sha256(spelled.encode()).hexdigest()[:8]}"


class Catalogue:
    """Flag a skill with a breach of an adopted rule."""

    name: ClassVar[str] = "catalogue"
    kind: ClassVar[Kind] = Kind.OURS
    version: ClassVar[str] = version()
    pinned: ClassVar[Pinned | None] = None
    fences: ClassVar[bool] = False
    batch: ClassVar[int] = 256

    def missing(self, bench: Bench) -> str:
        """Nothing is needed."""
        del bench
        return ""

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Ask the gate about every entry of every skill."""
        del bench
        return [self._verdict(parts_of(one.skill)) for one in laid]

    @staticmethod
    def _verdict(parts: Parts) -> Verdict:
        entries = list(entries_of(parts))
        known = Known.of(entries)
        return spoken(found.rule for entry in entries for found in breaches(entry, ADOPTED, known))


def entries_of(parts: Parts) -> Iterator[Entry]:
    """Yield the entries of a skill: its documents as one module, and the functions and classes of its Python."""
    prose = Prose(f"{parts.front}\n{parts.prose}")
    yield _entry((MODULE,), Declared.MODULE, prose)
    for suffix, text in parts.code:
        if suffix != "py":
            continue
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                kind = Declared.CLASS if isinstance(node, ast.ClassDef) else Declared.FUNCTION
                yield _entry((MODULE, node.name), kind, Prose(ast.get_docstring(node) or ""))


def _entry(parts: tuple[str, ...], kind: Declared, prose: Prose) -> Entry:
    symbol = Symbol(language=Language.PYTHON, parts=parts)
    return Entry(symbol=symbol, kind=kind, signature=parts[-1], import_path=MODULE, artifact=ARTIFACT, prose=prose)
