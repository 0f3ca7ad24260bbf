"""The commands that make a surface and show it: index, report, find, show, serve."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paredown.cli.asking import (
    asked_settings,
    indexed_project,
    json_option,
    opened_store,
    output_option,
    progress_bar,
    project_argument,
    project_option,
    resolving_options,
    write_text,
)
from paredown.cli.member import opened_surface

if TYPE_CHECKING:
    from paredown.report import Record


@click.command()
@project_argument
@resolving_options
@click.option("--refresh", is_flag=True, help="Index again although nothing changed.")
@json_option
def index(project: Path, refresh: bool, as_json: bool, **asked: Any) -> None:
    """Harvest the dependencies of PROJECT and index what may reach an agent."""
    from paredown.state import current

    project = project.resolve()
    settings = asked_settings(project, **asked)
    record = None if refresh else current(project, settings)
    if record is None:
        from paredown.pipeline import index as run

        with progress_bar() as progress:
            record = run(project, settings, progress)
    elif not as_json:
        click.echo(f"unchanged since {record.date}; --refresh indexes again", err=True)
    click.echo(_as_json(record, project) if as_json else _ledger(record))


@click.command()
@project_argument
@click.option("--format", "form", type=click.Choice(["table", "json", "html"]), default="table", show_default=True)
@click.option("--unread", is_flag=True, help="List everything that is missing, with its reason.")
@output_option
@json_option
def report(project: Path, form: str, unread: bool, output: Path | None, as_json: bool) -> None:
    """Show what the last index of PROJECT kept and what each step removed."""
    from paredown.report import gaps
    from paredown.state import read_record

    project = indexed_project(project)
    record = read_record(project)
    if as_json or form == "json":
        text = _as_json(record, project)
    elif form == "html":
        from paredown.report.html import page

        with opened_store(project) as store:
            text = page(record, store.surface())
    else:
        text = gaps(record) if unread else f"{_ledger(record)}\n\n{gaps(record)}"
    if output:
        write_text(output, text + "\n")
    else:
        click.echo(text)


@click.command()
@click.argument("query")
@project_option
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True)
@click.option("--kind", help="Only this kind: class, function, method, …")
@click.option("--artifact", help="Only this package: a name or package URL.")
@json_option
def find(query: str, project: Path, limit: int, kind: str | None, artifact: str | None, as_json: bool) -> None:
    """Find symbols by what they do: the same answer that an agent gets."""
    from paredown.serve.answers import found as answer

    with opened_surface(project) as store:
        found = store.find(query, kind=kind, artifact=artifact, limit=limit)
        if as_json:
            cards = [_card(card) for card in found.cards]
            click.echo(json.dumps({"query": query, "total": found.total, "cards": cards}))
        else:
            click.echo(answer(found, store.meta))


@click.command()
@click.argument("symbol")
@project_option
@json_option
def show(symbol: str, project: Path, as_json: bool) -> None:
    """Show a symbol, its overloads and its members."""
    from paredown.serve.answers import shown as answer

    with opened_surface(project) as store:
        shown = store.show(symbol)
        if as_json:
            parts = {"cards": shown.cards, "members": shown.members}
            told = {name: [_card(card) for card in cards] for name, cards in parts.items()}
            click.echo(json.dumps({"symbol": symbol, **told, "total": shown.members_total, "near": shown.near}))
        else:
            click.echo(answer(shown, store.meta))
    if not shown.cards and not shown.members:
        sys.exit(1)


@click.command()
@project_argument
@click.option("--transport", type=click.Choice(["stdio", "http"]), default="stdio", show_default=True)
@click.option("--port", type=click.IntRange(0, 65_535), default=8484, show_default=True, help="For http; 0 for any.")
@click.option("--token-file", type=click.Path(dir_okay=False, path_type=Path), help="For http; made where it is not.")
@click.option("--control", default="signature-only", show_default=True, help="How to answer, by name.")
@click.option("--rebuild/--no-rebuild", default=True, show_default=True, help="Rebuild a stale index by itself.")
@click.option("--model-shape", type=click.Choice(["openai", "anthropic"]), envvar="PAREDOWN_MODEL_SHAPE")
@click.option("--model-url", envvar="PAREDOWN_MODEL_URL", help="The root of the API, for a control that asks a model.")
@click.option("--model", envvar="PAREDOWN_MODEL", help="The model's name there.")
@click.option("--model-key-env", default="PAREDOWN_MODEL_KEY", show_default=True, help="The variable with the key.")
@click.option("--model-command", envvar="PAREDOWN_MODEL_COMMAND", help="A local command instead: prompt in, text out.")
def serve(project: Path, transport: str, port: int, token_file: Path | None, **asked: Any) -> None:
    """Serve the index of PROJECT to an agent over MCP.

    A folder of one of its members serves what that member declares. Over http the clients need a bearer token, which is
    kept in a file; a control answers with more or less than signatures (docs/serving.md).
    """
    from paredown.cli.serving import Model
    from paredown.cli.serving import serve as run

    model = Model(
        shape=asked["model_shape"],
        url=asked["model_url"],
        model=asked["model"],
        key=asked["model_key_env"],
        command=asked["model_command"],
    )
    by_http = port if transport == "http" else None
    try:
        run(project, asked["control"], model, port=by_http, token=token_file, rebuild=asked["rebuild"])
    except ModuleNotFoundError as error:
        raise click.ClickException("the server needs the extra: pip install 'paredown[serve]'") from error


def _ledger(record: Record) -> str:
    from paredown.report import ledger

    return ledger(record)


def _as_json(record: Record, project: Path) -> str:
    data = json.loads(record.to_json())
    return json.dumps({**data, "index": str(project / record.index)}, indent=2)


def _card(card: Any) -> dict[str, Any]:
    return {
        "symbol": card.symbol,
        "kind": card.kind,
        "signature": card.signature,
        "artifact": card.artifact,
        "import": card.import_path,
        "deprecated": card.deprecated,
    }
