"""The name of a configuration, a source set or a class path -> what its dependencies are to a caller of them."""

from __future__ import annotations

import re
from enum import Enum, auto


class Use(Enum):
    """What a dependency is for: `NAMED` is compiled against, `RUNTIME` only there at run time."""

    NAMED = auto()
    RUNTIME = auto()
    TEST = auto()
    TOOL = auto()
    """A processor, a plugin, a linter: on no class path of the project's own code."""
    ELSEWHERE = auto()
    """Of a target that no JVM runs."""


COMPILE = re.compile(
    r"(?:.*[a-z0-9])?(?:Implementation|Api|CompileOnly|CompileOnlyApi)"
    r"|implementation|api|compileOnly|compileOnlyApi|compile|provided|providedCompile|shadow|bundle|include"
    r"|[a-zA-Z]+Compile|modImplementation|modApi"
)
RUNTIME = re.compile(r"(?:.*[a-z0-9])?RuntimeOnly|runtimeOnly|runtime|providedRuntime|developmentOnly|[a-zA-Z]+Runtime")
PROCESSOR = re.compile(r"(?:ksp|kapt)(?:[A-Z].*)?|.*[aA]nnotationProcessor|.*CompilerPluginClasspath.*")
TEST = re.compile(
    r"test(?:[A-Z].*)?|.*(?:Test|Tests|TestFixtures|AndroidTest)(?:[A-Z].*)?|testFixtures.*|jmh.*|benchmark.*"
    r"|integTest.*|functionalTest.*|.*[sS]pec(?:Implementation|RuntimeOnly)"
)
LATEST = re.compile(r".*(?:latest|contest|attest)[A-Z]?.*", re.IGNORECASE)
SOURCE_SET = re.compile(r"[a-z][A-Za-z0-9]*(?:Main|Test)|main|test")
OTHER_TARGETS = re.compile(
    r"(?:js|wasm|wasmJs|wasmWasi|native|apple|ios|macos|tvos|watchos|linux|mingw|posix|unix|darwin|androidNative"
    r"|browser|web|nonJvm|skiko|uikit)(?:[A-Z0-9].*)?"
)
CLASS_PATH = re.compile(r"(.*?)(compileClasspath|runtimeClasspath|CompileClasspath|RuntimeClasspath)")
OLD_CLASS_PATH = frozenset({"compile", "runtime", "default"})


def use_of(configuration: str, source_set: str = "") -> Use:
    """Return what a dependency in `configuration` is for, declared within `source_set` if any."""
    if PROCESSOR.fullmatch(configuration):
        return Use.TOOL
    if _is_test(source_set) or _is_test(configuration):
        return Use.TEST
    if OTHER_TARGETS.fullmatch(source_set) or OTHER_TARGETS.fullmatch(configuration):
        return Use.ELSEWHERE
    if RUNTIME.fullmatch(configuration) and not configuration.endswith("CompileOnly"):
        return Use.RUNTIME
    return Use.NAMED if COMPILE.fullmatch(configuration) else Use.TOOL


def class_path_use(name: str) -> Use:
    """Return what the libraries of a resolved class path, by the name of its configuration, are for."""
    if name in OLD_CLASS_PATH:
        return Use.NAMED
    found = CLASS_PATH.fullmatch(name)
    if found is None:
        return Use.TOOL
    if _is_test(found[1]):
        return Use.TEST
    return Use.ELSEWHERE if OTHER_TARGETS.fullmatch(found[1]) else Use.NAMED


def _is_test(name: str) -> bool:
    return bool(TEST.fullmatch(name)) and not LATEST.fullmatch(name)
