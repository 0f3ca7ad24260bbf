"""A symbol graph, as the compiler writes it for a module -> the entries of its public surface."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from paredown.errors import UnreadableFile
from paredown.harvest.package import Package
from paredown.harvest.text import bounded, one_line
from paredown.model import ELIDED, NO_PROSE, Deprecation, Entry, Kind, Language, Prose, Symbol, Unread

ENDING = ".symbols.json"
KINDS = {
    "swift.class": Kind.CLASS,
    "swift.struct": Kind.CLASS,
    "swift.actor": Kind.CLASS,
    "swift.enum": Kind.ENUM,
    "swift.protocol": Kind.INTERFACE,
    "swift.typealias": Kind.TYPE,
    "swift.associatedtype": Kind.TYPE,
    "swift.func": Kind.FUNCTION,
    "swift.func.op": Kind.METHOD,
    "swift.macro": Kind.FUNCTION,
    "swift.init": Kind.CONSTRUCTOR,
    "swift.method": Kind.METHOD,
    "swift.type.method": Kind.METHOD,
    "swift.subscript": Kind.METHOD,
    "swift.type.subscript": Kind.METHOD,
    "swift.property": Kind.PROPERTY,
    "swift.type.property": Kind.PROPERTY,
    "swift.enum.case": Kind.MEMBER,
    "swift.var": Kind.VARIABLE,
}
SHOWN = frozenset({"public", "open"})
DROPPED = frozenset({"public", "@inlinable"})
MOST = 1_000
"""Characters of a path of a symbol."""
SYNTHESIZED = "::SYNTHESIZED::"
"""A member that a type only has through a protocol: the protocol's own entry says it."""


def harvest_graphs(package: Package) -> Iterator[Entry | Unread]:
    """Yield the entries of every symbol graph of `package`, and what could not be read."""
    for name in package.tree.names():
        if not name.endswith(ENDING):
            continue
        try:
            graph = json.loads(package.tree.read(name))
        except UnreadableFile as error:
            yield package.unread(name, error.reason)
        except (ValueError, RecursionError):
            yield package.unread(name, "is not a symbol graph: not JSON that can be read")
        else:
            symbols = graph.get("symbols") if isinstance(graph, dict) else None
            if not isinstance(symbols, list):
                yield package.unread(name, "is not a symbol graph: it lists no symbols")
                continue
            broken = 0
            for symbol in symbols:
                try:
                    entry = _entry(package, symbol)
                except (LookupError, TypeError, ValueError, AttributeError):
                    broken += 1
                else:
                    if entry is not None:
                        yield entry
            if broken:
                yield package.unread(name, f"holds {broken:,} symbols that are not of the format")


def _entry(package: Package, symbol: Mapping[str, Any]) -> Entry | None:
    kind = KINDS.get(symbol["kind"]["identifier"])
    if kind is None or symbol["accessLevel"] not in SHOWN or symbol.get("spi"):
        return None
    path = [_bare(step) for step in symbol["pathComponents"]]
    if SYNTHESIZED in symbol["identifier"]["precise"] or any(step.startswith("_") for step in path):
        return None
    if not path or not all(path) or sum(map(len, path)) > MOST:
        return None
    text, constants = _signature(symbol.get("declarationFragments") or [])
    deprecation, said = _availability(symbol.get("availability") or [])
    comment = symbol.get("docComment")
    lines = [line["text"] for line in comment["lines"]] if comment else []
    return Entry(
        symbol=Symbol(language=Language.SWIFT, parts=(package.artifact.name, *path)),
        kind=Kind.METHOD if kind is Kind.FUNCTION and len(path) > 1 else kind,
        signature=text or path[-1],
        import_path=package.artifact.name,
        artifact=package.artifact,
        deprecation=deprecation,
        constants=(*said, *constants),
        prose=Prose("\n".join(lines)) if lines else NO_PROSE,
    )


def _bare(step: str) -> str:
    """Return the name without its labels: `init(from:)` is `init`, `==(_:_:)` is `==`."""
    return step.partition("(")[0].strip("`") if not step.startswith("(") else step


def _signature(fragments: list[Mapping[str, str]]) -> tuple[str, tuple[Prose, ...]]:
    pieces: list[str] = []
    constants: list[Prose] = []
    for fragment in fragments:
        spelling = fragment["spelling"]
        if fragment["kind"] == "string":
            pieces.append(ELIDED)
            constants.append(Prose(spelling))
        elif not (fragment["kind"] in ("keyword", "attribute") and spelling in DROPPED):
            pieces.append(spelling)
    return bounded(one_line("".join(pieces))), tuple(constants)


def _availability(items: list[Mapping[str, Any]]) -> tuple[Deprecation, tuple[Prose, ...]]:
    found = Deprecation.NONE
    said = tuple(Prose(str(item[key])) for item in items for key in ("message", "renamed") if item.get(key))
    for item in items:
        if item.get("isUnconditionallyUnavailable") and item.get("domain", "*") in ("*", "Swift", "swift"):
            return Deprecation.HIDDEN, said
        if item.get("obsoleted"):
            found = Deprecation.ERROR
        elif (item.get("deprecated") or item.get("isUnconditionallyDeprecated")) and found is Deprecation.NONE:
            found = Deprecation.WARNING
    return found, said
