"""The commands that hold a surface to the catalogue's bounds: check, diff, lint, rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paredown.cli.asking import (
    asked_settings,
    indexed_project,
    json_option,
    output_option,
    progress_bar,
    project_argument,
    project_option,
    resolving_options,
    write_text,
)

if TYPE_CHECKING:
    from paredown.report.checked import Checked

BREACHED = 1
"""The exit code when a bound is breached and no exception lets that through."""
format_option = click.option(
    "--format", "form", type=click.Choice(["table", "json", "sarif", "github"]), default="table", show_default=True
)
rule_option = click.option("--rule", "slugs", multiple=True, metavar="RULE", help="Only this rule; every adopted one.")


@click.command()
@project_argument
@resolving_options
@rule_option
@format_option
@output_option
@json_option
def check(project: Path, slugs: tuple[str, ...], form: str, output: Path | None, as_json: bool, **asked: Any) -> None:
    """Hold what the dependencies of PROJECT say to the bounds; exit with 1 when one is breached."""
    from paredown.cli.gating import check_project, named_rules

    project = project.resolve()
    rules, settings = named_rules(slugs), asked_settings(project, **asked)
    with progress_bar() as progress:
        found = check_project(project, settings, progress, rules).checked
    _answer(found, "json" if as_json else form, output)


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--allow", multiple=True, metavar="RULE=SYMBOL", help="Let a symbol through that a rule refuses.")
@rule_option
@format_option
@output_option
@json_option
def lint(path: Path, slugs: tuple[str, ...], form: str, output: Path | None, as_json: bool, **asked: Any) -> None:
    """Hold the public surface of your own library at PATH to the bounds; exit with 1 when one is breached."""
    from paredown.cli.gating import lint_source, named_rules

    path = path.resolve()
    settings = asked_settings(path if path.is_dir() else path.parent, **asked)
    _answer(lint_source(path, settings, named_rules(slugs)), "json" if as_json else form, output)


@click.command()
@click.argument("old")
@click.argument("new")
@resolving_options
@json_option
def diff(old: str, new: str, as_json: bool, **asked: Any) -> None:
    """Show what NEW lets be said that OLD did not: lock files, projects, indexes, or REV:PATH of git.

    Exit with 1 when there is a new breach.
    """
    from paredown.cli.sides import side
    from paredown.report.changes import as_json as json_of
    from paredown.report.changes import table
    from paredown.report.difference import difference

    def configured(project: Path) -> Any:
        return asked_settings(project, **asked)

    with (
        progress_bar() as progress,
        side(old, configured, progress) as before,
        side(new, configured, progress) as after,
    ):
        changes = difference(before, after)
        click.echo(json_of(changes) if as_json else table(changes))
    if any(change.breaches for change in changes):
        sys.exit(BREACHED)


@click.command()
@click.argument("slug", metavar="[SLUG]", required=False)
@project_option
@json_option
def rules(slug: str | None, project: Path, as_json: bool) -> None:
    """Show the catalogue, each rule with its price, or the page of one rule."""
    from paredown.gate import CATALOGUE, rule_named

    if slug:
        from paredown.report.rule import page

        click.echo(page(rule_named(slug)).rstrip())
    elif as_json:
        from paredown.report.catalogue import as_json as json_of

        click.echo(json_of(CATALOGUE, _refused_here(project)))
    else:
        from paredown.report.catalogue import catalogue

        click.echo(catalogue(CATALOGUE, _refused_here(project)))


def _refused_here(project: Path) -> dict[str, int] | None:
    """Return how many symbols each rule of the last index refused; None without an index."""
    from paredown.errors import IndexMissing, IndexUnusable
    from paredown.gate import SERVED
    from paredown.state import read_record

    try:
        record = read_record(indexed_project(project))
    except (IndexMissing, IndexUnusable):
        return None
    return {rule.slug: record.refused_by[rule.slug] for rule in SERVED}


def _answer(found: Checked, form: str, output: Path | None) -> None:
    if form == "sarif":
        from paredown.report.sarif import sarif as written
    elif form == "github":
        from paredown.report.github import github as written
    elif form == "json":
        from paredown.report.checked import as_json as written
    else:
        from paredown.report.checked import table as written
    text = written(found)
    if output:
        write_text(output, text + "\n")
    else:
        click.echo(text)
    if found.breaches:
        sys.exit(BREACHED)
