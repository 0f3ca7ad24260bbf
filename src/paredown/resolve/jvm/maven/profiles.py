"""The activations of a POM's profiles -> which of them count on this machine.

A profile counts when all its conditions hold: the JDK, the operating system, and properties of the command line,
which are those that the project's own `.mvn/maven.config` gives. Files are not asked, so such a profile is off. The
JDK is the one that the project builds for, since none is started to ask its version.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from paredown.resolve.jvm.document import Element
from paredown.resolve.jvm.maven.pom import Profile
from paredown.resolve.jvm.versions import bounds, is_range

DEFAULT_JDK = "17"
FAMILIES = {"Linux": ("unix",), "Darwin": ("mac", "unix"), "Windows": ("windows", "dos", "winnt")}
NAMES = {"Darwin": "mac os x"}
ARCHITECTURES = {"x86_64": "amd64", "arm64": "aarch64"}
NUMBER = re.compile(r"1?\.?\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What profiles are asked against: a JDK version, the properties of a command line, and profiles it turns on.

    An empty `jdk` is Gradle's way: neither the JDK nor the system turns a profile on.
    """

    jdk: str = DEFAULT_JDK
    properties: Mapping[str, str] = field(default_factory=dict)
    wanted: frozenset[str] = frozenset()
    unwanted: frozenset[str] = frozenset()


def active(profiles: Iterable[Profile], here: Circumstances) -> tuple[Profile, ...]:
    """Return the profiles that count; those active by default only when no other of the same POM is."""
    on: list[Profile] = []
    by_default: list[Profile] = []
    for profile in profiles:
        if profile.name in here.unwanted:
            continue
        if profile.name in here.wanted or (profile.activation is not None and _holds(profile.activation, here)):
            on.append(profile)
        elif profile.activation is not None and profile.activation.value("activeByDefault") == "true":
            by_default.append(profile)
    return tuple(on or by_default)


def asks_for_jdk(profiles: Iterable[Profile]) -> bool:
    """Whether some profile depends on the JDK."""
    return any(profile.activation is not None and profile.activation.value("jdk") for profile in profiles)


def _holds(activation: Element, here: Circumstances) -> bool:
    conditions = [one for one in activation.children if one.tag != "activeByDefault"]
    return bool(conditions) and all(_condition(one, here) for one in conditions)


def _condition(condition: Element, here: Circumstances) -> bool:
    if not here.jdk and condition.tag != "property":
        return False
    match condition.tag:
        case "jdk":
            return _jdk(condition.text.strip(), here.jdk)
        case "os":
            return bool(condition.children) and all(_system(one.tag, one.text.strip()) for one in condition.children)
        case "property":
            return _property(condition.value("name"), condition.value("value"), here.properties)
    return False


def _jdk(asked: str, jdk: str) -> bool:
    if asked.startswith("!"):
        return bool(asked[1:]) and not _jdk(asked[1:], jdk)
    if is_range(asked):
        return any(bound.holds(_release(jdk)) for bound in bounds(re.sub(r"\b1\.(?=\d)", "", asked)))
    asked = _release(asked)
    return bool(asked) and (jdk == asked or jdk.startswith((f"{asked}.", f"{asked}-")))


def _release(text: str) -> str:
    """Return a JDK version without the `1.` that it had until 8."""
    return text.removeprefix("1.") if NUMBER.fullmatch(text) else text


def _system(what: str, asked: str) -> bool:
    if asked.startswith("!"):
        return not _system(what, asked[1:])
    asked, system = asked.lower(), platform.system()
    match what:
        case "family":
            return asked in FAMILIES.get(system, ("unix",))
        case "name":
            return asked == NAMES.get(system, system.lower())
        case "arch":
            return asked == ARCHITECTURES.get(platform.machine(), platform.machine().lower())
    return False


def _property(name: str, value: str, properties: Mapping[str, str]) -> bool:
    if name.startswith("!"):
        return name[1:] not in properties
    if value.startswith("!"):
        return properties.get(name, "") != value[1:]
    return properties.get(name) == value if value else name in properties
