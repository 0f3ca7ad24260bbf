"""`corpora/NAME.toml` -> which projects a corpus is made of, and which of their libraries."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paredown.errors import BadConfiguration

KEYS = {"name": str, "about": str, "projects": list, "dev": bool, "only": list, "agent_files": bool, "ledger": bool}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """What a corpus is made of.

    `projects` are folders with manifests and lock files, relative to the file. `only` limits the corpus to libraries
    by `ecosystem:name` (empty: all of them). `agent_files` also keeps what the libraries ship for coding agents;
    `ledger` also counts what each project keeps at every step of the product.
    """

    path: Path
    name: str
    about: str = ""
    projects: tuple[Path, ...]
    dev: bool = True
    only: frozenset[str] = frozenset()
    agent_files: bool = False
    ledger: bool = False

    @property
    def digest(self) -> str:
        """The digest of what decides the corpus beside the projects themselves."""
        told = (self.name, str(self.dev), str(self.agent_files), str(self.ledger), *sorted(self.only))
        return hashlib.sha256("\0".join(told).encode()).hexdigest()


def read_recipe(path: Path, instead: Sequence[Path] = ()) -> Recipe:
    """Return the recipe at `path`; raises `BadConfiguration`.

    A folder of `instead` stands for the project of the same name: a copy of it that was installed or checked out.
    """
    stands = {folder.name: folder for folder in instead}
    try:
        table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfiguration(path, "cannot be read") from error
    except tomllib.TOMLDecodeError as error:
        raise BadConfiguration(path, f"cannot be read as TOML ({error})") from error
    for key, value in table.items():
        if key not in KEYS:
            raise BadConfiguration(path, f"unknown key {key!r}; known are {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]):
            raise BadConfiguration(path, f"{key!r} must be of type {KEYS[key].__name__}")
    if not table.get("projects"):
        raise BadConfiguration(path, "'projects' names no folder")
    return Recipe(
        path=path,
        name=table.get("name", path.stem),
        about=table.get("about", ""),
        projects=tuple(stands.pop(Path(name).name, path.parent / name) for name in map(str, table["projects"]))
        + tuple(stands.values()),
        dev=table.get("dev", True),
        only=frozenset(str(name) for name in table.get("only", ())),
        agent_files=table.get("agent_files", False),
        ledger=table.get("ledger", False),
    )
