"""What a person names on the command line -> a rule: a slug of the catalogue, a file of their own, or an expression.

A `RuleSpec` is what travels to the processes of an engine; each of them makes the rule from it once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple

from paredown.errors import BadRule
from paredown.gate import rule_named
from paredown.gate.portable import unportable
from paredown.gate.reading import Reading, breach, readings, screened
from paredown.model import Breach, Entry, Kind, Known, Language, Part, Rule, Status

ANY_PARTS = ("name", "module", "signature")
EVERYTHING = "^|[^ -~]"


class RuleSpec(NamedTuple):
    """One rule as it is asked for: `text` is a slug, the source of a file, or an expression over `parts`."""

    form: Literal["slug", "file", "regex"]
    slug: str
    text: str
    parts: tuple[str, ...] = ()


class Matching:
    """A rule that is nothing but its screen: whatever matches is refused."""

    status = Status.REJECTED
    languages: frozenset[Language] = frozenset()
    kinds: frozenset[Kind] = frozenset()

    def __init__(self, slug: str, screen: str, parts: frozenset[Part]) -> None:
        self.slug, self.screen, self.parts = slug, screen, parts

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for each text that the expression matches, as an engine has it in a row."""
        del known
        for part in Part:
            if part in self.parts:
                for text in screened(entry, part):
                    if exact(self.screen).search(text):
                        yield breach(self, entry, Reading(part, text), "matches the expression")  # type: ignore[arg-type]


class Written:
    """A rule from a person's file: `check(text)` or `check(text, known)` says whether a text is refused."""

    status = Status.REJECTED

    def __init__(self, slug: str, module: ModuleType) -> None:
        self.slug = slug
        self.parts = frozenset(Part(name) for name in getattr(module, "parts", ("name",)))
        self.kinds = frozenset(Kind(name) for name in getattr(module, "kinds", ()))
        self.languages = frozenset(Language(name) for name in getattr(module, "languages", ()))
        self.screen: str = getattr(module, "screen", EVERYTHING)
        self._check: Callable[..., object] = module.check
        self._resolves = self._check.__code__.co_argcount > 1

    def check(self, entry: Entry, known: Known) -> Iterator[Breach]:
        """Yield a breach for each text of the entry that the file's `check` refuses."""
        for reading in readings(self, entry):  # type: ignore[arg-type]
            if self._check(reading.text, known) if self._resolves else self._check(reading.text):
                yield breach(self, entry, reading, "refused by the rule")  # type: ignore[arg-type]


def named(text: str) -> RuleSpec:
    """Return what `text` names: a `.py` file, or a rule of the catalogue; raises `BadRule` or `BadConfiguration`."""
    path = Path(text)
    if path.suffix != ".py":
        return RuleSpec("slug", rule_named(text).slug, "")
    try:
        source = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRule(path, "cannot be read") from error
    spec = RuleSpec("file", path.stem.replace("_", "-"), source)
    checked(rule_of(spec), path)
    return spec


def matching(expression: str, parts: tuple[str, ...]) -> RuleSpec:
    """Return an expression as a rule over `parts`; raises `BadRule` when engines would read it differently."""
    spec = RuleSpec("regex", "expression", expression, parts or ANY_PARTS)
    checked(rule_of(spec), expression)
    return spec


def checked(rule: Rule, subject: str | Path) -> None:
    """Raise `BadRule` when the screen of `rule` is outside the portable subset."""
    if places := unportable(rule.screen):
        first = places[0]
        raise BadRule(subject, f"the expression is not portable at {first.at}: {first.why}")


@lru_cache(maxsize=64)
def exact(screen: str) -> re.Pattern[str]:
    """Return a screen as the engines read it: for `re` alone a dollar sign also matches before a last line break."""
    ends = re.sub(r"\\.|\[(?:\\.|[^\]])*\]|\$", lambda found: r"\Z" if found.group() == "$" else found.group(), screen)
    return re.compile(ends, re.ASCII)


@lru_cache(maxsize=64)
def rule_of(spec: RuleSpec) -> Rule:
    """Return the rule of `spec`, one object a process; raises `BadRule` for a file that is none."""
    if spec.form == "slug":
        return rule_named(spec.slug)
    if spec.form == "regex":
        rule: Any = Matching(spec.slug, spec.text, frozenset(Part(name) for name in spec.parts))
        return rule  # type: ignore[no-any-return]
    module = ModuleType(spec.slug)
    try:
        # The person's own file, which they named on their own command line; never a file of a dependency.
        exec(compile(spec.text, f"{spec.slug}.py", "exec"), module.__dict__)  # noqa: S102
        found: Any = getattr(module, "RULE", None) or Written(spec.slug, module)
    except Exception as error:
        raise BadRule(f"{spec.slug}.py", f"is not a rule ({type(error).__name__}: {error})") from error
    return found  # type: ignore[no-any-return]
