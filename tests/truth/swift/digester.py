"""A dump of the Swift compiler's API digester -> the declarations that are public in it, by name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

DECLARATIONS = frozenset({"TypeDecl", "TypeAlias", "AssociatedType", "Function", "Var", "Constructor", "Subscript"})
"""The nodes that somebody wrote; an accessor, a parameter and an import are none."""
SYNTHESIZED = frozenset(
    {"init(rawValue:)", "rawValue", "RawValue", "allCases", "AllCases", "init(from:)", "encode(to:)", "hash(into:)"}
    | {"hashValue", "==(_:_:)", "init()"}
)
"""What the compiler makes for a type that conforms to a protocol of its own; a dump does not tell it from the written."""


class Dumped(NamedTuple):
    """A declaration: its path of names, and how the compiler prints the last of them."""

    name: str
    printed: str


def dumped(path: Path) -> Iterator[Dumped]:
    """Yield the declarations of a dump that are for everyone, but for those that say themselves to be implicit."""
    held = json.loads(path.read_text("utf-8"))
    root = held.get("ABIRoot", held)
    stack: list[tuple[dict[str, Any], tuple[str, ...]]] = [(node, ()) for node in root.get("children", [])]
    while stack:
        node, owner = stack.pop()
        if node["kind"] not in DECLARATIONS or node.get("implicit") or "spi_group_names" in node:
            continue
        printed = node["printedName"]
        bare = printed.partition("(")[0] if node["kind"] in ("Function", "Subscript", "Constructor") else node["name"]
        steps = (*owner, *(bare or node["name"]).split("."))
        if any(step.startswith("_") for step in steps) or node.get("isInternal"):
            continue
        if not node.get("isExternal"):
            yield Dumped(".".join(steps), printed)
        # A variable's children are its type and its accessors, a function's its parameters.
        if node["kind"] == "TypeDecl":
            stack.extend((child, steps) for child in node.get("children", []))
