"""A package.json of the project -> what it names and how strongly.

`bundledDependencies` are named in `dependencies` too and lie in the tarball of whoever bundles them, so they add
nothing here; `overrides` and `resolutions` are already applied in a lock file, and only yarn's keys need them to
find what a specifier became.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from paredown.errors import UnreadableProject
from paredown.resolve.npm import document
from paredown.resolve.npm.naming import legal
from paredown.resolve.npm.pin import Kind

MANIFEST = "package.json"

FIELDS = {
    "dependencies": Kind.PRODUCTION,
    "optionalDependencies": Kind.OPTIONAL,
    "peerDependencies": Kind.PEER,
    "devDependencies": Kind.DEVELOPMENT,
}


class Want(NamedTuple):
    """A dependency as a manifest asks for it."""

    name: str
    specifier: str
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """One package.json of the project.

    `folder` is relative to the project, empty for the root. `label` is what `direct_of` calls it: the package's
    name, or the folder (`.` for the root) when it has none. `overrides` maps a package's name to the specifiers
    that `resolutions` put in its place.
    """

    folder: str
    name: str
    label: str
    wants: tuple[Want, ...]
    workspaces: tuple[str, ...] = ()
    overrides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def wanted(self, dev: bool) -> Iterator[Want]:
        """Yield what is asked for: the strongest want of each name first, development ones only with `dev`."""
        seen: set[str] = set()
        for want in self.wants:
            if want.name not in seen and (dev or want.kind is not Kind.DEVELOPMENT):
                seen.add(want.name)
                yield want


def read_manifest(project: Path, folder: str = "") -> Manifest:
    """Return the manifest in `folder`; raises `UnreadableProject`."""
    called = f"{folder}/package.json" if folder else "package.json"
    found = document.parse_json(document.read_text(project, called), called)
    name = document.text_of(found.get("name"))
    name = name if legal(name) else ""
    return Manifest(
        folder=folder,
        name=name,
        label=name or folder or ".",
        wants=tuple(wants_of(found, called)),
        workspaces=_workspaces(found),
        overrides=_overrides(document.table(found.get("resolutions"))),
    )


def wants_of(found: Mapping[str, object], called: str = "") -> Iterator[Want]:
    """Yield each dependency of a package.json, an optional one only as optional.

    With `called`, raises `UnreadableProject` for a field that is not an object; without, such a field is passed
    over, as fits the package.json of a dependency.
    """
    optional = document.table(found.get("optionalDependencies"))
    loose = optional_peers(found)
    for key, kind in FIELDS.items():
        value = found.get(key)
        if value is None:
            continue
        if not isinstance(value, dict):
            if called:
                raise UnreadableProject(called, f"`{key}` is not an object")
            continue
        for name, specifier in value.items():
            if kind is Kind.PRODUCTION and name in optional:
                continue
            told = Kind.PEER_OPTIONAL if kind is Kind.PEER and name in loose else kind
            yield Want(name, specifier if isinstance(specifier, str) else "", told)


def optional_peers(found: Mapping[str, object]) -> frozenset[str]:
    """Return the peers that `peerDependenciesMeta` calls optional."""
    meta = document.table(found.get("peerDependenciesMeta"))
    return frozenset(name for name, value in meta.items() if document.table(value).get("optional") in (True, "true"))


def _workspaces(found: Mapping[str, object]) -> tuple[str, ...]:
    value = found.get("workspaces")
    return document.texts(value.get("packages") if isinstance(value, dict) else value)


def _overrides(resolutions: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """`a/b`, `**/b` and `b@npm:^1` all speak of `b`."""
    found: dict[str, tuple[str, ...]] = {}
    for path, specifier in resolutions.items():
        parts = path.split("/")
        name = "/".join(parts[-2:]) if len(parts) > 1 and parts[-2].startswith("@") else parts[-1]
        at = name.find("@", 1)
        name = name if at < 0 else name[:at]
        if isinstance(specifier, str):
            found[name] = (*found.get(name, ()), specifier)
    return found
