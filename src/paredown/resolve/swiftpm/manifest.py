"""A Package.swift -> its products, dependencies and targets, read and never run, and what could not be told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from paredown.resolve.swiftpm.naming import identity, legal
from paredown.resolve.swiftpm.scan import Scanned, scan
from paredown.resolve.swiftpm.syntax import parse
from paredown.resolve.swiftpm.values import Call, Either, Evaluator, Gap, Value, flat

KINDS = {
    "target": "target",
    "executableTarget": "executable",
    "testTarget": "test",
    "macro": "macro",
    "plugin": "plugin",
    "systemLibrary": "system",
    "binaryTarget": "binary",
}
"""The calls that make a target, and what each is."""
MOST = 20_000
"""Products, targets, dependencies of one manifest."""
UNTOLD = "is an expression that only running the manifest could tell"
CONDITIONAL = "depends on a condition that only running the manifest could tell; every branch is read"
LOOPED = "changes the dependencies of targets in a way that only running the manifest could tell"


Read = TypeVar("Read")


class Untold(NamedTuple):
    """A line of a manifest that could not be read for certain, and why."""

    line: int
    why: str


class Need(NamedTuple):
    """What a target depends on: a product of `package`, or whatever is called `name` when that is empty."""

    name: str
    package: str
    line: int
    own: bool = False


class Product(NamedTuple):
    """A product and the targets that it is made of."""

    name: str
    kind: str
    targets: tuple[str, ...]


class Dependency(NamedTuple):
    """A package that the manifest names: at an address or, when `local`, in a folder."""

    identity: str
    location: str
    local: bool
    alias: str
    line: int


class Target(NamedTuple):
    """A target; `path`, `sources` and `exclude` are as written, relative to the package."""

    name: str
    kind: str
    needs: tuple[Need, ...]
    path: str
    sources: tuple[str, ...]
    exclude: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A package as its manifest describes it."""

    name: str = ""
    products: tuple[Product, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    targets: tuple[Target, ...] = ()
    untold: tuple[Untold, ...] = ()


def read_manifest(source: bytes) -> Manifest | None:
    """Return what `source` describes, or None when it describes no package."""
    root = parse(source)
    if root is None:
        return None
    scanned = scan(root)
    return _Reader(scanned).manifest() if scanned.package is not None else None


class _Reader:
    """Reads the lists of one package."""

    def __init__(self, scanned: Scanned) -> None:
        self._scanned = scanned
        self._evaluator = Evaluator(scanned.names)
        self._untold: dict[Untold, None] = {}

    def manifest(self) -> Manifest:
        assert self._scanned.package is not None
        package = self._evaluator.value(self._scanned.package)
        call = package if isinstance(package, Call) else Call("Package", (), 0)
        name = call.get("name")
        for line in self._scanned.gaps:
            self._untold[Untold(line, LOOPED)] = None
        products = tuple(self._list(call, "products", self._product))
        dependencies = tuple(self._list(call, "dependencies", self._dependency))
        targets: dict[str, Target] = {}
        for target in self._list(call, "targets", self._target):
            # Where branches make two of one name, the first is the one that is not for tests alone.
            targets.setdefault(target.name, target)
        return Manifest(
            name=name if isinstance(name, str) and legal(name) else "",
            products=products,
            dependencies=dependencies,
            targets=tuple(targets.values()),
            untold=tuple(self._untold),
        )

    def _list(self, call: Call, name: str, read: Callable[[Call | str], Read | None]) -> Iterator[Read]:
        values = list(self._values(call.get(name)))
        for node, conditional in self._scanned.filled[name]:
            added = list(self._values(self._evaluator.value(node)))
            if conditional and added:
                self._untold[Untold(node.start_point[0] + 1, CONDITIONAL)] = None
            values.extend(added)
        for value in values[:MOST]:
            found = read(value)
            if found is not None:
                yield found

    def _values(self, value: Value) -> Iterator[Call | str]:
        """Yield what of a value can be told; the rest is noted."""
        self._note(value)
        for one in flat((value,)):
            if isinstance(one, Call | str):
                yield one

    def _note(self, value: Value) -> None:
        stack = [value]
        while stack:
            top = stack.pop()
            if isinstance(top, Gap):
                self._untold[Untold(top.line, UNTOLD)] = None
            elif isinstance(top, Either):
                self._untold[Untold(top.line, CONDITIONAL)] = None
                stack.extend(top.values)
            elif isinstance(top, tuple):
                stack.extend(top)

    def _product(self, value: Call | str) -> Product | None:
        if isinstance(value, str) or value.name not in ("library", "executable", "plugin"):
            return None
        name = self._name(value.get("name"), value.line)
        return Product(name, value.name, tuple(self._texts(value.get("targets")))) if name else None

    def _dependency(self, value: Call | str) -> Dependency | None:
        if isinstance(value, str) or value.name != "package":
            return None
        alias = value.get("name")
        for label in ("url", "path", "id"):
            location = value.get(label)
            if isinstance(location, str) and legal(location.strip("/") or "/"):
                named = location.lower() if label == "id" else identity(location)
                called = alias if isinstance(alias, str) else ""
                return Dependency(named, location, label == "path", called, value.line)
        self._untold[Untold(value.line, UNTOLD)] = None
        return None

    def _target(self, value: Call | str) -> Target | None:
        if isinstance(value, str) or value.name not in KINDS:
            return None
        name = self._name(value.get("name"), value.line)
        if not name:
            return None
        path = value.get("path")
        needs = [need for one in self._values(value.get("dependencies")) if (need := self._need(one, value.line))]
        return Target(
            name,
            KINDS[value.name],
            tuple(dict.fromkeys(needs)),
            path if isinstance(path, str) else "",
            tuple(self._texts(value.get("sources"))),
            tuple(self._texts(value.get("exclude"))),
        )

    def _need(self, value: Call | str, line: int) -> Need | None:
        if isinstance(value, str):
            return Need(value, "", line) if legal(value) else None
        if value.name not in ("product", "target", "byName"):
            self._untold[Untold(value.line, UNTOLD)] = None
            return None
        given = value.get("name")
        name = self._name(given if given is not None else value.first(), value.line)
        package = value.get("package")
        if not name:
            return None
        return Need(name, package if isinstance(package, str) else "", value.line, value.name == "target")

    def _name(self, value: Value, line: int) -> str:
        if isinstance(value, str) and legal(value):
            return value
        self._untold[Untold(line, UNTOLD)] = None
        return ""

    def _texts(self, value: Value) -> Iterator[str]:
        return (one for one in self._values(value) if isinstance(one, str))
