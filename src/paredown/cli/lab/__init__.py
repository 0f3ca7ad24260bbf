"""`paredown lab`: price a rule, measure detectors, audit a corpus for seams; each command is one module."""

from __future__ import annotations

import click

from paredown.cli.lab.corpus import corpus
from paredown.cli.lab.curve import curve
from paredown.cli.lab.detect import detect
from paredown.cli.lab.price import price
from paredown.cli.lab.prose import prose
from paredown.cli.lab.seam import seam
from paredown.cli.lab.shape import shape

COMMANDS: tuple[click.Command, ...] = (corpus, price, curve, prose, detect, seam, shape)
"""Every command of the laboratory, in the order in which one uses them."""


class InOrder(click.Group):
    """A group whose help lists the commands as they were registered."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, as registered."""
        return list(self.commands)


@click.group(cls=InOrder)
def lab() -> None:
    """Measure: the price of a rule, a detector's verdicts, the seam of a corpus."""


for command in COMMANDS:
    lab.add_command(command)
