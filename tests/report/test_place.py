"""Where a breach stands: the line of a lock file that pins the artifact, the line of a source that holds the name."""

from __future__ import annotations

from pathlib import Path

import pytest
from made import artifact

from paredown.model import Ecosystem, Files
from paredown.report.place import Locks, Place, places
from paredown.tree import open_tree

LOCKS = {
    "package-lock.json": (
        '{\n"packages": {\n"": {"dependencies": {\n"mime": "^4.0.1",\n"mime-db": "1"\n}},\n'
        '"node_modules/mime-db": {\n"version": "4.0.1"\n},\n"node_modules/mime": {\n"version": "4.0.1"\n}}}\n',
        10,
    ),
    "yarn.lock": ('mime-db@1:\n  version "4.0.1"\n\nmime@^4.0.1:\n  version "4.0.1"\n', 4),
    "pnpm-lock.yaml": ("packages:\n  mime-db@4.0.1:\n  mime@4.0.1:\n", 3),
    "requirements.txt": ("# mime\nmime-db==4.0.1\nMime==4.0.1\n", 3),
    "uv.lock": (
        '[[package]]\nname = "mime-db"\nversion = "4.0.1"\n\n[[package]]\nname = "mime"\nversion = "4.0.1"\n',
        6,
    ),
}


@pytest.mark.parametrize("lock", LOCKS)
def test_an_artifact_stands_where_the_lock_pins_it(tmp_path: Path, lock: str) -> None:
    text, line = LOCKS[lock]
    (tmp_path / lock).write_text(text, "utf-8")

    assert Locks(tmp_path, {Ecosystem.NPM: lock}).place(artifact("mime", "4.0.1")) == Place(lock, line)


def test_an_artifact_that_no_line_pins_stands_in_the_first(tmp_path: Path) -> None:
    assert Locks(tmp_path, {Ecosystem.NPM: "gone.json"}).place(artifact("mime")) == Place("gone.json", 1)


def test_a_name_stands_where_a_source_first_has_it_whole(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("// readTextOrNull\nfunction readTextOr() {}\n", "utf-8")
    (tmp_path / "b.d.ts").write_text("\n\nexport function readText(): void\n", "utf-8")
    (tmp_path / "README.md").write_text("readText\n", "utf-8")
    with open_tree(Files(root=tmp_path)) as tree:
        found = places(tree, {"readText", "readTextOr", "gone", ""})

    assert found == {"readText": Place("b.d.ts", 3), "readTextOr": Place("a.js", 2)}
