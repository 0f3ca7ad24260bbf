"""`paredown lab prose`: how much of what libraries write instructs its reader, and what the instructions name."""

from __future__ import annotations

from pathlib import Path

import click

from paredown.cli.asking import json_option
from paredown.cli.lab.asked import corpus_option, quiet_engines, seed_option


@click.command()
@corpus_option
@seed_option
@json_option
def prose(corpus: Path, seed: int, as_json: bool) -> None:
    """Count the directives in doc comments and in files for agents, and whether they name declared API."""
    quiet_engines()
    from paredown.lab.corpus.opened import Corpus
    from paredown.lab.evidence import Stamp
    from paredown.lab.prose import told
    from paredown.lab.prose.agents import agent_files
    from paredown.lab.prose.measure import measure

    opened = Corpus(corpus)
    found, agents = measure(opened, seed), agent_files(opened)
    written = told.as_json if as_json else told.table
    click.echo(written(found, agents, Stamp.of(opened.digest, seed)))
