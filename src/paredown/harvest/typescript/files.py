"""A package's tree -> its declaration files as scopes, each read once."""

from __future__ import annotations

import posixpath
import re

from tree_sitter import Parser

from paredown.errors import UnreadableFile
from paredown.harvest.entrypoints import DECLARATIONS, Modules, manifest, module_name
from paredown.harvest.package import Package
from paredown.harvest.typescript.draft import Scope
from paredown.harvest.typescript.parse import PARSE_SECONDS, pieces
from paredown.harvest.typescript.statements import read_scope
from paredown.model import Unread
from paredown.tree import Refused

CONDITIONS = ("types", "import", "node", "default")
SPEAKS = re.compile(rb"\bdeclare\s+(?:module|global|namespace)\b|^[ \t]*global\s*\{", re.MULTILINE)
"""What lets a file say something that nobody imports by name."""
IS_MODULE = re.compile(rb"^[ \t]*(?:export|import)\b", re.MULTILINE)
ASKED = re.compile(
    rb"""(?:\bfrom|\bimport|\brequire)\s*+\(?+\s*+["']([^"'\n]+)["']|<reference\s+path\s*=\s*["']([^"'\n]+)"""
)


class File:
    """One declaration file, reduced to its scope; `folder` is where it lies, with a slash at the end."""

    __slots__ = ("folder", "library", "path", "scope")

    def __init__(self, library: Library, path: str, scope: Scope) -> None:
        self.library = library
        self.path = path
        self.folder = path[: path.rfind("/") + 1]
        self.scope = scope


class Library:
    """The declaration files of one package. What cannot be read is in `unread`, once."""

    def __init__(self, package: Package, parser: Parser) -> None:
        content = manifest(package.tree)
        self.package = package
        self.name = module_name(package.artifact.name)
        self.modules = Modules(package.tree, {} if isinstance(content, Refused) else content, CONDITIONS)
        self.unread: dict[tuple[str, str], Unread] = {}
        self._parser = parser
        self._files: dict[str, File | None] = {}
        self._beside: dict[tuple[str, str], str | None] = {}
        self._light: dict[str, bytes] = {}

    def refuse(self, path: str, why: str) -> None:
        """Remember that something of `path` could not be read."""
        self.unread.setdefault((path, why), self.package.unread(path, why))

    def known(self) -> list[File]:
        """Return the files read so far."""
        return [file for file in self._files.values() if file is not None]

    def file(self, path: str) -> File | None:
        """Return the file at `path`, parsed at its first use; None when it cannot be read."""
        if path in self._files:
            return self._files[path]
        self._files[path] = None
        source = self._read(path)
        if source is None:
            return None
        parsed = pieces(source, self._parser)
        if not parsed:
            self.refuse(path, f"takes more than {PARSE_SECONDS:.0f} s to parse")
            return None
        errors = sum(piece.errors for piece in parsed)
        if errors:
            self.refuse(path, f"parsed with {errors:,} errors; some declarations may be missing")
        scope = read_scope(parsed, is_ambient=path.endswith(DECLARATIONS))
        for why in scope.refused:
            self.refuse(path, why)
        self._files[path] = file = File(self, path, scope)
        return file

    def silent(self, path: str) -> list[str] | None:
        """Return the modules that `path` asks for when it declares nothing beyond what its importers name."""
        source = self._read(path) if path not in self._files else None
        if source is None:
            return []
        if SPEAKS.search(source) or not IS_MODULE.search(source):
            self._light[path] = source
            return None
        return [(a or b).decode("utf-8", "replace") for a, b in ASKED.findall(source)]

    def beside(self, file: File, specifier: str) -> str | None:
        """Return the path of a relative or private (`#x`) module; None where nothing is, or not in the package."""
        key = (file.folder, specifier)
        if key not in self._beside:
            self._beside[key] = self._find(*key)
        return self._beside[key]

    def _find(self, folder: str, specifier: str) -> str | None:
        if specifier.startswith("#"):
            private = self.modules.find(specifier)
            return private if isinstance(private, str) else None
        if specifier.startswith("./") and "/." not in specifier[1:] and "//" not in specifier:
            path = folder + specifier[2:]
        else:
            path = posixpath.normpath(folder + specifier)
        if path.startswith(("..", "/")):
            return None
        if not specifier.endswith(("/", "..")):
            found = self.modules.loose(path)
            if found is not None:
                return found
        inside = self.modules.folder("" if path in (".", "") else path.rstrip("/"))
        return inside if isinstance(inside, str) else None

    def _read(self, path: str) -> bytes | None:
        held = self._light.pop(path, None)
        if held is not None:
            return held
        try:
            source = self.package.tree.read(path)
        except UnreadableFile as error:
            self.refuse(path, error.reason)
            return None
        if not source.isascii():
            try:
                source.decode()
            except UnicodeDecodeError:
                self.refuse(path, "is not UTF-8")
                return None
        return source
