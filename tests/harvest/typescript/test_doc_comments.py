"""Doc comments of TypeScript and JavaScript: their text without the frame, and the tags that matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paredown.harvest.jsdoc import EDGE, is_doc, read_doc
from paredown.model import Deprecation


@pytest.mark.parametrize(
    ("comment", "text"),
    [
        ("/** One line. */", "One line."),
        ("/**\n * Two\n * lines.\n */", "Two\nlines."),
        ("/**\r\n   * Two\r\n   * lines.\r\n   */", "Two\nlines."),
        ("/**\n * - a\n *   - b\n *\n * c\n */", "- a\n  - b\n\nc"),
        ("/**\nNo\nframe.\n*/", "No\nframe."),
        ("/** a * b\n * c * d */", "a * b\nc * d"),
        ("/**\n * Mixed\n\t* frame\n    no frame */", "Mixed\nframe\nno frame"),
    ],
)
def test_the_frame_of_a_comment_is_no_part_of_its_text(comment: str, text: str) -> None:
    assert read_doc(comment.encode()).prose.untrusted() == text


@given(
    st.lists(
        st.sampled_from(["\n", "\n * ", "\n *", "\n     * ", "*", " ", "\t", "word", "@x", "\r\n"]), max_size=20
    ).map("".join)
)
def test_a_uniform_frame_is_removed_as_any_other(inside: str) -> None:
    plain = EDGE.sub("\n", inside.replace("\r\n", "\n")).strip()

    assert read_doc(f"/**{inside}*/".encode()).prose.untrusted() == plain


@pytest.mark.parametrize(
    ("comment", "deprecated"),
    [
        ("/** @deprecated */", True),
        ("/**\n * Old. @deprecated use b\n */", True),
        ("/** see `@deprecated` */", False),
        ("/** @deprecatedSince 5 */", False),
        ("/** me@deprecated.example */", False),
    ],
)
def test_deprecation_is_a_tag(comment: str, deprecated: bool) -> None:
    assert read_doc(comment.encode()).deprecation is (Deprecation.WARNING if deprecated else Deprecation.NONE)


@pytest.mark.parametrize(
    ("comment", "internal", "preview"),
    [
        ("/** @internal */", True, False),
        ("/**\n * Text.\n *\n *  @internal\n */", True, False),
        ("/** Not @internal. */", False, False),
        ("/** @internals */", False, False),
        ("/** @alpha */", False, True),
        ("/**\n * @beta\n */", False, True),
    ],
)
def test_a_release_tag_stands_at_the_start_of_a_line(comment: str, internal: bool, preview: bool) -> None:
    doc = read_doc(comment.encode())

    assert (doc.internal, doc.preview) == (internal, preview)


@pytest.mark.parametrize(
    ("comment", "is_one"),
    [("/** a */", True), ("/**/", False), ("/*** a */", False), ("/* a */", False), ("// a", False)],
)
def test_only_a_comment_with_two_stars_is_a_doc_comment(comment: str, is_one: bool) -> None:
    assert is_doc(comment.encode()) is is_one
