"""What stands before a declaration -> who may see it, how far it is withdrawn, and the words a signature keeps."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.swift.grammar import ATTRIBUTE, TEXTS, VISIBILITY
from paredown.harvest.text import decode
from paredown.model import Deprecation, Prose

PUBLIC = frozenset({b"public", b"open"})
CLOSED = frozenset({b"private", b"fileprivate", b"internal", b"package"})
SETTERS = re.compile(rb"(private|fileprivate|internal|package)\s*\(\s*set\s*\)")
SHOWN = frozenset(
    {"open", "static", "class", "final", "mutating", "nonmutating", "consuming", "borrowing", "required"}
    | {"convenience", "indirect", "nonisolated", "nonisolated(unsafe)", "nonisolated(nonsending)", "isolated"}
    | {"distributed", "lazy", "weak", "unowned", "prefix", "postfix", "infix"}
)
"""The keywords that a signature keeps."""
SHOWN_ATTRIBUTES = frozenset(
    {"MainActor", "Sendable", "discardableResult", "dynamicMemberLookup", "dynamicCallable", "propertyWrapper"}
    | {"resultBuilder", "globalActor", "concurrent", "frozen"}
)
NAME = re.compile(rb"@\s*([A-Za-z_][\w.]*)")
WORD = re.compile(rb"[A-Za-z_]+|\*")
ORDER = (Deprecation.NONE, Deprecation.WARNING, Deprecation.ERROR, Deprecation.HIDDEN)


class Modifiers(NamedTuple):
    """What stands before a declaration.

    `access` is True for public and open, False for anything less, None when nothing is said. `hidden` says that it is
    not for everyone (`@_spi`). `constants` are the texts of `message:` and `renamed:`.
    """

    lead: str = ""
    access: bool | None = None
    sealed: bool = False
    hidden: bool = False
    deprecation: Deprecation = Deprecation.NONE
    constants: tuple[Prose, ...] = ()


NONE = Modifiers()


_known: dict[bytes, Modifiers] = {}


def read_modifiers(node: Node, source: bytes) -> Modifiers:
    """Return what the `modifiers` node says; a few spellings make up most of a library."""
    text = source[node.start_byte : node.end_byte]
    found = _known.get(text)
    if found is None:
        found = _read(node, source)
        if len(text) < 200 and len(_known) < 2_000:
            _known[text] = found
    return found


def _read(node: Node, source: bytes) -> Modifiers:
    words: list[str] = []
    access: bool | None = None
    sealed = hidden = False
    deprecation = Deprecation.NONE
    constants: list[Prose] = []
    for child in node.children:
        text = source[child.start_byte : child.end_byte]
        if child.kind_id == ATTRIBUTE:
            found = NAME.match(text)
            name = decode(found[1]) if found else ""
            hidden = hidden or name in ("_spi", "_spi_available")
            if name == "available":
                deprecation = worst(deprecation, _availability(child, source))
                constants.extend(_texts(child, source))
            elif name in SHOWN_ATTRIBUTES:
                words.append(f"@{name}")
        elif child.kind_id == VISIBILITY:
            if SETTERS.fullmatch(text):
                sealed = True
            elif text in PUBLIC:
                access = True
                if text == b"open":
                    words.append("open")
            elif text in CLOSED:
                access = False
        else:
            word = decode(b"".join(text.split()))
            if word in SHOWN:
                words.append(word)
    lead = "".join(f"{word} " for word in words)
    return Modifiers(lead, access, sealed, hidden, deprecation, tuple(constants))


def worst(one: Deprecation, other: Deprecation) -> Deprecation:
    """Return the further withdrawn of two."""
    return one if ORDER.index(one) >= ORDER.index(other) else other


def _availability(node: Node, source: bytes) -> Deprecation:
    """Return how far one `@available` withdraws a declaration.

    Not available on one platform is available on the others; obsolete anywhere counts, as a caller that is written
    now builds with the newest.
    """
    words = []
    for child in node.children[2:]:
        if child.kind_id not in TEXTS:
            words.extend(WORD.findall(source, child.start_byte, child.end_byte))
    if b"unavailable" in words and (words[0] in (b"*", b"swift")):
        return Deprecation.HIDDEN
    if b"obsoleted" in words:
        return Deprecation.ERROR
    return Deprecation.WARNING if b"deprecated" in words else Deprecation.NONE


def _texts(node: Node, source: bytes) -> list[Prose]:
    return [
        Prose(decode(source[child.start_byte : child.end_byte])) for child in node.children if child.kind_id in TEXTS
    ]
