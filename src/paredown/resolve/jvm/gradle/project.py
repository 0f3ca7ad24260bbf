"""A Gradle project -> the libraries of its graph: locked or listed where they are, else resolved as Gradle would."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from paredown.names import plain
from paredown.resolve.jvm.coordinates import Coordinates, Module, exact
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.gradle.build import SPRING_BOM, Said, read_build
from paredown.resolve.jvm.gradle.configurations import Use
from paredown.resolve.jvm.gradle.descriptors import Descriptors
from paredown.resolve.jvm.gradle.libraries import libraries_of
from paredown.resolve.jvm.gradle.locks import Locked, kept, read_listing, read_lock
from paredown.resolve.jvm.gradle.mediate import NO_VERSION, Node, Rules, mediate
from paredown.resolve.jvm.gradle.members import Member, listings, lock_files, read_layout
from paredown.resolve.jvm.gradle.notation import KOTLIN
from paredown.resolve.jvm.gradle.notes import notes_of, source_of
from paredown.resolve.jvm.gradle.wanted import Platform, Rich, Wanted, read_notation
from paredown.resolve.jvm.maven.model import Models
from paredown.resolve.jvm.maven.poms import Poms
from paredown.resolve.jvm.maven.profiles import Circumstances
from paredown.resolve.jvm.reached import Id, Library, Reached, merge
from paredown.resolve.jvm.stores import Stores
from paredown.resolve.project_file import ProjectFile

GRADLE = Circumstances(jdk="")
NOT_LED_TO = "is listed without a version, and nothing that the scripts name leads to it"
KOTLIN_LIBRARY = Module(KOTLIN, "kotlin-stdlib")
"""What Kotlin's plugin adds to what a project names."""
CAMEL = re.compile(r"[-_.]+([A-Za-z0-9])")


class Fixed(NamedTuple):
    """What a member's lock or listing says: its libraries, and the file that it was read of."""

    libraries: Sequence[Locked]
    file: str


class GradleProject:
    """A project with Gradle's scripts; raises `UnreadableProject` for a file of its own that cannot be read."""

    def __init__(self, root: Path, stores: Stores, *, dev: bool) -> None:
        self._layout = read_layout(root)
        self._said = read_build(self._layout)
        self._fixed = {said.member: self._read_fixed(said.member, dev=dev) for said in self._said}
        self._stores = stores
        self._poms = Poms(stores)
        self._named = frozenset({Use.NAMED, Use.TEST} if dev else {Use.NAMED})
        self._counted = self._named | {Use.RUNTIME}
        self._by_path = {said.member.path: said for said in self._said}
        self._by_path |= {_accessor(said.member.path): said for said in self._said}

    def once(self, gaps: Gaps) -> Reached:
        """Resolve with what is at hand now; what is missing goes to `gaps`."""
        models = Models(self._poms, GRADLE, gaps)
        descriptors = Descriptors(models, self._stores)
        libraries: dict[Id, Library] = {}
        lost: set[str] = set()
        for said in self._said:
            for told in said.script.told:
                if told.use in self._counted:
                    gaps.tell(told.problem.name, told.where, told.problem.why)
                    lost.update((told.problem.name or told.where,) if told.use in self._named else ())
            chosen = self._member(said, models, descriptors, gaps)
            named = [one.wanted for one in said.script.declared if one.use in self._named]
            lost.update(str(one.module) for one in named if one.platform is Platform.NONE and one.module not in chosen)
            roots = [one.wanted for one in said.script.declared if one.use in self._counted]
            merge(libraries, libraries_of(chosen, named, roots, self._label(said.member)))
            gaps.managed.update((module, node.at.version) for module, node in chosen.items())
        fixed = [one.file for one in self._fixed.values() if one]
        return Reached(
            source=source_of(self._layout, fixed),
            libraries=libraries,
            lost=frozenset(lost),
            notes=tuple(notes_of(self._layout, self._said, self._counted)),
        )

    def _label(self, member: Member) -> str:
        """Return what a member is called where a library is said to be named by it."""
        return member.path if member.folder else plain(self._layout.name)

    def _read_fixed(self, member: Member, *, dev: bool) -> Fixed | None:
        """Return what a lock pins for a member, or else what a listing of its class path holds."""
        root = self._layout.root
        for read, names in (
            (read_lock, lock_files(root, member.folder)),
            (read_listing, listings(root, member.folder)),
        ):
            found = [one for name in names for one in read(ProjectFile(root, name))]
            counted = kept(found, dev=dev)
            if counted:
                return Fixed(list(dict.fromkeys(counted)), names[0])
        return None

    def _member(self, said: Said, models: Models, descriptors: Descriptors, gaps: Gaps) -> Mapping[Module, Node]:
        fixed = self._fixed[said.member]
        source = said.member.script or said.member.path
        if fixed is not None and all(one.version for one in fixed.libraries):
            return self._pinned(said, fixed, descriptors, gaps)
        roots = list(self._roots(said))
        rules = self._rules(said, models, source)
        roots = [_with_kotlin(one, said.kotlin) if one.module not in rules.managed else one for one in roots]
        chosen, platforms = mediate(roots, rules, descriptors, gaps, self._stores, source)
        if fixed is None:
            return chosen
        modules = {one.module for one in fixed.libraries}
        for one in fixed.libraries:
            if one.module not in chosen and one.module not in platforms:
                gaps.tell(str(one.module), fixed.file, NOT_LED_TO)
        named = {one.wanted.module for one in said.script.declared if one.use in self._named}
        return {module: node for module, node in chosen.items() if module in modules or module in named}

    def _roots(self, said: Said) -> Iterator[Wanted]:
        """Yield what a member asks for, and what the members that it needs do."""
        seen: set[str] = set()
        queue = [said]
        while queue:
            one = queue.pop(0)
            if one.member.path in seen:
                continue
            seen.add(one.member.path)
            # The tests of another member are not on this one's class path.
            counted = self._counted if one is said else self._counted - {Use.TEST}
            yield from (declared.wanted for declared in one.script.declared if declared.use in counted)
            if one.kotlin:
                yield Wanted(KOTLIN_LIBRARY, Rich(require=one.kotlin))
            needed = (self._by_path.get(own.path) for own in one.script.own if own.use in counted)
            queue.extend(found for found in needed if found is not None)

    def _rules(self, said: Said, models: Models, source: str) -> Rules:
        script = said.script
        managed: dict[Module, str] = {}
        beside: dict[Module, frozenset[Module]] = {}
        overrides = {"kotlin.version": said.kotlin} if said.kotlin else {}
        overrides |= said.scope.dotted()
        boms = list(script.boms)
        if said.spring and said.manages and not any(str(one.module) == SPRING_BOM for one in boms):
            spring = read_notation(f"{SPRING_BOM}:{said.spring}")
            boms[:0] = [spring] if spring else []
        for bom in boms:
            at = exact(*bom.module, bom.version.wanted)
            if at is None:
                models.gaps.tell(str(bom.module), source, NO_VERSION)
                continue
            pom = models.pom(at, source)
            if pom is not None:
                model = models.make([pom], str(at), overrides)
                rules = model.managed.values()
                managed |= {rule.module: rule.version for rule in rules if not rule.classifier}
                beside |= {rule.module: frozenset(rule.exclusions) for rule in rules if rule.exclusions}
        managed |= {one.module: one.version.wanted for one in script.managed}
        forced = {one.module: one.version.wanted for one in script.forced if one.version.wanted}
        for declared in (*script.declared, *script.constraints):
            if declared.wanted.platform is Platform.ENFORCED and declared.use in self._counted:
                forced |= self._enforced(declared.wanted, models, source)
        return Rules(
            constraints=[one.wanted for one in script.constraints if one.use in self._counted],
            forced=forced,
            managed=managed,
            excluded=frozenset(script.excluded),
            beside=beside,
        )

    def _enforced(self, wanted: Wanted, models: Models, source: str) -> dict[Module, str]:
        at = exact(*wanted.module, wanted.version.wanted)
        model = models.of(at, source) if at else None
        rules = model.managed.items() if model else ()
        return {Module(key.group, key.artifact): rule.version for key, rule in rules}

    def _pinned(self, said: Said, fixed: Fixed, descriptors: Descriptors, gaps: Gaps) -> Mapping[Module, Node]:
        """Return the libraries of a lock, and what is named with a version beside it."""
        versions: dict[Module, Coordinates] = {}
        for one in fixed.libraries:
            at = exact(*one.module, one.version)
            if at is None:
                gaps.tell(str(one.module), fixed.file, "is no exact version")
            else:
                versions[one.module] = at
        for declared in said.script.declared:
            wanted = declared.wanted
            if declared.use not in self._named or wanted.platform is not Platform.NONE or wanted.module in versions:
                continue
            at = exact(*wanted.module, wanted.version.wanted)
            if at is None:
                gaps.tell(str(wanted.module), declared.where, f"{fixed.file} has no version of it")
            else:
                versions[wanted.module] = at
        nodes: dict[Module, Node] = {}
        for module, at in versions.items():
            descriptor = descriptors.of(at, fixed.file, likely=True)
            nodes[module] = node = Node(at=at, descriptor=descriptor)
            asked = descriptor.dependencies if descriptor else ()
            node.needs.update((one.module, one.compiling) for one in asked if one.module in versions)
        return nodes


def _with_kotlin(wanted: Wanted, version: str) -> Wanted:
    """Return a library of Kotlin's own with the version of the plugin, where none is written."""
    if wanted.module.group == KOTLIN and not wanted.version.wanted and version:
        return wanted._replace(version=Rich(require=version))
    return wanted


def _accessor(path: str) -> str:
    """Return how a type-safe accessor spells the path of a member: `:core:data-test` is `projects.core.dataTest`."""
    parts = [CAMEL.sub(lambda found: found[1].upper(), part) for part in path.split(":") if part]
    return ".".join(("projects", *parts))
