"""Descriptors and generic signatures of class files -> types as a Java caller writes them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from paredown.harvest.jvm.names import java_class

PRIMITIVES: Final = {
    "B": "byte",
    "C": "char",
    "D": "double",
    "F": "float",
    "I": "int",
    "J": "long",
    "S": "short",
    "Z": "boolean",
    "V": "void",
}
PLAIN: Final = re.compile(r"\[*(?:[BCDFIJSZV]|L[^;<]+;|T[^;]+;)")
"""A type without type arguments."""
CLASS_END: Final = re.compile(r"[<;.]")
NAME_END: Final = re.compile(r"[:>]")
MAX_DEPTH: Final = 48
"""Type arguments within type arguments; real ones stay below ten."""
OBJECT: Final = "Object"


class Method(NamedTuple):
    """A method's types as text: `generics` is `<T extends Foo>` or empty."""

    generics: str
    parameters: tuple[str, ...]
    returned: str
    throws: tuple[str, ...]


class Class(NamedTuple):
    """A class's supertypes as text."""

    generics: str
    parent: str
    interfaces: tuple[str, ...]


class Types:
    """Reads types, each text once: most of them come back again and again."""

    __slots__ = ("_methods", "_plain")

    def __init__(self) -> None:
        self._plain: dict[str, str] = {}
        self._methods: dict[str, Method] = {}

    def method(self, signature: str) -> Method:
        """Return the types in a method's descriptor or generic signature; raises ValueError or IndexError."""
        found = self._methods.get(signature)
        if found is None:
            found = self._methods[signature] = self._method(signature)
        return found

    def field(self, signature: str) -> str:
        """Return a field's type."""
        text, at = self.type(signature, 0)
        if at != len(signature):
            raise ValueError("more than one type")
        return text

    def of_class(self, signature: str) -> Class:
        """Return a class's generic signature."""
        generics, at = self._generics(signature)
        above: list[str] = []
        while at < len(signature):
            text, at = self.type(signature, at)
            above.append(text)
        return Class(generics, above[0], tuple(above[1:]))

    def type(self, text: str, at: int, depth: int = 0) -> tuple[str, int]:
        """Return the type that begins at `at`, and where it ends."""
        plain = PLAIN.match(text, at)
        if plain:
            spelled = plain[0]
            found = self._plain.get(spelled)
            if found is None:
                found = self._plain[spelled] = plain_type(spelled)
            return found, plain.end()
        if depth > MAX_DEPTH:
            raise ValueError("type arguments without end")
        dimensions = 0
        while text[at] == "[":
            dimensions += 1
            at += 1
        if text[at] != "L":
            raise ValueError("not a type")
        end = _end(CLASS_END, text, at)
        whole = java_class(text[at + 1 : end])
        while True:
            if text[end] == "<":
                arguments, end = self._arguments(text, end + 1, depth)
                whole += arguments
            if text[end] == ";":
                return whole + "[]" * dimensions, end + 1
            start = end + 1
            end = _end(CLASS_END, text, start)
            whole += "." + text[start:end]

    def _method(self, signature: str) -> Method:
        generics, at = self._generics(signature)
        if signature[at] != "(":
            raise ValueError("not a method")
        at += 1
        parameters: list[str] = []
        while signature[at] != ")":
            text, at = self.type(signature, at)
            parameters.append(text)
        returned, at = self.type(signature, at + 1)
        throws: list[str] = []
        while at < len(signature) and signature[at] == "^":
            text, at = self.type(signature, at + 1)
            throws.append(text)
        return Method(generics, tuple(parameters), returned, tuple(throws))

    def _arguments(self, text: str, at: int, depth: int) -> tuple[str, int]:
        found: list[str] = []
        while text[at] != ">":
            mark = text[at]
            if mark == "*":
                found.append("?")
                at += 1
                continue
            bound = "? extends " if mark == "+" else "? super " if mark == "-" else ""
            argument, at = self.type(text, at + 1 if bound else at, depth + 1)
            found.append(bound + argument)
        return f"<{', '.join(found)}>", at + 1

    def _generics(self, text: str) -> tuple[str, int]:
        if not text.startswith("<"):
            return "", 0
        at = 1
        found: list[str] = []
        while text[at] != ">":
            end = _end(NAME_END, text, at)
            name, at = text[at:end], end
            bounds: list[str] = []
            while text[at] == ":":
                at += 1
                if text[at] not in ":>" and text[at] in "LT[":
                    bound, at = self.type(text, at)
                    bounds.append(bound)
            if bounds == [OBJECT]:
                bounds = []
            found.append(f"{name} extends {' & '.join(bounds)}" if bounds else name)
        return f"<{', '.join(found)}>", at + 1


def plain_type(spelled: str) -> str:
    """Return a type without type arguments."""
    bare = spelled.lstrip("[")
    text = PRIMITIVES.get(bare) or (bare[1:-1] if bare[0] == "T" else java_class(bare[1:-1]))
    return text + "[]" * (len(spelled) - len(bare))


def _end(marks: re.Pattern[str], text: str, at: int) -> int:
    found = marks.search(text, at)
    if found is None:
        raise ValueError("a type that ends early")
    return found.start()
