"""A virtual environment's folder -> its interpreter's version and its installed distributions; it is never run."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution
from pathlib import Path

from packaging.utils import canonicalize_name

from paredown.errors import UnreadableProject
from paredown.names import plain
from paredown.resolve.pypi.layout import OWN_ENVIRONMENTS
from paredown.resolve.pypi.lock import Lock, Pinned, locked_version, needs_of
from paredown.resolve.pypi.own_files import Installed, origin_of
from paredown.resolve.pypi.target import Target, running
from paredown.resolve.pypi.wanted import NAME, parse_all
from paredown.tree import MAX_FILE

VERSION = re.compile(r"\d{1,3}\.\d{1,3}\.\d{1,3}")
FOLDER = re.compile(r"(python|pypy)(\d{1,3}\.\d{1,3})t?")
INFO = re.compile(r"([^-]+(?:-[^-]+)*?)-(\d[^-]*)(?:-py\d[\d.]*)?\.(dist-info|egg-info)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """An environment: `shown` is how to name it to people, `site` its site-packages."""

    shown: str
    site: Path
    target: Target


def find_environment(project: Path, asked: Path | None) -> Environment | None:
    """Return the environment at the prefix `asked`, else the project's own, else None.

    Raises `UnreadableProject` when `asked` is no environment.
    """
    if asked is not None:
        found = _environment(asked, plain(str(asked)))
        if found is None:
            raise UnreadableProject(plain(str(asked)), "is no Python environment: it has no site-packages folder")
        return found
    for name in OWN_ENVIRONMENTS:
        found = _environment(project / name, name)
        if found:
            return found
    return None


def installed(environment: Environment) -> dict[str, Installed]:
    """Return the distributions in `environment` by normalised name; of one that is there twice, the newest folder."""
    found: dict[str, Installed] = {}
    newest: dict[str, float] = {}
    try:
        entries = sorted(os.scandir(environment.site), key=lambda entry: entry.name)
    except OSError as error:
        raise UnreadableProject(environment.shown, error.strerror or "cannot be listed") from error
    for entry in entries:
        parts = INFO.fullmatch(entry.name)
        if not parts:
            continue
        name, version = canonicalize_name(parts[1]), locked_version(parts[2])
        if not version or not NAME.fullmatch(name):
            continue
        age = entry.stat().st_mtime
        if name not in found or age > newest[name]:
            found[name] = Installed(name, version, Path(entry.path))
            newest[name] = age
    return found


def environment_lock(environment: Environment) -> Lock:
    """Return what is installed as a lock, its edges from the distributions' own metadata."""
    return Lock(
        source=f"{environment.shown} ({environment.target.implementation} {environment.target.version})",
        file=environment.shown,
        pinned=tuple(_pinned(one) for one in installed(environment).values()),
    )


def _pinned(one: Installed) -> Pinned:
    wanted = parse_all(_requires(one.info), one.name, "Requires-Dist").wanted
    return Pinned(name=one.name, version=one.version, origin=origin_of(one.info), needs=needs_of(wanted))


def _requires(info: Path) -> list[str]:
    """Return the requirements that a distribution states; what cannot be read states none."""
    for name in ("METADATA", "PKG-INFO"):
        path = info / name
        try:
            if path.exists() and not (path.is_file() and path.stat().st_size <= MAX_FILE):
                return []
        except OSError:
            return []
    try:
        return Distribution.at(info).requires or []
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return []


def _environment(prefix: Path, shown: str) -> Environment | None:
    site = next(_sites(prefix), None)
    if site is None:
        return None
    return Environment(shown=shown, site=site, target=_target(prefix, site))


def _sites(prefix: Path) -> Iterator[Path]:
    try:
        names = sorted(entry.name for entry in os.scandir(prefix / "lib"))
    except OSError:
        names = []
    # The newest first: an environment that was made again may keep the folder of an older Python.
    for name in sorted((name for name in names if FOLDER.fullmatch(name)), key=_numbers, reverse=True):
        site = prefix / "lib" / name / "site-packages"
        if site.is_dir():
            yield site
    if (prefix / "Lib" / "site-packages").is_dir():
        yield prefix / "Lib" / "site-packages"


def _numbers(name: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d+", name))


def _target(prefix: Path, site: Path) -> Target:
    """Return the interpreter that pyvenv.cfg names, else the one that the folder is named for."""
    said = _pyvenv(prefix / "pyvenv.cfg")
    full = VERSION.match(said.get("version_info", "") or said.get("version", ""))
    folder = FOLDER.fullmatch(site.parent.name)
    pypy = said.get("implementation", "").lower() == "pypy" or (folder is not None and folder[1] == "pypy")
    implementation = "PyPy" if pypy else "CPython"
    if full:
        return Target(implementation, full[0])
    here = running()
    if folder is None or folder[2] == here.short:
        return here
    return Target(implementation, f"{folder[2]}.0")


def _pyvenv(path: Path) -> dict[str, str]:
    try:
        with path.open("rb") as file:
            text = file.read(64 * 1024).decode("utf-8", "replace")
    except OSError:
        return {}
    pairs = (line.partition("=") for line in text.splitlines())
    return {key.strip().lower(): value.strip() for key, _, value in pairs}
