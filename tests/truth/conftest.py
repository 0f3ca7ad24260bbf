"""Where the jars of the comparisons lie: this repository holds none."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path.home() / ".m2" / "repository"


@pytest.fixture(scope="session")
def jar_of() -> Callable[[str, str, str], Path]:
    """Find a jar in the folder that PAREDOWN_JARS names, or where Maven keeps what it brought."""

    def find(group: str, name: str, version: str) -> Path:
        file = f"{name}-{version}.jar"
        named = os.environ.get("PAREDOWN_JARS")
        places = [Path(named) / file] if named else []
        places.append(REPOSITORY / group.replace(".", "/") / name / version / file)
        for place in places:
            if place.is_file():
                return place
        pytest.skip(f"no {file}: `mvn dependency:get -Dartifact={group}:{name}:{version}` brings it")

    return find
