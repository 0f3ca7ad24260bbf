"""What every file of a library says -> what callers reach of it, by what its classes inherit from each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from paredown.harvest.jvm.sources.kotlin.collections import handed_on
from paredown.harvest.jvm.sources.written import Shape, Sort, Written
from paredown.model import NO_PROSE, Kind

OVERRIDES, IMPLIED = "override", "implied"
"""Marks of what takes its visibility from what it overrides, and of what is there unless somebody writes it."""
DEFAULT = " = …"


class Heirs:
    """The classes of one library, found by their own names: what a file imports is not followed."""

    def __init__(self, shapes: Iterable[Shape]) -> None:
        self._shapes: dict[str, Shape] = {}
        self._named: dict[str, list[str]] = {}
        for shape in shapes:
            # The half of a multi-platform class that has a body knows more.
            known = self._shapes.get(shape.internal)
            if known is None or len(known.above) < len(shape.above):
                self._shapes[shape.internal] = shape
            self._named.setdefault(simple(shape.internal), []).append(shape.internal)

    def visibility(self, one: Written) -> str:
        """Return how visible what `one` overrides is; public where it is not of this library."""
        slot = (one.sort, one.name, len(one.types))
        return next((seen for shape in self._above(one.owner) if (seen := shape.seen.get(slot))), "public")

    def is_final(self, internal: str) -> bool:
        """Whether nothing outside of the library inherits from a class."""
        shape = self._shapes.get(internal)
        return shape is not None and shape.final

    def parents(self, internal: str) -> Iterator[str]:
        """Yield the classes of this library above one, nearest first."""
        yield from (shape.internal for shape in self._above(internal))

    def collections(self, internal: str) -> Iterator[str]:
        """Yield the types, not of this library, whose members a class hands on to another object."""
        shape = self._shapes.get(internal)
        for name, whole in shape.delegated.items() if shape else ():
            if self._find(name, internal) is None:
                yield whole

    def delegated(self, internal: str) -> Iterator[str]:
        """Yield the interfaces of this library whose members a class hands on to another object."""
        shape = self._shapes.get(internal)
        for name in shape.above if shape else ():
            found = self._find(name, internal) if shape and name in shape.delegated else None
            if found is not None:
                yield found.internal
                yield from (above.internal for above in self._above(found.internal))

    def _above(self, internal: str) -> Iterator[Shape]:
        """Yield the classes of this library above one, nearest first."""
        seen = {internal}
        todo = [internal]
        while todo:
            at = todo.pop(0)
            shape = self._shapes.get(at)
            for name in shape.above if shape else ():
                found = self._find(name, at)
                if found is not None and found.internal not in seen:
                    seen.add(found.internal)
                    todo.append(found.internal)
                    yield found

    def _find(self, name: str, near: str) -> Shape | None:
        named = self._named.get(name, ())
        package = near.rpartition("/")[0]
        closest = [one for one in named if one.rpartition("/")[0] == package] or named
        return self._shapes[closest[0]] if closest else None


def simple(internal: str) -> str:
    """Return a class's own name."""
    return internal.rpartition("/")[2].rpartition("$")[2]


def settled(written: Iterable[Written], heirs: Heirs, *, java: bool) -> Iterator[Written]:
    """Yield what callers reach of everything that a library says in one language, which is `java` or Kotlin."""
    every = list(written)
    by_owner: dict[str, list[Written]] = {}
    defaults: dict[tuple[str, Sort, str, tuple[str, ...]], str] = {}
    for one in every:
        by_owner.setdefault(one.owner, []).append(one)
        if DEFAULT in one.signature and not one.reachable:
            defaults[(one.owner, one.sort, one.name, one.types)] = one.signature
    for one in every:
        if not one.reachable:
            continue
        if IMPLIED in one.marks and _is_written(one, by_owner[one.owner]):
            continue
        told = _reached(one, heirs) if OVERRIDES in one.marks else one
        if told is not None:
            yield _with_defaults(told, defaults.get((one.owner, one.sort, one.name, one.types), ""))
        if one.sort is Sort.TYPE and not one.name:
            yield from _handed_on(one, by_owner, heirs)
            if java:
                yield from _opened(one, by_owner, heirs)


def _with_defaults(one: Written, expected: str) -> Written:
    """Return an `actual` declaration with the default values that the `expect` one has for it."""
    head, bracket, _ = one.signature.partition("(")
    tail = expected.partition("(")[2]
    return one._replace(signature=head + bracket + tail) if bracket and _is_same(one.signature, expected) else one


def _is_same(signature: str, expected: str) -> bool:
    return expected.partition("(")[2].replace(DEFAULT, "") == signature.partition("(")[2]


def _is_written(one: Written, others: Iterable[Written]) -> bool:
    return any(
        other is not one and (other.sort, other.name, other.types) == (one.sort, one.name, one.types)
        for other in others
    )


def _reached(one: Written, heirs: Heirs) -> Written | None:
    seen = heirs.visibility(one)
    if seen == "public":
        return one
    if seen == "protected" and not heirs.is_final(one.owner):
        return one._replace(signature=f"protected {one.signature}")
    return None


def _opened(of: Written, by_owner: Mapping[str, list[Written]], heirs: Heirs) -> Iterator[Written]:
    """Yield the members that the class `of` opens: its parent has them, and callers cannot name that.

    In Java: Kotlin lets no class inherit from one that is less visible.
    """
    own = {(one.sort, one.name, one.types) for one in by_owner[of.owner]}
    for parent in heirs.parents(of.owner):
        members = by_owner.get(parent, ())
        if any(one.sort is Sort.TYPE and one.reachable for one in members):
            return
        for one in members:
            slot = (one.sort, one.name, one.types)
            words = one.signature.partition("(")[0].partition(":")[0].split()[:-1]
            # The compiler opens what is public; what is static needs no opening.
            opened = "static" in words or (one.kind is Kind.METHOD and not {"protected", "abstract"} & set(words))
            if opened and slot not in own:
                own.add(slot)
                parts = (*of.parts, one.name)
                yield one._replace(owner=of.owner, reachable=True, parts=parts, imported=of.imported)


def _handed_on(of: Written, by_owner: Mapping[str, list[Written]], heirs: Heirs) -> Iterator[Written]:
    """Yield the members that the class `of` has because another object does the work of an interface."""
    own = {(one.sort, one.name, one.types) for one in by_owner[of.owner]}
    for type_ in heirs.collections(of.owner):
        for handed in handed_on(type_):
            slot = (handed.sort, handed.name, handed.types)
            if slot not in own:
                own.add(slot)
                kind = Kind.PROPERTY if handed.sort is Sort.VALUE else Kind.METHOD
                yield of._replace(
                    sort=handed.sort,
                    name=handed.name,
                    types=handed.types,
                    names=handed.names,
                    kind=kind,
                    holder=of.owner,
                    parts=(*of.parts, handed.name),
                    signature=handed.signature,
                    prose=NO_PROSE,
                )
    for interface in heirs.delegated(of.owner):
        for one in by_owner.get(interface, ()):
            slot = (one.sort, one.name, one.types)
            if one.reachable and one.sort is not Sort.TYPE and slot not in own:
                own.add(slot)
                parts = (*of.parts, one.name)
                yield one._replace(
                    owner=of.owner, holder=of.owner, parts=parts, imported=of.imported, at=of.at, prose=NO_PROSE
                )
