"""`paredown lab detect`: install detectors apart, run them over labelled skills, and show what they say together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paredown.cli.asking import cache_folder, json_option, output_option, say, write_text
from paredown.cli.lab.asked import progress_told, seed_option

if TYPE_CHECKING:
    from paredown.lab.detect.detector import Bench, Detector
    from paredown.lab.detect.panel import Examined
    from paredown.lab.detect.skill import Corpus

detector_option = click.option("--detector", "names", multiple=True, metavar="NAME", help="Only this; every one.")
weights_option = click.option(
    "--weights", type=click.Path(exists=True, file_okay=False, path_type=Path), help="A folder of models' weights."
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="Batches at a time."
)
kept_option = click.option("--fresh", is_flag=True, help="Ask every detector again.")
corpora_argument = click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")


@click.group()
def detect() -> None:
    """Measure detectors on labelled skills.

    A CORPUS is a file of JSON lines, a CSV index, a folder of skills or one in AgentTrap's layout; several are joined.
    Write `benign=PATH` where nothing there says the label.
    """


@detect.command("list")
def list_() -> None:
    """List the detectors, and why one of them would give no verdict here."""
    from paredown.lab.detect.registry import DETECTORS
    from paredown.lab.detect.told import columns

    rows = [("detector", "kind", "version", "here")]
    rows += [(d.name, d.kind, d.version, d.missing(bench(None)) or "ready") for d in DETECTORS]
    click.echo("\n".join(row.rstrip() for row in columns(rows)))


@detect.command()
@click.argument("name")
@click.option("--source", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Its sources, unpacked.")
@click.option("--python", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="The interpreter to use.")
def install(name: str, source: Path | None, python: Path | None) -> None:
    """Make the environment of the detector NAME with pip, from pinned wheels; the only step that needs the network."""
    from paredown.errors import BadConfiguration
    from paredown.lab.detect.registry import DETECTORS

    pinned = {one.pinned.name: one.pinned for one in DETECTORS if one.pinned} | {
        one.name: one.pinned for one in DETECTORS if one.pinned
    }
    if name not in pinned:
        raise BadConfiguration(name, f"nothing is installed for it; known are {', '.join(sorted(pinned))}")
    say(f"made {bench(None).environments.make(pinned[name], source, python)}")


@detect.command()
@corpora_argument
@detector_option
@weights_option
@jobs_option
@kept_option
@output_option
@json_option
def run(corpora: tuple[str, ...], names: tuple[str, ...], output: Path | None, as_json: bool, **how: Any) -> None:
    """Ask detectors about every skill of CORPUS and count the outcomes."""
    from paredown.lab.detect.corpora import load_all
    from paredown.lab.detect.isolated import confinement
    from paredown.lab.detect.registry import detectors_named
    from paredown.lab.detect.told import table, times, told
    from paredown.lab.evidence import Stamp

    detectors = detectors_named(names)
    corpus = load_all(corpora)
    found = asked(corpus, detectors, bench(how["weights"]), how["jobs"], how["fresh"])
    data = told(corpus, found, detectors, confinement(), Stamp.of(corpus.digest))
    if output:
        write_text(output, json.dumps(data, indent=1) + "\n")
    click.echo(json.dumps(data, indent=1) if as_json else f"{table(data)}\n\n{times(data)}")


@detect.command()
@click.argument("results", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def table(results: tuple[Path, ...]) -> None:
    """Show the tables of RESULTS, files that `run -o` wrote."""
    from paredown.errors import UnreadableFile
    from paredown.lab.detect.told import table as written
    from paredown.lab.detect.told import times

    for path in results:
        try:
            data = json.loads(path.read_bytes())
            click.echo(f"{written(data)}\n\n{times(data)}\n")
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UnreadableFile(path, "is no result of `paredown lab detect run`") from error


@detect.command()
@corpora_argument
@detector_option
@weights_option
@jobs_option
@seed_option
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw the containment as a picture.")
@output_option
def stack(
    corpora: tuple[str, ...], names: tuple[str, ...], picture: Path | None, output: Path | None, **how: Any
) -> None:
    """Say what detectors catch together: every boolean combination, who contains whom, and a weighted model."""
    from paredown.lab.detect.corpora import load_all
    from paredown.lab.detect.registry import detectors_named
    from paredown.lab.detect.stack import stacked
    from paredown.lab.detect.told import stack_table
    from paredown.lab.evidence import Stamp

    corpus = load_all(corpora)
    examined = asked(corpus, detectors_named(names), bench(how["weights"]), how["jobs"], False)
    found = stacked(corpus, examined, seed=how["seed"])
    if picture:
        from paredown.lab.detect.picture import containment

        containment(found.contained, picture)
    text = f"{corpus.name}\n{stack_table(found)}\n{Stamp.of(corpus.digest, how['seed'])}"
    if output:
        write_text(output, text + "\n")
    click.echo(text)


def bench(weights: Path | None) -> Bench:
    """Return what is at hand: the environments below the user's cache, and the weights."""
    from paredown.lab.detect.detector import Bench
    from paredown.lab.detect.environments import Environments

    return Bench(Environments(cache_folder() / "detectors"), weights)


def asked(corpus: Corpus, detectors: tuple[Detector, ...], at_hand: Bench, jobs: int, fresh: bool) -> list[Examined]:
    """Return what `detectors` say of `corpus`, with progress; what could not be read is said."""
    from paredown.lab.detect.panel import examine

    if corpus.refused:
        say(f"{len(corpus.refused)} files or skills of {corpus.name} were not read")
    cache: Any = None if fresh else cache_folder() / "detect"
    with progress_told() as progress:
        return [examine(corpus, detector, at_hand, cache, jobs, progress) for detector in detectors]
