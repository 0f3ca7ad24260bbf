"""A module's expressions -> what they may be, without running any of them.

A value is the abstract heap cell of one expression: a function, a class, an object whose members later statements
fill, or a promise of one that `settle` keeps (a module, a member, what a call returns). Cells are mutable and
compared by identity, because `Foo.bar = …` must be seen through every name of `Foo`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from paredown.harvest.javascript.signature import Head, head_of
from paredown.harvest.text import Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.module import Module

MAX_DEPTH = 24
"""How many promises may stand on each other; real code stays below ten."""
MAX_CHOICES = 8
"""How many values a name may have by turns."""


class Form(IntEnum):
    """What a value is; from `MODULE` on it stands for another that is only known when every module is read."""

    OBJECT = auto()
    FUNCTION = auto()
    CLASS = auto()
    LITERAL = auto()
    UNKNOWN = auto()
    ABSENT = auto()
    MODULE = auto()
    MEMBER = auto()
    INSTANCE = auto()
    CALL = auto()
    CHOICE = auto()
    LATER = auto()
    KEYS = auto()


class How(IntEnum):
    """Which words brought a module in: they decide which file of a package it is."""

    IMPORT = auto()
    REQUIRE = auto()


class Written(NamedTuple):
    """Where a property is set, and the doc comment there."""

    module: Module
    start: int
    doc: Span | None = None


class Member(NamedTuple):
    """A named value, where that is written, and the keywords that its signature begins with."""

    value: Value
    written: Written | None = None
    keyword: str = ""


class Extent(NamedTuple):
    """Where a node lies, and its kind: enough to find it again in a tree of the same source."""

    start: int
    end: int
    kind: str


NOTHING: Mapping[str, Member] = MappingProxyType({})


class Value:
    """One cell. `members` are its properties, `mixed` the values whose properties it takes over.

    `node` and `scope` are where it is written; `of` is what a promise is about (the object of a member, the class
    of an instance, the function of a call); `name` the member or the module specifier; `handed` are calls that were
    handed the value and may add to it; `computed` counts the properties whose names only exist at run time.
    """

    # Defaults on the class: of the many values of a file, few have more than a form and a node.
    members: Mapping[str, Member] = NOTHING
    mixed: list[Value] | tuple[()] = ()
    handed: list[Value] | tuple[()] = ()
    choices: tuple[Value, ...] = ()
    arguments: tuple[Value, ...] = ()
    of: Value | None = None
    receiver: Value | None = None
    result: Value | None = None
    how: How = How.REQUIRE
    doc: Span | None = None
    keyword: str = ""
    computed: int = 0
    depth: int = 0
    unfolded: bool = False
    extent: Extent | None = None
    _head: Head | None = None
    _prototype: Value | None = None
    _views: dict[str, Value] | None = None

    def __init__(
        self, form: Form, module: Module, node: Node | None = None, scope: Scope | None = None, name: str = ""
    ) -> None:
        self.form = form
        self.module = module
        self._node = node
        self.scope = scope
        self.name = name
        if node is not None:
            module.values.append(self)

    @property
    def node(self) -> Node | None:
        """Where it is written; the module is parsed again when its tree is gone."""
        if self._node is None and self.extent is not None:
            self._node = self.module.find(self.extent)
            self.module.values.append(self)
        return self._node

    @property
    def start(self) -> int:
        """The byte where it is written, -1 where it is not."""
        if self.extent is not None:
            return self.extent.start
        return self._node.start_byte if self._node is not None else -1

    @property
    def head(self) -> Head | None:
        """What a signature needs of its node."""
        if self._head is None:
            node = self.node
            if node is not None:
                self._head = head_of(self.module.source, node)
        return self._head

    def shut(self) -> None:
        """Let go of the node, which holds the whole tree."""
        node = self._node
        if node is not None:
            self.extent = self.extent or Extent(node.start_byte, node.end_byte, node.type)
            self._node = None

    @property
    def blank(self) -> bool:
        """Whether it says nothing."""
        return self.form in (Form.ABSENT, Form.UNKNOWN) and not self.members

    @property
    def empty(self) -> bool:
        """Whether it is an object that nothing was put into."""
        return self.form is Form.OBJECT and self.start < 0 and not self.members and not self.mixed

    @property
    def prototype(self) -> Value:
        """The object whose members every instance has; made when first asked for."""
        if self._prototype is None:
            self._prototype = Value(Form.OBJECT, self.module)
        return self._prototype

    @prototype.setter
    def prototype(self, value: Value) -> None:
        if self._prototype is not None and self._prototype is not value:
            value.mix(self._prototype)
        self._prototype = value

    @property
    def has_prototype(self) -> bool:
        """Whether something was said of its instances."""
        return self._prototype is not None

    def member(self, name: str) -> Value:
        """Return the property `name`, or the promise of one."""
        if name == "prototype":
            return self.prototype
        found = self.members.get(name)
        if found is not None:
            return found.value
        if self._views is None:
            self._views = {}
        view = self._views.get(name)
        if view is None:
            view = self._views[name] = promise(Form.MEMBER, self, name=name)
        return view

    def put(self, name: str, member: Member, *, perhaps: bool = False) -> None:
        """Set the property `name`; `perhaps` keeps the value before as well, for a branch may not be taken."""
        old = self.members.get(name)
        if old is not None:
            kept = perhaps and not old.value.empty
            value = choice(self.module, old.value, member.value) if kept else member.value
            written, before = member.written, old.written
            if written is not None and written.doc is None and before is not None and before.module is written.module:
                written = written._replace(doc=before.doc)
            member = Member(value, written, member.keyword)
        self.set(name, member)

    def set(self, name: str, member: Member, *, first: bool = False) -> None:
        """Set the property `name`, unless it is there and `first` says that the first one counts."""
        if self.members is NOTHING:
            self.members = {}
        assert isinstance(self.members, dict)
        if first:
            self.members.setdefault(name, member)
        else:
            self.members[name] = member

    def mix(self, other: Value) -> None:
        """Take over the properties of `other`."""
        if other is not self:
            self.mixed = self.mixed or []
            self.mixed.append(other)

    def hand(self, call: Value) -> None:
        """Remember that `call` was handed this value."""
        self.handed = self.handed or []
        self.handed.append(call)


class Scope:
    """The names of one function body or module, and the scope around it."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: Scope | None = None) -> None:
        self.names: dict[str, Value] = {}
        self.outer = outer

    def find(self, name: str) -> Value | None:
        """Return the value of `name` here or further out."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None

    def assign(self, name: str, value: Value, *, perhaps: bool = False) -> None:
        """Set `name` where it is declared, or here."""
        scope: Scope | None = self
        while scope is not None:
            old = scope.names.get(name)
            if old is not None:
                scope.names[name] = choice(value.module, old, value) if perhaps and not old.empty else value
                return
            scope = scope.outer
        self.names[name] = value


def promise(form: Form, of: Value, *, node: Node | None = None, name: str = "") -> Value:
    """Return a value that stands for something about `of`; unknown where promises stand too deep."""
    if of.depth >= MAX_DEPTH:
        return Value(Form.UNKNOWN, of.module, node)
    value = Value(form, of.module, node, name=name)
    value.of = of
    value.depth = of.depth + 1
    return value


def choice(module: Module, first: Value, second: Value) -> Value:
    """Return a value that is either of two; one that says nothing gives way, and all to `exports` itself."""
    if first is second or second.blank or first is module.own:
        return first
    if first.blank or second is module.own:
        return second
    options = [option for each in (first, second) for option in (each.choices if not each.members else ()) or (each,)]
    value = Value(Form.CHOICE, module)
    value.choices = tuple(dict.fromkeys(options))[:MAX_CHOICES]
    value.computed = int(len(options) > MAX_CHOICES)
    value.depth = max(option.depth for option in value.choices) + 1
    return value
