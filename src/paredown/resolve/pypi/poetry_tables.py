"""The Poetry tables of a pyproject.toml -> what they name.

Poetry's version ranges (`^1.2`) are not PEP 440 and are not needed: the lock file has the versions. Names, extras
and conditions are. `tool.poetry.dependencies` is needed to run, but for its optional entries, which belong to
extras; every group, and the old `dev-dependencies`, is for development.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name

from paredown.model import Unresolved
from paredown.resolve.pypi.reading import Table
from paredown.resolve.pypi.wanted import Manifest, Wanted, normal, not_understood

CARET = re.compile(r"\^\s*v?(\d{1,9}(?:\.\d{1,9})*)")
TILDE = re.compile(r"~\s*v?(\d{1,9}(?:\.\d{1,9})*)")
PIN = re.compile(r"(?:==)?\s*v?(\d+(?:\.\d+)*(?:[a-z0-9.+!-]*))")


def poetry_manifest(top: Table) -> Manifest:
    """Return what `tool.poetry` of the file `top` names."""
    poetry = top.at("tool", "poetry")
    dependencies = poetry.at("dependencies")
    main: list[Wanted] = []
    optional: dict[str, list[Wanted]] = {}
    dev: list[Wanted] = []
    unresolved: list[Unresolved] = []
    tables = [(dependencies, False), (poetry.at("dev-dependencies"), True)]
    groups = poetry.at("group")
    tables += [(groups.at(group, "dependencies"), True) for group in groups]
    for table, for_dev in tables:
        for key in table:
            name = normal(key)
            if not name:
                unresolved.append(not_understood(table.place(key), table.file.name))
            elif name != "python":
                for one in _entries(table, key):
                    wanted = _wanted(one, name)
                    if one.flag("optional") and not for_dev:
                        optional.setdefault(name, []).append(wanted)
                    else:
                        (dev if for_dev else main).append(wanted)
    python = dependencies.raw("python")
    return Manifest(
        name=normal(poetry.text("name")),
        requires_python=as_specifiers(python) if isinstance(python, str) else "",
        main=tuple(main),
        extras=_extras(poetry.at("extras"), optional),
        dev=tuple(dev),
        unresolved=tuple(unresolved),
    )


def _extras(table: Table, optional: dict[str, list[Wanted]]) -> dict[str, tuple[Wanted, ...]]:
    """Return the extras; optional dependencies that no extra names come under the empty one, so none is lost."""
    extras: dict[str, tuple[Wanted, ...]] = {
        canonicalize_name(extra): tuple(one for name in table.texts(extra) for one in optional.get(normal(name), ()))
        for extra in table
    }
    named = {one.name for held in extras.values() for one in held}
    extras[""] = tuple(one for name, held in optional.items() if name not in named for one in held)
    return {extra: held for extra, held in extras.items() if held}


def _entries(table: Table, key: str) -> Iterator[Table]:
    """Yield the constraints of a dependency: a version alone, a table, or a list of either."""
    held = table.raw(key)
    for one in held if isinstance(held, list) else [held]:
        where = table.place(key)
        yield Table(table.file, {"version": one} if isinstance(one, str) else one, where)


def _wanted(entry: Table, name: str) -> Wanted:
    conditions = [f"({text})" for text in (entry.text("markers"), python_marker(entry.text("python"))) if text]
    if platform := entry.text("platform"):
        conditions.append(f"sys_platform == {platform!r}" if platform.isalnum() else "")
    pin = PIN.fullmatch(entry.text("version"))
    return Wanted(
        name=name,
        source=entry.file.name,
        extras=tuple(sorted(canonicalize_name(extra) for extra in entry.texts("extras"))),
        marker=" and ".join(filter(None, conditions)),
        pin=pin[1] if pin else "",
        local=entry.text("path"),
    )


def python_marker(constraint: str) -> str:
    """Return a Poetry constraint on Python as a marker; empty (always) when it cannot be expressed."""
    alternatives = []
    for part in constraint.split("||"):
        specifiers = as_specifiers(part)
        if not specifiers:
            return ""
        terms = [re.fullmatch(r"([<>=!~]+)\s*([\w.*]+)", one.strip()) for one in specifiers.split(",")]
        if not all(terms):
            return ""
        alternatives.append(" and ".join(f'python_full_version {term[1]} "{term[2]}"' for term in terms if term))
    return " or ".join(alternatives)


def as_specifiers(constraint: str) -> str:
    """Return a Poetry constraint as PEP 440 specifiers: `^3.8` -> `>=3.8,<4`; empty when it has none."""
    terms: list[str] = []
    for part in filter(None, (one.strip() for one in constraint.split(","))):
        if found := CARET.fullmatch(part):
            terms += [f">={found[1]}", f"<{_next_breaking(found[1])}"]
        elif found := TILDE.fullmatch(part):
            digits = found[1].split(".")
            upper = [digits[0], str(int(digits[1]) + 1)] if len(digits) > 1 else [str(int(digits[0]) + 1)]
            terms += [f">={found[1]}", f"<{'.'.join(upper)}"]
        elif part != "*":
            terms.append(part if part[0] in "<>=!~" else f"=={part}")
    try:
        return str(SpecifierSet(",".join(terms)))
    except InvalidSpecifier:
        return ""


def _next_breaking(version: str) -> str:
    """Return the first version that `^version` excludes: the left-most part that is not zero goes up."""
    digits = [int(digit) for digit in version.split(".")]
    for place, digit in enumerate(digits):
        if digit or place == len(digits) - 1:
            return ".".join(str(one) for one in [*digits[:place], digit + 1])
    return version
