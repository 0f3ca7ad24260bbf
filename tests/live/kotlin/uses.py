"""A Kotlin card -> the smallest function that uses what it names, from its symbol, signature and import alone.

What an agent does with an answer, without an agent: what is taken becomes a parameter, what has a default is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from paredown.model import Card

NAME = re.compile(r"(?<![\w.])[A-Z]\w*")
SIGNATURE = re.compile(
    r"(?P<words>(?:[a-z]+ )*)(?P<name>`[^`]+`|[\w$]+)(?P<generics><.*?>)?(?P<rest>[(:=\s].*|)\Z", re.DOTALL
)
TYPES = frozenset({"class", "interface", "enum", "type"})


class Use(NamedTuple):
    """One file of Kotlin, and the answer that it uses."""

    symbol: str
    text: str


class Names:
    """What to import for the name of a type: everything that the project's whole graph declares."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._paths: dict[str, list[str]] = {}
        self._generic: dict[str, int] = {}
        for card in cards:
            if card.kind in TYPES:
                matched = SIGNATURE.match(card.signature)
                listed = (matched["generics"] or "") if matched else ""
                self._generic[card.symbol] = len(_split(listed[1:-1]))
                self._paths.setdefault(card.symbol.rpartition(".")[2], []).append(card.symbol)

    def starred(self, symbol: str) -> str:
        """Return the type arguments of the class `symbol` where nobody cares which."""
        count = self._generic.get(symbol, 0)
        return f"<{', '.join('*' * count)}>" if count else ""

    def imports(self, text: str, near: str) -> list[str]:
        """Return an import for each name of a type in `text`, the one nearest to the package `near`."""
        found: list[str] = []
        for name in sorted(set(NAME.findall(text))):
            paths = self._paths.get(name, [])
            if paths:
                found.append(max(paths, key=lambda path: (_common(path, near), -len(path))))
        return found


def _common(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one.split("."), other.split("."), strict=False)) if a != b), 99)


def use_of(card: Card, names: Names) -> Use:
    """Return the smallest use of what `card` names."""
    matched = SIGNATURE.match(card.signature)
    assert matched is not None, card.signature
    words, name, generics = matched["words"].split(), matched["name"], matched["generics"] or ""
    owner = _owner(card)
    bare = f"{owner}.{name}".removeprefix(".")
    if card.kind in TYPES:
        listed = generics and f"<{', '.join('*' for _ in _split(generics[1:-1]))}>"
        return _file(card, names, f"fun use(it: {bare}{listed}) {{}}")
    taken = _taken(matched["rest"]) if matched["rest"].startswith("(") else []
    parameters = [f"{n}: {t}" for n, t in taken]
    call = f"{name}({', '.join(f'{n} = {n}' for n, _ in taken)})" if matched["rest"].startswith("(") else name
    receiver = card.signature.partition(" on ")[2].partition(" where ")[0] or _receiver(card, owner, names)
    if card.kind == "constructor":
        call = f"{bare}({', '.join(f'{n} = {n}' for n, _ in taken)})"
    elif receiver:
        parameters.insert(0, f"receiver: {receiver}")
        call = f"receiver.{call}"
    elif owner:
        call = f"{owner}.{call}"
    before = "inline " if "reified" in generics else ""
    before += "suspend " if "suspend" in words else ""
    where = card.signature.partition(" where ")[2]
    head = f"{before}fun {generics}{' ' if generics else ''}use({', '.join(parameters)})"
    return _file(card, names, f"{head}{f' where {where}' if where else ''} {{\n    {call}\n}}")


def _owner(card: Card) -> str:
    """Return the class around what is named, or the receiver of an extension: the steps with a capital."""
    steps = card.symbol.split(".")
    own = steps if card.kind in (*TYPES, "constructor") else steps[:-1]
    kept = [step for step in own if step[:1].isupper()]
    return ".".join(kept[:-1] if card.kind in TYPES or card.kind == "constructor" else kept)


def _receiver(card: Card, owner: str, names: Names) -> str:
    """Return the class of which something is a member, or that is extended."""
    return f"{owner}{names.starred(card.symbol.rpartition('.')[0])}" if owner else ""


def _taken(rest: str) -> list[tuple[str, str]]:
    """Return the name and type of each parameter without a default."""
    depth, end = 0, 0
    for end, character in enumerate(rest):
        depth += (character in "(<") - (character == ")" or (character == ">" and rest[end - 1] != "-"))
        if not depth:
            break
    found: list[tuple[str, str]] = []
    for part in _split(rest[1:end]):
        name, _, type_ = part.partition(": ")
        if type_ and not type_.endswith("= …") and not name.startswith("vararg "):
            found.append((name, type_))
    return found


def _split(listed: str) -> list[str]:
    """Split at the commas that no bracket is around."""
    parts, depth = [""], 0
    for at, character in enumerate(listed):
        depth += (character in "(<[") - (character in ")]" or (character == ">" and listed[at - 1] != "-"))
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def _file(card: Card, names: Names, body: str) -> Use:
    package = ".".join(step for step in card.symbol.split(".")[:-1] if not step[:1].isupper())
    imports = {card.import_path, *names.imports(body, package)}
    lines = [f"import {path}" for path in sorted(imports) if "." in path]
    return Use(card.symbol, "\n".join([*lines, "", body, ""]))


def numbered(uses: Sequence[Use]) -> Mapping[str, str]:
    """Return each use as a file in a package of its own."""
    return {f"use{n}.kt": f"package use{n}\n\n{use.text}" for n, use in enumerate(uses)}
