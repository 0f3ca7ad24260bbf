"""The files of one module -> its public declarations; an extension of a type that is not public declares none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tree_sitter import Parser

from paredown.errors import UnreadableFile
from paredown.harvest.package import Package
from paredown.harvest.swift.declarations import Draft
from paredown.harvest.swift.docs import prose_of
from paredown.harvest.swift.grammar import parser
from paredown.harvest.swift.scan import Exported, scan
from paredown.harvest.swift.source import PARSE_SECONDS, read_source
from paredown.model import Entry, Language, Prose, Symbol, Unread

INTERFACE = ".swiftinterface"
SOURCES = (".swift", INTERFACE)
MOST = 1_000
"""Characters of a path of a symbol; longer ones are nobody's code."""


class Drafted(NamedTuple):
    """A draft with its doc comment."""

    draft: Draft
    prose: Prose


class Read(NamedTuple):
    """What the files of a module declare, pass on, and what could not be read."""

    drafts: list[Drafted]
    exported: list[Exported]
    unread: list[Unread]


@cache
def _parser() -> Parser:
    return parser()


def read_module(package: Package) -> Read:
    """Return what the module says; a file that cannot be read is an `Unread`."""
    found = Read([], [], [])
    shown: set[tuple[str, ...]] = set()
    hidden: set[tuple[str, ...]] = set()
    for name in package.tree.names():
        if not name.endswith(SOURCES):
            continue
        why = _read_file(package, name, found, shown, hidden)
        if why:
            found.unread.append(package.unread(name, why))
    out = hidden - shown
    kept = [one for one in found.drafts if not _within(one.draft.parts, out)] if out else found.drafts
    return found._replace(drafts=kept)


def _read_file(
    package: Package, name: str, found: Read, shown: set[tuple[str, ...]], hidden: set[tuple[str, ...]]
) -> str:
    try:
        text = package.tree.read(name)
    except UnreadableFile as error:
        return error.reason
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            return "is not UTF-8"
    source = read_source(text, _parser(), is_interface=name.endswith(INTERFACE))
    if source is None:
        return f"takes more than {PARSE_SECONDS:.0f} s to parse"
    scanned = scan(source, package.artifact.name)
    shown |= scanned.shown
    hidden |= scanned.hidden
    found.exported.extend(scanned.exported)
    found.drafts.extend(Drafted(draft, prose_of(source.text, draft.head.doc)) for draft in scanned.drafts)
    return f"parsed with {source.errors:,} errors; some declarations may be missing" if source.errors else ""


def _within(parts: tuple[str, ...], hidden: set[tuple[str, ...]]) -> bool:
    return any(parts[:length] in hidden for length in range(1, len(parts) + 1))


def entries(package: Package, module: str, drafted: list[Drafted]) -> Iterator[Entry]:
    """Yield the entries of `drafted`, which `module` declares and `package` offers."""
    artifact = package.artifact
    for draft, prose in drafted:
        if not all(draft.parts) or sum(map(len, draft.parts)) > MOST:
            continue
        yield Entry(
            symbol=Symbol(language=Language.SWIFT, parts=(module, *draft.parts)),
            kind=draft.kind,
            signature=draft.signed.text,
            import_path=artifact.name,
            artifact=artifact,
            deprecation=draft.head.modifiers.deprecation,
            constants=(*draft.head.modifiers.constants, *draft.signed.constants),
            prose=prose,
        )
