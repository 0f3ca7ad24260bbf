"""What is written is registered, and what is registered is written and proved."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from architecture.source import ROOT

from paredown.harvest.language import LANGUAGES
from paredown.resolve.ecosystem import ECOSYSTEMS

PACKAGES = ROOT / "src/paredown"
UNLISTED: dict[str, str] = {}
"""Packages among the harvesters and resolvers that are not registered, and why."""


def folders(room: str) -> set[str]:
    """Return the packages directly in a room."""
    return {f"paredown.{room}.{path.parent.name}" for path in (PACKAGES / room).glob("*/__init__.py")}


def registered_modules() -> set[str]:
    """Return every module that a registry lists."""
    return {registered.module for registered in (*LANGUAGES, *ECOSYSTEMS)}


def test_every_language_and_ecosystem_is_registered_once() -> None:
    assert len(registered_modules()) == len(LANGUAGES) + len(ECOSYSTEMS)
    assert len({registered.language for registered in LANGUAGES}) == len(LANGUAGES)
    assert len({registered.ecosystem for registered in ECOSYSTEMS}) == len(ECOSYSTEMS)


def test_whatever_is_written_is_registered_or_says_why_not() -> None:
    written = folders("harvest") | folders("resolve")

    assert written - set(UNLISTED) == registered_modules()
    assert registered_modules() & set(UNLISTED) == set()


@pytest.mark.parametrize("registered", LANGUAGES, ids=lambda registered: registered.language)
def test_a_language_offers_what_a_harvester_must(registered: object) -> None:
    harvester = registered.load()  # type: ignore[attr-defined]

    assert isinstance(harvester.VERSION, str)
    assert harvester.VERSION
    assert callable(harvester.describes)
    assert callable(harvester.harvest)


@pytest.mark.parametrize("registered", ECOSYSTEMS, ids=lambda registered: registered.ecosystem)
def test_an_ecosystem_offers_what_a_resolver_must(registered: object) -> None:
    resolver = registered.load()  # type: ignore[attr-defined]

    assert callable(resolver.inputs)
    assert callable(resolver.resolve)


@pytest.mark.parametrize("name", sorted(registered_modules()))
def test_what_is_registered_is_proved(name: str) -> None:
    folder = ROOT / "tests" / Path(*name.split(".")[1:])

    assert list(folder.rglob("test_*.py")), f"{folder} holds no test"


def test_no_fixture_is_ignored_by_git() -> None:
    command = [
        "git",
        "ls-files",
        "--others",
        "--ignored",
        "--exclude-standard",
        "-z",
        "tests",
        "examples",
        "benchmarks",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    made = ("__pycache__/", ".paredown/", ".hypothesis/", ".pytest_cache/", "node_modules/.", ".pyc")

    lost = [name for name in done.stdout.split("\0") if name and not any(part in name for part in made)]
    assert lost == []
