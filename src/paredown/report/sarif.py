"""What the gate found -> a SARIF 2.1.0 log, as code scanning reads it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from paredown.gate import rule_named
from paredown.model import Unread
from paredown.names import plain
from paredown.report.checked import Checked
from paredown.report.remark import Remark
from paredown.report.rule import Doc, doc_of

VERSION = "2.1.0"
ROOT = "%SRCROOT%"
FINGERPRINT = "breach/v1"


def sarif(checked: Checked) -> str:
    """Return the log: a result for each breach, those let through as suppressed, what was not read as notifications."""
    results = [_result(remark, checked.rules) for remark in (*checked.breaches, *checked.allowed)]
    run = {
        "tool": {"driver": {"name": "paredown", "version": checked.tool, "rules": _rules(checked.rules)}},
        "invocations": [
            {"executionSuccessful": True, "toolExecutionNotifications": [_gap(gap) for gap in checked.unread]}
        ],
        "originalUriBaseIds": {ROOT: {"description": {"text": "the project that was checked"}}},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [run]}, indent=2)


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def _rules(slugs: Iterable[str]) -> list[dict[str, Any]]:
    return [_rule(slug, doc_of(rule_named(slug))) for slug in slugs]


def _rule(slug: str, doc: Doc) -> dict[str, Any]:
    return {
        "id": slug,
        "shortDescription": {"text": doc.title},
        "fullDescription": {"text": doc.sections["What it bounds"]},
        "help": {"text": doc.sections["Why"]},
        "defaultConfiguration": {"level": "error"},
    }


def _result(remark: Remark, slugs: tuple[str, ...]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": remark.rule,
        "ruleIndex": slugs.index(remark.rule),
        "level": "error",
        "message": {"text": f"{remark.name} {remark.version}: {remark.sentence}"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(remark.place.path), "uriBaseId": ROOT},
                    "region": {"startLine": remark.place.line},
                },
                "logicalLocations": [{"fullyQualifiedName": remark.shown}],
            }
        ],
        "partialFingerprints": {FINGERPRINT: fingerprint(remark)},
        "properties": {"artifact": remark.artifact, "part": str(remark.part)},
    }
    if remark.reason:
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": remark.reason}]
    return result


def fingerprint(remark: Remark) -> str:
    """Return what stays the same when only the version of the artifact changes."""
    told = (remark.rule, remark.part, remark.name, remark.symbol, remark.evidence)
    return hashlib.sha256("\0".join(told).encode("utf-8", "replace")).hexdigest()[:32]


def _gap(gap: Unread) -> dict[str, Any]:
    where = " ".join(filter(None, (plain(gap.artifact), plain(gap.path))))
    return {"level": "warning", "message": {"text": f"{where}: {plain(gap.why)}"}}
