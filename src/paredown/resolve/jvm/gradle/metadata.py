"""A `.module` file -> what the library asks for on a JVM, and the library that it stands for where it has no files.

Gradle's own metadata tells variants apart; of those for a JVM caller the ones to compile against and to run with count.
The root of a Kotlin multi-platform library has no files: its variant is available at another library.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Coordinates, Module, exact
from paredown.resolve.jvm.gradle.wanted import Rich

PLATFORM_TYPE = "org.jetbrains.kotlin.platform.type"
ENVIRONMENT = "org.gradle.jvm.environment"
USAGE = "org.gradle.usage"
CATEGORY = "org.gradle.category"
PLATFORMS = frozenset({"platform", "enforced-platform"})
BUILD_TYPE = "com.android.build.api.attributes.BuildTypeAttr"
JVM = frozenset({"", "jvm"})
ANDROID = "androidJvm"
USAGES = ("java-api", "java-runtime", "kotlin-api", "kotlin-runtime", "java-api-jars", "java-runtime-jars", "")
MAX_ASKED = 5000


class Asked(NamedTuple):
    """One dependency or constraint of a library; `compiling` where its callers compile against it too."""

    module: Module
    version: Rich
    excluded: frozenset[Module] = frozenset()
    platform: bool = False
    compiling: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Descriptor:
    """What a library at one version asks for.

    `stands_for` is where its files really are, `or_for` where they are for other JVM targets, `classifier` a part of
    its archive's name, `of_gradle` whether Gradle's own metadata says it.
    """

    dependencies: tuple[Asked, ...] = ()
    constraints: tuple[Asked, ...] = ()
    stands_for: Coordinates | None = None
    or_for: tuple[Coordinates, ...] = ()
    extensions: tuple[str, ...] = ("jar",)
    classifier: str = ""
    of_gradle: bool = False


def read_module(content: bytes, at: Coordinates) -> Descriptor | None:
    """Return what the `.module` file of `at` says for a JVM, None when it cannot be read or has nothing for one."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return None
    listed = document.get("variants") if isinstance(document, dict) else None
    variants = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    libraries = [one for one in variants if _is_library(one, at)]
    chosen = _choose(libraries)
    if not chosen:
        return None
    moved = next((found for one in chosen if (found := _available_at(one))), None)
    extension, classifier = _archive(chosen, at)
    return Descriptor(
        dependencies=tuple(dict.fromkeys(asked for one in chosen for asked in _asked(one, "dependencies"))),
        constraints=tuple(dict.fromkeys(asked for one in chosen for asked in _asked(one, "dependencyConstraints"))),
        stands_for=moved,
        or_for=tuple(dict.fromkeys(found for one in libraries if (found := _available_at(one)) and found != moved)),
        extensions=(extension,) if extension and not moved else (),
        classifier=classifier,
        of_gradle=True,
    )


def _is_library(variant: Mapping[str, object], at: Coordinates) -> bool:
    attributes = _attributes(variant)
    if _text(attributes, CATEGORY) not in ("", "library", *PLATFORMS) or _text(attributes, USAGE) not in USAGES:
        return False
    platform = _text(attributes, PLATFORM_TYPE)
    if platform not in JVM and platform != ANDROID:
        return False
    # A variant with capabilities of its own (test fixtures, a feature) is only there for who asks for these.
    provided = [one for one in _list(variant, "capabilities") if isinstance(one, dict)]
    return not provided or any((_text(one, "group"), _text(one, "name")) == (at.group, at.artifact) for one in provided)


def _choose(variants: Sequence[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """Return the variant to compile against and the one to run with: a JVM's, Android's where there is no other."""
    left = list(variants)
    for attribute, worse in ((PLATFORM_TYPE, ANDROID), (ENVIRONMENT, "android"), (BUILD_TYPE, "debug")):
        left = [one for one in left if _text(_attributes(one), attribute) != worse] or left
    by_usage: dict[str, Mapping[str, object]] = {}
    for one in left:
        usage = _text(_attributes(one), USAGE)
        by_usage.setdefault("api" if "api" in usage else "runtime" if "runtime" in usage else "", one)
    return [by_usage[usage] for usage in ("runtime", "api", "") if usage in by_usage]


def _available_at(variant: Mapping[str, object]) -> Coordinates | None:
    place = variant.get("available-at")
    if not isinstance(place, dict):
        return None
    return exact(_text(place, "group"), _text(place, "module"), _text(place, "version"))


def _archive(variants: Sequence[Mapping[str, object]], at: Coordinates) -> tuple[str, str]:
    """Return the extension of the library's archive and its classifier, both empty where it has none."""
    for variant in variants:
        for file in _list(variant, "files"):
            name = _text(file, "url").rpartition("/")[2] if isinstance(file, dict) else ""
            stem, _, extension = name.rpartition(".")
            if extension in ("jar", "aar"):
                prefix = f"{at.artifact}-{at.version}-"
                return extension, stem.removeprefix(prefix) if stem.startswith(prefix) else ""
    return "", ""


def _asked(variant: Mapping[str, object], kind: str) -> Iterator[Asked]:
    compiling = "runtime" not in _text(_attributes(variant), USAGE)
    for one in _list(variant, kind)[:MAX_ASKED]:
        if not isinstance(one, dict):
            continue
        module = Module(_text(one, "group"), _text(one, "module"))
        version = one.get("version")
        rich = (
            Rich(_text(version, "requires"), _text(version, "strictly"), _text(version, "prefers"))
            if isinstance(version, dict)
            else Rich()
        )
        excluded = frozenset(
            Module(_text(out, "group") or "*", _text(out, "module") or "*")
            for out in _list(one, "excludes")
            if isinstance(out, dict)
        )
        yield Asked(module, rich, excluded, _text(_attributes(one), CATEGORY) in PLATFORMS, compiling)


def _attributes(held: Mapping[str, object]) -> Mapping[str, object]:
    found = held.get("attributes")
    return found if isinstance(found, dict) else {}


def _list(held: Mapping[str, object], name: str) -> list[object]:
    found = held.get(name)
    return found if isinstance(found, list) else []


def _text(held: Mapping[str, object], name: str) -> str:
    found = held.get(name)
    return found if isinstance(found, str) else ""
