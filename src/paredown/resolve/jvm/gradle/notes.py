"""What a Gradle build says beside its libraries -> sentences for a person: what was read, and what could not be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from paredown.names import plain
from paredown.resolve.jvm.gradle.build import Said
from paredown.resolve.jvm.gradle.configurations import Use
from paredown.resolve.jvm.gradle.members import Layout

SHOWN = 4


def source_of(layout: Layout, fixed: Sequence[str]) -> str:
    """Return what was read, in a few words."""
    scripts = [member.script for member in layout.members if member.script]
    first = fixed[0] if fixed else scripts[0] if scripts else layout.settings
    count = len(layout.members)
    return plain(first) + (f", {count} members" if count > 1 else "")


def notes_of(layout: Layout, said: Sequence[Said], counted: Collection[Use]) -> Iterator[str]:
    """Yield what a person should know."""
    if layout.absent:
        yield f"members that the settings include and that are not there: {layout.absent}"
    if layout.untold:
        yield f"includes that only Gradle can evaluate: {layout.untold}"
    if versions := sorted({one.kotlin for one in said if one.kotlin}):
        yield f"Kotlin's own library comes with its plugin, at {_listed(versions)}"
    tools = sorted({tool for one in said for tool in one.script.tools})
    if tools:
        yield f"configurations on no class path, so left out: {_listed(tools)}"
    elsewhere = sum(1 for one in said for declared in one.script.declared if declared.use is Use.ELSEWHERE)
    if elsewhere:
        yield f"dependencies of targets that no JVM runs, so left out: {elsewhere}"
    if rules := sum(one.script.rules for one in said):
        yield f"resolution rules and applied scripts that only Gradle can evaluate: {rules}"
    unknown = sorted({plugin for one in said for plugin in one.unknown_plugins})
    if unknown:
        yield f"plugins of the build's own that may name more, so not read: {_listed(unknown)}"


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(plain(name) for name in names[:SHOWN])
    return f"{shown} and {len(names) - SHOWN} more" if len(names) > SHOWN else shown
