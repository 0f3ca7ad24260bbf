"""Real client programs -> what they got from a server of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters

HERE = Path(__file__).parent
TYPESCRIPT = ("v1", "legacy", "auto", "2026-07-28")
"""The TypeScript client of the 1.x line, and the three ways in which the 2.x one agrees on a revision."""
PYTHON = ("legacy", "auto", "2026-07-28")

Call = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One answer as the client's user sees it."""

    text: str
    ms: float
    failed: bool
    blocks: int
    structured: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one client got: `first` is the seconds from its start of the server to the list of tools."""

    client: str
    revision: str
    first: float
    tools: list[dict[str, Any]]
    answers: list[Answer]
    told: str = ""

    @property
    def list_bytes(self) -> int:
        """The bytes of the list of tools as JSON."""
        return len(json.dumps(self.tools, separators=(",", ":"), ensure_ascii=False).encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """How to start a server."""

    command: str
    args: tuple[str, ...]
    env: dict[str, str]

    @staticmethod
    def of(project: Path) -> Server:
        """Return `paredown serve` for `project`."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "PAREDOWN_CACHE") if name in os.environ}
        return Server(command=sys.executable, args=("-m", "paredown.cli", "serve", str(project)), env=kept)


def python(server: Server, mode: str, calls: Sequence[Call]) -> Run:
    """Run the official Python client."""

    async def main() -> Run:
        start = time.perf_counter()
        parameters = StdioServerParameters(command=server.command, args=list(server.args), env=server.env)
        async with Client(parameters, mode=mode, read_timeout_seconds=30) as client:
            listed = await client.list_tools()
            first = time.perf_counter() - start
            answers = []
            for name, given in calls:
                began = time.perf_counter()
                said = await client.call_tool(name, given)
                answers.append(
                    Answer(
                        text=getattr(said.content[0], "text", ""),
                        ms=(time.perf_counter() - began) * 1_000,
                        failed=said.is_error,
                        blocks=len(said.content),
                        structured=said.structured_content is not None,
                    )
                )
            tools = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed.tools]
            return Run(
                client=f"python {mode}",
                revision=client.protocol_version or "",
                first=first,
                tools=tools,
                answers=answers,
            )

    return anyio.run(main)


class Node:
    """The client programs that run on Node, installed in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @staticmethod
    def missing() -> str:
        """Return why nothing of this can run here, or an empty text."""
        return "" if shutil.which("node") and shutil.which("npm") else "there is no Node.js here"

    def bring(self) -> str:
        """Install the programs, unless they are there; return why that failed, or an empty text."""
        for name in ("package.json", "talk.mjs"):
            shutil.copyfile(HERE / name, self._folder / name)
        if (self._folder / "node_modules/@modelcontextprotocol/inspector").is_dir():
            return ""
        command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        run = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, timeout=600, check=False)
        return "" if run.returncode == 0 else f"npm could not install the clients: {run.stderr.strip()[-200:]}"

    def typescript(self, server: Server, mode: str, calls: Sequence[Call]) -> Run:
        """Run an official TypeScript client."""
        asked = {"command": server.command, "args": server.args, "env": server.env, "calls": calls}
        said = json.loads(self._run(["talk.mjs", mode], json.dumps(asked)))
        return Run(
            client=f"typescript {mode}",
            revision=said["revision"],
            first=said["first"] / 1_000,
            tools=said["tools"],
            answers=[Answer(**answer) for answer in said["answers"]],
            told=said["told"],
        )

    def inspector(self, server: Server, calls: Sequence[Call]) -> Run:
        """Run the Inspector's command line once for the list and once a call; its times are those of the program."""
        start = time.perf_counter()
        tools = json.loads(self._inspect(server, "--method", "tools/list", "--strict"))["tools"]
        first = time.perf_counter() - start
        answers = []
        for name, given in calls:
            pairs = [part for key, value in given.items() for part in ("--tool-arg", f"{key}={json.dumps(value)}")]
            began = time.perf_counter()
            said = json.loads(self._inspect(server, "--method", "tools/call", "--tool-name", name, *pairs))
            answers.append(
                Answer(
                    text=said["content"][0]["text"],
                    ms=(time.perf_counter() - began) * 1_000,
                    failed=said.get("isError", False),
                    blocks=len(said["content"]),
                    structured="structuredContent" in said,
                )
            )
        return Run(client="inspector", revision="not told", first=first, tools=tools, answers=answers)

    def _inspect(self, server: Server, *arguments: str) -> str:
        program = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
        return self._run([program, "--cli", server.command, *server.args, *arguments], "", server.env)

    def _run(self, command: list[str], given: str, env: dict[str, str] | None = None) -> str:
        # A home of its own: a client must not read, or leave, anything in the user's.
        environment = {**(env or {}), "PATH": os.environ["PATH"], "HOME": str(self._folder)}
        run = subprocess.run(
            ["node", *command], cwd=self._folder, env=environment, input=given,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        if run.returncode not in (0, 5):
            raise AssertionError(f"{command[0]} ended with {run.returncode}: {run.stderr[-2_000:]}")
        return run.stdout
