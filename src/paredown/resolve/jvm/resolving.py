"""A project -> its graph: resolved with what is at hand, completed by what a client brings, and put together."""

from __future__ import annotations

from pathlib import Path

from paredown.errors import UnreadableProject
from paredown.resolve.graph import Graph, Options
from paredown.resolve.jvm.assemble import graph_of
from paredown.resolve.jvm.bring import Bringer
from paredown.resolve.jvm.builds import POM, SCRIPTS, choose
from paredown.resolve.jvm.locate import locate
from paredown.resolve.jvm.rounds import Resolving, complete
from paredown.resolve.jvm.stores import Stores, stores_for
from paredown.resolve.jvm.verification import read_verification
from paredown.resolve.project_file import ProjectFile

FOLDER = "maven"
"""The folder of what was brought, within the options' archives; it has Maven's layout."""


def resolve(project: Path, options: Options) -> Graph:
    """Return the graph of `project`; raises `UnreadableProject` with the file and the reason."""
    build = choose(project)
    archives = options.archives / FOLDER
    stores = stores_for(archives, gradle=build.gradle)
    bringer = None if options.offline else Bringer(archives, options.progress)
    allowed = read_verification(project)
    completed = complete(_resolving(project, stores, options, gradle=build.gradle), bringer)
    places = locate(completed.reached.libraries, stores, allowed, bringer, every_source=options.every_source)
    notes = [f"{build.passed} is ignored, the other build is read"] if build.passed else []
    if bringer is not None and bringer.unreachable:
        notes.append(f"nothing more was asked for: {bringer.unreachable}")
    return graph_of(completed.reached, completed.gaps, places, notes)


def _resolving(project: Path, stores: Stores, options: Options, *, gradle: bool) -> Resolving:
    if gradle:
        from paredown.resolve.jvm.gradle.project import GradleProject

        return GradleProject(project, stores, dev=options.dev)
    if not ProjectFile(project, POM).exists:
        raise UnreadableProject(project, f"holds neither {POM} nor {', '.join(SCRIPTS)}")
    from paredown.resolve.jvm.maven.project import MavenProject

    return MavenProject(project, stores, dev=options.dev)
