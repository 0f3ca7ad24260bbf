"""An npm package's manifest -> the scripts that importing and requiring its modules run.

A module may be two files: what `import` gives and what `require` gives. Both are the package's surface.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from paredown.harvest.entrypoints import EntryPoint, Modules, manifest
from paredown.harvest.javascript.values import How
from paredown.tree import Refused, Tree

CONDITIONS = {How.IMPORT: ("import", "node", "default"), How.REQUIRE: ("require", "node", "default")}
FIELDS = {How.IMPORT: ("module", "main"), How.REQUIRE: ("main",)}
ENDINGS = (".js", ".json", ".cjs", ".mjs", ".jsx")
MAX_FOLDERS = 8
"""Manifests that may send on to each other."""


class Scripts:
    """The modules of one package, as its `package.json` opens them."""

    def __init__(self, tree: Tree) -> None:
        found = manifest(tree)
        self.refused: Refused | None = found if isinstance(found, Refused) else None
        self._content = {} if isinstance(found, Refused) else found
        self._tree = tree
        self._modules = {how: Modules(tree, self._content, conditions) for how, conditions in CONDITIONS.items()}
        self._maps = self._content.get("exports") is not None

    def find(self, subpath: str, how: How) -> str | None:
        """Return the file of `.`, `./sub` or `#private`, None when there is no such module."""
        if self._maps or subpath.startswith("#"):
            found = self._modules[how].find(subpath)
            return found if isinstance(found, str) else None
        return self._root(how) if subpath == "." else loose(self._tree, subpath[2:])

    def entry_points(self, name: str) -> Iterator[EntryPoint | Refused]:
        """Yield the scripts of every module imported as `name…`, shortest specifiers first, what `import` gives first.

        What the manifest names and is not there is `Refused`.
        """
        if self.refused is not None:
            yield self.refused
        subpaths: list[str] = []
        rooted = any(self.find(".", how) for how in How)
        for subpath in self._modules[How.IMPORT].subpaths():
            if isinstance(subpath, Refused):
                yield subpath
            elif subpath == "." or self._maps or not rooted or self._tree.has(f"{subpath[2:]}/package.json"):
                subpaths.append(subpath)
        for subpath in sorted(dict.fromkeys(subpaths), key=lambda s: (len(s), s)):
            found = [self.find(subpath, how) for how in How]
            for path in dict.fromkeys(found):
                if path is not None:
                    yield EntryPoint(name + subpath[1:], path)
            if not any(found):
                why = self._modules[How.IMPORT].find(subpath)
                if isinstance(why, Refused):
                    yield why

    def _root(self, how: How) -> str | None:
        for field in FIELDS[how]:
            value = self._content.get(field)
            if isinstance(value, str) and value:
                found = loose(self._tree, posixpath.normpath(value))
                if found:
                    return found
        return loose(self._tree, "index")


def loose(tree: Tree, path: str) -> str | None:
    """Return the script or JSON file that `require` takes for `path`: in full, without its ending, or a folder."""
    for _ in range(MAX_FOLDERS):
        if path.startswith(("..", "/")) or "\\" in path or "\0" in path:
            return None
        if path.endswith(ENDINGS) and tree.has(path):
            return path
        stems = (path, posixpath.join(path, "index")) if path != "." else ("index",)
        found = _ended(tree, stems[0]) if path != "." else None
        if found:
            return found
        inner = manifest(tree, path if path != "." else "")
        main = None if isinstance(inner, Refused) else inner.get("main")
        if path == "." or not isinstance(main, str) or not main:
            return _ended(tree, stems[-1])
        moved = posixpath.normpath(posixpath.join(path, main))
        if moved == path:
            return _ended(tree, stems[-1])
        if _ended(tree, moved) is None and not tree.has(moved) and not tree.has(f"{moved}/package.json"):
            found = _ended(tree, posixpath.join(moved, "index")) or _ended(tree, stems[-1])
            if found:
                return found
        path = moved
    return None


def _ended(tree: Tree, stem: str) -> str | None:
    return next((stem + ending for ending in ENDINGS if tree.has(stem + ending)), None)
