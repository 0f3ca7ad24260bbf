"""Any bytes at all in an archive: files are given, files are refused, or the archive is refused; nothing else."""

from __future__ import annotations

import gzip
import io
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st
from tree.archives import padded, tar_header, tgz, wheel

from paredown.errors import UnreadableFile, UnsafeArchive
from paredown.model import Files, Form
from paredown.tree import MAX_FILE, open_tree
from paredown.tree.bounds import safe_name

MEMBERS = [
    ("package/index.d.ts", b"export declare const a: 1;\n" * 9),
    ("package/lib/ü.d.ts", b""),
    ("package/x", b"x"),
]
Edits = list[tuple[int, int]]
edits = st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 255)), min_size=1, max_size=12)


def edited(content: bytes, changes: Edits, kept: int) -> bytes:
    """Return `content` with some bytes replaced and, perhaps, its end cut off."""
    hostile = bytearray(content)
    for place, value in changes:
        hostile[place % len(hostile)] = value
    return bytes(hostile[: len(hostile) - kept % len(hostile)])


def survives(content: bytes, form: Form, inner: str) -> None:
    """Open `content` as an archive and read all of it: only the errors of ours may come."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "archive"
        path.write_bytes(content)
        with suppress(UnsafeArchive), open_tree(Files(root=path, form=form, inner=inner)) as tree:
            for name in tree.names():
                assert safe_name(name)
                assert tree.has(name)
                with suppress(UnreadableFile):
                    assert len(tree.read(name)) <= MAX_FILE


def built(form: Form) -> bytes:
    """Return a sound archive."""
    with TemporaryDirectory() as folder:
        write = tgz if form is Form.TGZ else wheel
        return write(Path(folder) / "archive", MEMBERS).read_bytes()


SOUND = {form: built(form) for form in (Form.TGZ, Form.ZIP)}
TAR = gzip.decompress(SOUND[Form.TGZ])


@given(edits, st.integers(0, 400))
def test_a_damaged_zip_is_survived(changes: Edits, kept: int) -> None:
    survives(edited(SOUND[Form.ZIP], changes, kept), Form.ZIP, "")


@given(edits, st.integers(0, 400))
def test_a_damaged_gzip_is_survived(changes: Edits, kept: int) -> None:
    survives(edited(SOUND[Form.TGZ], changes, kept), Form.TGZ, "package")


@given(edits, st.integers(0, 2_000))
def test_a_damaged_tar_is_survived(changes: Edits, kept: int) -> None:
    survives(gzip.compress(edited(TAR, changes, kept), 1), Form.TGZ, "package")


headers = st.builds(
    lambda name, size, kind, field, body: tar_header(name, size, kind, field) + padded(body),
    name=st.binary(max_size=100),
    size=st.integers(0, 2_000),
    kind=st.sampled_from([bytes((k,)) for k in b"0\x0012567LKxgS"]),
    field=st.none() | st.binary(min_size=12, max_size=12),
    body=st.binary(max_size=700) | st.just(b"16 path=a/b/c.d\n"),
)


@given(st.lists(headers, max_size=6))
def test_headers_that_are_sound_and_hostile_are_survived(blocks: list[bytes]) -> None:
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as file:
        file.write(b"".join(blocks) + b"\0" * 1024)
    survives(packed.getvalue(), Form.TGZ, "package")
