"""What is different between two surfaces."""

from __future__ import annotations

from collections.abc import Mapping

from made import artifact, entry
from report.checks import remark

from paredown.names.agent_files import followed_by_agents
from paredown.report.changes import table
from paredown.report.difference import Key, Release, Said, Side, difference
from paredown.report.remark import Remark

RULES = ("spelled-punctuation", "long-name")
BREACH = remark(entry("lib", "copyConfigDotEnv"), artifact("lib", "2.0.0"))


def release(name: str, version: str, *, declared: bool = True) -> Release:
    return Release("npm", name, version, name, declared, f"pkg:npm/{name}@{version}")


def side(
    *releases: Release,
    said: Mapping[str, set[str]] | None = None,
    breaches: tuple[Remark, ...] = (),
    files: Mapping[str, Mapping[str, str]] | None = None,
    rules: tuple[str, ...] = RULES,
) -> Side:
    return Side(
        rules=rules,
        releases=releases,
        said={
            Key("npm", name): frozenset(Said(s, "function", "") for s in every) for name, every in (said or {}).items()
        },
        breaches=breaches,
        files=lambda purl: (files or {}).get(purl, {}),
    )


def test_nothing_is_different_between_a_surface_and_itself() -> None:
    one = side(release("lib", "1.0.0"), said={"lib": {"a"}}, breaches=(BREACH,))

    assert difference(one, one) == ()
    assert table(()) == "nothing changed"


def test_a_breach_is_new_once_whatever_its_version() -> None:
    old, new = side(release("lib", "1.0.0")), side(release("lib", "2.0.0"), breaches=(BREACH,))
    again = side(release("lib", "2.0.0"), breaches=(BREACH,))

    assert [change.breaches for change in difference(old, new)] == [(BREACH,)]
    assert difference(new, again) == ()


def test_a_rule_that_only_one_side_was_asked_tells_nothing() -> None:
    old, new = side(release("lib", "1.0.0"), rules=("long-name",)), side(release("lib", "2.0.0"), breaches=(BREACH,))

    assert [change.breaches for change in difference(old, new)] == [()]


def test_entries_are_counted_both_ways() -> None:
    old = side(release("lib", "1.0.0"), said={"lib": {"a", "b"}})
    new = side(release("lib", "1.0.0"), said={"lib": {"b", "c", "d"}})

    assert [(change.plus, change.minus) for change in difference(old, new)] == [(2, 1)]


def test_a_file_that_agents_follow_is_told_when_it_is_new_or_changed_and_never_for_the_same_release() -> None:
    files = {
        "pkg:npm/lib@1.0.0": {"SKILL.md": "1", "AGENTS.md": "1"},
        "pkg:npm/lib@2.0.0": {"SKILL.md": "2", "AGENTS.md": "1"},
    }
    old, new = side(release("lib", "1.0.0"), files=files), side(release("lib", "2.0.0"), files=files)

    assert [change.files for change in difference(old, new)] == [("SKILL.md",)]
    assert difference(new, side(release("lib", "2.0.0"))) == ()


def test_what_is_not_declared_is_only_told_when_its_publisher_comes_or_goes_or_it_holds_such_a_file() -> None:
    quiet = [release("quiet", version, declared=False) for version in ("1.0.0", "2.0.0")]
    files = {"pkg:npm/loud@2.0.0": {"AGENTS.md": "1"}}
    old = side(quiet[0], release("loud", "1.0.0", declared=False), release("went", "1.0.0", declared=False))
    new = side(
        quiet[1], release("loud", "2.0.0", declared=False), release("came", "1.0.0", declared=False), files=files
    )
    lines = table(difference(old, new)).splitlines()

    assert [line.split()[0] for line in lines] == ["came", "loud", "new", "went", "1", "0"]
    assert "new publisher, not declared: does not reach the agent" in lines[0]
    assert "publisher gone" in lines[3]
    assert lines[4] == "1 other artifact changed, not declared: does not reach the agent"
    assert lines[5] == "0 breaches"


def test_declaring_what_was_there_is_told() -> None:
    old, new = side(release("lib", "1.0.0", declared=False)), side(release("lib", "1.0.0"), said={"lib": {"a"}})

    assert "+ 1 entry     - 0   declared now" in table(difference(old, new))


def test_a_file_is_known_by_its_name_alone() -> None:
    followed = [
        "SKILL.md", "skills/setup/SKILL.md", "AGENTS.md", "docs/claude.md", "llms.txt", "llms-full.txt", ".cursorrules",
        ".github/copilot-instructions.md", "META-INF/skills/a/b.md", ".cursor/rules/x.mdc", "pkg/.claude/commands/x.md",
    ]  # fmt: skip
    others = [
        "README.md",
        "skill.ts",
        "my-agents.md",
        "llms.text",
        "src/skills.md",
        "META-INF/MANIFEST.MF",
        "copilot-instructions.md",
    ]

    assert [name for name in followed if not followed_by_agents(name)] == []
    assert [name for name in others if followed_by_agents(name)] == []
