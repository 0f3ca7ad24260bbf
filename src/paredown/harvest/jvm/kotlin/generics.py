"""The type parameters of a declaration in Kotlin metadata -> their list, and the bounds that do not fit in it."""

from __future__ import annotations

from typing import Final, NamedTuple

from paredown.harvest.jvm.kotlin.strings import Strings
from paredown.harvest.jvm.kotlin.types import Types
from paredown.harvest.jvm.names import quoted
from paredown.harvest.jvm.protobuf import Field, fields, packed

# Keys of `TypeParameter`.
ID, NAME, REIFIED, VARIANCE, BOUND, BOUND_IDS, BOUND_ID = 8, 16, 24, 32, 42, 50, 48
VARIANCES: Final = ("in ", "out ", "")


class Generics(NamedTuple):
    """Type parameters: `listed` is `<reified T : Any>` or empty, `where` the clause after the type, or empty."""

    listed: str
    where: str
    reified: bool
    names: tuple[str, ...]

    @staticmethod
    def of(data: bytes, strings: Strings, types: Types, messages: list[Field], of_class: bool = False) -> Generics:
        """Read `messages`, and let `types` know of what they declare."""
        if not messages:
            if not of_class:
                types.enter({})
            return NO_GENERICS
        read = [fields(data, start, end) for _, start, end in messages]
        numbers = [dict((key, value) for key, value, _ in parts) for parts in read]
        names = {n.get(ID, 0): quoted(strings[n[NAME]]) for n in numbers}
        if of_class:
            types.parameters.update(names)
        else:
            types.enter(names)
        listed: list[str] = []
        where: list[str] = []
        for parts, number in zip(read, numbers, strict=True):
            name = quoted(strings[number[NAME]])
            bounds = _bounds(data, types, parts)
            shown = f"{name} : {bounds[0]}" if len(bounds) == 1 else name
            reified = "reified " if number.get(REIFIED) else ""
            listed.append(reified + VARIANCES[number.get(VARIANCE, 2)] + shown)
            if len(bounds) > 1:
                where += [f"{name} : {bound}" for bound in bounds]
        return Generics(
            f"<{', '.join(listed)}>",
            f" where {', '.join(where)}" if where else "",
            any(n.get(REIFIED) for n in numbers),
            tuple(names.values()),
        )


NO_GENERICS: Final = Generics("", "", False, ())


def _bounds(data: bytes, types: Types, parts: list[Field]) -> list[str]:
    found: list[str] = []
    for key, value, end in parts:
        if key == BOUND:
            found.append(types.read(value, end).text)
        elif key == BOUND_IDS:
            found += [types.numbered(number).text for number in packed(data, value, end)]
        elif key == BOUND_ID:
            found.append(types.numbered(value).text)
    return found
