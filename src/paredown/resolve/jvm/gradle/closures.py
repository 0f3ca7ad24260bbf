"""The block behind a dependency -> what it changes: a version in full, libraries kept out, nothing transitive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.gradle.chains import assignment_of, chain_of
from paredown.resolve.jvm.gradle.statements import Group, Item
from paredown.resolve.jvm.gradle.values import Scope, evaluate, named_arguments
from paredown.resolve.jvm.gradle.wanted import Wanted


def with_closure(wanted: Wanted, block: Group | None, scope: Scope) -> Wanted:
    """Return what a dependency is with `block` behind it."""
    for statement in block.filled if block is not None else ():
        assigned = assignment_of(statement)
        if assigned is not None and assigned.path[-1] in ("isTransitive", "transitive"):
            wanted = wanted._replace(transitive=getattr(assigned.right[0], "text", "") != "false")
            continue
        for call in chain_of(statement)[:1]:
            if call.name == "exclude":
                wanted = wanted._replace(excluded=(*wanted.excluded, *excluded(call.arguments, scope)))
            elif call.name == "version":
                wanted = _versioned(wanted, call.block, scope)
    return wanted


def excluded(arguments: Sequence[Sequence[Item]], scope: Scope) -> Iterator[Module]:
    """Yield the libraries that `exclude(group = "g", module = "m")` keeps out; either may be missing for all."""
    given = {name: evaluate(items, scope) for name, items in named_arguments(arguments).items()}
    if not given and arguments:
        texts = [evaluate(items, scope) for items in arguments]
        given = dict(zip(("group", "module"), texts, strict=False))
    group, module = given.get("group", "*"), given.get("module", "*")
    if isinstance(group, str) and isinstance(module, str) and (group, module) != ("*", "*"):
        yield Module(group, module)


def _versioned(wanted: Wanted, block: Group | None, scope: Scope) -> Wanted:
    version = wanted.version
    for statement in block.filled if block is not None else ():
        for call in chain_of(statement)[:1]:
            value = evaluate(call.arguments[0], scope) if call.arguments else None
            if call.name in ("strictly", "require", "prefer") and isinstance(value, str):
                version = version._replace(**{call.name: value})
    return wanted._replace(version=version)
