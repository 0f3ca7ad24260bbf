"""The bytes of an XML file -> its elements by local name, with every entity and document type refused.

A POM needs neither, and both are how a small file becomes a large one or another file's content.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.entities import name2codepoint
from typing import Any, NoReturn
from xml.parsers import expat

MAX_DEPTH = 64
MAX_ELEMENTS = 200_000
UNDEFINED = expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]
NAMED = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
XML_OWN = frozenset({b"amp", b"lt", b"gt", b"quot", b"apos"})


class BadDocument(Exception):
    """Why the bytes cannot be read as XML, in words of ours: `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Element:
    """One element: its local name, the text directly in it, its attributes and its children in order."""

    __slots__ = ("attributes", "children", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.text = ""
        self.children: list[Element] = []

    def child(self, tag: str) -> Element | None:
        """Return the first child called `tag`."""
        return next((child for child in self.children if child.tag == tag), None)

    def value(self, tag: str) -> str:
        """Return the trimmed text of the first child called `tag`, empty without one."""
        found = self.child(tag)
        return found.text.strip() if found is not None else ""

    def each(self, tag: str, within: str = "") -> Iterator[Element]:
        """Yield the children called `tag`, of this element or of its child `within`."""
        parent = self.child(within) if within else self
        if parent is not None:
            yield from (child for child in parent.children if child.tag == tag)


def parse(content: bytes, skip: frozenset[str] = frozenset()) -> Element:
    """Return the top element of `content`, without the elements called one of `skip`; raises `BadDocument`."""
    try:
        return _parse(content, skip)
    except expat.ExpatError as error:
        if error.code == UNDEFINED:
            # Old POMs spell names with the entities of HTML, and Maven reads them so.
            try:
                return _parse(NAMED.sub(_character, content), skip)
            except expat.ExpatError as again:
                error = again
        raise BadDocument(f"line {error.lineno}: not well-formed XML") from error
    except (ValueError, LookupError) as error:
        raise BadDocument("is in an encoding that cannot be read") from error


def _parse(content: bytes, skip: frozenset[str]) -> Element:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    building = _Building(skip)
    parser.StartElementHandler = building.start
    parser.EndElementHandler = building.end
    parser.CharacterDataHandler = building.text
    parser.StartDoctypeDeclHandler = _refuse("holds a document type, which may define entities; it is not read")
    parser.EntityDeclHandler = _refuse("defines an entity; it is not read")
    parser.ExternalEntityRefHandler = _refuse("refers to another file; it is not read")
    parser.Parse(content, True)
    if building.top is None:
        raise BadDocument("holds no element")
    return building.top


class _Building:
    """The elements that are open, innermost last; `_skipped` counts those open that nobody asked for."""

    def __init__(self, skip: frozenset[str]) -> None:
        self.top: Element | None = None
        self._skip = skip
        self._skipped = 0
        self._open: list[Element] = []
        self._count = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if len(self._open) + self._skipped >= MAX_DEPTH or self._count > MAX_ELEMENTS:
            raise BadDocument("is nested more deeply, or holds more elements, than is read")
        if self._skipped or name in self._skip:
            self._skipped += 1
            return
        element = Element(name.rpartition(":")[2], attributes)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.top = element
        self._open.append(element)

    def end(self, _name: str) -> None:
        if self._skipped:
            self._skipped -= 1
        else:
            self._open.pop()

    def text(self, text: str) -> None:
        if not self._skipped:
            self._open[-1].text += text


def _refuse(reason: str) -> Callable[..., Any]:
    def refuse(*_arguments: object) -> NoReturn:
        raise BadDocument(reason)

    return refuse


def _character(found: re.Match[bytes]) -> bytes:
    code = name2codepoint.get(found[1].decode("ascii"))
    return found[0] if code is None or found[1] in XML_OWN else b"&#%d;" % code
