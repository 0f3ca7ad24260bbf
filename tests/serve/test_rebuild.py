from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from paredown import state
from paredown.errors import IndexMissing
from paredown.serve import rebuild as said_by
from paredown.serve.desk import BAD_INDEX
from paredown.serve.rebuild import BUSY_CODE, FIRST_PAUSE, LAST_PAUSE, STALE, Rebuild, Run
from tests.serve.project import indexed
from tests.serve.test_stdio import Talk, find, hello, request, text_of

REBUILDING, BUSY, FAILED, UNCHANGED = (
    STALE + said for said in (said_by.REBUILDING, said_by.BUSY, said_by.FAILED, said_by.UNCHANGED)
)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def rebuild(folder: Path, code: str, stale: Callable[[], bool], clock: Clock) -> Rebuild:
    return Rebuild(stale, Run((sys.executable, "-c", code), folder, {}), clock)


def settled(of: Rebuild) -> str:
    """Return what is said when the process that runs has ended."""
    for _ in range(400):
        if (said := of.notice(False)) != REBUILDING:
            # What made the index current may still be on its way out.
            of.close()
            return said
        time.sleep(0.025)
    raise AssertionError("the process did not end")


def starts(folder: Path) -> int:
    return len((folder / "log").read_text()) if (folder / "log").exists() else 0


LOG = "open('log', 'a').write('x');"


def test_a_current_index_is_not_rebuilt(tmp_path: Path) -> None:
    assert rebuild(tmp_path, LOG, lambda: False, Clock()).notice(False) == ""
    assert starts(tmp_path) == 0


def test_a_stale_index_is_rebuilt_by_one_process_and_then_nothing_is_said(tmp_path: Path) -> None:
    code = f"{LOG} import time; time.sleep(0.3); open('done', 'w')"
    of = rebuild(tmp_path, code, lambda: not (tmp_path / "done").exists(), Clock())
    assert {of.notice(False) for _ in range(20)} == {REBUILDING}
    assert (settled(of), starts(tmp_path)) == ("", 1)


@pytest.mark.parametrize(("code", "said"), [(2, FAILED), (0, UNCHANGED), (BUSY_CODE, BUSY)])
def test_a_rebuild_that_did_not_help_is_said_and_waits_before_the_next(tmp_path: Path, code: int, said: str) -> None:
    clock = Clock()
    of = rebuild(tmp_path, f"{LOG} raise SystemExit({code})", lambda: True, clock)
    assert (settled(of), of.notice(False), starts(tmp_path)) == (said, said, 1)
    clock.now += FIRST_PAUSE + 0.1
    assert (settled(of), starts(tmp_path)) == (said, 2)
    clock.now += FIRST_PAUSE + 0.1
    of.notice(False)
    settled(of)
    # Twice as long after a second failure; who is only waiting for another process looks again as soon.
    assert starts(tmp_path) == (3 if code == BUSY_CODE else 2)


def test_the_pause_between_failures_has_an_end(tmp_path: Path) -> None:
    clock = Clock()
    of = rebuild(tmp_path, f"{LOG} raise SystemExit(1)", lambda: True, clock)
    for _ in range(9):
        assert settled(of) == FAILED
        clock.now += LAST_PAUSE + 1
    assert starts(tmp_path) == 9


def test_a_program_that_cannot_be_started_is_a_failure_and_not_a_crash(tmp_path: Path) -> None:
    of = Rebuild(lambda: True, Run((str(tmp_path / "none"),), tmp_path, {}), Clock())
    assert of.notice(False) == FAILED


def test_an_index_that_someone_else_made_current_is_not_spoken_of(tmp_path: Path) -> None:
    stale = [True]
    of = rebuild(tmp_path, "raise SystemExit(2)", lambda: stale[0], Clock())
    assert settled(of) == FAILED
    stale[0] = False
    assert of.notice(False) == ""


def change(root: Path) -> None:
    """Give the project a second package, in its lock file and installed."""
    package = root / "node_modules/other"
    package.mkdir()
    (package / "package.json").write_text('{"name":"other","version":"2.0.0","types":"index.d.ts"}', "utf-8")
    (package / "index.d.ts").write_text("export declare function secondThing(): void;\n", "utf-8")
    for name, change in (
        ("package.json", lambda held: held["dependencies"].update(other="2.0.0")),
        (
            "package-lock.json",
            lambda held: (
                held["packages"][""]["dependencies"].update(other="2.0.0"),
                held["packages"].update({"node_modules/other": {"version": "2.0.0"}}),
            ),
        ),
    ):
        held = json.loads((root / name).read_text("utf-8"))
        change(held)
        (root / name).write_text(json.dumps(held), "utf-8")


def test_two_servers_of_one_project_rebuild_it_once_more_and_both_answer_from_the_new_index(tmp_path: Path) -> None:
    root, cache = tmp_path / "app", tmp_path / "cache"
    indexed(root, cache)
    arguments = ("-m", "paredown.cli", "serve", str(root))
    with Talk(*arguments, PAREDOWN_CACHE=str(cache)) as one, Talk(*arguments, PAREDOWN_CACHE=str(cache)) as two:
        for talk in (one, two):
            talk.ask(hello())
            assert "stale" not in text_of(talk.ask(find(1, "second thing")))
        change(root)
        for talk in (one, two):
            assert text_of(talk.ask(find(2, "content label"))).splitlines()[-1] == REBUILDING
        for talk in (one, two):
            for number in range(3, 600):
                said = text_of(talk.ask(find(number, "second thing")))
                if "stale" not in said:
                    break
                assert said.splitlines()[-1] in (REBUILDING, BUSY)
                time.sleep(0.05)
            assert said.splitlines()[1:] == ["other 2.0.0", "other.secondThing(): void"]
            assert talk.end()[0] == b""


@pytest.mark.parametrize("record", [True, False])
def test_an_index_broken_while_serving_is_said_and_built_again(tmp_path: Path, record: bool) -> None:
    root, cache = tmp_path / "app", tmp_path / "cache"
    indexed(root, cache)
    with Talk("-m", "paredown.cli", "serve", str(root), PAREDOWN_CACHE=str(cache)) as talk:
        talk.ask(hello())
        (root / ".paredown/index.sqlite").write_bytes(b"SQLite format 3\0 half")
        if not record:
            (root / ".paredown/record.json").unlink()
        said = talk.ask(find(1, "content label"))["result"]
        assert said["isError"]
        assert said["content"][0]["text"].splitlines() == [BAD_INDEX, said_by.REBUILDING]
        for number in range(2, 400):
            again = talk.ask(find(number, "content label"))["result"]
            if not again["isError"]:
                break
            time.sleep(0.05)
        assert again["content"][0]["text"].endswith('mime.getType(path: string, mode?: "…"): string | null')
        assert talk.end() == (b"", b"")


def test_a_lock_file_that_cannot_be_understood_is_said_and_the_old_index_still_answers(tmp_path: Path) -> None:
    root, cache = tmp_path / "app", tmp_path / "cache"
    indexed(root, cache)
    with Talk("-m", "paredown.cli", "serve", str(root), PAREDOWN_CACHE=str(cache)) as talk:
        talk.ask(hello())
        (root / "package-lock.json").write_text("{", "utf-8")
        for number in range(1, 400):
            said = text_of(talk.ask(find(number, "content label")))
            if not said.endswith(REBUILDING):
                break
            time.sleep(0.05)
        assert said.splitlines()[2].startswith("mime.getType(")
        assert said.splitlines()[-1] == FAILED
        assert b"package-lock.json" in talk.end()[1]


def test_a_rebuild_asks_as_the_run_did_that_wrote_the_index(tmp_path: Path) -> None:
    root, cache = tmp_path / "app", tmp_path / "cache"
    indexed(root, cache)
    command = [sys.executable, "-m", "paredown.cli", "index", "--offline", "--scope", "all", "--dev", str(root)]
    subprocess.run(command, env={**os.environ, "PAREDOWN_CACHE": str(cache)}, check=True, capture_output=True)
    with Talk("-m", "paredown.cli", "serve", str(root), PAREDOWN_CACHE=str(cache)) as talk:
        talk.ask(hello())
        change(root)
        for number in range(1, 400):
            said = text_of(talk.ask(request(number, "tools/call", name="surface", arguments={})))
            if "stale" not in said:
                break
            time.sleep(0.05)
        assert "2 artifacts · all · " in said
        assert talk.end()[0] == b""
    record = json.loads((root / ".paredown/record.json").read_text("utf-8"))
    assert (record["scope"], record["dev"], record["offline"]) == ("all", True, True)


def test_a_large_record_is_read_only_when_another_took_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, cache = tmp_path / "app", tmp_path / "cache"
    indexed(root, cache)
    read: list[Path] = []

    def counted(project: Path) -> state.Record:
        read.append(project)
        return read_record(project)

    read_record = state.read_record
    monkeypatch.setattr(state, "read_record", counted)
    # The run that indexed was asked without an environment; the one that asks does not matter.
    watch = state.Watch(root, cache)
    assert [watch() for _ in range(5)] == [False] * 5
    assert len(read) == 1
    change(root)
    assert watch()
    record = root / ".paredown/record.json"
    record.write_text(record.read_text("utf-8"), "utf-8")
    watch()
    assert len(read) == 2
    record.unlink()
    with pytest.raises(IndexMissing):
        watch()
