"""The bounds -> a configuration of Checkstyle: one module a rule, so that each finding names its rule."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import quoteattr

from paredown.export.bounds import Bound
from paredown.export.dialects import JAVA
from paredown.export.documentation import PATH
from paredown.export.header import xml_comment
from paredown.export.linter import UNDECLARED, Asked, File, Linter, whole
from paredown.export.patterns import bounds

FILE = "checkstyle-paredown.xml"
ANY = r"[\s\S]"
DECLARATION = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE module PUBLIC "-//Checkstyle//DTD Checkstyle Configuration 1.3//EN" "configuration_1_3.dtd">\n'
)
"""Checkstyle knows the public identifier and has the file for it."""
TYPE_PARAMETERS = tuple(f"{of}TypeParameterName" for of in ("Class", "Interface", "Method", "Record"))
NAMES = "IllegalIdentifierName, the four TypeParameterName modules and PackageName"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration."""
    found = bounds(JAVA, asked.declared)
    steps = bounds(JAVA, asked.declared, stop=".")
    modules = [
        _module(name, bound, f"^(?!{bound.conditions(ANY)})", "name.invalidPattern")
        for bound in (*found.of_names, *found.of_words)
        for name in ("IllegalIdentifierName", *TYPE_PARAMETERS)
    ]
    modules += [
        _module("ConstantName", bound, f"^(?!{bound.conditions(ANY)})", "name.invalidPattern")
        for bound in found.of_constants
    ]
    modules += [
        _module("PackageName", bound, _path((bound,)), "name.invalidPattern")
        for bound in (*steps.of_names, *steps.of_words)
    ]
    path = Bound("path-in-documentation", "a filesystem path in documentation", ())
    modules.append(_module("TodoComment", path, PATH, "todo.match"))
    tree = '<module name="Checker">\n<property name="charset" value="UTF-8"/>\n<module name="TreeWalker">\n'
    text = DECLARATION + xml_comment(asked.header) + tree + "".join(modules) + "</module>\n</module>\n"
    return (File(FILE, text),)


def _path(each: Iterable[Bound]) -> str:
    step = "".join(f"(?!{bound.conditions('[^.]')})" for bound in each) + "[^.]*"
    return rf"^{step}(?:\.{step})*$"


def _module(name: str, bound: Bound, pattern: str, key: str) -> str:
    return (
        f'<module name="{name}">'
        f'<property name="id" value="paredown-{bound.rule}"/>'
        f'<property name="format" value={quoteattr(pattern)}/>'
        f'<message key="{key}" value={quoteattr(f"paredown {bound.rule}: {bound.sentence}")}/>'
        f"</module>\n"
    )


LINTER = Linter(
    slug="checkstyle",
    title="Checkstyle 8.36 and later",
    languages="Java",
    run=f"checkstyle -c {FILE} src",
    coverage=(
        whole("spaced-name", f"{NAMES}; Java's grammar allows none in source anyway"),
        whole("spelled-punctuation", NAMES),
        whole("reads-as-text", NAMES),
        whole("long-name", NAMES),
        whole("long-constant", "ConstantName"),
        UNDECLARED,
        whole("hidden-character", NAMES),
        whole("look-alike-letter", NAMES),
        whole("path-in-documentation", "TodoComment"),
    ),
    notes=(
        "IllegalIdentifierName asks local variables too, which no caller sees.",
        "TodoComment reads every comment, not only Javadoc.",
    ),
    write=write,
)
