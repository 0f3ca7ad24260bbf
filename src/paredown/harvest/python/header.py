"""A fact and its source -> the one line by which a caller knows the declaration, and the literals taken out of it."""

from __future__ import annotations

import re

from paredown.harvest.python.facts import NOWHERE, Class, Function, Marks, Trait, Variable
from paredown.harvest.text import MAX_SIGNATURE, Signed, Span, bounded, sign
from paredown.model import ELIDED, Prose

IRREGULAR = re.compile(r"[^\S ]|  |[(\[{] | [)\],;]|,[)\]]|[\"'`#\\]|[\x00-\x1f\x7f-\x9f]")
"""What keeps a slice from being one line as it stands."""
LITERAL = re.compile(r"[A-Za-z]{0,2}(\"\"\"|'''|\"|')(.*)\1\Z", re.DOTALL)
UNKNOWN = "…"


def text_of(source: bytes, span: Span, marks: Marks | None) -> Signed:
    """Return a slice of the source on one line, literals elided, types in quotes unquoted."""
    if marks is None:
        text = source[span.start : span.end].decode("utf-8", "replace")
        if len(text) < MAX_SIGNATURE and not IRREGULAR.search(text):
            return Signed(text.strip(), ())
        return sign(source, span.start, span.end, ())
    return sign(source, span.start, span.end, marks.literals, marks.dropped)


def function_header(source: bytes, fact: Function, name: str) -> Signed:
    """Return `async name(x: int) -> R`, without the receiver of a method."""
    words = _keywords(fact.traits)
    if fact.traits & Trait.BROKEN:
        return Signed(f"{words}{name}({UNKNOWN})", ())
    if not fact.rest:
        text, constants = text_of(source, Span(fact.start, fact.end), fact.marks)
    elif fact.marks is None:
        left, _ = text_of(source, Span(fact.start, fact.open), None)
        right, _ = text_of(source, Span(fact.rest, fact.end), None)
        text, constants = f"{left}({right}", ()
    else:
        receiver = Span(fact.open + 1, fact.rest)
        text, constants = sign(source, fact.start, fact.end, fact.marks.literals, (*fact.marks.dropped, receiver))
    return Signed(bounded(f"{words}{name}{text}"), constants)


def _keywords(traits: int) -> str:
    words = ""
    if traits & Trait.CLASSMETHOD:
        words = "classmethod "
    elif traits & Trait.STATICMETHOD:
        words = "staticmethod "
    return words + "async " if traits & Trait.ASYNC else words


def property_header(source: bytes, fact: Function, name: str) -> Signed:
    """Return `name: R` from what a property's function returns."""
    arrow = source.find(b"->", fact.rest or fact.open, fact.end)
    if arrow < 0 or fact.traits & Trait.BROKEN:
        return Signed(name, ())
    text, constants = text_of(source, Span(arrow + 2, fact.end), fact.marks)
    return Signed(bounded(f"{name}: {text}"), constants)


def class_header(source: bytes, fact: Class, name: str) -> Signed:
    """Return `class name[T](bases)`."""
    if fact.traits & Trait.BROKEN:
        return Signed(f"class {name}({UNKNOWN})", ())
    if fact.start == fact.end:
        return Signed(f"class {name}", ())
    text, constants = text_of(source, Span(fact.start, fact.end), fact.marks)
    return Signed(bounded(f"class {name}{text}"), constants)


def variable_header(source: bytes, fact: Variable, name: str) -> Signed:
    """Return `name: T = 5`: a value only when it is a number, True, False, None, or an elided string."""
    if fact.traits & Trait.TYPE:
        text, constants = text_of(source, fact.annotation, fact.marks)
        text = f" = {UNKNOWN}" if fact.traits & Trait.BROKEN else text
        return Signed(bounded(f"type {name}{'' if text.startswith('[') else ' '}{text.lstrip()}"), constants)
    text = name
    constants = ()
    if fact.annotation != NOWHERE:
        annotation, constants = text_of(source, fact.annotation, fact.marks)
        text = f"{name}: {UNKNOWN if fact.traits & Trait.BROKEN else annotation}"
    if fact.traits & Trait.STRING:
        value = source[fact.value.start : fact.value.end].decode("utf-8", "replace")
        return Signed(bounded(f"{text} = {ELIDED}"), (*constants, Prose(value)))
    if fact.traits & Trait.STATED:
        text = f"{text} = {source[fact.value.start : fact.value.end].decode('utf-8', 'replace')}"
    elif not fact.traits & (Trait.SILENT | Trait.PROPERTY):
        text = f"{text} = {UNKNOWN}"
    return Signed(bounded(text), constants)


def documentation(source: bytes, span: Span) -> Prose:
    """Return what a docstring says, without its quotes; escapes stay as they are written."""
    text = source[span.start : span.end].decode("utf-8", "replace")
    match = LITERAL.match(text)
    return Prose(match[2].strip() if match else text)
