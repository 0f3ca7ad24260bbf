"""The text of an import statement -> what it binds, with relative modules made absolute.

The text is split rather than its nodes walked: a package's `__init__` is little else, and what is no identifier
is not taken.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from paredown.harvest.python.facts import Import, Star, Table, add

FROM = re.compile(r"from\s*([.\s]*[^\s.][^\s]*|[.\s]*\.)\s*\bimport\b(.*)", re.DOTALL)
COMMENT = re.compile(r"#[^\r\n]*")


class Home(NamedTuple):
    """Where relative imports start from: a module's own name, and whether it is a package."""

    module: str
    package: bool

    def absolute(self, module: str) -> str:
        """Return `module` with its leading dots resolved, or an empty string when they lead out of the top."""
        name = module.lstrip(".")
        level = len(module) - len(name)
        if not level:
            return module
        parts = self.module.split(".")
        up = level - 1 if self.package else level
        if up >= len(parts) + (1 if self.package else 0) or up > len(parts):
            return ""
        parts = parts[: len(parts) - up]
        return ".".join([*parts, name] if name else parts)


def bind_imports(statement: str, home: Home, rank: int, table: Table, stars: list[Star]) -> None:
    """Add what `statement` binds to `table`, and what it takes whole to `stars`."""
    if "#" in statement:
        statement = COMMENT.sub("", statement)
    if "\\" in statement:
        statement = statement.replace("\\", " ")
    if statement.startswith("import"):
        _bind_modules(statement[6:], rank, table)
        return
    match = FROM.match(statement)
    module = home.absolute("".join(match[1].split())) if match is not None else ""
    if match is None or not module:
        return
    for item in match[2].strip(" \t\r\n\f()").split(","):
        name = item.strip()
        if name.isidentifier():
            add(table, name, Import(rank, module, name, False))
        elif name == "*":
            stars.append(Star(rank, module))
        else:
            words = name.split()
            if len(words) == 3 and words[1] == "as" and words[0].isidentifier() and words[2].isidentifier():
                add(table, words[2], Import(rank, module, words[0], words[0] == words[2]))


def _bind_modules(items: str, rank: int, table: Table) -> None:
    for item in items.split(","):
        words = item.split()
        if not words or not words[0].replace(".", "").isidentifier():
            continue
        if len(words) == 1:
            top = words[0].partition(".")[0]
            add(table, top, Import(rank, top, "", False))
        elif len(words) == 3 and words[1] == "as" and words[2].isidentifier():
            add(table, words[2], Import(rank, words[0], "", words[0] == words[2]))
