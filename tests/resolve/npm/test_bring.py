"""Bringing what is missing with npm: checked, in batches, and never more than was asked for."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from paredown.errors import CannotWrite
from paredown.model import Form
from paredown.resolve import client
from paredown.resolve.client import Ran
from paredown.resolve.npm.bring import BATCH, OTHER_FILE, Order, batches
from tests.resolve.npm.made import archives_of, by_name, edges, graph, package_lock, project, sri, stock, tarball


class Npm:
    """A client that packs made tarballs: `broken` ones fail their whole call, `others` are another file."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.commands: list[tuple[str, ...]] = []
        self.broken: dict[str, str] = {}
        self.fields: dict[str, dict[str, object]] = {}
        self.unreachable = False
        self._lock = threading.Lock()

    def run(self, command: Sequence[str], cwd: Path, timeout: float = 0) -> Ran:
        split = command.index("--")
        specifiers = tuple(command[split + 1 :])
        target = Path(command[command.index("--pack-destination") + 1])
        with self._lock:
            self.calls.append(specifiers)
            self.commands.append(tuple(command))
        assert os.listdir(cwd) == ["package.json"], "an empty folder, so no project configuration applies"
        code = "ENOTFOUND" if self.unreachable else next((self.broken[s] for s in specifiers if s in self.broken), "")
        if code:
            error = {"code": code, "summary": f"{code} for a reason\nand more", "detail": "long"}
            return Ran(False, json.dumps({"error": error}), "A complete log of this run can be found in: there")
        for specifier in specifiers:
            name, _, version = specifier.rpartition("@")
            file = f"{name.removeprefix('@').replace('/', '-')}-{version}.tgz"
            (target / file).write_bytes(tarball(specifier, **self.fields.get(specifier, {})))
        return Ran(True, "[]", "")


@pytest.fixture
def npm(monkeypatch: pytest.MonkeyPatch) -> Npm:
    fake = Npm()
    monkeypatch.setattr(client, "run", fake.run)
    return fake


def locked(root: Path, *specifiers: str, hashes: bool = True, **integrity: str) -> Path:
    entries: dict[str, dict[str, object]] = {}
    for specifier in specifiers:
        name, _, version = specifier.rpartition("@")
        entries[f"node_modules/{name}"] = {"version": version}
        if hashes:
            entries[f"node_modules/{name}"]["integrity"] = integrity.get(name, sri(tarball(specifier)))
    manifest = {"dependencies": {name.rpartition("@")[0]: "*" for name in specifiers}}
    return project(root, {"package.json": manifest, "package-lock.json": package_lock(**entries)})


def test_what_is_missing_is_brought_once_and_kept(tmp_path: Path, npm: Npm) -> None:
    root = locked(tmp_path / "p", "a@1.0.0", "@s/b@2.0.0")
    found = graph(root, offline=False)
    assert {artifact.files.form for artifact in found.artifacts} == {Form.TGZ}
    assert found.notes == ()
    assert npm.calls == [("a@1.0.0", "@s/b@2.0.0")]
    assert graph(root, offline=False) == found
    assert graph(root) == found
    assert len(npm.calls) == 1
    assert sorted(path.name for path in archives_of(root).rglob("*") if path.is_file()) == ["1.0.0.tgz", "2.0.0.tgz"]


def test_no_script_runs_and_no_name_is_taken_for_an_option(tmp_path: Path, npm: Npm) -> None:
    graph(locked(tmp_path / "p", "--help@1.0.0"), offline=False)
    [command] = npm.commands
    assert "--ignore-scripts" in command
    assert command[-2:] == ("--", "--help@1.0.0")


def test_offline_nothing_is_asked_for(tmp_path: Path, npm: Npm) -> None:
    [gap] = graph(locked(tmp_path / "p", "a@1.0.0")).unread
    assert gap.why == "is not installed, and nothing is brought offline"
    assert npm.calls == []


@pytest.mark.parametrize("algorithm", ["sha512", "sha384", "sha256", "sha1"])
def test_an_archive_with_another_hash_is_refused_and_not_kept(tmp_path: Path, npm: Npm, algorithm: str) -> None:
    root = locked(tmp_path / "p", "a@1.0.0", "b@1.0.0", a=sri(b"another", algorithm))
    found = graph(root, offline=False)
    assert set(by_name(found)) == {"b@1.0.0"}
    assert [(gap.artifact, gap.why) for gap in found.unread] == [("pkg:npm/a@1.0.0", OTHER_FILE)]
    assert not (archives_of(root) / "npm" / "a" / "1.0.0.tgz").exists()


def test_an_archive_without_a_hash_in_the_lock_is_used_and_counted(tmp_path: Path, npm: Npm) -> None:
    found = graph(locked(tmp_path / "p", "a@1.0.0", "b@1.0.0", hashes=False), offline=False)
    assert len(found.artifacts) == 2
    assert found.notes == ("archives that the lock file has no hash of, so not checked: 2",)


def test_a_kept_archive_that_is_not_the_locked_one_is_brought_again(tmp_path: Path, npm: Npm) -> None:
    root = locked(tmp_path / "p", "a@1.0.0")
    stock(root, "a@1.0.0")
    path = archives_of(root) / "npm" / "a" / "1.0.0.tgz"
    path.write_bytes(b"truncated")
    assert len(graph(root, offline=False).artifacts) == 1
    assert path.read_bytes() == tarball("a@1.0.0")


def test_one_bad_package_does_not_lose_the_others_of_its_batch(tmp_path: Path, npm: Npm) -> None:
    npm.broken["b@1.0.0"] = "E404"
    found = graph(locked(tmp_path / "p", "a@1.0.0", "b@1.0.0", "c@1.0.0"), offline=False)
    assert set(by_name(found)) == {"a@1.0.0", "c@1.0.0"}
    assert [(gap.artifact, gap.why) for gap in found.unread] == [
        ("pkg:npm/b@1.0.0", "npm: E404 E404 for a reason"),
    ]
    assert len(npm.calls) == 4


def test_an_unreachable_registry_is_asked_only_once_a_batch(tmp_path: Path, npm: Npm) -> None:
    npm.unreachable = True
    specifiers = [f"p{number}@1.0.0" for number in range(3 * BATCH)]
    found = graph(locked(tmp_path / "p", *specifiers), offline=False)
    assert len(found.unread) == len(specifiers)
    assert {gap.why for gap in found.unread} == {"npm: ENOTFOUND ENOTFOUND for a reason"}
    assert len(npm.calls) <= 3


def test_a_missing_client_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    [gap] = graph(locked(tmp_path / "p", "a@1.0.0"), offline=False).unread
    assert gap.why == "npm is not installed"


def test_a_client_that_brings_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "run", lambda *_args, **_more: Ran(True, "[]", ""))
    [gap] = graph(locked(tmp_path / "p", "a@1.0.0"), offline=False).unread
    assert gap.why == "npm brought no archive of it"


def test_the_words_of_a_client_cannot_drive_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    error = json.dumps({"error": {"code": "E\x1b[2J", "summary": "no\u202e\x07"}})
    monkeypatch.setattr(client, "run", lambda *_args, **_more: Ran(False, error, ""))
    [gap] = graph(locked(tmp_path / "p", "a@1.0.0"), offline=False).unread
    assert gap.why.isprintable()


def test_progress_counts_to_the_total(tmp_path: Path, npm: Npm) -> None:
    seen: list[tuple[str, int, int]] = []
    graph(locked(tmp_path / "p", "a@1.0.0", "b@1.0.0"), offline=False, progress=lambda *told: seen.append(told))
    assert seen == [("bring npm", 0, 2), ("bring npm", 1, 2), ("bring npm", 2, 2)]


def test_no_batch_gives_two_archives_one_name() -> None:
    orders = [Order(name, "1.0.0", "") for name in ("@a/b", "a-b", "c", "@A/b")]
    assert [[order.name for order in batch] for batch in batches(orders)] == [["@a/b", "c"], ["a-b"], ["@A/b"]]
    many = [Order(f"p{number}", "1.0.0", "") for number in range(2 * BATCH + 1)]
    assert [len(batch) for batch in batches(many)] == [BATCH, BATCH, 1]


def test_a_folder_that_refuses_is_an_error_that_names_it(tmp_path: Path, npm: Npm) -> None:
    root = locked(tmp_path / "p", "a@1.0.0")
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWrite, match="file"):
        graph(root, offline=False, archives=tmp_path / "file")


def test_what_yarn_does_not_write_is_read_from_what_was_brought(tmp_path: Path, npm: Npm) -> None:
    blocks = "".join(
        f'"{name}@*":\n  version "1.0.0"\n{more}\n'
        for name, more in {
            "a": '  optionalDependencies:\n    native "*"\n    bare "*"\n',
            "host": "",
            "native": "",
            "bare": "",
        }.items()
    )
    root = project(
        tmp_path / "p",
        {"package.json": {"dependencies": {"a": "*", "host": "*"}}, "yarn.lock": "# yarn lockfile v1\n\n" + blocks},
    )
    npm.fields["a@1.0.0"] = {"peerDependencies": {"host": "*", "absent": "*", "../../etc": "*"}}
    npm.fields["native@1.0.0"] = {"os": ["sunos"], "cpu": ["s390x"]}
    found = graph(root, offline=False)
    assert set(by_name(found)) == {"a@1.0.0", "host@1.0.0", "bare@1.0.0"}
    assert edges(by_name(found)["a@1.0.0"]) == {"bare": "bare@1.0.0", "host": "host@1.0.0", "native": "native@1.0.0"}
    assert [(gap.artifact, gap.why) for gap in found.unread] == [
        ("pkg:npm/native@1.0.0", "optional, made for sunos s390x only")
    ]
    assert graph(root) == found, "from what lies beside the archives"


def test_runs_at_once_leave_whole_archives(tmp_path: Path, npm: Npm) -> None:
    roots = [locked(tmp_path / f"p{number}", "a@1.0.0", "b@1.0.0") for number in range(4)]
    found: list[int] = []
    threads = [
        threading.Thread(
            target=lambda root=root: found.append(
                len(graph(root, offline=False, archives=tmp_path / "archives").artifacts)
            )
        )
        for root in roots
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2, 2, 2, 2]
    assert (tmp_path / "archives" / "npm" / "a" / "1.0.0.tgz").read_bytes() == tarball("a@1.0.0")
    assert [path.name for path in (tmp_path / "archives" / "npm").iterdir() if path.name.startswith(".")] == []


@pytest.mark.network
def test_npm_brings_packages_and_a_wrong_hash_is_refused(tmp_path: Path) -> None:
    known = "sha512-CQpnWPrDwmP1+SMHXZhtLtJv90yiyVfluGsX5iNCVkrhQtU3TQHsUWPG9wkdk9Lgd5yNpAg9jQEo90CBaXgWMA=="
    entries = {
        "node_modules/is-odd": {"version": "3.0.1", "integrity": known, "dependencies": {"is-number": "^6.0.0"}},
        "node_modules/is-number": {"version": "6.0.0", "integrity": known},
    }
    root = project(
        tmp_path / "p",
        {"package.json": {"dependencies": {"is-odd": "3.0.1"}}, "package-lock.json": package_lock(**entries)},
    )
    found = graph(root, offline=False)
    assert set(by_name(found)) == {"is-odd@3.0.1"}
    assert [(gap.artifact, gap.why) for gap in found.unread] == [("pkg:npm/is-number@6.0.0", OTHER_FILE)]
    assert graph(root).artifacts == found.artifacts


@pytest.mark.network
def test_npm_says_why_a_version_cannot_be_had(tmp_path: Path) -> None:
    root = project(
        tmp_path / "p",
        {
            "package.json": {"dependencies": {"is-odd": "1"}},
            "package-lock.json": package_lock(**{"node_modules/is-odd": {"version": "99.99.99"}}),
        },
    )
    [gap] = graph(root, offline=False).unread
    assert gap.why.startswith("npm: ETARGET")
