"""The file names of a distribution -> the modules that they are imported as.

A file whose name is no identifier (a script, a numbered migration) is no module: no statement imports it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from paredown.tree import Tree

COMPILED = (".so", ".pyd")
STUBS = "-stubs"
INSTALLED_AS_CODE = ("purelib", "platlib")


@dataclass(slots=True)
class Files:
    """The files of one module; each is a path in the tree, or empty."""

    source: str = ""
    stub: str = ""
    compiled: str = ""
    package: bool = False


@dataclass(frozen=True)
class Layout:
    """The modules of one distribution by dotted name. `described` are those that only a stub distribution gives."""

    modules: dict[str, Files] = field(default_factory=dict)
    described: frozenset[str] = frozenset()

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every dotted name that a module lies below."""
        found: set[str] = set()
        for module in self.modules:
            above = module.rpartition(".")[0]
            while above and above not in found:
                found.add(above)
                above = above.rpartition(".")[0]
        return frozenset(found)

    @cached_property
    def suites(self) -> frozenset[str]:
        """Packages named `test` that hold tests."""
        found: set[str] = set()
        for module in self.modules:
            above, _, name = module.rpartition(".")
            if (above == "test" or above.endswith(".test")) and (name.startswith("test_") or name == "conftest"):
                found.add(above)
        return frozenset(found)

    def top_level(self) -> tuple[str, ...]:
        """Return the names that an import of this distribution starts with, namespaces down to what they hold."""
        found: set[str] = set()
        for module in self.modules:
            if module.partition(".")[0] in self.described:
                continue
            parts = module.split(".")
            at = 1
            while at < len(parts) and not self._regular(".".join(parts[:at])):
                at += 1
            found.add(".".join(parts[:at]))
        return tuple(sorted(found))

    def _regular(self, module: str) -> bool:
        files = self.modules.get(module)
        return files is not None and files.package


def layout_of(names: Iterable[str]) -> Layout:
    """Return the layout of the files `names`."""
    modules: dict[str, Files] = {}
    described: set[str] = set()
    held: set[str] = set()
    for name in names:
        dot = name.rfind(".")
        suffix = name[dot:]
        if suffix not in (".py", ".pyi") and suffix not in COMPILED:
            continue
        parts = installed(name.split("/"))
        if suffix in COMPILED:
            # `_x.cpython-311-x86_64-linux-gnu.so` is imported as `_x`.
            parts[-1] = parts[-1].partition(".")[0]
        else:
            parts[-1] = parts[-1][: dot - len(name)]
        top = parts[0].removesuffix(STUBS)
        (described if top != parts[0] else held).add(top)
        parts[0] = top
        package = parts[-1] == "__init__"
        if package:
            parts.pop()
        if not parts or not all(part.isidentifier() for part in parts):
            continue
        files = modules.setdefault(".".join(parts), Files())
        _place(files, name, suffix, package=package)
    return Layout(modules, frozenset(described - held))


def _place(files: Files, name: str, suffix: str, *, package: bool) -> None:
    """Give `files` one more file; a package wins over a module of the same name, as in an import."""
    if package and not files.package:
        files.source = files.stub = files.compiled = ""
        files.package = True
    elif files.package and not package:
        return
    if suffix == ".py":
        files.source = name
    elif suffix == ".pyi":
        files.stub = name
    else:
        files.compiled = files.compiled or name


def installed(parts: list[str]) -> list[str]:
    """Return where a wheel's `x.data/purelib/…` is installed: at the top."""
    if len(parts) > 2 and parts[0].endswith(".data") and parts[1] in INSTALLED_AS_CODE:
        return parts[2:]
    return parts


def top_level(tree: Tree) -> tuple[str, ...]:
    """Return the importable top-level modules of a distribution; of a namespace, the name down to its first package.

    A stub distribution (`x-stubs/`) has none: it describes a module that another distribution holds.
    """
    names: Sequence[str] = tree.names()
    return layout_of(names).top_level()
