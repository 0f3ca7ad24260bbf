"""A skill -> its trivial features: counts, layout, white space, front matter and the style of its code.

None of them says anything about what a skill does. A name is `group:feature`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from paredown.lab.detect.laid import fenced
from paredown.lab.detect.parts import FRONT, MOST
from paredown.lab.detect.skill import Facts, Skill

URL = re.compile(r"https?://")
WORD = re.compile(r"\S+")
KEY = re.compile(r"^([A-Za-z][A-Za-z0-9_-]{0,30})[ \t]*:", re.MULTILINE)
FSTRING = re.compile(r"\b[rR]?[fF][rR]?[\"']")
PERCENT = re.compile(r"[\"'] % [\w(]")
COMMON = 0.02
"""A path component or a key of front matter counts where at least this share of a corpus has it."""
MOST_OF_A_SKILL = 2_000_000
"""Characters of one skill that are measured."""


def features(skill: Skill, facts: Facts) -> dict[str, float]:
    """Return the trivial features of one skill; one that it lacks is not there, and counts as 0."""
    texts = _texts(skill)
    whole = "\n".join(texts.values())
    main = texts.get("SKILL.md", "")
    python = [text for path, text in texts.items() if path.endswith(".py")]
    python += [
        code.text
        for path, text in texts.items()
        if path.endswith(".md")
        for code in fenced(text)
        if code.suffix == "py"
    ]
    return {
        **_layout(list(texts), facts),
        **_lengths(whole, main),
        **_blanks(whole, texts),
        **_marks(whole),
        **_front(main),
        **_style(python),
        "code:shebangs": float(sum(text.startswith("#!") for text in texts.values())),
    }


def components(skill: Skill) -> set[str]:
    """Return the path components of a skill, files and folders."""
    return {part for file in skill.files for part in PurePosixPath(file.path).parts}


def common(tables: list[dict[str, float]], sets: list[set[str]], group: str) -> None:
    """Add to each of `tables` which of the values that are neither rare nor everywhere it has, of `sets`."""
    counts: dict[str, int] = {}
    for found in sets:
        for value in found:
            counts[value] = counts.get(value, 0) + 1
    least = max(3, COMMON * len(sets))
    kept = sorted((v for v, count in counts.items() if least <= count < len(sets)), key=lambda v: (-counts[v], v))[:60]
    for table, found in zip(tables, sets, strict=True):
        table.update((f"{group}:{value}", 1.0) for value in kept if value in found)


def _texts(skill: Skill) -> Mapping[str, str]:
    left = MOST_OF_A_SKILL
    texts = {}
    for file in skill.files:
        text = file.content.untrusted()[: min(left, MOST)]
        left -= len(text)
        texts[file.path] = text
    return texts


def _layout(paths: list[str], facts: Facts) -> dict[str, float]:
    suffixes = [PurePosixPath(path).suffix for path in paths]
    return {
        "layout:files": len(paths),
        "layout:depth": max((len(PurePosixPath(path).parts) for path in paths), default=0),
        "layout:folders": len({str(PurePosixPath(path).parent) for path in paths}),
        "layout:code-files": sum(suffix in (".py", ".sh", ".js", ".ts", ".ps1") for suffix in suffixes),
        "layout:kinds-of-file": len(set(suffixes)),
        "layout:has-SKILL.md": float("SKILL.md" in paths),
        "mode:executable-files": len(facts.executable),
    }


def _lengths(whole: str, main: str) -> dict[str, float]:
    lines = whole.splitlines() or [""]
    return {
        "length:characters": len(whole),
        "length:lines": len(lines),
        "length:words": len(WORD.findall(whole)),
        "length:longest-line": max(map(len, lines)),
        "length:mean-line": len(whole) / len(lines),
        "length:SKILL.md": len(main),
    }


def _blanks(whole: str, texts: Mapping[str, str]) -> dict[str, float]:
    lines = whole.split("\n")
    return {
        "blank:trailing": sum(line != line.rstrip(" \t") for line in lines),
        "blank:tabs": whole.count("\t"),
        "blank:returns": whole.count("\r"),
        "blank:empty-lines": sum(not line.strip() for line in lines) / len(lines),
        "blank:double-empty": whole.count("\n\n\n"),
        "blank:double-spaces": whole.count(".  "),
        "blank:no-final-newline": sum(bool(text) and not text.endswith("\n") for text in texts.values()),
        "blank:final-empty-lines": sum(text.endswith("\n\n") for text in texts.values()),
    }


def _marks(whole: str) -> dict[str, float]:
    lines = [line.lstrip() for line in whole.splitlines()]
    size = max(1, len(whole))
    return {
        "mark:urls": len(URL.findall(whole)),
        "mark:headings": sum(line.startswith("#") for line in lines),
        "mark:fences": sum(line.startswith(("```", "~~~")) for line in lines),
        "mark:list-items": sum(line.startswith(("- ", "* ", "+ ")) for line in lines),
        "mark:table-rows": sum(line.startswith("|") for line in lines),
        "mark:comments": whole.count("<!--"),
        "mark:emphasis": whole.count("**"),
        "mark:backticks": whole.count("`") / size,
        "mark:dashes": whole.count("—"),
        "mark:beyond-ascii": sum(not c.isascii() for c in whole) / size,
        "mark:capitals": sum(c.isupper() for c in whole) / size,
        "mark:digits": sum(c.isdigit() for c in whole) / size,
        "mark:exclamations": whole.count("!"),
    }


def _front(main: str) -> dict[str, float]:
    found = FRONT.match(main)
    front = found[1] if found else ""
    keys = KEY.findall(front)
    described = re.search(r"^description:[ \t]*(.*)$", front, re.MULTILINE)
    return {
        "front:there": float(bool(found)),
        "front:length": len(front),
        "front:keys": len(keys),
        "front:licence": float("license" in keys),
        "front:description": len(described[1]) if described else 0,
        "front:quoted": front.count('"') + front.count("'"),
        **{f"front-key:{key}": 1.0 for key in set(keys)},
    }


def _style(python: list[str]) -> dict[str, float]:
    if not python:
        return {}
    code = "\n".join(python)
    lines = code.splitlines() or [""]
    single, double = code.count("'"), code.count('"')
    return {
        "code:python": 1.0,
        "code:unsorted-imports": float(any(unsorted(text) for text in python)),
        "code:f-strings": len(FSTRING.findall(code)),
        "code:format-calls": code.count(".format("),
        "code:percent": len(PERCENT.findall(code)),
        "code:double-quotes": double / max(1, single + double),
        "code:docstrings": code.count('"""') / 2,
        "code:comments": sum(line.lstrip().startswith("#") for line in lines) / len(lines),
        "code:long-lines": sum(len(line) > 88 for line in lines) / len(lines),
        "code:annotations": code.count("->") + len(re.findall(r"\w: [A-Za-z_\[\]]+ ?[=,)]", code)),
        "code:main-guard": float("__main__" in code),
        "code:blank-share": sum(not line.strip() for line in lines) / len(lines),
    }


def unsorted(text: str) -> bool:
    """Whether the first run of imports of a module is out of order; code that does not parse is in order."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    plain = [alias.name.lower() for node in body if isinstance(node, ast.Import) for alias in node.names]
    from_ = [str(node.module).lower() for node in body if isinstance(node, ast.ImportFrom)]
    return plain != sorted(plain) or from_ != sorted(from_)
