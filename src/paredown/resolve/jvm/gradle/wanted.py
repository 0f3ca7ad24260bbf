"""What a build names -> one library that is wanted, as far as the text says it."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.versions import pinned

STRICTLY = "!!"
NOTATION = re.compile(r"([^:@\s]+):([^:@\s]+)(?::([^:@\s]*))?(?::([^:@\s]+))?(?:@([^:@\s]+))?")


class Platform(StrEnum):
    """Whether a library is wanted for the versions that it manages, and how firmly."""

    NONE = ""
    PLATFORM = "platform"
    ENFORCED = "enforced"


class Rich(NamedTuple):
    """A version as Gradle writes it in full; an empty part was not written."""

    require: str = ""
    strictly: str = ""
    prefer: str = ""

    @property
    def wanted(self) -> str:
        """The version, or range, that counts: within a range, the one that is preferred."""
        firm = self.strictly or self.require
        return self.prefer if self.prefer and (not firm or firm[0] in "[](") else pinned(firm)


class Wanted(NamedTuple):
    """One library that a build names; an empty version is left to whoever manages it."""

    module: Module
    version: Rich = Rich()
    classifier: str = ""
    extension: str = ""
    platform: Platform = Platform.NONE
    excluded: tuple[Module, ...] = ()
    transitive: bool = True


def read_notation(text: str) -> Wanted | None:
    """Return what `group:artifact:version:classifier@extension` names, None for a text of another form."""
    found = NOTATION.fullmatch(text)
    if found is None:
        return None
    group, artifact, version, classifier, extension = (part or "" for part in found.groups())
    return Wanted(Module(group, artifact), read_version(version), classifier, extension, transitive=not extension)


def read_version(text: str) -> Rich:
    """Return the version that `1.2`, `1.2!!` or `[1.0,2.0[!!1.2` asks for."""
    firm, strict, preferred = text.partition(STRICTLY)
    return Rich(strictly=firm, prefer=preferred) if strict else Rich(require=text)
