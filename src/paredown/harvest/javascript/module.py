"""One file -> its module-level names and what it exports, as values that `settle` can look into."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from paredown.harvest.javascript.values import Form, Member, Scope, Value
from paredown.harvest.package import Package
from paredown.harvest.text import Span

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.reader import Reader


class Local(NamedTuple):
    """An `export` of a name of this module: the value is looked up when the whole module has been read."""

    name: str
    node: Node
    doc: Span | None
    keyword: str


class Module:
    """A file of a package and what reading it showed.

    `exports` is the object (or function, class, …) that importing it gives. `computed` counts assignments and
    calls whose effect on the exports only exists at run time. `typedefs` are doc comments that name types.
    """

    def __init__(self, package: Package, path: str, source: bytes) -> None:
        self.package = package
        self.path = path
        self.source = source
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
        return self.top if exports is self.own and self.own.blank and self.top.members else exports

    @property
    def key(self) -> tuple[str, str]:
        """What tells this module from every other."""
        return self.package.artifact.purl, self.path

    def close(self) -> None:
        """Give the names that `export` statements listed their values: the last ones they had."""
        for exported, (name, node, doc, keyword) in self.locals.items():
            value = self.scope.find(name) or Value(Form.UNKNOWN, self, node)
            self.namespace.put(exported, Member(value, node, doc, keyword))
