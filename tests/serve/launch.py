"""Serve the index file named on the command line, as `paredown serve` does."""

from __future__ import annotations

import sys
from pathlib import Path

from paredown.index import Store
from paredown.serve import serve_stdio

if __name__ == "__main__":
    serve_stdio(
        Path(sys.argv[1]),
        Store,
        stale=lambda: False,
        tell=lambda line: print(f"paredown: {line}", file=sys.stderr),  # noqa: T201
    )
