"""A pylock.toml (PEP 751) -> its packages; markers choose among them, so edges are not needed."""

from __future__ import annotations

from collections.abc import Iterator

from packaging.pylock import Package, Pylock, PylockUnsupportedVersionError, PylockValidationError

from paredown.names import plain
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.lock import Lock, Origin, Pinned, checked_hashes, locked_name
from paredown.resolve.pypi.reading import toml_of


def read_pylock(file: ProjectFile) -> Lock:
    """Return what `file` pins; raises `UnreadableProject` with the place that breaks the specification."""
    top = toml_of(file)
    try:
        held = Pylock.from_dict({key: top.raw(key) for key in top})
    except PylockUnsupportedVersionError as error:
        raise file.unreadable("lock-version is not 1; write it again with a tool that writes version 1") from error
    except PylockValidationError as error:
        # The library's sentence quotes the file; the place it names consists of the specification's own keys.
        raise file.unreadable(f"{plain(error.context or 'the file')[:120]} is not as PEP 751 says") from error
    except (RecursionError, ValueError, TypeError) as error:
        raise file.unreadable("is not as PEP 751 says") from error
    return Lock(
        source=f"{file.name} {held.lock_version}",
        file=file.name,
        pinned=tuple(_pinned(file, package) for package in held.packages if package.version),
        edges=False,
        requires_python=str(held.requires_python or ""),
        extras=tuple(held.extras or ()),
        groups=tuple(held.dependency_groups or ()),
        default_groups=tuple(held.default_groups or ()),
        versionless=frozenset(str(package.name) for package in held.packages if not package.version),
    )


def _pinned(file: ProjectFile, package: Package) -> Pinned:
    origin, path = Origin.REGISTRY, ""
    if package.vcs:
        origin = Origin.VCS
    elif package.directory:
        origin, path = Origin.FOLDER, package.directory.path
    elif package.archive:
        path = package.archive.path or ""
        origin = Origin.WHEEL if path.endswith(".whl") else Origin.ADDRESS
    return Pinned(
        name=locked_name(file, package.name, "a package"),
        version=str(package.version),
        origin=origin,
        path=path,
        markers=(str(package.marker),) if package.marker else (),
        hashes=checked_hashes(_hashes(package)),
        wheels=tuple(wheel.filename for wheel in package.wheels or ()) if not package.is_direct else None,
    )


def _hashes(package: Package) -> Iterator[str]:
    for held in (*(package.wheels or ()), package.sdist, package.archive):
        if held:
            yield from (f"{algorithm}:{value}" for algorithm, value in held.hashes.items())
