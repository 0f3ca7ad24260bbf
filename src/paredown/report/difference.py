"""Two surfaces of one project -> what the second lets be said that the first did not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from paredown.report.remark import Remark


class Release(NamedTuple):
    """One version of one artifact, and whose it is."""

    ecosystem: str
    name: str
    version: str
    publisher: str
    declared: bool
    purl: str


class Said(NamedTuple):
    """One entry, as far as an agent is told of it."""

    symbol: str
    kind: str
    signature: str


class Key(NamedTuple):
    """One artifact, whatever its version."""

    ecosystem: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of two surfaces: its releases, what each artifact says to an agent, and the breaches that nothing excepts.

    `rules` are those that were asked. `files` gives, for a package URL, the files in it that agents follow, each with a
    digest of its content.
    """

    rules: tuple[str, ...]
    releases: tuple[Release, ...]
    said: Mapping[Key, frozenset[Said]]
    breaches: tuple[Remark, ...]
    files: Callable[[str], Mapping[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What is different about one artifact.

    `before` and `after` are its versions; `reached` and `reaches` say whether it spoke and speaks to the agent; `plus`
    and `minus` count entries; `files` are new or changed ones that agents follow. `stranger` says that its publisher
    was not there before, `leaver` that its publisher is there no more.
    """

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    reached: bool
    reaches: bool
    plus: int
    minus: int
    breaches: tuple[Remark, ...]
    files: tuple[str, ...]
    stranger: bool
    leaver: bool

    def __bool__(self) -> bool:
        """Whether anything is different."""
        moved = self.before != self.after or self.reached != self.reaches
        return bool(moved or self.plus or self.minus or self.breaches or self.files)


def difference(old: Side, new: Side) -> tuple[Change, ...]:
    """Return every artifact that is different, those that reach the agent first, then by name."""
    was, now = _by_key(old.releases), _by_key(new.releases)
    publishers_before = {(release.ecosystem, release.publisher) for release in old.releases}
    publishers_after = {(release.ecosystem, release.publisher) for release in new.releases}
    fresh = _new_breaches(old, new)
    changes = []
    for key in was.keys() | now.keys():
        before, after = was.get(key, ()), now.get(key, ())
        said, says = old.said.get(key, frozenset()), new.said.get(key, frozenset())
        purls = {release.purl for release in after}
        change = Change(
            name=key.name,
            before=tuple(release.version for release in before),
            after=tuple(release.version for release in after),
            reached=any(release.declared for release in before),
            reaches=any(release.declared for release in after),
            plus=len(says - said),
            minus=len(said - says),
            breaches=tuple(remark for remark in fresh if remark.artifact in purls),
            files=_new_files(old, new, before, after),
            stranger=any((key.ecosystem, release.publisher) not in publishers_before for release in after),
            leaver=any((key.ecosystem, release.publisher) not in publishers_after for release in before),
        )
        if change:
            changes.append(change)
    return tuple(sorted(changes, key=lambda one: (not (one.reaches or one.reached), one.name, one.after)))


def _by_key(releases: Iterable[Release]) -> dict[Key, tuple[Release, ...]]:
    found: dict[Key, tuple[Release, ...]] = {}
    for release in sorted(releases):
        key = Key(release.ecosystem, release.name)
        found[key] = (*found.get(key, ()), release)
    return found


def _new_breaches(old: Side, new: Side) -> list[Remark]:
    both = set(old.rules) & set(new.rules)
    known = {(remark.rule, remark.symbol, remark.part) for remark in old.breaches}
    asked = (remark for remark in new.breaches if remark.rule in both)
    return [remark for remark in asked if (remark.rule, remark.symbol, remark.part) not in known]


def _new_files(old: Side, new: Side, before: tuple[Release, ...], after: tuple[Release, ...]) -> tuple[str, ...]:
    if {release.purl for release in before} == {release.purl for release in after}:
        return ()
    known = {(path, digest) for release in before for path, digest in old.files(release.purl).items()}
    found = {(path, digest) for release in after for path, digest in new.files(release.purl).items()}
    return tuple(sorted({path for path, _ in found - known}))
