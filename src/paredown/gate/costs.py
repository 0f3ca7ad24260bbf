"""`costs.toml` -> what every rule was measured to cost, and on which corpus.

`benchmarks/prices.py` writes the file; nothing in it is written by hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from paredown.gate.price import TOGETHER, Share
from paredown.model import Part

FILE = "costs.toml"
Scope = Literal["all", "declared"]
SCOPES: tuple[Scope, ...] = ("all", "declared")
"""The whole graph of each project, and what the project itself names."""
SKEWED = 0.4
"""The share of one publisher in the rows above which a price is that publisher's."""

FINDINGS: Mapping[str, str] = {
    "spaced-name": "0.000 %  0 of 14,899",
    "spelled-punctuation": "0.000 %  0 of 14,899",
    "long-constant": "0.000 %  0 of 3,822",
    "path-in-documentation": "0.027 %  4 of 14,899",
    "undeclared-type-name": "0.087 %  13 of 14,899",
    "long-name": "0.107 %  16 of 14,899",
    "mention-of-sensitive-thing": "29.8 %  16,390 of 55,077",
    "directive-naming-nothing": "1.73 %  4,031 of 232,781",
    "casing-pattern": "6.3 %",
    TOGETHER: "0.221 %  33 of 14,899",
}
"""What the findings measured, on the JVM."""


class Row(NamedTuple):
    """One publisher's part of a price or of a corpus."""

    publisher: str
    share: Share


@dataclass(frozen=True, slots=True, kw_only=True)
class Corpus:
    """What was measured in one ecosystem: the stamp of every price there.

    `digest` covers every entry that was read, so equal digests mean equal counts of rules on names; `harvesters` are
    the versions of what read them. `heaviest` is the publisher with the most entries.
    """

    ecosystem: str
    scope: Scope
    date: str
    tool: str
    harvesters: str
    projects: tuple[str, ...]
    artifacts: int
    publishers: int
    entries: int
    digest: str
    heaviest: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one rule costs in one ecosystem and scope.

    `publishers` is how many have an entry rejected, `most` the first of them, `parts` the entries by breached part.
    """

    rule: str
    ecosystem: str
    scope: Scope
    share: Share
    parts: Mapping[Part, int]
    publishers: int
    most: tuple[Row, ...]

    @property
    def skewed(self) -> bool:
        """Whether one publisher holds most of what is rejected, so that the rate is more its own than the corpus's."""
        return bool(self.most) and self.most[0].share.rejected > SKEWED * self.share.rejected


class Costs(NamedTuple):
    """Every measured price."""

    corpora: tuple[Corpus, ...]
    costs: tuple[Cost, ...]

    def of(self, slug: str, scope: Scope = "all") -> tuple[Cost, ...]:
        """Return the costs of one rule, an ecosystem each."""
        return tuple(cost for cost in self.costs if cost.rule == slug and cost.scope == scope)

    def total(self, slug: str, scope: Scope = "all") -> Share:
        """Return the cost of one rule over all ecosystems."""
        whole = Share(0, 0)
        for cost in self.of(slug, scope):
            whole = whole.plus(cost.share)
        return whole


@lru_cache(maxsize=1)
def costs() -> Costs:
    """Return the prices that came with this version."""
    return read((files("paredown.gate") / FILE).read_text("utf-8"))


def read(text: str) -> Costs:
    """Return the prices in a TOML text that `benchmarks/prices.py` wrote."""
    table = tomllib.loads(text)
    return Costs(
        tuple(_corpus(row) for row in table["corpus"]),
        tuple(_cost(row) for row in table["cost"]),
    )


def _corpus(row: dict[str, Any]) -> Corpus:
    publisher, entries = row["heaviest"]
    return Corpus(
        **{**row, "projects": tuple(row["projects"]), "heaviest": Row(publisher, Share(entries, row["entries"]))}
    )


def _cost(row: dict[str, Any]) -> Cost:
    told = {name: row[name] for name in ("rule", "ecosystem", "scope", "publishers")}
    return Cost(
        **told,
        share=Share(row["rejected"], row["of"]),
        parts={Part(part): count for part, count in row["parts"].items()},
        most=tuple(Row(publisher, Share(rejected, of)) for publisher, rejected, of in row["most"]),
    )
