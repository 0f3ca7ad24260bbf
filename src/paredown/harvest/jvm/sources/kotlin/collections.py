"""Kotlin's own collections -> the members that a class has which hands its work on to one of them.

Every Kotlin program sees these interfaces, whatever its libraries are, and they do not change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from paredown.harvest.jvm.sources.written import Sort, erased


class Handed(NamedTuple):
    """One member: its name, the types of what it takes, the names of that, and its signature."""

    sort: Sort
    name: str
    types: tuple[str, ...]
    names: tuple[str, ...]
    signature: str


ITERABLE: Final = ("operator iterator(): Iterator<E>",)
COLLECTION: Final = (
    "operator contains(element: E): Boolean",
    "containsAll(elements: Collection<E>): Boolean",
    "isEmpty(): Boolean",
    *ITERABLE,
    "val size: Int",
)
LIST: Final = (
    *COLLECTION,
    "operator get(index: Int): E",
    "indexOf(element: E): Int",
    "lastIndexOf(element: E): Int",
    "listIterator(): ListIterator<E>",
    "listIterator(index: Int): ListIterator<E>",
    "subList(fromIndex: Int, toIndex: Int): List<E>",
)
MAP: Final = (
    "containsKey(key: K): Boolean",
    "containsValue(value: V): Boolean",
    "operator get(key: K): V?",
    "isEmpty(): Boolean",
    "val entries: Set<Map.Entry<K, V>>",
    "val keys: Set<K>",
    "val size: Int",
    "val values: Collection<V>",
)
HANDED: Final = {
    "Iterable": (("E",), ITERABLE),
    "Collection": (("E",), COLLECTION),
    "Set": (("E",), COLLECTION),
    "List": (("E",), LIST),
    "Map": (("K", "V"), MAP),
}
VARIABLE: Final = re.compile(r"\b[EKV]\b")
TAKEN: Final = re.compile(r"(\w+): ([^,()]+(?:<[^()]*>)?)")
NAME: Final = re.compile(r"(?:operator |val )?(\w+)")


def handed_on(type_: str) -> Iterator[Handed]:
    """Yield what a class has that is a collection (`List<Foo>`) by another object; nothing for another type."""
    name, _, listed = type_.removesuffix(">").partition("<")
    variables, members = HANDED.get(name, ((), ()))
    arguments = dict(zip(variables, _split(listed), strict=False))
    for member in members:
        signature = VARIABLE.sub(lambda found: arguments.get(found[0], "*"), member)
        taken = TAKEN.findall(member.partition("(")[2].partition(")")[0])
        types = erased([arguments.get(text, text) for _, text in taken])
        called = NAME.match(member)
        sort = Sort.VALUE if member.startswith("val ") else Sort.CALL
        yield Handed(sort, called[1] if called else "", types, tuple([name for name, _ in taken]), f"open {signature}")


def _split(listed: str) -> list[str]:
    """Return type arguments, split where no bracket is open."""
    found = [""]
    depth = 0
    for character in listed:
        depth += (character in "<(") - (character in ">)")
        if character == "," and depth <= 0:
            found.append("")
        else:
            found[-1] += character
    return [text.strip() for text in found]
