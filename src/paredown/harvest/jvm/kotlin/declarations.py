"""A function, property, constructor or type alias in Kotlin metadata -> its names, types and flags."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.generics import NO_GENERICS, Generics, own_generics
from paredown.harvest.jvm.kotlin.strings import Strings
from paredown.harvest.jvm.kotlin.types import Type, Types
from paredown.harvest.jvm.protobuf import Field, fields

# Keys of `Function`; those without a letter are `Property`'s too.
NAME, OLD_FLAGS, VARIABLE, VALUE, RETURN, RECEIVER, SIGNATURE = 16, 8, 34, 50, 26, 42, 802
F_FLAGS, F_RETURN_ID, F_RECEIVER_ID, F_CONTEXT_TYPE, F_CONTEXT = 72, 56, 64, 82, 106
P_FLAGS, P_RETURN_ID, P_RECEIVER_ID, P_CONTEXT_TYPE, P_CONTEXT, P_GETTER, P_SETTER = 88, 72, 80, 98, 138, 56, 64
# Keys of `Constructor`, `ValueParameter`, `TypeAlias` and the signatures.
C_FLAGS, C_VALUE = 8, 18
V_FLAGS, V_NAME, V_TYPE, V_TYPE_ID, V_MANY, V_MANY_ID = 8, 16, 26, 40, 34, 48
A_FLAGS, A_VARIABLE, A_TYPE, A_TYPE_ID, A_ANNOTATION = 8, 26, 34, 40, 66
S_NAME, S_DESCRIPTOR, S_FIELD, S_SYNTHETIC, S_GETTER, S_SETTER = 8, 16, 10, 18, 26, 34
DEFAULT_FLAGS: Final = 6
DEFAULT_OF_PROPERTY: Final = 518
NOTHING: Final = Type("", "", "")


class Sort(Enum):
    """What a declaration is."""

    FUNCTION = "function"
    PROPERTY = "property"
    CONSTRUCTOR = "constructor"
    ALIAS = "typealias"


class Parameter(NamedTuple):
    """A value parameter: `type` is that of one element where it takes many."""

    name: str
    type: Type
    shown: str
    many: bool
    default: bool


class Declaration(NamedTuple):
    """One declaration of a class or a file.

    `method` is the method of a function or constructor, the getter of a property; it, `setter`, `field` and
    `annotated` (the method that carries a property's annotations) are a name and descriptor in one, or empty.
    `setter_flags` are those of a property's setter, -1 where they are the property's own, `getter_flags` those of its
    getter, 0 where they are. `annotations` is where a type alias keeps its annotations.
    """

    sort: Sort
    name: str
    flags: int
    generics: Generics
    parameters: tuple[Parameter, ...]
    returned: str
    receiver: Type
    contexts: tuple[str, ...]
    method: str
    setter: str = ""
    field: str = ""
    annotated: str = ""
    setter_flags: int = -1
    getter_flags: int = 0
    annotations: tuple[Field, ...] = ()

    @property
    def visibility(self) -> int:
        """Its visibility, as in `flags`."""
        return self.flags >> 1 & 7


class Parts(NamedTuple):
    """The fields of a message: those that stand once by key, and the repeated ones."""

    one: dict[int, Field]
    values: list[Field]
    variables: list[Field]
    contexts: list[Field]

    def number(self, key: int, otherwise: int) -> int:
        """Return the number with `key`."""
        found = self.one.get(key)
        return otherwise if found is None else found[1]


class Reader:
    """Reads the declarations of one class's metadata. Raises ValueError or IndexError where it is corrupt."""

    __slots__ = ("_strings", "_types", "data")

    def __init__(self, data: bytes, strings: Strings, types: Types) -> None:
        self.data = data
        self._strings = strings
        self._types = types

    def function(self, start: int, end: int, every: bool) -> Declaration | None:
        """Return the `Function` in `data[start:end]`, None where no caller may reach it unless it is `every` one."""
        parts = self._parts(start, end, (F_CONTEXT_TYPE, F_CONTEXT))
        flags = parts.number(F_FLAGS, -1)
        if flags < 0:
            flags = bits.from_old(parts.number(OLD_FLAGS, -1), DEFAULT_FLAGS)
        if not every and not bits.may_be_reached(flags, flags):
            return None
        name = self._strings[parts.one[NAME][1]]
        generics = self._generics(parts.variables)
        receiver = self._type(parts, RECEIVER, F_RECEIVER_ID)
        parameters = tuple([self._value(value[1], value[2]) for value in parts.values])
        returned = self._type(parts, RETURN, F_RETURN_ID)
        signature = parts.one.get(SIGNATURE)
        method, descriptor = self._signature(signature, name) if signature else (name, "")
        if not descriptor:
            taken = "".join([parameter.type.descriptor for parameter in parameters])
            descriptor = f"({receiver.descriptor}{taken}){returned.descriptor}"
        contexts = self._contexts(parts.contexts, F_CONTEXT) if parts.contexts else ()
        return Declaration(
            Sort.FUNCTION,
            name,
            flags,
            generics,
            parameters,
            returned.text,
            receiver,
            contexts,
            method + descriptor,
        )

    def property(self, start: int, end: int, every: bool) -> Declaration | None:
        """Return the `Property` in `data[start:end]`, None where no caller may reach it unless it is `every` one."""
        parts = self._parts(start, end, (P_CONTEXT_TYPE, P_CONTEXT))
        flags = parts.number(P_FLAGS, -1)
        if flags < 0:
            flags = bits.from_old(parts.number(OLD_FLAGS, -1), DEFAULT_OF_PROPERTY)
        getter_flags = parts.number(P_GETTER, 0)
        if not every and not bits.may_be_reached(flags, flags | getter_flags):
            return None
        name = self._strings[parts.one[NAME][1]]
        generics = self._generics(parts.variables)
        receiver = self._type(parts, RECEIVER, P_RECEIVER_ID)
        returned = self._type(parts, RETURN, P_RETURN_ID)
        members: dict[int, str] = {}
        signature = parts.one.get(SIGNATURE)
        for part in fields(self.data, signature[1], signature[2]) if signature else ():
            member, descriptor = self._signature(part, name)
            if part[0] == S_FIELD:
                descriptor = descriptor or returned.descriptor
            members[part[0]] = member + descriptor
        return Declaration(
            Sort.PROPERTY,
            name,
            flags,
            generics,
            (),
            returned.text,
            receiver,
            self._contexts(parts.contexts, P_CONTEXT) if parts.contexts else (),
            members.get(S_GETTER, ""),
            members.get(S_SETTER, ""),
            members.get(S_FIELD, ""),
            members.get(S_SYNTHETIC, ""),
            parts.number(P_SETTER, -1),
            getter_flags,
        )

    def constructor(self, start: int, end: int, name: str, every: bool) -> Declaration | None:
        """Return the `Constructor` in `data[start:end]` of the class `name`, on the same terms."""
        parts = fields(self.data, start, end)
        flags = next((value for key, value, _ in parts if key == C_FLAGS), DEFAULT_FLAGS)
        if not every and not bits.may_be_reached(flags, flags):
            return None
        self._types.enter({})
        parameters = tuple([self._value(value, stop) for key, value, stop in parts if key == C_VALUE])
        method, descriptor = "<init>", ""
        for part in parts:
            if part[0] == SIGNATURE:
                method, descriptor = self._signature(part, method)
        if not descriptor:
            descriptor = f"({''.join([parameter.type.descriptor for parameter in parameters])})V"
        return Declaration(
            Sort.CONSTRUCTOR, name, flags, NO_GENERICS, parameters, "", NOTHING, (), method + descriptor
        )

    def alias(self, start: int, end: int) -> Declaration:
        """Return the `TypeAlias` in `data[start:end]`."""
        parts = fields(self.data, start, end)
        one = {part[0]: part for part in parts}
        generics = self._generics([part for part in parts if part[0] == A_VARIABLE])
        if A_TYPE in one:
            meant = self._types.read(one[A_TYPE][1], one[A_TYPE][2])
        else:
            meant = self._types.numbered(one[A_TYPE_ID][1])
        return Declaration(
            Sort.ALIAS,
            self._strings[one[NAME][1]],
            one[A_FLAGS][1] if A_FLAGS in one else DEFAULT_FLAGS,
            generics,
            (),
            meant.text,
            NOTHING,
            (),
            "",
            annotations=tuple(part for part in parts if part[0] == A_ANNOTATION),
        )

    def _parts(self, start: int, end: int, contexts: tuple[int, int]) -> Parts:
        found = Parts({}, [], [], [])
        one = found.one
        for part in fields(self.data, start, end):
            key = part[0]
            if key == VALUE:
                found.values.append(part)
            elif key == VARIABLE:
                found.variables.append(part)
            elif key in contexts:
                found.contexts.append(part)
            else:
                one[key] = part
        return found

    def _generics(self, variables: list[Field]) -> Generics:
        if variables:
            return own_generics(self.data, self._strings, self._types, variables)
        self._types.enter({})
        return NO_GENERICS

    def _type(self, parts: Parts, key: int, numbered: int) -> Type:
        part = parts.one.get(key)
        if part is not None:
            return self._types.read(part[1], part[2])
        part = parts.one.get(numbered)
        return NOTHING if part is None else self._types.numbered(part[1])

    def _value(self, start: int, end: int) -> Parameter:
        flags, name = 0, ""
        type_ = many = NOTHING
        for key, value, stop in fields(self.data, start, end):
            if key == V_NAME:
                name = self._strings[value]
            elif key == V_TYPE:
                type_ = self._types.read(value, stop)
            elif key == V_FLAGS:
                flags = value
            elif key == V_MANY:
                many = self._types.read(value, stop)
            elif key == V_TYPE_ID:
                type_ = self._types.numbered(value)
            elif key == V_MANY_ID:
                many = self._types.numbered(value)
        takes_many = many is not NOTHING
        return Parameter(name, type_, many.text if takes_many else type_.text, takes_many, flags & bits.DEFAULT != 0)

    def _contexts(self, parts: list[Field], named: int) -> tuple[str, ...]:
        found: list[str] = []
        for part in parts:
            if part[0] == named:
                parameter = self._value(part[1], part[2])
                found.append(f"{parameter.name}: {parameter.shown}" if parameter.name else parameter.shown)
            else:
                found.append(self._types.read(part[1], part[2]).text)
        return tuple(found)

    def _signature(self, part: Field, name: str) -> tuple[str, str]:
        """Return the name and descriptor of a member: `name` and nothing where its signature leaves them out."""
        descriptor = ""
        for key, value, _ in fields(self.data, part[1], part[2]):
            if key == S_NAME:
                name = self._strings[value]
            elif key == S_DESCRIPTOR:
                descriptor = self._strings[value]
        return name, descriptor
