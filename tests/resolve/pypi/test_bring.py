"""Bringing wheels: what pip is asked, what is kept of what it brings, and what is said when it fails."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from paredown.errors import CannotWrite
from paredown.resolve.client import Ran
from paredown.resolve.graph import Options
from paredown.resolve.pypi import bring as bringing
from paredown.resolve.pypi import resolve
from paredown.resolve.pypi.target import running
from tests.resolve.pypi.made import graph, manifest, names, project, registry, uv, wheel, why

HIDDEN = "https://user:secret@registry.example/simple/x/"


class Pip:
    """Stands for pip: it writes what `serve` gives for a requirement, or fails with a log as pip's."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self.commands: list[Sequence[str]] = []
        self.serve: dict[str, Callable[[Path], object]] = {}
        self.log = ""

    def __call__(self, command: Sequence[str], cwd: Path) -> Ran:
        lines = (cwd / "wanted.txt").read_text().splitlines()
        asked = [line.split(" ")[0] for line in lines]
        self.calls.append(asked)
        self.commands.append(command)
        if all(one in self.serve for one in asked):
            for one in asked:
                self.serve[one](cwd / "wheels")
            return Ran(True, "", "")
        if "--log" in command:
            (cwd / "log.txt").write_text(self.log or "ERROR: No matching distribution found")
        return Ran(False, "", f"ERROR: {HIDDEN}")

    def has(self, name: str, version: str, tag: str = "py3-none-any") -> str:
        """Serve a wheel and return its digest."""
        self.serve[f"{name}=={version}"] = lambda folder: wheel(folder, name, version, tag)
        return ""


@pytest.fixture
def pip(monkeypatch: pytest.MonkeyPatch) -> Pip:
    fake = Pip()
    monkeypatch.setattr(bringing, "run", fake)
    return fake


def digest_of(tmp_path: Path, name: str, version: str) -> str:
    """Return the digest that `made.wheel` gives every wheel of this name and version."""
    return wheel(tmp_path / "scratch", name, version)


def test_what_was_brought_is_kept_and_not_asked_for_again(tmp_path: Path, pip: Pip) -> None:
    digest = digest_of(tmp_path, "alpha", "1.0")
    root = project(
        tmp_path / "p", {"pyproject.toml": manifest("alpha"), "uv.lock": uv(registry("alpha", "1.0", digest=digest))}
    )
    pip.has("alpha", "1.0")
    shelf = tmp_path / "shelf"

    first = graph(root, offline=False, archives=shelf)
    again = graph(root, offline=True, archives=shelf)

    assert [(one.name, one.digest) for one in first.artifacts] == [("alpha", f"sha256:{digest}")]
    assert again.artifacts == first.artifacts
    assert len(pip.calls) == 1
    assert os.listdir(shelf / "pypi") == ["alpha-1.0-py3-none-any.whl"]


def test_pip_may_only_download_wheels_and_must_check_hashes_that_the_lock_has(tmp_path: Path, pip: Pip) -> None:
    lock = uv(
        registry("alpha", "1.0"),
        'name = "beta"\nversion = "2.0"\nsource = { registry = "x" }\nwheels = [{ url = "beta-2.0-py3-none-any.whl" }]',
    )
    root = project(tmp_path / "p", {"pyproject.toml": manifest("alpha", "beta"), "uv.lock": lock})
    held = graph(root, offline=False)

    for command in pip.commands:
        assert command[1:5] == ["-m", "pip", "download", "--no-deps"]
        assert list(command[5:7]) == ["--only-binary", ":all:"]
        assert not any("index" in one or "://" in one for one in command)
    by_hash = {
        tuple(asked): "--require-hashes" in command for asked, command in zip(pip.calls, pip.commands, strict=True)
    }
    assert by_hash == {("alpha==1.0",): True, ("beta==2.0",): False}
    assert "1 packages have no hash in the lock; pip could not check what it brought" in held.notes


def test_a_file_that_is_not_the_locked_one_is_not_kept(tmp_path: Path, pip: Pip) -> None:
    root = project(tmp_path / "p", {"pyproject.toml": manifest("alpha"), "uv.lock": uv(registry("alpha", "1.0"))})
    pip.has("alpha", "1.0")
    held = graph(root, offline=False, archives=tmp_path / "shelf")

    assert why(held) == {"alpha": bringing.OTHER_FILE}
    assert os.listdir(tmp_path / "shelf" / "pypi") == []


def test_a_wheel_at_hand_that_is_not_the_locked_one_is_replaced(tmp_path: Path, pip: Pip) -> None:
    digest = digest_of(tmp_path, "alpha", "1.0")
    root = project(
        tmp_path / "p", {"pyproject.toml": manifest("alpha"), "uv.lock": uv(registry("alpha", "1.0", digest=digest))}
    )
    wheel(tmp_path / "shelf" / "pypi", "alpha", "1.0", extra={"alpha/evil.py": ""})
    assert "another file" in why(graph(root, archives=tmp_path / "shelf"))["alpha"]

    pip.has("alpha", "1.0")
    assert [one.digest for one in graph(root, offline=False, archives=tmp_path / "shelf").artifacts] == [
        f"sha256:{digest}"
    ]


def test_what_pip_brings_besides_is_not_kept(tmp_path: Path, pip: Pip) -> None:
    def serve(folder: Path) -> None:
        wheel(folder, "alpha", "1.0")
        wheel(folder, "alpha", "2.0")
        wheel(folder, "other", "1.0")
        (folder / "alpha-1.0.tar.gz").write_text("")

    root = project(tmp_path / "p", {"requirements.txt": "alpha==1.0\n"})
    pip.serve["alpha==1.0"] = serve

    assert names(graph(root, offline=False, archives=tmp_path / "shelf")) == {"alpha 1.0"}
    assert os.listdir(tmp_path / "shelf" / "pypi") == ["alpha-1.0-py3-none-any.whl"]


def test_one_bad_package_costs_no_other(tmp_path: Path, pip: Pip) -> None:
    good = [f"good-{number}" for number in range(60)]
    lines = [f"{name}==1.0" for name in [*good[:20], "bad", *good[20:], "worse"]]
    root = project(tmp_path / "p", {"requirements.txt": "\n".join(lines)})
    for name in good:
        pip.has(name, "1.0")
    held = graph(root, offline=False)

    assert {one.name for one in held.artifacts} == set(good)
    assert set(why(held)) == {"bad", "worse"}
    assert len(pip.calls) < 30
    assert held.resolved == 62


def test_a_registry_that_cannot_be_reached_ends_it(tmp_path: Path, pip: Pip) -> None:
    root = project(tmp_path / "p", {"requirements.txt": "\n".join(f"a{n}==1" for n in range(100))})
    pip.log = f"Could not fetch URL {HIDDEN}: connection error: refused - skipping"
    held = graph(root, offline=False)

    assert set(why(held).values()) == {bringing.NO_INDEX}
    assert len(pip.calls) <= 12


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", bringing.OTHER_FILE),
        (f"Skipping link: No sources permitted for alpha: {HIDDEN}alpha-1.0.tar.gz", bringing.NO_WHEEL),
        (
            f"Skipping link: none of the wheel's tags (cp27-cp27m) are compatible: {HIDDEN}Alpha-1.0-cp27-cp27m-win32.whl",
            bringing.NO_FIT,
        ),
        (
            f"Skipping link: none of the wheel's tags (cp27-cp27m) are compatible: {HIDDEN}alpha-0.9-cp27-cp27m-win32.whl",
            "the registry has no wheel of this version",
        ),
        (
            f"ERROR: 403 Client Error: Forbidden for url: {HIDDEN}",
            "the registry refused; pip has no credentials for it",
        ),
        (
            "ERROR: Could not install packages due to an OSError: No space left on device",
            "pip could not write the file",
        ),
    ],
)
def test_the_reason_is_ours_and_names_no_host(tmp_path: Path, pip: Pip, log: str, expected: str) -> None:
    root = project(tmp_path / "p", {"requirements.txt": "alpha==1.0\n"})
    pip.log = log
    held = graph(root, offline=False)

    assert why(held) == {"alpha": expected}
    assert not re.search(r"registry\.example|secret|://", repr(held))


def test_what_is_known_to_have_no_fitting_wheel_is_not_asked_for(tmp_path: Path, pip: Pip) -> None:
    source = 'name = "alpha"\nversion = "1.0"\nsource = { registry = "x" }\nsdist = { url = "alpha-1.0.tar.gz", hash = "sha256:00" }'
    other = 'name = "beta"\nversion = "1.0"\nsource = { registry = "x" }\nwheels = [{ url = "beta-1.0-cp27-cp27m-win32.whl" }]'
    root = project(tmp_path / "p", {"pyproject.toml": manifest("alpha", "beta"), "uv.lock": uv(source, other)})

    for offline in (False, True):
        assert why(graph(root, offline=offline)) == {"alpha": bringing.NO_WHEEL, "beta": bringing.NO_FIT}
    assert pip.calls == []


def test_two_runs_at_once_do_not_disturb_each_other(tmp_path: Path, pip: Pip) -> None:
    root = project(tmp_path / "p", {"requirements.txt": "\n".join(f"a{n}==1.0" for n in range(20))})
    for number in range(20):
        pip.has(f"a{number}", "1.0")
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(graph, root, offline=False, archives=tmp_path / "shelf") for _ in range(2)]

    assert [len(run.result().artifacts) for run in runs] == [20, 20]
    assert len(os.listdir(tmp_path / "shelf" / "pypi")) == 20


def test_offline_no_client_is_started_and_the_gap_is_told(tmp_path: Path, pip: Pip) -> None:
    root = project(tmp_path / "p", {"requirements.txt": "alpha==1.0\n"})

    assert "nothing is brought offline" in why(graph(root, offline=True))["alpha"]
    assert pip.calls == []


def test_without_pip_the_gap_says_so(tmp_path: Path, pip: Pip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bringing, "find_spec", lambda name: None)
    root = project(tmp_path / "p", {"requirements.txt": "alpha==1.0\n"})

    assert why(graph(root, offline=False)) == {"alpha": "pip is not installed in paredown's environment"}
    assert pip.calls == []


def test_an_archive_folder_that_refuses_is_an_error(tmp_path: Path, pip: Pip) -> None:
    root = project(tmp_path / "p", {"requirements.txt": "alpha==1.0\n"})
    (tmp_path / "shelf").write_text("a file, not a folder")

    with pytest.raises(CannotWrite):
        graph(root, offline=False, archives=tmp_path / "shelf")


def test_another_interpreter_is_told_to_pip(tmp_path: Path, pip: Pip) -> None:
    later = f"3.{running().minor[1] + 1}"
    root = project(
        tmp_path / "p",
        {"pyproject.toml": f"[project]\nname='it'\nrequires-python='>={later}'\n", "requirements.txt": "alpha==1.0\n"},
    )
    graph(root, offline=False)

    command = list(pip.commands[0])
    assert command[command.index("--python-version") + 1] == later


def test_progress_goes_up_to_the_whole(tmp_path: Path, pip: Pip) -> None:
    root = project(tmp_path / "p", {"requirements.txt": "\n".join(f"a{n}==1" for n in range(9))})
    for number in range(8):
        pip.has(f"a{number}", "1")
    told: list[tuple[str, int, int]] = []
    resolve(root, Options(archives=tmp_path / "shelf", progress=lambda *one: told.append(one)))

    assert [one[0] for one in told] == ["bring pypi"] * len(told)
    assert [one[1] for one in told] == sorted(one[1] for one in told)
    assert (told[0], told[-1]) == (("bring pypi", 0, 9), ("bring pypi", 9, 9))


def test_modules_in_a_data_folder_are_noted(tmp_path: Path) -> None:
    root = project(tmp_path / "p", {"requirements.txt": "alpha==1.0\n"})
    wheel(tmp_path / "shelf" / "pypi", "alpha", "1.0", extra={"alpha-1.0.data/purelib/more.py": ""})

    assert any(
        "1 wheels keep modules in a .data folder" in note for note in graph(root, archives=tmp_path / "shelf").notes
    )
