from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="the `serve` extra is not installed")

from tests.live.clients import PYTHON, TYPESCRIPT, Node, Run, Server, python
from tests.serve.project import CANARY, indexed

pytestmark = pytest.mark.live

CALLS = (
    ("find", {"query": "content label"}),
    ("show", {"symbol": "mime.Mime"}),
    ("surface", {}),
    ("show", {"symbol": "mime.getTipe"}),
    ("find", {"query": "type", "limit": 99}),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """`paredown serve` on an npm project with one installed package, indexed offline."""
    root, cache = tmp_path_factory.mktemp("app"), tmp_path_factory.mktemp("cache")
    indexed(root, cache)
    served = Server.of(root)
    served.env["PAREDOWN_CACHE"] = str(cache)
    return served


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Node:
    """The Node.js clients; `PAREDOWN_LIVE_CLIENTS` names a folder that keeps them between runs."""
    if missing := Node.missing():
        pytest.skip(missing)
    kept = os.environ.get("PAREDOWN_LIVE_CLIENTS")
    clients = Node(Path(kept) if kept else tmp_path_factory.mktemp("clients"))
    if missing := clients.bring():
        pytest.skip(missing)
    return clients


def check(run: Run) -> None:
    """Every client must get the same small list, and the same five answers, and not a word of prose."""
    print(
        f"{run.client}: {run.revision}, list {run.list_bytes} bytes, answers {[len(a.text.encode()) for a in run.answers]}"
    )
    assert [tool["name"] for tool in run.tools] == ["find", "show", "surface"]
    assert run.list_bytes < 5_000
    found, shown, surface, unknown, refused = run.answers
    assert found.text.endswith('mime 1.0.0\nmime.getType(path: string, mode?: "…"): string | null')
    assert shown.text.count("mime.Mime.define(") == 2
    assert "mime 1.0.0 · npm · 4 entries" in surface.text
    assert unknown.text.splitlines()[1] == "not in the declared surface"
    assert refused.text == "limit must be a whole number from 1 to 50"
    assert [answer.failed for answer in run.answers] == [False, False, False, False, True]
    assert {(answer.blocks, answer.structured) for answer in run.answers} == {(1, False)}
    assert CANARY not in repr(run)
    assert run.told == ""


@pytest.mark.parametrize("mode", PYTHON)
def test_the_official_python_client_is_served(server: Server, mode: str) -> None:
    run = python(server, mode, CALLS)
    check(run)
    assert run.revision == ("2025-11-25" if mode == "legacy" else "2026-07-28")


@pytest.mark.parametrize("mode", TYPESCRIPT)
def test_the_official_typescript_clients_are_served(server: Server, node: Node, mode: str) -> None:
    run = node.typescript(server, mode, CALLS)
    check(run)
    assert run.revision == ("2025-11-25" if mode in ("v1", "legacy") else "2026-07-28")


def test_the_inspector_lists_the_tools_and_calls_each(server: Server, node: Node) -> None:
    check(node.inspector(server, CALLS))
