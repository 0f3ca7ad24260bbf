"""The spelling of a name -> whether a caller may use it.

Modules below `tests` and `conftest` modules are never part of a surface; a folder `test` is not when it holds
`test_…` modules (`django.test` and `werkzeug.test` are libraries). Members with a leading underscore are left out,
and so is every dunder but `__init__` and `__call__`: the others are reached by syntax, not by name.
"""

from __future__ import annotations

from collections.abc import Collection

KEPT_DUNDERS = frozenset({"__init__", "__call__"})
TESTS = frozenset({"tests", "conftest"})


def private(name: str) -> bool:
    """Whether a name of a module is not public by its spelling."""
    return name.startswith("_")


def hidden(name: str) -> bool:
    """Whether a member of a class is not public by its spelling."""
    return name[0] == "_" and name not in KEPT_DUNDERS


def private_module(module: str) -> bool:
    """Whether a segment of a dotted name has a leading underscore."""
    return module.startswith("_") or "._" in module


def public_module(module: str, suites: Collection[str]) -> bool:
    """Whether callers import `module`; `suites` are the packages named `test` that hold tests."""
    if private_module(module):
        return False
    parts = module.split(".")
    if not TESTS.isdisjoint(parts):
        return False
    if "test" not in parts:
        return True
    return all(".".join(parts[: at + 1]) not in suites for at, part in enumerate(parts) if part == "test")
