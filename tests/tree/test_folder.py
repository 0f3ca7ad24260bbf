"""Folders: the files of one package, and nothing that a link or a name would reach outside of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from paredown.errors import UnreadableFile, UnsafeArchive
from paredown.model import Files
from paredown.tree import MAX_FILE, Tree, open_tree
from paredown.tree.folder import Folder


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package beside a file that is none of its business."""
    (tmp_path / "secret.ts").write_text("secret")
    root = tmp_path / "package"
    (root / "lib").mkdir(parents=True)
    (root / "index.ts").write_text("index")
    (root / "lib/a.ts").write_text("a")
    return root


def opened(root: Path, *names: str) -> Tree:
    """Open the folder at `root`, or only `names` of it."""
    return open_tree(Files(root=root, names=names))


def test_the_files_of_a_folder_are_listed_in_order_and_read(package: Path) -> None:
    with opened(package) as tree:
        assert tree.names() == ("index.ts", "lib/a.ts")
        assert tree.read("lib/a.ts") == b"a"
        assert tree.has("lib/a.ts")
        assert not tree.has("lib")
        assert not tree.has("lib/b.ts")


def test_what_belongs_to_another_package_is_not_listed(package: Path) -> None:
    for other in ("node_modules/x", "lib/node_modules/y", "__pycache__", ".git"):
        (package / other).mkdir(parents=True)
        (package / other / "z.ts").write_text("z")

    assert opened(package).names() == ("index.ts", "lib/a.ts")


def test_a_link_within_the_package_is_followed(package: Path) -> None:
    (package / "alias.ts").symlink_to("lib/a.ts")

    with opened(package) as tree:
        assert tree.names() == ("alias.ts", "index.ts", "lib/a.ts")
        assert tree.has("alias.ts")
        assert tree.read("alias.ts") == b"a"


@pytest.mark.parametrize("target", ["../secret.ts", "/etc/hostname", "lib/../../secret.ts"])
def test_a_link_out_of_the_package_is_refused(package: Path, target: str) -> None:
    (package / "link.ts").symlink_to(target)

    with opened(package) as tree:
        assert "link.ts" not in tree.names()
        assert [(r.path, r.why) for r in tree.refused] == [("link.ts", "is a link out of its package")]
        assert not tree.has("link.ts")
        with pytest.raises(UnreadableFile, match="link out"):
            tree.read("link.ts")


def test_a_linked_folder_does_not_lead_out_of_the_package(package: Path) -> None:
    (package / "up").symlink_to("..")

    with opened(package) as tree:
        assert tree.names() == ("index.ts", "lib/a.ts")
        assert [r.path for r in tree.refused] == ["up"]
        assert not tree.has("up/secret.ts")
        with pytest.raises(UnreadableFile, match="link out"):
            tree.read("up/secret.ts")


def test_a_sibling_whose_name_begins_alike_is_outside(package: Path) -> None:
    (package.parent / "package-evil").mkdir()
    (package.parent / "package-evil/x.ts").write_text("x")
    (package / "x.ts").symlink_to("../package-evil/x.ts")

    with opened(package) as tree:
        assert not tree.has("x.ts")
        with pytest.raises(UnreadableFile, match="link out"):
            tree.read("x.ts")


@pytest.mark.parametrize("name", ["loop", "loop.ts"])
def test_a_link_to_itself_is_no_file(package: Path, name: str) -> None:
    (package / name).symlink_to(name)

    with opened(package) as tree:
        assert tree.names() == ("index.ts", "lib/a.ts")
        with pytest.raises(UnreadableFile):
            tree.read(name)


def test_a_package_that_is_itself_a_link_is_read(package: Path) -> None:
    linked = package.parent / "linked"
    linked.symlink_to(package)

    assert opened(linked).read("index.ts") == b"index"


@pytest.mark.parametrize("name", ["../secret.ts", "/etc/hostname", "lib/../../secret.ts", "a\\b.ts", "a\0b.ts", ""])
def test_a_name_that_leaves_the_package_is_refused(package: Path, name: str) -> None:
    with opened(package) as tree:
        assert not tree.has(name)
        with pytest.raises(UnreadableFile, match="leaves the folder"):
            tree.read(name)


def test_a_folder_and_a_pipe_are_not_files(package: Path) -> None:
    os.mkfifo(package / "pipe.ts")

    with opened(package) as tree:
        assert tree.names() == ("index.ts", "lib/a.ts")
        assert not tree.has("pipe.ts")
        with pytest.raises(UnreadableFile, match="not a regular file"):
            tree.read("pipe.ts")
        with pytest.raises(UnreadableFile, match="Is a directory"):
            tree.read("lib")


def test_a_listed_pipe_does_not_stop_the_reader(package: Path) -> None:
    os.mkfifo(package / "pipe.py")

    with opened(package, "pipe.py") as tree, pytest.raises(UnreadableFile, match="not a regular file"):
        tree.read("pipe.py")


def test_only_the_listed_files_belong_to_a_listed_artifact(package: Path) -> None:
    with opened(package, "lib/a.ts", "../secret.ts") as tree:
        assert tree.names() == ("lib/a.ts",)
        assert tree.has("lib/a.ts")
        assert not tree.has("index.ts")
        assert not tree.has("../secret.ts")
        assert [r.path for r in tree.refused] == ["../secret.ts"]


def test_a_listed_file_that_is_not_there_is_unreadable(package: Path) -> None:
    with opened(package, "gone.py") as tree, pytest.raises(UnreadableFile, match="No such file"):
        tree.read("gone.py")


def test_a_file_of_50_megabytes_is_refused_with_its_size(package: Path) -> None:
    with (package / "big.d.ts").open("wb") as file:
        file.truncate(50_000_000)

    with opened(package) as tree, pytest.raises(UnreadableFile, match="50,000,000 bytes"):
        tree.read("big.d.ts")


def test_a_file_as_large_as_allowed_is_read(package: Path) -> None:
    with (package / "big.d.ts").open("wb") as file:
        file.truncate(MAX_FILE)

    assert len(opened(package).read("big.d.ts")) == MAX_FILE


def test_a_name_that_is_not_utf_8_is_listed_and_read(package: Path) -> None:
    with open(os.fsencode(package) + b"/\xff.ts", "wb") as file:
        file.write(b"x")

    with opened(package) as tree:
        name = next(name for name in tree.names() if name not in ("index.ts", "lib/a.ts"))
        assert tree.read(name) == b"x"


def test_too_many_files_are_said_to_be_too_many(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paredown.tree.folder.MAX_FILES", 1)

    with opened(package) as tree:
        assert len(tree.names()) == 1
        assert "more than 1 files" in tree.refused[0].why


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list every folder")
def test_a_folder_that_cannot_be_listed_is_said(package: Path) -> None:
    (package / "lib").chmod(0)
    try:
        with opened(package) as tree:
            assert tree.names() == ("index.ts",)
            assert [r.path for r in tree.refused] == ["lib"]
    finally:
        (package / "lib").chmod(0o755)


def test_what_is_not_a_folder_is_refused(package: Path) -> None:
    for root in (package / "index.ts", package / "absent"):
        with pytest.raises(UnsafeArchive, match="not a folder"):
            opened(root)


def digest(root: Path) -> str:
    """Return the digest of the folder at `root`."""
    return Folder(Files(root=root)).digest()


def test_a_digest_covers_the_names_and_the_bytes_of_readable_files_only(package: Path) -> None:
    before = digest(package)

    (package / "README.md").write_text("not readable by a harvester")
    (package / "node_modules").mkdir()
    assert digest(package) == before

    (package / "index.ts").write_text("index!")
    changed = digest(package)
    assert changed != before

    (package / "index.ts").rename(package / "other.ts")
    assert digest(package) not in (before, changed)


def test_a_digest_is_not_fooled_by_moving_bytes_between_name_and_content(package: Path) -> None:
    (package / "lib/a.ts").unlink()
    (package / "index.ts").unlink()
    (package / "a.ts").write_bytes(b"b.tsx")
    (package / "c.ts").write_bytes(b"")
    first = digest(package)
    (package / "a.ts").write_bytes(b"")
    (package / "c.ts").write_bytes(b"b.tsx")

    assert digest(package) != first
