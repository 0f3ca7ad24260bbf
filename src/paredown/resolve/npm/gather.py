"""Units -> their files at hand, with a digest of each, or why there are none.

What is installed or in a cache comes first, then what was brought before, then npm brings the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from paredown.model import Form, Unread
from paredown.resolve.graph import Options
from paredown.resolve.npm.bring import NOTHING, Order, bring
from paredown.resolve.npm.document import texts
from paredown.resolve.npm.installed import CUT
from paredown.resolve.npm.locate import Found, Locator
from paredown.resolve.npm.machine import Limits, Machine, fits, spoken
from paredown.resolve.npm.manifest import Manifest
from paredown.resolve.npm.pin import Origin
from paredown.resolve.npm.store import Store
from paredown.resolve.npm.units import Unit, package_url
from paredown.tree.folder import Folder

WORKERS = 2
"""Threads that read; more only wait for the interpreter."""
OFFLINE = "is not installed, and nothing is brought offline"
WHY_ABSENT = {
    Origin.FOLDER: "a folder that is not there, has no package.json, or lies outside and no manifest names it",
    Origin.ARCHIVE: "an archive that is not there, not readable, or not what the lock file says",
    Origin.REMOTE: "comes from a repository or an address, which paredown does not fetch, and is not installed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The files of each unit that has them, by its first key, and what has none."""

    found: Mapping[str, Found] = field(default_factory=dict)
    unread: tuple[Unread, ...] = ()
    notes: tuple[str, ...] = ()


def gather(
    project: Path, units: Sequence[Unit], manifests: Sequence[Manifest], machine: Machine, options: Options
) -> Gathered:
    """Return the files of `units`; raises `CannotWrite` when the store refuses."""
    store = Store(options.archives / "npm")
    locator = Locator(project, manifests, store)
    found = {unit.pin.key: here for unit in units if (here := locator.find(unit.pin, unit.places)) is not None}
    absent = [unit for unit in units if unit.pin.key not in found and unit.pin.origin is Origin.REGISTRY]
    found.update(_kept(absent, locator))
    wanted = [unit for unit in absent if unit.pin.key not in found]
    failed = _brought(wanted, store, options)
    found.update(_kept([unit for unit in wanted if unit.pin.key not in failed], locator))
    unread: list[Unread] = []
    for unit in units:
        key = unit.pin.key
        if key not in found:
            why = failed.get(key) or WHY_ABSENT.get(unit.pin.origin, NOTHING)
            unread.append(Unread(artifact=package_url(unit.pin), path="", why=why))
        elif unit.loose and unit.pin.limits is None:
            limits = _limits(found[key].manifest)
            if not fits(limits, machine):
                why = f"optional, made for {spoken(limits)} only"
                unread.append(Unread(artifact=package_url(unit.pin), path="", why=why))
                del found[key]
    return _digested(found, units, unread, locator, options)


def _kept(units: Iterable[Unit], locator: Locator) -> dict[str, Found]:
    with ThreadPoolExecutor(WORKERS, thread_name_prefix="check") as pool:
        pairs = zip(units, pool.map(lambda unit: locator.kept(unit.pin), units), strict=True)
        return {unit.pin.key: found for unit, found in pairs if found is not None}


def _brought(units: Sequence[Unit], store: Store, options: Options) -> dict[str, str]:
    """Bring the archives of `units`; return why, by key, for those that could not be."""
    if options.offline:
        return {unit.pin.key: OFFLINE for unit in units}
    orders = {unit.pin.key: Order(unit.pin.name, unit.pin.version, unit.pin.integrity) for unit in units}
    failed = bring(list(orders.values()), store, options.progress)
    return {key: failed[order] for key, order in orders.items() if order in failed}


def _digested(
    found: Mapping[str, Found], units: Sequence[Unit], unread: list[Unread], locator: Locator, options: Options
) -> Gathered:
    folders = {key: here for key, here in found.items() if here.files.form is Form.FOLDER}
    done: dict[str, Found] = {key: here for key, here in found.items() if key not in folders}
    with ThreadPoolExecutor(WORKERS, thread_name_prefix="read") as pool:
        digests = pool.map(_counted(_digest, len(folders), options), folders.values())
        for (key, here), digest in zip(folders.items(), digests, strict=True):
            if digest:
                done[key] = replace(here, digest=digest)
    unread.extend(
        Unread(artifact=package_url(unit.pin), path="", why="its folder cannot be read")
        for unit in units
        if unit.pin.key in folders and unit.pin.key not in done
    )
    unchecked = sum(here.files.form is not Form.FOLDER and not here.checked for here in done.values())
    notes = []
    if locator.mismatched:
        notes.append(f"installed packages that are not what the lock file says, so not used: {locator.mismatched}")
    if locator.cut:
        notes.append(CUT)
    if unchecked:
        notes.append(f"archives that the lock file has no hash of, so not checked: {unchecked}")
    return Gathered(found=done, unread=tuple(unread), notes=tuple(notes))


def _digest(found: Found) -> str:
    try:
        return Folder(found.files).digest()
    except OSError:
        return ""


def _counted(work: Callable[[Found], str], total: int, options: Options) -> Callable[[Found], str]:
    """Return `work` with a report of how much is done."""
    done = iter(range(1, total + 1))

    def counted(found: Found) -> str:
        result = work(found)
        options.progress("read npm", next(done), total)
        return result

    return counted


def _limits(manifest: Mapping[str, object]) -> Limits:
    return Limits(texts(manifest.get("os")), texts(manifest.get("cpu")), texts(manifest.get("libc")))
