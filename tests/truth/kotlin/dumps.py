"""A jar's membership and a `.api` dump of the binary-compatibility validator, in the dump's own terms.

Only for comparing: the product never writes or reads this form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from paredown.harvest.jvm.classfile import SYNTHETIC
from paredown.harvest.jvm.jar import Jar
from paredown.harvest.jvm.membership import Reachable, Reached, companion_of, marks, reachable
from paredown.harvest.jvm.unit import Unit
from paredown.model import Files, Form
from paredown.tree import Tree, open_tree

WORDS = (
    (0x1, "public"),
    (0x4, "protected"),
    (0x2, "private"),
    (0x8, "static"),
    (0x10, "final"),
    (0x400, "abstract"),
    (0x1000, "synthetic"),
    (0x200, "interface"),
    (0x2000, "annotation"),
)


DESCRIPTION = "/package-info.class"


class Rendered(NamedTuple):
    """A class as the dump has it: its first line, and the lines of its members."""

    first: str
    members: frozenset[str]


class Line(NamedTuple):
    """One line of a dump: `owner` is the class, `text` the member, or empty for the class itself."""

    owner: str
    text: str


def read_first_lines(path: Path) -> dict[str, str]:
    """Return the classes of a dump with their first lines; members are the lines of `read_lines`."""
    return {_name(line): line.removesuffix(" {") for line in _lines(path) if line.endswith(" {")}


def read_lines(path: Path) -> set[Line]:
    """Return every class and member of a dump."""
    found: set[Line] = set()
    owner = ""
    for line in _lines(path):
        if line.endswith(" {"):
            owner = _name(line)
            found.add(Line(owner, ""))
        elif line.startswith("\t"):
            found.add(Line(owner, line.strip()))
    return found


def open_jar(path: Path) -> Tree:
    """Open a jar, or a folder of class files."""
    return open_tree(Files(root=path, form=Form.FOLDER if path.is_dir() else Form.ZIP))


def render(tree: Tree, markers: Collection[str] = ()) -> dict[str, Rendered]:
    """Return the reachable classes of `tree`.

    What carries an annotation of `markers` (internal names) is left out, a package with all that lies below it.
    """
    jar = Jar(tree)
    found: dict[str, Rendered] = {}
    wanted = {f"L{marker};" for marker in markers}
    packages = [package for package in _packages(tree) if wanted & _marks_of_package(tree, package)]
    for name in jar.names():
        if any(name.startswith(f"{package}/") for package in packages):
            continue
        held = reachable(jar, name)
        if held is None or _marked(jar, held, wanted):
            continue
        members = {_member(r) for r in held.members if not _member_marked(jar, r, wanted)}
        if members or not (held.unit.is_facade or held.unit.is_default_impls):
            found[name] = Rendered(_class(jar, held), frozenset(members))
    return found


def lines_of(rendered: dict[str, Rendered]) -> set[Line]:
    """Return every class and member."""
    return {Line(name, text) for name, each in rendered.items() for text in ("", *each.members)}


def _packages(tree: Tree) -> list[str]:
    return [name.removesuffix(DESCRIPTION) for name in tree.names() if name.endswith(DESCRIPTION)]


def _marks_of_package(tree: Tree, package: str) -> set[str]:
    unit = Unit(tree.read(package + DESCRIPTION), package)
    # A class of that name that somebody wrote describes no package.
    return set(unit.annotations.types) if unit.file.access & SYNTHETIC else set()


def _marked(jar: Jar, held: Reachable, wanted: set[str]) -> bool:
    types = set(held.unit.annotations.types)
    if held.unit.is_default_impls:
        interface = held.unit.name.removesuffix("$DefaultImpls")
        types |= set(jar.unit(interface).annotations.types) if jar.has(interface) else set()
    return bool(types & wanted)


def _member_marked(jar: Jar, reached: Reached, wanted: set[str]) -> bool:
    if not wanted:
        return False
    unit = jar.unit(reached.owner)
    contents = jar.contents(unit)
    companion = companion_of(jar, unit, contents)
    types: set[str] = set()
    for marked in marks(jar, reached, companion):
        types |= set(marked.types)
    if companion and contents and reached.is_field and reached.member.name == contents.companion:
        types |= set(companion.annotations.types)
    return bool(types & wanted)


def _class(jar: Jar, held: Reachable) -> str:
    file = held.unit.file
    parents = [] if any(True for _ in jar.parents(held.unit)) else [file.parent]
    above = [p for p in (*parents, *sorted(file.interfaces)) if p and p != "java/lang/Object"]
    return f"{words(held.unit.access)} class {file.name}" + (f" : {', '.join(above)}" if above else "")


def _member(reached: Reached) -> str:
    member = reached.member
    return f"{words(member.access)} {'field' if reached.is_field else 'fun'} {member.name} {member.descriptor}"


def words(access: int) -> str:
    """Return access flags as the dump's words."""
    return " ".join(word for bit, word in WORDS if access & bit)


def _name(line: str) -> str:
    return line.partition(" class ")[2].removesuffix(" {").partition(" : ")[0]


def _lines(path: Path) -> Iterator[str]:
    return iter(path.read_text(encoding="utf-8").splitlines())
