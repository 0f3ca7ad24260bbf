"""A second opinion: the members of class files that a caller can reach, from what `javap` prints.

Only the rules of what is reachable are applied here, to javap's own words; nothing of `paredown.harvest` is used, so
that a fault there cannot hide here.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

CHUNK = 400
"""Class files that one run of javap is given."""
HEADER = re.compile(r"^(?P<words>(?:[a-z-]+ )*)(?:class|interface|enum) (?P<name>[^\s<]+)")
MEMBER = re.compile(r"^  (?! )(?P<words>(?:[a-z-]+ )*)(?P<rest>.*);$")
DESCRIPTOR = "    descriptor: "


class Member(NamedTuple):
    """A field or method, by the internal name of its class."""

    owner: str
    name: str
    descriptor: str


class Listed(NamedTuple):
    """A class as javap lists it: whether its file says public, whether final, and its members with their words."""

    public: bool
    final: bool
    members: dict[Member, frozenset[str]]


def listed(files: Sequence[Path]) -> dict[str, Listed]:
    """Return what `javap -protected` lists of each class file, by the class's internal name."""
    found: dict[str, Listed] = {}
    for start in range(0, len(files), CHUNK):
        found |= dict(_parsed(_javap(files[start : start + CHUNK], "-s")))
    return found


def synthetic(files: Sequence[Path]) -> set[Member]:
    """Return the members of class files that carry the mark of what the compiler made."""
    found: set[Member] = set()
    for start in range(0, len(files), CHUNK):
        owner, member = "", ""
        descriptor = ""
        for line in _javap(files[start : start + CHUNK], "-v"):
            header = HEADER.match(line)
            shown = MEMBER.match(line)
            if header:
                owner = header["name"].replace(".", "/")
            elif shown:
                member = _name(owner, shown["rest"])
            elif line.startswith(DESCRIPTOR):
                descriptor = line.removeprefix(DESCRIPTOR)
            elif line.startswith("    flags:") and "ACC_SYNTHETIC" in line:
                found.add(Member(owner, member, descriptor))
    return found


def reachable(classes: dict[str, Listed]) -> dict[str, Listed]:
    """Return the classes that a caller can name: public, and so is every class around them."""
    found: dict[str, Listed] = {}
    for name, each in classes.items():
        around = [name[: dollar.start()] for dollar in re.finditer(r"\$", name)]
        if each.public and all(classes[outer].public for outer in around if outer in classes):
            found[name] = each
    return found


def members(classes: dict[str, Listed]) -> set[Member]:
    """Return the members of `classes`, protected ones only where something can inherit them."""
    return {
        member
        for each in classes.values()
        for member, words in each.members.items()
        if not (each.final and "protected" in words)
    }


def _parsed(lines: Iterator[str]) -> Iterator[tuple[str, Listed]]:
    name, current, member, words = "", Listed(False, False, {}), "", frozenset[str]()
    for line in lines:
        header = HEADER.match(line)
        shown = MEMBER.match(line)
        if header:
            name = header["name"].replace(".", "/")
            said = header["words"].split()
            current = Listed("public" in said, "final" in said, {})
            yield name, current
        elif shown:
            member, words = _name(name, shown["rest"]), frozenset(shown["words"].split())
        elif line.startswith(DESCRIPTOR):
            current.members[Member(name, member, line.removeprefix(DESCRIPTOR))] = words


def _name(owner: str, rest: str) -> str:
    """Return the name of a member as class files have it, from the line that javap prints."""
    before = rest.partition("(")[0] if "(" in rest else rest
    name = before.rpartition(" ")[2]
    return "<init>" if "(" in rest and name.replace(".", "/") == owner else name


def _javap(files: Sequence[Path], *options: str) -> Iterator[str]:
    command = ["javap", "-protected", *options, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return iter(done.stdout.splitlines())
