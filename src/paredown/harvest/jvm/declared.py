"""What a class file declares -> entries, and where in the class files each of them lies."""

from __future__ import annotations

from typing import NamedTuple

from paredown.model import NO_PROSE, Artifact, Deprecation, Entry, Kind, Language, Prose, Symbol


class Key(NamedTuple):
    """What joins a declaration of a class file with one of a source file.

    The internal name of the class that declares it (`okhttp3/Interceptor$Chain`), and the name and erased descriptor
    of the member; both are empty for a class and for a type alias. A property is at its getter or, without one, at
    its field: that of a companion object's constant has the companion for its owner, as in the source, although the
    compiler puts the field into the class around it.
    """

    owner: str
    name: str
    descriptor: str


class Declared(NamedTuple):
    """One entry, the parts of its key, and its place among the declarations of its sources, -1 where none has it."""

    entry: Entry
    owner: str
    name: str
    descriptor: str
    at: int = -1

    @property
    def key(self) -> Key:
        """What joins it with sources."""
        return Key(self.owner, self.name, self.descriptor)


class Place(NamedTuple):
    """Where a class stands: its package with dots, empty for the root, and its name below those around it."""

    package: str
    names: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of its symbol; without a package the outermost class comes first."""
        return (self.package, *self.names) if self.package else self.names

    @property
    def imported(self) -> str:
        """What a caller imports to name it: the outermost class."""
        return f"{self.package}.{self.names[0]}" if self.package else self.names[0]


class Maker:
    """Makes the entries of one class."""

    __slots__ = ("_artifact", "_language")

    def __init__(self, artifact: Artifact, language: Language) -> None:
        self._artifact = artifact
        self._language = language

    def entry(  # noqa: PLR0913, PLR0917 - what an entry has
        self,
        parts: tuple[str, ...],
        kind: Kind,
        signature: str,
        imported: str,
        deprecation: Deprecation = Deprecation.NONE,
        literal: str | None = None,
        prose: Prose = NO_PROSE,
    ) -> Entry:
        """Return an entry; `literal` is the string constant that its signature elides."""
        return Entry(
            symbol=Symbol(language=self._language, parts=parts),
            kind=kind,
            signature=signature,
            import_path=imported,
            artifact=self._artifact,
            deprecation=deprecation,
            constants=() if literal is None else (Prose(literal),),
            prose=prose,
        )
