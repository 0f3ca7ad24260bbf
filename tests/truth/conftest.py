"""Where the jars of the comparisons lie: this repository holds none."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path.home() / ".m2" / "repository"


@pytest.fixture(scope="session")
def jar_of() -> Callable[..., Path]:
    """Find a jar in the folder that PAREDOWN_JARS names, or where Maven keeps what it brought."""

    def find(group: str, name: str, version: str, classifier: str = "") -> Path:
        file = f"{name}-{version}{f'-{classifier}' if classifier else ''}.jar"
        named = os.environ.get("PAREDOWN_JARS")
        places = [Path(named) / file] if named else []
        places.append(REPOSITORY / group.replace(".", "/") / name / version / file)
        for place in places:
            if place.is_file():
                return place
        brought = f"{group}:{name}:{version}{f':jar:{classifier}' if classifier else ''}"
        pytest.skip(f"no {file}: `mvn dependency:get -Dartifact={brought}` brings it")

    return find
