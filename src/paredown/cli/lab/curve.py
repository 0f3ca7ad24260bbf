"""`paredown lab curve`: how far a narrow sample would have misled about a rule's price, and how wide it must be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from paredown.cli.asking import json_option
from paredown.cli.lab.asked import address_option, corpus_option, engine_option, quiet_engines, seed_option


@click.command()
@click.argument("rules", nargs=-1, required=True, metavar="[RULE|FILE]...")
@corpus_option
@engine_option
@address_option
@click.option("--draws", type=click.IntRange(min=100), default=2_000, show_default=True, help="Samples of each size.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A picture: .png, .svg or .pdf.")
@seed_option
@json_option
def curve(rules: tuple[str, ...], corpus: Path, draws: int, output: Path | None, as_json: bool, **asked: Any) -> None:
    """Draw samples from narrow to wide: by documents, by libraries, by publishers."""
    quiet_engines()
    from paredown.lab.corpus.opened import Corpus
    from paredown.lab.curve import told
    from paredown.lab.curve.draw import curves
    from paredown.lab.evidence import Stamp
    from paredown.lab.price.asked import named
    from paredown.lab.price.engines import engine_named
    from paredown.lab.price.priced import price
    from paredown.lab.price.trial_run import try_out

    opened = Corpus(corpus)
    specs = [named(rule) for rule in rules]
    for spec in specs:
        try_out(opened, spec)
    answer = price(opened, specs, engine_named(asked["engine"], asked["address"]), "library", together=False)
    drawn = [one for priced in answer.priced for one in curves(priced, asked["seed"], draws)]
    stamp = Stamp.of(opened.digest, asked["seed"])
    if output:
        from paredown.lab.curve.picture import draw

        draw(drawn, stamp, output)
    click.echo(told.as_json(drawn, stamp) if as_json else told.table(drawn, stamp, draws))
