"""Where files are read from: only what is the locked package, and never through a way out of the project."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest

from paredown.model import Form
from paredown.tree import open_tree
from tests.resolve.npm.made import archives_of, by_name, graph, installed, package_lock, project, sri, stock, tarball

YARN_ZIP = """
__metadata:
  version: 8

"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
  dependencies:
    "@s/a": "npm:^1.0.0"
  linkType: soft

"@s/a@npm:^1.0.0":
  version: 1.0.0
  resolution: "@s/a@npm:1.0.0"
  checksum: 10c0/{checksum}
  linkType: hard
"""
CLASSIC = '# yarn lockfile v1\n\n"@s/a@^1.0.0":\n  version "1.0.0"\n'


def locked(root: Path, **entry: object) -> Path:
    lock = package_lock(**{"node_modules/a": {"version": "1.0.0", **entry}})
    return project(root, {"package.json": {"dependencies": {"a": "^1.0.0"}}, "package-lock.json": lock})


def test_what_is_installed_comes_before_what_was_brought(tmp_path: Path) -> None:
    root = locked(tmp_path / "p")
    stock(root, "a@1.0.0")
    assert by_name(graph(root))["a@1.0.0"].files.form is Form.TGZ
    installed(root, "node_modules/a", "a@1.0.0")
    files = by_name(graph(root))["a@1.0.0"].files
    assert (files.form, files.root) == (Form.FOLDER, root / "node_modules" / "a")


@pytest.mark.parametrize("specifier", ["a@1.0.1", "b@1.0.0"])
def test_an_installed_package_that_is_not_the_locked_one_is_not_used(tmp_path: Path, specifier: str) -> None:
    root = locked(tmp_path / "p")
    installed(root, "node_modules/a", specifier)
    found = graph(root)
    assert found.artifacts == ()
    assert "installed packages that are not what the lock file says, so not used: 1" in found.notes


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"a":' + "[" * 100_000, '{"name": "a"}', '{"name": 1, "version": 2}']
)
def test_an_installed_manifest_that_says_nothing_is_no_package(tmp_path: Path, content: str) -> None:
    root = locked(tmp_path / "p")
    project(root, {"node_modules/a/package.json": content})
    [gap] = graph(root).unread
    assert gap.why == "is not installed, and nothing is brought offline"


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    root = locked(tmp_path / "p")
    outside = installed(tmp_path, "outside/a", "a@1.0.0")
    (root / "node_modules").mkdir()
    (root / "node_modules" / "a").symlink_to(outside)
    assert graph(root).artifacts == ()
    (root / "node_modules" / "a").unlink()
    (root / "node_modules").rmdir()
    (root / "node_modules").symlink_to(outside.parent)
    assert graph(root).artifacts == ()


def test_a_link_inside_the_project_is_followed(tmp_path: Path) -> None:
    root = locked(tmp_path / "p")
    installed(root, "node_modules/.store/a", "a@1.0.0")
    (root / "node_modules" / "a").symlink_to(".store/a")
    assert by_name(graph(root))["a@1.0.0"].files.root == root / "node_modules" / ".store" / "a"


@pytest.mark.parametrize("store", [".pnpm", ".bun"])
def test_the_stores_of_pnpm_and_bun_are_looked_into(tmp_path: Path, store: str) -> None:
    root = project(tmp_path / "p", {"package.json": {"dependencies": {"@s/a": "^1.0.0"}}, "yarn.lock": CLASSIC})
    place = f"node_modules/{store}/@s+a@1.0.0/node_modules/@s/a"
    installed(root, place, "@s/a@1.0.0")
    assert by_name(graph(root))["@s/a@1.0.0"].files.root == root / place


def test_links_in_node_modules_may_form_cycles(tmp_path: Path) -> None:
    root = project(tmp_path / "p", {"package.json": {"dependencies": {"@s/a": "^1.0.0"}}, "yarn.lock": CLASSIC})
    place = installed(root, "node_modules/b/node_modules/@s/a", "@s/a@1.0.0")
    installed(root, "node_modules/b", "b@1.0.0")
    (place / "node_modules").symlink_to(root / "node_modules")
    (root / "node_modules" / "loop").symlink_to("loop")
    (root / "node_modules" / "up").symlink_to(root)
    assert by_name(graph(root))["@s/a@1.0.0"].files.root == place


def zipped(root: Path, name: str) -> str:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("node_modules/@s/a/package.json", json.dumps({"name": "@s/a", "version": "1.0.0"}))
        archive.writestr("node_modules/@s/a/index.d.ts", "export {}")
    checksum = hashlib.sha512(content.getvalue()).hexdigest()
    files = {"package.json": {"name": "app", "dependencies": {"@s/a": "^1.0.0"}}}
    zip_name = f".yarn/cache/{name}-{checksum[:10]}.zip"
    project(root, {**files, zip_name: content.getvalue(), "yarn.lock": YARN_ZIP.format(checksum=checksum)})
    return zip_name


def test_the_zips_of_yarn_are_read_when_their_checksum_is_the_locked_one(tmp_path: Path) -> None:
    root = tmp_path / "p"
    zip_name = zipped(root, "@s-a-npm-1.0.0-0123456789")
    found = graph(root)
    files = by_name(found)["@s/a@1.0.0"].files
    assert files.form is Form.ZIP
    with open_tree(files) as tree:
        assert list(tree.names()) == ["index.d.ts", "package.json"]
    assert found.notes == ()
    (root / zip_name).write_bytes((root / zip_name).read_bytes() + b"\0")
    assert graph(root).artifacts == ()
    assert "installed packages that are not what the lock file says, so not used: 1" in graph(root).notes


def test_a_file_archive_is_read_where_it_lies_when_it_is_the_locked_one(tmp_path: Path) -> None:
    content = tarball("a@1.0.0")
    root = locked(tmp_path / "p", resolved="file:a.tgz", integrity=sri(content))
    project(root, {"a.tgz": content})
    assert by_name(graph(root))["a@1.0.0"].files.root == root / "a.tgz"
    project(root, {"a.tgz": tarball("a@1.0.0", changed=True)})
    [gap] = graph(root).unread
    assert gap.why == "an archive that is not there, not readable, or not what the lock file says"


@pytest.mark.parametrize("named", [True, False])
def test_a_folder_outside_is_read_only_when_a_manifest_names_it(tmp_path: Path, named: bool) -> None:
    installed(tmp_path, "outside", "outside@1.0.0")
    entries = {
        "node_modules/a": {"version": "1.0.0", "dependencies": {"outside": "file:../../../outside"}},
        "node_modules/outside": {"resolved": "../outside", "link": True},
        "../outside": {"version": "1.0.0"},
    }
    wanted = {"a": "1", **({"outside": "file:../outside"} if named else {})}
    root = project(
        tmp_path / "p", {"package.json": {"dependencies": wanted}, "package-lock.json": package_lock(**entries)}
    )
    assert ("outside@1.0.0" in by_name(graph(root))) is named


@pytest.mark.parametrize("specifier", ["file:.", "file:..", "file:../", "file:/"])
def test_the_project_itself_and_what_holds_it_are_no_dependency(tmp_path: Path, specifier: str) -> None:
    installed(tmp_path, ".", "above@1.0.0")
    path = specifier.removeprefix("file:")
    root = project(
        tmp_path / "p",
        {
            "package.json": {"name": "p", "version": "1.0.0", "dependencies": {"a": specifier}},
            "yarn.lock": f'# yarn lockfile v1\n\n"a@file:{path}":\n  version "1.0.0"\n',
        },
    )
    assert graph(root).artifacts == ()


def test_digests_are_of_the_archive_or_of_the_files_content(tmp_path: Path) -> None:
    root = locked(tmp_path / "p")
    stock(root, "a@1.0.0")
    archive = archives_of(root) / "npm" / "a" / "1.0.0.tgz"
    assert by_name(graph(root))["a@1.0.0"].digest == "sha256:" + hashlib.sha256(archive.read_bytes()).hexdigest()
    folder = installed(root, "node_modules/a", "a@1.0.0")
    before = by_name(graph(root))["a@1.0.0"].digest
    (folder / "index.d.ts").write_text("export declare const other: 1")
    assert by_name(graph(root))["a@1.0.0"].digest not in ("", before)
