"""Every linter on every spec -> what each catches, passes and cannot say, and the page that tells it.

python tests/live/linters/measure.py FOLDER          brings the linters into FOLDER, writes docs/linters.md
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[3]))

from paredown.export import LINTERS
from tests.live.linters.page import written
from tests.live.linters.programs import EXPORTED, PROGRAMS, Program, exported, findings, install_exports
from tests.live.linters.sources import Sample, controls, declared, samples
from tests.live.linters.toolbox import Toolbox

LENGTH = re.compile(r"line-?length|max-line|line-too-long", re.IGNORECASE)
"""Names of rules on the length of a line: a long comment is no find."""


class Verdict(NamedTuple):
    """What one linter in one configuration said of one case."""

    sample: Sample
    flagged: bool
    by_its_rule: bool


class Run(NamedTuple):
    """One linter in one configuration: a verdict on every case that its languages can say."""

    program: Program
    configuration: str
    verdicts: tuple[Verdict, ...]


def measure(folder: Path, programs: Sequence[Program] = PROGRAMS) -> tuple[Run, ...]:
    """Return what the programs say, in their stock configurations and in ours; raises `AssertionError`."""
    tools = Toolbox(folder)
    if why := Toolbox.missing() or tools.bring():
        raise AssertionError(why)
    runs: list[Run] = []
    with tempfile.TemporaryDirectory() as scratch:
        for program in programs:
            place = Path(scratch) / "-".join(program.languages)
            shown, ordinary = prepared(place, program.languages, tools)
            for configuration in (*program.stock, "swiftlint" if program.slug == "swiftlint" else EXPORTED):
                found = findings(program, tools, place, configuration)
                label = EXPORTED if configuration == "swiftlint" else configuration
                if label == EXPORTED:
                    flagged = [s.path for s in ordinary if s.key in found]
                    assert not flagged, f"{program.title}: the export refuses ordinary names: {flagged}"
                usual = {s.language + s.case.kind: found.get(s.key, set()) for s in ordinary}
                runs.append(Run(program, label, tuple(verdict(s, found, usual) for s in shown)))
    return tuple(runs)


def verdict(sample: Sample, found: dict[str, set[str]], usual: dict[str, set[str]]) -> Verdict:
    """Return what was said of a case: what is said of the same file with an ordinary name does not count."""
    said = found.get(sample.key, set()) - usual.get(sample.language + sample.case.kind, set())
    said = {rule for rule in said if not LENGTH.search(rule)}
    return Verdict(sample, bool(said), sample.rule in said)


def prepared(place: Path, languages: Sequence[str], tools: Toolbox) -> tuple[list[Sample], list[Sample]]:
    """Write the sources and the exports into `place`; return the cases and the ordinary files."""
    shown = [each for each in samples() if isinstance(each, Sample) and each.language in languages]
    ordinary = [each for each in controls() if each.language in languages]
    if not place.is_dir():
        for each in (*shown, *ordinary):
            path = place / each.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(each.text, "utf-8")
        (place / "home").mkdir()
        install_exports(place, declared(), [linter.slug for linter in LINTERS])
        (place / "swiftlint-as-semgrep.yml").write_text(as_semgrep(exported(place, "swiftlint")), "utf-8")
        (place / "node_modules").symlink_to(tools.modules)
    return shown, ordinary


def as_semgrep(path: Path) -> str:
    """Return the regular expressions of SwiftLint's custom rules as rules of semgrep, which searches files likewise."""
    rules = yaml.safe_load(path.read_text("utf-8"))["custom_rules"].values()
    return json.dumps(
        {
            "rules": [
                {
                    "id": rule["name"].replace(" ", "-"),
                    "message": f"{rule['name']}: {rule['message']}",
                    "severity": "ERROR",
                    "languages": ["regex"],
                    "pattern-regex": rule["regex"],
                }
                for rule in rules
            ]
        }
    )


if __name__ == "__main__":
    wanted = [p for p in PROGRAMS if not sys.argv[2:] or any(name in p.title for name in sys.argv[2:])]
    measured = measure(Path(sys.argv[1]), wanted)
    if len(wanted) == len(PROGRAMS):
        (Path(__file__).parents[3] / "docs/linters.md").write_text(written(measured), "utf-8")
    for run in measured:
        bad = [v for v in run.verdicts if v.sample.section == "within" and v.flagged]
        missed = [v for v in run.verdicts if v.sample.section == "breach" and not v.flagged]
        total = sum(v.sample.section == "breach" for v in run.verdicts)
        print(
            f"{run.program.title:40} {run.configuration:14} caught {total - len(missed)} of {total}, within flagged {len(bad)}"
        )
        if run.configuration == EXPORTED:
            for kind, each in (("WITHIN", bad), ("missed", missed)):
                for v in each:
                    print(f"    {kind} {v.sample.rule} {v.sample.language} {v.sample.case.kind} {v.sample.case.name!a}")
