"""What stands before the type of a member -> its modifiers and its name."""

from __future__ import annotations

import re
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.typescript.page import Page

MODIFIERS = frozenset(
    b"public protected private static readonly abstract override declare async get set accessor".split()
)
SHOWN = ("async", "static", "readonly", "abstract", "protected", "get", "set")
"""The modifiers that a signature keeps, in this order."""
BARE = re.compile(rb"[A-Za-z_$][\w$]*+(?=[?(:<])")
"""A name without modifiers; most members are."""
HEAD = re.compile(
    rb"((?:(?:" + b"|".join(sorted(MODIFIERS)) + rb")\s+(?=[\w$\[#\"'*\x80-\xff]))*)"
    rb"\*?\s*([A-Za-z_$\x80-\xff][\w$\x80-\xff]*)?"
)


class Modifiers(NamedTuple):
    """The keywords before a member's name: what of them is shown, and what they say."""

    lead: str
    private: bool = False
    accessor: str = ""
    static: bool = False


class Head(NamedTuple):
    """A member's modifiers, its name, what stands for that in a signature (empty: itself), and where it ends."""

    modifiers: Modifiers
    name: str
    shown: str
    end: int


NO_MODIFIERS = Modifiers("")
_known: dict[bytes, Modifiers] = {b"": NO_MODIFIERS}


def modifiers(spelled: bytes) -> Modifiers:
    """Return what the keywords before a name mean."""
    found = _known.get(spelled)
    if found is None:
        words = spelled.decode("ascii", "replace").split()
        found = Modifiers(
            "".join(f"{word} " for word in SHOWN if word in words),
            "private" in words,
            next((word for word in ("get", "set") if word in words), ""),
            "static" in words,
        )
        if len(_known) < 1_000:
            _known[spelled] = found
    return found


def head(page: Page, node: Node, start: int, end: int) -> Head | None:
    """Return the head of the member at `start:end` that is not `BARE`: by its bytes, or else by its tree."""
    match = HEAD.match(page.source, start, end)
    assert match is not None
    spelled, name = match.groups()
    if name is not None and name not in MODIFIERS:
        return Head(modifiers(spelled), name.decode("utf-8", "replace"), "", match.end())
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return None
    words = [page.source[c.start_byte : c.end_byte] for c in node.children if c.end_byte <= name_node.start_byte]
    return Head(modifiers(b" ".join(word for word in words if word in MODIFIERS)), *page.named(name_node))
