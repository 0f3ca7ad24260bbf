"""The bounds -> a configuration of oxlint, which takes one pattern for all names and no look-around in it."""

from __future__ import annotations

import itertools
import json

from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, File, Linter, none, part, whole
from paredown.export.patterns import PIECES
from paredown.gate.rules.long_constant import MAX_WORDS as CONSTANT_WORDS
from paredown.gate.rules.long_name import MAX_WORDS as NAME_WORDS

FILE = ".oxlintrc.json"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration."""
    settings = {
        "plugins": [],
        "categories": {"correctness": "off"},
        "rules": {
            "id-match": [
                "error",
                accepted(),
                {"properties": True, "classFields": True, "onlyDeclarations": True},
            ]
        },
    }
    return (File(FILE, commented(asked.header, "//") + json.dumps(settings, indent=2) + "\n"),)


def accepted() -> str:
    """Return the pattern of a name within bounds: few words in few pieces, or a short constant.

    What is not ASCII counts as a small letter. It never makes a word too many, and properties of Unicode, repeated as
    often as the words are shared out among the pieces, would be too large a pattern for the engine.
    """
    letter, beyond = r"[a-z\x{80}-\x{10ffff}]", r"\x{80}-\x{10ffff}"
    word, between = f"(?:[A-Z]?{letter}+|[A-Z]+)", f"[^A-Za-z_{beyond}]*"
    shares = [
        "(?:_+".join(f"{between}(?:{word}{between}){{0,{number}}}" for number in share) + ")?" * (PIECES - 2)
        for share in itertools.product(range(NAME_WORDS + 1), repeat=PIECES - 1)
        if sum(share) == NAME_WORDS
    ]
    constant = rf"[^\p{{L}}]*(?:\p{{Lu}}+[^\p{{L}}]*){{0,{CONSTANT_WORDS}}}"
    return f"^(?:{constant}|_*(?:{'|'.join(shares)})_*)$"


ASKED = "id-match on functions, variables, parameters and class fields; no classes, methods, types and modules"
ONE_PATTERN = (
    "id-match takes one pattern that every name must match and refuses look-around: what a name must not hold"
    " cannot be said in it"
)

LINTER = Linter(
    slug="oxlint",
    title="oxlint 1.94",
    languages="JavaScript and TypeScript",
    run=f"oxlint -c {FILE} src",
    coverage=(
        none("spaced-name", "id-match asks identifiers, and a name with spaces is a string"),
        none("spelled-punctuation", ONE_PATTERN),
        part("reads-as-text", f"{ASKED}; separators other than underscores stand in strings"),
        part("long-name", f"{ASKED}; capitals of ASCII only begin a word"),
        whole("long-constant", "id-match, for every name in capitals"),
        UNDECLARED,
        none("hidden-character", ONE_PATTERN),
        none("look-alike-letter", ONE_PATTERN),
        none("path-in-documentation", "no rule of oxlint takes a pattern for comments"),
    ),
    notes=(
        "Local variables are asked too, which no caller sees.",
        "One pattern holds all rules for a name, and oxlint prints the whole of it with a finding.",
    ),
    write=write,
)
