"""A project folder -> which build tool's files decide its libraries, in a few looks at names."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from paredown.resolve.project_file import ProjectFile

POM = "pom.xml"
LOCK = "gradle.lockfile"
OLD_LOCKS = "gradle/dependency-locks"
SCRIPTS = ("settings.gradle.kts", "settings.gradle", "build.gradle.kts", "build.gradle")
NESTED = "android"
"""Where a project of another kind keeps its Android half, with a build of its own."""


class Build(NamedTuple):
    """What is read: Maven's files or Gradle's, neither for no JVM project. `passed` is what lies there too."""

    maven: bool
    gradle: bool
    passed: str = ""


def choose(root: Path) -> Build:
    """Return the build of the project at `root`: Maven's where there are both, unless Gradle's versions are locked."""
    maven = ProjectFile(root, POM).exists
    script = next((name for name in SCRIPTS if ProjectFile(root, name).exists), "")
    if maven and script:
        locked = ProjectFile(root, LOCK).exists or (root / OLD_LOCKS).is_dir()
        return Build(not locked, locked, POM if locked else script)
    return Build(maven, bool(script))


def nested_in(project: Path) -> str:
    """Return the folder of `project` that holds its JVM build: empty for the root, which comes first."""
    at_root = any(ProjectFile(project, name).exists for name in (POM, *SCRIPTS))
    below = any(ProjectFile(project, f"{NESTED}/{name}").exists for name in SCRIPTS)
    return NESTED if below and not at_root else ""
