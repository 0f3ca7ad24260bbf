"""The small judgements: hashes, machines, specifiers."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.resolve.npm.integrity import from_hex, measure
from paredown.resolve.npm.machine import Limits, Machine, by_name, fits, spoken, this_machine
from paredown.resolve.npm.naming import is_remote, publisher, purl, typings
from tests.resolve.npm.made import sri

LINUX = Machine("linux", "x64", "glibc")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "archive"
    path.write_bytes(b"content")
    return path


RIGHT = sri(b"content")
WRONG = sri(b"other")


@pytest.mark.parametrize(
    ("integrity", "matches"),
    [
        (RIGHT, True),
        (WRONG, False),
        (f"{WRONG} {RIGHT}", True),
        (f"{RIGHT}?opt", True),
        (f"{sri(b'content', 'sha1')} {WRONG}", False),
        (f"{sri(b'other', 'sha1')} {RIGHT}", True),
        (sri(b"content", "sha1"), True),
        (sri(b"content", "sha384"), True),
        (sri(b"content", "md5"), None),
        ("", None),
        ("sha512-", False),
        ("sha512-not base64!", False),
        (from_hex("sha1", "040f06fd774092478d450774f5ba30c5da78acc8"), True),
        (from_hex("sha1", "zz"), False),
        (from_hex("sha1", ""), None),
    ],
)
def test_the_strongest_hash_decides_and_one_of_several_is_enough(
    archive: Path, integrity: str, matches: bool | None
) -> None:
    assert measure(archive, integrity).matches is matches


def test_a_digest_is_that_of_the_bytes(archive: Path) -> None:
    assert measure(archive, "").digest == "sha256:ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73"


@pytest.mark.parametrize(
    ("limits", "runs"),
    [
        (Limits(), True),
        (Limits(os=("linux",), cpu=("x64",), libc=("glibc",)), True),
        (Limits(os=("darwin", "linux")), True),
        (Limits(os=("!win32",)), True),
        (Limits(os=("!linux",)), False),
        (Limits(os=("linux", "!linux")), False),
        (Limits(os=("any",)), True),
        (Limits(os=("none",)), False),
        (Limits(cpu=("arm64",)), False),
        (Limits(os=("linux",), libc=("musl",)), False),
    ],
)
def test_a_platform_fits_as_npm_decides_it(limits: Limits, runs: bool) -> None:
    assert fits(limits, LINUX) is runs


def test_where_no_c_library_is_told_none_is_asked_for() -> None:
    assert fits(Limits(libc=("glibc",)), Machine("darwin", "arm64", ""))


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("@esbuild/win32-x64", Limits(os=("win32",), cpu=("x64",))),
        ("@swc/core-linux-arm64-gnu", Limits(os=("linux",), cpu=("arm64",), libc=("glibc",))),
        ("@img/sharp-linuxmusl-x64", Limits(os=("linux",), cpu=("x64",), libc=("musl",))),
        ("@x/binding-wasm32-wasi", Limits(cpu=("wasm32",))),
        ("winston", Limits()),
        ("arm", Limits()),
    ],
)
def test_a_name_may_tell_a_platform(name: str, limits: Limits) -> None:
    assert by_name(name) == limits


def test_limits_are_spoken_in_known_words() -> None:
    assert spoken(Limits(os=("win32", "evil"), cpu=("x64",), libc=("musl",))) == "win32 x64 musl"
    assert spoken(Limits(os=("!linux",))) == "!linux"


def test_this_machine_has_words_of_npm() -> None:
    assert this_machine().os in ("linux", "darwin", "freebsd", "openbsd", "win32")
    assert this_machine().cpu


@pytest.mark.parametrize(
    "specifier",
    ["git+https://h/r.git", "git@h:r.git", "github:u/r", "u/r", "u/r#v1", "https://h/a.tgz", "gist:0a1b", "SSH://h/r"],
)
def test_a_repository_or_address_is_remote(specifier: str) -> None:
    assert is_remote(specifier)


@pytest.mark.parametrize("specifier", ["^1.0.0", "latest", "npm:@s/a@1", ">=1 <2 || 3", "file:../a", "workspace:*", ""])
def test_a_version_is_not_remote(specifier: str) -> None:
    assert not is_remote(specifier)


def test_names_lead_to_publishers_types_and_package_urls() -> None:
    assert (publisher("@s/a"), publisher("a")) == ("@s", "a")
    assert (typings("a"), typings("@s/a")) == ("@types/a", "@types/s__a")
    assert purl("@s/a", "1.0.0+b") == "pkg:npm/%40s/a@1.0.0%2Bb"
    assert purl("a", "") == "pkg:npm/a"
