"""A rule -> its page: what its module says of it, and what it was measured to cost."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from paredown.gate.costs import FINDINGS, SKEWED, Corpus, Cost, costs
from paredown.gate.price import TOGETHER, Share
from paredown.model import Rule

HEADINGS = ("What it bounds", "Why", "Within", "In breach", "Known cost")
"""What the docstring of every rule says, in this order."""


class Doc(NamedTuple):
    """A rule's docstring: its first sentence, and the text below each heading."""

    title: str
    sections: Mapping[str, str]


def doc_of(rule: Rule) -> Doc:
    """Return what the module of `rule` says of it."""
    text = sys.modules[type(rule).__module__].__doc__ or ""
    title, *sections = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    told = dict(zip(sections[::2], (section.strip() for section in sections[1::2]), strict=True))
    return Doc(title.strip(), told)


def page(rule: Rule) -> str:
    """Return the page of `rule`, in Markdown."""
    doc = doc_of(rule)
    lines = [f"# {rule.slug}", "", doc.title, "", f"Status: **{rule.status}**. Reads: {_reads(rule)}.", ""]
    for heading, text in doc.sections.items():
        lines += [f"## {heading}", "", text, ""]
    lines += ["## Measured", "", *_measured(rule)]
    return "\n".join(lines).rstrip() + "\n"


def contents(rules: Sequence[Rule]) -> str:
    """Return the page that lists `rules`, in Markdown."""
    found = costs()
    lines = [
        "# The catalogue",
        "",
        "Every rule, adopted or rejected, with its price on the whole graphs that were measured, and in the findings.",
        "A rejected rule stays with its price, so that nobody adopts it again. Written by `scripts/rule_pages.py`.",
        "",
        "| rule | bounds | status | price here | in the findings |",
        "|---|---|---|---|---|",
    ]
    for rule in rules:
        share, title = found.total(rule.slug), doc_of(rule).title.rstrip(".")
        price = f"{percent(share)}, {share.rejected:,} of {share.of:,}" if share.of else "nothing to read"
        findings = FINDINGS.get(rule.slug, "–").replace("  ", ", ")
        lines.append(f"| [{rule.slug}]({rule.slug}.md) | {title} | {rule.status} | {price} | {findings} |")
    together = found.total(TOGETHER)
    lines.append(
        f"| all adopted | an entry counts once | | {percent(together)}, {together.rejected:,} of {together.of:,} "
        f"| {FINDINGS[TOGETHER].replace('  ', ', ')} |"
    )
    return "\n".join(lines) + "\n"


def percent(share: Share) -> str:
    """Return a rate in per cent, with its 95 % interval when there is anything to measure."""
    if not share.of:
        return "–"
    low, high = share.interval
    return f"{100 * share.rate:.3f} % [{100 * low:.3f}, {100 * high:.3f}]"


def _reads(rule: Rule) -> str:
    parts = ", ".join(sorted(rule.parts))
    languages = ", ".join(sorted(rule.languages)) or "every language"
    kinds = f" of kind {', '.join(sorted(rule.kinds))}" if rule.kinds else ""
    return f"{parts}; {languages}; entries{kinds}"


def _measured(rule: Rule) -> Iterator[str]:
    found = costs()
    yield f"In the findings: {FINDINGS.get(rule.slug, 'not measured').replace('  ', ', ')}."
    yield ""
    yield "| ecosystem | scope | rejected of read | rate, 95 % interval | by part | publishers | most |"
    yield "|---|---|---|---|---|---|---|"
    corpora = {(corpus.ecosystem, corpus.scope): corpus for corpus in found.corpora}
    mine = [cost for cost in found.costs if cost.rule == rule.slug]
    for cost in mine:
        yield _row(cost)
    yield ""
    for cost in mine:
        if cost.skewed and cost.publishers > 1:
            first = cost.most[0]
            share = f"{first.share.rejected:,} of {cost.share.rejected:,} rejections"
            rest = Share(cost.share.rejected - first.share.rejected, cost.share.of - first.share.of)
            without = f"without it {rest.rejected:,} of {rest.of:,}, {percent(rest)}"
            yield f"- {cost.ecosystem}, {cost.scope}: `{first.publisher}` holds {share}; {without}."
        corpus = corpora[cost.ecosystem, cost.scope]
        if corpus.heaviest.share.rate > SKEWED:
            share = f"{corpus.heaviest.share.rate:.0%}"
            yield f"- {cost.ecosystem}, {cost.scope}: `{corpus.heaviest.publisher}` holds {share} of all entries read."
    yield ""
    yield from (_stamp(corpus) for corpus in found.corpora)


def _row(cost: Cost) -> str:
    parts = ", ".join(f"{part} {count:,}" for part, count in cost.parts.items()) or "–"
    most = ", ".join(f"{row.publisher} {row.share.rejected:,}" for row in cost.most[:3]) or "–"
    share = f"{cost.share.rejected:,} of {cost.share.of:,}"
    cells = (cost.ecosystem, cost.scope, share, percent(cost.share), parts, f"{cost.publishers:,}", most)
    return f"| {' | '.join(cells)} |"


def _stamp(corpus: Corpus) -> str:
    what = f"{corpus.entries:,} entries of {corpus.artifacts:,} artifacts by {corpus.publishers:,} publishers"
    where = f"{corpus.ecosystem}, {corpus.scope}: {what}, from {', '.join(corpus.projects)}"
    return f"- {where}; {corpus.date}, paredown {corpus.tool}, corpus `{corpus.digest[:19]}`."
