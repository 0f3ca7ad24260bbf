"""The type parameters of a declaration in Kotlin metadata -> their list, and the bounds that do not fit in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from paredown.harvest.jvm.kotlin.types import Types
from paredown.harvest.jvm.names import MAX_LISTED, quoted
from paredown.harvest.jvm.protobuf import Field, fields, packed

# Keys of `TypeParameter`.
ID, NAME, REIFIED, VARIANCE, BOUND, BOUND_IDS = 8, 16, 24, 32, 42, 50
VARIANCES: Final = ("in ", "out ", "")
INVARIANT: Final = 2
MAX_VARIABLES: Final = 100
"""Type parameters of one declaration; functions of the standard libraries have up to 24."""


class Generics(NamedTuple):
    """Type parameters: `listed` is `<reified T : Any>` or empty, `where` the clause after the type, or empty."""

    listed: str
    where: str
    reified: bool


class Variable(NamedTuple):
    """One type parameter before its bounds are read: they may name it, and others."""

    number: int
    name: str
    before: str
    bounds: list[Field]


NO_GENERICS: Final = Generics("", "", False)


def class_generics(data: bytes, strings: Mapping[int, str], types: Types, messages: list[Field]) -> Generics:
    """Return the type parameters of a class, which `types` knows of from now on."""
    variables = _variables(data, strings, messages)
    types.parameters.update({variable.number: variable.name for variable in variables})
    return _listed(data, types, variables) if variables else NO_GENERICS


def own_generics(data: bytes, strings: Mapping[int, str], types: Types, messages: list[Field]) -> Generics:
    """Return the type parameters of a function, property or alias, which `types` knows of until the next one."""
    variables = _variables(data, strings, messages)
    types.enter(tuple([(variable.number, variable.name) for variable in variables]))
    return _listed(data, types, variables)


def _variables(data: bytes, strings: Mapping[int, str], messages: list[Field]) -> list[Variable]:
    if len(messages) > MAX_VARIABLES:
        raise ValueError("more type parameters than any declaration has")
    return [_variable(data, strings, message) for message in messages]


def _variable(data: bytes, strings: Mapping[int, str], message: Field) -> Variable:
    number, name, before, variance = 0, "", "", INVARIANT
    bounds: list[Field] = []
    for part in fields(data, message[1], message[2]):
        key, value, _ = part
        if key == ID:
            number = value
        elif key == NAME:
            name = quoted(strings[value])
        elif key == REIFIED:
            before = "reified " if value else ""
        elif key == VARIANCE:
            variance = value
        elif key in (BOUND, BOUND_IDS):
            bounds.append(part)
    return Variable(number, name, before + VARIANCES[variance], bounds[:MAX_LISTED])


def _listed(data: bytes, types: Types, variables: list[Variable]) -> Generics:
    listed: list[str] = []
    where: list[str] = []
    for _, name, before, messages in variables:
        bounds: list[str] = []
        for key, value, end in messages:
            if key == BOUND:
                bounds.append(types.read(value, end).text)
            else:
                bounds += [types.numbered(number).text for number in packed(data, value, end)]
        if len(bounds) == 1:
            listed.append(f"{before}{name} : {bounds[0]}")
        else:
            listed.append(before + name)
            where += [f"{name} : {bound}" for bound in bounds]
    clause = f" where {', '.join(where)}" if where else ""
    return Generics(f"<{', '.join(listed)}>", clause, any(v.before.startswith("reified") for v in variables))
