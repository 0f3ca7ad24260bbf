"""The bounds -> a ruleset of PMD, for Java and for Kotlin: one XPath rule a bound and language.

PMD's own naming rules take one pattern a kind of name and say only that it was not matched. XPath rules name the rule
that is breached, and are the only ones that PMD has for Kotlin. The flag `;j` asks for Java's regular expressions.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from paredown.export.bounds import Bound
from paredown.export.dialects import JAVA
from paredown.export.documentation import PATH
from paredown.export.header import xml_comment
from paredown.export.linter import UNDECLARED, Asked, File, Linter, part, whole
from paredown.export.patterns import Bounds, bounds

FILE = "pmd-paredown.xml"
ANY = r"[\s\S]"
XPATH = "net.sourceforge.pmd.lang.rule.xpath.XPathRule"
NAMES = {
    "java": (
        "(//MethodDeclaration/@Name, //ClassDeclaration/@SimpleName, //EnumDeclaration/@SimpleName,"
        " //RecordDeclaration/@SimpleName, //AnnotationTypeDeclaration/@SimpleName, //TypeParameter/@Name,"
        " //VariableId/@Name)"
    ),
    "kotlin": (
        "(//FunctionDeclaration | //ClassDeclaration | //ObjectDeclaration | //TypeAlias | //EnumEntry"
        " | //VariableDeclaration | //Parameter | //ClassParameter | //TypeParameter)"
        "/SimpleIdentifier/*/@Text"
    ),
}
STEPS = {
    "java": "//PackageDeclaration/@Name/tokenize(., '\\.')",
    "kotlin": "//PackageHeader/Identifier/SimpleIdentifier/*/@Text",
}
CONSTANTS = {
    "java": "//FieldDeclaration[pmd-java:modifiers() = 'static' and pmd-java:modifiers() = 'final']//VariableId/@Name",
    "kotlin": NAMES["kotlin"],
}


def write(asked: Asked) -> tuple[File, ...]:
    """Return the ruleset."""
    found = bounds(JAVA, asked.declared)
    rules = [rule for language in NAMES for rule in _rules(language, found)]
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + xml_comment(asked.header)
        + '<ruleset name="paredown">\n'
        + "<description>The bounds of paredown on names and documentation.</description>\n"
        + "".join(rules)
        + _documentation()
        + "</ruleset>\n"
    )
    return (File(FILE, text),)


def _rules(language: str, found: Bounds) -> Iterator[str]:
    for bound in (*found.of_names, *found.of_words):
        yield _rule(language, bound, f"({NAMES[language]}, {STEPS[language]})")
    for bound in found.of_constants:
        yield _rule(language, bound, CONSTANTS[language])


def _rule(language: str, bound: Bound, names: str) -> str:
    pattern = bound.pattern(ANY).replace("'", "''")
    return (
        f'<rule name="paredown-{bound.rule}-{language}" language="{language}" class="{XPATH}"'
        f" message={quoteattr(f'paredown {bound.rule}: {bound.sentence}')}>\n"
        f"<description>{escape(bound.sentence)}</description>\n<priority>2</priority>\n"
        f'<properties><property name="xpath"><value>\n'
        f"{escape(names)}[matches(string(.), '{escape(pattern)}', ';j')]/..\n"
        f"</value></property></properties>\n</rule>\n"
    )


def _documentation() -> str:
    sentence = "a filesystem path in documentation"
    return (
        '<rule name="paredown-path-in-documentation-java" language="java"'
        ' class="net.sourceforge.pmd.lang.java.rule.documentation.CommentContentRule"'
        f' message="paredown path-in-documentation: {sentence}">\n'
        f"<description>{sentence}</description>\n<priority>2</priority>\n"
        f'<properties><property name="forbiddenRegex"><value>{escape(PATH)}</value></property></properties>\n</rule>\n'
    )


UNREAD = "PMD cannot parse a Java name with a character that Java ignores, or beyond U+FFFF, and fails on its file"

LINTER = Linter(
    slug="pmd",
    title="PMD 7",
    languages="Java and Kotlin",
    run=f"pmd check -d src -R {FILE}",
    coverage=(
        whole("spaced-name", "XPath rules"),
        whole("spelled-punctuation", "XPath rules"),
        whole("reads-as-text", "XPath rules"),
        part("long-name", "XPath rules; the grammar for Kotlin has no letters without case, and fails on their file"),
        whole("long-constant", "XPath rules, in Kotlin for every name in capitals"),
        UNDECLARED,
        part("hidden-character", f"XPath rules; {UNREAD}"),
        part("look-alike-letter", f"XPath rules; {UNREAD}"),
        part("path-in-documentation", "CommentContent in Java; PMD shows no rule the comments of Kotlin"),
    ),
    notes=(
        "Local variables are asked too, which no caller sees.",
        "CommentContent reads every comment, not only Javadoc.",
    ),
    write=write,
)
