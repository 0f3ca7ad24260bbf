"""What can be reached of published jars, against the dumps that their own projects commit.

Every miss and every extra is printed with a reason class. Recall and precision count classes and members alike.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from truth.kotlin.dumps import Line, lines_of, open_jar, read_first_lines, read_lines, render

pytestmark = pytest.mark.truth

ENOUGH = 0.995
PAIRS = {
    "okio-3.16.4": ("com.squareup.okio", "okio-jvm", "3.16.4"),
    "kotlinx-serialization-core-1.9.0": ("org.jetbrains.kotlinx", "kotlinx-serialization-core-jvm", "1.9.0"),
    "kotlinx-serialization-json-1.9.0": ("org.jetbrains.kotlinx", "kotlinx-serialization-json-jvm", "1.9.0"),
    "ktor-client-core-3.5.2": ("io.ktor", "ktor-client-core-jvm", "3.5.2"),
}


def reason(line: Line, other: set[Line]) -> str:
    """Return the class that a miss or an extra belongs to."""
    if not line.text:
        return "class"
    if Line(line.owner, "") not in other:
        return "member of a class that is missing"
    words = line.text.split()
    if any(o.owner == line.owner and o.text.split()[-2:] == words[-2:] for o in other if o.text):
        return "other modifiers"
    return "synthetic member" if "synthetic" in words else "member"


@pytest.mark.parametrize("dump", PAIRS)
def test_a_jar_holds_what_its_project_says(dump: str, shared: Path, jar_of: Callable[[str, str, str], Path]) -> None:
    truth = shared / "truth" / "kotlin" / f"{dump}.api"
    wanted = read_lines(truth)
    with open_jar(jar_of(*PAIRS[dump])) as tree:
        rendered = render(tree)
    found = lines_of(rendered)
    for line in sorted(wanted - found):
        say(f"miss   [{reason(line, found)}] {line.owner} {line.text}")
    for line in sorted(found - wanted):
        say(f"extra  [{reason(line, wanted)}] {line.owner} {line.text}")
    both = len(wanted & found)
    say(f"{dump}: recall {both}/{len(wanted)}, precision {both}/{len(found)}")
    assert both >= ENOUGH * len(wanted)
    assert both >= ENOUGH * len(found)
    first = read_first_lines(truth)
    assert {name: rendered[name].first for name in first if name in rendered} == {
        name: line for name, line in first.items() if name in rendered
    }


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
