"""A package's `os`, `cpu` and `libc` -> whether it is made for this machine, as npm decides it."""

from __future__ import annotations

import functools
import platform
import re
import sys
from collections.abc import Iterable
from typing import NamedTuple

SYSTEMS = frozenset(
    {"aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"}
)
PROCESSORS = frozenset({"arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"})
LIBRARIES = frozenset({"glibc", "musl"})
OTHERS = {"windows": "win32", "macos": "darwin", "gnu": "glibc"}
"""Words of package names that say a platform in another spelling than npm's."""
CPUS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "i386": "ia32", "i686": "ia32", "loongarch64": "loong64"}


class Limits(NamedTuple):
    """What a package is made for; an empty list means anything, `!x` means anything but x."""

    os: tuple[str, ...] = ()
    cpu: tuple[str, ...] = ()
    libc: tuple[str, ...] = ()


class Machine(NamedTuple):
    """What is asked for, in npm's words."""

    os: str
    cpu: str
    libc: str


@functools.cache
def this_machine() -> Machine:
    """Return the machine that runs this."""
    system = sys.platform.rstrip("0123456789") if sys.platform != "win32" else sys.platform
    named = platform.machine().lower()
    cpu = CPUS.get(named, "arm" if named.startswith("armv") else named)
    if system != "linux":
        return Machine(system, cpu, "")
    return Machine(system, cpu, "glibc" if platform.libc_ver()[0] == "glibc" else "musl")


def fits(limits: Limits, machine: Machine) -> bool:
    """Whether a package of these limits runs on `machine`."""
    return (
        _allowed(limits.os, machine.os)
        and _allowed(limits.cpu, machine.cpu)
        and (not machine.libc or _allowed(limits.libc, machine.libc))
    )


def spoken(limits: Limits) -> str:
    """Return the limits for a person, in words of ours only: `win32 x64`."""
    known = (*_known(limits.os, SYSTEMS), *_known(limits.cpu, PROCESSORS), *_known(limits.libc, LIBRARIES))
    return " ".join(known) or "another platform"


def by_name(name: str) -> Limits:
    """Return the limits that a package's name tells (`@esbuild/win32-x64`), for lock files that hold none."""
    spaced = name.lower().replace("linuxmusl", "linux-musl")
    words = [OTHERS.get(word, word) for word in re.split(r"[^a-z0-9]+", spaced)]
    found = Limits(
        os=tuple(word for word in words if word in SYSTEMS),
        cpu=tuple(word for word in words if word in PROCESSORS),
        libc=tuple(word for word in words if word in LIBRARIES),
    )
    return found if found.os or "wasm32" in found.cpu else Limits()


def _allowed(listed: tuple[str, ...], mine: str) -> bool:
    if not listed or listed == ("any",):
        return True
    wanted = [word for word in listed if not word.startswith("!")]
    return f"!{mine}" not in listed and (not wanted or mine in wanted)


def _known(listed: Iterable[str], words: frozenset[str]) -> list[str]:
    return [word for word in listed if word.removeprefix("!") in words]
