"""`paredown lab price`: what a rule of the catalogue, of one's own file, or an expression costs over a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from paredown.cli.asking import json_option
from paredown.cli.lab.asked import address_option, corpus_option, engine_option, quiet_engines, seed_option

PARTS = ["name", "module", "signature", "constant", "prose"]


@click.command()
@click.argument("rules", nargs=-1, metavar="[RULE|FILE]...")
@click.option("--regex", help="An expression in the portable subset instead of a rule.")
@click.option("--part", "parts", multiple=True, type=click.Choice(PARTS), help="What --regex reads; names by default.")
@click.option("--all", "every", is_flag=True, help="The whole catalogue, and the adopted rules together.")
@corpus_option
@engine_option
@address_option
@click.option(
    "--resolve",
    type=click.Choice(["library", "publisher", "ecosystem"]),
    default="library",
    show_default=True,
    help="Whose declared names a rule that resolves may find.",
)
@click.option("--show", "count", type=click.IntRange(min=0), default=0, metavar="N", help="Print N of the breaches.")
@seed_option
@json_option
def price(
    rules: tuple[str, ...], regex: str | None, parts: tuple[str, ...], every: bool, corpus: Path, **asked: Any
) -> None:
    """Price each RULE of the catalogue, or FILE with a rule of your own, over a corpus."""
    if not (rules or regex or every):
        raise click.UsageError("name a rule, a file with one, --regex or --all")
    quiet_engines()
    from paredown.gate import CATALOGUE
    from paredown.lab.corpus.opened import Corpus
    from paredown.lab.evidence import Stamp
    from paredown.lab.price import told
    from paredown.lab.price.asked import matching, named
    from paredown.lab.price.engines import engine_named
    from paredown.lab.price.priced import price as priced
    from paredown.lab.price.sample import sample
    from paredown.lab.price.trial_run import try_out

    opened = Corpus(corpus)
    specs = [named(rule) for rule in rules]
    specs += [matching(regex, parts)] if regex else []
    specs += [named(rule.slug) for rule in CATALOGUE if every and rule.slug not in {spec.slug for spec in specs}]
    for spec in specs:
        try_out(opened, spec)
    engine = engine_named(asked["engine"], asked["address"])
    answer = priced(opened, specs, engine, asked["resolve"], together=every)
    stamp = Stamp.of(opened.digest, asked["seed"] if asked["count"] else None)
    shown = [
        one
        for spec in specs
        if asked["count"]
        for one in sample(opened, spec, engine, asked["resolve"], count=asked["count"], seed=asked["seed"])
    ]
    if asked["as_json"]:
        click.echo(told.as_json(answer.priced, stamp, answer.digest, shown))
        return
    click.echo(told.table(answer.priced, stamp))
    if not every:
        for one in answer.priced:
            click.echo(told.detail(one))
    if shown:
        click.echo(f"\n{told.breaches(shown)}")
