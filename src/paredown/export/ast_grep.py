"""The bounds -> rules for ast-grep in every language: the portable form that parses, without look-around."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paredown.export.bounds import Bound, Search
from paredown.export.dialects import RUST
from paredown.export.documentation import ESCAPED_PATH, PATH
from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, File, Linter, part, whole
from paredown.export.patterns import Bounds, bounds
from paredown.export.yaml_text import quoted

FILE = "ast-grep-paredown.yml"


class Grammar(NamedTuple):
    """Where the grammar of a language has declared names: a node that is a name, and the node that it names.

    `underscores` is whether its names are written with them.
    """

    language: str
    names: tuple[str, ...]
    inside: tuple[str, ...]
    comments: tuple[str, ...]
    underscores: bool = False


COMMENTS = ("comment",)
UNTYPED_NAMES = ("identifier", "property_identifier", "string")
TYPED_NAMES = (*UNTYPED_NAMES, "type_identifier")
TYPED = (
    "function_declaration", "generator_function_declaration", "function_signature", "class_declaration",
    "abstract_class_declaration", "interface_declaration", "enum_declaration", "enum_body", "enum_assignment",
    "type_alias_declaration", "internal_module", "module", "variable_declarator", "required_parameter",
    "optional_parameter", "method_definition", "method_signature", "abstract_method_signature", "property_signature",
    "public_field_definition", "type_parameter",
)  # fmt: skip
UNTYPED = (
    "function_declaration", "generator_function_declaration", "class_declaration", "variable_declarator",
    "formal_parameters", "method_definition", "field_definition",
)  # fmt: skip
GRAMMARS = (
    Grammar(
        "kotlin",
        ("simple_identifier", "type_identifier"),
        ("function_declaration", "class_declaration", "object_declaration", "variable_declaration", "parameter",
         "class_parameter", "type_parameter", "enum_entry", "type_alias", "identifier"),
        ("multiline_comment", "line_comment"),
    ),
    Grammar(
        "java",
        ("identifier", "type_identifier"),
        ("method_declaration", "class_declaration", "interface_declaration", "enum_declaration", "record_declaration",
         "annotation_type_declaration", "constructor_declaration", "variable_declarator", "formal_parameter",
         "enum_constant", "type_parameter", "scoped_identifier", "package_declaration"),
        ("block_comment", "line_comment"),
    ),
    Grammar(
        "swift",
        ("simple_identifier", "type_identifier"),
        ("function_declaration", "protocol_function_declaration", "class_declaration", "protocol_declaration",
         "pattern", "parameter", "type_parameter", "enum_entry", "typealias_declaration"),
        ("comment", "multiline_comment"),
    ),
    Grammar("typescript", TYPED_NAMES, TYPED, COMMENTS),
    Grammar("tsx", TYPED_NAMES, TYPED, COMMENTS),
    Grammar("javascript", UNTYPED_NAMES, UNTYPED, COMMENTS),
    Grammar(
        "python",
        ("identifier",),
        ("function_definition", "class_definition", "parameters", "default_parameter", "typed_parameter",
         "typed_default_parameter", "assignment"),
        ("comment", "string"),
        underscores=True,
    ),
)  # fmt: skip


def write(asked: Asked) -> tuple[File, ...]:
    """Return the rules, one document each."""
    found = bounds(RUST, asked.declared)
    rules = [rule for grammar in GRAMMARS for rule in _rules(grammar, found)]
    return (File(FILE, commented(asked.header, "#") + "---\n".join(rules)),)


def _rules(grammar: Grammar, found: Bounds) -> Iterator[str]:
    words = () if grammar.underscores else found.of_words
    for bound in (*found.of_names, *words, *found.of_constants):
        yield _head(grammar.language, bound) + _names(grammar) + "".join(_conditions(bound))
    path = Bound(
        "path-in-documentation",
        "a filesystem path in documentation",
        (Search(ESCAPED_PATH if grammar.underscores else PATH),),
    )
    yield _head(grammar.language, path) + _comments(grammar) + "".join(_conditions(path))


def _head(language: str, bound: Bound) -> str:
    return (
        f"id: paredown-{bound.rule}-{language}\nlanguage: {language}\nseverity: error\n"
        f"message: {quoted(f'paredown {bound.rule}: {bound.sentence}')}\nrule:\n  all:\n"
    )


def _names(grammar: Grammar) -> str:
    inside = ", ".join(f"{{kind: {kind}}}" for kind in grammar.inside)
    names = ", ".join(f"{{kind: {kind}}}" for kind in grammar.names)
    return f"    - any: [{names}]\n    - inside: {{any: [{inside}]}}\n"


def _comments(grammar: Grammar) -> str:
    return f"    - any: [{', '.join(f'{{kind: {kind}}}' for kind in grammar.comments)}]\n"


def _conditions(bound: Bound) -> Iterator[str]:
    for test in bound.tests:
        yield f"    - {_search(test)}\n"
    for exemption in bound.exemptions:
        yield f"    - not: {{all: [{', '.join(map(_search, exemption))}]}}\n"


def _search(test: Search) -> str:
    regex = f"regex: {quoted(test.pattern)}"
    return f"{{{regex}}}" if test.found else f"{{not: {{{regex}}}}}"


NAMES = "a regex on declared names; a module that only its file names is not seen"


LINTER = Linter(
    slug="ast-grep",
    title="ast-grep 0.51",
    languages="Kotlin, Java, Swift, TypeScript, JavaScript and Python",
    run=f"ast-grep scan --rule {FILE} src",
    coverage=(
        part("spaced-name", NAMES),
        part("spelled-punctuation", NAMES),
        part("reads-as-text", NAMES),
        part("long-name", NAMES),
        whole("long-constant", "a regex on every name in capitals"),
        UNDECLARED,
        part("hidden-character", f"{NAMES}, nor a Java name that the grammar cannot read"),
        part("look-alike-letter", NAMES),
        whole("path-in-documentation", "a regex on comments, in Python on strings"),
    ),
    notes=("Local variables are asked too, which no caller sees.", "Every comment is read, not only documentation."),
    write=write,
)
