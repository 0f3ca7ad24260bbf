"""Two lists of names -> the class of each difference between them, by evidence from the sources."""

from __future__ import annotations

from collections.abc import Mapping

from truth.compare import UNEXPLAINED, Difference, Fault, Names, Reason

from paredown.model import Entry
from tests.truth.python.listing import Listing

WAYS = {
    "guarded": Reason("otherwise for a type checker than for a program", Fault.CHOICE),
    "machine": Reason("under a condition on the platform or the version, which griffe does not weigh", Fault.ORACLE),
    "fallback": Reason("where an import fails: griffe takes the last, the harvest the first", Fault.ORACLE),
    "unpacked": Reason("bound by unpacking, which griffe does not list", Fault.ORACLE),
}
"""How the name is bound somewhere in the distribution, and what that explains."""
STANDARD = Reason("declared by the standard library and passed on", Fault.CHOICE)
UNFOLLOWED = Reason("griffe cannot follow the import", Fault.ORACLE)
CLASHING = Reason("a module and what it holds have one name, which griffe takes for the module", Fault.ORACLE)
NESTED = Reason("bound in a block of a class body, which griffe takes for the class", Fault.ORACLE)


class Reasons:
    """Says why a name is only on one side."""

    def __init__(self, ours: Mapping[Names, Entry], listing: Listing) -> None:
        self._ours = ours
        self._listing = listing
        self._unresolved = tuple(f"{name}." for name in listing.unresolved)

    def of(self, difference: Difference) -> Reason:
        """Return the class of the difference."""
        path = difference.path
        name = ".".join(path)
        entry = self._ours.get(path)
        tail = path[1:]
        ways = self._listing.bound(tail[0]) | self._listing.bound(".".join(tail))
        if entry is not None and entry.signature == entry.symbol.name and len(path) == 2:
            return STANDARD
        if f"{name}.".startswith(self._unresolved):
            return UNFOLLOWED
        if any(".".join(path[:end]) in self._listing.clashing for end in range(1, len(path) + 1)):
            return CLASHING
        if not difference.missed and len(path) > 2 and path[:2] in self._listing.classless:
            return UNFOLLOWED
        return next((reason for way, reason in WAYS.items() if way in ways), UNEXPLAINED)
