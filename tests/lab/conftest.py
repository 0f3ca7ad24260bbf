"""A tiny corpus of our own making, built once: two ecosystems, four libraries, every kind of breach."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="the laboratory needs paredown[wide]")

from lab.made_corpus import build_corpus, project

from paredown.lab.corpus.opened import Corpus


@pytest.fixture(scope="session")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two projects and a recipe over them."""
    return project(tmp_path_factory.mktemp("projects"))


@pytest.fixture(scope="session")
def corpus(projects: Path, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """The corpus of both projects."""
    folder = tmp_path_factory.mktemp("corpus")
    build_corpus(projects / "tiny.toml", folder)
    return Corpus(folder)


@pytest.fixture(scope="session", autouse=True)
def no_usage_reports() -> None:
    """What the command line sets before an engine is imported."""
    from paredown.cli.lab.asked import quiet_engines

    quiet_engines()
