"""What every command shares: options, settings from the command line, the project's index, progress, errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from paredown.index import Store
    from paredown.settings import Settings

Command = Callable[..., None]
ENVIRONMENT = "VIRTUAL_ENV"
CACHE = "PAREDOWN_CACHE"
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)

project_argument = click.argument("project", type=FOLDER, default=".")
project_option = click.option("-p", "--project", type=FOLDER, default=".", help="The project's folder.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
output_option = click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")


def resolving_options(command: Command) -> Command:
    """Give `command` the options of how a project is resolved and read."""
    options = (
        click.option(
            "--scope", type=click.Choice(["declared", "all"]), help="Declared dependencies, or the whole graph."
        ),
        click.option("--dev/--no-dev", default=None, help="Include development dependencies."),
        click.option("--offline/--online", default=None, help="Never start a package client."),
        click.option(
            "--ecosystem",
            "ecosystems",
            multiple=True,
            type=click.Choice(["maven", "npm", "pypi", "swift"]),
            help="Only this.",
        ),
        click.option(
            "--checkouts",
            type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
            help="Where the sources of Swift packages lie, if not in the project.",
        ),
        click.option("--jobs", type=click.IntRange(min=1), help="Processes; one a core by default."),
        click.option("--allow", multiple=True, metavar="RULE=SYMBOL", help="Let a symbol through that a rule refuses."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def say(sentence: str) -> None:
    """Print a sentence for a person, on standard error."""
    click.echo(f"paredown: {sentence}", err=True)


def fail(sentence: str) -> NoReturn:
    """Print a sentence and exit with code 2."""
    say(sentence)
    sys.exit(2)


def asked_settings(project: Path, **asked: Any) -> Settings:
    """Return the settings: what was asked over what the project configures; None counts as not asked."""
    from paredown.model import Ecosystem
    from paredown.settings import Settings, allowed, configured

    environment = Path(os.environ[ENVIRONMENT]) if os.environ.get(ENVIRONMENT) else None
    asked["allow"] = tuple(allowed(text, "--allow") for text in asked.get("allow") or ()) or None
    asked["ecosystems"] = tuple(Ecosystem(name) for name in asked.get("ecosystems") or ()) or None
    chosen = {name: value for name, value in asked.items() if value is not None}
    return replace(configured(project, Settings(cache=cache_folder(), environment=environment)), **chosen)


def cache_folder() -> Path:
    """Return the folder of kept harvests and brought archives."""
    if named := os.environ.get(CACHE):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("paredown")


def indexed_project(project: Path) -> Path:
    """Return the nearest folder, from `project` upwards, that has an index; `project` itself when none has."""
    from paredown.state import index_path

    start = project.resolve()
    return next((folder for folder in (start, *start.parents) if index_path(folder).is_file()), start)


@contextmanager
def opened_store(project: Path) -> Iterator[Store]:
    """Hold the index of `project` open; raises `IndexMissing` or `IndexUnusable`."""
    from paredown.index import Store
    from paredown.state import index_path

    store = Store(index_path(project))
    try:
        yield store
    finally:
        store.close()


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """Show progress on standard error, where that is a terminal."""
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


def write_text(path: Path, text: str) -> None:
    """Write a result to a file; raises `CannotWrite`."""
    from paredown.errors import CannotWrite

    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise CannotWrite(path, error.strerror or "cannot be written") from error
