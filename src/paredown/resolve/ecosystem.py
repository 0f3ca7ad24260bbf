"""The registry of ecosystems.

To add one: write `resolve/<ecosystem>`, with `inputs` and `resolve`, and a line here.
"""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, cast

from paredown.model import Ecosystem
from paredown.resolve.graph import Resolver


class Registered(NamedTuple):
    """An ecosystem and the module that reads its manifests and lock files."""

    ecosystem: Ecosystem
    module: str

    def load(self) -> Resolver:
        """Import the module."""
        return cast(Resolver, import_module(self.module))


ECOSYSTEMS = (
    Registered(Ecosystem.MAVEN, "paredown.resolve.jvm"),
    Registered(Ecosystem.NPM, "paredown.resolve.npm"),
    Registered(Ecosystem.PYPI, "paredown.resolve.pypi"),
    Registered(Ecosystem.SWIFT, "paredown.resolve.swiftpm"),
)
"""In the order in which a report shows them."""
