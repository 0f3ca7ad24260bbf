"""A Kotlin declaration -> its signature: leading words, its name, then types as a caller writes them.

Kotlin's own order but for two things. The name comes before the type parameters, as in a call
(`first<T>(predicate: suspend (T) -> Boolean): T`). The receiver of an extension comes last, after `on`, and only
where the symbol does not say it whole: `kotlinx.coroutines.flow.Flow.first` with `on Flow<T>`, `okio.Sink.buffer`
without. `fun` is left out; `Unit` is not written where it is returned. A parameter with a default ends in `= …`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.declarations import Declaration, Parameter
from paredown.harvest.jvm.kotlin.generics import Generics
from paredown.harvest.jvm.names import MAX_LISTED, in_line, quoted
from paredown.model import ELIDED

CLASS_WORDS: Final = {
    bits.CLASS: "class ",
    bits.INTERFACE: "interface ",
    bits.ENUM: "enum class ",
    bits.ENUM_ENTRY: "class ",
    bits.ANNOTATION: "annotation class ",
    bits.OBJECT: "object ",
    bits.COMPANION: "companion object ",
}
VISIBILITY_WORDS: Final = {bits.PROTECTED: "protected ", bits.INTERNAL: "internal "}
MODALITY_WORDS: Final = ("", "open ", "abstract ", "sealed ")
SETTER_WORDS: Final = {
    bits.PROTECTED: " protected set",
    bits.INTERNAL: " internal set",
    bits.PRIVATE: " private set",
    bits.PRIVATE_TO_THIS: " private set",
}
FUNCTION_WORDS: Final = (
    (bits.SUSPEND, "suspend "),
    (bits.INLINE, "inline "),
    (bits.OPERATOR, "operator "),
    (bits.INFIX, "infix "),
)
IMPLIED: Final = frozenset({"Any", "Annotation"})


class Headed(Protocol):
    """The head of a class, from its metadata or from its source."""

    @property
    def flags(self) -> int:
        """Its flags."""

    @property
    def kind(self) -> int:
        """Its kind."""

    @property
    def supertypes(self) -> list[str]:
        """The types that it inherits from."""

    @property
    def generics(self) -> Generics:
        """Its type parameters."""


def class_signature(contents: Headed, name: str) -> str:
    """Return the signature of a class; `name` is its own, without those of the classes around it."""
    flags = contents.flags
    kind = contents.kind
    words = VISIBILITY_WORDS.get(bits.visibility(flags), "")
    if kind == bits.CLASS:
        words += MODALITY_WORDS[bits.modality(flags)]
    elif kind == bits.INTERFACE:
        words += "sealed " if bits.modality(flags) == bits.SEALED else ""
    words += "inner " if flags & bits.INNER else ""
    words += "data " if flags & bits.DATA else ""
    words += "value " if flags & bits.VALUE and kind == bits.CLASS else ""
    words += "fun " if flags & bits.FUNCTIONAL else ""
    above = [s for s in contents.supertypes if s not in IMPLIED and not (kind == bits.ENUM and s.startswith("Enum<"))]
    generics = contents.generics
    inherits = f" : {', '.join(above)}" if above else ""
    return in_line(f"{words}{CLASS_WORDS.get(kind, 'class ')}{quoted(name)}{generics.listed}{inherits}{generics.where}")


def function_signature(declared: Declaration, *, in_interface: bool, shown: bool) -> str:
    """Return the signature of a function; `shown` says that the symbol does not tell its receiver."""
    flags = declared.flags
    words = _leading(declared, in_interface)
    for bit, word in FUNCTION_WORDS:
        if flags & bit:
            words += word
    generics = declared.generics
    head = f"{words}{quoted(declared.name)}{generics.listed}({parameters(declared.parameters)})"
    returned = "" if declared.returned == "Unit" else f": {declared.returned}"
    return in_line(f"{head}{returned}{_trailing(declared, shown)}{generics.where}")


def property_signature(declared: Declaration, *, in_interface: bool, shown: bool, literal: bool) -> str:
    """Return the signature of a property; `literal` says that it is a string constant, which is elided."""
    flags = declared.flags
    words = _leading(declared, in_interface)
    words += "const val " if flags & bits.CONST else "var " if flags & bits.VAR else "val "
    setter = ""
    if flags & bits.VAR and declared.setter_flags >= 0:
        seen = bits.visibility(declared.setter_flags)
        setter = SETTER_WORDS.get(seen, "") if seen != declared.visibility else ""
    generics = declared.generics
    value = f" = {ELIDED}" if literal else ""
    return in_line(
        f"{words}{quoted(declared.name)}{generics.listed}: {declared.returned}{value}{setter}"
        f"{_trailing(declared, shown)}{generics.where}"
    )


def constructor_signature(declared: Declaration) -> str:
    """Return the signature of a constructor, by the name of its class."""
    words = VISIBILITY_WORDS.get(declared.visibility, "")
    return in_line(f"{words}{quoted(declared.name)}({parameters(declared.parameters)})")


def alias_signature(declared: Declaration) -> str:
    """Return the signature of a type alias."""
    words = VISIBILITY_WORDS.get(declared.visibility, "")
    return in_line(f"{words}typealias {quoted(declared.name)}{declared.generics.listed} = {declared.returned}")


def parameters(taken: Sequence[Parameter]) -> str:
    """Return value parameters as they stand between their brackets."""
    return ", ".join(
        [
            f"{'vararg ' if many else ''}{quoted(name)}: {shown}{' = …' if default else ''}"
            for name, _, shown, many, default in taken[:MAX_LISTED]
        ]
    )


def _leading(declared: Declaration, in_interface: bool) -> str:
    words = VISIBILITY_WORDS.get(declared.visibility, "")
    modality = bits.modality(declared.flags)
    if in_interface and modality == bits.ABSTRACT:
        return words
    return words + MODALITY_WORDS[modality]


def _trailing(declared: Declaration, shown: bool) -> str:
    on = f" on {declared.receiver.text}" if shown and declared.receiver.text else ""
    return f"{on} context({', '.join(declared.contexts)})" if declared.contexts else on
