"""A project and a host -> the files that would change, as a diff; then the same on the disk, or undone."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paredown.connect.files import Added, Place
from paredown.connect.files.place import Span, cut
from paredown.connect.host import Host
from paredown.errors import BadConfiguration, CannotWrite

MAX_BYTES = 1 << 20
"""Of a configuration file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One file before and after; None is a file that is not there. `spans` are what was inserted, where that is all."""

    path: str
    before: str | None
    after: str | None
    spans: tuple[Span, ...] = ()

    @property
    def diff(self) -> str:
        """The change as a unified diff; empty when there is none."""
        old = "" if self.before is None else self.before
        new = "" if self.after is None else self.after
        nothing = "/dev/null"
        names = (
            nothing if self.before is None else f"a/{self.path}",
            nothing if self.after is None else f"b/{self.path}",
        )
        lines = difflib.unified_diff(old.splitlines(), new.splitlines(), *names, lineterm="", n=2)
        return "".join(f"{line}\n" for line in lines)


class Wiring:
    """One host's files in one project. `memory` is the file in which what was inserted is remembered.

    Nothing is written before every file was read and found fit: raises `BadConfiguration` for one that is not.
    """

    def __init__(self, project: Path, host: Host, program: tuple[str, ...], memory: Path) -> None:
        self._project = project.resolve()
        self._host = host
        self._places = host.places(program)
        self._memory = memory

    def additions(self) -> tuple[Change, ...]:
        """Return the changes that make the host use paredown; none when it does."""
        return self._changes(self._added)

    def removals(self) -> tuple[Change, ...]:
        """Return the changes that take out what `additions` put in, and nothing else."""
        return self._changes(self._removed)

    def write(self, changes: Iterable[Change], *, added: bool) -> None:
        """Make the changes, each whole or not at all; raises `CannotWrite`."""
        memory = self._remembered()
        notes = memory.setdefault(self._host.slug, {})
        emptied: set[str] = set()
        for change in changes:
            path = self._inside(change.path)
            try:
                folders = _replace(path, change.after)
            except OSError as error:
                raise CannotWrite(path, error.strerror or "cannot be written") from error
            old = notes.pop(change.path, {})
            if added:
                spans = [*change.spans] if change.spans else None
                created = change.before is None or bool(old.get("created"))
                made = old.get("folders") or [folder.relative_to(self._project).as_posix() for folder in folders]
                notes[change.path] = {
                    "digest": _digest(change.after or ""), "inserted": spans, "created": created, "folders": made
                }  # fmt: skip
            else:
                emptied.update(map(str, old.get("folders", ())))
        for folder in sorted(emptied, reverse=True):
            with suppress(OSError, BadConfiguration):
                self._inside(folder).rmdir()
        if not notes:
            del memory[self._host.slug]
        self._remember(memory)

    def _changes(self, make: Callable[[Place, str | None], Change]) -> tuple[Change, ...]:
        made = []
        for place in self._places:
            path = self._inside(place.path)
            try:
                made.append(make(place, _read(path)))
            except ValueError as error:
                raise BadConfiguration(path, f"{error}; nothing was changed") from error
        return tuple(change for change in made if change.before != change.after)

    def _added(self, place: Place, before: str | None) -> Change:
        added: Added = place.add(before or "")
        return Change(path=place.path, before=before, after=added.text, spans=added.spans)

    def _removed(self, place: Place, before: str | None) -> Change:
        if before is None:
            return Change(path=place.path, before=None, after=None)
        note = self._remembered().get(self._host.slug, {}).get(place.path, {})
        spans = note.get("inserted")
        created = bool(note.get("created", False))
        if spans and note.get("digest") == _digest(before):
            after = cut(before, [Span(*span) for span in spans])
            return Change(path=place.path, before=before, after=None if created and not after else after)
        after = place.remove(before)
        return Change(path=place.path, before=before, after=after if after.strip("\ufeff \t\r\n") else None)

    def _inside(self, relative: str) -> Path:
        """Return where a file is; raises `BadConfiguration` when a link leads out of the project."""
        path = self._project / relative
        real = path.resolve()
        if not real.is_relative_to(self._project):
            raise BadConfiguration(path, "is, or lies behind, a link out of the project; nothing was changed")
        return real

    def _remembered(self) -> dict[str, Any]:
        try:
            told = json.loads(self._memory.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        hosts = told if isinstance(told, dict) else {}
        return {name: files for name, files in hosts.items() if isinstance(files, dict)}

    def _remember(self, memory: dict[str, Any]) -> None:
        try:
            if memory:
                _replace(self._memory, json.dumps(memory, indent=2) + "\n")
            elif self._memory.exists():
                self._memory.unlink()
                self._memory.parent.rmdir()
        except OSError as error:
            if memory:
                raise CannotWrite(self._memory, error.strerror or "cannot be written") from error


def _read(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ValueError(f"cannot be read ({error.strerror})") from error
    if len(content) > MAX_BYTES:
        raise ValueError("is larger than a configuration file can be")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("is not UTF-8") from None


def _replace(path: Path, text: str | None) -> list[Path]:
    """Write a file aside and swap it in, or take it away; return the folders that had to be made, innermost first."""
    if text is None:
        path.unlink(missing_ok=True)
        return []
    made = [folder for folder in path.parents if not folder.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o644
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".paredown-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
        Path(aside).chmod(mode)
        Path(aside).replace(path)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    return made


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
