from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.connect.files import Block, JsonPieces, Piece
from paredown.connect.files.document import parse
from paredown.connect.files.place import cut

SERVER = {"command": "paredown", "args": ["serve"]}


def ours(value: Any) -> bool:
    return bool(value in (SERVER, "mine"))


PLACE = JsonPieces(
    path="x.json",
    pieces=(
        Piece(keys=("mcpServers", "paredown"), value=SERVER, owns=ours),
        Piece(keys=("permissions", "deny"), value="mine", owns=ours, item=True),
        Piece(keys=("hooks",), value="mine", owns=ours, item=True),
    ),
)
KEYS = st.sampled_from(["a", "b", "mcpServers", "permissions", "deny", "allow", "hooks", "é"])
PLAIN = st.sampled_from([0, -1.5, True, None, "", "x // y", '"', "/*", "{", "é\n"])
BLANK = st.sampled_from(["", " ", "\n", "\n  ", " // note }\n", "/* , ] */", "\r\n\t"])


@st.composite
def texts(draw: st.DrawFn, depth: int = 0, kind: str = "any") -> str:
    """A JSON text with comments, odd blanks and commas behind the last child."""

    def blank() -> str:
        return draw(BLANK)

    if kind == "any":
        kind = draw(st.sampled_from(["object", "array", "plain"] if depth < 3 else ["plain"]))
    if kind == "plain":
        return json.dumps(draw(PLAIN), ensure_ascii=draw(st.booleans()))
    if kind == "array":
        parts = draw(st.lists(texts(depth + 1), max_size=3))
    else:
        kinds = {"mcpServers": "object", "permissions": "object", "deny": "array", "hooks": "array"}
        names = draw(st.lists(KEYS, max_size=3, unique=True))
        parts = [
            f"{json.dumps(name)}{blank()}:{blank()}{draw(texts(depth + 1, kinds.get(name, 'any')))}" for name in names
        ]
    tail = "," + blank() if parts and draw(st.booleans()) else ""
    inside = ",".join(f"{blank()}{part}{blank()}" for part in parts) + tail + ("" if parts else blank())
    return f"{{{inside}}}" if kind == "object" else f"[{inside}]"


@given(texts(kind="object"))
def test_what_was_added_is_there_and_without_it_the_text_is_what_it_was(text: str) -> None:
    added = PLACE.add(text)
    before, after = parse(text).value(), parse(added.text).value()

    assert after["mcpServers"].pop("paredown") == SERVER
    for items in (after["permissions"]["deny"], after["hooks"]):
        items.remove("mine")
    assert without_empty(after) == without_empty(before)
    assert cut(added.text, added.spans) == text
    assert PLACE.holds(added.text)
    assert PLACE.add(added.text).text == added.text


@given(texts(kind="object"))
def test_ours_can_be_taken_out_without_a_memory_of_what_was_added(text: str) -> None:
    left = PLACE.remove(PLACE.add(text).text)

    assert without_empty(parse(left).value() if left else {}) == without_empty(parse(text).value())
    assert not PLACE.holds(left)


def without_empty(value: Any) -> Any:
    """Return the value without the containers of ours that are empty."""
    kept = {**value, "permissions": {**value.get("permissions", {})}}
    for inside, key in ((kept["permissions"], "deny"), (kept, "permissions"), (kept, "mcpServers"), (kept, "hooks")):
        if not inside.get(key, True):
            del inside[key]
    return kept


@given(texts(kind="object"))
def test_without_comments_the_text_is_read_as_any_reader_of_json_reads_it(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        return
    assert parse(text).value() == expected


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


@given(st.text(alphabet='{}[]:,"\\/* \n1etrufalsn', max_size=30))
def test_what_is_read_is_json_once_comments_and_commas_are_gone(text: str) -> None:
    try:
        value = parse(text).value()
    except ValueError:
        assert not is_json(text)
        return
    assert parse(json.dumps(value)).value() == value


@pytest.mark.parametrize(
    "text", ["{", "[1,,2]", '{"a"}', '{"a":1 "b":2}', "{} {}", "01x", "'a'", "[" * 65 + "]" * 65, "}", "", "\\"]
)
def test_what_is_no_json_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not valid JSON \(line \d+\)|is nested more than 64 deep"):
        parse(text)


def test_comments_and_layout_stay_where_they_are() -> None:
    text = '{\n    // servers\n    "mcpServers": {\n        "other": {"command": "x"} // keep\n    }\n}\n'

    added = PLACE.add(text).text

    assert '"other": {"command": "x"}, // keep\n        "paredown": {\n            "command": "paredown",' in added
    assert added.startswith('{\n    // servers\n    "mcpServers": {\n')


def test_an_entry_of_somebody_else_is_left_alone() -> None:
    with pytest.raises(ValueError, match="that paredown did not write"):
        PLACE.add('{"mcpServers": {"paredown": {"url": "x"}}}')


def test_an_older_entry_of_ours_is_replaced() -> None:
    newer = JsonPieces(path="x", pieces=(Piece(keys=("s", "p"), value={"v": 2}, owns=lambda value: "v" in value),))

    assert json.loads(newer.add('{"s": {"p": {"v": 1}, "q": 1}}').text) == {"s": {"q": 1, "p": {"v": 2}}}


BLOCK = Block(
    path="c.toml", lines=("[mcp_servers.paredown]", 'command = "paredown"'), table=("mcp_servers", "paredown")
)


@pytest.mark.parametrize(
    "text", ["", "\n", 'model = "x"', 'model = "x"\n', '[a]\nb = 1\n\n', "# note\r\n[a]\r\nb = 1\r\n", "[mcp_servers.other]\ncommand='x'\n"]
)  # fmt: skip
def test_a_block_is_added_once_and_taken_out_again(text: str) -> None:
    added = BLOCK.add(text)

    assert tomllib.loads(added.text)["mcp_servers"]["paredown"] == {"command": "paredown"}
    assert cut(added.text, added.spans) == text
    assert BLOCK.add(added.text).text == added.text
    assert BLOCK.remove(added.text) == (text if text.endswith("\n") or not text else text + "\n")


def test_a_block_is_taken_out_of_a_file_that_went_on() -> None:
    assert BLOCK.remove(BLOCK.add("a = 1\n").text + "\n[more]\nb = 2\n") == "a = 1\n\n[more]\nb = 2\n"


@pytest.mark.parametrize(
    "text", ["[mcp_servers.paredown]\nurl = 'x'\n", "mcp_servers = {paredown = {}}\n", "mcp_servers = {}\n", "a = \n"]
)
def test_a_table_of_somebody_else_or_no_toml_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"did not write|is not valid TOML"):
        BLOCK.add(text)
