"""The bounds -> a configuration of SwiftLint: a custom rule each, since its own naming rules take no pattern.

A custom rule searches the text of a file, so each pattern holds where a name stands: after a keyword, in backticks or
without.
"""

from __future__ import annotations

from paredown.export.bounds import Bound
from paredown.export.characters import SPACES, ranges
from paredown.export.dialects import ICU
from paredown.export.documentation import PATH
from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, File, Linter, whole
from paredown.export.patterns import Bounds, bounds
from paredown.export.yaml_text import quoted

FILE = ".swiftlint-paredown.yml"
KEYWORDS = "func|var|let|class|struct|enum|protocol|actor|extension|typealias|associatedtype|case|macro"
TYPE_PARAMETER = r"\b(?:func|class|struct|enum|actor|protocol|typealias)\b[^{}()\n]*?[<,][ \t]*"
PARAMETER = r"\b(?:func|init|subscript)\b[^{}\n]*?[(,][ \t]*(?:[^\s:(),]+[ \t]+)?"
LEAD = rf"(?:\b(?:{KEYWORDS})[ \t]+|{TYPE_PARAMETER}|{PARAMETER})"
"""What a declared name stands after."""
ENDS = ' \t\n\r(){}[]<>:=,.;?!&@`"'
QUOTED_ENDS = "`\n"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration."""
    plain = bounds(ICU, asked.declared, stop=ENDS)
    inside = bounds(ICU, asked.declared, stop=QUOTED_ENDS)
    rules = [
        _rule(bound.rule, bound.sentence, _regex(bound, within), "excluded_match_kinds: [comment, doccomment, string]")
        for bound, within in zip(_each(plain), _each(inside), strict=True)
        if bound.rule != "spaced-name"
    ]
    spaced = rf"{LEAD}`[^`\n]*[{ICU.inside(SPACES)}][^`\n]*`"
    rules.insert(0, _rule("spaced-name", "a space in a name", spaced, "excluded_match_kinds: [comment, doccomment]"))
    kinds = "match_kinds: [comment, doccomment]"
    rules.append(_rule("path-in-documentation", "a filesystem path in documentation", PATH, kinds))
    return (File(FILE, f"{commented(asked.header, '#')}only_rules: [custom_rules]\ncustom_rules:\n{''.join(rules)}"),)


def _each(found: Bounds) -> tuple[Bound, ...]:
    return (*found.of_names, *found.of_words, *found.of_constants)


def _regex(plain: Bound, inside: Bound) -> str:
    name = plain.conditions(_but(ENDS))
    quoted_name = inside.conditions(_but(QUOTED_ENDS))
    return f"{LEAD}(?:`{quoted_name}|(?!`){name})"


def _but(ends: str) -> str:
    return f"[^{ICU.inside(ranges(map(ord, ends)))}]"


def _rule(slug: str, sentence: str, regex: str, kinds: str) -> str:
    return (
        f"  paredown_{slug.replace('-', '_')}:\n    name: {quoted(f'paredown {slug}')}\n"
        f"    message: {quoted(sentence)}\n    severity: error\n    {kinds}\n    regex: {quoted(regex)}\n"
    )


NAMES = "a custom rule on names after a keyword, on parameters and on type parameters"

LINTER = Linter(
    slug="swiftlint",
    title="SwiftLint (not run: its regular expressions are tried with semgrep, on Swift sources)",
    languages="Swift",
    run=f"swiftlint lint --config {FILE}",
    coverage=(
        whole("spaced-name", NAMES),
        whole("spelled-punctuation", NAMES),
        whole("reads-as-text", NAMES),
        whole("long-name", NAMES),
        whole("long-constant", NAMES),
        UNDECLARED,
        whole("hidden-character", NAMES),
        whole("look-alike-letter", NAMES),
        whole("path-in-documentation", "a custom rule on comments"),
    ),
    notes=("Local variables are asked too, which no caller sees.", "Every comment is read, not only documentation."),
    write=write,
)
