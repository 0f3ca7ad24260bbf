"""A declared library without a class of its own stands for what it lists; any other hands on nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from paredown.resolve.graph import Graph
from tests.resolve.jvm.made import Repository, at_hand, declared, dep, graph, needs, one, pom, project


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "app"


@pytest.fixture
def stock(root: Path) -> Repository:
    return at_hand(root)


def maven(root: Path) -> Graph:
    return graph(project(root, {"pom.xml": pom("here:app:1", needs(dep("s:starter:1")))}))


def gradle(root: Path) -> Graph:
    script = 'plugins { java }\nrepositories { mavenCentral() }\ndependencies { implementation("s:starter:1") }\n'
    return graph(project(root, {"build.gradle.kts": script, "settings.gradle.kts": 'rootProject.name = "app"\n'}))


BUILDS = pytest.mark.parametrize("build", [maven, gradle])
Build = Callable[[Path], Graph]


@BUILDS
def test_what_a_starter_lists_is_declared_by_its_members(root: Path, stock: Repository, build: Build) -> None:
    stock.starter("s:starter:1", needs(dep("g:a:1"), dep("g:run:1", scope="runtime")))
    stock.add("g:a:1", needs(dep("g:b:1")))
    stock.add("g:b:1")
    stock.add("g:run:1")
    found = build(root)
    assert declared(found) == {"s:starter:1", "g:a:1"}
    assert one(found, "g:a").direct_of == one(found, "s:starter").direct_of
    assert "declared libraries that hold no class and stand for what they need: 1 (for 1)" in found.notes
    assert found.declared == 1


@BUILDS
def test_a_list_goes_on_through_its_own_group_and_ends_at_others(root: Path, stock: Repository, build: Build) -> None:
    stock.starter("s:starter:1", needs(dep("s:glue:1"), dep("t:more:1")))
    stock.add("s:glue:1", needs(dep("g:a:1")))
    stock.starter("t:more:1", needs(dep("g:c:1")))
    stock.add("g:a:1", needs(dep("g:b:1"), dep("s:back:1")))
    for library in ("g:b:1", "g:c:1", "s:back:1"):
        stock.add(library)
    assert declared(build(root)) == {"s:starter:1", "s:glue:1", "t:more:1", "g:a:1", "g:c:1"}


@BUILDS
def test_a_library_with_a_class_hands_on_nothing(root: Path, stock: Repository, build: Build) -> None:
    stock.add("s:starter:1", needs(dep("s:glue:1")))
    stock.add("s:glue:1")
    assert declared(build(root)) == {"s:starter:1"}


@pytest.mark.parametrize("name", ["module-info.class", "g/package-info.class", "META-INF/versions/9/A.class", "a.txt"])
def test_what_nobody_can_call_makes_no_library_speak(root: Path, stock: Repository, name: str) -> None:
    stock.starter("s:starter:1", needs(dep("g:a:1")), name)
    stock.add("g:a:1")
    assert "g:a:1" in declared(maven(root))


def test_a_starter_whose_jar_cannot_be_read_hands_on_nothing(root: Path, stock: Repository) -> None:
    stock.pom("s:starter:1", needs(dep("g:a:1")))
    stock.file("s:starter:1", "jar", b"no zip")
    stock.add("g:a:1")
    assert declared(maven(root)) == {"s:starter:1"}


def test_starters_that_list_each_other_end(root: Path, stock: Repository) -> None:
    stock.starter("s:starter:1", needs(dep("s:other:1")))
    stock.starter("s:other:1", needs(dep("s:starter:1"), dep("g:a:1")))
    stock.add("g:a:1")
    assert declared(maven(root)) == {"s:starter:1", "s:other:1", "g:a:1"}
