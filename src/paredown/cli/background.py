"""The arguments of `paredown index` -> the same run, started by a server that understands its exit code."""

from __future__ import annotations

import sys

import click

from paredown.cli.asking import fail
from paredown.cli.surface import index
from paredown.errors import IndexBusy, ParedownError


def main() -> None:
    """Index; exit with `BUSY_CODE` when another run is at it."""
    from paredown.names import plain
    from paredown.serve.rebuild import BUSY_CODE

    try:
        index.main(standalone_mode=False)
    except IndexBusy:
        sys.exit(BUSY_CODE)
    except ParedownError as error:
        fail(plain(str(error)))
    except click.ClickException as error:
        fail(plain(error.format_message()))
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)


if __name__ == "__main__":
    main()
