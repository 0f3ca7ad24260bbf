"""The command line: the only module that prints, reads the environment, catches errors or exits.

Nothing but click is imported before a command runs. Progress and errors go to standard error, results to standard
output; the exit code is 0 when all is well, 1 when breaches were found, 2 for wrong use or unreadable input.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from paredown import __version__
from paredown.errors import ParedownError

if TYPE_CHECKING:
    from paredown.index import Store
    from paredown.report import Record
    from paredown.settings import Settings

ENVIRONMENT = "VIRTUAL_ENV"
CACHE = "PAREDOWN_CACHE"
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)

project_argument = click.argument("project", type=FOLDER, default=".")
project_option = click.option("-p", "--project", type=FOLDER, default=".", help="The project's folder.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="paredown")
def paredown() -> None:
    """Pare down what your dependencies can say to your coding agent."""


@paredown.command()
@project_argument
@click.option(
    "--scope", type=click.Choice(["declared", "all"]), help="Index declared dependencies, or the whole graph."
)
@click.option("--dev/--no-dev", default=None, help="Include development dependencies.")
@click.option("--offline/--online", default=None, help="Never start a package client.")
@click.option("--ecosystem", "ecosystems", multiple=True, type=click.Choice(["npm", "pypi"]), help="Only this one.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes; one a core by default.")
@click.option("--allow", multiple=True, metavar="RULE=SYMBOL", help="Let a symbol through that a rule refuses.")
@click.option("--refresh", is_flag=True, help="Index again although nothing changed.")
@json_option
def index(project: Path, refresh: bool, as_json: bool, **asked: Any) -> None:
    """Harvest the dependencies of PROJECT and index what may reach an agent."""
    from paredown.state import current

    project = project.resolve()
    settings = _settings(project, **asked)
    record = None if refresh else current(project, settings)
    if record is None:
        from paredown.pipeline import index as run

        with _progress() as progress:
            record = run(project, settings, progress)
    elif not as_json:
        click.echo(f"unchanged since {record.date}; --refresh indexes again", err=True)
    click.echo(_as_json(record, project) if as_json else _ledger(record))


@paredown.command()
@project_argument
@click.option("--format", "form", type=click.Choice(["table", "json", "html"]), default="table", show_default=True)
@click.option("--unread", is_flag=True, help="List everything that is missing, with its reason.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@json_option
def report(project: Path, form: str, unread: bool, output: Path | None, as_json: bool) -> None:
    """Show what the last index of PROJECT kept and what each step removed."""
    from paredown.report import gaps
    from paredown.state import read_record

    project = _indexed(project)
    record = read_record(project)
    if as_json or form == "json":
        text = _as_json(record, project)
    elif form == "html":
        from paredown.report.html import page

        with _store(project) as store:
            text = page(record, store.surface())
    else:
        text = gaps(record) if unread else f"{_ledger(record)}\n\n{gaps(record)}"
    if output:
        _write(output, text + "\n")
    else:
        click.echo(text)


@paredown.command()
@click.argument("query")
@project_option
@click.option("--limit", type=click.IntRange(1, 50), default=10, show_default=True)
@click.option("--kind", help="Only this kind: class, function, method, …")
@click.option("--artifact", help="Only this package: a name or package URL.")
@json_option
def find(query: str, project: Path, limit: int, kind: str | None, artifact: str | None, as_json: bool) -> None:
    """Find symbols by what they do: the same answer that an agent gets."""
    from paredown.serve.answers import found as answer

    project = _indexed(project)
    with _store(project) as store:
        found = store.find(query, kind=kind, artifact=artifact, limit=limit)
        if as_json:
            cards = [_card(card) for card in found.cards]
            click.echo(json.dumps({"query": query, "total": found.total, "cards": cards}))
        else:
            click.echo(answer(found, store.meta))


@paredown.command()
@click.argument("symbol")
@project_option
@json_option
def show(symbol: str, project: Path, as_json: bool) -> None:
    """Show a symbol, its overloads and its members."""
    from paredown.serve.answers import shown as answer

    project = _indexed(project)
    with _store(project) as store:
        shown = store.show(symbol)
        if as_json:
            parts = {"cards": shown.cards, "members": shown.members}
            told = {name: [_card(card) for card in cards] for name, cards in parts.items()}
            click.echo(json.dumps({"symbol": symbol, **told, "total": shown.members_total, "near": shown.near}))
        else:
            click.echo(answer(shown, store.meta))
    if not shown.cards:
        sys.exit(1)


@paredown.command()
@project_argument
@click.option("--transport", type=click.Choice(["stdio"]), default="stdio", show_default=True)
def serve(project: Path, transport: str) -> None:
    """Serve the index of PROJECT to an agent over MCP."""
    del transport  # stdio is the only one yet
    from paredown.index import Store
    from paredown.serve.stdio import serve_stdio
    from paredown.state import index_path, stale

    project, cache = _indexed(project), _cache()
    try:
        serve_stdio(index_path(project), Store, stale=lambda: stale(project, cache), tell=_tell)
    except ModuleNotFoundError as error:
        raise click.ClickException("the server needs the extra: pip install 'paredown[serve]'") from error


def main() -> None:
    """Run the command line; every error of ours becomes one sentence and exit code 2."""
    try:
        paredown.main(standalone_mode=False)
    except ParedownError as error:
        from paredown.names import plain

        _fail(plain(str(error)))
    except click.ClickException as error:
        from paredown.names import plain

        _fail(plain(error.format_message()))
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away (`| head`): silence the interpreter's last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _tell(sentence: str) -> None:
    click.echo(f"paredown: {sentence}", err=True)


def _fail(sentence: str) -> None:
    _tell(sentence)
    sys.exit(2)


def _settings(project: Path, **asked: Any) -> Settings:
    from paredown.model import Ecosystem
    from paredown.settings import Settings, allowed, configured

    environment = Path(os.environ[ENVIRONMENT]) if os.environ.get(ENVIRONMENT) else None
    asked["allow"] = tuple(allowed(text, "--allow") for text in asked.get("allow") or ()) or None
    asked["ecosystems"] = tuple(Ecosystem(name) for name in asked.get("ecosystems") or ()) or None
    chosen = {name: value for name, value in asked.items() if value is not None}
    return replace(configured(project, Settings(cache=_cache(), environment=environment)), **chosen)


def _cache() -> Path:
    if named := os.environ.get(CACHE):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("paredown")


def _indexed(project: Path) -> Path:
    """Return the nearest folder, from `project` upwards, that has an index; `project` itself when none has."""
    from paredown.state import index_path

    start = project.resolve()
    return next((folder for folder in (start, *start.parents) if index_path(folder).is_file()), start)


@contextmanager
def _store(project: Path) -> Iterator[Store]:
    from paredown.index import Store
    from paredown.state import index_path

    store = Store(index_path(project))
    try:
        yield store
    finally:
        store.close()


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    if not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<16}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield show


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


def _write(path: Path, text: str) -> None:
    from paredown.errors import CannotWrite

    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise CannotWrite(path, error.strerror or "cannot be written") from error


if __name__ == "__main__":
    main()
