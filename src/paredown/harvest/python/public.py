"""The modules of a distribution -> the names that each lets its callers use.

With an `__all__`, it decides. Without one a name is public when it has no leading underscore and is defined in the
module, imported as itself (`from x import A as A`), imported by a package's `__init__` from its own subtree, or
brought by a star import from the same distribution. A stub re-exports only what it imports as itself or by a star,
unless its package finds names by that stub when it runs.
"""

from __future__ import annotations

from collections.abc import Iterator

from paredown.harvest.python.exported import Exported
from paredown.harvest.python.facts import Binding, Import, Rank, Variable
from paredown.harvest.python.library import Library, Page
from paredown.harvest.python.naming import private, public_module
from paredown.harvest.python.resolve import Declaration, Resolver

STAND_INS = frozenset({"Any", "object", "typing.Any", "t.Any"})
COMPUTED = "its __all__ is computed; names without a leading underscore are taken instead"


def public_modules(library: Library) -> Iterator[str]:
    """Yield the modules of `library` that callers import, in order of their names."""
    return (module for module in sorted(library.files) if public_module(module, library.suites))


def public_names(page: Page, exported: Exported, resolver: Resolver) -> dict[str, bool]:
    """Return the public names of `page`; that each leads somewhere is not yet known.

    The value says that the author states the name, in `__all__` or by importing it as itself.
    """
    exports = exported.exports(page)
    found = dict.fromkeys(exports.names, True) if exports is not None else {}
    if exports is not None and not exports.computed:
        return found
    if exports is not None:
        page.library.note(page.path, COMPUTED)
    table = page.facts.table
    for name, bindings in table.items():
        if name[0] != "_" and name not in found:
            stated = _by_custom(name, bindings, page)
            if stated is not None:
                found[name] = stated
    for name, source in exported.starred(page).items():
        if not private(name) and name not in table and _let_through(name, source, page, exported, resolver):
            found.setdefault(name, False)
    for name in exported.lazy(page):
        if not private(name) and name not in table:
            found.setdefault(name, False)
    return found


def _by_custom(name: str, bindings: list[Binding], page: Page) -> bool | None:
    """Return whether the author states `name`, or None when its best bindings do not make it public."""
    best = bindings[0].rank if len(bindings) == 1 else max(binding.rank for binding in bindings)
    if best == Rank.TYPING and not _found_when_asked(name, page):
        return None
    typed = len(bindings) > 1 and any(type(b) is Import and b.rank == Rank.TYPING for b in bindings)
    for binding in bindings:
        if binding.rank < best and not typed:
            continue
        if type(binding) is not Import:
            if best == Rank.TYPING or (typed and _stands_in(binding, page)):
                continue
            return False
        if binding.redundant:
            return True
        if not binding.name or (page.stub and not _attached(page)):
            continue
        if page.home.package and (page.inside(binding.module) or _top_of_distribution(page, binding.module)):
            return False
        if best == Rank.TYPING and page.library.holds(binding.module):
            return False
    return None


def _stands_in(binding: Binding, page: Page) -> bool:
    """Whether a name is only bound so that it is there while a program runs: a type checker imports it instead."""
    if type(binding) is not Variable:
        return False
    return binding.alias in STAND_INS or page.source[binding.value.start : binding.value.end] == b"None"


def _found_when_asked(name: str, page: Page) -> bool:
    """Whether a name that only a type checker sees is found by a module-level `__getattr__`: its table names it too."""
    quoted = name.encode()
    return page.facts.deferred and (b'"%b"' % quoted in page.source or b"'%b'" % quoted in page.source)


def _top_of_distribution(page: Page, module: str) -> bool:
    """Whether a top-level package takes a name from another module of its distribution."""
    return page.module in page.library.tops and page.library.holds(module)


def _attached(stub: Page) -> bool:
    """Whether a package takes its names from its stub as it runs (`lazy_loader.attach_stub`)."""
    code = stub.library.code(stub) if stub.home.package else None
    return code is not None and code.facts.attached


def _let_through(name: str, source: Page, page: Page, exported: Exported, resolver: Resolver) -> bool:
    """Whether a star import re-exports `name` rather than happening to bind it."""
    if page.stub:
        return True
    if source.library is not page.library:
        return False
    exports = exported.exports(source)
    if exports is not None and name in exports.names:
        return True
    found = resolver.resolve(source.library, source.module, name)
    return isinstance(found, Declaration) and found.page.library is page.library
