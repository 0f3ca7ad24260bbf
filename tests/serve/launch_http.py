"""Serve the index file named on the command line over HTTP, with the token in the file named after it."""

from __future__ import annotations

import sys
from pathlib import Path

from paredown.index import Store
from paredown.serve import Desk, Shelf
from paredown.serve.bearer import kept_token
from paredown.serve.streamable import serve_http


def tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    desk = Desk(Shelf(Path(sys.argv[1]), Store), lambda broken: "", tell)
    serve_http(desk, port=0, token=kept_token(Path(sys.argv[2])), tell=tell)
