"""The products that a project uses -> every module that they lead to, declared or not."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.model import Unresolved
from paredown.resolve.swiftpm.manifest import Need, Target
from paredown.resolve.swiftpm.naming import shown
from paredown.resolve.swiftpm.own import Own, Use, gap
from paredown.resolve.swiftpm.packages import Package, Packages

IMPORTED = frozenset({"target", "binary", "system"})
"""The kinds of target that another target's code imports."""
NO_SUCH_PACKAGE = "is of no package that the manifest names"
NOT_PINNED = "no Package.resolved pins it to an exact version"
NO_SUCH_PRODUCT = "its package has no product of that name"


class Key(NamedTuple):
    """A module: the identity of its package, and its target."""

    package: str
    target: str


@dataclass(slots=True)
class Module:
    """A module that the graph reaches; `labels` are the parts of the project that name it."""

    package: Package
    target: Target
    labels: dict[str, None] = field(default_factory=dict)
    leads_to: dict[Key, None] = field(default_factory=dict)


@dataclass(slots=True)
class Closure:
    """Every module that is reached, the packages that the project declares, and the uses that lead nowhere."""

    modules: dict[Key, Module] = field(default_factory=dict)
    declared: dict[str, None] = field(default_factory=dict)
    unresolved: list[Unresolved] = field(default_factory=list)


def close(own: Own, packages: Packages, dev: bool) -> Closure:
    """Return the closure of the uses of `own`, those of test targets only with `dev`."""
    found = Closure()
    queue: deque[Key] = deque()
    local = _local(own)
    for use in own.uses:
        if use.test and not dev:
            continue
        named = packages.of_need(use.need, use.part.manifest.dependencies)
        if named in local or (not named and use.need.name in local.values()):
            continue
        _declare(use, named, packages, found, queue)
    while queue:
        key = queue.popleft()
        module = found.modules[key]
        for need in module.target.needs:
            for reached in _targets(need, module.package, packages):
                _reach(reached, packages, found, queue)
                module.leads_to[reached] = None
    return found


def _declare(use: Use, named: str, packages: Packages, found: Closure, queue: deque[Key]) -> None:
    name = shown(use.need.name)
    if not named:
        found.unresolved.append(gap(name, use.source, NO_SUCH_PACKAGE))
        return
    if named not in packages.pins:
        found.unresolved.append(gap(shown(use.need.package or use.need.name), use.source, NOT_PINNED))
        return
    found.declared[named] = None
    package = packages.held.get(named)
    if package is None:
        return  # why is told once, of the package
    keys = list(_product(package, use.need.name))
    if not keys:
        found.unresolved.append(gap(name, use.source, NO_SUCH_PRODUCT))
    for key in keys:
        _reach(key, packages, found, queue)
        found.modules[key].labels[use.part.folder or "."] = None


def _reach(key: Key, packages: Packages, found: Closure, queue: deque[Key]) -> None:
    if key not in found.modules:
        package = packages.held[key.package]
        target = next(target for target in package.manifest.targets if target.name == key.target)
        found.modules[key] = Module(package, target)
        queue.append(key)


def _targets(need: Need, package: Package, packages: Packages) -> Iterator[Key]:
    """Yield the modules that `need` of a target of `package` leads to."""
    if not need.package:
        own = next((target for target in package.manifest.targets if target.name == need.name), None)
        if own is not None:
            if own.kind in IMPORTED:
                yield Key(package.pin.identity, own.name)
            return
        if need.own:
            return
    other = packages.held.get(packages.of_need(need, package.manifest.dependencies))
    if other is not None:
        yield from _product(other, need.name)


def _product(package: Package, name: str) -> Iterator[Key]:
    targets = {target.name: target for target in package.manifest.targets}
    for product in package.manifest.products:
        if product.name == name and product.kind == "library":
            for called in dict.fromkeys(product.targets):
                if called in targets and targets[called].kind in IMPORTED:
                    yield Key(package.pin.identity, called)


def _local(own: Own) -> dict[str, str]:
    """Return the project's own packages and products: what they offer is the project's, and no dependency."""
    found: dict[str, str] = {}
    for part in own.parts:
        for dependency in part.manifest.dependencies:
            if dependency.local:
                found[dependency.identity] = dependency.identity
        for product in part.manifest.products:
            found[f"product {product.name}"] = product.name
    return found
