"""A module specifier, as it is written in a file -> the file of a package that it means there."""

from __future__ import annotations

import posixpath
from typing import NamedTuple

from paredown.harvest.entrypoints import package_of
from paredown.harvest.javascript.targets import Scripts, loose
from paredown.harvest.javascript.values import Form, How, Value
from paredown.harvest.package import Package
from paredown.names import plain

MAX_SHOWN = 80
"""Characters of a package's name in a reason."""
BUILT_IN = frozenset(
    (
        *("assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram"),
        *("diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module"),
        *("net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream"),
        *("string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi"),
        *("worker_threads", "zlib"),
    )
)


class Place(NamedTuple):
    """A file of a package."""

    package: Package
    path: str


class Nowhere(NamedTuple):
    """No file, and why; no reason for a module of the runtime, which is no gap of the package."""

    why: str = ""


class Specifiers:
    """Answers, each question once, which file a specifier means."""

    def __init__(self) -> None:
        self._scripts: dict[str, Scripts] = {}
        self._places: dict[tuple[str, str, str, How], Place | Nowhere] = {}

    def place(self, package: Package, path: str, specifier: str, how: How) -> Place | Nowhere:
        """Return what `specifier` means in the file at `path` of `package`."""
        folder = posixpath.dirname(path)
        key = (package.artifact.purl, folder, specifier, how)
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = self._locate(package, folder, specifier, how)
        return found

    def _locate(self, package: Package, folder: str, specifier: str, how: How) -> Place | Nowhere:
        if is_relative(specifier):
            path = posixpath.normpath(posixpath.join(folder, specifier))
            if path.startswith("..") or "\0" in path or "\\" in path:
                return Nowhere("re-exports what lies outside its package")
            found = loose(package.tree, path)
            return Place(package, found) if found else Nowhere("re-exports a file that is not there")
        if specifier.startswith("#"):
            found = self._of(package).find(specifier, how)
            return Place(package, found) if found else Nowhere("re-exports a private module that is not there")
        if is_built_in(specifier):
            return Nowhere()
        name = package_of(specifier)
        shown = plain(name)[:MAX_SHOWN]
        other = package if name == package.artifact.name else package.near(name)
        if other is None:
            return Nowhere(f"re-exports {shown}, which the graph does not have")
        found = self._of(other).find("." + specifier[len(name) :], how)
        return Place(other, found) if found else Nowhere(f"re-exports a module of {shown} that is not there")

    def _of(self, package: Package) -> Scripts:
        purl = package.artifact.purl
        if purl not in self._scripts:
            self._scripts[purl] = Scripts(package.tree)
        return self._scripts[purl]


def is_relative(specifier: str) -> bool:
    """Whether `specifier` means a file beside the one that it is written in."""
    return specifier.startswith(("./", "../")) or specifier in (".", "..")


def is_ours(specifier: str) -> bool:
    """Whether `specifier` means a file of the same package, as far as one sees."""
    return specifier.startswith((".", "#"))


def lies_here(function: Value) -> bool:
    """Whether a function lies in the package that calls it, as far as its module's specifier tells."""
    of: Value | None = function
    while of is not None and of.form is not Form.MODULE:
        if of.form in (Form.FUNCTION, Form.CLASS):
            return True
        of = of.of
    return of is not None and is_ours(of.name)


def is_built_in(specifier: str) -> bool:
    """Whether `specifier` means a module of the runtime."""
    return specifier.startswith("node:") or specifier.partition("/")[0] in BUILT_IN
