"""A folder with a pom.xml -> the project's own POMs: its modules, and parents that lie in files of it.

Only files within the project are read: a module or a `relativePath` that leads out of it is another project's.
"""

from __future__ import annotations

import itertools
import os
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.resolve.jvm.document import BadDocument
from paredown.resolve.jvm.maven.model import AGAIN, Model, Models
from paredown.resolve.jvm.maven.pom import Pom, read_pom
from paredown.resolve.jvm.maven.profiles import DEFAULT_JDK, Circumstances, active, asks_for_jdk
from paredown.resolve.jvm.reading import bytes_of, text_of
from paredown.resolve.project_file import ProjectFile

POM = "pom.xml"
CONFIGURATION = ".mvn/maven.config"
PARENT = "../pom.xml"
MAX_MEMBERS = 2000
JDK_PROPERTIES = ("maven.compiler.release", "maven.compiler.target", "java.version", "maven.compiler.source")
RELEASE = re.compile(r"(?:1\.)?\d{1,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reactor:
    """The project's POMs by file name; `members` are the modules, the root first, `parents` the file of each parent.

    `absent` counts modules that are named and not there, `outside` those, and parents, that lie out of the project.
    """

    root: Path
    poms: Mapping[str, Pom]
    parents: Mapping[str, str]
    members: tuple[str, ...]
    here: Circumstances
    absent: int = 0
    outside: int = 0

    @property
    def repositories(self) -> int:
        """How many repositories the project names of its own."""
        return sum(pom.repositories for pom in self.poms.values())

    @property
    def asks_for_jdk(self) -> bool:
        """Whether a profile of the project depends on the JDK."""
        return any(asks_for_jdk(pom.profiles) for pom in self.poms.values())


def read_reactor(root: Path) -> Reactor:
    """Return the POMs of the project at `root`; raises `UnreadableProject` for one that cannot be read."""
    reading = _Reading(root)
    reading.walk()
    here = reading.here
    jdk = _jdk(reading.poms[POM])
    return Reactor(
        root=root,
        poms=reading.poms,
        parents=reading.parents,
        members=tuple(reading.members),
        here=Circumstances(jdk=jdk, properties=here.properties, wanted=here.wanted, unwanted=here.unwanted),
        absent=reading.absent,
        outside=reading.outside,
    )


def files_of(root: Path) -> tuple[str, ...]:
    """Return the names of the files that decide the project's models; raises `UnreadableProject`."""
    configuration = (CONFIGURATION,) if ProjectFile(root, CONFIGURATION).exists else ()
    return (*read_reactor(root).poms, *configuration)


def own_models(reactor: Reactor, models: Models) -> Mapping[str, Model]:
    """Return the model of each member by its file name, and make them known to `models`."""
    # Twice, since a member may import or need another one, whose coordinates only its own model tells.
    for _ in range(2):
        made = {name: models.make(_lineage(reactor, name), name) for name in reactor.poms}
        models.own.update((model.at, model) for model in made.values() if model.at)
    return {name: made[name] for name in reactor.members}


def _lineage(reactor: Reactor, name: str) -> Sequence[Pom]:
    found, at = [reactor.poms[name]], name
    while at in reactor.parents and len(found) <= len(reactor.poms):
        at = reactor.parents[at]
        found.append(reactor.poms[at])
    return found


class _Reading:
    """One walk over the modules, each POM read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.here = _configured(root)
        self.poms: dict[str, Pom] = {}
        self.parents: dict[str, str] = {}
        self.members: dict[str, None] = {}
        self.absent = 0
        self.outside = 0

    def walk(self) -> None:
        self._read(POM)
        queue = [POM]
        while queue:
            name = queue.pop(0)
            if name in self.members:
                continue
            if len(self.members) >= MAX_MEMBERS:
                raise UnreadableProject(POM, f"has more than {MAX_MEMBERS:,} modules")
            self.members[name] = None
            queue.extend(module for module in self._modules(name) if self._read(module))
        for name in list(self.poms):
            self._find_parents(name)

    def _modules(self, name: str) -> list[str]:
        pom = self.poms[name]
        sections = [pom.section, *(profile.section for profile in active(pom.profiles, self.here))]
        return [self._beside(name, module) for section in sections for module in section.modules if "${" not in module]

    def _beside(self, name: str, relative: str) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), relative.replace("\\", "/")))
        return path if path.endswith(".xml") else posixpath.join(path, POM)

    def _read(self, name: str) -> bool:
        """Read the POM called `name`; whether it is there."""
        if name in self.poms:
            return True
        file = ProjectFile(self._root, name)
        if name.startswith(("/", "..")) or not ProjectFile(self._root, name).inside:
            self.outside += 1
            return False
        if not os.path.isfile(file.path):
            self.absent += 1
            return False
        try:
            self.poms[name] = read_pom(bytes_of(file))
        except BadDocument as error:
            raise UnreadableProject(file.at(), error.reason) from error
        return True

    def _find_parents(self, name: str) -> None:
        """Follow the parents of a POM through files, as long as each is the one that is named."""
        seen = {name}
        while (parent := self.poms[name].parent) is not None and parent.relative != "":
            beside = self._beside(name, parent.relative or PARENT)
            if parent.relative is None and (beside.startswith("..") or not os.path.isfile(self._root / beside)):
                return
            if not self._read(beside):
                return
            found = self.poms[beside]
            version = found.version or (found.parent.version if found.parent else "")
            group = found.group or (found.parent.group if found.parent else "")
            same = (group, found.artifact) == (parent.group, parent.artifact)
            if not same or not ("${" in version or "${" in parent.version or version == parent.version):
                return
            if beside in seen:
                raise UnreadableProject(ProjectFile(self._root, name).at(), AGAIN)
            self.parents[name] = beside
            seen.add(beside)
            name = beside


def _configured(root: Path) -> Circumstances:
    """Return what `.mvn/maven.config` says on the project's behalf: properties and profiles."""
    file = ProjectFile(root, CONFIGURATION)
    properties: dict[str, str] = {}
    wanted: set[str] = set()
    unwanted: set[str] = set()
    words = text_of(file).split() if file.exists else []
    for word, following in itertools.pairwise((*words, "")):
        if word.startswith("-D"):
            name, _, value = word[2:].partition("=")
            properties[name] = value or "true"
        elif word.startswith(("-P", "--activate-profiles")):
            listed = word.partition("=")[2] if "=" in word else word[2:] if word[:2] == "-P" else ""
            for profile in (listed or following).split(","):
                (unwanted if profile.startswith(("!", "-")) else wanted).add(profile.lstrip("!-+?"))
    return Circumstances(properties=properties, wanted=frozenset(wanted), unwanted=frozenset(unwanted))


def _jdk(pom: Pom) -> str:
    """Return the JDK version that the project says it builds for, or the usual one."""
    for name in JDK_PROPERTIES:
        value = pom.section.properties.get(name, "")
        if RELEASE.fullmatch(value):
            return value.removeprefix("1.")
    return DEFAULT_JDK
