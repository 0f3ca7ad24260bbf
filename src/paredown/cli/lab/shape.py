"""`paredown lab shape`: what a classifier of the shape of injected texts costs on real ones, and what it catches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paredown.cli.asking import asked_settings, json_option, output_option, write_text
from paredown.cli.lab.asked import progress_told, seed_option

if TYPE_CHECKING:
    from paredown.lab.shape.comments import Real

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command()
@click.argument("payload_folder", metavar="PAYLOADS", type=FOLDER)
@click.option("--corpus", "built", type=FOLDER, help="A built corpus, whose texts are the real ones.")
@click.option("-p", "--project", "projects", type=FOLDER, multiple=True, help="Projects, where no corpus is built.")
@click.option(
    "--benign", multiple=True, metavar="CORPUS", help="Benign agent-facing skills: the population it fails on."
)
@click.option("--offline", is_flag=True, help="Never start a package client.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes that harvest; one a core by default.")
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="Write the trained model there.")
@seed_option
@output_option
@json_option
def shape(payload_folder: Path, projects: tuple[Path, ...], output: Path | None, as_json: bool, **how: Any) -> None:
    """Fit a classifier on PAYLOADS in our shapes beside the comments of real libraries, and price it.

    The real comments are those of a built corpus, or of what the lock files of the projects pin. A first pass, and no
    solution.
    """
    from paredown.lab.detect.corpora import load_all
    from paredown.lab.detect.skill import digest_of
    from paredown.lab.evidence import Stamp
    from paredown.lab.shape.measure import measure
    from paredown.lab.shape.model import FILE
    from paredown.lab.shape.payloads import digest, payloads
    from paredown.lab.shape.told import page, told

    texts = payloads(payload_folder)
    benign = load_all(how["benign"]).skills if how["benign"] else ()
    with progress_told() as progress:
        found, digests = _real(how["built"], projects, how, progress)
        measured = [
            measure(found, texts, benign, view=view, seed=how["seed"], progress=progress)
            for view in ("letters", "outline")
        ]
    corpus = digest_of((digest(texts), *digests, *(skill.digest for skill in benign)))
    stamp = Stamp.of(corpus, how["seed"])
    if how["save"]:
        how["save"].mkdir(parents=True, exist_ok=True)
        measured[0].model.write(how["save"] / FILE)
    data = json.dumps(told(measured, stamp), indent=1)
    if output:
        write_text(output, data + "\n")
    click.echo(data if as_json else page(measured, stamp))


def _real(built: Path | None, projects: tuple[Path, ...], how: Any, progress: Any) -> tuple[Real, tuple[str, ...]]:
    """Return the real texts of a corpus or of projects, and the digests that they stand for."""
    from paredown.lab.shape.comments import real, real_of

    if built:
        from paredown.lab.corpus.opened import Corpus

        corpus = Corpus(built)
        return real_of(corpus), (corpus.digest,)
    if not projects:
        raise click.UsageError("name a built corpus with --corpus, or projects with --project")
    from paredown.lab.shape.gather import gathered

    asked = {"scope": "all", "offline": how["offline"] or None, "jobs": how["jobs"]}
    found = gathered([(project.resolve(), asked_settings(project, **asked)) for project in projects], progress)
    return real(found.entries), found.digests
