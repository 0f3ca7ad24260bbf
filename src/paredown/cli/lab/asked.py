"""What the commands of the laboratory share: the environment of its engines, options, and progress for a log."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import click

from paredown.cli.asking import progress_bar, say

SILENT = {"DO_NOT_TRACK": "1", "RAY_USAGE_STATS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0"}
"""Daft and Ray report their use unless these are set before they are imported; nothing of a measurement leaves here."""
EVERY = 15.0
"""Seconds between two sentences of progress where no terminal shows a bar."""

corpus_option = click.option(
    "--corpus", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True, help="A built corpus."
)
seed_option = click.option("--seed", type=int, default=20_261_201, show_default=True, help="Of every random draw.")
engine_option = click.option(
    "--engine", type=click.Choice(["re", "daft", "ray"]), default="daft", show_default=True, help="What counts."
)
address_option = click.option(
    "--address", default="", metavar="HOST:PORT", help="The Ray cluster; one here by default."
)


def quiet_engines() -> None:
    """Set what keeps the engines silent; called before anything imports them."""
    for name, value in SILENT.items():
        os.environ.setdefault(name, value)


@contextmanager
def progress_told() -> Iterator[Callable[[str, int, int], None]]:
    """Show a bar on a terminal, and a sentence now and then elsewhere."""
    if sys.stderr.isatty():
        with progress_bar() as shown:
            yield shown
        return
    last = [monotonic()]

    def told(what: str, done: int, total: int) -> None:
        if monotonic() - last[0] > EVERY:
            last[0] = monotonic()
            say(f"{what} {done:,} of {total:,}")

    yield told
