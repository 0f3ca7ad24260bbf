"""What a person names (a lock file, a project, an index, a file of a git revision) -> one side of a comparison."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from paredown.cli.gating import check_project
from paredown.cli.revision import checked_out
from paredown.errors import IndexUnusable, ParedownError, UnreadableFile, UnreadableProject
from paredown.gate import ADOPTED, SERVED
from paredown.index import Store
from paredown.model import Artifact, Part, Unread
from paredown.names import plain, short_symbol
from paredown.names.agent_files import followed_by_agents
from paredown.report.difference import Key, Release, Said, Side
from paredown.report.place import Place
from paredown.report.record import Record, Refused
from paredown.report.remark import Remark
from paredown.resolve import Progress, inputs
from paredown.settings import Settings
from paredown.tree import open_tree

Configured = Callable[[Path], Settings]
INDEX = (".sqlite", ".db")
PURL = re.compile(r"pkg:(?P<ecosystem>[^/]+)/(?P<name>.+)@(?P<version>[^@?#]+)")


@contextmanager
def side(named: str, configured: Configured, progress: Progress) -> Iterator[Side]:
    """Hold one side open, while the files that it was read from are there.

    Raises `UnreadableProject` for what is none, and as `pare` and `Store` do.
    """
    path = Path(named)
    if path.is_dir():
        yield _of_project(path.resolve(), configured, progress)
    elif path.is_file() and path.suffix in INDEX:
        yield _of_index(path)
    elif path.is_file():
        yield _of_project(_project_of(path), configured, progress)
    elif ":" in named:
        with checked_out(named) as folder:
            yield _of_project(folder, configured, progress)
    else:
        raise UnreadableProject(named, "is no folder, no file, and no file of a git revision (`rev:path`)")


def _project_of(lock: Path) -> Path:
    project = lock.resolve().parent
    if lock.resolve() not in inputs(project):
        raise UnreadableProject(lock, "is no lock file of the project in its folder; give the folder, or `rev:path`")
    return project


def _of_project(project: Path, configured: Configured, progress: Progress) -> Side:
    checked, reduced = check_project(project, configured(project), progress, ADOPTED)
    artifacts = {artifact.purl: artifact for graph in reduced.graphs for artifact in graph.artifacts}
    said: dict[Key, set[Said]] = defaultdict(set)
    for entry in reduced.surface.entries:
        key = Key(entry.artifact.ecosystem, entry.artifact.name)
        said[key].add(Said(str(entry.symbol), entry.kind, entry.signature))
    releases = {artifact.purl: _release(artifact) for artifact in artifacts.values()}
    for gap in reduced.unread:
        if gap.artifact not in releases and (release := _missing(gap)):
            releases[gap.artifact] = release
    return Side(
        rules=checked.rules,
        releases=tuple(releases.values()),
        said={key: frozenset(every) for key, every in said.items()},
        breaches=checked.breaches,
        files=cache(lambda purl: _followed(artifacts.get(purl))),
    )


def _of_index(path: Path) -> Side:
    record = _record_beside(path)
    store = Store(path)
    try:
        lines, cards = store.surface(), store.everything()
    finally:
        store.close()
    releases = {
        line.purl: Release(_ecosystem(line.purl), line.name, line.version, line.publisher, line.declared, line.purl)
        for line in lines
    }
    said: dict[Key, set[Said]] = defaultdict(set)
    for card in cards:
        release = releases[card.artifact]
        said[Key(release.ecosystem, release.name)].add(Said(card.symbol, card.kind, card.signature))
    return Side(
        rules=tuple(rule.slug for rule in SERVED),
        releases=tuple(releases.values()),
        said={key: frozenset(every) for key, every in said.items()},
        breaches=tuple(
            _refusal(one, releases.get(one.artifact) or _release_of(one.artifact)) for one in record.refused
        ),
        files=lambda _purl: {},
    )


def _record_beside(index: Path) -> Record:
    """Return the record of the run that wrote an index: without it nobody knows what was refused."""
    path = index.parent / "record.json"
    try:
        return Record.from_json(path.read_text("utf-8"))
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = "is not there or of another version, and it says what the index refused; keep both, or index again"
        raise IndexUnusable(path, why) from error


def _refusal(refused: Refused, release: Release | None) -> Remark:
    symbol = plain(refused.symbol)
    return Remark(
        rule=refused.rule,
        symbol=symbol,
        shown=short_symbol(symbol),
        artifact=refused.artifact,
        name=release.name if release else refused.artifact,
        version=release.version if release else "",
        part=Part(refused.part),
        why=refused.why,
        evidence="",
        place=Place("", 1),
    )


def _release(artifact: Artifact) -> Release:
    return Release(
        artifact.ecosystem, artifact.name, artifact.version, artifact.publisher, artifact.declared, artifact.purl
    )


def _missing(gap: Unread) -> Release | None:
    return None if gap.path else _release_of(gap.artifact)


def _release_of(purl: str) -> Release | None:
    """Return what a package URL alone says: no more is known of what could not be read."""
    found = PURL.fullmatch(purl)
    if not found:
        return None
    name = unquote(found["name"])
    publisher = name.partition("/")[0] if name.startswith("@") else name
    return Release(found["ecosystem"], name, unquote(found["version"]), publisher, False, purl)


def _ecosystem(purl: str) -> str:
    return purl.removeprefix("pkg:").partition("/")[0]


def _followed(artifact: Artifact | None) -> dict[str, str]:
    """Return the files of an artifact that agents follow, with digests: their content is never shown."""
    found: dict[str, str] = {}
    if artifact:
        with suppress(ParedownError), open_tree(artifact.files) as tree:
            for name in filter(followed_by_agents, tree.names()):
                try:
                    found[name] = hashlib.sha256(tree.read(name)).hexdigest()
                except UnreadableFile as error:
                    found[name] = error.reason
    return found
