"""How a stranger's program is run: no network, no home, none of the caller's settings, and its environment is pinned."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("sklearn", reason="the extra `lab` is not installed")

from paredown.errors import BadConfiguration, UnreadableFile
from paredown.lab.detect.environments import Environments, Pinned
from paredown.lab.detect.isolated import confinement, run
from paredown.lab.detect.registry import DETECTORS, detectors_named

PINNED = {one.pinned.name: one.pinned for one in DETECTORS if one.pinned}


def test_a_program_sees_none_of_the_callers_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_CALLER", "x")

    ran = run([sys.executable, "-c", "import os; print(sorted(os.environ), os.listdir(os.environ['HOME']))"], tmp_path)

    assert ran.code == 0
    assert "SECRET_OF_THE_CALLER" not in ran.out
    assert ran.out.strip().endswith("[]")


def test_a_program_reaches_no_network_where_the_system_permits_to_take_it(tmp_path: Path) -> None:
    if confinement() != "namespace":
        pytest.skip("no network namespace may be made here")
    listening = (
        "import socket\n"
        "names = [n for _, n in socket.if_nameindex()]\n"
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        "try:\n    s.connect(('192.0.2.1', 9)); print('reached', names)\n"
        "except OSError: print('unreachable', names)\n"
    )

    assert run([sys.executable, "-c", listening], tmp_path).out.startswith("unreachable ['lo'")


def test_a_program_that_hangs_or_is_not_there_is_a_value(tmp_path: Path) -> None:
    hung = run([sys.executable, "-c", "import time; time.sleep(60)"], tmp_path, timeout=0.5)

    assert (hung.code, hung.why) == (None, "no answer in 0 s")
    assert run([str(tmp_path / "absent")], tmp_path).code != 0


@pytest.mark.parametrize("name", sorted(PINNED))
def test_every_requirement_of_a_detector_is_pinned_with_a_hash(name: str) -> None:
    lines = [line for line in PINNED[name].pins.replace("\\\n", "").splitlines() if line.strip()]

    assert lines
    for line in lines:
        assert re.match(r"^[A-Za-z0-9._-]+==[^ ;]+", line), line
        assert "--hash=sha256:" in line, line


def test_a_changed_pin_is_another_environment(tmp_path: Path) -> None:
    folder = Environments(tmp_path)

    assert folder.of(Pinned("bandit")) != folder.of(Pinned("bandit", (3, 11), "another source"))


def test_a_half_made_environment_offers_no_program(tmp_path: Path) -> None:
    made = Environments(tmp_path).of(Pinned("bandit"))
    (made / "bin").mkdir(parents=True)
    (made / "bin/bandit").write_text("")

    assert Environments(tmp_path).program(Pinned("bandit"), "bandit") is None
    (made / "complete").write_text("")
    assert Environments(tmp_path).program(Pinned("bandit"), "bandit") == made / "bin/bandit"


def test_a_detector_that_no_registry_carries_asks_for_its_sources(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="give the folder of its sources"):
        Environments(tmp_path).make(PINNED["skillspector"])


def test_every_detector_has_one_name_and_one_version() -> None:
    assert len({one.name for one in DETECTORS}) == len(DETECTORS)
    assert all(one.version for one in DETECTORS)
    assert {Path(f"{one.__class__.__module__.rpartition('.')[2]}").name.replace("_", "-") for one in DETECTORS} == {
        one.name for one in DETECTORS
    }


def test_a_misspelt_detector_is_told_the_nearest() -> None:
    with pytest.raises(BadConfiguration, match="ruff-naming"):
        detectors_named(["ruf-naming"])


@pytest.mark.network
def test_an_environment_is_made_from_its_pins(tmp_path: Path) -> None:
    made = Environments(tmp_path)
    made.make(Pinned("agnix"))

    assert made.program(Pinned("agnix"), "agnix") is not None
