"""The project's graph, as a harvester in one process sees it: packages opened on demand, every look recorded."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress

from paredown.errors import ParedownError
from paredown.harvest.package import Package
from paredown.harvest.packed import Looked
from paredown.model import Artifact, Ecosystem
from paredown.tree import open_tree

OPEN = 12
"""Packages kept open at once: a re-export chain is short, and an open tarball holds memory."""


class Neighbours:
    """Answers `near` for every package of one graph."""

    def __init__(self, artifacts: Iterable[Artifact]) -> None:
        self._artifacts = {artifact.purl: artifact for artifact in artifacts}
        self._edges = {a.purl: {e.name: e.purl for e in a.requires} for a in self._artifacts.values()}
        self._modules: dict[str, str] | None = None
        self._open: OrderedDict[str, Package] = OrderedDict()
        self._looked: dict[tuple[str, str], Looked] = {}

    def package(self, artifact: Artifact) -> Package:
        """Return `artifact` with its files open; raises `UnsafeArchive`."""
        held = self._open.pop(artifact.purl, None)
        if held is None:
            held = Package(
                artifact=artifact,
                tree=open_tree(artifact.files),
                near=lambda name: self._near(artifact, name),
            )
        self._open[artifact.purl] = held
        return held

    def begin(self) -> None:
        """Forget what was asked before, and close what has not been used for long."""
        self._looked = {}
        while len(self._open) > OPEN:
            self._open.popitem(last=False)[1].tree.close()

    @property
    def looked(self) -> tuple[Looked, ...]:
        """Every question since `begin`, with its answer."""
        return tuple(self._looked.values())

    def answers_alike(self, looked: Looked) -> bool:
        """Whether the graph still answers a recorded question in the same way."""
        asker, name, purl, digest = looked
        found = self._target(asker, name)
        return found == purl and (not purl or self._artifacts[purl].digest == digest)

    def _near(self, asker: Artifact, name: str) -> Package | None:
        purl = self._target(asker.purl, name)
        target = self._artifacts.get(purl)
        self._looked[(asker.purl, name)] = (asker.purl, name, purl, target.digest if target else "")
        if target is None:
            return None
        with suppress(ParedownError):
            return self.package(target)
        return None

    def _target(self, asker: str, name: str) -> str:
        if asker not in self._artifacts:
            return ""
        if self._artifacts[asker].ecosystem is Ecosystem.PYPI:
            return self._by_module().get(name, "")
        purl = self._edges[asker].get(name, "")
        return purl if purl in self._artifacts else ""

    def _by_module(self) -> dict[str, str]:
        if self._modules is None:
            from paredown.harvest.python import top_level

            self._modules = {}
            for artifact in sorted(self._artifacts.values(), key=lambda a: (not a.declared, a.purl)):
                if artifact.ecosystem is Ecosystem.PYPI:
                    with suppress(ParedownError), open_tree(artifact.files) as tree:
                        for module in top_level(tree):
                            self._modules.setdefault(module, artifact.purl)
        return self._modules
