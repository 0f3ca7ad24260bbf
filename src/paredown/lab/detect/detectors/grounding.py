"""Skills -> what their code does and their documentation never says.

The findings withdrew it: it caught about a third of the attacks, missed whole classes by construction (a skill without
code has nothing to ground), and on a real dependency graph it raised twenty times the false alarms of a hand-picked
sample. It stays so that the withdrawal can be measured again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from paredown.lab.detect.detector import Bench, Kind
from paredown.lab.detect.environments import Pinned
from paredown.lab.detect.laid import Laid
from paredown.lab.detect.parts import parts_of
from paredown.lab.detect.verdict import Verdict, spoken


class Capability(NamedTuple):
    """Something that code can do: how code spells it, and which words of documentation own up to it."""

    name: str
    code: re.Pattern[str]
    said: re.Pattern[str]


def _capability(name: str, code: str, said: str) -> Capability:
    return Capability(name, re.compile(code), re.compile(said, re.IGNORECASE))


CAPABILITIES = (
    _capability(
        "network",
        r"\brequests\.|\burllib\.request|\bhttpx\.|\bsocket\.|\baiohttp\b|\bfetch\(|\bcurl\s|\bwget\s|\bnc\s+-",
        r"\b(?:network|https?|url|download|upload|api|request|fetch|web|server|remote|send|post|curl|online|internet)",
    ),
    _capability(
        "environment",
        r"\bos\.environ\b|\bos\.getenv\(|\bprocess\.env\b|\bprintenv\b",
        r"\b(?:environment|env\b|variables?|\.env|config|api[ _-]?keys?|tokens?|credentials?)",
    ),
    _capability(
        "execution",
        r"\bsubprocess\.|\bos\.system\(|\bos\.popen\(|\beval\(|\bexec\(|\bchild_process\b|\|\s*(?:ba|z)?sh\b",
        r"\b(?:run|execut|command|shell|script|process|invok|call|bash|terminal)",
    ),
    _capability(
        "secrets",
        r"\.ssh/|\.aws/|\bid_rsa\b|\.netrc\b|\.npmrc\b|/etc/(?:passwd|shadow)\b|\.kube/|[Kk]eychain",
        r"\b(?:ssh|aws|credentials?|secrets?|keys?|passwords?|kube|keychain)",
    ),
    _capability(
        "obfuscation",
        r"\bb64decode\(|\bbase64\s+(?:-d|-D|--decode)|\bfromhex\(|\batob\(|\bmarshal\.loads\(",
        r"\b(?:base64|decod|encod|hex)",
    ),
    _capability(
        "persistence",
        r"\bcrontab\s|\.bashrc\b|\.zshrc\b|\.profile\b|\bsystemctl\s+enable|\bLaunchAgents\b",
        r"\b(?:cron|schedul|startup|profile|shell|service|daemon|install|persist)",
    ),
)


class Grounding:
    """Flag a skill whose code can do what its documentation never mentions."""

    name: ClassVar[str] = "grounding"
    kind: ClassVar[Kind] = Kind.OURS
    version: ClassVar[str] = "1"
    pinned: ClassVar[Pinned | None] = None
    fences: ClassVar[bool] = False
    batch: ClassVar[int] = 256

    def missing(self, bench: Bench) -> str:
        """Nothing is needed."""
        del bench
        return ""

    def examine(self, laid: Sequence[Laid], bench: Bench) -> Sequence[Verdict]:
        """Compare each skill's code with its prose; code in fences is code."""
        del bench
        verdicts = []
        for one in laid:
            parts = parts_of(one.skill)
            code, said = "\n".join(text for _, text in parts.code), f"{parts.front}\n{parts.prose}"
            verdicts.append(
                spoken(f"unsaid-{c.name}" for c in CAPABILITIES if c.code.search(code) and not c.said.search(said))
            )
        return verdicts
