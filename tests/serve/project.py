"""A small npm project with one installed package, indexed by the command line without a network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

CANARY = "zqcanary"
TYPES = f"""
/** Look up a content label. {CANARY} must never arrive. */
export declare function getType(path: string, mode?: "{CANARY}"): string | null;
export declare class Mime {{
  define(map: Record<string, string[]>): void;
  define(map: Record<string, string[]>, force: boolean): void;
}}
"""


def indexed(root: Path, cache: Path) -> None:
    """Write the project into the empty folder `root`, and index it."""
    package = root / "node_modules/mime"
    package.mkdir(parents=True)
    locked = {"": {"name": "app", "dependencies": {"mime": "1.0.0"}}, "node_modules/mime": {"version": "1.0.0"}}
    for path, content in (
        (root / "package.json", {"name": "app", "version": "1.0.0", "dependencies": {"mime": "1.0.0"}}),
        (root / "package-lock.json", {"lockfileVersion": 3, "packages": locked}),
        (package / "package.json", {"name": "mime", "version": "1.0.0", "types": "index.d.ts"}),
    ):
        path.write_text(json.dumps(content), "utf-8")
    (package / "index.d.ts").write_text(TYPES, "utf-8")
    command = [sys.executable, "-m", "paredown.cli", "index", "--offline", str(root)]
    subprocess.run(command, env={**os.environ, "PAREDOWN_CACHE": str(cache)}, check=True, capture_output=True)
