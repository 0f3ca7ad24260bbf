"""The addresses that Swift packages come from -> identities, publishers, package URLs and module names."""

from __future__ import annotations

import re

from packageurl import PackageURL

from paredown.names import plain

SHOWN = 120
"""Characters of a third party's name that a report shows."""
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@]*@)?")
SCP = re.compile(r"(?:[A-Za-z0-9_.-]+@)?([A-Za-z0-9.-]+):(?![0-9]+/)(?=[^/])")
STEP = re.compile(r"[A-Za-z0-9._~+-]{1,100}")
VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,120}", re.ASCII)
REVISION = re.compile(r"[0-9a-f]{40,64}", re.ASCII)
NOT_A_LETTER = re.compile(r"\W")
MAX_NAME = 200
"""Characters of the name of a target, a product or a package."""


def identity(location: str) -> str:
    """Return the identity of the package at `location`, an address or a path: its last step, in lower case."""
    return last_step(location).lower()


def last_step(location: str) -> str:
    """Return the last step of an address or a path without `.git`: what a checkout's folder is called."""
    step = location.rstrip("/").replace("\\", "/").rpartition("/")[2].rpartition(":")[2]
    return step.removesuffix(".git")


def steps(location: str) -> tuple[str, ...]:
    """Return host, owner and name of an address (`github.com`, `apple`, `swift-nio`); empty when it is none."""
    path = SCHEME.sub("", location.strip(), count=1)
    if path == location.strip():
        path, found = SCP.subn(r"\1/", path, count=1)
        if not found:
            return ()
    host, _, rest = path.rstrip("/").removesuffix(".git").partition("/")
    parts = (host.partition(":")[0].lower(), *(step for step in rest.split("/") if step))
    legal = all(STEP.fullmatch(step) and step.strip(".") for step in parts)
    return parts if len(parts) > 1 and legal else ()


def purl(path: tuple[str, ...], version: str, module: str = "") -> str:
    """Return the package URL of the repository at `path`, or of one module in it (`…#NIOCore`)."""
    *owner, name = path
    return PackageURL("swift", "/".join(owner) or None, name, version or None, subpath=module or None).to_string()


def publisher(path: tuple[str, ...]) -> str:
    """Return who publishes the repository at `path`: its owner, on its host (`github.com/apple`)."""
    return "/".join(path[:-1]) or path[0]


def module_name(target: str) -> str:
    """Return the module that a target is imported as."""
    name = NOT_A_LETTER.sub("_", target)
    return f"_{name[1:]}" if name[:1].isdigit() else name


def legal(name: object) -> bool:
    """Whether `name` may be the name of a package, a product or a target."""
    return isinstance(name, str) and 0 < len(name) <= MAX_NAME and name.isprintable() and not name.isspace()


def shown(name: str) -> str:
    """Return a third party's name, safe to show and short."""
    return plain(name)[:SHOWN]
