"""Who may import whom: the contracts in pyproject.toml hold, and each of them fails when it is violated."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import Any, Protocol

import pytest
from architecture.source import ROOT, Module, copy, modules, plant, run

from paredown.harvest.language import LANGUAGES
from paredown.resolve.ecosystem import ECOSYSTEMS


class NamedModule(Protocol):
    """A line of a registry."""

    module: str


LINT = ("lint-imports", "--no-cache", "--no-logo")
VIOLATIONS = {
    "rooms": ("paredown/names/words.py", "from paredown.index import Store"),
    "languages": ("paredown/harvest/python/__init__.py", "from paredown.harvest import typescript"),
    "ecosystems": ("paredown/resolve/pypi/__init__.py", "from paredown.resolve import npm"),
    "rules": ("paredown/gate/rules/long_name.py", "from paredown.gate.rules import long_constant"),
    "prose": ("paredown/serve/__init__.py", "from paredown.model.prose import Prose"),
    "controls": ("paredown/serve/controls/quoted.py", "from paredown.serve.controls import names_only"),
    "detectors": (
        "paredown/lab/detect/detectors/bandit.py",
        "from paredown.lab.detect.detectors import agnix",
    ),
    "hosts": ("paredown/connect/cursor.py", "from paredown.connect import codex"),
    "third-parties-of-serve": ("paredown/pipeline.py", "import mcp"),
    "third-parties-of-harvest": ("paredown/index/build.py", "import tree_sitter"),
    "third-parties-of-resolve": ("paredown/harvest/package.py", "import packaging"),
    "third-parties-of-index": ("paredown/serve/__init__.py", "import snowballstemmer"),
    "third-parties-of-lab": ("paredown/report/table.py", "import sklearn"),
    "third-parties-of-the-terminal": ("paredown/pipeline.py", "import rich"),
}
DISTRIBUTIONS = {
    "packageurl-python": "packageurl",
    "pip-requirements-parser": "pip_requirements_parser",
    "pyyaml": "yaml",
    "scikit-learn": "sklearn",
}
"""Distributions whose module has another name."""
BROUGHT = {"anyio": "mcp", "pydantic": "mcp", "starlette": "mcp", "uvicorn": "mcp"}
"""Modules that come with a dependency and are a part of its interface."""


def contracts() -> list[dict[str, Any]]:
    """Return the contracts of pyproject.toml."""
    settings: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(settings["tool"]["importlinter"]["contracts"])


def confined() -> set[str]:
    """Return the third parties that some contract confines."""
    named = [name for contract in contracts() for name in contract.get("protected_modules", ())]
    return {name for name in named if not name.startswith("paredown")}


def third_parties(module: Module) -> set[str]:
    """Return what a module imports, anywhere in it, that is neither paredown nor of the standard library."""
    found: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found - {"paredown"} - sys.stdlib_module_names


def test_every_contract_holds() -> None:
    ran = run(*LINT, cwd=ROOT)

    assert ran.code == 0, ran.output


def test_every_contract_is_broken_when_it_is_violated(tmp_path: Path) -> None:
    root = copy(tmp_path)
    for module, text in VIOLATIONS.values():
        plant(root, module, text)

    ran = run(*LINT, cwd=root)

    assert ran.code == 1
    flat = re.sub(r"\s+", " ", ran.output)
    kept = [contract["id"] for contract in contracts() if f"{contract['name']} BROKEN" not in flat]
    assert kept == [], ran.output


def test_every_contract_has_a_violation_that_breaks_it() -> None:
    assert {contract["id"] for contract in contracts()} == set(VIOLATIONS)


@pytest.mark.parametrize(("contract", "registry"), [("languages", LANGUAGES), ("ecosystems", ECOSYSTEMS)])
def test_whatever_is_registered_is_kept_apart(contract: str, registry: tuple[NamedModule, ...]) -> None:
    apart = next(c["modules"] for c in contracts() if c["id"] == contract)

    assert sorted(apart) == sorted(registered.module for registered in registry)


def test_a_room_that_no_layer_names_is_refused(tmp_path: Path) -> None:
    root = copy(tmp_path)
    plant(root, "paredown/helpers/__init__.py", '"""A room nobody drew."""')

    ran = run(*LINT, cwd=root)

    assert ran.code == 1
    assert "helpers" in ran.output


def test_every_third_party_that_is_imported_is_confined() -> None:
    strays = {m.name: loose for m in modules() if (loose := third_parties(m) - confined())}

    assert strays == {}


def test_a_third_party_that_no_contract_names_is_seen(tmp_path: Path) -> None:
    root = copy(tmp_path)
    plant(root, "paredown/reduce/dedupe.py", "def _late() -> None:\n    import requests")

    assert {m.name for m in modules(root) if third_parties(m) - confined()} == {"paredown.reduce.dedupe"}


def test_every_dependency_is_imported_and_confined() -> None:
    project: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *(d for extra in project["optional-dependencies"].values() for d in extra)]
    names = [re.split(r"[^\w.-]", wanted_one)[0].lower() for wanted_one in wanted]
    expected = {DISTRIBUTIONS.get(name, name.replace("-", "_")) for name in names if name != "paredown"}
    imported = set().union(*(third_parties(module) for module in modules()))

    assert confined() == expected | set(BROUGHT)
    assert set(BROUGHT.values()) <= expected
    assert expected - imported == set()
