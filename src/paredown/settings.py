"""What a run is asked: the command line over `paredown.toml` over `[tool.paredown]` over the defaults."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

from paredown.errors import BadConfiguration
from paredown.model import Allowed, Ecosystem

Scope = Literal["declared", "all"]
FILE = "paredown.toml"
KEYS = {"scope": str, "dev": bool, "offline": bool, "ecosystems": list, "jobs": int, "allow": list}
"""The keys a configuration file may hold, and the type of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How to index a project.

    `scope` "declared" indexes what the project names, "all" its whole graph. `ecosystems` limits which are read
    (empty: every one that is found). `jobs` is the number of processes, 0 for one a core. `cache` is the folder
    of harvests and brought archives. `environment` is the prefix of the Python environment to read, `checkouts` the
    folder of the sources of Swift packages. `allow` are the exceptions from the gate.
    """

    cache: Path
    scope: Scope = "declared"
    dev: bool = False
    offline: bool = False
    ecosystems: tuple[Ecosystem, ...] = ()
    jobs: int = 0
    environment: Path | None = None
    checkouts: Path | None = None
    allow: tuple[Allowed, ...] = ()

    @property
    def asked(self) -> str:
        """What of these settings changes the index: a part of the lock digest."""
        named = {field.name: getattr(self, field.name) for field in fields(self)}
        chosen = {name: named[name] for name in ("scope", "dev", "ecosystems", "environment", "checkouts", "allow")}
        return repr(sorted((name, str(value)) for name, value in chosen.items()))


def configured(project: Path, settings: Settings) -> Settings:
    """Return `settings` with what the project's configuration says; raises `BadConfiguration`."""
    path, table = _table(project)
    if not table:
        return settings
    for key, value in table.items():
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1, cutoff=0)
            raise BadConfiguration(path, f"unknown key {key!r}; the nearest known key is {near[0]!r}")
        if not isinstance(value, KEYS[key]) or (KEYS[key] is int and isinstance(value, bool)):
            raise BadConfiguration(path, f"{key!r} must be of type {KEYS[key].__name__}")
    if table.get("scope", "declared") not in ("declared", "all"):
        raise BadConfiguration(path, "'scope' is 'declared' or 'all'")
    return replace(settings, **_values(path, table))


def _values(path: Path, table: Mapping[str, Any]) -> dict[str, Any]:
    values = dict(table)
    if "ecosystems" in values:
        known = [ecosystem.value for ecosystem in Ecosystem]
        if unknown := [name for name in values["ecosystems"] if name not in known]:
            raise BadConfiguration(path, f"unknown ecosystem {unknown[0]!r}; known are {', '.join(known)}")
        values["ecosystems"] = tuple(Ecosystem(name) for name in values["ecosystems"])
    if "allow" in values:
        values["allow"] = tuple(allowed(str(text), path) for text in values["allow"])
    return values


def allowed(text: str, source: str | Path) -> Allowed:
    """Return the exception written `RULE=SYMBOL: reason`; raises `BadConfiguration` for `source`."""
    rule, equals, rest = text.partition("=")
    symbol, _, reason = rest.partition(": ")
    if not (rule.strip() and equals and symbol.strip()):
        raise BadConfiguration(source, "an exception is written 'RULE=SYMBOL: reason'")
    return Allowed(rule.strip(), symbol.strip(), reason.strip() or "no reason given")


def _table(project: Path) -> tuple[Path, Mapping[str, Any]]:
    for path, keys in ((project / FILE, ()), (project / "pyproject.toml", ("tool", "paredown"))):
        try:
            table: Any = tomllib.loads(path.read_text("utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            continue
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            if keys:  # a broken pyproject.toml is the resolver's to report
                continue
            raise BadConfiguration(path, f"cannot be read as TOML ({error})") from error
        for key in keys:
            table = table.get(key, {}) if isinstance(table, dict) else {}
        if table:
            return path, table
    return project, {}
