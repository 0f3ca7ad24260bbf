"""The class files around a Kotlin declaration -> the member that serves it, and what that one's annotations say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paredown.harvest.jvm.annotations import Annotations
from paredown.harvest.jvm.classfile import SYNTHETIC, ClassFile, Member, Signature
from paredown.harvest.jvm.declared import Maker
from paredown.harvest.jvm.deprecation import furthest, withdrawn
from paredown.harvest.jvm.jar import Jar
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.contents import Contents
from paredown.harvest.jvm.kotlin.declarations import Declaration, Sort
from paredown.harvest.jvm.unit import DEFAULT_IMPLS, PUBLISHED, Unit
from paredown.model import Deprecation


class Held(NamedTuple):
    """A member, and the class file that holds it."""

    file: ClassFile
    member: Member


class Said(NamedTuple):
    """What annotations say of a declaration: how far it is withdrawn, and whether it is published though internal."""

    deprecation: Deprecation
    published: bool


NOTHING_SAID = Said(Deprecation.NONE, False)


class Scope:
    """What is around the declarations of one message: a class, or no more than the package of a file."""

    __slots__ = ("_jar", "_marked", "_unit", "_units", "contents", "kind", "maker", "standing")

    def __init__(self, jar: Jar, unit: Unit, part: Unit, contents: Contents, maker: Maker) -> None:
        """`part` is the class that carries the metadata: `unit` itself, or one that a facade stands for."""
        self.contents = contents
        self.kind = contents.kind
        self.standing = jar.standing(unit.name)
        self.maker = maker
        self._jar = jar
        self._unit = unit
        self._units = [*([unit] if part is unit else [unit, part]), *self._elsewhere()]
        self._marked = [each for each in self._units if each.marked]

    def find(self, signature: Signature) -> Held | None:
        """Return the member with `signature`."""
        for unit in self._units:
            member = unit.file.find(signature)
            if member:
                return Held(unit.file, member)
        return None

    def deprecation(self, signature: Signature) -> Deprecation:
        """Return how far the member with `signature` is withdrawn."""
        return self._said(signature, compiled=False).deprecation

    def says(self, declared: Declaration) -> Said:
        """Return what the annotations of a function, constructor or property say.

        Those of a property lie on a method that the compiler makes to hold them; its getter may have its own.
        """
        if not self._marked:
            return NOTHING_SAID
        # What is inlined for a reified type parameter is synthetic and can be called.
        compiled = not declared.generics.reified
        if declared.sort is not Sort.PROPERTY:
            return self._said(declared.method, compiled=compiled)
        holder = self._said(declared.annotated, compiled=False)
        getter = self._said(declared.method, compiled=compiled)
        return Said(furthest(holder.deprecation, getter.deprecation), holder.published or getter.published)

    def _said(self, signature: Signature | None, *, compiled: bool) -> Said:
        """Return what the annotations of a member say; `compiled` tells that only what is hidden is synthetic."""
        for unit in self._marked:
            member = unit.marked.get(signature) if signature else None
            if member is not None:
                annotations = Annotations(unit.file.constants, member.attributes)
                hidden = compiled and bool(member.access & SYNTHETIC)
                # Without the attribute of that name: every holder of a property's annotations has it.
                deprecation = withdrawn(annotations, {}, self._jar.kotlin(self._unit), synthetic=hidden)
                return Said(deprecation, PUBLISHED in annotations)
        return NOTHING_SAID

    def _elsewhere(self) -> Iterator[Unit]:
        """Yield the classes that hold what an interface or a companion object cannot hold itself."""
        jar, unit = self._jar, self._unit
        if jar.has(unit.name + DEFAULT_IMPLS):
            yield jar.unit(unit.name + DEFAULT_IMPLS)
        if self.kind == bits.COMPANION and unit.inner and jar.has(unit.inner.outer):
            yield jar.unit(unit.inner.outer)
