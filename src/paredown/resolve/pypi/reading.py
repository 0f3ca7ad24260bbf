"""A manifest or lock file -> its text, or its tables with the shapes that are expected there.

A project's own files may come from anyone (a cloned repository), so they are bounded and typed before they are
believed, and an error says where, never what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from paredown.errors import UnreadableProject
from paredown.names import plain
from paredown.resolve import project_file
from paredown.resolve.project_file import ProjectFile

MAX_MANIFEST = 32 * 1024 * 1024
"""Bytes of one manifest or lock file; the largest lock files in use stay near a third of it."""
MAX_KEY = 64
"""Parts of a dotted TOML key. `tomllib` takes time and memory that grow with their square."""
LITERAL = re.compile(r""""(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)""")
KEY_DOT = re.compile(r"""(?<=[\w"-])[ \t]*\.[ \t]*(?=[\w"-])""")
AT_LINE = re.compile(r"at line (\d+)")


def text_of(file: ProjectFile) -> str:
    """Return the text of `file`, at most `MAX_MANIFEST` bytes of UTF-8; raises `UnreadableProject`."""
    return project_file.text_of(file, MAX_MANIFEST)


def toml_of(file: ProjectFile) -> Table:
    """Return the top table of `file`; raises `UnreadableProject` with the line where TOML ends to be TOML."""
    import tomllib

    text = text_of(file)
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > MAX_KEY and len(KEY_DOT.findall(LITERAL.sub('""', line))) >= MAX_KEY:
            raise file.unreadable(f"line {number}: a key of more than {MAX_KEY} parts")
    try:
        return Table(file, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        # The parser's sentence quotes the file; only its position is passed on.
        at = AT_LINE.search(str(error))
        raise file.unreadable(f"line {at[1]}: not valid TOML" if at else "not valid TOML at its end") from error
    except (RecursionError, ValueError, OverflowError) as error:
        raise file.unreadable("is nested too deeply or holds a value that cannot be read") from error


def json_of(file: ProjectFile) -> Table:
    """Return the top object of `file`; raises `UnreadableProject` with the line where JSON ends to be JSON."""
    import json

    text = text_of(file)
    try:
        return Table(file, json.loads(text))
    except json.JSONDecodeError as error:
        raise file.unreadable(f"line {error.lineno}: not valid JSON") from error
    except (RecursionError, ValueError) as error:
        raise file.unreadable("is nested too deeply or holds a value that cannot be read") from error


class Table:
    """One TOML table or JSON object, read by key; a value of another shape raises `UnreadableProject` with its place.

    A key that is absent reads as empty.
    """

    __slots__ = ("_held", "file", "where")

    def __init__(self, file: ProjectFile, held: object, where: str = "") -> None:
        self.file = file
        self.where = where
        self._held: Mapping[str, object] = self._table(held, where or "the file")

    def __contains__(self, key: str) -> bool:
        return key in self._held

    def __bool__(self) -> bool:
        return bool(self._held)

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def raw(self, key: str) -> object:
        """Return the value itself, for keys that may hold several shapes."""
        return self._held.get(key)

    def at(self, *keys: str) -> Table:
        """Return the table below `keys`."""
        here = self
        for key in keys:
            here = Table(self.file, here._held.get(key, {}), here.place(key))
        return here

    def tables(self, key: str) -> Iterator[Table]:
        """Yield the tables of the list at `key`."""
        for number, held in enumerate(self._list(key)):
            yield Table(self.file, held, f"{self.place(key)}[{number}]")

    def text(self, key: str) -> str:
        """Return the string at `key`."""
        return self._text(self._held.get(key, ""), self.place(key))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the strings of the list at `key`."""
        place = self.place(key)
        return tuple(self._text(held, f"{place}[{number}]") for number, held in enumerate(self._list(key)))

    def flag(self, key: str) -> bool:
        """Whether `key` is true."""
        return self._held.get(key) is True

    def place(self, key: str) -> str:
        """Where `key` is, for an error: dotted, safe to show."""
        shown = plain(key)[:80]
        return f"{self.where}.{shown}" if self.where else shown

    def wrong(self, key: str, expected: str) -> UnreadableProject:
        """Return the error that says what `key` should have been, to be raised."""
        return self.file.unreadable(f"{self.place(key)} is not {expected}")

    def _list(self, key: str) -> list[object]:
        held = self._held.get(key, [])
        if not isinstance(held, list):
            raise self.wrong(key, "a list")
        return held

    def _text(self, held: object, place: str) -> str:
        if not isinstance(held, str):
            raise self.file.unreadable(f"{place} is not a string")
        return held

    def _table(self, held: object, place: str) -> Mapping[str, object]:
        if not isinstance(held, dict):
            raise self.file.unreadable(f"{place} is not a table")
        return held
