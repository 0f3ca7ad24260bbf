"""Every rule does what its spec says, and everything that belongs to a rule is there."""

from __future__ import annotations

import pytest
from gate.spec import Case, Spec, spec, specs

from paredown.gate import ADOPTED, CATALOGUE, breaches, rule_named
from paredown.gate.portable import unportable
from paredown.model import Breach, Known, Language, Part, Rule, Status

SPECS = list(specs())
PART = {
    "parameter": Part.SIGNATURE,
    "type-parameter": Part.SIGNATURE,
    "prose": Part.PROSE,
    "literal": Part.CONSTANT,
    "value": Part.CONSTANT,
    "module": Part.MODULE,
}


def languages(case: Case, rule: Rule) -> tuple[Language, ...]:
    return case.languages or tuple(rule.languages or Language)


def found(one: Spec, case: Case, language: Language, rules: tuple[Rule, ...]) -> list[Breach]:
    entry = case.entry(language)
    return list(breaches(entry, rules, Known.of([*one.surface(language), entry])))


def cases(section: str) -> list[object]:
    every = [(one, case) for one in SPECS for case in getattr(one, section)]
    return [pytest.param(one, case, id=f"{one.slug}:{case.line}") for one, case in every]


@pytest.mark.parametrize(("one", "case"), cases("within"))
def test_what_a_spec_lets_through_passes(one: Spec, case: Case) -> None:
    rule = rule_named(one.slug)
    for language in languages(case, rule):
        assert found(one, case, language, (rule,)) == [], language


@pytest.mark.parametrize(("one", "case"), cases("breach"))
def test_what_a_spec_refuses_is_refused_in_the_part_where_it_stands(one: Spec, case: Case) -> None:
    rule = rule_named(one.slug)
    for language in languages(case, rule):
        breached = found(one, case, language, (rule,))
        assert [b.rule for b in breached] == [one.slug], language
        assert breached[0].part is PART.get(case.kind, Part.NAME)
        assert case.name not in breached[0].why


@pytest.mark.parametrize(("one", "case"), [p for p in cases("within") if p.values[1].is_a_name])  # type: ignore[attr-defined]
def test_a_name_that_an_adopted_rule_lets_through_passes_all_of_them(one: Spec, case: Case) -> None:
    rule = rule_named(one.slug)
    if rule.status is Status.ADOPTED:
        for language in languages(case, rule):
            assert found(one, case, language, ADOPTED) == [], language


def test_every_rule_has_a_spec_with_both_sections_and_no_spec_is_left_over() -> None:
    assert {one.slug for one in SPECS} == {rule.slug for rule in CATALOGUE}
    assert [one.slug for one in SPECS if not (one.within and one.breach)] == []


def test_a_rule_is_named_for_its_file() -> None:
    for rule in CATALOGUE:
        assert type(rule).__module__ == f"paredown.gate.rules.{rule.slug.replace('-', '_')}"


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.slug)
def test_the_screen_of_every_rule_is_portable(rule: Rule) -> None:
    assert unportable(rule.screen) == ()


def test_a_case_is_read_as_it_is_written() -> None:
    one = spec("spaced-name")
    assert any(case.name == "read\u00a0config" for case in one.breach)
    assert any(case.languages == (Language.JAVASCRIPT, Language.TYPESCRIPT) for case in one.within)
