"""The catalogue: every rule, adopted or rejected, in the order in which reports show them.

To add one: write `gate/rules/<slug>.py` and a line here; prove it with `tests/gate/rules/<slug>.md` and its price.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from paredown.errors import BadConfiguration
from paredown.gate.rules.casing_pattern import CasingPattern
from paredown.gate.rules.directive_naming_nothing import DirectiveNamingNothing
from paredown.gate.rules.hidden_character import HiddenCharacter
from paredown.gate.rules.long_constant import LongConstant
from paredown.gate.rules.long_constant_value import LongConstantValue
from paredown.gate.rules.long_literal import LongLiteral
from paredown.gate.rules.long_name import LongName
from paredown.gate.rules.look_alike_letter import LookAlikeLetter
from paredown.gate.rules.mention_of_sensitive_thing import MentionOfSensitiveThing
from paredown.gate.rules.path_in_documentation import PathInDocumentation
from paredown.gate.rules.reads_as_text import ReadsAsText
from paredown.gate.rules.spaced_name import SpacedName
from paredown.gate.rules.spelled_punctuation import SpelledPunctuation
from paredown.gate.rules.undeclared_type_name import UndeclaredTypeName
from paredown.model import Allowed, Part, Rule, Status

CATALOGUE: tuple[Rule, ...] = (
    SpacedName(),
    SpelledPunctuation(),
    ReadsAsText(),
    LongName(),
    LongConstant(),
    UndeclaredTypeName(),
    HiddenCharacter(),
    LookAlikeLetter(),
    PathInDocumentation(),
    LongLiteral(),
    LongConstantValue(),
    MentionOfSensitiveThing(),
    DirectiveNamingNothing(),
    CasingPattern(),
)

ADOPTED = tuple(rule for rule in CATALOGUE if rule.status is Status.ADOPTED)
"""The rules that are enforced."""

SERVED = tuple(rule for rule in ADOPTED if not rule.parts & {Part.PROSE, Part.CONSTANT})
"""Those that bound what an index holds. A rule on prose or literals is for a control that lets them through: refusing
an entry for words that never leave would cost real API and win nothing."""


def rule_named(slug: str) -> Rule:
    """Return the rule called `slug`; raises `BadConfiguration`."""
    for rule in CATALOGUE:
        if rule.slug == slug:
            return rule
    near = difflib.get_close_matches(slug, [rule.slug for rule in CATALOGUE], n=1, cutoff=0)
    raise BadConfiguration(slug, f"no such rule; the nearest is {near[0]!r} (`paredown rules` lists all)")


def checked_exceptions(exceptions: Sequence[Allowed]) -> Sequence[Allowed]:
    """Return `exceptions`, each from a rule that there is; raises `BadConfiguration`."""
    for exception in exceptions:
        rule_named(exception.rule)
    return exceptions
