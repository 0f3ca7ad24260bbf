"""A project whose dependencies carry a canary word in every place where a third party writes text."""

from __future__ import annotations

import json
from pathlib import Path

SITE = Path(".venv/lib/python3.11/site-packages")

PLACES = (
    "doccomment", "memberdoc", "readme", "stringdefault", "literaltype", "template", "decorator", "constant",
    "description", "keyword", "author", "skill", "agents", "deprecated", "annotated", "forwardref", "classvar",
    "metadata", "enumvalue", "jsdoc", "jsdocstring", "comment", "linecomment", "unionmember", "quotedmember",
    "fstring", "bytesdefault", "docstring", "attrdoc", "error",
    "define", "renamed", "closure", "rawstring", "regex", "excluded",
)  # fmt: skip


def canary(place: str) -> str:
    """Return the canary of `place`: one lower-case word that no name holds."""
    return f"zq{place}canary"


C = {place: canary(place) for place in PLACES}

TYPES = f"""
/** Reads it. {C["doccomment"]} must be copied.
 * @deprecated {C["deprecated"]} instead
 */
export declare function readThing(path: string, mode?: "{C["literaltype"]}" | `{C["template"]}-${{string}}`): string;
/* {C["comment"]} */
export declare const VERSION = "{C["constant"]}"; // {C["linecomment"]}
export interface Options {{
  /** {C["memberdoc"]} */
  mode: "{C["unionmember"]}" | 'plain';
  "say {C["quotedmember"]} now": string;
}}
export declare enum Color {{ Red = "{C["enumvalue"]}" }}
"""

CODE = f"""
'use strict';
/**
 * {C["jsdoc"]}
 * @param {{'{C["jsdocstring"]}'}} mode
 */
exports.untyped = function untyped(mode = "{C["stringdefault"]}") {{ throw new Error("{C["error"]}"); }};
"""

PYTHON = f'''"""{C["docstring"]}"""
from typing import Annotated, Literal
import functools

LIMIT = "{C["constant"]}"
"""{C["attrdoc"]}"""


@functools.wraps("{C["decorator"]}")
def fetch(
    url: str = "{C["stringdefault"]}",
    data: bytes = b"{C["bytesdefault"]}",
    name: str = f"{C["fstring"]}{{1}}",
    mode: Literal["{C["literaltype"]}"] = "x",
    extra: Annotated[int, "{C["annotated"]}"] = 1,
    later: "say {C["forwardref"]} now" = None,
) -> str:
    """{C["doccomment"]} must be copied."""


class Client:
    """{C["memberdoc"]}"""

    base: str = "{C["classvar"]}"
'''


SWIFT = f'''/* {C["comment"]} */
#if {C["define"].upper()} // {C["linecomment"]}
public func decided() {{}}
#endif
/// {C["doccomment"]} must be copied.
@available(*, deprecated, message: "{C["deprecated"]}", renamed: "{C["renamed"]}")
public func openBox(with key: String = "{C["stringdefault"]}", _ body: () -> Void = {{ print("{C["closure"]}") }}) {{
  fatalError("{C["error"]}")
}}
/** {C["memberdoc"]} */
public enum Lid: String {{
  /// {C["attrdoc"]}
  case open = "{C["enumvalue"]}", shut = #"{C["rawstring"]}"#
}}
public let limit = """
  {C["constant"]}
  """
public struct Mold {{ public var pattern = /{C["regex"]}/; public func `say {C["quotedmember"]} now`() {{}} }}
'''
MANIFEST = f"""// swift-tools-version:5.9
import PackageDescription // {C["linecomment"]}
let package = Package(name: "boxes", products: [.library(name: "Boxes", targets: ["Boxes"])],
  targets: [.target(name: "Boxes", exclude: ["{C["excluded"]}"])])
"""
REVISION = "0123456789abcdef0123456789abcdef01234567"


def plant(project: Path) -> None:
    """Write the project: a typed and an untyped npm package, a Python distribution and a Swift package, all at hand."""
    _write(
        project / "package.json",
        {"name": "app", "version": "1.0.0", "dependencies": {"typed": "1.0.0", "bare": "2.0.0"}},
    )
    lock = {
        "name": "app",
        "lockfileVersion": 3,
        "packages": {
            "": {"name": "app", "dependencies": {"typed": "1.0.0", "bare": "2.0.0"}},
            "node_modules/typed": {"version": "1.0.0"},
            "node_modules/bare": {"version": "2.0.0"},
        },
    }
    _write(project / "package-lock.json", lock)
    told = {"description": C["description"], "keywords": [C["keyword"]], "author": C["author"]}
    typed, bare = project / "node_modules/typed", project / "node_modules/bare"
    _write(typed / "package.json", {"name": "typed", "version": "1.0.0", "types": "index.d.ts", **told})
    _write(bare / "package.json", {"name": "bare", "version": "2.0.0", "main": "index.js", **told})
    _write(typed / "index.d.ts", TYPES)
    _write(bare / "index.js", CODE)
    _write(typed / "README.md", f"# {C['readme']}\n")
    _write(typed / "skills/setup/SKILL.md", f"---\nname: setup\n---\n{C['skill']}\n")
    _write(bare / "AGENTS.md", C["agents"])
    _write(project / "pyproject.toml", '[project]\nname = "app"\nversion = "1"\ndependencies = ["hostile"]\n')
    _write(project / ".venv/pyvenv.cfg", "version = 3.11.7\n")
    info = "hostile-1.0.0.dist-info"
    _write(project / SITE / "hostile/__init__.py", PYTHON)
    _write(
        project / SITE / info / "METADATA",
        f"Metadata-Version: 2.1\nName: hostile\nVersion: 1.0.0\nSummary: {C['metadata']}\n\n{C['readme']}\n",
    )
    _write(project / SITE / info / "RECORD", f"hostile/__init__.py,,\n{info}/METADATA,,\n{info}/RECORD,,\n")
    _plant_swift(project)


def _plant_swift(project: Path) -> None:
    uses = (
        'let package = Package(name: "app", dependencies: [.package(url: "https://git.example/maker/boxes", from: "1.0.0")],'
        '  targets: [.target(name: "App", dependencies: [.product(name: "Boxes", package: "boxes")])])'
    )
    state = {"revision": REVISION, "version": "1.0.0"}
    pin = {
        "identity": "boxes",
        "kind": "remoteSourceControl",
        "location": "https://git.example/maker/boxes",
        "state": state,
    }
    _write(project / "Package.swift", f"// swift-tools-version:5.9\nimport PackageDescription\n{uses}\n")
    _write(project / "Package.resolved", {"pins": [pin], "version": 3})
    boxes = project / ".build/checkouts/boxes"
    _write(boxes / ".git/HEAD", f"{REVISION}\n")
    _write(boxes / "Package.swift", MANIFEST)
    _write(boxes / "Sources/Boxes/Boxes.swift", SWIFT)
    _write(boxes / "README.md", f"# {C['readme']}\n")


def _write(path: Path, content: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
