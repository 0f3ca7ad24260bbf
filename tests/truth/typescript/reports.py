"""What API Extractor wrote of a package -> the names it lists: from a report for people, or from its model in JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from truth.compare import Claim, Names, Part

BLOCK = re.compile(r"```ts\n(.*?)```", re.DOTALL)
DECLARED = re.compile(
    r"(export )?(?:declare )?(?:abstract )?(?:const enum|class|interface|function|const|let|var|type|enum|namespace) "
    r"([^\s<(:;=,]+)"
)
LISTED = re.compile(r"export (?:type )?\{ (?:([^\s}]+) as )?([^\s}]+) \}")
DEFAULT = re.compile(r"export default ([^\s;]+)")
RELEASE = re.compile(r"// @(public|beta|alpha|internal)")
MEMBERS = {
    "Property": "",
    "PropertySignature": "",
    "Method": "",
    "MethodSignature": "",
    "EnumMember": "",
    "Constructor": "constructor",
    "ConstructSignature": "new",
    "CallSignature": "()",
    "IndexSignature": "[index]",
}
"""The kinds of members, and the name of those that have none."""


class Exported(NamedTuple):
    """A name that a report lists, the local name it stands for, and whether all of that is marked as internal."""

    name: str
    local: str
    internal: bool


def exported(report: str) -> list[Exported]:
    """Return the exports of a report (`.api.md`): statements stand at the left margin, each after its release tag."""
    block = BLOCK.search(report)
    release = ""
    releases: dict[str, set[str]] = {}
    found: dict[str, str] = {}
    for line in block[1].splitlines() if block else ():
        if tag := RELEASE.match(line):
            release = tag[1]
        elif match := DEFAULT.match(line):
            found["default"] = match[1]
        elif match := LISTED.match(line):
            found[match[2]] = match[1] or match[2]
        elif match := DECLARED.match(line):
            releases.setdefault(match[2], set()).add(release)
            found |= {match[2]: match[2]} if match[1] else {}
        elif line.startswith("export ") and not line.startswith("export * from"):
            raise ValueError(f"a statement of a form that no report had: {line}")
        release = release if line.startswith("//") else ""
    return [Exported(name, local, releases.get(local) == {"internal"}) for name, local in found.items()]


def modelled(model: dict[str, object], module: str, names: list[Exported]) -> Iterator[Claim]:
    """Yield what a model (`.api.json`) lists, as `names` export it: what namespaces hold, and members.

    A declaration that several namespaces pass on under one name is one claim. The model has no identity: the same
    name with the same text is taken to be the same.
    """
    outside: dict[str, list[str]] = {}
    for name, local, internal in names:
        outside.setdefault(local, []).extend([] if internal else [name])
    paths: dict[tuple[Part, str], set[Names]] = {}
    stack = [
        (item, (module, name)) for entry in _inside(model) for item in _inside(entry) for name in _names(item, outside)
    ]
    while stack:
        item, path = stack.pop()
        kind = str(item["kind"])
        part = Part.MEMBERS if kind in MEMBERS else Part.NAMES
        tokens = item.get("excerptTokens") or [{"text": kind}]
        text = "".join(str(token["text"]) for token in tokens)  # type: ignore[attr-defined]
        key = json.dumps([path[-2:] if part is Part.MEMBERS else path[-1:], text])
        paths.setdefault((part, key), set()).add(path)
        for inner in _inside(item):
            if "~" not in str(inner["canonicalReference"]).rpartition("!")[2]:
                name = MEMBERS.get(str(inner["kind"])) or str(inner["name"]).strip("\"'")
                stack.append((inner, (*path, name)))
    for (part, _), of in paths.items():
        yield Claim(part, frozenset(of))


def _names(item: dict[str, object], outside: dict[str, list[str]]) -> list[str]:
    """Return the names under which an item of the entry point is exported."""
    reference, name = str(item["canonicalReference"]), str(item["name"])
    return [] if "!~" in reference else outside.get(name, [name])


def _inside(item: dict[str, object]) -> list[dict[str, object]]:
    return item.get("members", [])  # type: ignore[return-value]
