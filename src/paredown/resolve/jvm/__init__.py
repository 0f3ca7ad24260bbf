"""A Maven or Gradle project -> the libraries of its real graph, without running its build.

What the graph says

- Which build: Maven's where a pom.xml lies at the root, Gradle's where only its scripts do or where its versions are
  locked. A note names the other. A project with neither whose folder `android` has scripts, as React Native's do, is
  read there.
- Maven: the project's own POMs, their parents and BOMs as Maven makes models of them, one version of each library, the
  nearest. Gradle: lock files or a listed class path where there are any, else what the scripts name and every
  library's metadata ask for, one version of each library, the highest. Scripts are read and never run: what only an
  evaluation could tell is unresolved, with its file and line.
- `declared` is what a member names for compiling (`compile`, `provided`; `api`, `implementation`, `compileOnly`).
  A declared library that holds no class stands for what it lists (`standing`).
  Runtime dependencies belong to the graph undeclared; test dependencies only with development ones. Annotation
  processors, plugins and other tools are no part of it.
- `name` is `group:artifact`, `publisher` the group. A classifier is a part of the package URL. Members of the project
  are no artifacts, nor are BOMs and other POMs, whose dependencies count all the same. The root of a Kotlin
  multi-platform library stands for its JVM library, or its Android one where it has no other.
- Files: Gradle's cache for Gradle, the user's local Maven repository, then what Maven brought into the archive folder
  on paredown's behalf. The user's settings hold for that, the project's own repositories do not.

`inputs` looks only at names and a few small files, since it runs every time.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from paredown.errors import UnreadableProject
from paredown.resolve.jvm.builds import POM, choose, nested_in

if TYPE_CHECKING:
    from paredown.resolve.graph import Graph, Options

__all__ = ["inputs", "resolve"]


def inputs(project: Path) -> tuple[Path, ...]:
    """Return the manifests, build scripts and lock files of `project` that exist, its members' included.

    A file that cannot be read has no members here; `resolve` says why.
    """
    project /= nested_in(project)
    build = choose(project)
    if build.maven:
        from paredown.resolve.jvm.maven.reactor import files_of

        try:
            return tuple(project / name for name in files_of(project))
        except UnreadableProject:
            return (project / POM,)
    if build.gradle:
        from paredown.resolve.jvm.gradle.members import files_of as scripts_of

        return tuple(project / name for name in scripts_of(project))
    return ()


def resolve(project: Path, options: Options) -> Graph:
    """Return the graph of `project`; raises `UnreadableProject` with the file and the reason."""
    from paredown.resolve.jvm.resolving import resolve as resolved

    folder = nested_in(project)
    graph = resolved(project / folder, options)
    if not folder:
        return graph
    unresolved = tuple(replace(gap, source=f"{folder}/{gap.source}") for gap in graph.unresolved)
    return replace(graph, source=f"{folder}/{graph.source}", unresolved=unresolved)
