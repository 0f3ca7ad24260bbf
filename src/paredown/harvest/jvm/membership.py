"""The classes of a jar -> what of each a caller of another module can reach, by the rules of Kotlin's validator.

Those are the rules of the binary-compatibility validator: public or protected to the virtual machine; in Kotlin's
classes also public, protected, or internal and published, by the metadata; protected only where something can
inherit; no class of a function's body and none that only serves a `when`; a facade only with members. Static members
of a parent that cannot be named are members of the class that inherits them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paredown.harvest.jvm.annotations import Annotations
from paredown.harvest.jvm.classfile import FINAL, PROTECTED, STATIC, SYNTHETIC, ClassFile, Member, Signature
from paredown.harvest.jvm.jar import Jar
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.contents import Contents
from paredown.harvest.jvm.kotlin.declarations import Declaration, Sort
from paredown.harvest.jvm.kotlin.header import CLASS, FACADE
from paredown.harvest.jvm.unit import PUBLISHED, Unit, is_visible

MARKER = "Lkotlin/jvm/internal/DefaultConstructorMarker;"


class Known(NamedTuple):
    """What Kotlin's metadata says of one member.

    The declaration that it serves, its flags there, and whether a reified type parameter makes Kotlin inline it.
    """

    declaration: Declaration
    flags: int
    reified: bool


class Reached(NamedTuple):
    """One member of the class `owner` that can be reached.

    `of` is the class that declares it: another than `owner` for an inherited static one. `known` is what Kotlin's
    metadata says of it, None where Java's rules hold or the compiler made it.
    """

    owner: str
    of: Unit
    member: Member
    is_field: bool
    known: Known | None

    @property
    def key(self) -> tuple[str, str, str]:
        """Owner, name and erased descriptor: what a source file's declaration is joined by."""
        return self.owner, self.member.name, self.member.descriptor


class Reachable(NamedTuple):
    """One class that can be reached, with what of it can."""

    unit: Unit
    members: tuple[Reached, ...]


def reachable(jar: Jar, name: str) -> Reachable | None:
    """Return the class `name` with its members, or None when a caller cannot reach it.

    Raises `UnreadableFile` or one of `DAMAGED`.
    """
    if not jar.standing(name).reachable:
        return None
    unit = jar.unit(name)
    members = [*own(jar, unit)]
    for parent in jar.parents(unit):
        members += [r._replace(owner=name) for r in own(jar, parent) if r.member.access & STATIC]
    if not members and (unit.is_facade or unit.is_default_impls):
        return None
    return Reachable(unit, tuple(members))


def own(jar: Jar, unit: Unit) -> Iterator[Reached]:
    """Yield the members of `unit` that can be reached where it can."""
    known = known_of(jar, unit)
    contents = jar.contents(unit)
    companion = companion_of(jar, unit, contents)
    final = unit.access & FINAL
    for field in unit.file.fields():
        if field.access & PROTECTED and final:
            continue
        found = known.get(field.signature)
        if found is None and companion and field.access & STATIC:
            found = known_of(jar, companion).get(field.signature)
        reached = Reached(unit.name, unit, field, True, found)
        if _is_visible(jar, reached, companion) and not _is_hidden_companion(jar, field, contents, companion):
            yield reached
    for method in unit.file.methods():
        if (method.access & PROTECTED and final) or is_made(method):
            continue
        found = known.get(method.signature)
        if found is None and method.access & SYNTHETIC:
            filled = without_defaults(method, unit.name)
            found = known.get(filled) if filled else None
        reached = Reached(unit.name, unit, method, False, found)
        if _is_visible(jar, reached, companion):
            yield reached


def known_of(jar: Jar, unit: Unit) -> dict[Signature, Known]:
    """Return what the metadata of `unit`, or of the parts it stands for, says of members."""
    if unit.known is None:
        unit.known = {}
        for part in parts_of(jar, unit):
            contents = jar.contents(part)
            for declaration in contents.declarations(every=True) if contents else ():
                _know(declaration, unit.known)
    return unit.known


def parts_of(jar: Jar, unit: Unit) -> Iterator[Unit]:
    """Yield the classes whose metadata describes `unit`: itself, or the parts of a facade of several files."""
    if unit.header and unit.kind == FACADE:
        for name in dict.fromkeys(unit.header.parts):
            if jar.has(name):
                yield jar.unit(name)
    else:
        yield unit


def companion_of(jar: Jar, unit: Unit, contents: Contents | None) -> Unit | None:
    """Return the class of the companion object of `unit`, or None."""
    if contents is None or not contents.companion or unit.kind != CLASS:
        return None
    name = f"{unit.name}${contents.companion}"
    return jar.unit(name) if jar.has(name) else None


def marks(jar: Jar, reached: Reached, companion: Unit | None = None) -> Iterator[Annotations]:
    """Yield the annotations that a member has, its own and those of the property or function that it serves."""
    file, member = reached.of.file, reached.member
    yield Annotations(file.constants, member.attributes)
    known = reached.known
    if known is None:
        return
    if known.declaration.sort is Sort.PROPERTY:
        files = [file] + ([companion.file] if companion and reached.is_field else [])
        yield from _held(files, known.declaration.annotated)
        if not reached.is_field:
            yield from _held(files, known.declaration.field)
    elif member.access & SYNTHETIC:
        yield from _held([file], without_defaults(member, reached.of.name))


def _held(files: list[ClassFile], signature: Signature | None) -> Iterator[Annotations]:
    for file in files:
        holder = file.find(signature) if signature else None
        if holder:
            yield Annotations(file.constants, holder.attributes)


def without_defaults(method: Member, owner: str) -> Signature | None:
    """Return the function or constructor that a compiler-made `method` fills in defaults for, or None.

    As the validator does it: wrong for more than 31 parameters, and for a function that takes its own class.
    """
    name, descriptor = method.signature
    if name == "<init>" and f"I{MARKER}" in descriptor:
        return name, descriptor.replace(f"I{MARKER}", "")
    if name.endswith("$default") and "ILjava/lang/Object;)" in descriptor:
        plain = descriptor.replace("ILjava/lang/Object;)", ")").replace(f"(L{owner};", "(")
        return name.removesuffix("$default"), plain
    return None


def is_made(method: Member) -> bool:
    """Whether the compiler made `method` for itself."""
    if not method.access & SYNTHETIC:
        return False
    name = method.name
    return (
        name.startswith("access$")
        or name.endswith(("$annotations", "$suspendImpl"))
        or (name == "<init>" and method.descriptor == f"({MARKER})V")
    )


def _know(declaration: Declaration, found: dict[Signature, Known]) -> None:
    flags = declaration.flags
    if declaration.sort is not Sort.PROPERTY:
        if declaration.method:
            found.setdefault(declaration.method, Known(declaration, flags, declaration.generics.reified))
        return
    reified = declaration.generics.reified
    setter = declaration.setter_flags if declaration.setter_flags >= 0 else flags
    if declaration.method:
        found.setdefault(declaration.method, Known(declaration, flags, reified))
    if declaration.setter:
        found.setdefault(declaration.setter, Known(declaration, setter, reified))
    if declaration.field:
        if flags & bits.LATEINIT:
            seen = setter
        elif not declaration.method and not declaration.setter:  # a constant, or @JvmField
            seen = flags
        else:
            seen = bits.PRIVATE << 1
        found.setdefault(declaration.field, Known(declaration, seen, False))


def _is_visible(jar: Jar, reached: Reached, companion: Unit | None) -> bool:
    known = reached.known
    if known is None:
        return True
    if known.reified:
        return False
    if known.flags >> 1 & 7 != bits.INTERNAL:
        return is_visible(known.flags, published=False)
    return any(PUBLISHED in annotations for annotations in marks(jar, reached, companion))


def _is_hidden_companion(jar: Jar, field: Member, contents: Contents | None, companion: Unit | None) -> bool:
    """Whether `field` only holds a companion object that cannot be reached itself."""
    if contents is None or companion is None or field.name != contents.companion:
        return False
    if field.access & (STATIC | FINAL) != STATIC | FINAL:
        return False
    inside = jar.contents(companion)
    return inside is not None and not companion.is_public(inside)
