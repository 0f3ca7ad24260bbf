"""The command that writes the bounds for a linter: export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paredown.cli.asking import json_option, output_option, say, write_text

if TYPE_CHECKING:
    from paredown.export import Linter


@click.command()
@click.argument("linter", required=False)
@output_option
@click.option(
    "--declared", multiple=True, metavar="PATH", help="A declared path that a name may spell out: kotlin.text.Regex."
)
@json_option
def export(linter: str | None, output: Path | None, declared: tuple[str, ...], as_json: bool) -> None:
    """Write the bounds on names as configuration for LINTER, or list the linters."""
    from paredown.export import LINTERS, linter_named
    from paredown.export import export as files_of

    chosen = linter_named(linter) if linter else None
    if as_json:
        click.echo(json.dumps([_told(each) for each in ((chosen,) if chosen else LINTERS)], indent=2))
    elif chosen is None:
        click.echo(_listed(LINTERS))
    else:
        main, *beside = files_of(chosen, declared)
        if output is None:
            click.echo(main.text, nl=False)
            for file in beside:
                say(f"it needs {file.name} beside it: -o FILE writes both")
            return
        for path, text in ((output, main.text), *((output.parent / file.name, file.text) for file in beside)):
            write_text(path, text)
            say(f"wrote {path}")
        say(f"run: {chosen.run.replace(main.name, str(output))}")


def _listed(linters: tuple[Linter, ...]) -> str:
    from paredown.export import Extent

    rows = []
    for linter in linters:
        counts = [sum(each.extent is extent for each in linter.coverage) for extent in Extent]
        rows.append(f"{linter.slug:12}{counts[0]:>10}{counts[1]:>10}{counts[2]:>15}   {linter.languages}")
    return "\n".join((f"{'linter':12}{'expressed':>10}{'in part':>10}{'not expressed':>15}   languages", *rows))


def _told(linter: Linter) -> dict[str, object]:
    rules = [{"rule": each.rule, "extent": each.extent, "note": each.note} for each in linter.coverage]
    return {"linter": linter.slug, "title": linter.title, "run": linter.run, "rules": rules}
