"""Where third-party text may be held, and the few places that take it out of its type."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from architecture.source import Module, copy, modules, plant

CALLERS = {
    "paredown.gate.reading.texts": "a rule reads what it bounds; its evidence is prose again",
    "paredown.harvest.packed.pack": "a worker's answer and the cache keep it, in a file of its own",
    "paredown.index.terms.doc_terms": "its words become hashes",
    "paredown.lab.corpus.rows.row_of": "a corpus keeps it, in a table of its own",
    "paredown.lab.detect.laid._lay": "a detector's folder holds the skill that it is asked about",
    "paredown.lab.detect.parts.parts_of": "detectors of our own read it, and answer with names of rules",
    "paredown.lab.seam.features._texts": "it becomes numbers",
    "paredown.lab.seam.normalise._texts": "it is formatted, and becomes a skill again",
    "paredown.lab.seam.unseamed._texts": "a payload is put into it, and it becomes a skill again",
    "paredown.lab.shape.comments._distinct": "it is asked whether it holds a directive verb",
    "paredown.lab.shape.measure._texts": "it becomes hashed n-grams",
    "paredown.lab.shape.payloads.said": "a payload is written into a shape, or into a skill",
    "paredown.report.remark.evidence": "a person is shown it, plain and cut short",
    "paredown.report.remark.sought": "a library's own source files are searched for it",
    "paredown.serve.prose.Prosebook.told": "a control that was asked for by name quotes it, or gives it to a model",
}
"""Every function that may call `untrusted()`, and where the text goes."""

HOLDERS = (
    "paredown.gate.reading",
    "paredown.harvest",
    "paredown.index.terms",
    "paredown.lab.detect",
    "paredown.lab.price.kernel",
    "paredown.lab.shape",
    "paredown.model",
    "paredown.serve.bounds",
    "paredown.serve.prose",
)
"""The modules, and rooms, that may name the type at all. Of the room that answers an agent these are two: the one reader
of the prose that a control asks for by name, and what holds a model's sentence against the catalogue."""


def functions(tree: ast.AST, name: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield every node below `tree` with the dotted name of the outermost function that it is in."""
    stack: list[tuple[str, bool, ast.AST]] = [(name, False, tree)]
    while stack:
        where, inside, node = stack.pop()
        yield where, node
        for child in ast.iter_child_nodes(node):
            named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not inside
            below = f"{where}.{child.name}" if named else where  # type: ignore[attr-defined]
            stack.append((below, inside or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef), child))


def calls_out(module: Module) -> set[str]:
    """Return the functions of a module that mention `untrusted`, called or only handed on."""
    return {
        where
        for where, node in functions(module.tree, module.name)
        if (isinstance(node, ast.Attribute) and node.attr == "untrusted")
        or (isinstance(node, ast.Constant) and node.value == "untrusted")
    }


def reaches_in(module: Module) -> bool:
    """Whether a module takes the hidden field of another object."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "_text"
        and not (isinstance(node.value, ast.Name) and node.value.id == "self")
        for node in ast.walk(module.tree)
    )


def names_it(module: Module) -> bool:
    """Whether a module imports the type, or the empty value of it."""
    return any(
        isinstance(node, ast.ImportFrom) and any(alias.name in ("Prose", "NO_PROSE") for alias in node.names)
        for node in ast.walk(module.tree)
    )


def holds(name: str) -> bool:
    """Whether `HOLDERS` lists the module or a room that it is in."""
    return any(name == holder or name.startswith(f"{holder}.") for holder in HOLDERS)


def test_prose_leaves_its_type_only_where_it_is_said_to() -> None:
    every = list(modules())
    found = set().union(*(calls_out(module) for module in every))
    here = {module.name for module in every}

    assert found - set(CALLERS) == set(), "a new caller of untrusted(): say in CALLERS where the text goes"
    assert {caller for caller in CALLERS if caller.rpartition(".")[0] in here} - found == set()


def test_only_the_type_itself_reads_its_field() -> None:
    assert [module.name for module in modules() if reaches_in(module)] == ["paredown.model.prose"]


def test_only_the_rooms_that_may_hold_prose_name_it() -> None:
    assert [module.name for module in modules() if names_it(module) and not holds(module.name)] == []


def test_a_new_way_out_is_seen(tmp_path: Path) -> None:
    root = copy(tmp_path)
    plant(root, "paredown/serve/answers.py", "class Leak:\n    def tell(self, e):\n        return e.prose.untrusted()")
    plant(root, "paredown/index/store.py", "def leak(e):\n    return (lambda p: p.untrusted())(e.prose)")
    plant(root, "paredown/report/table.py", 'leak = __import__("operator").methodcaller("untrusted")')
    plant(root, "paredown/report/record.py", "def leak(e):\n    return e.prose._text")
    plant(root, "paredown/serve/answers.py", "def late():\n    from paredown.model import Prose")

    found = set().union(*(calls_out(module) for module in modules(root))) - set(CALLERS)
    assert found == {"paredown.serve.answers.Leak.tell", "paredown.index.store.leak", "paredown.report.table"}
    assert {module.name for module in modules(root) if reaches_in(module)} == {
        "paredown.model.prose",
        "paredown.report.record",
    }
    assert {m.name for m in modules(root) if names_it(m) and not holds(m.name)} == {"paredown.serve.answers"}
