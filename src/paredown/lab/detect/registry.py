"""Every detector, in the order in which tables show them.

To add one: write `lab/detect/detectors/<name>.py` and a line here; prove it in `tests/lab/detect` with a skill that it
catches, one that it misses and one that it leaves alone.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from paredown.errors import BadConfiguration
from paredown.lab.detect.detector import Detector
from paredown.lab.detect.detectors.agnix import Agnix
from paredown.lab.detect.detectors.bandit import Bandit
from paredown.lab.detect.detectors.catalogue import Catalogue
from paredown.lab.detect.detectors.cisco import Cisco
from paredown.lab.detect.detectors.grounding import Grounding
from paredown.lab.detect.detectors.llm_guard import LlmGuard
from paredown.lab.detect.detectors.prompt_guard import PromptGuard
from paredown.lab.detect.detectors.ruff_defaults import RuffDefaults
from paredown.lab.detect.detectors.ruff_naming import RuffNaming
from paredown.lab.detect.detectors.ruff_security import RuffSecurity
from paredown.lab.detect.detectors.semgrep import Semgrep
from paredown.lab.detect.detectors.shape import Shape
from paredown.lab.detect.detectors.skilllint import Skilllint
from paredown.lab.detect.detectors.skillspector import SkillSpector

DETECTORS: tuple[Detector, ...] = (
    RuffDefaults(),
    RuffNaming(),
    RuffSecurity(),
    Bandit(),
    Semgrep(),
    Cisco(),
    SkillSpector(),
    LlmGuard(),
    PromptGuard(),
    Catalogue(),
    Grounding(),
    Shape(),
    Agnix(),
    Skilllint(),
)


def detectors_named(names: Sequence[str]) -> tuple[Detector, ...]:
    """Return the detectors called `names`, or all of them; raises `BadConfiguration`."""
    known = {detector.name: detector for detector in DETECTORS}
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0)
            raise BadConfiguration(name, f"no such detector; the nearest is {near[0]!r}")
    return tuple(known[name] for name in names) or DETECTORS
