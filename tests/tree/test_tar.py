"""Tar headers that no writer makes: each is read as npm reads it, or the archive is refused at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from tree.archives import padded, tar_header, tgz_of_blocks

from paredown.errors import UnsafeArchive
from paredown.model import Files, Form
from paredown.tree import Tree, open_tree

FINE = (tar_header(b"package/fine.ts", 4), padded(b"fine"))


def opened(folder: Path, *blocks: bytes) -> Tree:
    """Open an npm tarball of `blocks`."""
    path = tgz_of_blocks(folder / "a.tgz", *blocks)
    return open_tree(Files(root=path, form=Form.TGZ, inner="package"))


def extended(*records: tuple[bytes, bytes]) -> bytes:
    """Return an extended header with `records`."""
    body = b""
    for key, value in records:
        rest = b" " + key + b"=" + value + b"\n"
        length = len(rest) + len(str(len(rest)))
        length = len(rest) + len(str(length))
        body += str(length).encode() + rest
    return tar_header(b"PaxHeader", len(body), b"x") + padded(body)


@pytest.mark.parametrize(
    "field",
    [
        b"\xff" + (256**11 - 512).to_bytes(11, "big"),
        b"\x80" + (2**87).to_bytes(11, "big"),
        b"77777777777\0",
        b"-0000000512\0",
        b"0x000000004\0",
        b"00000_00004\0",
        b"00000000009\0",
    ],
    ids=["negative", "beyond any disk", "beyond the archive", "signed", "hexadecimal", "underscore", "not octal"],
)
def test_a_size_that_cannot_be_refuses_the_archive(tmp_path: Path, field: bytes) -> None:
    with pytest.raises(UnsafeArchive, match="cannot be"):
        opened(tmp_path, *FINE, tar_header(b"package/evil.ts", 4, size_field=field), padded(b"evil"))


@pytest.mark.parametrize("size", [b"9" * 40, b"-512", b"1e3", b"999999"])
def test_an_extended_size_that_cannot_be_refuses_the_archive(tmp_path: Path, size: bytes) -> None:
    with pytest.raises(UnsafeArchive, match="cannot be"):
        opened(tmp_path, extended((b"size", size)), *FINE)


def test_an_extended_header_names_and_sizes_the_next_member_only(tmp_path: Path) -> None:
    header = extended((b"path", "package/ünï.ts".encode()), (b"size", b"2"), (b"mtime", b"inf"))

    with opened(tmp_path, header, tar_header(b"package/short.ts", 9), padded(b"ab"), *FINE) as tree:
        assert tree.names() == ["fine.ts", "ünï.ts"]
        assert tree.read("ünï.ts") == b"ab"
        assert tree.read("fine.ts") == b"fine"


def test_a_long_name_names_the_next_member(tmp_path: Path) -> None:
    name = b"package/" + b"d" * 300 + b".ts"
    long_name = tar_header(b"././@LongLink", len(name) + 1, b"L") + padded(name + b"\0")

    with opened(tmp_path, long_name, tar_header(b"package/d", 1), padded(b"x"), *FINE) as tree:
        assert tree.names() == ["d" * 300 + ".ts", "fine.ts"]


def test_a_header_that_applies_to_all_members_renames_none(tmp_path: Path) -> None:
    body = b"16 path=a/b/c.d\n"
    header = tar_header(b"pax_global_header", len(body), b"g") + padded(body)

    with opened(tmp_path, header, *FINE) as tree:
        assert tree.names() == ["fine.ts"]


def test_a_chain_of_long_names_is_read_without_recursion(tmp_path: Path) -> None:
    chain = (tar_header(b"././@LongLink", 13, b"L") + padded(b"package/z.ts\0")) * 5_000

    with opened(tmp_path, chain, *FINE) as tree:
        assert tree.names() == ["z.ts"]


def test_a_header_as_large_as_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsafeArchive, match="cannot be"):
        opened(tmp_path, tar_header(b"x", 2 << 20, b"x"), b"\0" * (2 << 20), *FINE)


@pytest.mark.parametrize(
    "body",
    [
        b"5 a=b",
        b"99 path=x\n",
        b"0 a=b\n",
        b"path=x\n",
        b"7 path=x\n",
        b"-9 path=x\n",
        b"9999999999 a=b\n",
        b"6 a=b\nxxxxxxxxxx",
    ],
)
def test_a_malformed_extended_header_is_refused(tmp_path: Path, body: bytes) -> None:
    with pytest.raises(UnsafeArchive, match="damaged"):
        opened(tmp_path, tar_header(b"x", len(body), b"x"), padded(body), *FINE)


def test_a_damaged_header_between_members_is_refused_not_taken_for_the_end(tmp_path: Path) -> None:
    with pytest.raises(UnsafeArchive, match="damaged"):
        opened(tmp_path, *FINE, b"garbage".ljust(512, b"!"), *FINE)


def test_one_empty_block_is_not_the_end(tmp_path: Path) -> None:
    with opened(tmp_path, *FINE, b"\0" * 512, tar_header(b"package/late.ts", 1), padded(b"x")) as tree:
        assert tree.names() == ["fine.ts", "late.ts"]


def test_what_follows_the_end_is_not_read(tmp_path: Path) -> None:
    with opened(tmp_path, *FINE, b"\0" * 1024, tar_header(b"package/late.ts", 1), padded(b"x")) as tree:
        assert tree.names() == ["fine.ts"]


def test_a_sparse_member_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path, tar_header(b"package/sparse.ts", 4, b"S"), padded(b"data"), *FINE) as tree:
        assert tree.names() == ["fine.ts"]
        assert [r.path for r in tree.refused] == ["sparse.ts"]


def test_a_folder_with_a_size_hides_no_member(tmp_path: Path) -> None:
    with opened(tmp_path, tar_header(b"package/", 1024, b"5"), tar_header(b"package/d/", 1024), *FINE) as tree:
        assert tree.names() == ["fine.ts"]


def test_a_name_that_is_not_utf_8_is_given_as_npm_writes_it(tmp_path: Path) -> None:
    with opened(tmp_path, tar_header(b"package/\xff\xfe.ts", 1), padded(b"x")) as tree:
        assert tree.names() == ["\N{REPLACEMENT CHARACTER}" * 2 + ".ts"]
        assert tree.read(tree.names()[0]) == b"x"


def test_a_name_with_a_nul_is_refused(tmp_path: Path) -> None:
    header = extended((b"path", b"package/a\0b.ts"))

    with opened(tmp_path, header, *FINE) as tree:
        assert tree.names() == []
        assert [r.why for r in tree.refused] == ["leaves the folder of its package"]
