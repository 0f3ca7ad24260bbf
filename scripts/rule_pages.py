"""The catalogue -> `docs/rules`: a page for each rule, and one that lists them; run it when a price changed."""

from __future__ import annotations

from pathlib import Path

from paredown.gate import CATALOGUE
from paredown.report.rule import contents, page

FOLDER = Path(__file__).resolve().parent.parent / "docs/rules"


def pages() -> dict[str, str]:
    """Return the text of every page, by file name."""
    return {f"{rule.slug}.md": page(rule) for rule in CATALOGUE} | {"README.md": contents(CATALOGUE)}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for stale in FOLDER.glob("*.md"):
        stale.unlink()
    for name, text in pages().items():
        (FOLDER / name).write_text(text, "utf-8")
