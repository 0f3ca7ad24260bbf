"""The Kotlin name of a class -> its descriptor, where the compiler leaves it out of the metadata."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

PRIMITIVES: Final = {
    "Boolean": "Z",
    "Char": "C",
    "Byte": "B",
    "Short": "S",
    "Int": "I",
    "Float": "F",
    "Long": "J",
    "Double": "D",
}


def _known() -> dict[str, str]:
    known = {"kotlin/Unit": "V"}
    for name, letter in PRIMITIVES.items():
        known[f"kotlin/{name}"] = letter
        known[f"kotlin/{name}Array"] = "[" + letter
    java = {"Any": "java/lang/Object", "Nothing": "java/lang/Void", "Annotation": "java/lang/annotation/Annotation"}
    for name in ("String", "CharSequence", "Throwable", "Cloneable", "Number", "Comparable", "Enum"):
        java[name] = f"java/lang/{name}"
    for name in ("Iterator", "Collection", "List", "Set", "Map", "ListIterator"):
        java[f"collections/{name}"] = java[f"collections/Mutable{name}"] = f"java/util/{name}"
    java["collections/Iterable"] = java["collections/MutableIterable"] = "java/lang/Iterable"
    java["collections/Map.Entry"] = java["collections/MutableMap.MutableEntry"] = "java/util/Map$Entry"
    for count in range(23):
        java[f"Function{count}"] = f"kotlin/jvm/functions/Function{count}"
        java[f"reflect/KFunction{count}"] = "kotlin/reflect/KFunction"
    for name in (*PRIMITIVES, "String", "Enum"):
        java[f"{name}.Companion"] = f"kotlin/jvm/internal/{name}CompanionObject"
    return known | {f"kotlin/{name}": f"L{internal};" for name, internal in java.items()}


KNOWN: Final = _known()


@lru_cache(maxsize=4096)
def descriptor_of(qualified: str) -> str:
    """Return the descriptor of the class `kotlin/collections/List`, as the compiler infers it."""
    return KNOWN.get(qualified) or f"L{qualified.replace('.', '$')};"
