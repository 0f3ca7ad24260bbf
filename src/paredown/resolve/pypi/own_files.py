"""An installed distribution -> the files that are its own, as its RECORD lists them."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import NamedTuple

from paredown.model import Files
from paredown.resolve.pypi.lock import Origin
from paredown.tree.bounds import MAX_FILES, safe_name

MAX_RECORD = 64 * 1024 * 1024
MAX_POINTER = 64 * 1024
"""Bytes of a direct_url.json or a .pth file."""


class Installed(NamedTuple):
    """One installed distribution, by its metadata folder `info`."""

    name: str
    version: str
    info: Path


class Found(NamedTuple):
    """The files of a distribution, or why they cannot be told."""

    files: Files | None
    why: str = ""


def own_files(one: Installed, site: Path, project: Path) -> Found:
    """Return where the files of `one`, installed in the site-packages folder `site`, lie.

    A RECORD is believed only for paths inside site-packages. An editable installation is read where its source
    lies, if that is inside `project`.
    """
    source = _editable_source(one, site)
    if source is not None:
        return _editable(source, project)
    record = _read(one.info / "RECORD", MAX_RECORD)
    if record is None:
        return Found(None, "is installed without a RECORD, so its files are not known")
    names = _recorded(record)
    if names is None:
        return Found(None, "has a RECORD that cannot be read")
    if not names:
        return Found(None, "has a RECORD that lists no file inside site-packages")
    return Found(Files(root=site, names=names))


def _recorded(record: str) -> tuple[str, ...] | None:
    """Return the names that `record` lists, sorted, each safe and in site-packages; None when it is no RECORD."""
    names: set[str] = set()
    try:
        for row in csv.reader(record.splitlines()):
            name = row[0] if row else ""
            # Scripts and data lie outside site-packages by design: they are no modules, so nothing is lost.
            if safe_name(name) and name.isprintable() and "__pycache__" not in name.split("/") and name[-4:] != ".pyc":
                names.add(name.removeprefix("./"))
            if len(names) > MAX_FILES:
                return None
    except csv.Error:
        return None
    return tuple(sorted(names))


def _editable_source(one: Installed, site: Path) -> Path | None:
    """Return the folder whose sources stand for `one`, None when it was installed by copying."""
    pointer = _read(one.info / "direct_url.json", MAX_POINTER)
    folder = _pointed(pointer) if pointer else None
    if folder is None:
        return _linked(one, site)
    stem = one.name.replace("-", "_")
    for path in (*sorted(site.glob(f"__editable__.{stem}-*.pth")), *_plain_links(site, stem)):
        lines = (_read(path, MAX_POINTER) or "").splitlines()
        for line in lines:
            # A line that imports runs code; only a folder is taken from it, and only if it lies in the source.
            if line and not line.startswith("import") and _within(Path(line), folder):
                return Path(line)
    return folder / "src" if (folder / "src").is_dir() else folder


def _plain_links(site: Path, stem: str) -> tuple[Path, ...]:
    """Return the .pth files that build backends other than setuptools write."""
    return site / f"_{stem}.pth", site / f"{stem}.pth"


def _linked(one: Installed, site: Path) -> Path | None:
    """Return the folder that an egg-link names (`setup.py develop`), None without one."""
    held = _read(site / f"{one.name}.egg-link", MAX_POINTER)
    return Path(held.splitlines()[0].strip()) if held and held.strip() else None


def origin_of(info: Path) -> Origin:
    """Return where the distribution with the metadata folder `info` was installed from.

    A registry that is asked for the name of someone's private folder learns that name, and may answer with a
    package of the same name: only what came from a registry is asked for there.
    """
    pointer = _read(info / "direct_url.json", MAX_POINTER)
    if pointer is None:
        return Origin.REGISTRY
    for key, origin in (("dir_info", Origin.FOLDER), ("vcs_info", Origin.VCS)):
        if f'"{key}"' in pointer:
            return origin
    return Origin.ADDRESS


def _pointed(pointer: str) -> Path | None:
    """Return the source folder that a direct_url.json names, None when it was not installed as editable."""
    from urllib.parse import unquote, urlsplit

    try:
        held = json.loads(pointer)
        editable = held["dir_info"]["editable"] is True
        url = urlsplit(held["url"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return Path(unquote(url.path)) if editable and url.scheme == "file" and url.path else None


def _editable(source: Path, project: Path) -> Found:
    if not _within(source, project):
        return Found(None, "is an editable installation whose source lies outside the project")
    if not source.is_dir():
        return Found(None, "is an editable installation whose source is not there")
    return Found(Files(root=source))


def _within(path: Path, folder: Path) -> bool:
    try:
        real, top = os.path.realpath(path), os.path.realpath(folder)
    except (OSError, ValueError):
        return False
    return real == top or real.startswith(top.rstrip(os.sep) + os.sep)


def _read(path: Path, most: int) -> str | None:
    """Return the text of `path`, None when it is absent, no regular file, too large or not UTF-8."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            content = file.read(most + 1)
    except (OSError, ValueError):
        return None
    if len(content) > most:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return None
