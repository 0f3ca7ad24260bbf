"""Archives: what is in them is given, what is hostile in them is refused with a reason, and nothing is written."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import pytest
from tree.archives import link, tgz, wheel, zip_link

from paredown.errors import UnreadableFile, UnsafeArchive
from paredown.model import Files, Form
from paredown.tree import MAX_FILE, Tree, open_tree


def opened(path: Path, inner: str = "") -> Tree:
    """Open the archive at `path`, in the form its name says."""
    return open_tree(Files(root=path, form=Form.TGZ if path.suffix == ".tgz" else Form.ZIP, inner=inner))


def packed(folder: Path, form: Form, members: list[tuple[str, bytes]]) -> Path:
    """Write `members` as an archive of `form`."""
    return tgz(folder / "a.tgz", members) if form is Form.TGZ else wheel(folder / "a.zip", members)


FORMS = pytest.mark.parametrize("form", [Form.TGZ, Form.ZIP])


@FORMS
def test_the_files_of_an_archive_are_listed_in_order_and_read(tmp_path: Path, form: Form) -> None:
    path = packed(tmp_path, form, [("package/b.ts", b"bb"), ("package/deep/a.ts", b""), ("package/a.ts", b"aaa")])

    with opened(path) as tree:
        assert tree.names() == ["package/a.ts", "package/b.ts", "package/deep/a.ts"]
        assert [tree.read(name) for name in tree.names()] == [b"aaa", b"bb", b""]
        assert tree.has("package/a.ts")
        assert not tree.has("package/c.ts")
        assert not tree.has("package/deep")
        assert tree.refused == []


@FORMS
def test_a_file_that_is_not_there_is_unreadable(tmp_path: Path, form: Form) -> None:
    with opened(packed(tmp_path, form, [("a.ts", b"a")])) as tree, pytest.raises(UnreadableFile, match="not in the"):
        tree.read("b.ts")


@FORMS
@pytest.mark.parametrize("name", ["../out.ts", "package/../../out.ts", "/etc/out.ts", "a\\..\\out.ts", "C:/out.ts"])
def test_a_member_that_leaves_the_archive_is_refused_and_the_rest_is_read(
    tmp_path: Path, form: Form, name: str
) -> None:
    with opened(packed(tmp_path, form, [(name, b"evil"), ("fine.ts", b"fine")])) as tree:
        assert tree.names() == ["fine.ts"]
        assert [(r.path, r.why) for r in tree.refused] == [(name, "leaves the folder of its package")]
        with pytest.raises(UnreadableFile):
            tree.read(name)


@FORMS
def test_members_of_one_name_and_other_bytes_are_reported_and_the_last_is_read(tmp_path: Path, form: Form) -> None:
    members = [("p/a.ts", b"1st"), ("p/./a.ts", b"2nd"), ("p//a.ts", b"third"), ("p/b.ts", b"b")]
    with opened(packed(tmp_path, form, members)) as tree:
        assert tree.names() == ["p/a.ts", "p/b.ts"]
        assert tree.read("p/a.ts") == b"third"
        assert [r.path for r in tree.refused] == ["p/a.ts", "p/a.ts"]


@FORMS
def test_a_file_that_npm_packed_twice_is_one_file(tmp_path: Path, form: Form) -> None:
    with opened(packed(tmp_path, form, [("p/a.ts", b"same"), ("p/./a.ts", b"same")])) as tree:
        assert tree.names() == ["p/a.ts"]
        assert tree.refused == []


@FORMS
def test_a_file_that_is_too_large_is_refused_with_its_size(tmp_path: Path, form: Form) -> None:
    big = b" " * (50 * 1000 * 1000)
    with opened(packed(tmp_path, form, [("big.d.ts", big), ("a.ts", b"a")])) as tree:
        assert tree.read("a.ts") == b"a"
        with pytest.raises(UnreadableFile, match="50,000,000 bytes"):
            tree.read("big.d.ts")


@FORMS
def test_a_file_as_large_as_allowed_is_read(tmp_path: Path, form: Form) -> None:
    with opened(packed(tmp_path, form, [("a.ts", b" " * MAX_FILE)])) as tree:
        assert len(tree.read("a.ts")) == MAX_FILE


@FORMS
def test_a_bomb_is_refused_before_it_unpacks(tmp_path: Path, form: Form) -> None:
    path = packed(tmp_path, form, [(f"{i}.ts", b"\0" * (10 * 1024 * 1024)) for i in range(7)])

    with pytest.raises(UnsafeArchive, match="unpacks to"):
        opened(path)


@FORMS
def test_too_many_members_are_refused(tmp_path: Path, form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paredown.tree.archive.MAX_FILES", 10)
    members = [(f"{i}.ts", b"") for i in range(11)]

    with opened(packed(tmp_path, form, members[:10])) as tree:
        assert len(tree.names()) == 10
    with pytest.raises(UnsafeArchive, match="more than 10"):
        opened(packed(tmp_path, form, members))


@FORMS
@pytest.mark.parametrize("kept", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_a_truncated_archive_is_refused_whole(tmp_path: Path, form: Form, kept: float) -> None:
    path = packed(tmp_path, form, [(f"{i}.ts", bytes(range(256)) * 40) for i in range(20)])
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * kept)])

    with pytest.raises(UnsafeArchive, match=r"truncated|empty"):
        opened(path)


@FORMS
@pytest.mark.parametrize("content", [b"", b"not an archive", b"\x1f\x8b", b"PK\x03\x04", b"\0" * 4096])
def test_what_is_not_an_archive_is_refused(tmp_path: Path, form: Form, content: bytes) -> None:
    path = tmp_path / ("a.tgz" if form is Form.TGZ else "a.zip")
    path.write_bytes(content)

    with pytest.raises(UnsafeArchive):
        opened(path)


@FORMS
def test_a_missing_archive_or_a_folder_is_refused(tmp_path: Path, form: Form) -> None:
    for path in (tmp_path / "absent", tmp_path):
        with pytest.raises(UnsafeArchive):
            open_tree(Files(root=path, form=form))


def test_an_npm_tarball_loses_its_top_folder_whatever_it_is_called(tmp_path: Path) -> None:
    path = tgz(tmp_path / "a.tgz", [("package/index.d.ts", b"a"), ("node/other.d.ts", b"b")])

    with opened(path, "package") as tree:
        assert tree.names() == ["index.d.ts", "other.d.ts"]
        assert tree.read("other.d.ts") == b"b"


def test_a_tarball_member_without_a_top_folder_is_refused(tmp_path: Path) -> None:
    path = tgz(tmp_path / "a.tgz", [("package/index.d.ts", b"a"), ("stray.d.ts", b"b")])

    with opened(path, "package") as tree:
        assert tree.names() == ["index.d.ts"]
        assert [r.path for r in tree.refused] == ["stray.d.ts"]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_in_a_tarball_are_refused(tmp_path: Path, kind: bytes) -> None:
    path = tgz(tmp_path / "a.tgz", [link("a.ts", "/etc/passwd", kind), ("b.ts", b"b")])

    with opened(path) as tree:
        assert tree.names() == ["b.ts"]
        assert [(r.path, r.why) for r in tree.refused] == [("a.ts", "is a link or a device")]


def test_a_link_in_a_zip_is_refused(tmp_path: Path) -> None:
    with opened(wheel(tmp_path / "a.zip", [(zip_link("a.py"), b"/etc/passwd"), ("b.py", b"b")])) as tree:
        assert tree.names() == ["b.py"]
        assert [(r.path, r.why) for r in tree.refused] == [("a.py", "is a link")]


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_packing_that_unpacks_without_bound_is_refused(tmp_path: Path, packing: int) -> None:
    with opened(wheel(tmp_path / "a.zip", [("a.py", b"a" * 999)], packing)) as tree:
        assert tree.names() == []
        assert [r.path for r in tree.refused] == ["a.py"]


def test_a_corrupt_member_of_a_zip_is_unreadable_and_the_others_are_read(tmp_path: Path) -> None:
    path = wheel(tmp_path / "a.zip", [("a.py", b"this is the first file"), ("b.py", b"b")], zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"first", b"worst"))

    with opened(path) as tree:
        assert tree.read("b.py") == b"b"
        with pytest.raises(UnreadableFile, match="corrupt"):
            tree.read("a.py")


def test_a_zip_member_that_unpacks_to_more_than_it_claims_gives_no_more(tmp_path: Path) -> None:
    path = wheel(tmp_path / "a.zip", [("a.py", b"x" * 100_000)])
    content = path.read_bytes()
    path.write_bytes(content.replace((100_000).to_bytes(4, "little"), (10).to_bytes(4, "little")))

    with opened(path) as tree, pytest.raises(UnreadableFile, match="corrupt"):
        tree.read("a.py")


def test_an_encrypted_zip_member_is_unreadable(tmp_path: Path) -> None:
    path = wheel(tmp_path / "a.zip", [("a.py", b"secret")], zipfile.ZIP_STORED)
    content = bytearray(path.read_bytes())
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(signature) + flags] |= 1
    path.write_bytes(content)

    with opened(path) as tree, pytest.raises(UnreadableFile, match="encrypted"):
        tree.read("a.py")


def test_a_large_tarball_goes_through_a_file_that_vanishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paredown.tree.archive.SPOOL", 1024)
    spill = tmp_path / "spill"
    spill.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(spill))
    path = tgz(tmp_path / "a.tgz", [("a.ts", bytes(range(256)) * 100)])

    with opened(path) as tree:
        assert tree.read("a.ts") == bytes(range(256)) * 100
    assert list(spill.iterdir()) == []
