"""A fact and its source -> the one line by which a caller knows the declaration, and the literals taken out of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paredown.harvest.python.facts import NOWHERE, Class, Function, Mark, Marks, Trait, Variable
from paredown.harvest.text import MAX_SIGNATURE, Signed, Span, bounded
from paredown.model import ELIDED, NO_PROSE, Prose

UNKNOWN = "…"
ELIDED_BYTES = ELIDED.encode()
WORDED = Trait.ASYNC | Trait.CLASSMETHOD | Trait.STATICMETHOD | Trait.BROKEN
OPENING = re.compile(rb"[rRuUbBfF]{0,2}(\"\"\"|'''|\"|')")
BACKSLASH = 0x5C
LAST_COMMA = re.compile(r",\s*\n\s*(?=[)\]])")
WIDE = ("( ", "[ ", "{ ", " )", " ]", " ,")


def text_of(source: bytes, span: Span, marks: Marks | None) -> Signed:
    """Return a slice of the source on one line, literals elided, types in quotes unquoted."""
    if marks is None:
        return Signed(one_line(source[span.start : span.end]), ())
    return elided(source, span.start, span.end, marks)


def elided(source: bytes, start: int, end: int, marks: Iterable[Mark]) -> Signed:
    """Return what `harvest.text.sign` returns, without its regular expressions: half of a stub has literals."""
    pieces: list[bytes] = []
    constants: list[Prose] = []
    at = start
    for first, last, literal in marks:
        if first < at or last > end:
            continue
        pieces.append(source[at:first])
        if literal:
            pieces.append(ELIDED_BYTES)
            constants.append(Prose(source[first:last].decode("utf-8", "replace")))
        elif source[first] == BACKSLASH:
            pieces.append(b" ")
        at = last
    pieces.append(source[at:end])
    text = one_line(b"".join(pieces))
    if text.count('"') != 2 * text.count(ELIDED) or "'" in text or "`" in text:
        text = bounded(text)
    return Signed(text, tuple(constants))


def one_line(raw: bytes) -> str:
    """Return `raw` with runs of white space as one space, and none just inside brackets."""
    text = raw.decode("utf-8", "replace")
    if text.isprintable() and "  " not in text:
        return text.strip()
    text = " ".join(LAST_COMMA.sub("", text).split())
    for wide in WIDE:
        if wide in text:
            text = text.replace(wide, wide.strip())
    if not text.isprintable():
        # The grammar takes zero-width characters for white space; Python refuses the file, so nothing is lost.
        text = text[: next(at for at, char in enumerate(text) if not char.isprintable())].rstrip() + UNKNOWN
    return text


def _signed(text: str, constants: tuple[Prose, ...] = ()) -> Signed:
    """Return `text` within its bound; what went into it holds no quote but those of elided literals."""
    return Signed(text if len(text) <= MAX_SIGNATURE else bounded(text), constants)


def function_header(source: bytes, fact: Function, name: str) -> Signed:
    """Return `async name(x: int) -> R`, without the receiver of a method."""
    constants: tuple[Prose, ...] = ()
    if fact.marks is not None:
        marks = fact.marks
        if fact.rest:
            # Comments within the receiver go with it.
            marks = (Mark(fact.open + 1, fact.rest, False), *(mark for mark in marks if mark.start >= fact.rest))
        text, constants = elided(source, fact.start, fact.end, marks)
    elif fact.rest:
        text = one_line(source[fact.start : fact.open + 1] + source[fact.rest : fact.end])
    else:
        text = one_line(source[fact.start : fact.end])
    if fact.traits & WORDED:
        if fact.traits & Trait.BROKEN:
            text, constants = f"({UNKNOWN})", ()
        name = _keywords(fact.traits) + name
    return _signed(name + text, constants)


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
    while arrow >= 0 and any(mark.start <= arrow < mark.end for mark in fact.marks or ()):
        arrow = source.find(b"->", arrow + 2, fact.end)
    if arrow < 0 or fact.traits & Trait.BROKEN:
        return Signed(name, ())
    text, constants = text_of(source, Span(arrow + 2, fact.end), fact.marks)
    return _signed(f"{name}: {text}", constants)


def class_header(source: bytes, fact: Class, name: str) -> Signed:
    """Return `class name[T](bases)`."""
    if fact.traits & Trait.BROKEN:
        return Signed(f"class {name}({UNKNOWN})", ())
    if fact.start == fact.end:
        return Signed(f"class {name}", ())
    text, constants = text_of(source, Span(fact.start, fact.end), fact.marks)
    return _signed(f"class {name}{text}", constants)


def variable_header(source: bytes, fact: Variable, name: str) -> Signed:
    """Return `name: T = 5`: a value only when it is a number, True, False, None, or an elided string."""
    traits = fact.traits
    if traits & Trait.TYPE:
        return _type_header(source, fact, name)
    text = name
    constants: tuple[Prose, ...] = ()
    if fact.annotation is not NOWHERE:
        annotation, constants = text_of(source, fact.annotation, fact.marks)
        text = f"{name}: {UNKNOWN if traits & Trait.BROKEN else annotation}"
    if traits & Trait.STRING:
        value = source[fact.value.start : fact.value.end].decode("utf-8", "replace")
        return _signed(f"{text} = {ELIDED}", (*constants, Prose(value)))
    if traits & Trait.STATED:
        text = f"{text} = {source[fact.value.start : fact.value.end].decode('utf-8', 'replace')}"
    elif not traits & (Trait.SILENT | Trait.PROPERTY):
        text = f"{text} = {UNKNOWN}"
    return _signed(text, constants)


def _type_header(source: bytes, fact: Variable, name: str) -> Signed:
    """Return `type name[T] = …` as it is written: the right side is a type."""
    if fact.traits & Trait.BROKEN:
        return Signed(f"type {name} = {UNKNOWN}", ())
    text, constants = text_of(source, fact.annotation, fact.marks)
    return _signed(f"type {name}{text if text.startswith('[') else ' ' + text}", constants)


def documentation(source: bytes, at: int) -> Prose:
    """Return what the string at `at` says, without its quotes; escapes stay as they are written."""
    opened = OPENING.match(source, at)
    if opened is None:
        return NO_PROSE
    quote = opened[1]
    start = opened.end()
    end = source.find(quote, start)
    while end > 0 and _escaped(source, start, end):
        end = source.find(quote, end + 1)
    return Prose(source[start : end if end > 0 else len(source)].decode("utf-8", "replace").strip())


def _escaped(source: bytes, start: int, end: int) -> bool:
    """Whether the byte at `end` stands behind an odd number of backslashes."""
    at = end
    while at > start and source[at - 1] == BACKSLASH:
        at -= 1
    return (end - at) % 2 == 1
