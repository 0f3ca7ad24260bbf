from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from time import monotonic

import pytest
from made import artifact, entry

from paredown.harvest import harvest
from paredown.harvest.cache import Cache
from paredown.harvest.packed import Harvested, Packed, pack, unpack
from paredown.harvest.pool import Worker, harvest_in_pool, processor_time
from paredown.model import Artifact, Deprecation, Ecosystem, Edge, Files, Unread
from tests.harvest.readers import busy, unruly

ALL = [artifact(name) for name in ("a", "b", "dies", "c", "hangs", "d")]


@pytest.mark.parametrize("jobs", [1, 8])
def test_a_reader_that_crashes_or_hangs_costs_its_own_artifact_and_nothing_else(jobs: int) -> None:
    reads = list(harvest_in_pool(ALL, tuple(ALL), jobs, patience=5, reader=unruly))
    found = {read.artifact.name: unpack(read.artifact, read.packed) for read in reads}
    assert len(reads) == len(ALL)
    assert {name for name, one in found.items() if one.entries} == {"a", "b", "c", "d"}
    assert [u.why for u in found["dies"].unread] == ["the reader crashed on it"]
    assert [u.why for u in found["hangs"].unread] == ["reading it took longer than a reader may"]


def test_nothing_to_read_starts_no_process() -> None:
    assert list(harvest_in_pool([], (), 2)) == []


def test_a_packed_harvest_comes_back_equal() -> None:
    of = artifact("a")
    said = entry(
        "a",
        "f",
        signature='f(x = "…")',
        doc="It reads.\ud800",
        constants=("v", "w"),
        of=of,
        deprecation=Deprecation.ERROR,
    )
    one = Harvested(of, (said,), (Unread(artifact=of.purl, path="x.js", why="no"),), ((of.purl, "b", "", ""),), "")
    assert unpack(of, pack(one)) == one


def cached(tmp_path: Path) -> tuple[Cache, Artifact, Packed]:
    of = artifact("a")
    return Cache(tmp_path, lambda _: True), of, pack(Harvested(of, (entry("a", "f", of=of),), (), (), ""))


def test_a_kept_harvest_is_found_by_content_and_version_of_the_reader(tmp_path: Path) -> None:
    cache, of, packed = cached(tmp_path)
    assert cache.get(of, "1") is None
    cache.put(of, "1", packed)
    assert cache.get(of, "1") is not None
    assert cache.get(of, "2") is None
    assert cache.get(artifact("a", digest="sha256:other"), "1") is None


def test_a_kept_harvest_does_not_count_when_a_neighbour_it_read_has_changed(tmp_path: Path) -> None:
    of = artifact("a")
    packed = pack(Harvested(of, (), (), ((of.purl, "b", "pkg:npm/b@1", "sha256:b"),), ""))
    Cache(tmp_path, lambda _: True).put(of, "1", packed)
    assert Cache(tmp_path, lambda _: False).get(of, "1") is None
    assert Cache(tmp_path, lambda _: True).get(of, "1") is not None


@pytest.mark.parametrize("damage", [b"", b"\xc1", b"\x80", b"junk" * 100])
def test_a_damaged_file_of_the_cache_is_the_same_as_none(tmp_path: Path, damage: bytes) -> None:
    cache, of, packed = cached(tmp_path)
    cache.put(of, "1", packed)
    for kept in tmp_path.rglob("*.surface"):
        kept.write_bytes(damage)
    assert cache.get(of, "1") is None
    cache.put(of, "1", packed)
    for kept in tmp_path.rglob("*.prose"):
        kept.write_bytes(damage)
    assert cache.get(of, "1") is None


def test_a_cache_that_cannot_be_written_loses_speed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache, of, packed = cached(tmp_path)
    blocked = Cache(tmp_path / "file", lambda _: True)
    blocked.put(of, "1", packed)
    assert blocked.unwritable
    assert blocked.get(of, "1") is None
    assert cache.unwritable is False


def npm(root: Path, name: str, types: str, *requires: Edge) -> Artifact:
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"name": name, "version": "1.0.0", "types": "index.d.ts"}))
    (folder / "index.d.ts").write_text(types)
    return artifact(name, files=Files(root=folder), requires=requires, digest=f"sha256:{hash(types)}")


def symbols(found: list[Harvested]) -> dict[str, list[str]]:
    return {one.artifact.name: sorted(str(e.symbol) for e in one.entries) for one in found}


def test_real_packages_are_read_once_and_then_taken_from_the_cache(tmp_path: Path) -> None:
    inner = npm(tmp_path, "inner", "export declare function deep(): void;\nexport {};")
    outer = npm(
        tmp_path, "outer", 'export * from "inner";\nexport declare const top: number;', Edge("inner", inner.purl)
    )
    cache = tmp_path / "cache"
    first = list(harvest([outer, inner], cache=cache, jobs=2))
    assert symbols(first) == {"outer": ["outer.deep", "outer.top"], "inner": ["inner.deep"]}
    for folder in ("inner", "outer"):
        (tmp_path / folder / "index.d.ts").unlink()
    assert symbols(list(harvest([outer, inner], cache=cache, jobs=2))) == symbols(first)


def test_a_package_is_read_again_when_one_that_it_re_exports_changed(tmp_path: Path) -> None:
    inner = npm(tmp_path / "1", "inner", "export declare function deep(): void;\nexport {};")
    outer = npm(tmp_path / "1", "outer", 'export * from "inner";', Edge("inner", inner.purl))
    list(harvest([outer, inner], cache=tmp_path / "cache", jobs=1))
    changed = npm(tmp_path / "2", "inner", "export declare function deeper(): void;\nexport {};")
    again = symbols(list(harvest([outer, changed], cache=tmp_path / "cache", jobs=1)))
    assert again["outer"] == ["outer.deeper"]


def test_an_artifact_whose_archive_is_broken_is_unread_and_says_why(tmp_path: Path) -> None:
    from paredown.model import Form

    (tmp_path / "x.tgz").write_bytes(b"\x1f\x8b broken")
    broken = artifact("x", files=Files(root=tmp_path / "x.tgz", form=Form.TGZ, inner="package"))
    gone = artifact("y", files=Files(root=tmp_path / "gone"), ecosystem=Ecosystem.NPM)
    found = {one.artifact.name: one for one in harvest([broken, gone], cache=None, jobs=1)}
    assert "truncated" in found["x"].unread[0].why
    assert found["y"].unread[0].path == ""


def test_a_reader_that_hardly_gets_a_processor_is_given_more_of_the_clock() -> None:
    process = multiprocessing.get_context("forkserver").Process(target=busy, daemon=True)
    process.start()
    ours, _ = multiprocessing.Pipe()
    worker = Worker(process, ours, artifact=artifact("a"), deadline=monotonic() - 1, last=monotonic() + 60)
    try:
        while not processor_time(process.pid).wanted:
            assert process.is_alive()
        assert not worker.overdue(patience=1000)
        assert worker.deadline > monotonic()
        worker.deadline = worker.last = monotonic() - 1
        assert worker.overdue(patience=1000)
    finally:
        process.kill()
        process.join()


def test_a_harvest_whose_reader_was_lost_is_not_kept(tmp_path: Path) -> None:
    package = npm(tmp_path, "slow", "export declare function late(): void;\nexport {};")
    cache = tmp_path / "cache"
    (given_up,) = harvest([package], cache=cache, jobs=1, patience=0)
    assert [gap.why for gap in given_up.unread] == ["reading it took longer than a reader may"]
    assert symbols(list(harvest([package], cache=cache, jobs=1))) == {"slow": ["slow.late"]}
