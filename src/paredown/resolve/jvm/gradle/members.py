"""A Gradle project folder -> its members, its catalogs and every file that decides its libraries."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.resolve.jvm.gradle.chains import Call, assignment_of, chain_of
from paredown.resolve.jvm.gradle.statements import Group, TooDeep, parse
from paredown.resolve.jvm.gradle.values import Scope, evaluate, text_of
from paredown.resolve.jvm.reading import text_of as content_of
from paredown.resolve.jvm.verification import VERIFICATION
from paredown.resolve.project_file import ProjectFile

SETTINGS = ("settings.gradle.kts", "settings.gradle")
CATALOG = "gradle/libs.versions.toml"
PROPERTIES = "gradle.properties"
LOCK = "gradle.lockfile"
OLD_LOCKS = "gradle/dependency-locks"
LISTINGS = "dependencies"
BUILD_SOURCES = ("buildSrc", "build-logic", "gradle/build-logic", "convention-plugins", "plugins")
PLUGIN_SCRIPT = re.compile(r"(?:.*/)?src/main/(?:kotlin|groovy)/((?:[\w-]+/)*)([\w.-]+)\.gradle(?:\.kts)?")
MAX_MEMBERS = 2000
MAX_PLUGIN_SCRIPTS = 200
MAX_FOLDERS = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One project of the build: its path (`:core:model`), its folder below the root and its script, if any."""

    path: str
    folder: str
    script: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What a build is made of.

    `catalogs` maps the name of each version catalog to its file, `plugin_scripts` the id of each plugin that is a
    script of the build itself. `absent` counts members whose folder is not there, `untold` includes that only Gradle
    can evaluate.
    """

    root: Path
    settings: str
    name: str
    members: tuple[Member, ...]
    catalogs: Mapping[str, str]
    plugin_scripts: Mapping[str, str]
    plugins: Mapping[str, str]
    absent: int = 0
    untold: int = 0

    def file(self, name: str) -> ProjectFile:
        """Return the file called `name` below the root."""
        return ProjectFile(self.root, name)


def read_script(file: ProjectFile) -> Group:
    """Return the statements of a script; raises `UnreadableProject`."""
    try:
        return parse(content_of(file), kotlin=file.name.endswith(".kts"))
    except TooDeep as error:
        raise UnreadableProject(file.at(), "is nested more deeply than is read") from error


def read_layout(root: Path) -> Layout:
    """Return the layout of the build at `root`; raises `UnreadableProject` for settings that cannot be read."""
    settings = next((name for name in SETTINGS if ProjectFile(root, name).exists), "")
    said = _Settings(root)
    if settings:
        said.read(read_script(ProjectFile(root, settings)))
    catalogs = {"libs": CATALOG} if ProjectFile(root, CATALOG).exists else {}
    folders = {":": "", **said.folders}
    present = {path: folder for path, folder in folders.items() if inside_or_root(root, folder)}
    return Layout(
        root=root,
        settings=settings,
        name=said.name or root.name,
        members=tuple(Member(path=p, folder=f, script=script_in(root, f)) for p, f in present.items()),
        catalogs={**catalogs, **said.catalogs},
        plugin_scripts=_plugin_scripts(root, said.builds),
        plugins=said.plugins,
        absent=len(folders) - len(present),
        untold=said.untold,
    )


def files_of(root: Path) -> tuple[str, ...]:
    """Return the names of the files that decide the project's libraries, for all that can be read."""
    try:
        layout = read_layout(root)
    except UnreadableProject:
        names = [*SETTINGS, "build.gradle.kts", "build.gradle"]
        return tuple(name for name in names if ProjectFile(root, name).exists)
    found = [layout.settings, VERIFICATION, *layout.catalogs.values(), *layout.plugin_scripts.values()]
    found += [f"gradle/{name}" for name in _names(root, "gradle") if name.endswith((".gradle", ".gradle.kts"))]
    for member in layout.members:
        found += [member.script, _join(member.folder, PROPERTIES), *lock_files(root, member.folder)]
        found += listings(root, member.folder)
    return tuple(dict.fromkeys(name for name in found if name and ProjectFile(root, name).exists))


def lock_files(root: Path, folder: str) -> list[str]:
    """Return the lock files of the member in `folder`: the one, or else one for each configuration."""
    lock = _join(folder, LOCK)
    if ProjectFile(root, lock).exists:
        return [lock]
    old = _join(folder, OLD_LOCKS)
    return [f"{old}/{name}" for name in _names(root, old) if name.endswith(".lockfile")]


def listings(root: Path, folder: str) -> list[str]:
    """Return the listings of class paths that dependency-guard keeps for the member in `folder`."""
    beside = _join(folder, LISTINGS)
    names = [name for name in _names(root, beside) if name.endswith("Classpath.txt")]
    return [f"{beside}/{name}" for name in names]


def script_in(root: Path, folder: str) -> str:
    """Return the build script of the member in `folder`, empty when there is none."""
    base = posixpath.basename(folder)
    names = ["build.gradle.kts", "build.gradle", *((f"{base}.gradle.kts", f"{base}.gradle") if base else ())]
    return next((name for one in names if ProjectFile(root, name := _join(folder, one)).exists), "")


def inside_or_root(root: Path, folder: str) -> bool:
    """Whether `folder` is the root or a folder really below it."""
    return not folder or (os.path.isdir(root / folder) and ProjectFile(root, folder).inside)


class _Settings:
    """What a settings script says: members, catalogs, included builds and versions of plugins."""

    def __init__(self, root: Path) -> None:
        self.name = ""
        self.folders: dict[str, str] = {}
        self.catalogs: dict[str, str] = {}
        self.builds: list[str] = []
        self.plugins: dict[str, str] = {}
        self.untold = 0
        self._root = root
        self._scope = Scope()

    def read(self, script: Group) -> None:
        queue = [(script, "")]
        while queue:
            block, catalog = queue.pop(0)
            for statement in block.filled:
                assigned = assignment_of(statement)
                if assigned is not None:
                    self._assign(assigned.path, statement, evaluate(assigned.right, self._scope))
                    continue
                for call in chain_of(statement):
                    queue += [(inner, named) for inner, named in self._call(call, catalog)]

    def _assign(self, path: Sequence[str], statement: Sequence[object], value: object) -> None:
        if path[-1] == "name" and path[0] == "rootProject" and isinstance(value, str):
            self.name = value
        elif path[-1] == "projectDir":
            self._move(statement)
        elif isinstance(value, str):
            self._scope.names[".".join(path)] = value

    def _move(self, statement: Sequence[object]) -> None:
        """Read `project(":a").projectDir = file("b")`."""
        groups = [item for item in statement if isinstance(item, Group) and item.open == "("]
        texts = [text for group in groups for item in group.filled if (text := text_of(item[-1], self._scope))]
        if len(texts) == 2 and texts[0] in self.folders:
            self.folders[texts[0]] = posixpath.normpath(texts[1])

    def _call(self, call: Call, catalog: str) -> Iterator[tuple[Group, str]]:
        texts = [text_of(item[0], self._scope) for item in call.arguments if len(item) == 1]
        known = [text for text in texts if text]
        match call.name:
            case "include":
                self.untold += len(call.arguments) - len(known)
                for text in known:
                    self._include(text)
            case "includeBuild":
                self.builds += known
            case "create" if known and call.block:
                yield call.block, known[0]
                return
            case "from" if catalog:
                self._catalog(catalog, call)
            case "id" if known:
                versions = (text_of(item[1], self._scope) for item in call.arguments if len(item) == 2)
                self.plugins.update((known[0], version) for version in versions if version)
        if call.block is not None and call.name not in ("forEach", "each"):
            yield call.block, call.name

    def _include(self, text: str) -> None:
        parts = [part for part in text.split(":") if part]
        for length in range(1, len(parts) + 1):
            path = ":" + ":".join(parts[:length])
            if len(self.folders) < MAX_MEMBERS:
                self.folders.setdefault(path, posixpath.normpath("/".join(parts[:length])))

    def _catalog(self, name: str, call: Call) -> None:
        """Read `from(files("gradle/x.toml"))`."""
        for argument in call.arguments:
            for group in argument:
                for item in group.filled if isinstance(group, Group) else ():
                    text = text_of(item[-1], self._scope)
                    if text and text.endswith(".toml"):
                        path = posixpath.normpath(text.removeprefix("/"))
                        if ProjectFile(self._root, path).exists:
                            self.catalogs[name] = path


def _plugin_scripts(root: Path, builds: Sequence[str]) -> dict[str, str]:
    """Return the plugins that are scripts of the build itself, by id."""
    found: dict[str, str] = {}
    seen = 0
    for build in dict.fromkeys((*BUILD_SOURCES, *(posixpath.normpath(one) for one in builds))):
        if build.startswith("..") or not os.path.isdir(root / build) or not ProjectFile(root, build).inside:
            continue
        for folder, folders, names in os.walk(root / build):
            folders[:] = sorted(one for one in folders if one not in ("build", "test", "resources") and one[0] != ".")
            seen += 1
            if seen > MAX_FOLDERS or len(found) > MAX_PLUGIN_SCRIPTS:
                return found
            for name in sorted(names):
                path = posixpath.join(os.path.relpath(folder, root).replace(os.sep, "/"), name)
                if plugin := PLUGIN_SCRIPT.fullmatch(path):
                    found.setdefault(plugin[1].replace("/", ".") + plugin[2], path)
    return found


def _names(root: Path, folder: str) -> list[str]:
    try:
        return sorted(os.listdir(root / folder)) if inside_or_root(root, folder) else []
    except OSError:
        return []


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
