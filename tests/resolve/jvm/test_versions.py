"""The order of versions, and which of them a range means."""

from __future__ import annotations

import pytest

from paredown.resolve.jvm.versions import choose, is_range, order, pinned

OLDEST_FIRST = [
    "1.0-dev",
    "1.0-alpha-1",
    "1.0-beta2",
    "1.0-M1",
    "1.0-rc1",
    "1.0-SNAPSHOT",
    "1.0",
    "1.0-sp1",
    "1.0.1",
    "1.2",
    "1.10",
    "2",
]


def test_versions_sort_from_the_oldest() -> None:
    assert sorted(sorted(OLDEST_FIRST), key=order) == OLDEST_FIRST


@pytest.mark.parametrize(
    "text", ["[1,2)", "(,1]", "[1]", "[1,2),[3,4)", "1.+", "+", "latest.release", "LATEST", "]1,2["]
)
def test_a_range_asks_for_one_of_several(text: str) -> None:
    assert is_range(text)


@pytest.mark.parametrize("text", ["1", "1.0-jre", "1.0+build", "2.0.0.RELEASE", "[1", "1]"])
def test_a_version_is_no_range(text: str) -> None:
    assert not is_range(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[1.0,2.0)", "1.9"),
        ("(1.0,1.9)", "1.5"),
        ("[2.0,)", "2.1"),
        ("(,1.0]", "1.0"),
        ("[1.0,1.5],[3,4]", "1.5"),
        ("]1.0,1.5]", "1.5"),
        ("1.+", "1.9"),
        ("latest.release", "2.1"),
        ("[5,6]", ""),
    ],
)
def test_a_range_means_the_newest_within_it(text: str, expected: str) -> None:
    assert choose(text, ["1.0", "1.5", "1.9", "2.0", "2.1"]) == expected


def test_a_range_of_one_version_is_that_version() -> None:
    assert [pinned(text) for text in ("[1.0]", "1.0", "[1,2]", "(1)")] == ["1.0", "1.0", "[1,2]", "1"]
