"""The same questions over the same project to two MCP servers: what is found, and how much comes with it.

    python -m benchmarks.peers SITE_PACKAGES --ours COMMAND --other COMMAND [--tool search_codebase] [--more JSON]

The questions are those of `tests/ranking/python.toml` about packages in SITE_PACKAGES, the first twelve. Of each server
it prints the seconds from start to the list of tools, the list's bytes, and of its answers: whether an accepted name is
in it, bytes, tokens (a quarter of the bytes), milliseconds, and the characters that stand in a doc comment of an
installed package, which is what a third party may write freely.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shlex
import statistics
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import anyio
from mcp import Client, StdioServerParameters

from benchmarks.ranking import Question, questions

MOST = 12
LEAST_LINE = 25
"""Characters of a line of documentation that tell it from code by chance."""


class Told(NamedTuple):
    """One answer of one server."""

    text: str
    ms: float


def main() -> None:
    """Print a row for each server."""
    asked = argparse.ArgumentParser()
    asked.add_argument("packages", type=Path)
    asked.add_argument("--ours", required=True)
    asked.add_argument("--other", required=True)
    asked.add_argument("--tool", default="search_codebase")
    asked.add_argument("--more", type=json.loads, default={})
    asked.add_argument("--show", action="store_true")
    options = asked.parse_args()
    chosen = [one for one in questions() if one.language == "python" and installed(one.package, options.packages)][
        :MOST
    ]
    prose = frozenset(documentation(options.packages))
    for name, command, tool, more in (
        ("ours", options.ours, "find", {"limit": 10}),
        ("other", options.other, options.tool, options.more),
    ):
        first, size, answers = anyio.run(talk, shlex.split(command), tool, more, chosen)
        print(row(name, first, size, chosen, answers, prose))
        for question, told in zip(chosen, answers, strict=True) if options.show else ():
            print(f"--- {question.ask}: {found(question, told.text)}\n{told.text[:1500]}")


async def talk(
    command: Sequence[str], tool: str, more: Mapping[str, Any], chosen: Sequence[Question]
) -> tuple[float, int, list[Told]]:
    """Return the seconds to the list of tools, its bytes, and the answers."""
    start = perf_counter()
    server = StdioServerParameters(command=command[0], args=list(command[1:]), env=dict(os.environ))
    async with Client(server, mode="legacy", read_timeout_seconds=120) as client:
        tools = await client.list_tools()
        first = perf_counter() - start
        size = len(json.dumps(tools.model_dump(mode="json", by_alias=True, exclude_none=True)["tools"]).encode())
        answers = []
        for question in chosen:
            begun = perf_counter()
            said = await client.call_tool(tool, {"query": question.ask, **more})
            ms = 1000 * (perf_counter() - begun)
            answers.append(Told("\n".join(getattr(block, "text", "") for block in said.content), ms))
    return first, size, answers


def row(
    name: str, first: float, size: int, chosen: Sequence[Question], answers: Sequence[Told], prose: frozenset[str]
) -> str:
    """Return one server's line."""
    right = sum(found(question, told.text) for question, told in zip(chosen, answers, strict=True))
    sizes = [len(told.text.encode()) for told in answers]
    third = [sum(len(line) for line in lines(told.text) if line in prose) for told in answers]
    return (
        f"{name:<6} start {first:5.1f} s  list {size:,} B  found {right} of {len(chosen)}  "
        f"answer {statistics.mean(sizes):,.0f} B, {statistics.mean(sizes) / 4:,.0f} tokens  "
        f"p50 {statistics.median(told.ms for told in answers):.0f} ms  "
        f"documentation {statistics.mean(third):,.0f} characters an answer"
    )


def found(question: Question, text: str) -> bool:
    """Whether an accepted name stands in an answer as a whole word."""
    names = {end.rpartition(".")[2] for end in question.accepted}
    return any(re.search(rf"(?<![\w.]){re.escape(name)}\b|\.{re.escape(name)}\b", text) for name in names)


def documentation(packages: Path) -> Iterator[str]:
    """Yield the lines of the doc comments of every Python file."""
    for path in packages.rglob("*.py"):
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except (OSError, ValueError, SyntaxError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield from lines(ast.get_docstring(node) or "")


def lines(text: str) -> Iterator[str]:
    """Yield the lines that are long enough to be told apart, stripped."""
    yield from (line.strip() for line in text.splitlines() if len(line.strip()) >= LEAST_LINE)


def installed(package: str, packages: Path) -> bool:
    """Whether a distribution is installed."""
    return any(packages.glob(f"{package.replace('-', '[-_]')}-*.dist-info"))


if __name__ == "__main__":
    main()
