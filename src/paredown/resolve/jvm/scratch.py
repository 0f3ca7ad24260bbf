"""Coordinates -> a manifest of our own that makes Maven bring them, in a folder where no project's settings hold.

Nothing of a project's own POM goes in but checked coordinates: no plugin, no parent, no repository. A manifest can ask
for one version of each library, so what collides goes into a manifest beside it, all of them members of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import VERSION, Coordinates, Module
from paredown.resolve.jvm.versions import is_range

PHASE = "validate"
"""The phase that is asked for: the first one, to which nothing is bound but what stands in the manifest."""
PLUGIN = (
    "<groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>"
    "<version>3.8.1</version>"
)
HEAD = "<modelVersion>4.0.0</modelVersion>"
NOTHING_ELSE = "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"


class Order(NamedTuple):
    """One file to bring; `version` is exact or a range, and with `closure` what its POM asks for counts too."""

    module: Module
    version: str
    extension: str
    classifier: str = ""
    closure: bool = False

    @property
    def slot(self) -> tuple[Module, str, str]:
        """What one manifest can hold only once."""
        return (self.module, self.extension, self.classifier)


def order(at: Coordinates, extension: str, classifier: str = "", *, closure: bool = False) -> Order:
    """Return the order of one file of a library."""
    return Order(at.module, at.version, extension, classifier, closure)


class Part(NamedTuple):
    """Orders that one goal brings: `collect` reads the POMs of what they ask for, `resolve` downloads them alone.

    `managed` are versions that hold for whatever is asked for beyond the orders.
    """

    goal: str
    orders: Sequence[Order]
    managed: Mapping[Module, str] = {}


def write_manifests(folder: Path, parts: Iterable[Part]) -> None:
    """Write the manifests for `parts` into `folder`, which must be empty, for one call; raises `OSError`."""
    # Maven looks for this folder upwards, and takes the options of the first that it finds.
    (folder / ".mvn").mkdir()
    single = [part._replace(orders=orders) for part in parts for orders in _rounds(part.orders)]
    names = [f"part{number}" for number in range(len(single))]
    modules = "".join(f"<module>{name}</module>" for name in names)
    (folder / "pom.xml").write_text(_project("all", f"<modules>{modules}</modules>"), encoding="utf-8")
    for name, part in zip(names, single, strict=True):
        (folder / name).mkdir()
        (folder / name / "pom.xml").write_text(_manifest(name, part), encoding="utf-8")


def _rounds(orders: Iterable[Order]) -> Iterator[list[Order]]:
    """Yield the orders in rounds, none of which asks for two versions of one file."""
    left = list(orders)
    while left:
        held: dict[tuple[Module, str, str], Order] = {}
        later = [one for one in left if held.setdefault(one.slot, one) != one]
        yield list(held.values())
        left = later


def _manifest(name: str, part: Part) -> str:
    asked = "".join(_dependency(one) for one in part.orders)
    rules = "".join(
        f"<dependency>{_named(module)}<version>{version}</version></dependency>"
        for module, version in part.managed.items()
        if module.legal and VERSION.fullmatch(version)
    )
    management = f"<dependencyManagement><dependencies>{rules}</dependencies></dependencyManagement>" if rules else ""
    goal = f"<execution><phase>{PHASE}</phase><goals><goal>{part.goal}</goal></goals></execution>"
    build = f"<build><plugins><plugin>{PLUGIN}<executions>{goal}</executions></plugin></plugins></build>"
    return _project(name, f"{management}<dependencies>{asked}</dependencies>{build}")


def _project(name: str, inner: str) -> str:
    own = f"<groupId>paredown</groupId><artifactId>{name}</artifactId><version>0</version>"
    return f"<project>{HEAD}{own}<packaging>pom</packaging>{inner}</project>"


def _dependency(one: Order) -> str:
    if not one.module.legal or not (VERSION.fullmatch(one.version) or is_range(one.version)):
        raise ValueError("only checked coordinates are asked for")
    classifier = f"<classifier>{one.classifier}</classifier>" if one.classifier else ""
    return (
        f"<dependency>{_named(one.module)}<version>{one.version}</version><type>{one.extension}</type>{classifier}"
        f"{'' if one.closure else NOTHING_ELSE}</dependency>"
    )


def _named(module: Module) -> str:
    return f"<groupId>{module.group}</groupId><artifactId>{module.artifact}</artifactId>"
