"""A POM and its parents -> one model: inherited, profiled, filled in, and managed by its imports.

The order is Maven's own: profiles into each POM, parents below children, properties, then the managed versions of
imported BOMs below those written out, then these into the dependencies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from paredown.resolve.jvm.coordinates import Coordinates, Module, exact
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.maven.interpolate import interpolate, why_left
from paredown.resolve.jvm.maven.pom import Dependency, Key, Parent, Pom
from paredown.resolve.jvm.maven.poms import Poms
from paredown.resolve.jvm.maven.profiles import Circumstances, active
from paredown.resolve.jvm.versions import pinned

MAX_PARENTS = 64
MAX_IMPORTS = 16
"""How deep BOMs may import BOMs."""
AGAIN = "leads back to itself through its parents or imports"


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """What a POM means. `managed` is what it says of versions for everything below it, its imports included."""

    group: str
    artifact: str
    version: str
    packaging: str
    dependencies: tuple[Dependency, ...]
    managed: Mapping[Key, Dependency]
    properties: Mapping[str, str]
    relocated: Dependency | None = None
    gradle_metadata: bool = False

    @property
    def at(self) -> Coordinates | None:
        """Its coordinates, None when they are not exact."""
        return exact(self.group, self.artifact, self.version)


class Models:
    """One pass: every model is made once, and what is missing for it is told to `gaps`.

    `own` are the models of the project's POMs by coordinates; they are filled by whoever reads the project.
    """

    def __init__(self, poms: Poms, here: Circumstances, gaps: Gaps) -> None:
        self.gaps = gaps
        self.own: dict[Coordinates, Model] = {}
        self._poms = poms
        self._here = here
        self._made: dict[Coordinates, Model | None] = {}
        self._making: list[Coordinates] = []

    def of(self, at: Coordinates, source: str = "") -> Model | None:
        """Return the model of the POM at `at`, None when it is not at hand; `source` is who asks, for the gaps."""
        if at in self.own:
            return self.own[at]
        if at not in self._made:
            if at in self._making or len(self._making) > MAX_IMPORTS:
                self.gaps.tell(str(at.module), source, AGAIN)
                return None
            self._making.append(at)
            try:
                pom = self.pom(at, source)
                self._made[at] = self.make([pom], str(at)) if pom else None
            finally:
                self._making.pop()
        return self._made[at]

    def pom(self, at: Coordinates, source: str) -> Pom | None:
        """Return the POM at `at`, or note that it is missing or cannot be read."""
        pom = self._poms.get(at)
        if pom is None:
            reason = self._poms.bad.get(at)
            if reason:
                self.gaps.tell(str(at), source, f"its POM {reason}")
            else:
                self.gaps.missing.setdefault(at, False)
        return pom

    def make(self, known: Sequence[Pom], source: str, overrides: Mapping[str, str] | None = None) -> Model:
        """Return the model of `known`, a POM and its parents as far as they are files of the project.

        `overrides` are properties that beat the POM's own.
        """
        lineage = [*known, *self._parents(known, source)]
        pom = lineage[0]
        merged = _merge(lineage, self._here)
        own = _own_properties(lineage)
        forced = {**self._here.properties, **(overrides or {})}
        properties = {**own.unprefixed, **merged.properties, **forced, **own.prefixed}
        managed = self._managed(merged.managed.values(), properties, source)
        relocated = _relocated(pom.relocated, _named(pom), properties) if pom.relocated else None
        dependencies = (fill(one, properties) for one in merged.dependencies.values())
        return Model(
            group=interpolate(properties["project.groupId"], properties),
            artifact=interpolate(properties["project.artifactId"], properties),
            version=interpolate(properties["project.version"], properties),
            packaging=interpolate(pom.packaging, properties),
            dependencies=tuple(_managed_by(one, managed) for one in dependencies),
            managed=managed,
            properties=properties,
            relocated=relocated,
            gradle_metadata=pom.gradle_metadata,
        )

    def _parents(self, known: Sequence[Pom], source: str) -> Iterator[Pom]:
        """Yield the parents beyond `known`, nearest first, out of the stores."""
        pom, seen = known[-1], {_named(one) for one in known}
        while pom.parent is not None:
            at = exact(pom.parent.group, pom.parent.artifact, pinned(pom.parent.version))
            if at is None:
                self.gaps.tell(f"{pom.parent.group}:{pom.parent.artifact}", source, "is a parent without one version")
                return
            if at in seen or len(seen) > MAX_PARENTS:
                self.gaps.tell(str(at), source, AGAIN)
                return
            seen.add(at)
            found = self.pom(at, source)
            if found is None:
                return
            yield found
            pom = found

    def _managed(
        self, written: Iterable[Dependency], properties: Mapping[str, str], source: str
    ) -> dict[Key, Dependency]:
        managed: dict[Key, Dependency] = {}
        imports: list[Dependency] = []
        for one in written:
            filled = fill(one, properties)
            if filled.scope == "import" and filled.type == "pom":
                imports.append(filled)
            else:
                managed.setdefault(filled.key, filled)
        for one in imports:
            at = exact(one.group, one.artifact, pinned(one.version))
            if at is None:
                why = why_left(one.version) if "${" in one.version else "is no exact version"
                self.gaps.tell(str(one.module), source, f"its version, by which a BOM is imported, {why}")
                continue
            model = self.of(at, source)
            if model is not None:
                for key, found in model.managed.items():
                    managed.setdefault(key, found)
        return managed


def fill(one: Dependency, properties: Mapping[str, str]) -> Dependency:
    """Return a dependency with its properties filled in."""
    if not any("${" in text for text in (*one[:7], *(part for gone in one.exclusions for part in gone))):
        return one
    group, artifact, version, scope, kind, classifier, optional = (interpolate(text, properties) for text in one[:7])
    gone = tuple(
        Module(interpolate(out.group, properties), interpolate(out.artifact, properties)) for out in one.exclusions
    )
    return Dependency(group, artifact, version, scope, kind, classifier, optional, gone)


def _managed_by(one: Dependency, managed: Mapping[Key, Dependency]) -> Dependency:
    rule = managed.get(one.key)
    if rule is None:
        return one
    return one._replace(
        version=one.version or rule.version,
        scope=one.scope or rule.scope,
        optional=one.optional or rule.optional,
        exclusions=one.exclusions or rule.exclusions,
    )


@dataclass(frozen=True, slots=True)
class _Merged:
    properties: dict[str, str]
    dependencies: dict[Key, Dependency]
    managed: dict[Key, Dependency]


def _merge(lineage: Sequence[Pom], here: Circumstances) -> _Merged:
    """Return the sections of a POM and its parents: the child's beat its parents', a profile's those of its POM."""
    total = _Merged({}, {}, {})
    for pom in lineage:
        level = _Merged({}, {}, {})
        for section in (pom.section, *(profile.section for profile in active(pom.profiles, here))):
            level.properties.update(section.properties)
            level.dependencies.update((one.key, one) for one in section.dependencies)
            level.managed.update((one.key, one) for one in section.managed)
        for name, value in level.properties.items():
            total.properties.setdefault(name, value)
        for key, one in level.dependencies.items():
            total.dependencies.setdefault(key, one)
        for key, one in level.managed.items():
            total.managed.setdefault(key, one)
    return total


@dataclass(frozen=True, slots=True)
class _Own:
    prefixed: dict[str, str]
    unprefixed: dict[str, str]


def _own_properties(lineage: Sequence[Pom]) -> _Own:
    """Return what a POM's expressions may ask of the POM itself."""
    pom, parent = lineage[0], lineage[0].parent
    named = _named(pom)
    plain = {"groupId": named.group, "artifactId": named.artifact, "version": named.version}
    plain["packaging"] = pom.packaging
    if parent is not None:
        plain |= {"parent.groupId": parent.group, "parent.artifactId": parent.artifact}
        plain["parent.version"] = parent.version
    prefixed = {f"{prefix}.{name}": value for name, value in plain.items() for prefix in ("project", "pom")}
    return _Own(prefixed, plain)


def _named(pom: Pom) -> Coordinates:
    """Return a POM's coordinates as written, those of its parent where it writes none."""
    parent = pom.parent
    group, version = (parent.group, parent.version) if parent else ("", "")
    return Coordinates(pom.group or group, pom.artifact, pom.version or version)


def _relocated(to: Parent, named: Coordinates, properties: Mapping[str, str]) -> Dependency:
    moved = Dependency(to.group or named.group, to.artifact or named.artifact, to.version or named.version)
    return fill(moved, properties)
