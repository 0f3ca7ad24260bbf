"""A Python project -> the artifacts of its locked graph, from its lock file and without running any of its code.

What the graph says

- What is named: PEP 621, PEP 735, Poetry, PDM and uv tables, setup.cfg, Pipfile, and requirement files. Extras and
  groups, and requirement files called dev, test, lint, docs and the like, count only with development dependencies;
  an extra counts without them where a requirement of the project on itself enables it. setup.py is never run.
- Which version: uv.lock, poetry.lock, pylock.toml, pdm.lock, Pipfile.lock, pinned requirement files, or the
  environment, the first that there is; a note names the others. `X.in` names and `X.txt` beside it locks; a
  requirement file that a program compiled names nothing where another source does.
- What is reached follows the lock's own edges. Requirement files, pylock.toml and Pipfile.lock have none: all they
  pin for here is reached.
- Conditions hold for one interpreter, which a note names: the environment's, else the one that runs paredown, else,
  where the project excludes that, the nearest version that it allows. Wheels are chosen for the same one.
- `name` and `publisher` are the normalised project name. Members of a workspace are the project itself and no
  artifacts; a local folder that is no member is one, if it lies inside the project and the lock knows its version.
- `types-x`, `x-stubs` and `x-types` belong to the graph wherever the lock has them and `x` is named, declared by
  whoever declares `x`.
- Files: the environment's at exactly the locked version, then wheels inside the project, then wheels that pip brought.
  Only what comes from a registry is asked for at one, and only as a wheel: nothing is built.

`inputs` looks only at names and bytes, since it runs every time; `resolve` imports what it needs when it is called.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from paredown.resolve.pypi.layout import inputs

if TYPE_CHECKING:
    from paredown.resolve.graph import Graph, Options

__all__ = ["inputs", "resolve"]


def resolve(project: Path, options: Options) -> Graph:
    """Return the graph of `project`; raises `UnreadableProject` with the file and the reason."""
    from paredown.resolve.pypi.resolving import resolve as resolved

    return resolved(project, options)
