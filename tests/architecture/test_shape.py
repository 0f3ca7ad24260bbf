"""How a module looks: its length, its first sentence, its name, and what it must not do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from architecture.source import ROOT, Module, copy, modules, plant, tracked

MOST_LINES = 400
NO_ROOM = {"base", "common", "helper", "helpers", "misc", "shared", "util", "utils"}
"""Names that say nothing of what a module returns."""

COMMAND_LINE = "paredown.cli"
OF_THE_COMMAND_LINE = {
    "print",
    "input",
    "breakpoint",
    "exit",
    "quit",
    "os.environ",
    "os.environb",
    "os.getenv",
    "os._exit",
    "sys.exit",
    "sys.argv",
    "sys.stdin",
    "sys.stdout",
    "sys.stderr",
    "logging",
    "warnings.warn",
}
ELSEWHERE = {
    "paredown.serve.server": {"logging", "sys.stdin"},
    "paredown.serve.streamable": {"logging"},
}
"""What a module beside the command line may do of that: the protocol's own library logs, and speaks over the pipes."""

EXECUTING = {
    "eval",
    "exec",
    "compile",
    "__import__",
    "importlib.import_module",
    "importlib.machinery",
    "importlib.reload",
    "importlib.util",
    "runpy",
    "pickle",
    "marshal",
    "shelve",
    "ctypes",
    "subprocess",
    "os.system",
    "os.popen",
    *(f"os.exec{form}" for form in ("v", "ve", "vp", "vpe", "l", "le", "lp", "lpe")),
    *(f"os.spawn{form}" for form in ("v", "ve", "vp", "vpe", "l", "le", "lp", "lpe")),
    "os.fork",
    "os.posix_spawn",
    "yaml.load",
    "yaml.unsafe_load",
    "yaml.full_load",
    "zipimport",
    "pkgutil",
    "inspect",
}
"""What could run, import or unpickle something of a dependency."""

EXECUTORS = {
    "paredown.harvest.language": ({"importlib.import_module"}, "imports the harvesters that it lists"),
    "paredown.lab.detect.isolated": ({"subprocess"}, "starts a detector's pinned program, without network"),
    "paredown.lab.price.asked": (
        {"compile", "exec"},
        "runs the rule that a person wrote and named on the command line",
    ),
    "paredown.resolve.client": ({"subprocess"}, "starts the ecosystem's own client, by name"),
    "paredown.resolve.ecosystem": ({"importlib.import_module"}, "imports the resolvers that it lists"),
    "paredown.resolve.npm.locks": ({"importlib.import_module"}, "imports the format of a lock file that it lists"),
    "paredown.serve.model": ({"subprocess"}, "gives a prompt to the command that the person named as the model"),
    "paredown.serve.rebuild": ({"subprocess"}, "starts paredown itself, to write the next index"),
    "paredown.resolve.pypi.bring": ({"importlib.util"}, "asks whether pip is beside paredown"),
}
"""The modules that may do so, and what they do with it."""


def mentions(module: Module, names: set[str]) -> set[str]:
    """Return which of `names` a module reaches: a builtin it uses, a module it imports, a dotted attribute."""
    found: set[str] = set()
    for node in ast.walk(module.tree):
        for name in spelled(node):
            found.add(name)
            if isinstance(node, ast.Import | ast.ImportFrom):
                found.update(name[: dot.start()] for dot in re.finditer(r"\.", name))
    return found & names


def spelled(node: ast.AST) -> Iterator[str]:
    """Yield the dotted names that a node imports or reads."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        yield f"{node.value.id}.{node.attr}"
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id


def too_long(root: Path, paths: list[Path]) -> list[str]:
    """Return the Python files of more than `MOST_LINES` lines."""
    long = [path for path in paths if path.suffix == ".py" and path.read_bytes().count(b"\n") > MOST_LINES]
    return sorted(path.relative_to(root).as_posix() for path in long)


def ill_formed(module: Module) -> list[str]:
    """Return what a module lacks that every module has."""
    doc = ast.get_docstring(module.tree)
    lacks = []
    if not doc or not doc.split("\n\n")[0].rstrip().endswith((".", ":", "::")):
        lacks.append("a first sentence")
    imports = [node for node in module.tree.body if isinstance(node, ast.ImportFrom) and node.module == "__future__"]
    if not imports and any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in module.tree.body):
        lacks.append("from __future__ import annotations")
    if set(module.name.split(".")) & NO_ROOM:
        lacks.append("a name that says what it returns")
    return lacks


def test_no_python_file_is_longer_than_a_reader_can_hold() -> None:
    assert too_long(ROOT, tracked()) == []


def test_every_module_has_a_sentence_and_a_name() -> None:
    assert {module.name: lacks for module in modules() if (lacks := ill_formed(module))} == {}


def test_only_the_command_line_prints_reads_the_environment_or_exits() -> None:
    found = {m.name: mentions(m, OF_THE_COMMAND_LINE) - ELSEWHERE.get(m.name, set()) for m in modules()}

    assert {name for name, reached in found.items() if reached and not name.startswith(COMMAND_LINE)} == set()
    assert any(reached for name, reached in found.items() if name.startswith(COMMAND_LINE))


def test_nothing_of_a_dependency_can_be_run() -> None:
    found = {module.name: reached for module in modules() if (reached := mentions(module, EXECUTING))}

    assert found == {name: allowed for name, (allowed, _) in EXECUTORS.items()}


def test_a_long_file_is_seen(tmp_path: Path) -> None:
    root = copy(tmp_path)
    plant(root, "paredown/names/words.py", "#\n" * MOST_LINES)

    assert too_long(root, list(root.rglob("*.py"))) == ["src/paredown/names/words.py"]


@pytest.mark.parametrize(
    ("name", "text", "lacks"),
    [
        ("paredown.names.x", "X = 1", "a first sentence"),
        ("paredown.names.x", '"""TODO"""', "a first sentence"),
        ("paredown.names.x", '"""Words."""\ndef f():\n    pass', "from __future__ import annotations"),
        ("paredown.names.utils", '"""Words."""', "a name that says what it returns"),
    ],
)
def test_an_ill_formed_module_is_seen(name: str, text: str, lacks: str) -> None:
    assert ill_formed(Module(name, Path("x.py"), ast.parse(text))) == [lacks]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("print(1)", "print"),
        ("def f():\n    import os\n    return os.environ['X']", "os.environ"),
        ("from os import environ", "os.environ"),
        ("from sys import exit as leave", "sys.exit"),
        ("import logging.handlers", "logging"),
        ("f = print", "print"),
        ("eval('1')", "eval"),
        ("from subprocess import run", "subprocess"),
        ("import os\nos.system('x')", "os.system"),
        ("import os\nos.execvp('x', [])", "os.execvp"),
        ("import importlib.util", "importlib.util"),
        ("import yaml\nyaml.load(b'')", "yaml.load"),
        ("from pickle import loads", "pickle"),
    ],
)
def test_a_module_that_does_more_than_it_may_is_seen(text: str, seen: str) -> None:
    module = Module("paredown.names.x", Path("x.py"), ast.parse(text))

    assert seen in mentions(module, OF_THE_COMMAND_LINE | EXECUTING)
