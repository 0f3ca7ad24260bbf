"""Counts of directives -> the table that a person reads and the JSON that a program reads."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from paredown.gate.price import Share
from paredown.lab.evidence import Stamp
from paredown.lab.price.told import percent
from paredown.lab.prose.agents import AgentFiles
from paredown.lab.prose.measure import NARROW, Directives
from paredown.names import plain, short


def shares(one: Directives) -> dict[str, Share]:
    """Return every figure of doc comments by what it says."""
    return {
        "lines with a directive verb": Share(one.lines_with, one.lines),
        "comments with a directive": Share(one.comments_with, one.comments),
        "directives that name no code": Share(one.comments_with - one.naming, one.comments_with),
        "directives that name API of their own library": Share(one.own, one.comments_with),
        f"directives that name API of {NARROW} others": Share(one.few, one.comments_with),
        "directives that name API of any other library": Share(one.every, one.comments_with),
        "directives that name code, none of it their own": Share(one.breached, one.comments),
        "the same, reading capitalised words as code": Share(one.breached_by_capitals, one.comments),
    }


def agent_shares(one: AgentFiles) -> dict[str, Share]:
    """Return every figure of agent-facing files by what it says."""
    return {
        "lines with a directive verb": Share(one.directives, one.lines),
        "directives that name no code": Share(one.directives - one.naming, one.directives),
        "directives that name API of their own library": Share(one.own, one.directives),
        "directives that name API of their publisher": Share(one.publisher, one.directives),
    }


def table(found: Mapping[str, Directives], agents: Mapping[str, AgentFiles], stamp: Stamp) -> str:
    """Return both measurements, ecosystem by ecosystem and library by library."""
    lines: list[str] = []
    for key, one in found.items():
        lines += [f"doc comments, {key}", *(line(name, share) for name, share in shares(one).items()), ""]
    for purl, files in agents.items():
        title = f"files for agents, {short(plain(purl), 60)}: {files.files} files"
        lines += [title, *(line(name, share) for name, share in agent_shares(files).items()), ""]
    return "\n".join([*lines, str(stamp)])


def line(name: str, share: Share) -> str:
    """Return one figure on a line."""
    return f"  {name:<50}{share.rejected:>9,} of {share.of:>11,}  {percent(share)}"


def as_json(found: Mapping[str, Directives], agents: Mapping[str, AgentFiles], stamp: Stamp) -> str:
    """Return both measurements as JSON."""
    told = {
        "stamp": asdict(stamp),
        "comments": {key: {name: list(share) for name, share in shares(one).items()} for key, one in found.items()},
        "agent_files": {
            key: {name: list(share) for name, share in agent_shares(one).items()} for key, one in agents.items()
        },
    }
    return json.dumps(told, indent=1)
