"""The libraries that were chosen for a member -> those of the graph, each root that stands for another one replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from paredown.resolve.jvm.coordinates import Coordinates, Module
from paredown.resolve.jvm.gradle.mediate import Node
from paredown.resolve.jvm.gradle.wanted import Platform, Wanted
from paredown.resolve.jvm.reached import READABLE, Id, Library, Need

MAX_REDIRECTS = 4
UNKNOWN = ("jar", "aar")
"""What the archive of a library may be of which nothing is at hand."""


def libraries_of(
    chosen: Mapping[Module, Node], named: Iterable[Wanted], roots: Iterable[Wanted], member: str
) -> Iterator[Library]:
    """Yield the libraries of `chosen`; `named` are what `member` compiles against, `roots` all that it asks for."""
    by_module: dict[Module, list[Wanted]] = {}
    for one in named:
        if one.platform is Platform.NONE:
            by_module.setdefault(one.module, []).append(one)
    classified = _only_classified(roots, chosen)
    for module, node in chosen.items():
        target = _target(module, chosen)
        if target is None:
            continue
        wants = by_module.get(module, ())
        label = (member,) if wants else ()
        for one in wants:
            if one.classifier:
                yield Library(id=Id(target.at, one.classifier), extensions=_extensions(target, one), members=label)
        if module in classified:
            continue
        extension = next((one.extension for one in wants if one.extension and not one.classifier), "")
        yield Library(
            id=_id(target),
            extensions=(extension,) if extension in READABLE else () if extension else _extensions(target, None),
            members=label if any(not one.classifier for one in wants) else (),
            needs=tuple(_needs(node, chosen)),
        )


def _needs(node: Node, chosen: Mapping[Module, Node]) -> Iterator[Need]:
    for module, compiling in node.needs.items():
        target = _target(module, chosen)
        # A root that leads to the library that it stands for needs nothing.
        if target is not None and target.at != node.at and not _leads_to(node, module):
            yield Need(str(module), _id(target), compiling)


def _leads_to(node: Node, module: Module) -> bool:
    return any(place.module == module for place in _places(node))


def _places(node: Node) -> tuple[Coordinates, ...]:
    """Return where the files of a library without any of its own may be, the likeliest first."""
    descriptor = node.descriptor
    if descriptor is None or descriptor.stands_for is None:
        return ()
    return (descriptor.stands_for, *descriptor.or_for)


def _target(module: Module, chosen: Mapping[Module, Node]) -> Node | None:
    node = chosen.get(module)
    for _ in range(MAX_REDIRECTS):
        places = _places(node) if node else ()
        moved = next((place.module for place in places if place.module in chosen), None)
        if moved is None:
            return node
        node = chosen[moved]
    return node


def _id(target: Node) -> Id:
    return Id(target.at, target.descriptor.classifier if target.descriptor else "")


def _extensions(target: Node, wanted: Wanted | None) -> tuple[str, ...]:
    if wanted is not None and wanted.extension:
        return (wanted.extension,) if wanted.extension in READABLE else ()
    if target.descriptor is None:
        return UNKNOWN
    return target.descriptor.extensions if wanted is None else ("jar",)


def _only_classified(roots: Iterable[Wanted], chosen: Mapping[Module, Node]) -> set[Module]:
    """Return the libraries of which only a file with a classifier is asked for, by anybody."""
    whole: set[Module] = {need for node in chosen.values() for need in node.needs}
    classified: set[Module] = set()
    for one in roots:
        (classified if one.classifier else whole).add(one.module)
    return classified - whole
