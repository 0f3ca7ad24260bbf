"""Manifests and lock files that cannot be understood: the file, the reason, the way on, and never a word of theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.errors import UnreadableProject
from tests.resolve.npm.made import graph, project

LAUGHS = "a0: &a0 [x]\n" + "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(9))
"""Nested aliases that would mean 9^9 values."""

REFUSED = {
    "an old npm lock": (
        "package-lock.json",
        '{"lockfileVersion": 1, "dependencies": {}}',
        "lockfileVersion 1 has no package paths; run `npm install --package-lock-only` with npm 7 or later",
    ),
    "an npm lock before versions": ("package-lock.json", '{"dependencies": {}}', "lockfileVersion 1"),
    "an npm lock of the future": ("package-lock.json", '{"lockfileVersion": 9, "packages": {}}', "reads 2 and 3"),
    "broken JSON": ("package-lock.json", '{\n"lockfileVersion": 3,\n"SECRET": }', "line 3: is not JSON"),
    "JSON that is a list": ("package-lock.json", '["SECRET"]', "is JSON, but not an object"),
    "a key twice": ("package-lock.json", '{"a": 1,\n"a": 2}', "holds the key a twice"),
    "JSON without end": ("package-lock.json", '{"a":' + "[" * 200_000, "is nested too deep"),
    "packages as a list": (
        "package-lock.json",
        '{"lockfileVersion": 3, "packages": []}',
        "`packages` is not an object",
    ),
    "not UTF-8": ("package-lock.json", b'{\n"SECRET": "\xff"}', "is not UTF-8 (line 2)"),
    "a binary lock of bun": ("bun.lockb", b"#!/usr/bin/env bun\n", "run `bun install --save-text-lockfile"),
    "a bun lock of the future": ("bun.lock", '{"lockfileVersion": 7,}', "reads 0 and 1"),
    "a bun lock without names": (
        "bun.lock",
        '{"lockfileVersion": 1, "packages": {"a": ["SECRET"]}}',
        "no list of name",
    ),
    "broken JSON of bun": ("bun.lock", '{\n/* x\n*/ "lockfileVersion": 1,\n SECRET }', "line 4: is not JSON"),
    "a pnpm lock of the future": ("pnpm-lock.yaml", "lockfileVersion: '10.0'\n", "reads 5, 6 and 9"),
    "an empty pnpm lock": ("pnpm-lock.yaml", "", "is empty"),
    "broken YAML": ("pnpm-lock.yaml", "lockfileVersion: '9.0'\nSECRET: [\n", "line 3: is not YAML"),
    "YAML that is a list": ("pnpm-lock.yaml", "- SECRET\n", "is YAML, but not a mapping"),
    "a YAML key twice": ("pnpm-lock.yaml", "packages:\n  a: {}\n  a: {}\n", "line 3: holds the key a twice"),
    "aliases of aliases": ("pnpm-lock.yaml", LAUGHS, "holds more than 64 aliases"),
    "YAML without end": ("pnpm-lock.yaml", "a: " + "[" * 5_000, "is not YAML"),
    "YAML too deep": ("pnpm-lock.yaml", "\n".join(" " * n + "a:" for n in range(100)), "is nested too deep"),
    "YAML with control characters": ("pnpm-lock.yaml", "a: \x01\n", "that YAML does not allow"),
    "a yarn lock of the future": ("yarn.lock", "# yarn lockfile v2\n", "has a version that paredown does not know"),
    "a later yarn of the future": (
        "yarn.lock",
        "__metadata:\n  version: 99\n",
        "a version that paredown does not know",
    ),
    "a yarn lock without resolutions": (
        "yarn.lock",
        '__metadata:\n  version: 8\n"a@npm:1":\n  version: SECRET\n',
        "holds an entry without a resolution",
    ),
    "a yarn key twice": (
        "yarn.lock",
        'a@1:\n  version "1.0.0"\n\na@1:\n  version "1.0.1"\n',
        "line 4: holds a@1 twice",
    ),
    "a yarn value twice": ("yarn.lock", 'a@1:\n  version "1.0.0"\n  version "2.0.0"\n', "line 3: holds version twice"),
    "a merge conflict": ("yarn.lock", "<<<<<<< SECRET\na@1:\n", "line 1: is not what yarn writes"),
    "strange indentation": ("yarn.lock", 'a@1:\n   version "1.0.0"\n', "line 2: is not what yarn writes"),
    "a value of nothing": ("yarn.lock", '  version "1.0.0"\n', "line 1: is not what yarn writes"),
    "a broken quotation": ("yarn.lock", 'a@1:\n  version "SECRET\n', "line 2: is not what yarn writes"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_lock_that_cannot_be_understood_is_refused_with_the_reason(case: str, tmp_path: Path) -> None:
    called, content, reason = REFUSED[case]
    project(tmp_path, {"package.json": {"dependencies": {"a": "1"}}, called: content})
    with pytest.raises(UnreadableProject) as refused:
        graph(tmp_path)
    assert refused.value.subject == called
    assert reason in refused.value.reason
    assert "SECRET" not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "line 1: is not JSON"),
        ("[]", "is JSON, but not an object"),
        ('{"dependencies": ["a"]}', "`dependencies` is not an object"),
        ('{"dependencies": {"a": "1", "a": "2"}}', "holds the key a twice"),
        ('{"version": ' + "9" * 5_000 + "}", "a number of too many digits"),
    ],
)
def test_a_manifest_that_cannot_be_understood_is_refused(content: str, reason: str, tmp_path: Path) -> None:
    project(tmp_path, {"package.json": content})
    with pytest.raises(UnreadableProject, match=r"^package\.json: ") as refused:
        graph(tmp_path)
    assert reason in refused.value.reason


def test_a_missing_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableProject, match=r"package\.json: no such file"):
        graph(tmp_path)


def test_a_lock_that_is_a_link_out_of_the_project_is_refused(tmp_path: Path) -> None:
    root = project(tmp_path / "root", {"package.json": {}})
    project(tmp_path, {"lock": '{"lockfileVersion": 3}'})
    (root / "package-lock.json").symlink_to(tmp_path / "lock")
    with pytest.raises(UnreadableProject, match="is a link out of the project"):
        graph(root)


def test_a_lock_larger_than_the_bound_is_refused(tmp_path: Path) -> None:
    project(tmp_path, {"package.json": {}})
    with (tmp_path / "yarn.lock").open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    with pytest.raises(UnreadableProject, match="larger than the 67,108,864 bytes"):
        graph(tmp_path)


def test_the_first_of_several_locks_counts_and_the_others_are_told(tmp_path: Path) -> None:
    locks = {
        "npm-shrinkwrap.json": {"lockfileVersion": 3, "packages": {}},
        "package-lock.json": "broken",
        "pnpm-lock.yaml": "broken: [",
        "yarn.lock": "broken",
        "bun.lock": "broken",
    }
    project(tmp_path, {"package.json": {}, **locks})
    found = graph(tmp_path)
    assert found.source == "npm-shrinkwrap.json v3"
    assert len(found.notes) == 4
    assert "yarn.lock is ignored, npm-shrinkwrap.json is read" in found.notes


def test_the_two_locks_of_bun_are_one(tmp_path: Path) -> None:
    project(tmp_path, {"package.json": {}, "bun.lockb": b"\0", "bun.lock": '{"lockfileVersion": 1, "packages": {},}'})
    found = graph(tmp_path)
    assert found.source == "bun.lock v1"
    assert found.notes == ()
