"""One file -> its module-level names and what it exports, as values that `settle` can look into."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from paredown.harvest.javascript.syntax import parse
from paredown.harvest.javascript.values import Extent, Form, Member, Scope, Value, Written
from paredown.harvest.package import Package
from paredown.harvest.text import Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.reader import Reader


def _ignored(_module: Module) -> None:
    """Keep no account of trees."""


class Local(NamedTuple):
    """An `export` of a name of this module: the value is looked up when the whole module has been read."""

    name: str
    written: Written
    keyword: str = ""


class Module:
    """A file of a package and what reading it showed.

    `exports` is the object (or function, class, …) that importing it gives. `computed` counts assignments and
    calls whose effect on the exports only exists at run time. `typedefs` are doc comments that name types.
    """

    def __init__(self, package: Package, path: str, source: bytes) -> None:
        self.package = package
        self.path = path
        self.source = source
        self.root: Node | None = None
        """The syntax tree, while it is kept."""
        self.values: list[Value] = []
        """The values that hold a node of it."""
        self.opened: Callable[[Module], None] = _ignored
        """Is told when the tree is made again."""
        self.errors = 0
        self.computed = 0
        self.typedefs: list[Span] = []
        self.locals: dict[str, Local] = {}
        self.scope = Scope()
        self.namespace = Value(Form.OBJECT, self)
        """What `export` statements fill."""
        self.is_esm = False
        self.own = Value(Form.OBJECT, self, name="exports")
        """The `exports` object that CommonJS hands to every module."""
        self.box = Value(Form.OBJECT, self, name="module")
        """CommonJS's `module`."""
        self.top = Value(Form.OBJECT, self, name="this")
        """`this` of the outermost statements: what a wrapper calls `root`, and exports where nothing else does."""
        self.reader: Reader | None = None
        self.box.set("exports", Member(self.own))
        self.scope.names.update({"module": self.box, "exports": self.own, "this": self.top})

    @property
    def exports(self) -> Value:
        """What importing this module gives, once it has been read."""
        if self.is_esm:
            return self.namespace
        exports = self.box.members["exports"].value
        return self.top if exports is self.own and self.own.empty and self.top.members else exports

    @property
    def key(self) -> tuple[str, str]:
        """What tells this module from every other."""
        return self.package.artifact.purl, self.path

    def find(self, extent: Extent) -> Node | None:
        """Return the node at `extent`, in a tree made again where it is gone."""
        if self.root is None:
            self.root = parse(self.source)
            self.opened(self)
        if self.root is None:
            return None
        node = self.root.descendant_for_byte_range(extent.start, extent.end)
        while node is not None and node.type != extent.kind:
            node = node.parent
        return node

    def shut(self) -> None:
        """Let the tree go."""
        for value in self.values:
            value.shut()
        self.values.clear()
        self.root = None

    def close(self) -> None:
        """Give the names that `export` statements listed their values: the last ones they had."""
        for exported, (name, written, keyword) in self.locals.items():
            value = self.scope.find(name) or Value(Form.UNKNOWN, self)
            self.namespace.put(exported, Member(value, written, keyword))
