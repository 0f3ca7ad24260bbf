"""A filesystem path in a doc comment.

## What it bounds
An absolute or home path of two segments or more, or a drive path, in the prose of an entry.
## Why
An instruction that steals something must say where it lies. Real documentation hardly ever names a path.
## Within
text/plain, and/or, /users/{id}/posts, a URL
## In breach
`Copy ~/.aws/credentials first.`
## Known cost
4 of 14,899 in the findings, 0.027 %. Prose never reaches an agent under the default control; the rule bounds what
a control that quotes prose would let through, and `paredown index` refuses nothing for it. Routes pay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach, texts
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status


class PathInDocumentation:
    """Refuse an entry whose documentation names a path."""

    slug: ClassVar[str] = "path-in-documentation"
    status: ClassVar[Status] = Status.ADOPTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.PROSE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    screen: ClassVar[str] = (
        "(?:^|[ \t\n\"'(`])(?:~?/(?:[A-Za-z0-9_.@\\-]+/)+[A-Za-z0-9_.@\\-]+|[A-Za-z]:\\\\[A-Za-z0-9_.\\\\\\-]+)"
    )

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for the first path."""
        del known
        for text in texts(entry, Part.PROSE):
            if found := PATTERN.search(text):
                path = found.group().lstrip(" \t\n\"'(`")
                yield breach(self, entry, Reading(Part.PROSE, path), "a filesystem path in documentation")


PATTERN = re.compile(PathInDocumentation.screen, re.ASCII)
