"""The nodes of Kotlin types and modifiers -> text as the signatures of class files have it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ast_grep_py import SgNode

from paredown.harvest.jvm.deprecation import LEVELS, STEPS, numbers
from paredown.harvest.jvm.names import cut
from paredown.model import Deprecation

COMMENTS: Final = frozenset({"multiline_comment", "line_comment"})
UNTOLD: Final = COMMENTS | {"annotation", "string_literal"}
"""Nodes that are no part of a type."""
TIGHT: Final = re.compile(r" ?([<>.,()?:]) ?")
ARROW: Final = re.compile(r" ?\0 ?")
JOINED: Final = re.compile(r" ?& ?")
QUALIFIED: Final = re.compile(r"(?<![\w.`])(?:[a-z_]\w*\.)+(?=[A-Z])")
LEVEL: Final = re.compile(r"\b(WARNING|ERROR|HIDDEN)\Z")
SINCE: Final = re.compile(r"(\w+)\s*=\s*\"([^\"]*)\"")
NAMED_LITERAL: Final = re.compile(r"\"([^\"$\\]*)\"")


class Modifiers(NamedTuple):
    """The words before a declaration, and the text of each annotation's arguments by the annotation's name."""

    words: frozenset[str]
    annotations: dict[str, tuple[str, ...]]

    @property
    def visibility(self) -> str:
        """One of Kotlin's four."""
        return next((word for word in ("private", "internal", "protected") if word in self.words), "public")

    @property
    def published(self) -> bool:
        """Whether what is internal belongs to the published surface."""
        return "PublishedApi" in self.annotations

    @property
    def may_be_reached(self) -> bool:
        """Whether another module may name it, as far as its own words tell."""
        return not ("private" in self.words or ("internal" in self.words and not self.published))

    def deprecation(self, kotlin: tuple[int, ...]) -> Deprecation:
        """Return how far the declaration is withdrawn from callers of the version `kotlin`, empty for the newest."""
        arguments = self.annotations.get("Deprecated")
        if arguments is None:
            return Deprecation.NONE
        since = self.annotations.get("DeprecatedSinceKotlin")
        if since is not None:
            said = {m[1]: m[2] for argument in since if (m := SINCE.search(argument))}
            for step, found in STEPS:
                if step in said and (not kotlin or numbers(said[step]) <= kotlin):
                    return found
            return Deprecation.NONE
        levels = (LEVEL.search(argument) for argument in arguments if not argument.endswith('"'))
        return next((LEVELS[level[1]] for level in levels if level), Deprecation.WARNING)

    def text_of(self, annotation: str) -> str:
        """Return the string that is the argument of `annotation`, or nothing."""
        found = NAMED_LITERAL.search(" ".join(self.annotations.get(annotation, ())))
        return found[1] if found else ""


NO_MODIFIERS: Final = Modifiers(frozenset(), {})


def modifiers(node: SgNode | None) -> Modifiers:
    """Return the modifiers in a `modifiers` node."""
    if node is None:
        return NO_MODIFIERS
    words: set[str] = set()
    annotations: dict[str, tuple[str, ...]] = {}
    for child in node.children():
        kind = child.kind()
        if kind == "annotation":
            annotations.update(annotation(child))
        elif kind not in COMMENTS:
            words.add(child.text())
    return Modifiers(frozenset(words), annotations)


def annotation(node: SgNode) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name and the arguments of each annotation in one node."""
    for child in node.children():
        kind = child.kind()
        if kind == "user_type":
            yield _last_name(child), ()
        elif kind == "constructor_invocation":
            parts = child.children()
            yield _last_name(parts[0]), tuple([a.text() for p in parts[1:] for a in p.children() if a.is_named()])


def _last_name(node: SgNode) -> str:
    names = [child.text() for child in node.children() if child.kind() == "type_identifier"]
    return names[-1] if names else ""


def spelled(nodes: Iterable[SgNode]) -> str:
    """Return a type, which may be several nodes, on one line without annotations and comments."""
    text = " ".join([node.text() for node in nodes if node.kind() not in UNTOLD])
    if "@" in text or "/" in text or '"' in text:
        text = " ".join([leaf for node in nodes for leaf in _leaves(node)])
    return text if text.isalnum() else _tidy(text)


@lru_cache(maxsize=16384)
def _tidy(text: str) -> str:
    text = TIGHT.sub(r"\1", " ".join(text.replace("->", "\0").split()))
    text = text.replace(",", ", ").replace(":", ": ").replace(", >", ">").replace(", )", ")")
    text = JOINED.sub(" & ", ARROW.sub(" -> ", text)).replace("suspend(", "suspend (")
    return cut(QUALIFIED.sub("", text) if "." in text else text)


def _leaves(node: SgNode) -> list[str]:
    found: list[str] = []
    stack = [node]
    while stack:
        top = stack.pop()
        if top.kind() in UNTOLD:
            continue
        children = top.children()
        if children:
            stack.extend(reversed(children))
        else:
            found.append(top.text())
    return found


def bare(name: str) -> str:
    """Return a name without its backticks."""
    return name.strip("`")
