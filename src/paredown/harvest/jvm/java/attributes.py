"""The attributes of a class, field or method -> what a Java caller must know of it."""

from __future__ import annotations

from typing import NamedTuple

from paredown.harvest.jvm.classfile import SYNTHETIC, ClassFile, Member
from paredown.harvest.jvm.names import MAX_LISTED

MANDATED = 0x8000


class Component(NamedTuple):
    """One component of a record: its generic signature or descriptor, and its name."""

    name: str
    signature: str


def generic(file: ClassFile, attributes: dict[str, int]) -> str:
    """Return the generic signature in `attributes`, or nothing."""
    at = attributes.get("Signature")
    return file.constants.text(_number(file, at)) if at is not None else ""


def throws(file: ClassFile, method: Member) -> list[str]:
    """Return the internal names of the exceptions that `method` declares."""
    return _classes(file, method.attributes.get("Exceptions"))


def permitted(file: ClassFile) -> list[str]:
    """Return the internal names of the classes that may inherit from a sealed one."""
    return _classes(file, file.attributes.get("PermittedSubclasses"))


def literal(file: ClassFile, field: Member) -> str | None:
    """Return the string that `field` is a constant of, or None."""
    at = field.attributes.get("ConstantValue")
    if at is None or field.descriptor != "Ljava/lang/String;":
        return None
    return file.constants.string(_number(file, at))


def parameter_names(file: ClassFile, method: Member) -> list[str]:
    """Return the names of the parameters that its source declares, empty where the compiler did not keep them."""
    at = method.attributes.get("MethodParameters")
    if at is None:
        return []
    data, text = file.constants.data, file.constants.text
    found: list[str] = []
    for entry in range(at + 1, at + 1 + 4 * data[at], 4):
        name, access = _number(file, entry), _number(file, entry + 2)
        if not access & (SYNTHETIC | MANDATED):
            found.append(text(name) if name else "")
    return found if all(found) else []


def components(file: ClassFile) -> list[Component] | None:
    """Return the components of a record, or None for a class that is none."""
    at = file.attributes.get("Record")
    if at is None:
        return None
    data, text = file.constants.data, file.constants.text
    count, at = _number(file, at), at + 2
    found: list[Component] = []
    for _ in range(min(count, MAX_LISTED)):
        name, signature = text(_number(file, at)), text(_number(file, at + 2))
        attributes, at = _number(file, at + 4), at + 6
        for _ in range(attributes):
            if text(_number(file, at)) == "Signature":
                signature = text(_number(file, at + 6))
            at += 6 + int.from_bytes(data[at + 2 : at + 6], "big")
        found.append(Component(name, signature))
    return found


def _number(file: ClassFile, at: int) -> int:
    data = file.constants.data
    return data[at] << 8 | data[at + 1]


def _classes(file: ClassFile, at: int | None) -> list[str]:
    if at is None:
        return []
    count = _number(file, at)
    return [file.constants.class_name(_number(file, at + 2 + 2 * i)) for i in range(min(count, MAX_LISTED))]
