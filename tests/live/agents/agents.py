"""Real agents, run headless in a project against a scripted model -> what they did."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How a run ended."""

    code: int
    output: str
    errors: str


class Agents:
    """The programs, installed in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def bring(self) -> str:
        """Install the programs, unless they are there; return why that failed, or an empty text."""
        if not (shutil.which("node") and shutil.which("npm")):
            return "there is no Node.js here"
        if not (self._folder / "node_modules/opencode-ai").is_dir():
            shutil.copyfile(HERE / "package.json", self._folder / "package.json")
            command = ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
            run = subprocess.run(command, cwd=self._folder, capture_output=True, text=True, timeout=600, check=False)
            if run.returncode:
                return f"npm could not install the agents: {run.stderr.strip()[-200:]}"
        for script in ("@anthropic-ai/claude-code/install.cjs", "opencode-ai/postinstall.mjs"):
            # Each only links the program of this platform that npm brought beside it.
            path = self._folder / "node_modules" / script
            subprocess.run(["node", path], cwd=path.parent, capture_output=True, timeout=240, check=False)
        return ""

    def missing(self, name: str) -> str:
        """Return why an agent cannot be started, or an empty text."""
        program = self._folder / "node_modules/.bin" / name
        if not program.exists():
            return f"{name} is not installed"
        try:
            done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False)
        except OSError as error:
            return f"{name} does not start: {error.strerror}"
        return "" if done.returncode == 0 else f"{name} does not start: {done.stderr.strip()[-200:]}"

    def run(self, project: Path, home: Path, *command: str, **environment: str) -> Ran:
        """Run an agent in `project` with an environment in which only `home` and what is named exists."""
        paths = [str(Path(sys.executable).parent), str(self._folder / "node_modules/.bin"), os.environ["PATH"]]
        kept = {"PATH": ":".join(paths), "HOME": str(home), **environment}
        if "PAREDOWN_CACHE" in os.environ:
            kept["PAREDOWN_CACHE"] = os.environ["PAREDOWN_CACHE"]
        done = subprocess.run(
            command, cwd=project, env=kept, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
        return Ran(code=done.returncode, output=done.stdout, errors=done.stderr)

    def claude(self, project: Path, home: Path, model: str) -> Ran:
        """Run Claude Code, which needs no account where a key and an address are given."""
        command = (
            "claude",
            "-p",
            "go",
            "--output-format",
            "json",
            "--allowedTools",
            "Bash,Read,Grep,Glob,mcp__paredown",
        )
        return self.run(
            project, home, *command, "--mcp-config", ".mcp.json", "--strict-mcp-config",
            ANTHROPIC_BASE_URL=model, ANTHROPIC_API_KEY="dummy", CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            DISABLE_AUTOUPDATER="1",
        )  # fmt: skip

    def codex(self, project: Path, home: Path, model: str, trust: str = "") -> Ran:
        """Run Codex with a provider of its own; the project is trusted, its hooks as the lines in `trust` say."""
        folder = home / ".codex"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(
            'model = "scripted"\nmodel_provider = "local"\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n'
            f'[model_providers.local]\nname = "local"\nbase_url = "{model}/v1"\nwire_api = "responses"\nenv_key = "KEY"\n'
            f'[projects."{project}"]\ntrust_level = "trusted"\n{trust}',
            "utf-8",
        )
        return self.run(project, home, "codex", "exec", "--json", "--skip-git-repo-check", "go", KEY="dummy")

    def opencode(self, project: Path, home: Path, model: str) -> Ran:
        """Run OpenCode with an OpenAI-shaped provider."""
        provider = {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": f"{model}/v1", "apiKey": "dummy"},
            "models": {"scripted": {"name": "scripted", "tool_call": True}},
        }
        configuration = {
            "autoupdate": False,
            "share": "disabled",
            "provider": {"local": provider},
        }
        # Its own file, beside the one that the project and paredown share.
        (home / "opencode.json").write_text(json.dumps(configuration), "utf-8")
        more = {"OPENCODE_CONFIG": str(home / "opencode.json"), "OPENCODE_DISABLE_MODELS_FETCH": "1"}
        return self.run(project, home, "opencode", "run", "--model", "local/scripted", "go", **more)
