"""The arguments of `implementation(…)` -> the libraries that they name, or why only Gradle could tell."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.gradle.catalog import Accessor, Alias, Catalog, accessor
from paredown.resolve.jvm.gradle.statements import Group, Item, is_group, is_mark
from paredown.resolve.jvm.gradle.tokens import Kind, Token
from paredown.resolve.jvm.gradle.values import (
    IDLE,
    Scope,
    Value,
    arguments,
    evaluate,
    literal_prefix,
    named_arguments,
    text_of,
)
from paredown.resolve.jvm.gradle.wanted import Platform, Rich, Wanted, read_notation, read_version

KOTLIN = "org.jetbrains.kotlin"
PLATFORMS = {"platform": Platform.PLATFORM, "enforcedPlatform": Platform.ENFORCED}
OWN = frozenset({"project", "projects"})
OF_GRADLE = frozenset({"gradleApi", "gradleTestKit", "gradleKotlinDsl", "localGroovy", "embeddedKotlin"})
FILES = frozenset({"files", "fileTree", "zipTree", "sourceSets", "layout"})
SPRING_BOM = "BOM_COORDINATES"
"""The constant of Spring Boot's plugin that names the BOM of its own version."""
EXPRESSION = "is named by an expression that only Gradle can evaluate"
NO_COORDINATES = "is a file without coordinates"
COMES_WITH_GRADLE = "comes with Gradle itself"
NO_ALIAS = "is an accessor that no version catalog at hand has"
NO_NOTATION = "is no group, artifact and version"
VERSION_UNKNOWN = "its version is an expression that only Gradle can evaluate"


class Problem(NamedTuple):
    """A dependency that cannot be told: what of its name can be shown, and why."""

    name: str
    why: str


class Named(NamedTuple):
    """What arguments name; `own` are members of the project, by path (`:core`) or accessor (`projects.core`)."""

    wanted: tuple[Wanted, ...] = ()
    problems: tuple[Problem, ...] = ()
    own: tuple[str, ...] = ()


class Names(NamedTuple):
    """What a script may refer to: its variables, the project's catalogs by name, and Spring Boot's BOM."""

    scope: Scope
    catalogs: Mapping[str, Catalog]
    spring_bom: str = ""


def read_arguments(given: Sequence[Sequence[Item]], names: Names) -> Named:
    """Return what the arguments of one call name."""
    named = named_arguments(given)
    if "name" in named or "group" in named:
        return _from_map(named, names)
    return _together([read_argument(one, names) for one in given if not (len(one) == 1 and is_group(one[0], "{"))])


def read_argument(items: Sequence[Item], names: Names) -> Named:
    """Return what one argument names: a string, an accessor, a platform around one, or a variable."""
    first = items[0] if items else None
    if isinstance(first, Group):
        if first.open == "[" and len(items) == 1 and not arguments(first):
            return read_arguments(first.filled, names)
        if first.open in "[(" and len(items) == 1:
            return read_arguments(first.filled, names)
        return Named(problems=(Problem("", EXPRESSION),))
    if first is None:
        return Named()
    if first.kind is Kind.TEXT and len(items) == 1:
        text = text_of(first, names.scope)
        return _from_text(text) if text is not None else _unknown(literal_prefix(first))
    if first.kind is Kind.NAME:
        return _from_name(first.text, items, names)
    value = evaluate(items, names.scope)
    return _from_value(value) if value is not None else Named(problems=(Problem("", EXPRESSION),))


def path_of(items: Sequence[Item]) -> tuple[str, ...]:
    """Return the dotted name that `items` are, without calls that change nothing; empty when they are more."""
    path: list[str] = []
    for item in items:
        if isinstance(item, Token) and item.kind is Kind.NAME:
            path.append(item.text)
        elif is_group(item, "(") and isinstance(item, Group) and not item.filled and path and path[-1] in IDLE:
            path.pop()
        elif not is_mark(item, "."):
            return ()
    return tuple(path)


def _from_name(first: str, items: Sequence[Item], names: Names) -> Named:
    second = items[1] if len(items) > 1 else None
    call = second if isinstance(second, Group) and second.open == "(" else None
    if first in OWN:
        return _own(first, call, items, names)
    if first in PLATFORMS:
        # Groovy's `platform 'x'` and both languages' `platform(x)`.
        inner = read_arguments(call.filled, names) if call else _after(items[1:], names)
        return inner._replace(wanted=tuple(one._replace(platform=PLATFORMS[first]) for one in inner.wanted))
    if first in ("testFixtures", "variantOf") and call:
        return _variant(first, call, items[2:], names)
    if first == "kotlin" and call:
        return _kotlin(call, names)
    if first in OF_GRADLE:
        return Named(problems=(Problem(first, COMES_WITH_GRADLE),))
    if first in FILES:
        return Named(problems=(Problem(first, NO_COORDINATES),))
    path = path_of(items)
    if path and path[-1] == SPRING_BOM and names.spring_bom:
        return _from_text(names.spring_bom)
    if first in names.catalogs:
        return _from_catalog(names.catalogs[first], path, items, names)
    if first == "dependencies" and len(items) > 2:
        return _after(items[2:], names)
    value = evaluate(items, names.scope)
    return _from_value(value) if value is not None else Named(problems=(Problem(".".join(path), EXPRESSION),))


def _after(items: Sequence[Item], names: Names) -> Named:
    """Return what stands behind a word that says how it is wanted; a second such word is nothing anybody writes."""
    first = items[0] if items else None
    again = isinstance(first, Token) and (first.text in PLATFORMS or first.text == "dependencies")
    if again and not (len(items) > 1 and is_group(items[1], "(")):
        return Named(problems=(Problem("", EXPRESSION),))
    return read_argument(items, names)


def _own(first: str, call: Group | None, items: Sequence[Item], names: Names) -> Named:
    if first == "projects":
        return Named(own=(names_of(items),))
    given = call.filled if call else [items[1:]]
    path = named_arguments(given).get("path") or (given[0] if given else ())
    text = text_of(path[-1], names.scope) if path else None
    return Named(own=(text or "",))


def _from_text(text: str) -> Named:
    wanted = read_notation(text)
    return Named((wanted,)) if wanted else Named(problems=(Problem("", NO_NOTATION),))


def _unknown(prefix: str) -> Named:
    """Return the problem of a string with something in it that cannot be told; its name may come before that."""
    group, _, artifact = prefix.rstrip(":").partition(":")
    known = bool(artifact) and prefix.count(":") > 1
    return Named(problems=(Problem(f"{group}:{artifact}" if known else "", VERSION_UNKNOWN if known else EXPRESSION),))


def _from_value(value: Value) -> Named:
    if isinstance(value, str):
        return _from_text(value)
    if isinstance(value, Mapping):
        texts = {key: held for key, held in value.items() if isinstance(held, str)}
        return _from_texts(texts)
    return _together([_from_value(one) for one in value])


def _together(found: Sequence[Named]) -> Named:
    return Named(
        tuple(wanted for one in found for wanted in one.wanted),
        tuple(problem for one in found for problem in one.problems),
        tuple(path for one in found for path in one.own),
    )


def _from_map(named: Mapping[str, Sequence[Item]], names: Names) -> Named:
    """Return what `group: 'g', name: 'a', version: 'v'` names."""
    texts: dict[str, str] = {}
    for key, items in named.items():
        value = evaluate(items, names.scope)
        if isinstance(value, str):
            texts[key] = value
        elif key in ("group", "name", "version", "classifier", "ext"):
            module = ":".join(texts.get(part, "") for part in ("group", "name"))
            return Named(problems=(Problem(module.strip(":"), VERSION_UNKNOWN if key == "version" else EXPRESSION),))
    return _from_texts(texts)


def _from_texts(texts: Mapping[str, str]) -> Named:
    if not texts.get("group") or not texts.get("name"):
        return Named(problems=(Problem("", NO_NOTATION),))
    wanted = Wanted(
        Module(texts["group"], texts["name"]),
        read_version(texts.get("version", "")),
        texts.get("classifier", ""),
        texts.get("ext", ""),
        transitive=not texts.get("ext"),
    )
    return Named((wanted,))


def _kotlin(call: Group, names: Names) -> Named:
    texts = [text_of(argument[-1], names.scope) for argument in call.filled]
    if not texts or not texts[0]:
        return Named(problems=(Problem(KOTLIN, EXPRESSION),))
    version = texts[1] if len(texts) > 1 else ""
    module = Module(KOTLIN, f"kotlin-{texts[0]}")
    if version is None:
        return Named(problems=(Problem(str(module), VERSION_UNKNOWN),))
    return Named((Wanted(module, Rich(require=version)),))


def _variant(call: str, inside: Group, after: Sequence[Item], names: Names) -> Named:
    """Return another file of a library: its test fixtures, or the classifier of `variantOf(x) { classifier("c") }`."""
    inner = read_arguments(inside.filled, names)
    classifier = "test-fixtures" if call == "testFixtures" else ""
    for block in after:
        for statement in block.filled if isinstance(block, Group) else ():
            head = statement[0]
            if isinstance(head, Token) and head.text == "classifier":
                value = evaluate(statement[1:], names.scope)
                classifier = value if isinstance(value, str) else ""
    if not classifier and inner.wanted:
        return Named(problems=(Problem(str(inner.wanted[0].module), EXPRESSION),))
    return inner._replace(wanted=tuple(one._replace(classifier=classifier) for one in inner.wanted))


def _from_catalog(catalog: Catalog, path: Accessor, items: Sequence[Item], names: Names) -> Named:
    asked = _alias_text(items, names)
    if asked is not None:
        path = (path_of(items[:1])[0], *asked)
    if path[1:2] == ("bundles",):
        members = catalog.bundles.get(path[2:])
        if members is None:
            return Named(problems=(Problem(".".join(path), NO_ALIAS),))
        aliases = [(one, catalog.libraries.get(one)) for one in members]
    else:
        aliases = [(path[1:], catalog.libraries.get(path[1:]))]
    return _from_aliases(aliases, ".".join(path) or names_of(items))


def names_of(items: Sequence[Item]) -> str:
    """Return the dotted name with which `items` begin."""
    found = []
    for item in items:
        if isinstance(item, Token) and item.kind is Kind.NAME:
            found.append(item.text)
        elif not is_mark(item, "."):
            break
    return ".".join(found)


def _from_aliases(aliases: Sequence[tuple[Accessor, Alias | None]], name: str) -> Named:
    wanted: list[Wanted] = []
    problems: list[Problem] = []
    for spelled, alias in aliases:
        if alias is not None and alias.wanted is not None:
            wanted.append(alias.wanted)
        else:
            shown = ".".join(spelled) if len(aliases) > 1 else name
            problems.append(Problem(shown, alias.why if alias else NO_ALIAS))
    return Named(tuple(wanted), tuple(problems))


def _alias_text(items: Sequence[Item], names: Names) -> Accessor | None:
    """Return the accessor of `libs.findLibrary("foo-bar").get()`, None for another expression."""
    for token, group in itertools.pairwise(items):
        if isinstance(token, Token) and token.text in ("findLibrary", "findBundle") and isinstance(group, Group):
            text = text_of(group.filled[0][0], names.scope) if len(group.filled) == 1 else None
            if text:
                return (*(("bundles",) if token.text == "findBundle" else ()), *accessor(text))
    return None
