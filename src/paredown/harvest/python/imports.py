"""The text of an import statement -> what it binds, with relative modules made absolute.

The text is split rather than its nodes walked: a package's `__init__` is little else, and what is no identifier
is not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

FROM = re.compile(r"from\s*([.\s]*[^\s.][^\s]*|[.\s]*\.)\s*\bimport\b(.*)", re.DOTALL)
COMMENT = re.compile(r"#[^\r\n]*")


class Imported(NamedTuple):
    """One name of an import: `bound` in this module to `name` of `module`, or to `module` where `name` is empty.

    `redundant` is the `A as A` by which an author says that a name is re-exported.
    """

    bound: str
    module: str
    name: str
    redundant: bool = False


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


def imported(statement: str, home: Home) -> Iterator[Imported]:
    """Yield what `statement` binds; `from m import *` binds `*`."""
    if "#" in statement:
        statement = COMMENT.sub("", statement)
    if "\\" in statement:
        statement = statement.replace("\\", " ")
    if statement.startswith("import"):
        yield from _modules(statement[6:])
        return
    match = FROM.match(statement)
    module = home.absolute("".join(match[1].split())) if match is not None else ""
    if match is None or not module:
        return
    for item in match[2].strip(" \t\r\n\f()").split(","):
        name = item.strip()
        if name.isidentifier() or name == "*":
            yield Imported(name, module, name)
            continue
        words = name.split()
        if len(words) == 3 and words[1] == "as" and words[0].isidentifier() and words[2].isidentifier():
            yield Imported(words[2], module, words[0], words[0] == words[2])


def _modules(items: str) -> Iterator[Imported]:
    for item in items.split(","):
        words = item.split()
        if not words or not words[0].replace(".", "").isidentifier():
            continue
        if len(words) == 1:
            top = words[0].partition(".")[0]
            yield Imported(top, top, "")
        elif len(words) == 3 and words[1] == "as" and words[2].isidentifier():
            yield Imported(words[2], words[0], "", words[0] == words[2])
