"""Files of packages -> modules, each read once, with few syntax trees kept and every gap noted."""

from __future__ import annotations

from collections import Counter

from paredown.errors import UnreadableFile
from paredown.harvest.javascript.locate import Nowhere, Specifiers
from paredown.harvest.javascript.module import Module
from paredown.harvest.javascript.reader import Reader
from paredown.harvest.javascript.sealing import seal
from paredown.harvest.javascript.syntax import PATIENCE
from paredown.harvest.javascript.values import Form, Member, Value
from paredown.harvest.package import Package

MAX_SOURCE = 24 * 1024 * 1024
"""Bytes of source that one artifact's surface may need; three, the largest that was met, needs 18 million."""
MAX_OPEN = 1024 * 1024
"""Bytes of source whose syntax trees are kept at once."""
COMPUTED = "exports computed at run time"


class Library:
    """The modules that one harvest looks into, and what could not be read of them.

    `unread` counts reasons by package URL and path; a reason that is not counted has 0.
    """

    def __init__(self) -> None:
        self.unread: dict[tuple[str, str], Counter[str]] = {}
        self.packages: dict[str, Package] = {}
        self.modules: dict[tuple[str, str], Module] = {}
        self.fresh: list[Module] = []
        """Modules whose effects on others nobody has looked at yet."""
        self._missing: set[tuple[str, str]] = set()
        self._specifiers = Specifiers()
        self._trees: dict[tuple[str, str], Module] = {}
        self._open = 0
        self._size = 0

    def module(self, package: Package, path: str) -> Module | None:
        """Return the module at `path`, read; None when it cannot be, which is noted."""
        key = (package.artifact.purl, path)
        found = self.modules.get(key)
        if found is not None or key in self._missing:
            return found
        source = self._source(package, path)
        if source is None:
            self._missing.add(key)
            return None
        module = self.modules[key] = Module(package, path, source)
        if path.endswith(".json"):
            module.box.set("exports", Member(Value(Form.LITERAL, module)))
            return module
        self.fresh.append(module)
        module.reader = Reader(module)
        module.opened = self._keep
        if module.reader.read():
            self._keep(module)
        else:
            self.note(package, path, f"was not parsed within {PATIENCE:.0f} seconds")
        return module

    def meant(self, value: Value) -> Module | None:
        """Return the module that a specifier means where it is written; None is noted with its reason."""
        here = value.module
        place = self._specifiers.place(here.package, here.path, value.name, value.how)
        if not isinstance(place, Nowhere):
            return self.module(place.package, place.path)
        if place.why:
            self.note(here.package, here.path, place.why)
        return None

    def note(self, package: Package, path: str, why: str, count: int = 0) -> None:
        """Remember why something at `path` was not read, and how much of it where that was counted."""
        self.packages[package.artifact.purl] = package
        self.unread.setdefault((package.artifact.purl, path), Counter())[why] += count

    def close(self) -> None:
        """Let every tree go; modules and values refer to each other, so nothing else would soon."""
        for module in self.modules.values():
            module.shut()
            module.reader = None

    def _source(self, package: Package, path: str) -> bytes | None:
        try:
            source = package.tree.read(path)
        except UnreadableFile as error:
            self.note(package, path, error.reason)
            return None
        self._size += len(source)
        if self._size > MAX_SOURCE:
            self.note(package, path, f"lies behind {MAX_SOURCE:,} bytes of other source")
            return None
        return source

    def _keep(self, module: Module) -> None:
        """Keep the tree of `module`, and of the others the latest that together are not too large."""
        self._trees[module.key] = module
        self._open += len(module.source)
        while self._open > MAX_OPEN and len(self._trees) > 1:
            key, oldest = next(iter(self._trees.items()))
            if oldest is module or (oldest.reader is not None and oldest.reader.is_active):
                break
            del self._trees[key]
            self._open -= len(oldest.source)
            seal(oldest)
