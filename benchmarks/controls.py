"""Which planted word gets through which control, as a table.

    python -m benchmarks.controls

It plants a project whose dependencies carry a canary word in every place where a third party writes text, indexes it,
and asks everything there is to ask under every control. A control that asks a model is measured with an honest one and
with one that was talked over and repeats what it reads.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.canary.planted import PLACES, plant
from tests.canary.under_control import Row, table


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as scratch:
        root, cache = Path(scratch) / "planted", Path(scratch) / "cache"
        plant(root)
        environment = {**os.environ, "PAREDOWN_CACHE": str(cache)}
        environment.pop("VIRTUAL_ENV", None)
        command = [sys.executable, "-m", "paredown.cli", "index", "--offline", str(root)]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        rows = table(root / ".paredown/index.sqlite", cache)
    print(f"{'control':<16}{'model':<14}{f'of {len(PLACES)} places':<15}{'bytes in all':>12}  which")
    for row in rows:
        print(line(row))


def line(row: Row) -> str:
    """Return one line of the table."""
    which = ", ".join(sorted(row.through)) or "none"
    return f"{row.control:<16}{row.model or '-':<14}{len(row.through):<15}{row.bytes:>12,}  {which}"


if __name__ == "__main__":
    main()
