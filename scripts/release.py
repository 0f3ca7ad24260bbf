"""What is released beside the package (`server.json`, plugin folders) <- the version and the hosts; `make release`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paredown import __version__
from paredown.connect import host_named
from paredown.connect.host import server_entry

ROOT = Path(__file__).resolve().parent.parent
NAMESPACE = "io.github.paredown"
"""Under which the protocol's registry knows the server; whoever publishes must own it."""
SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
ABOUT = "APIs of a project's declared dependencies, exact and offline: names and signatures, no prose."
KEYWORDS = ["mcp", "dependencies", "api", "prompt-injection"]
PROGRAM = ("paredown",)
PLUGINS = {
    "claude-code": (".claude-plugin/plugin.json", ".mcp.json", ".claude/settings.json"),
    "codex": (".codex-plugin/plugin.json", ".mcp.json", ".codex/hooks.json"),
    "cursor": (".cursor-plugin/plugin.json", "mcp.json", ".cursor/hooks.json"),
}
"""The hosts that have plugins: where the manifest and the servers belong, and the project file that holds the hooks."""


def files() -> dict[str, str]:
    """Return the text of every file that is released, by its path in the repository."""
    made = {"server.json": _json(registered())}
    for slug, (manifest, servers, hooks) in PLUGINS.items():
        folder = f"plugins/{slug}"
        made[f"{folder}/{manifest}"] = _json(plugin(slug))
        made[f"{folder}/{servers}"] = _json({"mcpServers": {"paredown": server_entry(PROGRAM)}})
        made[f"{folder}/hooks/hooks.json"] = _json(hooks_of(slug, hooks))
        made[f"{folder}/skills/paredown/SKILL.md"] = (ROOT / "plugins/skill.md").read_text("utf-8")
    return made | {path: _json(content) for path, content in marketplaces().items()}


def registered() -> dict[str, Any]:
    """Return the manifest for the protocol's registry of servers."""
    return {
        "$schema": SCHEMA,
        "name": f"{NAMESPACE}/paredown",
        "title": "paredown",
        "description": ABOUT,
        "version": __version__,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": "paredown",
                "version": __version__,
                "runtimeHint": "uvx",
                "runtimeArguments": [{"type": "named", "name": "--from", "value": f"paredown[serve]=={__version__}"}],
                "packageArguments": [{"type": "positional", "value": "serve"}],
                "transport": {"type": "stdio"},
            }
        ],
    }


def plugin(slug: str) -> dict[str, Any]:
    """Return the manifest of a host's plugin."""
    manifest: dict[str, Any] = {
        "name": "paredown",
        "version": __version__,
        "description": ABOUT,
        "author": {"name": "paredown"},
        "license": "Apache-2.0",
        "keywords": KEYWORDS,
    }
    if slug == "codex":
        manifest |= {"skills": "./skills/", "mcpServers": "./.mcp.json", "hooks": "./hooks/hooks.json"}
    return manifest


def hooks_of(slug: str, path: str) -> dict[str, Any]:
    """Return the hooks that `connect` writes for a host, as its plugin has them."""
    place = next(place for place in host_named(slug).places(PROGRAM) if place.path == path)
    written: dict[str, Any] = json.loads(place.add("").text)
    return {key: value for key, value in written.items() if key in ("hooks", "version")}


def marketplaces() -> dict[str, Any]:
    """Return the lists by which two hosts find the plugins in this repository."""
    return {
        ".claude-plugin/marketplace.json": {
            "name": "paredown",
            "description": ABOUT,
            "owner": {"name": "paredown"},
            "plugins": [{"name": "paredown", "source": "./plugins/claude-code", "description": ABOUT}],
        },
        ".agents/plugins/marketplace.json": {
            "name": "paredown",
            "interface": {"displayName": "paredown"},
            "plugins": [
                {
                    "name": "paredown",
                    "source": {"source": "local", "path": "./plugins/codex"},
                    "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
                    "category": "Developer Tools",
                }
            ],
        },
    }


def _json(content: Any) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path, text in files().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, "utf-8")
