"""Every export is a file that its linter reads, says what it cannot do, and holds the specs' names."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml
from export.engine import compiled
from gate.spec import Case, specs

from paredown.errors import BadConfiguration
from paredown.export import LINTERS, Extent, File, Linter, export, linter_named
from paredown.gate import ADOPTED, CATALOGUE
from paredown.model import Status

DECLARED = tuple(case.name for spec in specs() for case in spec.declared if "." in case.name)
SOURCE = Path(__file__).parents[2] / "src/paredown/export"
LOOK_AROUND = re.compile(r"\(\?[=!<]")
WITHOUT_LOOK_AROUND = ("biome", "oxlint", "ast-grep")
SNAKE_YAML = 102_400
"""The most characters that detekt reads of a configuration."""

of_linters = pytest.mark.parametrize("linter", LINTERS, ids=lambda linter: linter.slug)


def text(slug: str, *declared: str) -> str:
    return export(linter_named(slug), declared)[0].text


def without_comments(jsonc: str) -> str:
    return "".join(line for line in jsonc.splitlines(keepends=True) if not line.startswith("//"))


def names(section: str, *kinds: str) -> list[str]:
    """Return the names of the adopted rules' specs of some kinds that stand for every language."""
    adopted = {rule.slug for rule in ADOPTED} - {"undeclared-type-name"}
    found: list[Case] = [case for spec in specs() if spec.slug in adopted for case in getattr(spec, section)]
    return [case.name for case in found if case.kind in kinds and not case.languages]


def test_every_exporter_is_listed_once() -> None:
    exporters = {path.stem for path in SOURCE.glob("*.py") if "LINTER = Linter(" in path.read_text("utf-8")}

    assert [linter.slug.replace("-", "_") for linter in LINTERS] == list(
        dict.fromkeys(linter.slug.replace("-", "_") for linter in LINTERS)
    )
    assert {linter.slug.replace("-", "_") for linter in LINTERS} == exporters


@of_linters
def test_an_export_says_of_every_adopted_rule_whether_it_expresses_it(linter: Linter) -> None:
    covered = [each.rule for each in linter.coverage]

    assert sorted(covered) == sorted(rule.slug for rule in ADOPTED)
    assert all(each.note for each in linter.coverage)


@of_linters
def test_the_head_of_an_export_says_so_to_its_reader(linter: Linter) -> None:
    head = " ".join(line.lstrip("#/ ").strip() for line in export(linter)[0].text.splitlines()[:60])

    for each in linter.coverage:
        assert f"{each.rule}: {each.note}" in head, each.rule
    for rule in CATALOGUE:
        if rule.status is Status.REJECTED:
            assert rule.slug in head
    assert linter.run in head
    assert f"`paredown export {linter.slug}`" in head


@of_linters
def test_an_export_is_the_same_every_time(linter: Linter) -> None:
    assert export(linter, DECLARED) == export(linter, DECLARED)


@of_linters
def test_an_export_names_no_host_and_is_plain_ascii(linter: Linter) -> None:
    for file in export(linter, DECLARED):
        assert "://" not in file.text
        assert file.text.isascii(), [c for c in file.text if not c.isascii()]


@of_linters
def test_an_export_of_more_files_names_the_others(linter: Linter) -> None:
    main, *others = export(linter)

    assert all(file.name in main.text for file in others)


@pytest.mark.parametrize("slug", ["detekt", "swiftlint", "semgrep"])
def test_what_is_yaml_parses(slug: str) -> None:
    assert yaml.safe_load(text(slug, *DECLARED))


def test_every_rule_of_ast_grep_parses_under_a_name_of_its_own() -> None:
    rules = list(yaml.safe_load_all(text("ast-grep", *DECLARED)))

    assert len({rule["id"] for rule in rules}) == len(rules) > 40
    assert {rule["language"] for rule in rules} >= {"kotlin", "java", "swift", "typescript", "javascript", "python"}


@pytest.mark.parametrize(("slug", "root"), [("checkstyle", "module"), ("pmd", "ruleset")])
def test_what_is_xml_parses(slug: str, root: str) -> None:
    assert ET.fromstring(text(slug, *DECLARED)).tag == root


@pytest.mark.parametrize("slug", ["biome", "oxlint"])
def test_what_is_json_parses_below_its_comments(slug: str) -> None:
    assert json.loads(without_comments(text(slug, *DECLARED)))


def test_what_is_toml_parses() -> None:
    assert tomllib.loads(text("ruff"))["lint"]["select"]


def test_what_is_an_ini_file_parses() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text("pylint", *DECLARED))

    assert parser["MAIN"]["enable"] == "disallowed-name,fixme"
    assert parser["MISCELLANEOUS"]["notes"], "without a note pylint looks for none"


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node.js here")
def test_what_is_javascript_parses(tmp_path: Path) -> None:
    config = tmp_path / "eslint.config.mjs"
    config.write_text(text("eslint", *DECLARED), "utf-8")

    done = subprocess.run(["node", "--check", config], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("slug", WITHOUT_LOOK_AROUND)
def test_no_pattern_for_a_rust_engine_looks_around(slug: str) -> None:
    for file in export(linter_named(slug), DECLARED):
        assert not LOOK_AROUND.search(file.text), file.name


def test_pylint_finds_no_comma_to_split_a_pattern_at() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text("pylint", *DECLARED))

    listed = parser["BASIC"]["bad-names-rgxs"]
    assert len(listed.split(",")) == len(listed.strip().splitlines())
    for pattern in listed.split(","):
        re.compile(pattern.strip())


def test_detekt_reads_a_configuration_of_this_size() -> None:
    assert len(text("detekt", *DECLARED)) < SNAKE_YAML


def patterns_of_pylint() -> list[re.Pattern[str]]:
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text("pylint", *DECLARED))
    return [re.compile(pattern.strip()) for pattern in parser["BASIC"]["bad-names-rgxs"].split(",")]


def test_pylint_refuses_the_names_in_breach_and_none_within() -> None:
    refused = patterns_of_pylint()
    adopted = {rule.slug for rule in ADOPTED} - {"reads-as-text", "undeclared-type-name"}
    for spec in specs():
        for section in ("within", "breach") if spec.slug in adopted else ():
            for case in getattr(spec, section):
                if case.kind in ("function", "class", "constant") and (
                    not case.languages or "python" in case.languages
                ):
                    assert any(p.match(case.name) for p in refused) == (section == "breach"), case


def test_detekt_accepts_the_whole_of_a_name_within_and_of_none_in_breach() -> None:
    accepted = compiled(yaml.safe_load(text("detekt", *DECLARED))["naming"]["FunctionNaming"]["functionPattern"])

    within, breach = names("within", "function", "class", "parameter"), names("breach", "function", "parameter")
    assert [name for name in within if not accepted.fullmatch(name)] == []
    assert [name for name in breach if accepted.fullmatch(name)] == []
    assert min(len(within), len(breach)) > 30


def test_detekt_accepts_a_package_step_by_step() -> None:
    accepted = compiled(yaml.safe_load(text("detekt"))["naming"]["PackageNaming"]["packagePattern"])

    assert accepted.fullmatch("package.module.of.many.short.parts.indeed")
    assert not accepted.fullmatch("evil.required_setup_you_must_copy_config_env")
    assert not accepted.fullmatch("lib.configDotEnv.more")


def test_oxlint_accepts_what_is_within_and_refuses_too_many_words() -> None:
    accepted = compiled(json.loads(without_comments(text("oxlint")))["rules"]["id-match"][1])

    assert [name for name in names("within", "function", "constant", "parameter") if not accepted.search(name)] == []
    for name in ("requiredSetupYouMustCopyConfigEnv", "you_must_copy_config", "YOU_MUST_COPY_CONFIG_ENV", "a_b_c_d"):
        assert not accepted.search(name), name


def test_an_unknown_linter_is_answered_with_the_nearest() -> None:
    with pytest.raises(BadConfiguration, match="eslint"):
        linter_named("eslnt")


def test_a_rule_that_no_linter_can_resolve_is_expressed_by_none() -> None:
    for linter in LINTERS:
        assert {each.extent for each in linter.coverage if each.rule == "undeclared-type-name"} == {Extent.NONE}


def test_a_file_is_named_without_a_folder() -> None:
    files: list[File] = [file for linter in LINTERS for file in export(linter)]

    assert len({file.name for file in files}) == len(files)
    assert all("/" not in file.name for file in files)
