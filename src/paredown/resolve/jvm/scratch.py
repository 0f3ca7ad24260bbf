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


def write_manifests(folder: Path, orders: Sequence[Order], managed: Mapping[Module, str]) -> None:
    """Write the manifests for `orders` into `folder`, which must be empty; raises `OSError`."""
    # Maven looks for this folder upwards, and takes the options of the first that it finds.
    (folder / ".mvn").mkdir()
    rounds = list(_rounds(orders))
    if len(rounds) == 1:
        (folder / "pom.xml").write_text(_manifest("all", rounds[0], managed), encoding="utf-8")
        return
    names = [f"part{number}" for number in range(len(rounds))]
    modules = "".join(f"<module>{name}</module>" for name in names)
    (folder / "pom.xml").write_text(_project("all", f"<modules>{modules}</modules>"), encoding="utf-8")
    for name, held in zip(names, rounds, strict=True):
        (folder / name).mkdir()
        (folder / name / "pom.xml").write_text(_manifest(name, held, managed), encoding="utf-8")


def _rounds(orders: Iterable[Order]) -> Iterator[list[Order]]:
    """Yield the orders in rounds, none of which asks for two versions of one file."""
    left = list(orders)
    while left:
        held: dict[tuple[Module, str, str], Order] = {}
        later: list[Order] = []
        for one in left:
            if held.setdefault(one.slot, one) != one:
                later.append(one)
        yield list(held.values())
        left = later


def _manifest(name: str, orders: Iterable[Order], managed: Mapping[Module, str]) -> str:
    asked = "".join(_dependency(one) for one in orders)
    rules = "".join(
        f"<dependency>{_named(module)}<version>{version}</version></dependency>"
        for module, version in managed.items()
        if module.legal and VERSION.fullmatch(version)
    )
    management = f"<dependencyManagement><dependencies>{rules}</dependencies></dependencyManagement>" if rules else ""
    return _project(name, f"{management}<dependencies>{asked}</dependencies>")


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
