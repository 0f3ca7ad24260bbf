"""The pages for people say what is so: targets, commands, rooms and links exist, and none is left out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from architecture.source import ROOT, tracked

from paredown.cli import paredown as command_line

PAGES = [path for path in tracked() if path.suffix == ".md" and "tests" not in path.relative_to(ROOT).parts]
TARGET = re.compile(r"^([a-z]+):.*## ", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
MADE = re.compile(r"(?:^|`)make ([a-z]+)", re.MULTILINE)
ROW = re.compile(r"^\| `([^`]+)` \| (.+) \|$", re.MULTILINE)


def targets() -> set[str]:
    """Return the targets that `make help` lists."""
    return set(TARGET.findall((ROOT / "Makefile").read_text("utf-8")))


def rows(page: str) -> dict[str, str]:
    """Return the two columns of every table row of a page whose first is code."""
    return dict(ROW.findall((ROOT / page).read_text("utf-8")))


def unknown_targets(text: str) -> set[str]:
    """Return the targets that a page tells its reader to make, and that there are not."""
    return set(MADE.findall(text)) - targets()


def dead_links(page: Path) -> list[str]:
    """Return the files that a page links to, and that there are not."""
    return [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]


class Layers(NamedTuple):
    """The rooms of the import contract: those that must be there, and those that may come."""

    there: set[str]
    to_come: set[str]


def layers() -> Layers:
    """Return the rooms that the import contract names; one in brackets is still to come."""
    settings: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contract = next(c for c in settings["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    named = {room.strip() for layer in contract["layers"] for room in layer.split("|")}
    return Layers({room for room in named if "(" not in room}, {room.strip("()") for room in named if "(" in room})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_target_and_file_that_a_page_names_exists(page: Path) -> None:
    assert unknown_targets(page.read_text("utf-8")) == set()
    assert dead_links(page) == []


def test_a_target_and_a_link_that_lead_nowhere_are_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Run `make coffee`, then `make test`; see [this](gone.md#part) and [that](page.md).\n")

    assert unknown_targets(page.read_text()) == {"coffee"}
    assert dead_links(page) == ["gone.md"]


def test_contributing_lists_every_target() -> None:
    assert {name.removeprefix("make ") for name in rows("CONTRIBUTING.md") if name.startswith("make ")} == (
        targets() - {"help", "clean"}
    )


def test_the_readme_gives_every_command_as_its_help_does() -> None:
    said = {usage.split()[1]: meaning for usage, meaning in rows("README.md").items() if usage.startswith("paredown ")}

    assert said == {name: command.get_short_help_str(limit=200) for name, command in command_line.commands.items()}


def test_the_readme_gives_every_argument() -> None:
    for usage in rows("README.md"):
        name, *arguments = usage.split()[1:]
        metavars = [p.make_metavar(click.Context(command_line)) for p in command_line.commands[name].params
                    if isinstance(p, click.Argument)]  # fmt: skip
        assert arguments == metavars, name


def test_the_architecture_page_gives_every_room_and_no_other() -> None:
    drawn = {room for room in rows("docs/architecture.md") if room.isidentifier()}
    source = ROOT / "src/paredown"
    here = {path.stem for path in source.glob("[a-z]*.py")} | {
        path.parent.name for path in source.glob("*/__init__.py")
    }
    there, to_come = layers()

    assert there <= here <= there | to_come
    assert here <= drawn <= there | to_come


def test_every_decision_is_listed_and_whole() -> None:
    folder = ROOT / "docs/decisions"
    listed = LINK.findall((folder / "README.md").read_text("utf-8"))
    found = sorted(path.name for path in folder.glob("[0-9]*.md"))

    assert listed == found
    assert [name[:4] for name in found] == [f"{number:04}" for number in range(1, len(found) + 1)]
    for name in found:
        parts = re.findall(r"^## (.+)$", (folder / name).read_text("utf-8"), re.MULTILINE)
        assert parts == ["Question", "Decision", "Why", "Costs"], name
