"""The bytes of a Swift file -> the same with code or constraints blanked, so that no error in them spreads.

Tried only on a file that parsed with errors: a declaration needs no body, and most of what the grammar cannot read is
in one.
"""

from __future__ import annotations

import re

TOKEN = re.compile(
    rb"""(?P<line>//[^\n]*)|(?P<block>/\*)"""
    rb"""|(?P<raw>(?<!\#)(?P<marks>\#{1,8})"(?:""(?:.{0,20000}?)""|[^\n]{0,4000}?)"(?P=marks))"""
    rb'''|(?P<long>"""(?:[^"\\]|\\.|"(?!""))*+""")'''
    rb"""|(?P<text>"(?:[^"\\\n]|\\[^(\n]|\\\((?:[^()"\n]|"(?:[^"\\\n]|\\.)*+\""""
    rb"""|\((?:[^()"\n]|"[^"\n]*+"|\([^()\n]*+\))*+\))*+\))*+")""",
    re.DOTALL,
)
EDGE = re.compile(rb"/\*|\*/")
KEYWORD = re.compile(
    rb"\b(func|init|deinit|subscript|macro|var|let)\b|\b(?:class|struct|enum|actor|protocol|extension)\s+[\w`\[]"
)
"""What says which declaration a brace belongs to: the last one before it."""
ACCESSOR = re.compile(
    rb"\{\s*(?:(?:@\w+(?:\([^()\n]*\))?|mutating|nonmutating|borrowing|consuming|__consuming)\s+)*"
    rb"(?:get|set|willSet|didSet|_read|_modify|read|modify|yielding|unsafeAddress|unsafeMutableAddress|init)\b"
)
PUNCTUATION = re.compile(rb"[{};]")
WHERE = re.compile(rb"\bwhere\b")
NOT_A_LINE = re.compile(rb"[^\n]")


def without_bodies(text: bytes) -> bytes:
    """Return `text` with the insides of bodies as blanks, or `text` itself where its braces do not pair."""
    clean, out = code_only(text), bytearray(text)
    stack: list[bool] = []
    code = opened = boundary = 0
    for mark in PUNCTUATION.finditer(clean):
        start = mark.start()
        if mark[0] == b"{":
            is_code = code > 0 or _is_code(clean[boundary:start], clean, start)
            if is_code and not code:
                opened = start
            code += is_code
            stack.append(is_code)
        elif mark[0] == b"}":
            if not stack:
                return text
            if stack.pop():
                code -= 1
                if not code:
                    out[opened + 1 : start] = _blank(text[opened + 1 : start])
        if not code:
            boundary = mark.end()
    return text if stack else bytes(out)


def without_constraints(text: bytes) -> bytes:
    """Return `text` with the constraints before a brace as blanks: the grammar stumbles over some lists of them."""
    clean, out = code_only(text), bytearray(text)
    boundary = 0
    for mark in PUNCTUATION.finditer(clean):
        start = mark.start()
        if mark[0] == b"{":
            last = _last_keyword(clean[boundary:start])
            found = WHERE.search(clean, boundary + last.end() if last else boundary, start)
            if found:
                out[found.start() : start] = _blank(text[found.start() : start])
        boundary = mark.end()
    return bytes(out)


def code_only(text: bytes) -> bytes:
    """Return `text` with its comments and literals as blanks."""
    out = bytearray(text)
    at = 0
    while token := TOKEN.search(text, at):
        start, at = token.span()
        if token.lastgroup == "block":
            at = _end_of_comment(text, start)
        out[start:at] = _blank(text[start:at])
    return bytes(out)


def _blank(text: bytes) -> bytes:
    return NOT_A_LINE.sub(b" ", text)


def _last_keyword(head: bytes) -> re.Match[bytes] | None:
    last = None
    for last in KEYWORD.finditer(head):  # noqa: B007 - the last one is what is asked for
        pass
    return last


def _is_code(head: bytes, text: bytes, start: int) -> bool:
    """Whether the brace at `start`, with `head` before it, opens code."""
    last = _last_keyword(head)
    if last is None:
        return True
    word = last[1]
    if word in (b"var", b"let") and b"=" in head[last.end() :]:
        return True
    if word in (b"var", b"let", b"subscript"):
        return ACCESSOR.match(text, start) is None
    return word is not None


def _end_of_comment(text: bytes, start: int) -> int:
    depth = 0
    for edge in EDGE.finditer(text, start):
        depth += 1 if edge[0] == b"/*" else -1
        if depth == 0:
            return edge.end()
    return len(text)
