"""An npm package's manifest -> the modules a caller may import from it, and the file each of them is.

`conditions` are those of an `exports` map. With `types` among them the files are declarations (a `.js` target
stands for the `.d.ts` beside it), without it they are scripts. `import` gets a second pass as `require` for what
only CommonJS reaches.
"""

from __future__ import annotations

import json
import posixpath
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from paredown.errors import UnreadableFile
from paredown.harvest.conditions import Table, by_length, holds, long_form, newest, older
from paredown.tree import Refused, Tree

MANIFEST = "package.json"
MAX_ENTRY_POINTS = 50_000
"""Candidates that the patterns of one manifest may bring; real packages stay below 20,000."""
SCRIPTS = (".js", ".mjs", ".cjs")
DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")
BESIDE = {
    ".js": (".d.ts", ".ts", ".tsx", ".d.mts", ".d.cts"),
    ".jsx": (".d.ts", ".tsx"),
    ".mjs": (".d.mts", ".mts", ".d.ts"),
    ".cjs": (".d.cts", ".cts", ".d.ts"),
    ".ts": (".d.ts", ".ts"),
    ".tsx": (".d.ts", ".tsx"),
    ".mts": (".d.mts", ".mts"),
    ".cts": (".d.cts", ".cts"),
}
"""For a file named by a manifest, the endings under which its declarations may lie, best first."""
LEAVES = "leaves the folder of its package"

Manifest = Table


class EntryPoint(NamedTuple):
    """A module that a caller may import, and the file that it is."""

    specifier: str
    path: str


class _Excluded(NamedTuple):
    """A `null` target: the manifest takes the module back."""


EXCLUDED = _Excluded()
Found = str | Refused | _Excluded | None


def module_name(package: str) -> str:
    """Return the module that `package` declares: `@types/a__b` -> `@a/b`, any other its own name."""
    if not package.startswith("@types/"):
        return package
    scope, mangled, name = package.removeprefix("@types/").partition("__")
    return f"@{scope}/{name}" if mangled else scope


def types_package(module: str) -> str:
    """Return the package that would declare `module` on its behalf: `@a/b` -> `@types/a__b`."""
    return "@types/" + module.removeprefix("@").replace("/", "__")


def package_of(specifier: str) -> str:
    """Return the package part of a specifier: `@a/b/c` -> `@a/b`, `a/b` -> `a`."""
    parts = specifier.split("/")
    return "/".join(parts[: 2 if specifier.startswith("@") else 1])


def manifest(tree: Tree, folder: str = "") -> Manifest | Refused:
    """Return `package.json` of `folder` as a mapping, empty where there is none."""
    path = posixpath.join(folder, MANIFEST)
    if not tree.has(path):
        return {}
    try:
        content = json.loads(tree.read(path))
    except UnreadableFile as error:
        return Refused(path, error.reason)
    except (ValueError, RecursionError):
        return Refused(path, "is not JSON")
    return content if isinstance(content, dict) else Refused(path, "is not a JSON object")


def entry_points(tree: Tree, name: str, conditions: tuple[str, ...]) -> Iterator[EntryPoint | Refused]:
    """Yield every module of the package imported as `name`, the root first, each specifier once.

    What the manifest names and is not there, or must not be read, is `Refused`.
    """
    found = manifest(tree)
    if isinstance(found, Refused):
        yield found
        found = {}
    package = Modules(tree, found, conditions)
    seen: set[str] = set()
    for subpath in package.subpaths():
        if isinstance(subpath, Refused):
            yield subpath
            continue
        specifier = name + subpath[1:]
        if specifier in seen:
            continue
        seen.add(specifier)
        path = package.find(subpath)
        if isinstance(path, str):
            yield EntryPoint(specifier, path)
        elif isinstance(path, Refused):
            yield path


class Modules:
    """The modules of one package, by subpath: `.` is the root, `./sub` a deep one, `#x` a private one."""

    def __init__(self, tree: Tree, content: Manifest, conditions: tuple[str, ...]) -> None:
        self.tree = tree
        self.files = frozenset(tree.names())
        self.content = content
        self.typed = "types" in conditions
        self.exports = long_form(content.get("exports"))
        self._passes = [conditions]
        if "import" in conditions and "require" not in conditions:
            self._passes.append(tuple("require" if c == "import" else c for c in conditions))
        imports = content.get("imports")
        self._imports: Manifest = imports if isinstance(imports, dict) else {}
        self._patterns = {id(m): by_length(m) for m in (self.exports, self._imports)}
        self._remapped = newest(content.get("typesVersions")) if self.typed else {}
        self._older = older(content.get("typesVersions"), self._remapped) if self.typed else ()

    def find(self, subpath: str) -> Found:
        """Return the file of `subpath`; a `Refused` says why it cannot be, None that there is no such module."""
        if subpath.startswith("#"):
            return self._mapped(self._imports, subpath)
        if not self.exports:
            return self.folder("") if subpath == "." else self._deep(subpath[2:])
        path = self._mapped(self.exports, subpath)
        if subpath == "." and self.typed and not isinstance(path, str):
            fallback = self.folder("")
            return fallback if isinstance(fallback, str) else path
        return path

    def subpaths(self) -> Iterator[str | Refused]:
        """Yield the subpaths that the manifest opens, patterns spelled out; some may turn out to have no file."""
        yield "."
        if not self.exports:
            yield from self._folders()
            return
        budget = MAX_ENTRY_POINTS
        for key, target in self.exports.items():
            if "*" not in key:
                yield key
                continue
            for subpath in self._spelled_out(key, target):
                budget -= 1
                if budget < 0:
                    yield Refused(MANIFEST, f"its patterns match more than {MAX_ENTRY_POINTS:,} files")
                    return
                yield subpath

    def _mapped(self, table: Manifest, subpath: str) -> Found:
        target, star = table.get(subpath), ""
        if "*" in subpath or subpath not in table:
            for key in self._patterns[id(table)]:
                head, _, tail = key.partition("*")
                if subpath.startswith(head) and subpath.endswith(tail) and len(subpath) >= len(head) + len(tail):
                    target, star = table[key], subpath[len(head) : len(subpath) - len(tail)]
                    break
            else:
                return None
        last: Found = None
        for conditions in self._passes:
            found = self._target(target, star, conditions)
            if isinstance(found, str):
                return found
            last = last or found
        return last

    def _target(self, target: object, star: str, conditions: tuple[str, ...]) -> Found:
        missing: Refused | None = None
        stack = [target]
        while stack:
            top = stack.pop()
            if top is None:
                return missing or EXCLUDED
            if isinstance(top, dict):
                stack.extend(reversed([value for key, value in top.items() if holds(key, conditions)]))
            elif isinstance(top, list):
                stack.extend(reversed(top))
            elif isinstance(top, str):
                found = self._exact(top.replace("*", star))
                if isinstance(found, str):
                    return found
                missing = missing or found
        return missing

    def _exact(self, target: str) -> str | Refused | None:
        """Return the file of an `exports` target, which is spelled in full; None for what is no code."""
        if not target.startswith("./") or not {"..", ".", "node_modules"}.isdisjoint(target[2:].split("/")):
            return Refused(MANIFEST, "a target of exports " + LEAVES)
        path = posixpath.normpath(target)
        ending = _ending(path)
        if ending in DECLARATIONS:
            if not self.typed:
                return None
        elif ending not in BESIDE or (not self.typed and ending not in SCRIPTS):
            return None
        found = self._file(path)
        if found is None:
            return Refused(path, "is named by package.json and has no declarations" if self.typed else "is not there")
        return found

    def _file(self, path: str) -> str | None:
        """Return the file that `path`, with its ending, stands for."""
        ending = _ending(path)
        if not self.typed or ending in DECLARATIONS or ending not in BESIDE:
            return path if path in self.files else None
        stem = path.removesuffix(ending)
        return next((stem + e for e in BESIDE[ending] if stem + e in self.files), None)

    def loose(self, path: str) -> str | None:
        """Return the file of a path as `main` or an import may spell it: without its ending, or a folder."""
        endings = (*DECLARATIONS, ".ts", ".tsx") if self.typed else SCRIPTS
        found = self._file(path) if _ending(path) in BESIDE or _ending(path) in DECLARATIONS else None
        if found:
            return found
        for stem in (path, posixpath.normpath(posixpath.join(path, "index"))):
            for ending in endings:
                if stem + ending in self.files:
                    return stem + ending
        return None

    def folder(self, folder: str) -> Found:
        """Return the file that importing a folder gives, by the fields of its own manifest; empty is the root."""
        content = manifest(self.tree, folder) if folder else self.content
        if isinstance(content, Refused):
            return content
        typed, scripts = ("types", "typings"), ("module", "main")
        missing: Refused | None = None
        for field in (*typed, "main", "module") if self.typed else scripts:
            value = content.get(field)
            if not isinstance(value, str) or not value:
                continue
            path = posixpath.normpath(posixpath.join(folder, value))
            if path.startswith(("..", "/")) or "\\" in path or "\0" in path:
                missing = missing or Refused(MANIFEST, f"its {field} " + LEAVES)
                continue
            found = (None if folder else self._versioned(path)) or self.loose(path)
            if found:
                return found
            if field not in scripts or not self.typed:
                missing = missing or Refused(path, "is named by package.json and is not there")
        return self._versioned("index") or self.loose(posixpath.join(folder, "index")) or missing

    def _deep(self, path: str) -> Found:
        if path.startswith(("/", "../")) or "/../" in path:
            return Refused(MANIFEST, "a module " + LEAVES)
        found = self._versioned(path) or (self.loose(path) if f"{path}/{MANIFEST}" not in self.files else None)
        return found or (self.folder(path) if f"{path}/{MANIFEST}" in self.files else None)

    def _versioned(self, path: str) -> str | None:
        """Return where `typesVersions` moves `path`, for the newest compiler."""
        for key in (path, *by_length(self._remapped)):
            if key not in self._remapped:
                continue
            head, star, tail = key.partition("*")
            if star and not (path.startswith(head) and path.endswith(tail)):
                continue
            targets = self._remapped[key]
            for target in targets if isinstance(targets, list) else ():
                middle = path[len(head) : len(path) - len(tail)] if star else ""
                moved = posixpath.normpath(str(target).replace("*", middle))
                found = None if moved.startswith(("..", "/")) else self.loose(moved)
                if found:
                    return found
            return None
        return None

    def _folders(self) -> Iterator[str | Refused]:
        """Yield what a package without `exports` opens: folders with a manifest of their own, and loose files."""
        for key in self._remapped:
            if "*" not in key and key not in ("index", "index.d.ts"):
                yield "./" + key.removesuffix(".d.ts").removeprefix("./")
        endings = DECLARATIONS if self.typed else SCRIPTS
        loose: list[str] = []
        for path in self.tree.names():
            if "node_modules/" in path or path.startswith(self._older):
                continue
            folder, _, base = path.rpartition("/")
            ending = _ending(base)
            if base == MANIFEST and folder and self._opens(folder):
                yield "./" + folder
            elif ending in endings and base.removesuffix(ending) == "index" and folder and "/" not in folder:
                loose.append("./" + folder)
            elif ending in endings and not folder and path != "index" + ending:
                loose.append("./" + path.removesuffix(ending))
        # A package of declarations mirrors the files of another, so each of its files is a module of that one.
        if str(self.content.get("name", "")).startswith("@types/") or not isinstance(self.find("."), str):
            yield from loose

    def _opens(self, folder: str) -> bool:
        content = manifest(self.tree, folder)
        if isinstance(content, Refused):
            return True
        return any(isinstance(content.get(field), str) for field in ("main", "module", "types", "typings"))

    def _spelled_out(self, key: str, target: object) -> Iterator[str]:
        """Yield the subpaths that a pattern of `exports` stands for, one for each file its targets match."""
        names = self.tree.names()
        stack = [target]
        while stack:
            top = stack.pop()
            if isinstance(top, dict):
                stack.extend(v for k, v in top.items() if any(holds(k, conditions) for conditions in self._passes))
            elif isinstance(top, list):
                stack.extend(top)
            elif isinstance(top, str) and top.count("*") == 1 and top.startswith("./"):
                head, _, tail = top[2:].partition("*")
                for path in names[bisect_left(names, head) :]:
                    if not path.startswith(head):
                        break
                    star = self._star(path, len(head), tail)
                    if star and "node_modules/" not in path and not path.startswith(self._older):
                        yield key.replace("*", star)

    def _star(self, path: str, head: int, tail: str) -> str | None:
        """Return what `*` stands for when `path` is, or declares, a file that ends in `tail`."""
        ending = _ending(path)
        if not self.typed:
            matches = ending in SCRIPTS and path.endswith(tail) and len(path) > head + len(tail)
            return path[head : len(path) - len(tail)] if matches else None
        stem = path.removesuffix(ending)
        for spelled in (e for e, beside in BESIDE.items() if ending in beside):
            if (stem + spelled).endswith(tail) and len(stem + spelled) > head + len(tail):
                return (stem + spelled)[head : len(stem + spelled) - len(tail)]
        if ending in DECLARATIONS and path.endswith(tail) and len(path) > head + len(tail):
            return path[head : len(path) - len(tail)]
        return None


def _ending(path: str) -> str:
    """Return the ending with its dot; `.d.ts` is one ending."""
    if path.endswith(DECLARATIONS):
        return path[-5:] if path.endswith(".d.ts") else path[-6:]
    dot = path.rfind(".")
    return path[dot:] if dot > path.rfind("/") + 1 else ""
