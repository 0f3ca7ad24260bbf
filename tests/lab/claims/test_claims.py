"""Every figure of the findings has its place: a stamped result or a test here, or the reason why there is neither."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

FIELDS = {"id", "says", "there", "command", "status", "result", "test", "why"}


@pytest.fixture(scope="module")
def findings(repository: Path) -> ModuleType:
    """The script that writes the page."""
    spec = importlib.util.spec_from_file_location("findings_page", repository / "scripts/findings_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def marked(repository: Path) -> Iterator[str]:
    """Yield the claim that each marked test is about."""
    for path in (repository / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "claim"
            if named and "mark" in ast.unparse(node.func):
                yield from (argument.value for argument in node.args if isinstance(argument, ast.Constant))


def test_every_claim_is_whole_and_named_once(findings: ModuleType) -> None:
    every = findings.claims()

    assert len({claim["id"] for claim in every}) == len(every) >= 50
    for claim in every:
        assert set(claim) <= FIELDS, claim["id"]
        assert claim["status"] in findings.STATUSES, claim["id"]
        assert all(claim[field] for field in ("id", "says", "there", "status")), claim["id"]


def test_what_was_measured_has_a_result_or_a_test_and_what_was_not_a_reason(findings: ModuleType) -> None:
    for claim in findings.claims():
        if claim["status"] in ("reproduced", "differs"):
            assert claim.get("result") or claim.get("test"), claim["id"]
            assert claim["command"], claim["id"]
        if claim["status"] != "reproduced":
            assert claim.get("why"), claim["id"]


def test_every_result_that_a_claim_names_is_there_with_its_stamp(findings: ModuleType) -> None:
    for claim in findings.claims():
        if "result" in claim:
            name, _, figure = claim["result"].partition("#")
            assert figure in findings.figures(name), claim["id"]
            assert "sha256:" in findings.stamp(name), claim["id"]


def test_every_test_that_a_claim_names_is_there(findings: ModuleType, repository: Path) -> None:
    for claim in findings.claims():
        path, _, name = claim.get("test", "").partition("::")
        assert (repository / path).exists(), claim["id"]
        assert not name or f"def {name}(" in (repository / path).read_text("utf-8"), claim["id"]


def test_every_test_that_is_marked_for_a_claim_names_one(findings: ModuleType, repository: Path) -> None:
    assert set(marked(repository)) - {claim["id"] for claim in findings.claims()} == set()


def test_every_price_of_the_findings_is_a_claim(findings: ModuleType) -> None:
    from paredown.gate.costs import FINDINGS

    slugs = {claim["id"].removeprefix("price-") for claim in findings.claims()}
    assert {slug.replace(" ", "-") for slug in FINDINGS} <= slugs


def test_the_page_is_what_the_script_writes(findings: ModuleType, repository: Path) -> None:
    assert (repository / "docs/findings.md").read_text("utf-8") == findings.page()
