"""A type in Kotlin metadata -> how a Kotlin caller writes it, and what it is to the virtual machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from paredown.harvest.jvm.kotlin.descriptors import descriptor_of
from paredown.harvest.jvm.names import MAX_LISTED, cut, kotlin_class, quoted
from paredown.harvest.jvm.protobuf import Field, fields

MAX_DEPTH: Final = 48
"""Types within types; real ones stay below twenty."""
# Keys of `Type`.
FLAGS, ARGUMENT, NULLABLE, FLEXIBLE, CLASS_NAME, PARAMETER, PARAMETER_NAME = 8, 18, 24, 32, 48, 56, 72
OUTER, OUTER_ID, ALIAS, ABBREVIATED, ABBREVIATED_ID, ANNOTATION = 82, 88, 96, 106, 112, 802
SUSPEND, NOT_NULL = 1, 2
# Keys of `Type.Argument` and its projections.
PROJECTION, ARGUMENT_TYPE, ARGUMENT_TYPE_ID = 8, 18, 24
PROJECTIONS: Final = ("in ", "out ", "", "*")
STAR: Final = 3
# Keys of `TypeTable`, `Annotation`, `Annotation.Argument` and `Annotation.Argument.Value`.
TABLE_TYPE, FIRST_NULLABLE = 10, 16
ANNOTATION_ID, ANNOTATION_ARGUMENT, ARGUMENT_NAME, ARGUMENT_VALUE, INT_VALUE, STRING_VALUE = 8, 18, 8, 18, 16, 40
FUNCTION: Final = "kotlin/Function"
EXTENSION: Final = "kotlin/ExtensionFunctionType"
CONTEXTS: Final = "kotlin/ContextFunctionTypeParams"
NAMED: Final = "kotlin/ParameterName"


class Type(NamedTuple):
    """A type as text.

    `name` is the class that it names, as a caller writes it, empty for a function and for a type parameter;
    `descriptor` is the one that follows from the Kotlin name of its class, empty where none does.
    """

    text: str
    name: str
    descriptor: str


Variables = tuple[tuple[int, str], ...]
"""Type parameters: the number and name of each."""


class Argument(NamedTuple):
    """A type argument: its text with its projection, that of the type alone, and its name in a function type."""

    text: str
    bare: str
    name: str
    star: bool


class Types:
    """The types of one class's metadata.

    `parameters` are the type parameters of the class and of those around it by number; `own` are those of the
    declaration that is being read, whose numbers the next one uses again. Every message is read once for each set of
    own type parameters that it stands below: most declarations of a class have the same, or none.
    """

    __slots__ = (
        "_busy",
        "_classes",
        "_data",
        "_known",
        "_nullable_from",
        "_seen",
        "_strings",
        "_table",
        "own",
        "parameters",
    )

    def __init__(self, data: bytes, strings: Mapping[int, str], classes: Mapping[int, str] | None = None) -> None:
        """`classes` are the names of classes where these have a table of their own."""
        self._data = data
        self._strings = strings
        self._classes = strings if classes is None else classes
        self._table: list[tuple[int, int]] = []
        self._nullable_from = -1
        self._busy: set[int] = set()
        self._known: dict[bytes | int, Type] = {}
        self._seen: dict[Variables, dict[bytes | int, Type]] = {(): self._known}
        self.parameters: dict[int, str] = {}
        self.own: Variables = ()

    def table(self, start: int, end: int) -> None:
        """Take the table of types that others refer to by number."""
        for key, value, stop in fields(self._data, start, end):
            if key == TABLE_TYPE:
                self._table.append((value, stop))
            elif key == FIRST_NULLABLE and value < 1 << 31:
                self._nullable_from = value

    def enter(self, own: Variables) -> None:
        """Begin a declaration with the type parameters `own`."""
        if own != self.own:
            self.own = own
            self._known = self._seen.setdefault(own, {})

    def numbered(self, number: int, depth: int = 0) -> Type:
        """Return the type `number` of the table."""
        found = self._known.get(number)
        if found is None:
            if number in self._busy:
                raise ValueError("a type within itself")
            self._busy.add(number)
            nullable = 0 <= self._nullable_from <= number
            found = self._known[number] = self._made(*self._table[number], depth, nullable)
            self._busy.discard(number)
        return found

    def read(self, start: int, end: int, depth: int = 0) -> Type:
        """Return the type in `data[start:end]`."""
        key = self._data[start:end]
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._made(start, end, depth, False)
        return found

    def _made(self, start: int, end: int, depth: int, nullable: bool) -> Type:
        if depth > MAX_DEPTH:
            raise ValueError("types within types without end")
        parts = fields(self._data, start, end)
        if len(parts) == 1 and parts[0][0] == CLASS_NAME and not nullable:  # three in four
            qualified = self._classes[parts[0][1]]
            name = kotlin_class(qualified)
            return Type(name, name, descriptor_of(qualified))
        one = {part[0]: part for part in parts}
        qualified = self._classes[one[CLASS_NAME][1]] if CLASS_NAME in one else ""
        descriptor = descriptor_of(qualified) if qualified else ""
        if ABBREVIATED in one:
            return self.read(*one[ABBREVIATED][1:], depth + 1)._replace(descriptor=descriptor)
        if ABBREVIATED_ID in one:
            return self.numbered(one[ABBREVIATED_ID][1], depth + 1)._replace(descriptor=descriptor)
        arguments = [part for part in parts if part[0] == ARGUMENT][:MAX_LISTED] if ARGUMENT in one else []
        flags = one[FLAGS][1] if FLAGS in one else 0
        nullable = nullable or (NULLABLE in one and one[NULLABLE][1] != 0)
        if qualified.startswith(FUNCTION) and qualified[15:].isdigit():
            annotations = [part for part in parts if part[0] == ANNOTATION]
            function = self._function(arguments, annotations, bool(flags & SUSPEND), depth)
            if function:
                return Type(cut(f"({function})?" if nullable else function), "", descriptor)
        name = ""
        if qualified:
            text = name = kotlin_class(qualified)
            if OUTER in one or OUTER_ID in one:
                outer = (
                    self.read(*one[OUTER][1:], depth + 1)
                    if OUTER in one
                    else self.numbered(one[OUTER_ID][1], depth + 1)
                )
                text = f"{outer.text}.{name.rpartition('.')[2]}"
        elif PARAMETER in one:
            text = self._parameter(one[PARAMETER][1])
        elif PARAMETER_NAME in one:
            text = quoted(self._strings[one[PARAMETER_NAME][1]])
        else:
            text = name = kotlin_class(self._classes[one[ALIAS][1]])
        if arguments:
            text = cut(f"{text}<{', '.join([self._argument(part, depth).text for part in arguments])}>")
        if flags & NOT_NULL:
            text += " & Any"
        return Type(f"{text}{'?' if nullable else ''}{'!' if FLEXIBLE in one else ''}", name, descriptor)

    def _parameter(self, number: int) -> str:
        for own, name in self.own:
            if own == number:
                return name
        # A number that nothing declares: the class around an inner one could not be read.
        return self.parameters.get(number, "*")

    def _argument(self, part: Field, depth: int, named: bool = False) -> Argument:
        _, start, end = part
        projection = 2
        type_: Type | None = None
        name = ""
        for key, value, stop in fields(self._data, start, end):
            if key == ARGUMENT_TYPE:
                type_ = self.read(value, stop, depth + 1)
                name = self._name(value, stop) if named else ""
            elif key == ARGUMENT_TYPE_ID:
                type_ = self.numbered(value, depth + 1)
            elif key == PROJECTION:
                projection = value
        if type_ is None or projection == STAR:
            return Argument("*", "*", "", True)
        return Argument(PROJECTIONS[projection] + type_.text, type_.text, name, False)

    def _function(self, arguments: list[Field], annotations: list[Field], suspend: bool, depth: int) -> str:
        """Return a function type with its arrow, or nothing where it cannot be written with one."""
        read = [self._argument(part, depth, True) for part in arguments]
        if not read or any(argument.star for argument in read):
            return ""
        returned = read.pop().bare
        if suspend:
            # Its class is the one of the virtual machine: a continuation comes last, and takes what is returned.
            continuation = read.pop().bare if read else ""
            returned = continuation.removeprefix("Continuation<").removesuffix(">").removeprefix("in ")
        marks = {self._classes[self._number(mark, ANNOTATION_ID)]: mark for mark in annotations}
        contexts = self._count(marks[CONTEXTS]) if CONTEXTS in marks else 0
        before = f"context({', '.join(a.bare for a in read[:contexts])}) " if contexts else ""
        rest = read[contexts:]
        receiver = ""
        if EXTENSION in marks and rest:
            first = rest.pop(0).bare
            receiver = f"({first})." if "->" in first else f"{first}."
        taken = ", ".join(f"{a.name}: {a.bare}" if a.name else a.bare for a in rest)
        return f"{'suspend ' if suspend else ''}{before}{receiver}({taken}) -> {returned}"

    def _name(self, start: int, end: int) -> str:
        """Return the name that the type in `data[start:end]` has as a parameter of a function type."""
        for key, at, stop in fields(self._data, start, end):
            if key == ANNOTATION and self._classes[self._number((key, at, stop), ANNOTATION_ID)] == NAMED:
                value = self._value((key, at, stop), STRING_VALUE)
                name = self._strings[value] if value >= 0 else ""
                return name if name.isidentifier() else ""
        return ""

    def _count(self, mark: Field) -> int:
        value = self._value(mark, INT_VALUE)
        return value >> 1 if value > 0 else 0  # zigzag

    def _value(self, mark: Field, wanted: int) -> int:
        """Return the first value of an annotation when it is of the kind `wanted`, or -1."""
        for key, start, end in fields(self._data, mark[1], mark[2]):
            if key == ANNOTATION_ARGUMENT:
                for part, at, stop in fields(self._data, start, end):
                    if part == ARGUMENT_VALUE:
                        return self._number((part, at, stop), wanted)
        return -1

    def _number(self, message: Field, wanted: int) -> int:
        for key, value, _ in fields(self._data, message[1], message[2]):
            if key == wanted:
                return value
        return -1
