"""`paredown lab seam`: whether a corpus's labels can be told apart by format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from paredown.cli.asking import json_option, output_option, write_text
from paredown.cli.lab.asked import progress_told, seed_option
from paredown.cli.lab.detect import asked, bench, corpora_argument, detector_option, jobs_option


@click.command()
@corpora_argument
@detector_option
@jobs_option
@seed_option
@click.option("--normalise/--as-it-is", default=True, show_default=True, help="Audit again with the format made alike.")
@click.option(
    "--inject",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="First make a corpus without a seam: half of the benign skills with one of the payloads in this folder.",
)
@output_option
@json_option
def seam(corpora: tuple[str, ...], names: tuple[str, ...], output: Path | None, as_json: bool, **how: Any) -> None:
    """Audit the labels of CORPUS: which trivial features separate them, and how much of a full model is that.

    Detectors named with --detector add their rules to the signals; ruff's defaults are always asked.
    """
    from paredown.lab.detect.corpora import load_all
    from paredown.lab.detect.registry import detectors_named
    from paredown.lab.evidence import Stamp
    from paredown.lab.seam.audit import audit
    from paredown.lab.seam.normalise import normalised
    from paredown.lab.seam.told import page, told

    corpus, seed = load_all(corpora), how["seed"]
    if how["inject"]:
        from paredown.lab.seam.unseamed import unseamed
        from paredown.lab.shape.payloads import payloads

        corpus = unseamed(corpus, payloads(how["inject"]), seed=seed)
    detectors = detectors_named(tuple(dict.fromkeys(("ruff-defaults", *names))))
    here = bench(None)
    audits = []
    for one in (corpus, *([normalised(corpus, here)] if how["normalise"] else [])):
        examined = asked(one, detectors, here, how["jobs"], False)
        with progress_told() as progress:
            audits.append(audit(one, examined, seed=seed, progress=progress))
    stamp = Stamp.of(corpus.digest, seed)
    data = json.dumps(told(audits, stamp), indent=1)
    if output:
        write_text(output, data + "\n")
    click.echo(data if as_json else page(audits, stamp))
