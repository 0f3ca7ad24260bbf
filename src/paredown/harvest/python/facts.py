"""What one module says of its names, as offsets into its source: cheap to make, and the tree can be let go.

A name keeps every binding the module gives it, because the best one may turn out to lead nowhere (a compiled
accelerator, a package that is not at hand) and the next best is then what a caller gets.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from paredown.harvest.text import Span

NOWHERE = Span(0, 0)
"""The span of what is not there."""


class Rank:
    """How sure it is that a binding happens; the higher wins, then the later. Plain integers, for speed."""

    OTHERWISE: Final = 0
    """An `except` clause, or the second branch of a condition that cannot be decided."""
    TYPING: Final = 1
    """Under `if TYPE_CHECKING`: true for a type checker only."""
    TAKEN: Final = 2


class Trait:
    """What decorators, keywords and values make of a declaration: bits of a plain integer, for speed."""

    NONE: Final = 0
    ASYNC: Final = 1
    OVERLOAD: Final = 2
    PROPERTY: Final = 4
    CLASSMETHOD: Final = 8
    STATICMETHOD: Final = 16
    DEPRECATED: Final = 32
    BROKEN: Final = 64
    """The header did not parse: nothing of it is repeated but the name."""
    TYPE: Final = 128
    """A `type` statement."""
    STRING: Final = 256
    """The value is one string literal."""
    STATED: Final = 512
    """The value is a number, True, False or None."""
    SILENT: Final = 1024
    """There is no value, or a stub's `...`."""


class Mark(NamedTuple):
    """A string literal of a header, or something to be left out of it: a comment, the quote of a forward reference."""

    start: int
    end: int
    literal: bool


Marks: TypeAlias = tuple[Mark, ...]
"""The marks of a header in order; none lies in another."""


class Function(NamedTuple):
    """`name[T](self, x) -> R`: `start` is after the name, `end` before the colon; `rest` is after `self, `, or 0.

    `doc` is where the documentation begins, here and in the other facts, or 0.
    """

    rank: int
    traits: int
    start: int
    open: int
    rest: int
    end: int
    doc: int
    marks: Marks | None


class Class(NamedTuple):
    """`name[T](bases)`: `start` is after the name, `end` before the colon."""

    rank: int
    traits: int
    start: int
    end: int
    doc: int
    marks: Marks | None
    bases: tuple[str, ...]
    members: Table


class Variable(NamedTuple):
    """`name: annotation = value`; `alias` is the dotted name that the value is, or empty."""

    rank: int
    traits: int
    annotation: Span
    value: Span
    doc: int
    marks: Marks | None
    alias: str


class Import(NamedTuple):
    """`from module import name`, or `import module` when `name` is empty; `module` is absolute.

    `redundant` is the `A as A` by which an author says that a name is re-exported.
    """

    rank: int
    module: str
    name: str
    redundant: bool


Binding: TypeAlias = Function | Class | Variable | Import
Table: TypeAlias = dict[str, list[Binding]]


def add(table: Table, name: str, binding: Binding) -> None:
    """Add one more binding of `name`, if it is one: where a file did not parse, a parser supplies empty ones."""
    if not name:
        return
    if name in table:
        table[name].append(binding)
    else:
        table[name] = [binding]


class Star(NamedTuple):
    """`from module import *`."""

    rank: int
    module: str


class Listing(NamedTuple):
    """One step of building `__all__`: names added, names removed, or the dotted name of another list added."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    other: str = ""


class Lazy(NamedTuple):
    """One line of a literal table from which a module's `__getattr__` imports: a key and the strings of its value."""

    key: str
    values: tuple[str, ...]


class Facts(NamedTuple):
    """Everything one module says. `listing` is None without an `__all__`; `computed`: a part of it is not literal."""

    table: Table
    pending: tuple[bytes, ...]
    """Import statements that are bound to the table when a name is looked up that may be theirs."""
    stars: tuple[Star, ...]
    listing: tuple[Listing, ...] | None
    computed: bool
    lazy: tuple[Lazy, ...]
    deferred: bool
    """Names are resolved when asked for: a module-level `__getattr__`, or a module that replaces itself."""
    attached: bool
    """The names of its stub are found so (`lazy_loader.attach_stub`)."""
    errors: int
    """Places outside function bodies that did not parse."""

    @property
    def simple(self) -> bool:
        """Whether every name is in the table: no star imports, no lazy tables."""
        return not self.stars and not self.lazy
