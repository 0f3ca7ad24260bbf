"""Serve the index file named on the command line, as `paredown serve` does."""

from __future__ import annotations

import sys
from pathlib import Path

from paredown.index import Store
from paredown.serve import Desk, Shelf, serve_stdio

if __name__ == "__main__":
    shelf = Shelf(Path(sys.argv[1]), Store)
    shelf.store()
    serve_stdio(Desk(shelf, lambda broken: "", lambda line: print(f"paredown: {line}", file=sys.stderr)))  # noqa: T201
