"""`paredown lab corpus`: build a corpus from what real projects' lock files pin, and show what is in one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from paredown.cli.asking import cache_folder, json_option, say
from paredown.cli.lab.asked import address_option, progress_told, quiet_engines


@click.group()
def corpus() -> None:
    """Build and show the corpora that rules are priced over."""


@corpus.command()
@click.argument("recipe", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path), required=True, help="Its folder.")
@click.option(
    "--project",
    "instead",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="One more project, or an installed copy of one that the recipe names.",
)
@click.option("--offline", is_flag=True, help="Never start a package client.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; one a core by default.")
@click.option("--engine", type=click.Choice(["here", "ray"]), default="here", show_default=True, help="What reads.")
@address_option
@click.option("--retry", is_flag=True, help="Ask again for what a finished build could not bring or read.")
@json_option
def build(recipe: Path, output: Path, as_json: bool, **how: Any) -> None:
    """Build the corpus that the file RECIPE describes.

    A build that was interrupted goes on where it ended.
    """
    quiet_engines()
    from paredown.lab.corpus import told
    from paredown.lab.corpus.build import Plan
    from paredown.lab.corpus.build import build as built
    from paredown.lab.corpus.opened import parquet
    from paredown.lab.corpus.reading import Here, OnRay
    from paredown.lab.corpus.recipe import read_recipe

    parquet()
    asked = read_recipe(recipe, how["instead"])
    cache = cache_folder()
    here = Here(cache / "harvest", how["jobs"] or os.cpu_count() or 1)
    reader = OnRay(how["address"]) if how["engine"] == "ray" else here
    with progress_told() as progress:
        plan = Plan(cache=cache, offline=how["offline"], reader=reader, progress=progress, retry=how["retry"])
        done = built(asked, output, plan)
    if not done.fresh:
        say("nothing has changed since it was built")
    click.echo(told.as_json(done.manifest) if as_json else told.table(done.manifest))


@corpus.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--thorough", is_flag=True, help="Read every byte of every part and compare its digest.")
@click.option("--failures", type=click.IntRange(min=0), default=0, metavar="N", help="List N of the gaps.")
@json_option
def show(folder: Path, thorough: bool, failures: int, as_json: bool) -> None:
    """Show what the corpus in FOLDER holds, and what is missing from it."""
    from paredown.lab.corpus import told
    from paredown.lab.corpus.opened import Corpus

    manifest = Corpus(folder, thorough=thorough).manifest
    click.echo(told.as_json(manifest) if as_json else told.table(manifest, failures))
