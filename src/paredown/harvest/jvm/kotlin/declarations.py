"""A class or package in Kotlin metadata -> its functions, properties, constructors and type aliases."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.generics import NO_GENERICS, Generics
from paredown.harvest.jvm.kotlin.strings import Strings
from paredown.harvest.jvm.kotlin.types import Type, Types
from paredown.harvest.jvm.protobuf import Field, fields

DEFAULT_FLAGS: Final = 6
DEFAULT_PROPERTY: Final = 518
NOTHING: Final = Type("", "", "")
# Keys of `Function`.
F_FLAGS, F_OLD, F_NAME, F_RETURN, F_RETURN_ID, F_PARAMETERS = 72, 8, 16, 26, 56, 34
F_RECEIVER, F_RECEIVER_ID, F_VALUE, SIGNATURE = 42, 64, 50, 802
F_CONTEXT_TYPE, F_CONTEXT = 82, 106
# Keys of `Property`.
P_FLAGS, P_RETURN_ID, P_RECEIVER_ID, P_GETTER, P_SETTER, P_CONTEXT_TYPE, P_CONTEXT = 88, 72, 80, 56, 64, 98, 138
# Keys of `Constructor`, `ValueParameter`, `TypeAlias` and the two signatures.
C_FLAGS, C_VALUE = 8, 18
V_FLAGS, V_NAME, V_TYPE, V_TYPE_ID, V_VARARG, V_VARARG_ID = 8, 16, 26, 40, 34, 48
A_FLAGS, A_NAME, A_PARAMETERS, A_TYPE, A_TYPE_ID, A_ANNOTATION = 8, 16, 26, 34, 40, 66
S_NAME, S_DESCRIPTOR, S_FIELD, S_SYNTHETIC, S_GETTER, S_SETTER = 8, 16, 10, 18, 26, 34


class Sort(Enum):
    """What a declaration is."""

    FUNCTION = "function"
    PROPERTY = "property"
    CONSTRUCTOR = "constructor"
    ALIAS = "typealias"


class Parameter(NamedTuple):
    """A value parameter: `type` is that of one element where it takes many."""

    name: str
    type: str
    many: bool
    default: bool


class Signature(NamedTuple):
    """The name and descriptor of a member; the descriptor is empty where it follows from the Kotlin types."""

    name: str
    descriptor: str


class Declaration(NamedTuple):
    """One declaration of a class or a file.

    `method` is the method of a function or constructor, the getter of a property; it, `setter`, `field` and
    `annotated` (the method that carries a property's annotations) are a name and descriptor in one, or empty.
    `setter_flags` are those of a property's setter, -1 where they are the property's own, `getter_flags` those of its
    getter, 0 where they are. `annotation` is where a type alias keeps its annotations.
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
    annotation: tuple[Field, ...] = ()

    @property
    def visibility(self) -> int:
        """Its visibility, as in `flags`."""
        return self.flags >> 1 & 7


class Reader:
    """Reads declarations of one class's metadata."""

    __slots__ = ("_data", "_strings", "types")

    def __init__(self, data: bytes, strings: Strings, types: Types) -> None:
        self._data = data
        self._strings = strings
        self.types = types

    def function(self, start: int, end: int) -> Declaration:
        """Return the `Function` in `data[start:end]`."""
        types, strings = self.types, self._strings
        flags, old, name, descriptor = -1, -1, "", ""
        parameters: list[Field] = []
        values: list[Field] = []
        contexts: list[Field] = []
        returned: Field | None = None
        receiver: Field | None = None
        signature: Field | None = None
        for part in fields(self._data, start, end):
            key = part[0]
            if key == F_NAME:
                name = strings[part[1]]
            elif key == F_FLAGS:
                flags = part[1]
            elif key == F_VALUE:
                values.append(part)
            elif key in (F_RETURN, F_RETURN_ID):
                returned = part
            elif key in (F_RECEIVER, F_RECEIVER_ID):
                receiver = part
            elif key == SIGNATURE:
                signature = part
            elif key == F_PARAMETERS:
                parameters.append(part)
            elif key in (F_CONTEXT_TYPE, F_CONTEXT):
                contexts.append(part)
            elif key == F_OLD:
                old = part[1]
        generics = Generics.of(self._data, strings, types, parameters)
        on = self._type(receiver, F_RECEIVER_ID)
        takes = [self._value(part[1], part[2]) for part in values]
        gives = self._type(returned, F_RETURN_ID)
        method = name
        if signature:
            method, descriptor = self._signature(signature, name)
        if not descriptor:
            descriptor = f"({on.descriptor}{''.join(t.descriptor for _, t in takes)}){gives.descriptor}"
        return Declaration(
            Sort.FUNCTION,
            name,
            flags if flags >= 0 else bits.from_old(old) if old >= 0 else DEFAULT_FLAGS,
            generics,
            tuple([p for p, _ in takes]),
            gives.text,
            on,
            self._contexts(contexts, F_CONTEXT) if contexts else (),
            method + descriptor,
        )

    def property(self, start: int, end: int) -> Declaration:
        """Return the `Property` in `data[start:end]`."""
        strings = self._strings
        flags, old, name, setter_flags, getter_flags = -1, -1, "", -1, 0
        parameters: list[Field] = []
        contexts: list[Field] = []
        returned: Field | None = None
        receiver: Field | None = None
        signature: Field | None = None
        for part in fields(self._data, start, end):
            key = part[0]
            if key == F_NAME:
                name = strings[part[1]]
            elif key == P_FLAGS:
                flags = part[1]
            elif key in (F_RETURN, P_RETURN_ID):
                returned = part
            elif key == SIGNATURE:
                signature = part
            elif key in (F_RECEIVER, P_RECEIVER_ID):
                receiver = part
            elif key == P_SETTER:
                setter_flags = part[1]
            elif key == P_GETTER:
                getter_flags = part[1]
            elif key == F_PARAMETERS:
                parameters.append(part)
            elif key in (P_CONTEXT_TYPE, P_CONTEXT):
                contexts.append(part)
            elif key == F_OLD:
                old = part[1]
        generics = Generics.of(self._data, strings, self.types, parameters)
        on = self._type(receiver, P_RECEIVER_ID)
        gives = self._type(returned, P_RETURN_ID)
        field = annotated = getter = setter = ""
        for part in fields(self._data, signature[1], signature[2]) if signature else ():
            key = part[0]
            if key == S_FIELD:
                member = self._signature(part, name)
                field = member.name + (member.descriptor or gives.descriptor)
            elif key in (S_SYNTHETIC, S_GETTER, S_SETTER):
                member = self._signature(part, name)
                if key == S_GETTER:
                    getter = member.name + member.descriptor
                elif key == S_SETTER:
                    setter = member.name + member.descriptor
                else:
                    annotated = member.name + member.descriptor
        return Declaration(
            Sort.PROPERTY,
            name,
            flags if flags >= 0 else bits.from_old(old) if old >= 0 else DEFAULT_PROPERTY,
            generics,
            (),
            gives.text,
            on,
            self._contexts(contexts, P_CONTEXT) if contexts else (),
            getter,
            setter,
            field,
            annotated,
            setter_flags,
            getter_flags,
        )

    def constructor(self, start: int, end: int, name: str) -> Declaration:
        """Return the `Constructor` in `data[start:end]` of the class `name`."""
        flags = DEFAULT_FLAGS
        takes: list[tuple[Parameter, Type]] = []
        method, descriptor = "<init>", ""
        self.types.enter({})
        for part in fields(self._data, start, end):
            if part[0] == C_VALUE:
                takes.append(self._value(part[1], part[2]))
            elif part[0] == C_FLAGS:
                flags = part[1]
            elif part[0] == SIGNATURE:
                method, descriptor = self._signature(part, method)
        descriptor = descriptor or f"({''.join(t.descriptor for _, t in takes)})V"
        parameters = tuple([p for p, _ in takes])
        return Declaration(Sort.CONSTRUCTOR, name, flags, NO_GENERICS, parameters, "", NOTHING, (), method + descriptor)

    def alias(self, start: int, end: int) -> Declaration:
        """Return the `TypeAlias` in `data[start:end]`."""
        flags, name = DEFAULT_FLAGS, ""
        parameters: list[Field] = []
        annotations: list[Field] = []
        meant: Field | None = None
        for part in fields(self._data, start, end):
            if part[0] == A_FLAGS:
                flags = part[1]
            elif part[0] == A_NAME:
                name = self._strings[part[1]]
            elif part[0] == A_PARAMETERS:
                parameters.append(part)
            elif part[0] in (A_TYPE, A_TYPE_ID):
                meant = part
            elif part[0] == A_ANNOTATION:
                annotations.append(part)
        generics = Generics.of(self._data, self._strings, self.types, parameters)
        returned = self._type(meant, A_TYPE_ID).text
        return Declaration(
            Sort.ALIAS, name, flags, generics, (), returned, NOTHING, (), "", annotation=tuple(annotations)
        )

    def _type(self, part: Field | None, numbered: int) -> Type:
        if part is None:
            return NOTHING
        key, value, end = part
        return self.types.numbered(value) if key == numbered else self.types.read(value, end)

    def _value(self, start: int, end: int) -> tuple[Parameter, Type]:
        flags, name = 0, ""
        type_ = many = NOTHING
        for key, value, stop in fields(self._data, start, end):
            if key == V_NAME:
                name = self._strings[value]
            elif key == V_TYPE:
                type_ = self.types.read(value, stop)
            elif key == V_FLAGS:
                flags = value
            elif key == V_VARARG:
                many = self.types.read(value, stop)
            elif key == V_TYPE_ID:
                type_ = self.types.numbered(value)
            elif key == V_VARARG_ID:
                many = self.types.numbered(value)
        return Parameter(name, (many if many.text else type_).text, bool(many.text), bool(flags & bits.DEFAULT)), type_

    def _contexts(self, parts: list[Field], named: int) -> tuple[str, ...]:
        found: list[str] = []
        for part in parts:
            if part[0] == named:
                parameter = self._value(part[1], part[2])[0]
                found.append(f"{parameter.name}: {parameter.type}" if parameter.name else parameter.type)
            else:
                found.append(self.types.read(part[1], part[2]).text)
        return tuple(found)

    def _signature(self, part: Field, name: str) -> Signature:
        """Return the name and descriptor of a signature; `name` and nothing where it leaves them out."""
        descriptor = ""
        for key, value, _ in fields(self._data, part[1], part[2]):
            if key == S_NAME:
                name = self._strings[value]
            elif key == S_DESCRIPTOR:
                descriptor = self._strings[value]
        return Signature(name, descriptor)
