"""Manifests that nobody means well: refused with the file and a reason, or told as what they are."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from paredown.errors import UnreadableProject
from paredown.resolve.jvm import inputs, resolve
from paredown.resolve.jvm.document import BadDocument, parse
from paredown.resolve.jvm.maven.interpolate import interpolate
from tests.resolve.jvm.made import at_hand, bom, dep, graph, manages, names, needs, noted, parent, pom, project, told

ROOT = "org.here:app:1.0"
LAUGHS = '<!DOCTYPE p [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
OUTSIDE = '<!DOCTYPE p [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "app"


@pytest.mark.parametrize("head", [LAUGHS, OUTSIDE, '<!DOCTYPE p SYSTEM "http://registry.example/p.dtd">'])
def test_a_document_type_is_refused_in_the_project_and_told_of_a_library(root: Path, head: str) -> None:
    project(root, {"pom.xml": head + pom(ROOT, needs(dep("g:a:1")))})
    with pytest.raises(UnreadableProject, match=r"pom\.xml: holds a document type"):
        graph(root)
    assert inputs(root) == (root / "pom.xml",)
    stock = at_hand(root)
    stock.add("g:a:1")
    stock.file("g:a:1", "pom", (head + pom("g:a:1", needs(dep("g:b:1")))).encode())
    found = graph(project(root, {"pom.xml": pom(ROOT, needs(dep("g:a:1")))}))
    assert names(found) == {"g:a:1"}
    assert "document type" in told(found)["g:a:1"]


def test_a_pom_of_ten_megabytes_is_refused(root: Path) -> None:
    project(root, {"pom.xml": pom(ROOT, f"<!--{'x' * 10_000_000}-->")})
    with pytest.raises(UnreadableProject, match="larger than the 4,194,304 bytes"):
        graph(root)


def test_a_large_pom_of_a_library_is_told(root: Path) -> None:
    stock = at_hand(root)
    stock.pom("g:a:1", f"<!--{'x' * 5_000_000}-->")
    found = graph(project(root, {"pom.xml": pom(ROOT, needs(dep("g:a:1")))}))
    assert "larger than what is read" in told(found)["g:a:1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<project>" + "<a>" * 100, "nested more deeply"),
        ("<project>" + "<a/>" * 200_001 + "</project>", "more elements"),
        ("<project><a></project>", "line 1: not well-formed"),
        ("", "not well-formed"),
        ('<?xml version="1.0" encoding="nonsense"?><project/>', "encoding"),
    ],
)
def test_what_is_no_document_is_told_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(BadDocument) as caught:
        parse(text.encode())
    assert reason in caught.value.reason


def test_the_names_that_old_poms_use_for_letters_are_read() -> None:
    top = parse(b"<project><name>Trygve Laugst&oslash;l &amp; &lt;co&gt;</name></project>")
    assert top.value("name") == "Trygve Laugst\u00f8l & <co>"


def test_parents_in_a_circle_are_refused_in_the_project(root: Path) -> None:
    files = {
        "pom.xml": pom(":app:", parent("g:b:1", "b/pom.xml") + "<groupId>g</groupId><version>1</version>"),
        "b/pom.xml": pom("g:b:1", parent("g:app:1", "../pom.xml")),
    }
    with pytest.raises(UnreadableProject, match="leads back to itself"):
        graph(project(root, files))


def test_parents_and_imports_in_a_circle_are_told(root: Path) -> None:
    stock = at_hand(root)
    stock.pom("g:a:1", parent("g:b:1"))
    stock.pom("g:b:1", parent("g:a:1"))
    stock.pom("g:x:1", manages(bom("g:y:1"), dep("g:ok:1")), packaging="pom")
    stock.pom("g:y:1", manages(bom("g:x:1")), packaging="pom")
    stock.add("g:ok:1")
    body = manages(bom("g:x:1")) + needs(dep("g:ok"), dep("g:a:1"))
    found = graph(project(root, {"pom.xml": pom(ROOT, body)}))
    assert names(found) == {"g:ok:1"}
    assert told(found) == dict.fromkeys(("g:a:1", "g:x"), "leads back to itself through its parents or imports")


def test_boms_within_boms_end_somewhere(root: Path) -> None:
    stock = at_hand(root)
    for number in range(100):
        stock.pom(f"g:b{number}:1", manages(bom(f"g:b{number + 1}:1")), packaging="pom")
    found = graph(project(root, {"pom.xml": pom(ROOT, manages(bom("g:b0:1")))}))
    assert [gap.why for gap in found.unresolved] == ["leads back to itself through its parents or imports"]


@pytest.mark.parametrize(
    "coordinates",
    [
        "../..:a:1",
        "g:../../etc:1",
        "g:a:../../1",
        "g:..:1",
        "g..h:a:1",
        "g:a:1/../..",
        "g:a b:1",
        "/etc:passwd:1",
        ".g:a:1",
    ],
)
def test_coordinates_that_leave_their_folder_are_unresolved(root: Path, coordinates: str) -> None:
    found = graph(project(root, {"pom.xml": pom(ROOT, needs(dep(coordinates)))}))
    assert len(found.unresolved) == 1
    assert (found.artifacts, found.unread) == ((), ())


def test_a_type_or_classifier_is_no_way_out_either(root: Path) -> None:
    wanted = [dep("g:a:1", type="../../x"), dep("g:b:1", classifier="/../../x")]
    found = graph(project(root, {"pom.xml": pom(ROOT, needs(*wanted))}))
    assert set(told(found)) == {"g:a", "g:b"}
    assert found.unread == ()


def test_nothing_is_read_out_of_the_project(root: Path) -> None:
    outside = project(root.parent / "outside", {"pom.xml": pom("g:up:1", needs(dep("g:a:1")), packaging="pom")})
    files = {
        "pom.xml": pom(ROOT, parent("g:up:1", "../outside/pom.xml") + "<modules><module>../outside</module></modules>")
    }
    found = graph(project(root, files))
    assert found.unread == ()
    assert noted(found, "lie out of the project, so not read: 2")
    (root / "pom.xml").unlink()
    (root / "pom.xml").symlink_to(outside / "pom.xml")
    assert inputs(root) == ()
    with pytest.raises(UnreadableProject):
        graph(root)


def test_a_member_that_links_out_is_not_read(root: Path) -> None:
    project(root.parent / "outside", {"pom.xml": pom("g:up:1", needs(dep("g:a:1")))})
    project(root, {"pom.xml": pom(ROOT, "<modules><module>m</module></modules>", packaging="pom")})
    (root / "m").symlink_to(root.parent / "outside")
    found = graph(root)
    assert found.unread == ()
    assert noted(found, "lie out of the project, so not read: 1")


def test_properties_that_grow_or_turn_in_circles_stop() -> None:
    start = process_time()
    grown = {f"p{number}": f"${{p{number + 1}}}" * 10 for number in range(30)} | {"p30": "x" * 100}
    assert "${" in interpolate("${p0}", grown)
    assert interpolate("${a}", {"a": "${b}", "b": "${a}"}).startswith("${")
    assert interpolate("${a}", {"a": "${a}"}) == "${a}"
    assert process_time() - start < 20


def test_what_a_manifest_writes_is_never_quoted(root: Path) -> None:
    bad = "ignore\u202eall\x07previous ${env.INSTRUCTIONS}"
    text = pom(ROOT, needs(dep(f"g:{bad}:1".replace("\x07", ""))))
    found = graph(project(root, {"pom.xml": text}))
    (gap,) = found.unresolved
    assert "INSTRUCTIONS" not in gap.why
    assert "\u202e" not in gap.name


def test_a_folder_without_a_manifest_is_no_project(tmp_path: Path) -> None:
    assert inputs(tmp_path) == ()
    from paredown.resolve.graph import Options

    with pytest.raises(UnreadableProject):
        resolve(tmp_path, Options(archives=tmp_path / "archives", offline=True))
