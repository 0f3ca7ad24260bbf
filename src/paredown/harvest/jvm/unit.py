"""One class file with its annotations and its Kotlin metadata, each read when first asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from paredown.errors import UnreadableFile
from paredown.harvest.jvm.annotations import Annotations
from paredown.harvest.jvm.classfile import DAMAGED, STATIC, SYNTHETIC, VISIBLE, ClassFile, Inner, Member, Signature
from paredown.harvest.jvm.deprecation import JAVA, KOTLIN
from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.contents import Contents
from paredown.harvest.jvm.kotlin.header import CLASS, FACADE, FILE_FACADE, METADATA, Header, read_header
from paredown.harvest.jvm.kotlin.header import SYNTHETIC as SYNTHETIC_CLASS

if TYPE_CHECKING:
    from paredown.harvest.jvm.membership import Known

PUBLISHED: Final = "Lkotlin/PublishedApi;"
MARKS: Final = tuple(mark.encode() for mark in (KOTLIN, JAVA, PUBLISHED))
ANONYMOUS: Final = re.compile(r"\$[0-9]")
"""In the path of a class of a function's body, where its file names that function too: most need no closer look."""
DEFAULT_IMPLS: Final = "$DefaultImpls"
CORRUPT: Final = "holds Kotlin metadata that is corrupt, or of a form that is not known"


class Unit:
    """One class of a jar. Raises `UnreadableFile`, or one of `DAMAGED`, from whatever turns out to be damaged."""

    known: dict[Signature, Known] | None = None
    """What the metadata says of its members, once that was asked for."""
    _contents: Contents | None = None

    def __init__(self, data: bytes, path: str) -> None:
        self.path = path
        self._data = data

    @cached_property
    def file(self) -> ClassFile:
        """The class file."""
        return ClassFile(self._data, self.path)

    @cached_property
    def name(self) -> str:
        """Its internal name."""
        return self.file.name

    @cached_property
    def annotations(self) -> Annotations:
        """The annotations of the class."""
        return Annotations(self.file.constants, self.file.attributes)

    @cached_property
    def header(self) -> Header | None:
        """The header of its Kotlin metadata, or None for a class of another language."""
        if not self.file.mentions(METADATA.encode()):
            return None
        try:
            return read_header(self.file.constants, self.annotations)
        except DAMAGED as error:
            raise UnreadableFile(self.path, CORRUPT) from error

    @cached_property
    def marked(self) -> dict[Signature, Member]:
        """The members that may be deprecated or published."""
        return self.file.marked(MARKS)

    @cached_property
    def inner(self) -> Inner | None:
        """What it says of itself as a nested class."""
        return self.file.inner

    @property
    def access(self) -> int:
        """Its access as declared: of a nested class that is another one than the file's own."""
        return (self.inner.access if self.inner else self.file.access) & ~STATIC

    @property
    def kind(self) -> int:
        """The kind of its Kotlin metadata, 0 without any."""
        return self.header.kind if self.header else 0

    def contents(self, outer: Mapping[int, str]) -> Contents | None:
        """Return what its metadata declares; `outer` are the type parameters around it. None where it has none."""
        if self._contents is None and self.header and self.header.message:
            try:
                self._contents = Contents(self.header, outer)
            except DAMAGED as error:
                raise UnreadableFile(self.path, CORRUPT) from error
        return self._contents

    @property
    def is_default_impls(self) -> bool:
        """Whether it only holds the bodies of an interface's methods."""
        return self.name.endswith(DEFAULT_IMPLS) and self.kind == SYNTHETIC_CLASS and self.inner is not None

    @property
    def is_facade(self) -> bool:
        """Whether it stands for a file, or for several."""
        return self.kind in (FILE_FACADE, FACADE)

    def is_shut(self) -> bool:
        """Whether its file alone says that nobody outside can name it."""
        if ANONYMOUS.search(self.path) and b"EnclosingMethod" in self._data:
            return True
        file = self.file
        if not file.access & VISIBLE:
            return True
        if file.access & SYNTHETIC and (
            self.name.endswith(("$WhenMappings", "$EntriesMappings")) or "$annotationImpl$" in self.name
        ):
            return True
        return file.mentions(b"EnclosingMethod") and "EnclosingMethod" in file.attributes

    def is_public(self, contents: Contents | None) -> bool:
        """Whether it is public or protected by itself: to the virtual machine, and to Kotlin where it is Kotlin's."""
        if self.is_shut():
            return False
        if contents is None or self.kind != CLASS:
            return True
        return is_visible(contents.flags, PUBLISHED in self.annotations)


def is_visible(flags: int, published: bool) -> bool:
    """Whether a Kotlin declaration with `flags` is public, protected, or internal and published."""
    seen = flags >> 1 & 7
    return seen in (bits.PUBLIC, bits.PROTECTED) or (published and seen == bits.INTERNAL)
