"""A distribution -> its modules, each read once and only when something public may come from it."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.errors import UnreadableFile
from paredown.harvest.package import Package
from paredown.harvest.python.facts import Binding, Facts, Rank
from paredown.harvest.python.grammar import parse
from paredown.harvest.python.imports import Home, bind_imports
from paredown.harvest.python.layout import Files, layout_of
from paredown.harvest.python.scan import scan
from paredown.harvest.python.source import utf8
from paredown.model import Unread
from paredown.names import plain

COMPILED = "compiled, without a stub"
MOST_PENDING = 100
"""Import statements that are looked through for one name; more are all bound at once."""
ABSENT = "the module {} is not at hand; what is re-exported from it is missing"
LOST = "takes a parser longer than any real source"


@dataclass(slots=True, eq=False)
class Page:
    """One module that has been read. `code` is the module beside a stub: it holds the documentation."""

    library: Library
    module: str
    path: str
    home: Home
    stub: bool
    source: bytes
    facts: Facts
    _pending: list[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._pending = list(self.facts.pending)

    def bindings(self, name: str) -> list[Binding] | None:
        """Return what binds `name` in this module, or None."""
        found = self.facts.table.get(name)
        if found is None and self._pending:
            self.bind_pending(name)
            found = self.facts.table.get(name)
        return found

    def bind_pending(self, name: str = "") -> None:
        """Bind the imports that may bind `name`, or all of them."""
        sought = name.encode() if len(self._pending) <= MOST_PENDING else b""
        left: list[bytes] = []
        for statement in self._pending:
            if sought in statement:
                text = statement.decode("utf-8", "replace")
                bind_imports(text, self.home, Rank.TAKEN, self.facts.table, [])
            else:
                left.append(statement)
        self._pending = left

    def inside(self, module: str) -> bool:
        """Whether `module` lies in the subtree of this package."""
        return module == self.module or module.startswith(self.module + ".")


class Outside(NamedTuple):
    """A module that is not at hand: `standard` says that it is Python's own."""

    top: str
    standard: bool


class Place(NamedTuple):
    """A module or namespace of a distribution; it need not be readable."""

    library: Library
    module: str


@dataclass(slots=True, eq=False)
class Library:
    """One distribution, and everything that could not be read of it so far."""

    package: Package
    neighbours: dict[str, Library]
    """Every library of this harvest by package URL, shared between them."""
    files: dict[str, Files] = field(init=False)
    folders: frozenset[str] = field(init=False)
    suites: frozenset[str] = field(init=False)
    tops: frozenset[str] = field(init=False)
    """Its importable top-level modules."""
    unread: dict[tuple[str, str], Unread] = field(init=False, default_factory=dict)
    _pages: dict[str, Page | None] = field(init=False, default_factory=dict)
    _codes: dict[str, Page | None] = field(init=False, default_factory=dict)
    _near: dict[str, Library | None] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.neighbours[self.package.artifact.purl] = self
        layout = layout_of(self.package.tree.names())
        self.files = layout.modules
        self.folders = layout.folders
        self.suites = layout.suites
        self.tops = frozenset(layout.top_level())

    def holds(self, module: str) -> bool:
        """Whether `module` is a module or a namespace of this distribution."""
        return module in self.files or module in self.folders

    def locate(self, module: str) -> Place | Outside | None:
        """Return where an import of `module` leads; None when it should be here, or next door, and is not."""
        if self.holds(module):
            return Place(self, module)
        top = module.partition(".")[0]
        if top in sys.stdlib_module_names:
            return Outside(top, True)
        parts = module.split(".")
        known = self.holds(top)
        for length in range(1, len(parts) + 1):
            neighbour = self._neighbour(".".join(parts[:length]))
            if neighbour is not None:
                known = True
                if neighbour.holds(module):
                    return Place(neighbour, module)
        return None if known else Outside(top, False)

    def _neighbour(self, name: str) -> Library | None:
        if name not in self._near:
            package = self.package.near(name)
            if package is None:
                self._near[name] = None
            else:
                known = self.neighbours.get(package.artifact.purl)
                self._near[name] = known or Library(package, self.neighbours)
        return self._near[name]

    def page(self, module: str) -> Page | None:
        """Return the module, or None where there is nothing to read."""
        if module not in self._pages:
            files = self.files.get(module)
            path = (files.stub or files.source) if files else ""
            self._pages[module] = self._read(module, path) if path else None
        return self._pages[module]

    def code(self, page: Page) -> Page | None:
        """Return the module that the stub `page` describes, for its documentation."""
        if page.module not in self._codes:
            path = self.files[page.module].source if page.stub else ""
            self._codes[page.module] = self._read(page.module, path) if path else None
        return self._codes[page.module]

    def compiled(self, module: str) -> bool:
        """Whether `module` is machine code that nothing describes."""
        files = self.files.get(module)
        return files is not None and bool(files.compiled) and not files.source and not files.stub

    def note(self, path: str, why: str) -> None:
        """Remember once that something could not be read."""
        self.unread.setdefault((path, why), self.package.unread(plain(path), why))

    def note_absent(self, outside: Outside) -> None:
        """Remember that names come from a module that is not at hand; Python's own are no gap."""
        if not outside.standard:
            self.note("", ABSENT.format(plain(outside.top)))

    def note_compiled(self, module: str) -> None:
        """Remember that `module` is machine code that nothing describes."""
        self.note(self.files[module].compiled, COMPILED)

    def _read(self, module: str, path: str) -> Page | None:
        try:
            content = self.package.tree.read(path)
        except UnreadableFile as error:
            self.note(path, error.reason)
            return None
        text = utf8(content)
        if text.why:
            self.note(path, text.why)
        if not text.content and text.why:
            return None
        stub = path.endswith(".pyi")
        home = Home(module, self.files[module].package)
        parsed = parse(text.content)
        if parsed is None:
            self.note(path, LOST)
            return None
        facts = scan(text.content, parsed, home, stub=stub)
        if facts.errors:
            self.note(path, f"parsed with {facts.errors:,} errors; some declarations may be missing")
        return Page(self, module, path, home, stub, text.content, facts)
