from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from made import Deprecation, artifact, entry, surface

from paredown.model import Entry, Kind, Language, Surface
from paredown.reduce import Use, declared_only, dedupe, drop_unusable, uses

NAMES = st.sampled_from(["get", "set", "of", "Client"])
# One package URL is one artifact: it is declared or it is not.
ARTIFACTS = st.sampled_from(
    [
        artifact(name, version, declared=declared)
        for name in ("a", "b", "@c/d")
        for version, declared in (("1.0.0", True), ("2.0.0-rc.1", False), ("2.0.0", True), ("10.0.0", False))
    ]
)
ENTRIES = st.builds(
    lambda module, name, of, shape, level: entry(module, name, of=of, signature=name + shape, deprecation=level),
    st.sampled_from(["m", "m/sub"]),
    NAMES,
    ARTIFACTS,
    st.sampled_from(["(): void", "(x: number): void"]),
    st.sampled_from(list(Deprecation)),
)
SURFACES = st.lists(ENTRIES, max_size=30).map(lambda entries: surface(*entries))


def parts(surface: Surface) -> set[tuple[str, ...]]:
    return {e.symbol.parts for e in surface.entries}


def only(surface: Surface) -> Entry:
    (left,) = surface.entries
    return left


def test_a_declared_artifact_keeps_a_symbol_that_a_newer_transitive_one_also_declares() -> None:
    old = entry("mime", "get", of=artifact("mime", "1.0.0"))
    new = entry("mime", "get", of=artifact("mime", "2.0.0", declared=False))
    assert only(declared_only(dedupe(surface(new, old)))).artifact.version == "1.0.0"


def test_the_higher_version_keeps_a_symbol_and_a_release_comes_after_its_candidates() -> None:
    versions = ["9.0.0", "10.0.0-rc.2", "10.0.0", "10.0.0-beta.11"]
    said = [entry("mime", "get", of=artifact("mime", version)) for version in versions]
    assert only(dedupe(surface(*said))).artifact.version == "10.0.0"


def test_types_speak_for_a_symbol_before_untyped_code_does() -> None:
    code = entry("lodash", "chunk", language=Language.JAVASCRIPT, of=artifact("lodash", "4.17.21"))
    types = entry("lodash", "chunk", of=artifact("@types/lodash", "4.14.0"))
    assert only(dedupe(surface(code, types))).artifact.name == "@types/lodash"


def test_overloads_of_one_artifact_stay_together() -> None:
    overloads = [entry("a", "f", signature=s) for s in ("f(x: string): void", "f(x: number): void")]
    assert len(dedupe(surface(*overloads, overloads[0])).entries) == 2


def test_what_still_builds_is_usable_and_what_does_not_is_counted_as_removed() -> None:
    levels = [entry("a", level.value, deprecation=level) for level in Deprecation]
    left = drop_unusable(surface(*levels))
    assert {e.symbol.name for e in left.entries} == {"none", "warning", "removal"}
    assert left.ledger.cuts[-1].before.entries - left.counts.entries == 2
    assert left.ledger.cuts[-1].sample == ("a.error", "a.hidden")


def test_what_is_internal_to_a_kotlin_module_is_usable_by_nobody_with_all_that_is_in_it() -> None:
    kotlin = {"language": Language.KOTLIN}
    lines = [
        entry("a", "Open", signature="class Open", kind=Kind.CLASS, **kotlin),
        entry("a", "Open", "f", signature="internal f()", **kotlin),
        entry("a", "Shut", signature="internal class Shut", kind=Kind.CLASS, **kotlin),
        entry("a", "Shut", signature="Shut()", kind=Kind.CONSTRUCTOR, **kotlin),
        entry("a", "Shut", "g", signature="g()", **kotlin),
        entry("a", "internal", signature="internal (): void"),
    ]
    held = surface(*lines)
    assert [e.symbol.name for e in drop_unusable(held).entries] == ["Open", "internal"]
    assert uses(held.entries) == {Use.FREE: 2, Use.INTERNAL: 4}


def test_what_is_marked_for_removal_is_counted_and_kept() -> None:
    held = surface(*(entry("a", level.value, deprecation=level) for level in Deprecation))
    assert uses(held.entries) == {Use.FREE: 2, Use.LEAVING: 1, Use.WITHDRAWN: 2}


@given(SURFACES)
def test_every_step_only_removes_and_the_ledger_telescopes(first: Surface) -> None:
    now = first
    for step in (dedupe, declared_only, drop_unusable):
        after = step(now)
        assert set(map(id, after.entries)) <= set(map(id, now.entries))
        assert after.ledger.cuts[-1].before == now.counts
        assert after.counts.entries == len(after.entries)
        now = after


@given(SURFACES)
def test_dedupe_and_declared_only_commute_on_symbols(first: Surface) -> None:
    assert parts(declared_only(dedupe(first))) == parts(dedupe(declared_only(first)))


@given(SURFACES)
def test_a_symbol_speaks_from_one_artifact_after_dedupe(first: Surface) -> None:
    said: dict[tuple[str, ...], set[str]] = {}
    for e in dedupe(first).entries:
        said.setdefault(e.symbol.parts, set()).add(e.artifact.purl)
    assert all(len(purls) == 1 for purls in said.values())


@given(SURFACES)
def test_dedupe_twice_is_dedupe_once(first: Surface) -> None:
    once = dedupe(first)
    assert dedupe(once).entries == once.entries
