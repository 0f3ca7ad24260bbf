"""A pin -> its files on this machine: installed, in yarn's cache, in the project's own folders, or brought before.

What is installed counts only when its package.json has the name and version of the lock. Nothing is read through a
link that leaves the project, and of folders outside it only those that a manifest of the project names itself.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paredown.model import Files, Form
from paredown.resolve.npm.document import text_of
from paredown.resolve.npm.installed import Installed, read_installed, scan
from paredown.resolve.npm.integrity import from_hex, measure
from paredown.resolve.npm.manifest import Manifest
from paredown.resolve.npm.naming import UNVERSIONED, exact, legal
from paredown.resolve.npm.pin import Origin, Pin
from paredown.resolve.npm.store import Store, manifest_of, tarball

CACHE = ".yarn/cache"
TAIL = 10
"""Hexadecimal digits of the checksum in the file name of yarn's zip."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Where a pin's files lie.

    `digest` is empty for a folder, whose content is not read yet. `checked` says that the lock has a hash, and that
    it is this archive's. `manifest` is the package.json as far as it was read.
    """

    name: str
    version: str
    files: Files
    digest: str = ""
    checked: bool = False
    manifest: Mapping[str, object] = field(default_factory=dict)


class Locator:
    """One look at a project's installed packages and at the store. `mismatched` counts what could not be used."""

    def __init__(self, project: Path, manifests: Sequence[Manifest], store: Store) -> None:
        self.mismatched = 0
        self._root = os.path.realpath(project)
        self._folders = [manifest.folder for manifest in manifests]
        self._store = store
        self._named = frozenset(_named_outside(manifests))
        self._installed: Installed | None = None
        self._versions: dict[str, dict[str, str]] = {}
        self._zips: dict[str, str] | None = None

    def find(self, pin: Pin, places: Collection[str] = ()) -> Found | None:
        """Return where the files of `pin` lie, `places` being folders that it may be installed in."""
        if pin.origin is Origin.FOLDER:
            return self._folder(pin)
        found = self._at_places(pin, places) if places else self._anywhere(pin)
        if found is None and pin.origin is Origin.ARCHIVE:
            return self._archive(pin)
        if found is None and pin.origin is Origin.REGISTRY:
            return self._zip(pin)
        return found

    def kept(self, pin: Pin) -> Found | None:
        """Return the archive of `pin` that was brought, now or by an earlier run."""
        kept = self._store.find(pin.name, pin.version, pin.integrity)
        if kept is None:
            return None
        manifest = self._store.manifest(pin.name, pin.version, kept) if _untold(pin) else {}
        return Found(
            name=pin.name,
            version=pin.version,
            files=kept.files,
            digest=kept.measured.digest,
            checked=kept.measured.matches is True,
            manifest=manifest,
        )

    def _at_places(self, pin: Pin, places: Iterable[str]) -> Found | None:
        others = 0
        for place in places:
            folder = self._inside(place)
            manifest = read_installed(folder) if folder else None
            if manifest is not None and folder:
                found = _same(pin, manifest, folder)
                if found is not None:
                    return found
                others += 1
        self.mismatched += bool(others)
        return None

    def _anywhere(self, pin: Pin) -> Found | None:
        by_version = self._by_name().get(pin.name, {})
        place = by_version.get(pin.version)
        if not pin.version:
            top = f"node_modules/{pin.name}"
            held = list(by_version.values())
            place = top if top in held else held[0] if len(held) == 1 else None
        if place is None or self._installed is None:
            self.mismatched += bool(by_version)
            return None
        return _same(pin, self._installed.packages[place], os.path.join(self._root, place))

    def _by_name(self) -> dict[str, dict[str, str]]:
        """Return the folder of each installed name and version."""
        if self._installed is None:
            self._installed = scan(Path(self._root), self._folders)
            for path, manifest in self._installed.packages.items():
                name, version = text_of(manifest.get("name")), text_of(manifest.get("version"))
                self._versions.setdefault(name, {}).setdefault(version, path)
        return self._versions

    @property
    def cut(self) -> bool:
        """Whether more is installed than was looked at."""
        return self._installed is not None and self._installed.cut

    def _folder(self, pin: Pin) -> Found | None:
        folder = self._allowed(pin.at)
        manifest = read_installed(folder) if folder else None
        if manifest is None or not folder:
            return None
        name = text_of(manifest.get("name"))
        version = text_of(manifest.get("version"))
        return Found(
            name=name if legal(name) else pin.name,
            version=version if exact(version) else UNVERSIONED,
            files=Files(root=Path(folder)),
            manifest=manifest,
        )

    def _archive(self, pin: Pin) -> Found | None:
        path = self._allowed(pin.at)
        if not path or not os.path.isfile(path):
            return None
        measured = measure(Path(path), pin.integrity)
        if measured.matches is False:
            self.mismatched += 1
            return None
        files = tarball(Path(path))
        manifest = manifest_of(files)
        name, version = text_of(manifest.get("name")), text_of(manifest.get("version"))
        if name != pin.name or not exact(version) or (pin.version and version != pin.version):
            return None
        return Found(
            name=name,
            version=version,
            files=files,
            digest=measured.digest,
            checked=measured.matches is True,
            manifest=manifest,
        )

    def _zip(self, pin: Pin) -> Found | None:
        if not pin.checksum:
            return None
        if self._zips is None:
            self._zips = {}
            cache = self._inside(CACHE) or ""
            for name in sorted(os.listdir(cache)) if os.path.isdir(cache) else ():
                stem, dot, _ = name.rpartition(".zip")
                if dot:
                    self._zips[stem.rpartition("-")[2]] = os.path.join(cache, name)
        path = self._zips.get(pin.checksum[:TAIL])
        if path is None or os.path.islink(path):
            return None
        measured = measure(Path(path), from_hex("sha512", pin.checksum))
        if not measured.matches:
            self.mismatched += 1
            return None
        files = Files(root=Path(path), form=Form.ZIP, inner=f"node_modules/{pin.name}")
        return Found(name=pin.name, version=pin.version, files=files, digest=measured.digest, checked=True)

    def _inside(self, relative: str) -> str | None:
        """Return the real path of `relative` when it stays in the project."""
        path = os.path.realpath(os.path.join(self._root, relative))
        return path if path.startswith(self._root.rstrip(os.sep) + os.sep) else None

    def _allowed(self, at: str) -> str | None:
        """Return the real path of a folder or archive: in the project, or named by a manifest of it."""
        path = os.path.realpath(os.path.join(self._root, at))
        if not at or self._root == path or self._root.startswith(path.rstrip(os.sep) + os.sep):
            return None
        return path if self._inside(at) or at in self._named else None


def _untold(pin: Pin) -> bool:
    return pin.peers is None or pin.limits is None


def _same(pin: Pin, manifest: Mapping[str, object], folder: str) -> Found | None:
    """Return what is installed in `folder` when it is the pin: the same name, and the version where one is pinned."""
    name, version = text_of(manifest.get("name")), text_of(manifest.get("version"))
    if name != pin.name or not exact(version) or (pin.version and version != pin.version):
        return None
    return Found(name=name, version=version, files=Files(root=Path(folder)), manifest=manifest)


def _named_outside(manifests: Sequence[Manifest]) -> Iterable[str]:
    for manifest in manifests:
        for want in manifest.wants:
            for scheme in ("file:", "link:", "portal:"):
                path = want.specifier.removeprefix(scheme)
                if path != want.specifier:
                    yield posixpath.normpath(path)
                    yield posixpath.normpath(posixpath.join(manifest.folder, path))
