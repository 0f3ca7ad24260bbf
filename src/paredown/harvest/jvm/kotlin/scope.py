"""The class files around a Kotlin declaration -> the member that serves it, and what that one's annotations say."""

from __future__ import annotations

from typing import Final, NamedTuple

from paredown.harvest.jvm.annotations import Annotations
from paredown.harvest.jvm.classfile import SYNTHETIC, ClassFile, Member, Signature
from paredown.harvest.jvm.declared import Maker
from paredown.harvest.jvm.deprecation import JAVA, KOTLIN, furthest, withdrawn
from paredown.harvest.jvm.jar import Jar
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.contents import Contents
from paredown.harvest.jvm.kotlin.declarations import Declaration, Sort
from paredown.harvest.jvm.unit import DEFAULT_IMPLS, PUBLISHED, Unit
from paredown.model import Deprecation

MARKS: Final = tuple(mark.encode() for mark in (KOTLIN, JAVA, PUBLISHED))


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

    __slots__ = ("_files", "_jar", "_marked", "_more", "_unit", "contents", "kind", "maker", "standing")

    def __init__(self, jar: Jar, unit: Unit, part: Unit, contents: Contents, maker: Maker) -> None:
        """`part` is the class that carries the metadata: `unit` itself, or one that a facade stands for."""
        self.contents = contents
        self.kind = contents.kind
        self.standing = jar.standing(unit.name)
        self.maker = maker
        self._jar = jar
        self._unit = unit
        self._files = [unit.file] if part is unit else [unit.file, part.file]
        self._more: list[ClassFile] | None = None
        self._marked: dict[Signature, Held] = {}
        for file in reversed((*self._files, *self._elsewhere())):
            self._marked |= {signature: Held(file, member) for signature, member in file.marked(MARKS).items()}

    def find(self, signature: Signature) -> Held | None:
        """Return the member with `signature`."""
        for file in (*self._files, *self._elsewhere()):
            member = file.find(signature)
            if member:
                return Held(file, member)
        return None

    def deprecation(self, signature: Signature) -> Deprecation:
        """Return how far the member with `signature` is withdrawn."""
        held = self._marked.get(signature)
        return self._said(held, compiled=False).deprecation if held else Deprecation.NONE

    def says(self, declared: Declaration) -> Said:
        """Return what the annotations of a function, constructor or property say.

        Those of a property lie on a method that the compiler makes to hold them; its getter may have its own.
        """
        if not self._marked:
            return NOTHING_SAID
        if declared.sort is not Sort.PROPERTY:
            held = self._marked.get(declared.method) if declared.method else None
            # What is inlined for a reified type parameter is synthetic and can be called.
            return self._said(held, compiled=not declared.generics.reified) if held else NOTHING_SAID
        if not (declared.flags | declared.getter_flags) & bits.ANNOTATED:
            return NOTHING_SAID
        found = NOTHING_SAID
        for holder, compiled in ((declared.annotated, False), (declared.method, not declared.generics.reified)):
            held = self._marked.get(holder) if holder else None
            if held:
                said = self._said(held, compiled=compiled)
                found = Said(furthest(found.deprecation, said.deprecation), found.published or said.published)
        return found

    def _said(self, held: Held, *, compiled: bool) -> Said:
        """Return what the annotations of `held` say; `compiled` tells that it is synthetic only where it is hidden."""
        annotations = Annotations(held.file.constants, held.member.attributes)
        hidden = compiled and bool(held.member.access & SYNTHETIC)
        # Without the attribute of that name: every holder of a property's annotations has it.
        deprecation = withdrawn(annotations, {}, self._jar.kotlin(self._unit), synthetic=hidden)
        return Said(deprecation, PUBLISHED in annotations)

    def _elsewhere(self) -> list[ClassFile]:
        """Return the classes that hold what an interface or a companion object cannot hold itself."""
        if self._more is None:
            jar, unit = self._jar, self._unit
            self._more = []
            if jar.has(unit.name + DEFAULT_IMPLS):
                self._more.append(jar.unit(unit.name + DEFAULT_IMPLS).file)
            if self.kind == bits.COMPANION and unit.inner and jar.has(unit.inner.outer):
                self._more.append(jar.unit(unit.inner.outer).file)
        return self._more
