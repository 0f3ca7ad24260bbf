"""A function, property, constructor or type alias in Kotlin metadata -> its names, types and flags."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from paredown.harvest.jvm.classfile import Signature
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.generics import NO_GENERICS, Generics, own_generics
from paredown.harvest.jvm.kotlin.types import Type, Types, Variables
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

    `method` is the method of a function or constructor, the getter of a property; `annotated` is the method that
    carries a property's annotations.
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
    method: Signature | None
    setter: Signature | None = None
    field: Signature | None = None
    annotated: Signature | None = None
    setter_flags: int = -1
    getter_flags: int = 0
    annotations: tuple[Field, ...] = ()

    @property
    def visibility(self) -> int:
        """Its visibility, as in `flags`."""
        return self.flags >> 1 & 7


class Reader:
    """Reads the declarations of one class's metadata. Raises ValueError or IndexError where it is corrupt."""

    __slots__ = ("_strings", "_types", "_values", "_variables", "data")

    def __init__(self, data: bytes, strings: Mapping[int, str], types: Types) -> None:
        self.data = data
        self._strings = strings
        self._types = types
        self._values: dict[tuple[Variables, bytes], Parameter] = {}
        self._variables: dict[tuple[bytes, ...], tuple[Variables, Generics]] = {}

    def function(self, start: int, end: int, every: bool) -> Declaration | None:
        """Return the `Function` in `data[start:end]`, None where no caller may reach it unless it is `every` one."""
        parts = fields(self.data, start, end)
        one = {part[0]: part for part in parts}
        flags = one[F_FLAGS][1] if F_FLAGS in one else _old_flags(one, DEFAULT_FLAGS)
        if not every and not bits.may_be_reached(flags, flags):
            return None
        name = self._strings[one[NAME][1]]
        generics = self._generics(parts, one, VARIABLE)
        receiver = self._type(one, RECEIVER, F_RECEIVER_ID)
        parameters = tuple([self._value(part) for part in parts if part[0] == VALUE]) if VALUE in one else ()
        returned = self._type(one, RETURN, F_RETURN_ID)
        method, descriptor = self._signature(one[SIGNATURE], name) if SIGNATURE in one else (name, "")
        if not descriptor:
            taken = "".join([parameter.type.descriptor for parameter in parameters])
            descriptor = f"({receiver.descriptor}{taken}){returned.descriptor}"
        return Declaration(
            Sort.FUNCTION,
            name,
            flags,
            generics,
            parameters,
            returned.text,
            receiver,
            self._contexts(parts, F_CONTEXT_TYPE, F_CONTEXT) if F_CONTEXT_TYPE in one or F_CONTEXT in one else (),
            (method, descriptor),
        )

    def property(self, start: int, end: int, every: bool) -> Declaration | None:
        """Return the `Property` in `data[start:end]`, None where no caller may reach it unless it is `every` one."""
        parts = fields(self.data, start, end)
        one = {part[0]: part for part in parts}
        flags = one[P_FLAGS][1] if P_FLAGS in one else _old_flags(one, DEFAULT_OF_PROPERTY)
        getter_flags = one[P_GETTER][1] if P_GETTER in one else 0
        if not every and not bits.may_be_reached(flags, flags | getter_flags):
            return None
        name = self._strings[one[NAME][1]]
        generics = self._generics(parts, one, VARIABLE)
        receiver = self._type(one, RECEIVER, P_RECEIVER_ID)
        returned = self._type(one, RETURN, P_RETURN_ID)
        members: dict[int, Signature] = {}
        for part in fields(self.data, *one[SIGNATURE][1:]) if SIGNATURE in one else ():
            member, descriptor = self._signature(part, name)
            if part[0] == S_FIELD:
                descriptor = descriptor or returned.descriptor
            members[part[0]] = (member, descriptor)
        return Declaration(
            Sort.PROPERTY,
            name,
            flags,
            generics,
            (),
            returned.text,
            receiver,
            self._contexts(parts, P_CONTEXT_TYPE, P_CONTEXT) if P_CONTEXT_TYPE in one or P_CONTEXT in one else (),
            members.get(S_GETTER),
            members.get(S_SETTER),
            members.get(S_FIELD),
            members.get(S_SYNTHETIC),
            one[P_SETTER][1] if P_SETTER in one else -1,
            getter_flags,
        )

    def constructor(self, start: int, end: int, name: str, every: bool) -> Declaration | None:
        """Return the `Constructor` in `data[start:end]` of the class `name`, on the same terms."""
        parts = fields(self.data, start, end)
        flags = next((value for key, value, _ in parts if key == C_FLAGS), DEFAULT_FLAGS)
        if not every and not bits.may_be_reached(flags, flags):
            return None
        self._types.enter(())
        parameters = tuple([self._value(part) for part in parts if part[0] == C_VALUE])
        method, descriptor = "<init>", ""
        for part in parts:
            if part[0] == SIGNATURE:
                method, descriptor = self._signature(part, method)
        if not descriptor:
            descriptor = f"({''.join([parameter.type.descriptor for parameter in parameters])})V"
        return Declaration(
            Sort.CONSTRUCTOR, name, flags, NO_GENERICS, parameters, "", NOTHING, (), (method, descriptor)
        )

    def alias(self, start: int, end: int) -> Declaration:
        """Return the `TypeAlias` in `data[start:end]`."""
        parts = fields(self.data, start, end)
        one = {part[0]: part for part in parts}
        generics = self._generics(parts, one, A_VARIABLE)
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
            None,
            annotations=tuple(part for part in parts if part[0] == A_ANNOTATION),
        )

    def _generics(self, parts: list[Field], one: dict[int, Field], variable: int) -> Generics:
        if variable not in one:
            self._types.enter(())
            return NO_GENERICS
        messages = [part for part in parts if part[0] == variable]
        key = tuple([self.data[start:end] for _, start, end in messages])
        found = self._variables.get(key)
        if found is None:
            generics = own_generics(self.data, self._strings, self._types, messages)
            self._variables[key] = (self._types.own, generics)
            return generics
        self._types.enter(found[0])
        return found[1]

    def _type(self, one: dict[int, Field], key: int, numbered: int) -> Type:
        part = one.get(key)
        if part is not None:
            return self._types.read(part[1], part[2])
        return self._types.numbered(one[numbered][1]) if numbered in one else NOTHING

    def _value(self, part: Field) -> Parameter:
        """Return a value parameter; those of one file's functions are often the same, byte for byte."""
        key = (self._types.own, self.data[part[1] : part[2]])
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._read_value(part[1], part[2])
        return found

    def _read_value(self, start: int, end: int) -> Parameter:
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

    def _contexts(self, parts: list[Field], type_: int, named: int) -> tuple[str, ...]:
        """Return the context parameters; newer compilers write the types again for older ones, which are left out."""
        parameters = [self._read_value(part[1], part[2]) for part in parts if part[0] == named]
        if parameters:
            return tuple([f"{parameter.name}: {parameter.shown}" for parameter in parameters])
        return tuple([self._types.read(part[1], part[2]).text for part in parts if part[0] == type_])

    def _signature(self, part: Field, name: str) -> Signature:
        """Return the name and descriptor of a member: `name` and nothing where its signature leaves them out."""
        descriptor = ""
        for key, value, _ in fields(self.data, part[1], part[2]):
            if key == S_NAME:
                name = self._strings[value]
            elif key == S_DESCRIPTOR:
                descriptor = self._strings[value]
        return name, descriptor


def _old_flags(one: dict[int, Field], otherwise: int) -> int:
    return bits.from_old(one[OLD_FLAGS][1]) if OLD_FLAGS in one else otherwise
