"""A source file -> how it binds its names, read with `ast`: what griffe's model leaves out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

MACHINE = ("sys.platform", "os.name", "version_info", "platform.")
DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Place(NamedTuple):
    """Where a statement stands: the class around it, and what has to hold for it to run."""

    owner: str = ""
    guarded: bool = False
    machine: bool = False
    fallback: bool = False
    conditional: bool = False


@dataclass
class Bindings:
    """The names of one module by how they are bound; those of classes are in `fields` and `unpacked` only."""

    source: dict[str, str] = field(default_factory=dict)
    """The module that an imported name comes from."""
    redundant: set[str] = field(default_factory=set)
    original: dict[str, str] = field(default_factory=dict)
    """What an imported name is called there."""
    stars: list[str] = field(default_factory=list)
    """The modules that every public name is imported from."""
    guarded: set[str] = field(default_factory=set)
    """Bound under `if TYPE_CHECKING`."""
    running: set[str] = field(default_factory=set)
    """Bound anywhere else."""
    machine: set[str] = field(default_factory=set)
    """Bound under a condition on the platform or the version."""
    fallback: set[str] = field(default_factory=set)
    """Bound where an import fails."""
    passing: set[str] = field(default_factory=set)
    """Bound by a loop, or only when the file is run as a script."""
    conditional: set[str] = field(default_factory=set)
    """Bound under a condition of another kind."""
    bodies: dict[str, set[str]] = field(default_factory=dict)
    """Every name that a class of that name binds in its body, of all classes of one name together."""
    unpacked: set[str] = field(default_factory=set)
    """Bound by unpacking, dotted with the classes around; griffe does not list these."""
    fields: dict[str, set[str]] = field(default_factory=dict)
    """Names annotated in the body of each class."""

    @property
    def typing_only(self) -> set[str]:
        return self.guarded - self.running


def bindings_of(path: Path, module: str, package: bool) -> Bindings:
    """Return how the file of `module` binds its names; nothing for a file that `ast` does not read."""
    found = Bindings()
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, OSError):
        return found
    home = module.split(".") if package else module.split(".")[:-1]
    stack: list[tuple[ast.AST, Place]] = [(node, Place()) for node in tree.body]
    while stack:
        node, place = stack.pop()
        if isinstance(node, ast.For) or (
            isinstance(node, ast.If) and "__name__ == '__main__'" in ast.unparse(node.test)
        ):
            found.passing |= {
                leaf.id for leaf in ast.walk(node) if isinstance(leaf, ast.Name) and isinstance(leaf.ctx, ast.Store)
            }
            found.passing |= {leaf.name for leaf in node.body if isinstance(leaf, DEFINITIONS)}
            continue
        for name in names_bound(node, home, found):
            note(found, name, place)
            if place.owner:
                found.bodies.setdefault(place.owner.rpartition(".")[2], set()).add(name)
        if isinstance(node, ast.Assign):
            unpacked = {
                leaf.id
                for t in node.targets
                if isinstance(t, ast.Tuple)
                for leaf in t.elts
                if isinstance(leaf, ast.Name)
            }
            found.unpacked |= {f"{place.owner}.{name}" if place.owner else name for name in unpacked}
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.fields.setdefault(place.owner, set()).add(node.target.id)
        stack += inside(node, place)
    found.passing -= found.running
    return found


def inside(node: ast.AST, place: Place) -> Iterator[tuple[ast.AST, Place]]:
    """Yield the statements within `node`, each with its place; not those of functions."""
    if isinstance(node, ast.ClassDef):
        owner = f"{place.owner}.{node.name}" if place.owner else node.name
        yield from ((child, place._replace(owner=owner)) for child in node.body)
    elif isinstance(node, ast.If):
        test = ast.unparse(node.test)
        branch = place._replace(conditional=True, machine=place.machine or any(mark in test for mark in MACHINE))
        guarded = branch._replace(guarded=place.guarded or "TYPE_CHECKING" in test)
        yield from ((child, guarded) for child in node.body)
        yield from ((child, branch) for child in node.orelse)
    elif isinstance(node, ast.Try):
        yield from ((child, place) for child in [*node.body, *node.orelse, *node.finalbody])
        yield from ((child, place._replace(fallback=True)) for handler in node.handlers for child in handler.body)
    elif isinstance(node, ast.With):
        yield from ((child, place) for child in node.body)


def note(found: Bindings, name: str, place: Place) -> None:
    """Note how `name` is bound."""
    if place.owner:
        return
    (found.guarded if place.guarded else found.running).add(name)
    if place.machine:
        found.machine.add(name)
    if place.fallback:
        found.fallback.add(name)
    if place.conditional:
        found.conditional.add(name)


def names_bound(node: ast.AST, home: list[str], found: Bindings) -> Iterator[str]:
    """Yield the names that one statement binds, and note where imported ones come from."""
    if isinstance(node, DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (leaf.id for target in node.targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.Import):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        up = home[: len(home) - node.level + 1] if node.level else []
        source = ".".join([*up, *([node.module] if node.module else [])])
        for alias in node.names:
            if alias.name == "*":
                found.stars.append(source)
                continue
            found.source[alias.asname or alias.name] = source
            found.original[alias.asname or alias.name] = alias.name
            if alias.asname == alias.name:
                found.redundant.add(alias.name)
            yield alias.asname or alias.name
