"""A JSON file with comments -> the same with members and list items of ours; every other character stays.

Two well-known libraries read JSON with comments and lose them on writing; the one that keeps them writes the whole
file anew. What is needed is less: insert at a place, and take out again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from paredown.connect.files.document import Node, parse
from paredown.connect.files.place import Added, Span, cut, insert, moved

NOTE_BEHIND = re.compile(r",?[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One value of ours: the member at `keys`, or an `item` of the list there.

    `owns` tells an earlier one of ours, such as one that names another program, from what somebody else wrote.
    """

    keys: tuple[str, ...]
    value: Any
    owns: Callable[[Any], bool]
    item: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonPieces:
    """A JSON file and the pieces of ours in it. `base` are members that a new file needs (a version)."""

    path: str
    pieces: tuple[Piece, ...]
    base: tuple[tuple[str, Any], ...] = ()

    def holds(self, text: str) -> bool:
        """Whether every piece is in `text`; a text that cannot be read holds none."""
        try:
            root = parse(text)
        except ValueError:
            return False
        return all(_has(root, piece) for piece in self.pieces)

    def finds(self, text: str) -> bool:
        """Whether every piece, or an earlier one that it would replace, is in `text`."""
        try:
            root = parse(text)
        except ValueError:
            return False
        inside = ((piece, _at(root, piece.keys if piece.item else piece.keys[:-1])) for piece in self.pieces)
        return all(node is not None and _owned(node, piece, False) is not None for piece, node in inside)

    def add(self, text: str) -> Added:
        """Return `text` with every piece; raises `ValueError` for no JSON, or for a member that somebody else wrote."""
        if not text.strip("\ufeff \t\r\n"):
            return self._new(text)
        kept = text
        for piece in self.pieces:
            kept = _without(kept, piece, unless_equal=True)
        spans: tuple[Span, ...] = ()
        added = kept
        for piece in self.pieces:
            root = parse(added)
            if not _has(root, piece):
                added, fresh = insert(added, _insertions(added, root, piece))
                spans = moved(spans, fresh)
        return Added(added, spans if kept == text else ())

    def remove(self, text: str) -> str:
        """Return `text` without the pieces, and without the containers that are empty once they are gone."""
        for piece in self.pieces:
            text = _without(text, piece)
        left = parse(text).value() if text.strip() else {}
        return "" if left == dict(self.base) or not left else text

    def _new(self, text: str) -> Added:
        root: dict[str, Any] = dict(self.base)
        for piece in self.pieces:
            inside = root
            for key in piece.keys[:-1]:
                inside = inside.setdefault(key, {})
            if piece.item:
                inside.setdefault(piece.keys[-1], []).append(piece.value)
            else:
                inside[piece.keys[-1]] = piece.value
        written = json.dumps(root, indent=2, ensure_ascii=False) + "\n"
        return Added(text + written, (Span(len(text), len(text) + len(written)),))


def _at(root: Node, keys: tuple[str, ...]) -> Node | None:
    node: Node | None = root
    for key in keys:
        node = node.get(key) if node and node.kind == "object" else None
    return node


def _has(root: Node, piece: Piece) -> bool:
    node = _at(root, piece.keys)
    if node is None:
        return False
    if piece.item:
        return node.kind == "array" and any(child.value() == piece.value for child in node.children)
    return bool(node.value() == piece.value)


def _insertions(text: str, root: Node, piece: Piece) -> list[tuple[int, str]]:
    """Return what to insert so that `piece` is there: one child, and the comma before it."""
    node, depth = root, 0
    while depth < len(piece.keys):
        if node.kind != "object":
            raise ValueError(f"holds something else than an object around {piece.keys[depth]!r}")
        child = node.get(piece.keys[depth])
        if child is None:
            break
        node, depth = child, depth + 1
    value = piece.value
    if piece.item:
        if depth == len(piece.keys):
            if node.kind != "array":
                raise ValueError(f"holds something else than a list at {piece.keys[-1]!r}")
            return _child(text, node, None, value)
        value = [value]
    elif depth == len(piece.keys):
        raise ValueError(f"has an entry {piece.keys[-1]!r} that paredown did not write; rename or remove it first")
    for key in reversed(piece.keys[depth + 1 :]):
        value = {key: value}
    return _child(text, node, piece.keys[depth], value)


def _child(text: str, node: Node, key: str | None, value: Any) -> list[tuple[int, str]]:
    inside = text[node.start : node.end]
    name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    if node.children and "\n" not in inside:
        written = name + json.dumps(value, ensure_ascii=False)
        behind = len(node.commas) == len(node.children)
        return [(node.commas[-1] + 1, f" {written},") if behind else (node.children[-1].end, f", {written}")]
    outer, unit, newline = _indent_at(text, node.start), _unit(text), "\r\n" if "\r\n" in text else "\n"
    inner = outer + unit
    if node.children and "\n" in text[node.start : node.starts[0]]:
        inner = _indent_at(text, node.starts[0])
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    written = newline + inner + name + f"{newline}{inner}".join(lines)
    if not node.children:
        # What was between the brackets stays behind ours; it may be a comment.
        return (
            [(node.end - 1, written + newline + outer)]
            if "\n" not in inside
            else [(_before_blanks(text, node.end - 1), written)]
        )
    end = node.children[-1].end
    if len(node.commas) == len(node.children):
        return [(_behind_note(text, node.commas[-1] + 1), f"{written},")]
    place = _behind_note(text, end)
    return [(end, "," + written)] if place == end else [(end, ","), (place, written)]


def _before_blanks(text: str, at: int) -> int:
    """Return where the blanks before `at` begin, the end of a line that a comment needs left out."""
    start = at
    while text[start - 1] in " \t\r\n":
        start -= 1
    line = text[text.rfind("\n", 0, start) + 1 : start]
    ended = text.find("\n", start, at) + 1
    return ended if "//" in line and ended else start


def _behind_note(text: str, at: int) -> int:
    """Return the end of a comment that stands on the same line behind the value."""
    found = NOTE_BEHIND.match(text, at)
    return found.end() if found else at


def _indent_at(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found.group(1) if found else "  "


def _without(text: str, piece: Piece, *, unless_equal: bool = False) -> str:
    """Return `text` without what `piece` owns, and without the containers that this leaves empty."""
    if not text.strip("\ufeff \t\r\n"):
        return text
    while True:
        root = parse(text)
        node = _at(root, piece.keys if piece.item else piece.keys[:-1])
        place = _owned(node, piece, unless_equal) if node else None
        if node is None or place is None:
            return text
        text = cut(text, _child_spans(text, node, place))
        for depth in range(len(piece.keys) - (not piece.item), 0, -1):
            root = parse(text)
            empty, around = _at(root, piece.keys[:depth]), _at(root, piece.keys[: depth - 1])
            if empty is None or around is None or empty.kind == "plain" or empty.children:
                break
            text = cut(text, _child_spans(text, around, around.keys.index(piece.keys[depth - 1])))


def _owned(node: Node, piece: Piece, unless_equal: bool) -> int | None:
    for place, child in enumerate(node.children):
        named = node.kind == "array" if piece.item else node.kind == "object" and node.keys[place] == piece.keys[-1]
        if named:
            value = child.value()
            if piece.owns(value) and not (unless_equal and value == piece.value):
                return place
    return None


def _child_spans(text: str, node: Node, place: int) -> list[Span]:
    """Return what to cut so that a child is gone: the child, the blanks before it, one comma."""
    end = node.children[place].end
    start = _before_blanks(text, node.starts[place])
    if len(node.children) == 1 and not text[end : node.end - 1].strip(" \t\r\n,"):
        return [Span(start, node.end - 1)] if text[start - 1] in "{[" else [Span(start, end), *_commas(node, place)]
    return [Span(start, end), *_commas(node, place)]


def _commas(node: Node, place: int) -> list[Span]:
    if place < len(node.commas):
        return [Span(node.commas[place], node.commas[place] + 1)]
    return [Span(node.commas[place - 1], node.commas[place - 1] + 1)] if place else []
