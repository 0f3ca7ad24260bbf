"""A corpus and detectors -> a verdict for every pair, from the cache where nothing changed."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from paredown.errors import CannotWrite
from paredown.lab.detect.detector import Bench, Detector
from paredown.lab.detect.laid import lay_out
from paredown.lab.detect.skill import Corpus, Skill
from paredown.lab.detect.verdict import Progress, Signal, Tally, Verdict, silent

LAYOUT = "2"
"""Changed whenever a detector is shown a skill in another way: verdicts kept before are not asked again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What one detector said of a corpus, and how long it took: `cold` skills were examined now, the rest were kept.

    `seconds` is the time of the cold ones together, `looked_up` that of the kept ones.
    """

    detector: str
    version: str
    verdicts: dict[str, Verdict]
    cold: int
    seconds: float
    looked_up: float

    def tally(self, corpus: Corpus) -> Tally:
        """Return the outcomes over `corpus`."""
        return Tally.of((corpus.label(skill), self.verdicts[skill.id].flagged) for skill in corpus.skills)


def examine(
    corpus: Corpus, detector: Detector, bench: Bench, cache: Path | None, jobs: int, progress: Progress
) -> Examined:
    """Return what `detector` says of every skill of `corpus`, `jobs` batches at a time.

    A skill that the cache knows under the detector's version is not examined again. Raises `CannotWrite`.
    """
    start = perf_counter()
    kept = Kept(cache / detector.name / key_of(detector, bench)) if cache else None
    verdicts = {s.id: found for s in corpus.skills if kept and (found := kept.get(s)) is not None}
    looked_up = perf_counter() - start
    todo = [skill for skill in corpus.skills if skill.id not in verdicts]
    done = len(verdicts)
    progress(detector.name, done, len(corpus.skills))
    start = perf_counter()
    if todo and (why := detector.missing(bench)):
        verdicts.update((skill.id, silent(why)) for skill in todo)
    elif todo:
        # Small batches at the end keep every worker busy; a batch is never larger than the detector takes.
        size = max(1, min(detector.batch, -(-len(todo) // jobs)))
        batches = [todo[at : at + size] for at in range(0, len(todo), size)]
        with ThreadPoolExecutor(jobs) as pool:
            for batch, said in zip(batches, pool.map(lambda b: _batch(detector, b, bench), batches), strict=True):
                for skill, verdict in zip(batch, said, strict=True):
                    verdicts[skill.id] = verdict
                    if kept:
                        kept.put(skill, verdict)
                done += len(batch)
                progress(detector.name, done, len(corpus.skills))
    return Examined(
        detector=detector.name,
        version=detector.version,
        verdicts={skill.id: verdicts[skill.id] for skill in corpus.skills},
        cold=len(todo),
        seconds=perf_counter() - start,
        looked_up=looked_up,
    )


def _batch(detector: Detector, skills: Sequence[Skill], bench: Bench) -> list[Verdict]:
    start = perf_counter()
    with tempfile.TemporaryDirectory(prefix="paredown-skills-") as folder:
        # Resolved, because a tool may answer with the real path of what it was given.
        found = detector.examine(lay_out(skills, Path(folder).resolve(), fences=detector.fences), bench)
    each = (perf_counter() - start) / len(skills)
    return [replace(one, seconds=each) for one in found]


def key_of(detector: Detector, bench: Bench) -> str:
    """Return what names a detector's kept verdicts: its version, its pins, its weights, and how skills are laid out."""
    weights = ""
    if bench.weights and bench.weights.is_dir():
        files = sorted(path for path in bench.weights.glob(f"{detector.name}*") if path.is_file())
        weights = "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)
    pins = detector.pinned.digest if detector.pinned else ""
    spelled = "\0".join((detector.name, detector.version, pins, weights, str(detector.fences), LAYOUT))
    return hashlib.sha256(spelled.encode()).hexdigest()[:16]


class Kept:
    """Verdicts in files, one a skill's content: equal contents are examined once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, skill: Skill) -> Verdict | None:
        """Return the verdict on this content, None when there is none that can be read."""
        try:
            said = json.loads(self._path(skill).read_bytes())
            signals = tuple(Signal(str(rule), int(count)) for rule, count in said["signals"])
            flagged = None if said["flagged"] is None else bool(said["flagged"])
            return Verdict(signals=signals, flagged=flagged, why=str(said["why"]), seconds=float(said["seconds"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, skill: Skill, verdict: Verdict) -> None:
        """Keep a verdict, unless asking again may say another; raises `CannotWrite`."""
        if not verdict.lasting:
            return
        path = self._path(skill)
        said = {"signals": verdict.signals, "flagged": verdict.flagged, "why": verdict.why, "seconds": verdict.seconds}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            aside = path.with_suffix(".new")
            aside.write_text(json.dumps(said), "utf-8")
            aside.replace(path)
        except OSError as error:
            raise CannotWrite(path, error.strerror or "cannot be written") from error

    def _path(self, skill: Skill) -> Path:
        digest = skill.digest.removeprefix("sha256:")
        return self._folder / digest[:2] / f"{digest}.json"
