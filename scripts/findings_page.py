"""`tests/claims.toml` and `results/` -> `docs/findings.md`: what the findings say, what was measured here, and why.

python scripts/findings_page.py                     write the page
python scripts/findings_page.py --check             fail when the page is not what it would write
python scripts/findings_page.py --take NAME < FILE  keep the JSON of a `paredown lab` command as results/NAME.json
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paredown.gate.price import Share
from paredown.lab.price.told import percent

ROOT = Path(__file__).resolve().parent.parent
CLAIMS = ROOT / "tests/claims.toml"
RESULTS = ROOT / "results"
PAGE = ROOT / "docs/findings.md"
STATUSES = ("reproduced", "differs", "not measurable here", "open")
MOST = 10
"""Publishers that a kept price names."""
STEPS = {"dedupe": ("harvested", "dedupe"), "declared": ("dedupe", "declared"), "usable": ("declared", "usable")}
OUTCOMES = ("caught", "missed", "false_alarm", "left_alone", "no_verdict")
HEAD = """# The findings, measured again

Written by `scripts/findings_page.py` from `tests/claims.toml` and `results/`: not to be edited. The findings are the
study that paredown was built on. Every figure and statement of theirs is below, with what was measured here, on which
corpus, and why it differs where it does. `open` is measured in another room of the laboratory.
"""


def main() -> None:
    """Write the page, check it, or keep a result."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--check", action="store_true")
    asked.add_argument("--take", metavar="NAME")
    options = asked.parse_args()
    if options.take:
        RESULTS.mkdir(exist_ok=True)
        kept = trimmed(json.load(sys.stdin))
        (RESULTS / f"{options.take}.json").write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
    elif not options.check:
        PAGE.write_text(page(), "utf-8")
    elif PAGE.read_text("utf-8") != page():
        sys.exit("docs/findings.md is not what scripts/findings_page.py writes")


def claims() -> list[dict[str, str]]:
    """Return every claim."""
    return list(tomllib.loads(CLAIMS.read_text("utf-8"))["claim"])


def trimmed(told: dict[str, Any]) -> dict[str, Any]:
    """Return a result without the long tail of publishers, failures and libraries."""
    for rule in told.get("rules", ()):
        rule["by_publisher"] = rule["by_publisher"][:MOST]
    told.pop("failures", None)
    return told


def figures(name: str) -> dict[str, str]:
    """Return the figures of one kept result, as text, by name."""
    told = json.loads((RESULTS / name).read_text("utf-8"))
    return dict(_figures(told))


def _figures(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for rule in told.get("rules", ()):
        yield rule["rule"], counted(rule["rejected"], rule["of"])
    for said, (some, of) in told.get("comments", {}).get("all", {}).items():
        yield said, counted(some, of)
    if agents := told.get("agent_files", {}).get("all"):
        yield from ((said, counted(*share)) for said, share in agents.items())
    for one in told.get("detectors", ()):
        yield one["name"], ", ".join(str(one[column]) for column in OUTCOMES)
    for audit in told.get("audits", ())[:1]:
        yield "verdict", audit["sentence"]
        yield from ((feature, f"{accuracy:.2f} alone") for feature, accuracy, *_ in audit["alone"]["features"])
    read = [project for project in told.get("projects", ()) if any(step["entries"] for step in project["ledger"])]
    if read:
        yield from _ledger(read)


def _ledger(projects: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    total: Counter[str] = Counter()
    artifacts: Counter[str] = Counter()
    dropped = 0
    for project in projects:
        steps = {step["step"]: step for step in project["ledger"]}
        total.update({name: step["entries"] for name, step in steps.items()})
        artifacts.update({name: step["artifacts"] for name, step in steps.items()})
        dropped += steps["harvested"]["publishers"] - steps["declared"]["publishers"]
    for name, (before, after) in STEPS.items():
        yield (
            name,
            f"{total[before]:,} -> {total[after]:,} entries; {artifacts[before]:,} artifacts -> {artifacts[after]:,}",
        )
    gone = total["harvested"] - total["usable"]
    yield "gone", f"{gone / total['harvested']:.0%} of {total['harvested']:,} gone, {total['usable']:,} left"
    yield "publishers", f"{dropped:,} publishers, {len(projects)} projects"


def counted(some: int, of: int) -> str:
    """Return a share as counts and rate."""
    return f"{some:,} of {of:,}, {percent(Share(some, of)).strip()}"


def stamp(name: str) -> str:
    """Return the stamp of one kept result on a line."""
    told = json.loads((RESULTS / name).read_text("utf-8"))
    if "stamp" in told:
        one = told["stamp"]
        seed = "" if one.get("seed") is None else f", seed {one['seed']}"
        return f"{one['date']}, paredown {one['tool']}, harness {one['harness']}, corpus `{one['corpus'][:19]}`{seed}"
    return f"{told['date'][:10]}, paredown {told['tool']}, corpus `{told['digest'][:19]}`"


def ours(claim: dict[str, str]) -> str:
    """Return what was measured here for one claim."""
    if "result" in claim:
        name, _, figure = claim["result"].partition("#")
        return figures(name)[figure]
    return f"`{claim['test']}`" if "test" in claim else "–"


def page() -> str:
    """Return the page."""
    every = claims()
    counts = Counter(claim["status"] for claim in every)
    lines = [HEAD, ", ".join(f"{counts[status]} {status}" for status in STATUSES) + ".", ""]
    lines += ["| what | the findings | here | |", "|---|---|---|---|"]
    for claim in every:
        cells = (claim["says"], claim["there"], ours(claim), f"**{claim['status']}**: {claim.get('why', 'as stated')}")
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    used = sorted({claim["result"].partition("#")[0] for claim in every if "result" in claim})
    lines += ["", "## Stamps", "", *(f"- `results/{name}`: {stamp(name)}" for name in used), ""]
    commands = dict.fromkeys(claim["command"] for claim in every if claim["command"].startswith("paredown lab"))
    lines += ["## Commands", "", "```", *commands, "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
