"""What holds of every surface, entry and artifact, whatever is in it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import artifact, entry

from paredown.model import ELIDED, Artifact, Counts, Cut, Deprecation, Entry, Kind, Language, Ledger, Surface, Symbol
from paredown.model.surface import SAMPLE
from paredown.reduce import declared_only, dedupe, drop_unusable

Step = Callable[[Surface], Surface]
STEPS: list[Step] = [dedupe, declared_only, drop_unusable]

VERSIONS = [(name, version) for name in ("a", "@s/a", "@s/b", "c") for version in ("1.0.0", "1.10.0", "2.0.0-rc.1")]


@st.composite
def surfaces(draw: st.DrawFn) -> Surface:
    """A surface in which packages declare each other's symbols, in several versions, some of them declared."""
    declared = draw(st.sets(st.sampled_from(VERSIONS)))
    graph = [artifact(name, version, declared=(name, version) in declared) for name, version in VERSIONS]
    one = st.builds(
        lambda module, name, of, kind, deprecation, language: entry(
            module, name, of=of, kind=kind, deprecation=deprecation, language=language
        ),
        module=st.sampled_from(["a", "b"]),
        name=st.sampled_from(["f", "g", "h"]),
        of=st.sampled_from(graph),
        kind=st.sampled_from([Kind.FUNCTION, Kind.CLASS]),
        deprecation=st.sampled_from(list(Deprecation)),
        language=st.sampled_from([Language.TYPESCRIPT, Language.JAVASCRIPT]),
    )
    return Surface.of(draw(st.lists(one, max_size=25)))


def symbols(surface: Surface) -> set[Symbol]:
    """Return the symbols that are left."""
    return {held.symbol for held in surface.entries}


def is_within(smaller: tuple[Entry, ...], larger: tuple[Entry, ...]) -> bool:
    """Whether `smaller` is `larger` with some entries removed, in the same order."""
    rest = iter(larger)
    return all(any(held is other for other in rest) for held in smaller)


@given(surfaces(), st.lists(st.sampled_from(STEPS), max_size=6))
def test_reductions_only_remove_and_their_ledger_telescopes(surface: Surface, steps: list[Step]) -> None:
    left = surface
    for step in steps:
        smaller = step(left)
        assert is_within(smaller.entries, left.entries)
        left = smaller

    assert left.ledger.harvested == surface.counts
    assert len(left.ledger.cuts) == len(steps)
    assert all(cut.before == before.after for before, cut in pairwise(left.ledger.cuts))
    assert left.counts == Counts.of(left.entries)


@given(surfaces(), st.sets(st.integers(0, 24)))
def test_a_cut_counts_and_samples_what_it_removed(surface: Surface, removed: set[int]) -> None:
    numbers = {id(held): number for number, held in enumerate(surface.entries)}
    left = surface.cut("some", lambda held: numbers[id(held)] not in removed)

    gone = [str(held.symbol) for number, held in enumerate(surface.entries) if number in removed]
    cut = left.ledger.cuts[-1]
    assert cut.before.entries - cut.after.entries == len(gone)
    assert list(cut.sample) == gone[:SAMPLE]


@pytest.mark.parametrize("step", STEPS)
@given(surface=surfaces())
def test_a_reduction_done_twice_removes_nothing_more(step: Step, surface: Surface) -> None:
    once = step(surface)

    assert step(once).entries == once.entries


@given(surfaces())
def test_dedupe_and_declared_only_commute_on_symbols(surface: Surface) -> None:
    assert symbols(declared_only(dedupe(surface))) == symbols(dedupe(declared_only(surface)))


@given(surfaces())
def test_dedupe_keeps_every_symbol_and_lets_one_artifact_speak_for_it(surface: Surface) -> None:
    left = dedupe(surface)

    spoken = {(held.symbol.parts, held.artifact.purl) for held in left.entries}
    assert {parts for parts, _ in spoken} == {held.symbol.parts for held in surface.entries}
    assert len({parts for parts, _ in spoken}) == len(spoken)


@given(surfaces())
def test_nothing_undeclared_or_uncallable_is_left(surface: Surface) -> None:
    left = drop_unusable(declared_only(surface))

    assert all(held.artifact.declared and held.deprecation.callable for held in left.entries)


@given(st.integers(0, 9), st.integers(0, 9))
def test_a_cut_that_adds_cannot_be_built(before: int, after: int) -> None:
    counts = [Counts(entries=n, artifacts=1, publishers=1) for n in (before, after)]
    if after > before:
        with pytest.raises(ValueError, match="never adds"):
            Cut(step="s", before=counts[0], after=counts[1])
    else:
        assert Cut(step="s", before=counts[0], after=counts[1]).after == counts[1]


def test_a_ledger_with_a_gap_cannot_be_built() -> None:
    nine, five, four = (Counts(entries=n, artifacts=1, publishers=1) for n in (9, 5, 4))
    Ledger(harvested=nine, cuts=(Cut(step="a", before=nine, after=five), Cut(step="b", before=five, after=four)))

    with pytest.raises(ValueError, match="telescope"):
        Ledger(harvested=nine, cuts=(Cut(step="b", before=five, after=four),))


@given(st.text(st.sampled_from("ab( )…'\"\n\r\x0b\x1c\x85\u2028")) | st.text())
def test_a_signature_is_one_line_without_a_string_literal(signature: str) -> None:
    sound = signature.splitlines() in ([signature], []) and '"' not in signature.replace(ELIDED, "")
    if sound:
        assert entry("m", "f", signature=signature).signature == signature
    else:
        with pytest.raises(ValueError, match="a signature"):
            entry("m", "f", signature=signature)


@given(st.lists(st.text(max_size=3), max_size=4))
def test_a_symbol_has_parts_and_none_is_empty(parts: list[str]) -> None:
    if parts and all(parts):
        symbol = Symbol(language=Language.PYTHON, parts=tuple(parts))
        assert (symbol.owner + "." + symbol.name if len(parts) > 1 else symbol.name) == str(symbol)
    else:
        with pytest.raises(ValueError, match="part"):
            Symbol(language=Language.PYTHON, parts=tuple(parts))


@pytest.mark.parametrize("version", ["", "^1.0.0", "~1", "1.x || 2.x", ">=1", "1.*", "1.0 - 2.0"])
def test_an_artifact_has_an_exact_version(version: str) -> None:
    with pytest.raises(ValueError, match="exact version"):
        artifact("a", version)


@pytest.mark.parametrize(
    "fields", [{"purl": "pkg:pypi/a@1.0.0"}, {"purl": "a@1.0.0"}, {"declared": False, "direct_of": (".",)}]
)
def test_an_artifact_is_what_it_says_it_is(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"package URL|not declared"):
        artifact("a", **fields)  # type: ignore[arg-type]


def test_an_artifact_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        artifact("a").declared = False  # type: ignore[misc]
    assert Artifact.__slots__
