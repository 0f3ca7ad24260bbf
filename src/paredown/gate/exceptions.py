"""What a project allows although a rule refuses it: a rule, a symbol, and a reason that reports show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from paredown.errors import BadConfiguration
from paredown.model import Breach


class Allowed(NamedTuple):
    """One exception. `symbol` is a whole symbol, or a path ending in `.*` for everything below it."""

    rule: str
    symbol: str
    reason: str

    def covers(self, breach: Breach) -> bool:
        """Whether this exception is about `breach`."""
        if self.rule != breach.rule:
            return False
        symbol = str(breach.symbol)
        if self.symbol.endswith(".*"):
            return symbol.startswith(self.symbol[:-1])
        return symbol == self.symbol


def allowed(text: str) -> Allowed:
    """Return the exception written `RULE=SYMBOL` or `RULE=SYMBOL:reason`; raises `BadConfiguration`."""
    rule, equals, rest = text.partition("=")
    symbol, _, reason = rest.partition(":")
    if not (rule and equals and symbol):
        raise BadConfiguration(text, "an exception is written RULE=SYMBOL")
    return Allowed(rule.strip(), symbol.strip(), reason.strip() or "allowed on the command line")


def covered(breach: Breach, exceptions: Iterable[Allowed]) -> Allowed | None:
    """Return the exception that covers `breach`, or None."""
    return next((one for one in exceptions if one.covers(breach)), None)
