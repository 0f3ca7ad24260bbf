"""The controls: every way to answer, by name, in the order from the least that reaches an agent to the most.

To add one: write `serve/controls/<name>.py` and a line here; `tests/canary/test_controls.py` proves which of the
planted words it lets through.
"""

from __future__ import annotations

import difflib

from paredown.errors import BadConfiguration
from paredown.serve.controls.closed_schema import ClosedSchema
from paredown.serve.controls.names_only import NamesOnly
from paredown.serve.controls.paraphrased import Paraphrased
from paredown.serve.controls.quoted import Quoted
from paredown.serve.controls.signature_only import SignatureOnly
from paredown.serve.voice import Control

CONTROLS: tuple[type[Control], ...] = (NamesOnly, SignatureOnly, ClosedSchema, Paraphrased, Quoted)
DEFAULT = SignatureOnly.name


def control_named(name: str) -> type[Control]:
    """Return the control called `name`; raises `BadConfiguration`."""
    for control in CONTROLS:
        if control.name == name:
            return control
    near = difflib.get_close_matches(name, [control.name for control in CONTROLS], n=1, cutoff=0)
    raise BadConfiguration(name, f"no such control; the nearest is {near[0]!r}")


__all__ = ["CONTROLS", "DEFAULT", "control_named"]
