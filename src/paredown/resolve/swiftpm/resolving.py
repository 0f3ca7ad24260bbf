"""A Swift project with its lock -> the graph: one artifact a module, since a module is what code imports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.model import Artifact, Ecosystem, Edge, Unread, Unresolved
from paredown.resolve.graph import Graph, Options
from paredown.resolve.project_file import ProjectFile
from paredown.resolve.swiftpm.closure import Closure, Key, Module, close
from paredown.resolve.swiftpm.modules import Nothing, Source, module_files
from paredown.resolve.swiftpm.naming import module_name, publisher, purl, shown
from paredown.resolve.swiftpm.own import Own, gap, read_own
from paredown.resolve.swiftpm.packages import Packages, find_packages
from paredown.resolve.swiftpm.pins import Pin, read_pins
from paredown.resolve.swiftpm.places import LOCK, Places
from paredown.resolve.swiftpm.products import binaries_of, graphs_of
from paredown.tree.folder import Folder

UNREADABLE = "its folder cannot be read"


@dataclass(slots=True)
class _Locked:
    """The pins of every lock file of the project, the first word on each package taken."""

    sources: list[str] = field(default_factory=list)
    pins: dict[str, Pin] = field(default_factory=dict)
    gaps: list[Unresolved] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Gathered:
    artifacts: list[Artifact] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    forms: dict[str, int] = field(default_factory=dict)


def graph(project: Path, places: Places, options: Options) -> Graph:
    """Return the graph of `project`."""
    locked = _locked(project, places.locks)
    own = read_own(project, places)
    parts = tuple(dict.fromkeys(part.folder for part in own.parts))
    packages = find_packages(project, parts, tuple(locked.pins.values()), options.checkouts)
    closure = close(own, packages, options.dev)
    gathered = _gather(project, parts, closure, packages, options)
    absent = [
        Unread(artifact=_purl(packages.pins[name]), path="", why=why) for name, why in sorted(packages.absent.items())
    ]
    return Graph(
        ecosystem=Ecosystem.SWIFT,
        source=", ".join(dict.fromkeys(locked.sources)) or _unlocked(own),
        declared=len(closure.declared),
        resolved=len(locked.pins),
        artifacts=tuple(sorted(gathered.artifacts, key=lambda artifact: artifact.purl)),
        unread=(*absent, *gathered.unread),
        unresolved=tuple(dict.fromkeys((*locked.gaps, *own.unresolved, *closure.unresolved))),
        notes=tuple(_notes(locked, packages, closure, gathered)),
    )


def _locked(project: Path, names: Sequence[str]) -> _Locked:
    found = _Locked()
    for name in names:
        file = ProjectFile(project, name)
        try:
            read = read_pins(file)
        except UnreadableProject as error:
            found.gaps.append(gap(LOCK, file.at(), error.reason))
            continue
        found.sources.append(read.source)
        found.gaps.extend(gap(shown(lost.name), file.at(), lost.why) for lost in read.lost)
        for pin in read.pins:
            first = found.pins.setdefault(pin.identity, pin)
            if first.revision != pin.revision:
                found.notes.append(f"{shown(pin.identity)} is pinned twice, not alike; the first lock file is followed")
    return found


def _unlocked(own: Own) -> str:
    return own.parts[0].file.base if own.parts else LOCK


def _gather(project: Path, parts: Sequence[str], closure: Closure, packages: Packages, options: Options) -> _Gathered:
    found = _Gathered()
    graphs = graphs_of(project, parts)
    sources: dict[Key, Source] = {}
    for done, (key, module) in enumerate(sorted(closure.modules.items()), 1):
        binaries = binaries_of(project, parts, key, options.checkouts)
        source = module_files(module.package.folder, module.target, binaries, graphs.since(module.package.folder))
        if isinstance(source, Nothing):
            found.unread.append(Unread(artifact=_purl(module.package.pin, key), path="", why=source.why))
        else:
            sources[key] = source
        options.progress("find swift", done, len(closure.modules))
    for key, source in sources.items():
        module = closure.modules[key]
        try:
            digest = Folder(source.files).digest()
        except OSError:
            found.unread.append(Unread(artifact=_purl(module.package.pin, key), path="", why=UNREADABLE))
            continue
        found.forms[source.form] = found.forms.get(source.form, 0) + 1
        found.artifacts.append(_artifact(key, module, source, digest, packages))
    return found


def _artifact(key: Key, module: Module, source: Source, digest: str, packages: Packages) -> Artifact:
    pin = module.package.pin
    edges = {
        module_name(to.target): Edge(module_name(to.target), _purl(packages.pins[to.package], to))
        for to in reversed(module.leads_to)
    }
    return Artifact(
        purl=_purl(pin, key),
        ecosystem=Ecosystem.SWIFT,
        name=module_name(key.target),
        version=pin.version,
        publisher=publisher(pin.path),
        declared=bool(module.labels),
        direct_of=tuple(sorted(module.labels)),
        files=source.files,
        digest=digest,
        requires=tuple(sorted(edges.values())),
    )


def _purl(pin: Pin, key: Key | None = None) -> str:
    return purl(pin.path, pin.version, module_name(key.target) if key else "")


def _notes(locked: _Locked, packages: Packages, closure: Closure, gathered: _Gathered) -> Iterator[str]:
    yield from dict.fromkeys(locked.notes)
    used = {key.package for key in closure.modules}
    if unused := sum(name not in used for name in packages.held):
        yield f"packages at hand of which no module is used: {unused}"
    if unchecked := sum(not package.checked for package in packages.held.values()):
        yield f"checkouts whose revision could not be compared with the lock file: {unchecked}"
    for form, words in (("interface", "textual interfaces"), ("graph", "symbol graphs")):
        if count := gathered.forms.get(form):
            yield f"modules read from {words}: {count}"
