"""Plugins, and Spring's dependency management -> the versions that they bring, added to what a script says."""

from __future__ import annotations

from collections.abc import Sequence

from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.gradle.chains import Call, chain_of
from paredown.resolve.jvm.gradle.declarations import Script
from paredown.resolve.jvm.gradle.notation import Names, Problem, path_of, read_arguments
from paredown.resolve.jvm.gradle.statements import Group
from paredown.resolve.jvm.gradle.values import evaluate, named_arguments, text_of
from paredown.resolve.jvm.gradle.wanted import Rich, Wanted

KOTLIN_PLUGIN = "org.jetbrains.kotlin."


def read_plugin(calls: Sequence[Call], script: Script, names: Names) -> None:
    """Read `id("x") version "y"`, `kotlin("jvm") version "y"` or `alias(libs.plugins.x)` of a `plugins` block."""
    call = calls[0]
    arguments = [item for argument in call.arguments for item in argument]
    if call.name == "alias" and arguments:
        path = path_of(arguments) or tuple(one.name for one in chain_of(arguments))
        catalog = names.catalogs.get(path[0]) if path else None
        name, version = catalog.plugins.get(path[2:], ("", "")) if catalog else ("", "")
    else:
        name = (text_of(arguments[0], names.scope) or "") if arguments else ""
        name = f"{KOTLIN_PLUGIN}{name}" if call.name == "kotlin" and name else name
        version = ""
        for at, item in enumerate(arguments[:-1]):
            if not isinstance(item, Group) and item.text == "version":
                value = evaluate(arguments[at + 1 : at + 2], names.scope)
                version = value if isinstance(value, str) else ""
    if not name:
        return
    if version:
        script.on_class_path[name] = version
    words = [item.text for item in arguments if not isinstance(item, Group)]
    if words[-2:] != ["apply", "false"] and [one.name for one in calls[1:]] != ["apply"]:
        script.plugins[name] = version


def read_management(call: Call, script: Script, names: Names) -> Sequence[Problem]:
    """Read one statement of a `dependencyManagement` block; return what of it cannot be told."""
    if call.name == "dependencySet":
        _read_set(call, script, names)
        return ()
    if call.name not in ("mavenBom", "dependency"):
        return ()
    named = read_arguments(call.arguments, names)
    (script.boms if call.name == "mavenBom" else script.managed).extend(named.wanted)
    return named.problems


def _read_set(call: Call, script: Script, names: Names) -> None:
    """Read `dependencySet(group: 'g', version: 'v') { entry 'a' }`."""
    given = {key: evaluate(items, names.scope) for key, items in named_arguments(call.arguments).items()}
    group, version = given.get("group"), given.get("version")
    for statement in call.block.filled if call.block else ():
        for entry in chain_of(statement)[:1]:
            artifact = text_of(entry.arguments[0][0], names.scope) if entry.arguments else None
            if isinstance(group, str) and isinstance(version, str) and artifact:
                script.managed.append(Wanted(Module(group, artifact), Rich(require=version)))
