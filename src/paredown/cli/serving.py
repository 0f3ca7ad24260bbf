"""What `paredown serve` was asked -> a desk that answers, behind the transport that was asked for."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import click

from paredown.cli.asking import cache_folder, say
from paredown.cli.member import Asked, asked_member

if TYPE_CHECKING:
    from paredown.serve import Desk
    from paredown.serve.rebuild import Rebuild
    from paredown.serve.voice import Ask, Control
    from paredown.settings import Settings

TOKEN = "http-token"  # noqa: S105 - the name of a file
DEFAULT_KEY = "PAREDOWN_MODEL_KEY"
Transport = Callable[["Desk"], None]


class Model(NamedTuple):
    """The model that a control asks: an endpoint of a shape, or a command; `key` names an environment variable."""

    shape: str | None
    url: str | None
    model: str | None
    key: str
    command: str | None


def serve(path: Path, control: str, model: Model, *, port: int | None, token: Path | None, rebuild: bool) -> None:
    """Serve what `path` asks for: over HTTP when a port is given, else over standard input and output."""
    from paredown.index import Store
    from paredown.serve import Desk, Shelf, serve_stdio
    from paredown.state import index_path

    asked = asked_member(path)
    shelf = Shelf(index_path(asked.project), lambda at: Store(at, asked.members))
    # What is wrong now is told to the person who starts the server; what becomes wrong, to the agent.
    shelf.store()
    notices = _rebuild(asked.project) if rebuild else None
    notice = notices.notice if notices else _only_said(asked.project)
    desk = Desk(shelf, notice, say, _control(control, model, shelf))
    try:
        if port is None:
            serve_stdio(desk)
        else:
            from paredown.serve.bearer import kept_token
            from paredown.serve.streamable import serve_http

            kept = token or cache_folder() / TOKEN
            secret = kept_token(kept)
            say(f"clients need the bearer token in {kept}")
            serve_http(desk, port=port, token=secret, tell=say)
    finally:
        shelf.close()
        if notices:
            notices.close()


def _rebuild(project: Path) -> Rebuild:
    """Return what rebuilds the index of `project` as the run did that wrote it."""
    from paredown.serve.rebuild import Rebuild, Run
    from paredown.state import Watch, index_path, read_record

    record = read_record(project)
    environment = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    if record.environment:
        environment["VIRTUAL_ENV"] = record.environment
    command = (sys.executable, "-m", "paredown.cli.background", *_asked_of(record, project), str(project))
    index, stale = index_path(project), Watch(project, cache_folder())
    run = Run(command, project, environment, ("--refresh",))
    return Rebuild(lambda: not index.is_file() or stale(), run)


def _asked_of(record: object, project: Path) -> list[str]:
    """Return the options that the run of `record` was given beside what the project configures."""
    from paredown.settings import Settings, configured

    now: Settings = configured(project, Settings(cache=cache_folder()))
    told = {name: getattr(record, name) for name in ("scope", "dev", "offline", "ecosystems")}
    allow = getattr(record, "exceptions", ())
    options: list[str] = []
    if told["scope"] != now.scope:
        options += ["--scope", told["scope"]]
    if told["dev"] != now.dev:
        options.append("--dev" if told["dev"] else "--no-dev")
    if told["offline"] != now.offline:
        options.append("--offline" if told["offline"] else "--online")
    if told["ecosystems"] != now.ecosystems:
        options += [part for name in told["ecosystems"] for part in ("--ecosystem", str(name))]
    if allow != now.allow:
        options += [part for one in allow for part in ("--allow", f"{one.rule}={one.symbol}: {one.reason}")]
    return options


def _only_said(project: Path) -> Callable[[bool], str]:
    from paredown.serve.desk import STALE
    from paredown.state import Watch

    stale = Watch(project, cache_folder())
    return lambda broken: STALE if not broken and stale() else ""


def _control(name: str, model: Model, shelf: object) -> Control:
    """Return the control called `name`; raises `BadConfiguration` for one that there is not."""
    from paredown.serve import Shelf
    from paredown.serve.controls import control_named
    from paredown.serve.voice import Sources

    made = control_named(name)
    if name in ("signature-only", "names-only"):
        from paredown.serve.voice import asks_nothing

        return made(Sources(lambda card: "", asks_nothing))
    from paredown.serve.prose import Prosebook

    assert isinstance(shelf, Shelf)
    book = Prosebook(cache_folder(), lambda purl: shelf.store().digest_of(purl))
    return made(Sources(book.told, _ask(model, needed=made.slow)))


def _ask(model: Model, *, needed: bool) -> Ask:
    """Return what asks `model`; raises `ClickException` for one that is not named in full."""
    from paredown.serve.voice import asks_nothing

    if not needed:
        return asks_nothing
    from paredown.serve.model import Endpoint, asks_command, asks_endpoint

    if model.command:
        return asks_command(shlex.split(model.command))
    if not (model.shape and model.url and model.model):
        raise click.ClickException(
            "this control asks a model: name it with --model-url, --model and --model-shape, or with --model-command"
        )
    if urlsplit(model.url).scheme not in ("http", "https"):
        raise click.ClickException("--model-url is an address that begins with http:// or https://")
    key = os.environ.get(model.key, "")
    return asks_endpoint(Endpoint("anthropic" if model.shape == "anthropic" else "openai", model.url, model.model, key))


__all__ = ["DEFAULT_KEY", "Asked", "Model", "asked_member", "serve"]
