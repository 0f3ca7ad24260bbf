"""Documentation that mentions a file, a credential, a host or a log.

## What it bounds
The prose of an entry.
## Why
It looked like the best rule of all on fifteen documents. It is rejected: libraries about files, credentials and
hosts talk about files, credentials and hosts.
## Within
Returns the sum.
## In breach
`Writes the file to the host.`
## Known cost
29.8 % of 55,077 in the findings; 4 % on the narrow sample that misled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from paredown.gate.reading import Reading, breach, texts
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Status


class MentionOfSensitiveThing:
    """Match four words."""

    slug: ClassVar[str] = "mention-of-sensitive-thing"
    status: ClassVar[Status] = Status.REJECTED
    parts: ClassVar[frozenset[Part]] = frozenset({Part.PROSE})
    languages: ClassVar[frozenset[Language]] = frozenset()
    kinds: ClassVar[frozenset[Kind]] = frozenset()
    screen: ClassVar[str] = "(?:^|[^A-Za-z])(?:[Ff]iles?|[Cc]redentials?|[Hh]osts?|[Ll]ogs?)(?:[^A-Za-z]|$)"

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for the first mention."""
        del known
        for text in texts(entry, Part.PROSE):
            if found := PATTERN.search(text):
                yield breach(self, entry, Reading(Part.PROSE, found.group()), "a mention of a sensitive thing")


PATTERN = re.compile(MentionOfSensitiveThing.screen, re.ASCII)
