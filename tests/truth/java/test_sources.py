"""What Java sources tell without a class file, and what they add to one, against the class files of the same jars.

The class files' reader is itself held to `javap`; here its entries are the truth. Every miss and extra is printed.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from harvest.jvm.assembler import package
from truth.java.test_javap import JARS

from paredown.harvest import jvm
from paredown.model import Files, Form, Kind, Unread

pytestmark = pytest.mark.truth

ENOUGH = 0.97
TYPES = (Kind.CLASS, Kind.INTERFACE, Kind.ENUM)


class Slot(NamedTuple):
    """An entry by its class, its kind and its name; overloads count one by one."""

    owner: str
    kind: Kind
    name: str


@pytest.mark.parametrize("library", JARS)
def test_sources_tell_what_the_classes_tell(library: str, jar_of: Callable[..., Path]) -> None:
    wanted = slots(jar_of(*JARS[library]))
    found = slots(jar_of(*JARS[library], "sources"))
    for slot in sorted((wanted - found).elements()):
        say(f"miss   [{'class' if slot.kind in TYPES else 'member'}] {slot.owner} {slot.kind} {slot.name}")
    for slot in sorted((found - wanted).elements()):
        say(f"extra  [{'class' if slot.kind in TYPES else 'member'}] {slot.owner} {slot.kind} {slot.name}")
    both = (wanted & found).total()
    say(f"{library}: recall {both}/{wanted.total()}, precision {both}/{found.total()}")
    assert both >= ENOUGH * wanted.total()
    assert both >= ENOUGH * found.total()


@pytest.mark.parametrize("library", JARS)
def test_every_entry_of_a_jar_is_found_in_its_sources(library: str, jar_of: Callable[..., Path]) -> None:
    sources = Files(root=jar_of(*JARS[library], "sources"), form=Form.ZIP)
    plain = [d.entry for d in declared(jar_of(*JARS[library]))]
    told = declared(jar_of(*JARS[library]), sources=sources)
    placed = sum(d.at >= 0 for d in told)
    documented = sum(bool(d.entry.prose) for d in told)
    say(f"{library}: {placed} of {len(told)} entries found in sources, {documented} with a doc comment")
    assert Counter(e.symbol for e in plain) == Counter(d.entry.symbol for d in told)
    assert placed >= 0.999 * len(told)


def slots(jar: Path) -> Counter[Slot]:
    """Return what a jar of classes or of sources declares."""
    return Counter(Slot(d.owner, d.entry.kind, d.entry.symbol.name) for d in declared(jar))


def declared(jar: Path, **more: object) -> list[jvm.Declared]:
    found = list(jvm.declared(package(jar, **more)))  # type: ignore[arg-type]
    for item in found:
        if isinstance(item, Unread):
            say(f"unread {item.path}: {item.why}")
    return [item for item in found if isinstance(item, jvm.Declared)]


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
