"""An identifier -> the words a person reads in it."""

from __future__ import annotations

import re

WORD = re.compile(
    r"[A-Z]+(?=[A-Z][a-z])"  # HTTP of HTTPServer
    r"|[A-Z]?[a-z]+"  # get, Type
    r"|[A-Z]+"  # URL at the end
    r"|[0-9]+"
    r"|[^\W\d_A-Za-z]+",  # letters of other scripts
)


def words(name: str) -> tuple[str, ...]:
    """Return the words of `name` in order, as spelled: `HTTPServer2` -> `("HTTP", "Server", "2")`."""
    return tuple(WORD.findall(name))
