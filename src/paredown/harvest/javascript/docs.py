"""A doc comment -> its text as prose, what it withdraws, and the types it gives to names that the code has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.harvest.javascript.doctypes import MAX_TYPE, DocType, read_type
from paredown.harvest.jsdoc import NO_DOC, Doc, is_doc, read_doc
from paredown.harvest.text import decode

MAX_TAGS = 64
"""Tags of one comment that are looked at."""
TAGS = re.compile(rb"@([A-Za-z]+)")
OF_FILE = frozenset((b"license", b"preserve", b"copyright", b"file", b"fileoverview", b"overview", b"module"))
"""Tags of comments that speak of the file, not of what follows."""
TYPED = frozenset((b"param", b"arg", b"argument", b"return", b"returns", b"type", b"const", b"constant"))
WITHDRAWN = frozenset((b"private", b"internal", b"access"))
TAG = re.compile(
    r"^[ \t/*]*@(param|arg|argument|returns?|type|const|constant|typedef|callback)(?![A-Za-z0-9_-])([^\n]*)",
    re.MULTILINE,
)
PRIVATE = re.compile(rb"(?:^|[\r\n])[ \t/*]*@(?:private|internal|access[ \t]+private)(?![A-Za-z0-9_-])")
"""`@api private` is no such tag: packages put it on all that they export."""
PARAMETER = re.compile(r"\s*(\[)?\s*([A-Za-z_$][\w$]*)\s*(?:[\]=\s]|$)", re.ASCII)
NAMED = re.compile(r"\s*([A-Za-z_$][\w$]*)\s", re.ASCII)


class Typed(NamedTuple):
    """A parameter's type, and whether it may be left out."""

    text: str
    optional: bool


class Typedef(NamedTuple):
    """A type that a comment names; `text` is empty where it is more than a type expression."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Comment:
    """What a doc comment says of the declaration after it."""

    doc: Doc = NO_DOC
    private: bool = False
    parameters: dict[str, Typed] = field(default_factory=dict)
    returns: str = ""
    type: str = ""


NO_COMMENT = Comment()


def read_comment(source: bytes) -> Comment:
    """Return what the doc comment `source` says; nothing for one of the whole file, or another kind of comment."""
    if not is_doc(source):
        return NO_COMMENT
    tags = frozenset(TAGS.findall(source))
    if not tags.isdisjoint(OF_FILE):
        return NO_COMMENT
    doc = read_doc(source)
    private = not tags.isdisjoint(WITHDRAWN) and (doc.internal or PRIVATE.search(source) is not None)
    if tags.isdisjoint(TYPED):
        return Comment(doc, private)
    parameters: dict[str, Typed] = {}
    returns = declared = ""
    for tag, body in _tags(source):
        if tag in ("param", "arg", "argument"):
            _parameter(body, parameters)
        elif tag in ("returns", "return"):
            returns = returns or _text(_braced(body)[0])
        elif tag in ("type", "const", "constant"):
            declared = declared or _text(_braced(body)[0])
    return Comment(doc, private, parameters, returns, declared)


def read_typedefs(source: bytes) -> Iterator[Typedef]:
    """Yield the types that `@typedef` and `@callback` tags of a comment name."""
    for tag, body in _tags(source):
        if tag not in ("typedef", "callback"):
            continue
        spelled, rest = _braced(body)
        named = NAMED.match(rest + "\n")
        if named is not None:
            shown = _text(spelled) if tag == "typedef" else ""
            yield Typedef(named[1], "" if shown.lower() == "object" else shown)


def _tags(source: bytes) -> Iterator[tuple[str, str]]:
    text = decode(source.removesuffix(b"*/"))
    for count, found in enumerate(TAG.finditer(text)):
        if count >= MAX_TAGS:
            return
        yield found[1], found[2]


def _braced(body: str) -> tuple[str, str]:
    """Return the text between the first braces, empty where it is no type expression, and what follows them."""
    body = body.lstrip()
    if body[:1] != "{":
        return "", body
    end = body.find("}")
    if "{" not in body[1:end]:
        return body[1:end], body[end + 1 :]
    depth = 0
    for index in range(min(len(body), MAX_TYPE + 2)):
        depth += (body[index] == "{") - (body[index] == "}")
        if depth == 0:
            return "", body[index + 1 :]
    return "", ""


def _text(spelled: str) -> str:
    found = read_type(spelled) if spelled else None
    return found.text if found else ""


def _parameter(body: str, parameters: dict[str, Typed]) -> None:
    spelled, rest = _braced(body)
    named = PARAMETER.match(rest)
    if named is None:
        return
    found: DocType | None = read_type(spelled) if spelled else None
    optional = named[1] is not None or (found is not None and found.optional)
    parameters.setdefault(named[2], Typed(found.text if found else "", optional))
