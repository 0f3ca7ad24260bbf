"""What a store found -> the text of an answer, the same for an agent and for a person at a terminal.

Only cards, lines and what the index says of itself come in, so no answer can hold prose. An answer has less than
`MAX_BYTES` and at most `MAX_LINES`, says how much there is in all, and what of it was cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from paredown.model import Card
from paredown.names import plain
from paredown.serve.line import clipped, ecosystem, heading
from paredown.serve.voice import SIGNATURES, Voice

if TYPE_CHECKING:
    from paredown.index import Found, Line, Meta, Outside, Shown

MAX_BYTES = 10 * 1024
"""Bytes that an answer stays under: some clients cut there, and cut without saying so."""
MAX_LINES = 240
"""Lines that an answer stays under, for clients that count these."""
MAX_OVERLOADS = 8
"""Overloads of one symbol in the answer to a search; `show` gives all."""
FRAME = 600
"""Bytes kept for the first line, the counts and the warnings around the lines of cards."""
MAX_FIELD = 120
"""Bytes of one field of an artifact's line and of the index's own description."""
MAX_NEAR = 12
"""Near names in the answer about an unknown symbol."""
MORE_OVERLOADS = "… more overloads; show lists them"
NOT_DECLARED = "not in the declared surface"
TRANSITIVE = "a package that this project does not declare has a symbol of that name"
BROUGHT = "it comes with what is declared; to use it, declare it. Brought by:"
ELSEWHERE = "another member of this project declares what has it:"


def found(answer: Found, meta: Meta, *, more: bool = True, notice: str = "", voice: Voice = SIGNATURES) -> str:
    """Return the answer to a search: the cards by artifact, both in the order found.

    `more` says whether the caller could still ask for more of them at once; `notice` is what must be said of the index,
    empty when it is current.
    """
    if not answer.cards:
        return _page(meta, "0 of 0", ["nothing in the declared surface matches; try other words"], notice)
    sheet = Sheet(voice)
    full = sheet.take(answer.cards, MAX_OVERLOADS)
    left = max(answer.total - sheet.symbols, 0)
    lines = sheet.lines()
    if left:
        way_on = "narrow the query or raise limit" if more and full else "narrow the query"
        lines.append(f"… {left:,} more; {way_on}")
    return _page(meta, f"{sheet.symbols:,} of {sheet.symbols + left:,}", lines, notice)


def shown(answer: Shown, meta: Meta, *, notice: str = "", voice: Voice = SIGNATURES) -> str:
    """Return the answer about one symbol: its overloads, then its members; where it is when it is not declared."""
    if not answer.cards and not answer.members:
        near = [clipped(plain(name), MAX_FIELD * 2) for name in answer.near[:MAX_NEAR]]
        lines = [NOT_DECLARED, *_outside(answer.outside), *(["declared names near it:", *near] if near else [])]
        return _page(meta, "0 of 0", lines, notice)
    sheet = Sheet(voice)
    sheet.take(answer.cards)
    lines = sheet.lines()
    if left := len(answer.cards) - sheet.cards:
        lines.append(f"… {_counted(left, 'more overload')}")
    counts = f"{sheet.cards:,} of {len(answer.cards):,}"
    if answer.members_total:
        members = sheet.below()
        members.take(answer.members, MAX_OVERLOADS)
        total = max(answer.members_total, members.symbols)
        lines += [f"members {members.symbols:,} of {total:,}", *members.lines()]
        if left := total - members.symbols:
            lines.append(f"… {_counted(left, 'more member')}; search for one with find")
    return _page(meta, counts, lines, notice)


def surface(artifacts: Iterable[Line], meta: Meta, *, notice: str = "") -> str:
    """Return the list of the artifacts that speak, and how many entries each has.

    The publisher stands where it is not the name again.
    """
    every = tuple(artifacts)
    sheet = Sheet()
    for artifact in every:
        if not sheet.add(_artifact(artifact)):
            break
    lines = sheet.lines()
    if left := len(every) - len(lines):
        lines.append(f"… {_counted(left, 'more artifact')}")
    entries = sum(artifact.entries for artifact in every)
    counts = f"{_entries(entries)}, {_counted(len(every), 'artifact')}"
    return _page(meta, f"{counts} · {_field(meta.scope)} · {_field(meta.date)}", lines, notice)


class Sheet:
    """Lines taken in order of rank until there is no more room, which then stand below their artifacts.

    Lines of the artifact `under` stand first and do not repeat its heading.
    """

    def __init__(
        self,
        voice: Voice = SIGNATURES,
        bytes_left: int = MAX_BYTES - FRAME,
        lines_left: int = MAX_LINES,
        under: str = "",
        opened: bool = False,
    ) -> None:
        self.symbols = 0
        self.cards = 0
        self._voice = voice
        self._under = under
        self._groups: dict[str, list[str]] = {under: []}
        self._bytes = bytes_left
        self._lines = lines_left
        if voice.opening and not opened:
            self.add(voice.opening)

    def take(self, cards: Iterable[Card], overloads: int | None = None) -> bool:
        """Take `cards`, of each symbol at most `overloads`; return whether there was room for all."""
        of_symbol: dict[tuple[str, str], int] = {}
        for card in cards:
            key = (card.artifact, card.symbol)
            held = of_symbol[key] = of_symbol.get(key, 0) + 1
            if overloads is None or held <= overloads:
                if not self.add(self._voice.line(card), card.artifact):
                    return False
                self.cards += 1
                self.symbols += held == 1
                for text in self._voice.below(card):
                    self.add(text, card.artifact)
            elif held == overloads + 1 and not self.add(MORE_OVERLOADS, card.artifact):
                return False
        return True

    def add(self, text: str, artifact: str = "") -> bool:
        """Take one line of the artifact with that package URL, or of none; return whether there was room."""
        # With its ecosystem, which only a heading that another one equals will show.
        needed = [text] if artifact in self._groups else [_told_apart(artifact), text]
        size = sum(len(part.encode()) + 1 for part in needed)
        if size > self._bytes or len(needed) > self._lines:
            return False
        self._bytes -= size
        self._lines -= len(needed)
        self._groups.setdefault(artifact, []).append(text)
        return True

    def below(self) -> Sheet:
        """Return an empty sheet with the room that is left, under the artifact that this one ends with."""
        return Sheet(self._voice, self._bytes, self._lines, list(self._groups)[-1], opened=True)

    def lines(self) -> list[str]:
        """Return the lines below their headings, both in the order first taken."""
        headings = Counter(map(heading, self._groups))
        lines: list[str] = []
        for artifact, texts in self._groups.items():
            if artifact != self._under:
                above = heading(artifact)
                lines.append(above if headings[above] == 1 else _told_apart(artifact))
            lines += texts
        return lines


def _told_apart(purl: str) -> str:
    """Return the heading of an artifact with its ecosystem: two of these may have one name and version."""
    return f"{heading(purl)} · {ecosystem(purl)}"


def _outside(outside: Outside | None) -> list[str]:
    """Return the lines about a symbol that is not in the surface: whose it is not, and no text of whose it is."""
    if outside is None:
        return []
    if outside.elsewhere:
        return [ELSEWHERE, *map(_told_apart, outside.elsewhere[:MAX_NEAR])]
    return [TRANSITIVE, *([BROUGHT, *map(_told_apart, outside.bringers[:MAX_NEAR])] if outside.bringers else [])]


def _artifact(artifact: Line) -> str:
    parts = [_field(f"{artifact.name} {artifact.version}"), ecosystem(artifact.purl), _entries(artifact.entries)]
    if artifact.publisher != artifact.name:
        parts.append(f"publisher {_field(artifact.publisher)}")
    if not artifact.declared:
        parts.append("not declared")
    return " · ".join(parts)


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _entries(number: int) -> str:
    return "1 entry" if number == 1 else f"{number:,} entries"


def _field(text: str) -> str:
    return clipped(plain(text), MAX_FIELD)


def _page(meta: Meta, counts: str, lines: list[str], notice: str) -> str:
    digest = _field(meta.lock_digest.rpartition(":")[2][:6]) or "without a lock"
    return "\n".join([f"surface {digest} · {counts}", *lines, *([notice] if notice else [])])
