"""The text of a Kotlin file -> text of the same length that the grammar reads, and what was taken out of it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

WORDS: Final = (
    "public internal private protected actual expect open abstract sealed final data value inline inner annotation"
    " suspend operator infix external tailrec const lateinit override"
)
MODIFIER: Final = f"(?:{'|'.join(WORDS.split())})"
SKIPPED: Final = r"/\*(?:[^*]|\*(?!/)){0,9000}\*/|//[^\n]*"
ARGUMENTS: Final = r"(?:\((?:[^()\"]|\"(?:[^\"\\\n]|\\.)*\"|\([^()]{0,200}\)){0,600}\))?"
TOKENS: Final = re.compile(
    rf"{SKIPPED}"
    r'|"""(?:[^"]|"(?!""))*"{3,}|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)+'|`[^`\n]*`"
    r"|(?P<margin>(?<=\n)\n(?=[@a-z/]))|(?P<line> (?=\}))|(?P<all>@all(?=:))|(?P<context>\bcontext\s?(?=\())"
    rf"|(?P<joined>(?m:^)@[\w.:]{{1,200}}{ARGUMENTS}[ \t]*\n)(?=[@a-z])"
    rf"|(?P<moved>(?m:^)(?:{MODIFIER}[ \t]+)+(?=(?:fun|class|interface|object|val|var|typealias|enum)\b))"
    r"|(?P<class>\bclass[ \t]+[\w`]{1,200}(?:[ \t]*<[^(){}=]{0,500}>)?)"
)
"""What is passed over, and what is rewritten."""
CONSTRUCTOR: Final = re.compile(
    rf"(?:\s|{SKIPPED})+(?=((?:(?:@[\w.:]{{1,200}}(?:\([^()]{{0,500}}\))?|{MODIFIER})\s+)*)constructor\s?\()"
)
"""What lies between the name of a class and its primary constructor: more than one line makes two statements of it."""
SAME_LENGTH: Final = {"line": "\n", "all": "@get", "margin": ";"}
BREAK: Final = re.compile(r"[^\n]")
VISIBLE: Final = re.compile(r"\S")
CONTEXTS: Final = re.compile(r"\((?P<inside>(?:[^()]|\([^()]{0,200}\)){0,600})\)(?=\s*[\w@])")


class Repaired(NamedTuple):
    """Text of the same length, and what was blanked out: annotations and modifiers by what follows, and contexts."""

    text: str
    moved: dict[int, str]
    contexts: dict[int, str]


def repaired(text: str, *, margins: bool = False) -> Repaired:
    """Return `text` with what the grammar lacks written in another way, or taken out where nothing else helps.

    A body that ends on its own line, `@all:`, context parameters, a primary constructor below its class, and whole
    declarations at the left margin, which the grammar may take for one expression with their modifiers. `margins` sets
    these apart from what is before them, which helps some files and hurts others.
    """
    pieces: list[str] = []
    moved: dict[int, str] = {}
    contexts: dict[int, str] = {}
    at = 0
    for token in TOKENS.finditer(text):
        kind, start, end = token.lastgroup, token.start(), token.end()
        if kind is None or start < at or (kind == "margin" and not margins):
            continue
        if kind == "context":
            brackets = CONTEXTS.match(text, end)
            if brackets is None:
                continue
            end = brackets.end()
            contexts[end] = brackets["inside"]
            written = BREAK.sub(" ", text[start:end])
        elif kind == "class":
            between = CONSTRUCTOR.match(text, end)
            if between is None or "\n" not in between[0] + between[1]:
                continue
            start, end = end, between.end(1)
            written = VISIBLE.sub(" ", between[0]).replace("\n", " ") + between[1].replace("\n", " ")
        elif kind in ("moved", "joined"):
            moved[end] = moved.pop(start, "") + token[0]
            written = " " * len(token[0])
        else:
            written = SAME_LENGTH[kind]
        pieces += [text[at:start], written]
        at = end
    return Repaired("".join([*pieces, text[at:]]), moved, contexts)
