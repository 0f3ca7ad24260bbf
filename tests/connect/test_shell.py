from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.connect.door.shell import refused
from paredown.connect.door.trees import inside

TABLE = Path(__file__).with_name("commands.txt")


class Line(NamedTuple):
    expected: str
    command: str


class World(NamedTuple):
    project: Path
    home: Path

    def refused(self, command: str) -> str | None:
        variables = {"HOME": str(self.home), "VIRTUAL_ENV": str(self.project / ".venv"), "PATH": "/bin"}
        text = command.replace("{project}", str(self.project)).replace("{home}", str(self.home))
        return refused(text, str(self.project), variables)


def table() -> list[Line]:
    lines = [line.split(None, 1) for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return [Line(expected, command.replace("\\n", "\n")) for expected, command in lines]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A project with dependency trees, own packages and links, and a home with a Maven repository."""
    top = tmp_path_factory.mktemp("world")
    project, home = top / "app", top / "home"
    for path in (
        "app/package.json", "app/README.md", "app/.gitignore", "app/src/index.ts", "app/app.py", "app/packages/own/index.ts",
        "app/node_modules/react/README.md", "app/node_modules/react/index.d.ts", "app/node_modules/react/package.json",
        "app/node_modules/@types/node/index.d.ts", "app/.venv/lib/python3.11/site-packages/requests/api.py",
        "app/.venv/bin/activate", "app/.venv/pyvenv.cfg", "app/.build/checkouts/swift-log/README.md",
        "home/.m2/repository/org/example/lib/1.0/lib-1.0.pom",
    ):  # fmt: skip
        (top / path).parent.mkdir(parents=True, exist_ok=True)
        (top / path).write_text("x", "utf-8")
    (project / "node_modules/own").symlink_to(project / "packages/own")
    (project / "linked").symlink_to(project / "node_modules/react")
    return World(project, home)


@pytest.mark.parametrize("line", table(), ids=lambda line: f"{line.expected}: {line.command}")
def test_what_an_agent_types_is_refused_or_runs(world: World, line: Line) -> None:
    assert (world.refused(line.command) is not None) == (line.expected == "refuse")


def test_the_table_is_as_large_as_the_page_says() -> None:
    counts = {expected: sum(line.expected == expected for line in table()) for expected in ("refuse", "allow", "evade")}

    assert counts == {"refuse": 306, "allow": 236, "evade": 12}


def test_a_folder_inside_a_tree_makes_every_relative_path_a_reading(world: World) -> None:
    folder = str(world.project / "node_modules/react")

    assert refused("cat README.md", folder, {}) is not None
    assert refused("rg useState", folder, {}) is not None
    assert refused("ls", folder, {}) is not None
    assert refused("cat ../../package.json", folder, {}) is None


@pytest.mark.parametrize(
    "text",
    [
        "cat 'node_modules/react/README.md",
        "cat $(cat node_modules/react/README.md",
        'echo "${node_modules',
        "(" * 500 + "cat node_modules/x" + ")" * 500,
        "$(" * 500 + "cat node_modules/x" + ")" * 500,
        "cat " + "{a,b}" * 40 + "/node_modules/x",
        "cat " + "*/" * 300 + "node_modules/x",
        "cat node_modules/\0/x",
        "cat node_modules/x " * 20_000,
        "<<" * 30_000 + "node_modules",
    ],
)
def test_a_hostile_line_that_names_a_tree_is_refused_quickly(world: World, text: str) -> None:
    start = time.process_time()

    assert world.refused(text) is not None
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    "text", ["", "   ", "# cat", ";;", "&&", "a=1", "'", "((", "}", "for", "case x in", "\n\n", "!"]
)
def test_a_line_that_names_nothing_runs(world: World, text: str) -> None:
    assert world.refused(text) is None


@pytest.mark.parametrize(
    ("path", "tree"),
    [
        ("/a/node_modules/x/y", ("node_modules",)),
        ("/a/Node_Modules/x", ("node_modules",)),
        ("/h/.m2/repository/x", (".m2", "repository")),
        ("/h/.m2/settings.xml", None),
        ("/h/.gradle/gradle.properties", None),
        ("/a/my_node_modules/x", None),
        ("/a/.build/debug/x", None),
        ("/a/.venv/pyvenv.cfg", None),
    ],
)
def test_a_tree_is_known_by_its_folders(path: str, tree: tuple[str, ...] | None) -> None:
    found = inside(path)

    assert (found.tree if found else None) == tree


WRAPPED = (
    "bash -c {quoted}",
    "true && {{ {line}\n}}",
    "( {line}\n)",
    "x=$( {line}\n)",
    "if true; then {line}\nfi",
    "{line}\ntrue",
)


@pytest.mark.parametrize("wrapping", WRAPPED)
def test_a_command_is_judged_the_same_wherever_it_stands(world: World, wrapping: str) -> None:
    differing = [
        line.command
        for line in table()
        if line.expected != "evade"
        and (world.refused(wrapping.format(line=line.command, quoted=shlex.quote(line.command))) is not None)
        != (line.expected == "refuse")
    ]

    assert differing == []


@given(st.text(alphabet="cat node_modules/x\"'`$(){}[]<>|&;#\\\n*?~=-!", max_size=60))
def test_no_line_makes_it_raise(text: str) -> None:
    refused(text, "/nowhere/at/all", {"HOME": "/nowhere"})
