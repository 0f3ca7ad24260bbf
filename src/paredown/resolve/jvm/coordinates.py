"""What a manifest writes of a library -> checked coordinates, their package URL and the names of their files.

Coordinates become folders and file names of a store and entries of a manifest that a client is given, so nothing
passes here that could leave a folder or end an element.
"""

from __future__ import annotations

import re
from typing import NamedTuple

NAME = re.compile(r"[A-Za-z0-9_-](?:[A-Za-z0-9_.-]{0,190}[A-Za-z0-9_-])?")
"""An artifact, a classifier, an extension, or a group once its dots are known to be single."""
VERSION = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.+-]{0,126}[A-Za-z0-9_+-])?")
SNAPSHOT = "-SNAPSHOT"


class Module(NamedTuple):
    """A library without a version."""

    group: str
    artifact: str

    def __str__(self) -> str:
        return f"{self.group}:{self.artifact}"

    @property
    def legal(self) -> bool:
        """Whether both parts are names that stay in their folder."""
        return legal_name(self.group) and legal_name(self.artifact)

    @property
    def folder(self) -> str:
        """The folder of the library in a Maven repository, a relative POSIX path."""
        return f"{self.group.replace('.', '/')}/{self.artifact}"


class Coordinates(NamedTuple):
    """A library at one version, checked where they were made: `exact`."""

    group: str
    artifact: str
    version: str

    def __str__(self) -> str:
        return f"{self.group}:{self.artifact}:{self.version}"

    @property
    def module(self) -> Module:
        """The library."""
        return Module(self.group, self.artifact)

    @property
    def folder(self) -> str:
        """The folder of this version in a Maven repository, a relative POSIX path."""
        return f"{self.module.folder}/{self.version}"

    def file(self, extension: str, classifier: str = "") -> str:
        """Return the name of one of its files."""
        return f"{self.artifact}-{self.version}{f'-{classifier}' if classifier else ''}.{extension}"

    def purl(self, classifier: str = "") -> str:
        """Return its package URL."""
        from packageurl import PackageURL

        qualifiers = {"classifier": classifier} if classifier else None
        return PackageURL("maven", self.group, self.artifact, self.version, qualifiers).to_string()


def legal_name(text: str) -> bool:
    """Whether `text` is a group, an artifact, a classifier or an extension, and no way out of a folder."""
    return NAME.fullmatch(text) is not None and ".." not in text


def exact(group: str, artifact: str, version: str) -> Coordinates | None:
    """Return the coordinates when every part is legal and the version is one version."""
    module = Module(group, artifact)
    if module.legal and VERSION.fullmatch(version) and ".." not in version:
        return Coordinates(group, artifact, version)
    return None
