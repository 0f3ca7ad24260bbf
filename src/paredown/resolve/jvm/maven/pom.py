"""The bytes of a pom.xml -> what of it decides dependencies, as it is written: nothing inherited, nothing filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.document import BadDocument, Element, parse

GRADLE_MARK = b"do_not_remove: published-with-gradle-metadata"
"""The comment by which Gradle tells that a `.module` file lies beside a POM."""
ASIDE = frozenset({"build", "reporting", "developers", "contributors", "licenses", "mailingLists", "scm"})
"""Elements that decide no dependency, and make up most of many POMs."""
MAX_DEPENDENCIES = 20_000


class Key(NamedTuple):
    """What makes two dependencies the same one."""

    group: str
    artifact: str
    type: str
    classifier: str


class Dependency(NamedTuple):
    """One dependency; an empty text was not written. `optional` is the text, since a property may stand there."""

    group: str
    artifact: str
    version: str = ""
    scope: str = ""
    type: str = ""
    classifier: str = ""
    optional: str = ""
    exclusions: tuple[Module, ...] = ()

    @property
    def key(self) -> Key:
        """What makes two dependencies the same one."""
        return Key(self.group, self.artifact, self.type or "jar", self.classifier)

    @property
    def module(self) -> Module:
        """The library."""
        return Module(self.group, self.artifact)


class Parent(NamedTuple):
    """The parent that a POM names; `relative` is None where none is written, empty where the parent is no file."""

    group: str
    artifact: str
    version: str
    relative: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What a POM and a profile of it both may hold."""

    properties: Mapping[str, str]
    dependencies: tuple[Dependency, ...]
    managed: tuple[Dependency, ...]
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A section that only counts under its activation, None for one that only a command line turns on."""

    name: str
    activation: Element | None
    section: Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Pom:
    """One pom.xml. `relocated` is where its library moved to, `repositories` how many it names of its own."""

    group: str
    artifact: str
    version: str
    packaging: str
    parent: Parent | None
    section: Section
    profiles: tuple[Profile, ...]
    relocated: Parent | None = None
    repositories: int = 0
    gradle_metadata: bool = False


def read_pom(content: bytes) -> Pom:
    """Return the POM in `content`; raises `BadDocument`."""
    project = parse(content, ASIDE)
    if project.tag != "project":
        raise BadDocument("is no POM")
    parent = project.child("parent")
    distribution = project.child("distributionManagement")
    relocation = distribution.child("relocation") if distribution is not None else None
    return Pom(
        group=project.value("groupId"),
        artifact=project.value("artifactId"),
        version=project.value("version"),
        packaging=project.value("packaging") or "jar",
        parent=_parent(parent) if parent is not None else None,
        section=_section(project),
        profiles=tuple(
            Profile(name=one.value("id"), activation=one.child("activation"), section=_section(one))
            for one in project.each("profile", "profiles")
        ),
        relocated=_parent(relocation) if relocation is not None else None,
        repositories=sum(1 for _ in project.each("repository", "repositories")),
        gradle_metadata=GRADLE_MARK in content,
    )


def _parent(found: Element) -> Parent:
    relative = found.child("relativePath")
    return Parent(
        found.value("groupId"),
        found.value("artifactId"),
        found.value("version"),
        relative.text.strip() if relative is not None else None,
    )


def _section(found: Element) -> Section:
    properties = found.child("properties")
    management = found.child("dependencyManagement")
    dependencies = tuple(_dependencies(found))
    managed = tuple(_dependencies(management)) if management is not None else ()
    if len(dependencies) + len(managed) > MAX_DEPENDENCIES:
        raise BadDocument(f"names more than {MAX_DEPENDENCIES:,} dependencies")
    return Section(
        properties={one.tag: one.text.strip() for one in properties.children} if properties is not None else {},
        dependencies=dependencies,
        managed=managed,
        modules=tuple(
            text
            for plural, singular in (("modules", "module"), ("subprojects", "subproject"))
            for one in found.each(singular, plural)
            if (text := one.text.strip())
        ),
    )


def _dependencies(found: Element) -> Iterator[Dependency]:
    # Of two that are the same within one POM, the last counts.
    by_key = {one.key: one for one in map(_dependency, found.each("dependency", "dependencies"))}
    yield from by_key.values()


def _dependency(found: Element) -> Dependency:
    return Dependency(
        found.value("groupId"),
        found.value("artifactId"),
        found.value("version"),
        found.value("scope"),
        found.value("type"),
        found.value("classifier"),
        found.value("optional"),
        tuple(
            Module(one.value("groupId") or "*", one.value("artifactId") or "*")
            for one in found.each("exclusion", "exclusions")
        ),
    )
