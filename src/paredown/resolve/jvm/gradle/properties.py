"""`gradle.properties` -> the names that scripts may ask for."""

from __future__ import annotations

import re

from paredown.resolve.jvm.reading import text_of
from paredown.resolve.project_file import ProjectFile

LINE = re.compile(r"\s*([\w.$-]+)\s*[=: ]\s*(.*?)\s*")
MAX_LINES = 10_000


def read_properties(file: ProjectFile) -> dict[str, str]:
    """Return the properties of `file`, none when it is not there; raises `UnreadableProject`."""
    if not file.exists:
        return {}
    found: dict[str, str] = {}
    for line in text_of(file).splitlines()[:MAX_LINES]:
        if not line.lstrip().startswith(("#", "!")) and (pair := LINE.fullmatch(line)):
            found[pair[1]] = pair[2]
    return found
