"""A Gradle build's scripts -> what each of its members names, with the versions of plugins that manage others."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass

from paredown.resolve.jvm.gradle.catalog import Catalog, read_catalog
from paredown.resolve.jvm.gradle.declarations import Script
from paredown.resolve.jvm.gradle.management import KOTLIN_PLUGIN
from paredown.resolve.jvm.gradle.members import PROPERTIES, Layout, Member, read_script
from paredown.resolve.jvm.gradle.notation import Names
from paredown.resolve.jvm.gradle.properties import read_properties
from paredown.resolve.jvm.gradle.scripts import interpret
from paredown.resolve.jvm.gradle.statements import Group
from paredown.resolve.jvm.gradle.values import Scope

SPRING_BOOT = "org.springframework.boot"
SPRING_BOM = "org.springframework.boot:spring-boot-dependencies"
MANAGEMENT = "io.spring.dependency-management"
KOTLIN_LIBRARIES = frozenset(f"{KOTLIN_PLUGIN}{name}" for name in ("jvm", "multiplatform", "android", "js")) | {
    "kotlin",
    "kotlin-android",
    "kotlin-multiplatform",
}
"""Plugins that put Kotlin's own library on the class path."""
NO_KOTLIN_LIBRARY = "kotlin.stdlib.default.dependency"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a member's scripts say, the properties that it may ask for, and plugins whose script is not at hand.

    `kotlin` is the version of the Kotlin plugin where it brings Kotlin's own library; `spring` that of Spring Boot's.
    """

    member: Member
    script: Script
    scope: Scope
    kotlin: str
    spring: str
    manages: bool
    unknown_plugins: frozenset[str]


def read_build(layout: Layout) -> list[Said]:
    """Return what each member says; raises `UnreadableProject` for a script that cannot be read."""
    return _Build(layout).run()


class _Build:
    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._catalogs: Mapping[str, Catalog] = {
            name: read_catalog(layout.file(path)) for name, path in layout.catalogs.items()
        }
        self._top = Scope()
        self._top.names.update(read_properties(layout.file(PROPERTIES)))
        self._top.names.update(rootDir=".", projectDir=".")
        for name, catalog in self._catalogs.items():
            for accessor, version in catalog.versions.items():
                self._top.names[".".join((name, "versions", *accessor))] = version.wanted
        self._root = Script()
        self._scripts: dict[str, Group] = {}

    def run(self) -> list[Said]:
        said = []
        for member in self._layout.members:
            is_root = not member.folder
            scope = self._top if is_root else Scope(self._top)
            if not is_root:
                scope.names.update(read_properties(self._layout.file(f"{member.folder}/{PROPERTIES}")))
                scope.names["projectDir"] = member.folder
            said.append(self._member(member, scope, self._root if is_root else Script()))
        return said

    def _member(self, member: Member, scope: Scope, script: Script) -> Said:
        names = Names(scope, self._catalogs, self._spring_bom(script))
        root = self._layout.members[0]
        if script is not self._root:
            for path in ("", member.path):
                for block in self._root.below.get(path, ()):
                    self._interpret(block, root.script, script, names, root)
        if member.script:
            block = self._script(member.script)
            # The version of Spring Boot's plugin is known only after its block, which comes first.
            self._plugins_first(block, member, script, scope)
            names = Names(scope, self._catalogs, self._spring_bom(script))
            self._interpret(block, member.script, script, names, member)
        unknown = self._own_plugins(script, names, member)
        plugins = script.plugins
        kotlin = next((self._version(one, script) for one in plugins if one in KOTLIN_LIBRARIES), "")
        off = scope.find((NO_KOTLIN_LIBRARY,)) == "false"
        return Said(
            member=member,
            script=script,
            scope=scope,
            kotlin="" if off else kotlin,
            spring=self._version(SPRING_BOOT, script) if SPRING_BOOT in plugins else "",
            manages=MANAGEMENT in plugins,
            unknown_plugins=unknown,
        )

    def _plugins_first(self, block: Group, member: Member, script: Script, scope: Scope) -> None:
        plugins = Group(
            "{", block.line, [one for one in block.items if one and getattr(one[0], "text", "") == "plugins"]
        )
        self._interpret(plugins, member.script, script, Names(scope, self._catalogs), member)

    def _own_plugins(self, script: Script, names: Names, member: Member) -> frozenset[str]:
        """Read the plugins that are scripts of the build; return those of its own that are not to be read."""
        done: set[str] = set()
        while left := [one for one in script.plugins if one in self._layout.plugin_scripts and one not in done]:
            done.add(left[0])
            path = self._layout.plugin_scripts[left[0]]
            self._interpret(self._script(path), path, script, names, member)
        return frozenset(
            one
            for one, version in script.plugins.items()
            if one not in done and not version and "." in one and not self._version(one, script) and not _of_gradle(one)
        )

    def _interpret(self, block: Group, label: str, script: Script, names: Names, member: Member) -> None:
        def load(path: str) -> tuple[str, Group] | None:
            return self._applied(path, member)

        interpret(block, label, script, names, load)

    def _applied(self, path: str, member: Member) -> tuple[str, Group] | None:
        """Return the script that `apply from` names, where it is a file of the project."""
        for base in dict.fromkeys((member.folder, "")):
            name = posixpath.normpath(posixpath.join(base, path))
            if not name.startswith(("/", "..")) and self._layout.file(name).exists:
                return name, self._script(name)
        return None

    def _script(self, name: str) -> Group:
        if name not in self._scripts:
            self._scripts[name] = read_script(self._layout.file(name))
        return self._scripts[name]

    def _version(self, plugin: str, script: Script) -> str:
        for versions in (script.plugins, script.on_class_path, self._root.on_class_path, self._layout.plugins):
            if version := versions.get(plugin, ""):
                return version
        if plugin in KOTLIN_LIBRARIES and plugin != f"{KOTLIN_PLUGIN}jvm":
            return self._version(f"{KOTLIN_PLUGIN}jvm", script)
        return ""

    def _spring_bom(self, script: Script) -> str:
        version = self._version(SPRING_BOOT, script)
        return f"{SPRING_BOM}:{version}" if version else ""


def _of_gradle(plugin: str) -> bool:
    return plugin.startswith(("org.gradle.", KOTLIN_PLUGIN, "com.android."))
