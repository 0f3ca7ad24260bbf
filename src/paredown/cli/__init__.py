"""The command line: the only room that prints, reads the environment, catches errors or exits.

Nothing but click is imported before a command runs. Progress and errors go to standard error, results to standard
output; the exit code is 0 when all is well, 1 when breaches were found, 2 for wrong use or unreadable input.
"""

from __future__ import annotations

import os
import sys

import click

from paredown import __version__
from paredown.cli import bounds, connect, export, surface
from paredown.cli.asking import fail
from paredown.cli.lab import lab
from paredown.errors import ParedownError

COMMANDS = (
    *(surface.index, surface.report, surface.find, surface.show, surface.serve, connect.connect),
    *(bounds.check, bounds.diff, bounds.lint, bounds.rules, export.export, lab),
)
"""Every command, in the order in which people meet them."""


class InOrder(click.Group):
    """A group whose help lists the commands in the order of `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, as registered."""
        return list(self.commands)


@click.group(cls=InOrder, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="paredown")
def paredown() -> None:
    """Pare down what your dependencies can say to your coding agent."""


for command in COMMANDS:
    paredown.add_command(command)


def main() -> None:
    """Run the command line; every error of ours becomes one sentence and exit code 2."""
    try:
        paredown.main(standalone_mode=False)
    except ParedownError as error:
        from paredown.names import plain

        fail(plain(str(error)))
    except click.ClickException as error:
        from paredown.names import plain

        fail(plain(error.format_message()))
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # The reader went away (`| head`): silence the interpreter's last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
