"""The names, versions and specifiers that npm allows -> what paredown calls a package, its publisher and its types."""

from __future__ import annotations

import functools
import re

from packageurl import PackageURL

MAX_NAME = 214
"""Characters of a package name, scope included, as npm bounds it."""
PART = r"[A-Za-z0-9~-][A-Za-z0-9._~-]*"
NAME = re.compile(rf"(?:@({PART})/)?({PART})", re.ASCII)
RESERVED = frozenset({"node_modules", "favicon.ico"})
VERSION = re.compile(r"[0-9]{1,16}\.[0-9]{1,16}\.[0-9]{1,16}(?:[-+][0-9A-Za-z.+-]{1,120})?", re.ASCII)
REMOTE = re.compile(
    r"(?:git\+|git:|git@|ssh:|https?:|ftp:|github:|gitlab:|bitbucket:|gist:)"
    r"|[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+(?:#|$)",
    re.IGNORECASE,
)
ALIAS = "npm:"
UNVERSIONED = "0.0.0"
"""The version of a folder of the project whose package.json names none."""


def legal(name: str) -> bool:
    """Whether `name` may be a package: npm's rules, so it is also a safe relative path and no option of a client."""
    found = NAME.fullmatch(name)
    return found is not None and len(name) <= MAX_NAME and found[2].lower() not in RESERVED


def exact(version: str) -> bool:
    """Whether `version` is one version and never a range or a tag."""
    return VERSION.fullmatch(version) is not None


@functools.lru_cache(maxsize=16_384)
def purl(name: str, version: str) -> str:
    """Return the package URL: `pkg:npm/%40babel/core@7.0.0`; without a version when none is known."""
    scope, _, bare = name.rpartition("/")
    return PackageURL("npm", scope or None, bare, version or None).to_string()


def publisher(name: str) -> str:
    """Return who publishes `name`: its scope (`@babel`, `@types`) or, without one, the package itself."""
    scope, slash, _ = name.partition("/")
    return scope if slash else name


def typings(name: str) -> str:
    """Return the package that holds the types of `name`: `x` -> `@types/x`, `@a/b` -> `@types/a__b`."""
    return "@types/" + name.removeprefix("@").replace("/", "__")


def real_name(asked: str, specifier: str) -> str:
    """Return the package behind `asked`: itself, or `bar` where the specifier is the alias `npm:bar@1`."""
    if not specifier.startswith(ALIAS):
        return asked
    target = specifier.removeprefix(ALIAS)
    at = target.find("@", 1)
    name = target if at < 0 else target[:at]
    return name if legal(name) and not exact(name) else asked


def is_remote(specifier: str) -> bool:
    """Whether `specifier` names a repository or an address, not a version of a registry."""
    return REMOTE.match(specifier) is not None
