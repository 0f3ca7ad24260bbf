"""A doc comment of TypeScript or JavaScript -> its text as prose, and the few tags that change what is public."""

from __future__ import annotations

import re
from typing import NamedTuple

from paredown.harvest.text import decode
from paredown.model import NO_PROSE, Deprecation, Prose

OPENING = b"/**"
EDGE = re.compile(r"\n[ \t]*\*?[ \t]?")
TAG = re.compile(rb"(?:^|[\r\n])[ \t]*(?:/?\*+[ \t]*)?@(internal|alpha|beta)(?![A-Za-z0-9_-])")
DEPRECATED = re.compile(rb"(?<=[\s*])@deprecated(?![A-Za-z0-9_-])")


class Doc(NamedTuple):
    """What a doc comment says: its text, whether the declaration is withdrawn, internal, or a preview."""

    prose: Prose = NO_PROSE
    deprecation: Deprecation = Deprecation.NONE
    internal: bool = False
    preview: bool = False


NO_DOC = Doc()


def is_doc(comment: bytes) -> bool:
    """Whether `comment` is a doc comment: `/** … */`, not `/**/` and not a banner of stars."""
    return comment.startswith(OPENING) and len(comment) > 4 and comment[3:4] not in (b"*", b"/")


def read_doc(comment: bytes) -> Doc:
    """Return what `comment`, with its `/**` and `*/`, says.

    `@internal`, `@alpha` and `@beta` count at the start of a line only, since they take a declaration away;
    `@deprecated` wherever the compiler reads a tag.
    """
    prose = Prose(_without_edge(decode(comment[3:].removesuffix(b"*/"))))
    if b"@" not in comment:
        return Doc(prose)
    deprecated = b"@deprecated" in comment and DEPRECATED.search(comment) is not None
    tags = TAG.findall(comment) if b"@internal" in comment or b"@alpha" in comment or b"@beta" in comment else ()
    return Doc(
        prose,
        Deprecation.WARNING if deprecated else Deprecation.NONE,
        b"internal" in tags,
        b"alpha" in tags or b"beta" in tags,
    )


def _without_edge(text: str) -> str:
    """Return a comment's inside without the column of asterisks."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    first = EDGE.search(text)
    if first is None:
        return text.strip()
    edge = first.group().rstrip(" \t")
    lines = text.count("\n") - (not text[text.rfind("\n") :].strip())
    if edge.endswith("*") and text.count(edge) >= lines and f"{edge}\t" not in text and "\0" not in text:
        return text.replace(edge, "\n\0").replace("\n\0 ", "\n").replace("\n\0", "\n").strip()
    return EDGE.sub("\n", text).strip()
