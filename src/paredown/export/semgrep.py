"""The bounds -> rules for semgrep in every language: the portable form, which looks around."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from paredown.export.bounds import Bound
from paredown.export.dialects import PCRE
from paredown.export.documentation import ESCAPED_PATH, PATH
from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, File, Linter, part, whole
from paredown.export.patterns import Bounds, bounds
from paredown.export.yaml_text import quoted

FILE = "semgrep-paredown.yml"
ANY = r"[\s\S]"


class Grammar(NamedTuple):
    """How declarations look in some languages, with `$NAME` for what is named."""

    slug: str
    languages: tuple[str, ...]
    patterns: tuple[str, ...]
    files: tuple[str, ...]
    underscores: bool = False


GRAMMARS = (
    Grammar(
        "kotlin",
        ("kotlin",),
        ("fun $NAME(...) { ... }", "fun $NAME(...): $T { ... }", "fun $NAME(...) = $E", "fun $NAME(...): $T = $E",
         "class $NAME", "interface $NAME", "object $NAME", "enum class $X { $NAME }", "typealias $NAME = $T",
         "val $NAME = $E", "val $NAME: $T = $E", "var $NAME = $E", "var $NAME: $T = $E",
         "fun $F(..., $NAME: $T, ...) { ... }", "fun $F(..., $NAME: $T, ...): $R { ... }",
         "fun $F(..., $NAME: $T, ...): $R = $E"),
        ("*.kt", "*.kts"),
    ),
    Grammar(
        "java",
        ("java",),
        ("$T $NAME(...) { ... }", "$T $NAME(...);", "class $NAME { ... }", "interface $NAME { ... }",
         "enum $NAME { ... }", "enum $X { $NAME }", "$T $NAME = $E;", "$T $NAME;", "$T $F(..., $P $NAME, ...) { ... }"),
        ("*.java",),
    ),
    Grammar(
        "swift",
        ("swift",),
        ("func $NAME(...) { ... }", "class $NAME { ... }", "enum $NAME { ... }", "enum $X { ... case $NAME ... }",
         "let $NAME = $E", "let $NAME: $T = $E", "var $NAME = $E", "var $NAME: $T = $E", "typealias $NAME = $T",
         "func $F(..., $NAME: $T, ...) { ... }"),
        ("*.swift",),
    ),
    Grammar(
        "script",
        ("typescript", "javascript"),
        ("function $NAME(...) { ... }", "class $NAME { ... }", "const $NAME = $E", "let $NAME = $E", "var $NAME = $E",
         "function $F(..., $NAME, ...) { ... }", "class $C { $NAME(...) { ... } }"),
        ("*.ts", "*.tsx", "*.mts", "*.cts", "*.js", "*.jsx", "*.mjs", "*.cjs"),
    ),
    Grammar(
        "typescript",
        ("typescript",),
        ("type $NAME = $T", "function $F(..., $NAME: $T, ...) { ... }"),
        ("*.ts", "*.tsx", "*.mts", "*.cts"),
    ),
    Grammar(
        "python",
        ("python",),
        ("def $NAME(...): ...", "class $NAME: ...", "$NAME = $E", "$NAME: $T = $E", "$SELF.$NAME = $E",
         "def $F(..., $NAME, ...): ...", "def $F(..., $NAME: $T, ...): ...", "def $F(..., $NAME=$E, ...): ..."),
        ("*.py", "*.pyi"),
        underscores=True,
    ),
)  # fmt: skip
DOCSTRING = r'(?m)(?:"""(?:(?!""")[\s\S])*?|\#[^\n]*?)'
SLASHES = r"(?m)(?:/\*|^[ \t]*\*|//)[^\n]*?"
COMMENTS = (
    ("slashes", tuple(dict.fromkeys(name for grammar in GRAMMARS[:-1] for name in grammar.files)), SLASHES + PATH),
    ("docstrings", GRAMMARS[-1].files, DOCSTRING + ESCAPED_PATH),
)


def write(asked: Asked) -> tuple[File, ...]:
    """Return the rules."""
    found = bounds(PCRE, asked.declared)
    rules = [rule for grammar in GRAMMARS for rule in _rules(grammar, found)]
    rules += [_documentation(slug, files, regex) for slug, files, regex in COMMENTS]
    return (File(FILE, f"{commented(asked.header, '#')}rules:\n{''.join(rules)}"),)


def _rules(grammar: Grammar, found: Bounds) -> Iterator[str]:
    words = () if grammar.underscores else found.of_words
    for bound in (*found.of_names, *words, *found.of_constants):
        yield _head(grammar.slug, bound, grammar.languages) + _names(grammar, bound)


def _head(slug: str, bound: Bound, languages: Iterable[str]) -> str:
    return (
        f"- id: paredown-{bound.rule}-{slug}\n"
        f"  message: {quoted(f'paredown {bound.rule}: {bound.sentence}')}\n"
        f"  severity: ERROR\n  languages: [{', '.join(languages)}]\n"
    )


def _names(grammar: Grammar, bound: Bound) -> str:
    either = "".join(f"    - pattern: {quoted(pattern)}\n" for pattern in grammar.patterns)
    return (
        f"  patterns:\n  - pattern-either:\n{either}"
        f"  - metavariable-regex: {{metavariable: $NAME, regex: {quoted(bound.pattern(ANY))}}}\n"
        "  - focus-metavariable: $NAME\n"
    )


def _documentation(slug: str, files: Iterable[str], regex: str) -> str:
    bound = Bound("path-in-documentation", "a filesystem path in documentation", ())
    include = ", ".join(quoted(name) for name in files)
    return f"{_head(slug, bound, ('regex',))}  paths: {{include: [{include}]}}\n  pattern-regex: {quoted(regex)}\n"


NAMES = (
    "metavariable-regex on what patterns can match: no type parameters, no modules, no names in quotes or backticks"
    " that its parsers refuse, no interfaces, enums and class fields of TypeScript"
)

LINTER = Linter(
    slug="semgrep",
    title="semgrep 1.185",
    languages="Kotlin, Java, Swift, TypeScript, JavaScript and Python",
    run=f"semgrep scan --metrics off --config {FILE} src",
    coverage=(
        part("spaced-name", NAMES),
        part("spelled-punctuation", NAMES),
        part("reads-as-text", NAMES),
        part("long-name", NAMES),
        whole("long-constant", "metavariable-regex on every name in capitals"),
        UNDECLARED,
        part("hidden-character", NAMES),
        part("look-alike-letter", NAMES),
        whole("path-in-documentation", "pattern-regex on the lines of comments"),
    ),
    notes=("Local variables are asked too, which no caller sees.", "Every comment is read, not only documentation."),
    write=write,
)
