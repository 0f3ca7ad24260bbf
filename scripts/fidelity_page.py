"""Rows of the comparisons -> `docs/fidelity.md`: what each oracle sees of a library, beside what is harvested.

    python scripts/fidelity_page.py [FOLDER]

FOLDER holds the rows that `PAREDOWN_TRUTH_RESULTS=FOLDER make truth` wrote. They replace the rows of the same
comparisons in `tests/truth/fidelity.json`, without their lists of differences; the page is made of that file alone.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests/truth/fidelity.json"
PAGE = ROOT / "docs/fidelity.md"
TITLES = {"typescript": "TypeScript", "javascript": "JavaScript"}
HEAD = """# Fidelity

What tools of others see of published libraries, beside what paredown harvests. `scripts/fidelity_page.py` makes this
page of `tests/truth/fidelity.json`, which `make truth` measures.

*Recall*: the part of what the oracle sees that is listed. *Precision*: the part of what is listed that the oracle
sees. A declaration counts once, whatever the number of its paths; names and the members below them count apart. No
difference is left out of the figures: each is in a class, and the class says whose it is. *Ours* are faults that are
known, or differences that nothing explains yet. *The oracle's* are what the oracle cannot see or sees wrongly. *A
choice* is a rule of the harvest that the oracle does not share. *Degraded* files did not parse whole.
"""
Row = Mapping[str, object]


def page(rows: list[Row]) -> str:
    """Return the page: a table for each language and oracle, and the classes of its differences."""
    parts = [HEAD]
    for title, of in grouped(rows):
        parts.append(f"\n## {title}\n\n{measured(of)}\n\n{table(of)}{classes(of)}")
    return "".join(parts)


def grouped(rows: list[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of each language and oracle."""
    for key in sorted({(str(row["language"]), str(row["oracle"])) for row in rows}):
        of = [row for row in rows if (row["language"], row["oracle"]) == key]
        yield f"{TITLES.get(key[0], key[0].capitalize())} beside {key[1]}", sorted(of, key=lambda row: str(row["name"]))


def measured(rows: list[Row]) -> str:
    """Return with what the rows were measured."""
    stamps = [row["stamp"] for row in rows]
    said = sorted({f"{s['date']}, paredown {s['paredown']}, harness `{s['harness']}`" for s in stamps})  # type: ignore[index]
    return f"{len(rows)} compared. Measured on {'; '.join(said)}."


def table(rows: list[Row]) -> str:
    """Return a line for each library, and one for all of them."""
    lines = [
        "| library | names | recall | precision | members | recall | precision | degraded | differences of ours |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        *(line(f"{row['name']} {str(row['version'])[:12]}", [row]) for row in rows),
        line(f"**all {len(rows)}**", rows),
    ]
    return "\n".join(lines) + "\n"


def line(name: str, rows: list[Row]) -> str:
    """Return a line of the table, the counts of `rows` together."""
    cells = [name]
    for part in ("names", "members"):
        claimed, met, listed, right = (sum(r[part][k] for r in rows) for k in ("claimed", "met", "listed", "right"))  # type: ignore[index]
        cells += [f"{claimed:,}", ratio(met, claimed), ratio(right, listed)]
    cells += [f"{sum(int(str(row['degraded'])) for row in rows):,}", f"{sum(map(ours, rows)):,}"]
    return f"| {' | '.join(cells)} |"


def ratio(of: int, all_: int) -> str:
    """Return a part as a decimal that is rounded down: only what is whole reads 1."""
    return "–" if not all_ else "1" if of == all_ else f"{int(of / all_ * 10_000) / 10_000:.4f}"


def ours(row: Row) -> int:
    """Return the number of differences that are the harvest's fault."""
    return sum(each["count"] for each in row["classes"] if each["fault"] == "ours")  # type: ignore[attr-defined]


def classes(rows: list[Row]) -> str:
    """Return a line for each class of differences."""
    found: dict[tuple[str, str, str, str], list[tuple[int, str, str]]] = {}
    for row in rows:
        for each in row["classes"]:  # type: ignore[attr-defined]
            key = (each["fault"], each["side"], each["part"], each["reason"])
            found.setdefault(key, []).append((each["count"], str(row["name"]), each["examples"][0]))
    if not found:
        return "\nThere are no differences.\n"
    lines = [
        "",
        "| class of difference | whose | side | of | count | libraries | for example |",
        "|---|---|---|---|---:|---:|---|",
    ]
    for (fault, side, part, reason), of in sorted(
        found.items(), key=lambda item: (-sum(o[0] for o in item[1]), item[0])
    ):
        count, _, example = max(of)
        count = sum(each[0] for each in of)
        shown = example.replace("`", "'").replace("|", "\\|")
        lines.append(f"| {reason} | {fault} | {side} | {part} | {count:,} | {len(of)} | `{shown}` |")
    return "\n".join(lines) + "\n"


def taken(folder: Path, rows: list[Row]) -> list[Row]:
    """Return `rows` with those in `folder` in the place of their like, differences left out."""
    known = {(row["language"], row["oracle"], row["name"]): row for row in rows}
    for file in sorted(folder.glob("*.json")):
        row = json.loads(file.read_text("utf-8"))
        row.pop("differences", None)
        known[row["language"], row["oracle"], row["name"]] = row
    return [known[key] for key in sorted(known)]  # type: ignore[type-var]


def kept() -> list[Row]:
    """Return the rows of the committed file."""
    return json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []  # type: ignore[no-any-return]


def written(rows: list[Row]) -> str:
    """Return `rows` as the committed file holds them: one a line, so that a change is seen."""
    lines = ",\n".join(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    all_rows = taken(Path(sys.argv[1]), kept()) if len(sys.argv) > 1 else kept()
    KEPT.write_text(written(all_rows), "utf-8")
    PAGE.write_text(page(all_rows), "utf-8")
