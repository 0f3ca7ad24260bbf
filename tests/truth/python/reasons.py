"""Two lists of names -> the class of each difference between them, by evidence from the sources."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from paredown.model import Entry
from tests.truth.python.listing import Listing

UNEXPLAINED = "unexplained"
WAYS = {
    "guarded": "otherwise for a type checker than for a program",
    "machine": "under a condition on the platform or the version",
    "fallback": "where an import fails",
    "unpacked": "bound by unpacking, which griffe does not list",
}
"""How the name is bound somewhere in the distribution, and what that explains."""


class Reasons:
    """Says why a name is only on one side."""

    def __init__(self, ours: Mapping[str, Entry], theirs: set[str], listing: Listing) -> None:
        self._ours = ours
        self._listing = listing
        self._modules = {module.path for module in listing.public} | {entry.import_path for entry in ours.values()}
        self._unresolved = tuple(f"{name}." for name in listing.unresolved)
        only = [name for name in (*ours, *theirs) if (name in ours) != (name in theirs)]
        self._alone: dict[str, set[bool]] = defaultdict(set)
        for name in only:
            self._alone[self._tail(name)].add(name in ours)

    def of(self, name: str) -> str:
        """Return the class of the difference."""
        entry = self._ours.get(name)
        tail = self._tail(name)
        ways = self._listing.bound(tail.partition(".")[0]) | self._listing.bound(tail)
        if not all(part.isidentifier() for part in name.split(".")):
            return "its module's name is no identifier, so no statement imports it"
        if len(self._alone[tail]) == 2:
            return "on the other side under another path"
        if entry is not None and entry.signature == entry.symbol.name and len(entry.symbol.parts) == 2:
            return "declared by the standard library and listed here"
        if f"{name}.".startswith(self._unresolved):
            return "griffe cannot follow the import"
        if entry is not None and f"{entry.import_path}.{entry.symbol.parts[1]}" in self._listing.inner:
            return "in a module that is only an attribute of a public one"
        for way, reason in WAYS.items():
            if way in ways:
                return reason
        return UNEXPLAINED

    def _tail(self, name: str) -> str:
        """Return `name` without its module."""
        entry = self._ours.get(name)
        if entry is not None:
            return ".".join(entry.symbol.parts[1:])
        module = name
        while module and module not in self._modules:
            module = module.rpartition(".")[0]
        return name[len(module) + 1 :] if module else name
