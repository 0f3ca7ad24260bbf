from __future__ import annotations

import json
import re

import pytest

from paredown.model import Kind
from paredown.serve.tools import FIND, INSTRUCTIONS, MAX_QUERY, SHOW, SURFACE, TOOLS, BadCall, Tool, asked, tool_named

SEARCHED = (
    "dependency",
    "dependencies",
    "library",
    "package",
    "api",
    "symbol",
    "signature",
    "method",
    "function",
    "class",
)
"""Words that a client's search over deferred tools would look for."""


def test_the_tools_are_described_in_less_than_five_kilobytes() -> None:
    said = [(tool.name, tool.title, tool.description, tool.schema) for tool in TOOLS]
    assert len(json.dumps(said)) < 4_000  # the protocol's own words come on top
    assert len(INSTRUCTIONS) < 400


def test_a_search_for_tools_would_find_them() -> None:
    said = " ".join(f"{tool.title} {tool.description}" for tool in TOOLS).lower()
    assert [word for word in SEARCHED if word not in re.findall(r"[a-z]+", said)] == []


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_schema_is_strict_and_bounds_every_text(tool: Tool) -> None:
    schema = tool.schema
    assert schema["additionalProperties"] is False
    for value in schema["properties"].values():
        assert value["type"] in ("string", "integer")
        assert value["type"] != "string" or "enum" in value or value["maxLength"] == MAX_QUERY


def test_the_kinds_offered_are_those_of_the_model() -> None:
    assert FIND.schema["properties"]["kind"]["enum"] == [kind.value for kind in Kind]


def test_arguments_left_out_have_defaults() -> None:
    assert asked(FIND, {"query": "retry"}) == ("retry", None, None, 20)
    assert asked(FIND, {"query": "retry", "kind": None, "artifact": "", "limit": 3.0}) == ("retry", None, None, 3)
    assert asked(SURFACE, None).text == asked(SURFACE, {}).text == ""


@pytest.mark.parametrize("alias", ["q", "name"])
@pytest.mark.parametrize("tool", [FIND, SHOW])
def test_the_text_may_come_under_another_name(tool: Tool, alias: str) -> None:
    assert asked(tool, {alias: "Client.get"}).text == "Client.get"


def test_white_space_around_and_within_a_query_is_one_space() -> None:
    assert asked(FIND, {"query": "  retry\n\twith  backoff "}).text == "retry with backoff"


@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        (FIND, None, "find needs query: a text of 1 to 1,000 characters"),
        (FIND, {"query": " \n "}, "find needs query: a text of 1 to 1,000 characters"),
        (FIND, {"limit": 3}, "find needs query: a text of 1 to 1,000 characters"),
        (SHOW, {"symbol": None}, "show needs symbol: a text of 1 to 1,000 characters"),
        (FIND, {"query": 7}, "query must be a text"),
        (FIND, {"query": ["retry"]}, "query must be a text"),
        (FIND, {"query": "x" * 10_000_000}, "query is too long: at most 1,000 characters"),
        (SHOW, {"name": "x" * 1_001}, "symbol is too long: at most 1,000 characters"),
        (FIND, {"query": "a\0b"}, "query holds control or invisible characters, which no name has"),
        (FIND, {"query": "a\ud800"}, "query holds control or invisible characters, which no name has"),
        (FIND, {"query": "a\u200bb\U000e0041"}, "query holds control or invisible characters, which no name has"),
        (FIND, {"query": "x", "artifact": 1}, "artifact must be a text"),
        (FIND, {"query": "x", "limit": 0}, "limit must be a whole number from 1 to 50"),
        (FIND, {"query": "x", "limit": 51}, "limit must be a whole number from 1 to 50"),
        (FIND, {"query": "x", "limit": True}, "limit must be a whole number from 1 to 50"),
        (FIND, {"query": "x", "limit": "ten"}, "limit must be a whole number from 1 to 50"),
        (FIND, {"query": "x", "limit": 1.5}, "limit must be a whole number from 1 to 50"),
        (FIND, {"query": "x", "limit": float("nan")}, "limit must be a whole number from 1 to 50"),
        (FIND, {"query": "x", "limit": 10**400}, "limit must be a whole number from 1 to 50"),
        (SURFACE, {"filter": "x"}, "surface does not take an argument of that name; it takes no arguments"),
        (SHOW, {"symbol": "x", "limit": 3}, "show does not take an argument of that name; it takes symbol"),
        (FIND, {"query": "x", "evil": 1}, "find does not take an argument of that name; it takes query, kind, artifact and limit"),
        (FIND, {"query": "x", "q": "y"}, "find does not take an argument of that name; it takes query, kind, artifact and limit"),
    ],
)  # fmt: skip
def test_a_wrong_argument_is_refused_in_a_sentence_of_ours(
    tool: Tool, arguments: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadCall) as refused:
        asked(tool, arguments)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("kind", ["klass", "Class", 3, ["class"], {}])
def test_an_unknown_kind_is_refused_with_the_known_ones(kind: object) -> None:
    with pytest.raises(BadCall, match=r"^kind must be one of module, .* or variable$"):
        asked(FIND, {"query": "x", "kind": kind})


def test_an_unknown_tool_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadCall, match=r"^there is no such tool; the tools are find, show and surface$"):
        tool_named("rm -rf")
