"""The bytes of a file -> the UTF-8 that a parser reads, or why there is none."""

from __future__ import annotations

import re
from typing import NamedTuple

COOKIE = re.compile(rb"^[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]+)")
BLANK_LINE = re.compile(rb"[ \t\f]*(?:#[^\r\n]*)?\r?$")
MAX_CONTINUATIONS = 2_000
"""Lines that end in a backslash: the time that a parser takes grows with their square, and real files have few."""
UTF8 = frozenset({"utf-8", "utf8", "u8", "utf", "utf-8-sig", "ascii", "us-ascii"})
READ = frozenset(
    {"latin-1", "latin1", "euc-jp", "shift-jis", "gbk", "gb2312", "gb18030", "big5", "euc-kr"}
    | {"koi8-r", "koi8-u", "mac-roman"}
    | {f"iso-8859-{part}" for part in range(1, 17) if part != 12}
    | {f"cp{page}" for page in (437, 850, 852, 866, 932, 936, 949, 950, *range(1250, 1259))}
    | {f"windows-{page}" for page in range(1250, 1259)}
)
"""Encodings that are read: a name from a file is never handed to the codec registry, which would import for it."""


class Text(NamedTuple):
    """The source as UTF-8, empty if it must not be read; `why` says what is wrong with it, or is empty."""

    content: bytes
    why: str = ""


def utf8(content: bytes) -> Text:
    """Return `content` as UTF-8 by its mark, its declaration (PEP 263) or by default."""
    if b"\0" in content:
        return Text(b"", "holds NUL bytes, so it is no Python source")
    if content.count(b"\\") > MAX_CONTINUATIONS and content.count(b"\\\n") + content.count(b"\\\r") > MAX_CONTINUATIONS:
        return Text(b"", "holds more continued lines than any real source")
    content = content.removeprefix(b"\xef\xbb\xbf")
    encoding = declared(content)
    if encoding and encoding not in UTF8:
        # Even plain ASCII means something else under, say, UTF-7.
        if encoding not in READ:
            return Text(b"", "declares an encoding that is not read")
        return Text(content.decode(encoding, "replace").encode())
    if content.isascii():
        return Text(content)
    try:
        content.decode()
    except UnicodeDecodeError:
        return Text(content.decode("utf-8", "replace").encode(), "is not UTF-8; what is not was replaced")
    return Text(content)


def declared(content: bytes) -> str:
    """Return the encoding that one of the first two lines declares, in lower case, or an empty string."""
    for line in content[:1000].split(b"\n", 2)[:2]:
        if found := COOKIE.match(line):
            return found[1].decode("ascii").lower().replace("_", "-")
        if not BLANK_LINE.match(line):
            break
    return ""
