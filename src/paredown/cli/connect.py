"""The commands that make an agent's host use paredown: connect, and the hook that the host then runs."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from paredown.cli.asking import json_option, project_option, say

if TYPE_CHECKING:
    from types import FrameType

    from paredown.connect import Host

HOSTS = ("claude-code", "codex", "cursor", "vscode", "opencode")
"""The slugs of `paredown.connect.HOSTS`, so that help needs to import nothing; a test holds them together."""
HOOK = "hook"


class Hosts(click.Group):
    """A group with one command a host."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the hosts."""
        return list(HOSTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a host, or the hook's."""
        if cmd_name == HOOK:
            return hook
        return _command(cmd_name) if cmd_name in HOSTS else None


@click.group(cls=Hosts, invoke_without_command=True)
@click.option("--audit", is_flag=True, help="List what third-party text can still reach an agent in this project.")
@project_option
@json_option
@click.pass_context
def connect(ctx: click.Context, audit: bool, project: Path, as_json: bool) -> None:
    """Make an agent's host ask paredown, and refuse it the files of dependencies."""
    if ctx.invoked_subcommand is not None:
        return
    if not audit:
        click.echo(ctx.get_help())
        return
    import json

    from paredown.connect.audit import audited, page
    from paredown.state import index_path

    found = audited(project, Path.home(), indexed=index_path(project).is_file())
    click.echo(json.dumps(found.told, indent=2) if as_json else page(found))


def _command(host: str) -> click.Command:
    @click.command(host)
    @click.option("--write", "mode", flag_value="write", help="Show the diff, and write.")
    @click.option("--print", "mode", flag_value="print", default=True, help="Show the diff only (the default).")
    @click.option("--remove", "mode", flag_value="remove", help="Show the diff, and take out what --write put in.")
    @click.option("--program", default="paredown", show_default=True, help="The words that start paredown.")
    @project_option
    def command(mode: str, program: str, project: Path) -> None:
        from paredown.connect import host_named

        _wire(host_named(host), mode, program, project)

    command.help = f"Connect {host}."
    return command


def _wire(host: Host, mode: str, program: str, project: Path) -> None:
    from paredown.connect.changes import Wiring
    from paredown.state import FOLDER

    words = _words(program)
    wiring = Wiring(project, host, words, project / FOLDER / "connect.json")
    changes = wiring.removals() if mode == "remove" else wiring.additions()
    for change in changes:
        click.echo(change.diff, nl=False)
    if not changes:
        say(f"{host.title} is {'not connected' if mode == 'remove' else 'connected already'}; nothing to change")
        return
    if mode == "print":
        say(f"nothing was written; `paredown connect {host.slug} --write` writes this")
        return
    wiring.write(changes, added=mode == "write")
    say(f"wrote {len(changes)} file(s)")
    if mode == "write":
        if shutil.which(words[0]) is None:
            say(f"there is no program {words[0]!r} on the PATH: until there is, the hook refuses every call")
        say(f"next: {host.next_step}")


def _words(program: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(program))
    except ValueError:
        words = ()
    if not words or not all(word.isprintable() for word in words):
        raise click.UsageError("--program needs the words of a command")
    return words


@click.command(HOOK, hidden=True)
@click.argument("host", type=click.Choice(HOSTS))
def hook(host: str) -> None:
    """Answer one call of HOST's hook: its JSON on standard input, our JSON on standard output."""
    from paredown.connect import host_named
    from paredown.connect.hook import MAX_BYTES, answer, unchecked
    from paredown.connect.host import DEADLINE

    chosen = host_named(host)

    def late(_signal: int, _frame: FrameType | None) -> None:
        os.write(1, unchecked(chosen).encode() + b"\n")
        os._exit(0)

    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, DEADLINE)
    line = answer(chosen, sys.stdin.buffer.read(MAX_BYTES + 1), os.environ)
    signal.setitimer(signal.ITIMER_REAL, 0)
    if line:
        click.echo(line)
