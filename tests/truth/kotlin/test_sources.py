"""What Kotlin sources tell without a class file, against the dumps that their own projects commit.

Every miss and every extra is printed with a reason class, and so is what a dump lists that nobody wrote.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from harvest.jvm.assembler import package
from truth.kotlin.sources import Member, of_dump, of_sources
from truth.kotlin.test_dumps import PAIRS

from paredown.harvest.jvm.sources.alone import written_alone
from paredown.harvest.jvm.sources.written import Sort, Written
from paredown.model import Unread

pytestmark = pytest.mark.truth

ENOUGH = 0.97


@pytest.mark.parametrize("dump", PAIRS)
def test_sources_tell_what_their_project_says(dump: str, shared: Path, jar_of: Callable[..., Path]) -> None:
    sources = package(jar_of(*PAIRS[dump], "sources"))
    written: list[Written] = []
    for told in written_alone(sources, sources.tree):
        if isinstance(told, Unread):
            say(f"unread {told.path}: {told.why}")
        else:
            written.append(told.written)
    found = of_sources(written)
    listed = of_dump(shared / "truth" / "kotlin" / f"{dump}.api")
    wanted = listed.members.copy()
    for member in listed.handed_down:
        wanted[member] = min(wanted[member], found[member])
    wanted = +wanted
    made = listed.made + Counter({"repeated from an interface": (listed.members - wanted).total()})
    heads = {one.owner: one.signature for one in written if one.sort is Sort.TYPE}
    for member in sorted((wanted - found).elements()):
        say(f"miss   [{missed(member, heads, found)}] {member}")
    for member in sorted((found - wanted).elements()):
        say(f"extra  [{added(member, wanted)}] {member}")
    for why, count in made.most_common():
        say(f"nobody wrote {count}: {why}")
    both = (wanted & found).total()
    whole = listed.members.total()
    say(
        f"{dump}: recall {both}/{wanted.total()} ({both}/{whole} with what is repeated), precision {both}/{found.total()}"
    )
    assert both >= ENOUGH * wanted.total()
    assert both >= ENOUGH * found.total()


def missed(member: Member, heads: dict[str, str], found: Counter[Member]) -> str:
    """Return the class that a miss belongs to."""
    if member.owner not in heads and not any(one.owner == member.owner for one in found):
        return "class"
    if any(one.owner == member.owner and one.name == member.name for one in found):
        return "an overload that the compiler makes"
    return "of a type of another library" if re.search(r" : \w", heads.get(member.owner, "")) else "member"


def added(member: Member, wanted: Counter[Member]) -> str:
    """Return the class that an extra belongs to."""
    if not any(one.owner == member.owner for one in wanted):
        return "class"
    if any(one.owner == member.owner and one.name == member.name for one in wanted):
        return "an overload that is synthetic"
    return "member that is synthetic or has another name"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
