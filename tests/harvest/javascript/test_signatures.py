"""A signature is one line of names: literals and comments are taken out of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.javascript.made import exported


@pytest.mark.parametrize(
    ("text", "line", "constants"),
    [
        (
            "exports.f = function (a = 'x', b = `y ${z}`, c = /r/g) {}",
            'f(a = "…", b = "…", c = "…")',
            ["'x'", "`y ${z}`", "/r/g"],
        ),
        ("exports.f = function (a, // first\n  b /* second */) {}", "f(a, b)", []),
        (
            "exports.f = async ({ a = 'x', ...rest }, [b, c] = []) => {}",
            'async f({a = "…", ...rest}, [b, c] = [])',
            ["'x'"],
        ),
        ("exports.f = x => x", "f(x)", []),
        ("exports.f = async function* (a) {}", "async f(a)", []),
        ("exports.f = function (a = () => { return 'x' }) {}", 'f(a = () => {return "…"})', ["'x'"]),
        ("exports.f = class extends mixin('x', B) {}", 'class f extends mixin("…", B)', ["'x'"]),
        ("exports.f = 'some text'", "f", ["'some text'"]),
        ("export const f = ['a', 'b', 3]", "const f", ["'a'", "'b'"]),
        ("exports.f = function (" + ", ".join(f"a{n}" for n in range(300)) + ") {}", None, []),
    ],
)
def test_a_signature_holds_names_and_no_literal(
    text: str, line: str | None, constants: list[str], tmp_path: Path
) -> None:
    (entry,) = exported(tmp_path, text).entries
    assert line is None or entry.signature == line
    assert len(entry.signature) <= 1001
    assert [c.untrusted() for c in entry.constants] == constants
