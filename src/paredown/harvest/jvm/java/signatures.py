"""A Java class, field or method -> its signature: leading words, its name, then types as a caller writes them.

`newCall(Request request): Call throws IOException`, `static of<E>(E e1): List<E>`, `static final MAX_VALUE: int`,
`class ArrayList<E> extends AbstractList<E> implements List<E>`.
"""

from __future__ import annotations

from collections.abc import Sequence

from paredown.harvest.jvm.classfile import (
    ABSTRACT,
    ANNOTATION,
    ENUM,
    FINAL,
    INTERFACE,
    PROTECTED,
    STATIC,
    VARARGS,
    ClassFile,
    Member,
)
from paredown.harvest.jvm.java.attributes import components, generic, literal, permitted, throws
from paredown.harvest.jvm.java.types import Class, Method, Types
from paredown.harvest.jvm.names import MAX_LISTED, in_line, java_class
from paredown.harvest.jvm.unit import Unit
from paredown.model import ELIDED

IMPLIED = frozenset({"java/lang/Object", "java/lang/Enum", "java/lang/Record"})
"""Parents that the kind of a class already says."""


def class_signature(unit: Unit, name: str, types: Types) -> str:
    """Return the signature of a class; `name` is its own, without those of the classes around it."""
    file = unit.file
    access = unit.access
    spelled = generic(file, file.attributes)
    if spelled:
        above = types.of_class(spelled)
    else:
        parent = java_class(file.parent) if file.parent else ""
        above = Class("", parent, tuple(map(java_class, file.interfaces[:MAX_LISTED])))
    record = components(file) if file.parent == "java/lang/Record" else None
    sealed = [] if access & ENUM else permitted(file)
    words = modifiers(unit, access, sealed=bool(sealed), record=record is not None)
    parts = [words, name, above.generics]
    if record is not None:
        parts.append(f"({', '.join(f'{types.field(c.signature)} {c.name}' for c in record)})")
    if file.parent and file.parent not in IMPLIED and not access & INTERFACE:
        parts.append(f" extends {above.parent}")
    if above.interfaces and not access & ANNOTATION:
        parts.append(f" {'extends' if access & INTERFACE else 'implements'} {', '.join(above.interfaces)}")
    if sealed:
        parts.append(f" permits {', '.join(map(java_class, sealed))}")
    return in_line("".join(parts))


def modifiers(unit: Unit, access: int, *, sealed: bool, record: bool) -> str:
    """Return the words before the name of a class, with a space after them."""
    if access & ANNOTATION:
        kind = "@interface "
    elif access & INTERFACE:
        kind = "interface "
    elif access & ENUM:
        kind = "enum "
    else:
        kind = "record " if record else "class "
    before = "protected " if access & PROTECTED else ""
    if kind == "class ":
        inner = unit.inner
        if inner and inner.access & STATIC:
            before += "static "
        before += "abstract " if access & ABSTRACT else "final " if access & FINAL else ""
    return before + ("sealed " if sealed else "") + kind


def method_types(file: ClassFile, method: Member, types: Types) -> Method:
    """Return the types of `method`: the generic ones where it has them and they parse, else the erased."""
    spelled = generic(file, method.attributes)
    if spelled:
        try:
            return types.method(spelled)
        except (ValueError, IndexError):
            pass
    return types.method(method.descriptor)


def parameters(found: Method, method: Member, types: Types, *, outer: bool) -> list[str]:
    """Return the types of what a caller passes: not the object around an inner class, if `outer` says it is there."""
    taken = list(found.parameters)
    # A generic signature leaves it out by itself.
    if outer and taken and len(taken) == len(types.method(method.descriptor).parameters):
        del taken[0]
    return taken


def method_signature(
    file: ClassFile, method: Member, types: Types, *, name: str, names: Sequence[str] = (), outer: bool = False
) -> str:
    """Return the signature of a method or constructor.

    `name` is the one it is called by, `names` are those of its parameters where they are known, and `outer` says
    that the first parameter is the object around an inner class.
    """
    access = method.access
    found = method_types(file, method, types)
    constructor = method.name == "<init>"
    taken = parameters(found, method, types, outer=outer)
    if access & VARARGS and taken and taken[-1].endswith("[]"):
        taken[-1] = taken[-1][:-2] + "..."
    if names and len(names) == len(taken):
        taken = [f"{type_} {named}" for type_, named in zip(taken, names, strict=True)]
    thrown: Sequence[str] = found.throws
    if not thrown and "Exceptions" in method.attributes:
        thrown = [java_class(each) for each in throws(file, method)]
    before = "protected " if access & PROTECTED else ""
    if access & STATIC:
        before += "static "
    elif not constructor and not file.access & ANNOTATION:
        if file.access & INTERFACE:
            before += "" if access & ABSTRACT else "default "
        elif access & ABSTRACT:
            before += "abstract "
    text = f"{before}{name}{found.generics}({', '.join(taken)})"
    if not constructor:
        text += f": {found.returned}"
    if "AnnotationDefault" in method.attributes:
        text += " default …"
    return in_line(f"{text} throws {', '.join(thrown)}" if thrown else text)


def field_signature(file: ClassFile, field: Member, types: Types) -> str:
    """Return the signature of a field; the text of a string constant is elided."""
    access = field.access
    if access & ENUM:
        return in_line(field.name)
    spelled = generic(file, field.attributes)
    before = "protected " if access & PROTECTED else ""
    before += ("static " if access & STATIC else "") + ("final " if access & FINAL else "")
    text = f"{before}{field.name}: {types.field(spelled or field.descriptor)}"
    return in_line(f"{text} = {ELIDED}" if literal(file, field) is not None else text)
