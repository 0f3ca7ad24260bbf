"""A rule of a person's own -> nothing, once it has come through a few rows and hard texts in time and without raising.

A rule file runs code, and its expressions may take time that doubles with every character. So it is tried in a process
of its own, with a deadline, before it meets millions of rows. The expression of a screen needs no such trial in Daft,
whose engine is linear, and the same refusal holds for `re`.
"""

from __future__ import annotations

import multiprocessing
import re
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any

from paredown.errors import BadRule
from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import RuleSpec, exact, rule_of
from paredown.lab.price.kernel import PROSE_COLUMNS, RAISED, Kernel, refused
from paredown.lab.price.question import table_of
from paredown.model import Part, Rule

ROWS = 2_000
DEADLINE = 20.0
"""Seconds for a few thousand rows: a rule that needs more would take days for a corpus."""
PUMPED = 40
"""Repetitions of a piece of the expression: enough for doubling to be seen, nothing for a linear one."""
PIECE = re.compile(r"[A-Za-z0-9_.\- ]")
EXPLODES = "takes more time than any text is worth: it doubles with every character; write it without nested repeats"


def try_out(corpus: Corpus, spec: RuleSpec) -> None:
    """Raise `BadRule` when the rule of `spec` explodes or raises on a few rows; one of the catalogue is not tried."""
    if spec.form == "slug":
        return
    table_of(rule_of(spec), spec.slug)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=run, args=(theirs, str(corpus.folder), spec), daemon=True)
    process.start()
    theirs.close()
    why = EXPLODES
    try:
        if ours.poll(DEADLINE):
            why = ours.recv()
    except EOFError:
        why = "ended the process that tried it"
    finally:
        ours.close()
        process.kill()
        process.join()
    if why:
        raise BadRule(spec.slug if spec.form == "file" else spec.text, why)


def run(channel: Connection, folder: str, spec: RuleSpec) -> None:
    """Try the rule of `spec`, and send why it failed or an empty text."""
    from pathlib import Path

    corpus = Corpus(Path(folder))
    rule = rule_of(spec)
    for text in hard_texts(rule):
        exact(rule.screen).search(text)
    channel.send(first_fault(corpus, spec, rule))


def first_fault(corpus: Corpus, spec: RuleSpec, rule: Rule) -> str:
    """Return a sentence on the first row that the rule fails on, or an empty text."""
    judge = Kernel(corpus, [spec], "library")
    table = "prose" if rule.parts & {Part.PROSE, Part.CONSTANT} else "surface"
    columns = list(PROSE_COLUMNS) if table == "prose" else ["purl", "language", "kind", "module", "names", "signature"]
    batches: Any = islice(corpus.batches(table, columns), 1)
    for batch in batches:
        head = batch.slice(0, ROWS).to_pydict()
        for row in range(min(ROWS, batch.num_rows)):
            if refused(rule, judge.entry(head, row), judge.known(head["purl"][row])) == RAISED:
                return f"raised on a row of {head['purl'][row]}; it has no price"
    return ""


def hard_texts(rule: Rule) -> list[str]:
    """Return texts that make a backtracking engine try every way: pieces of the expression, repeated, then a stop."""
    pieces = sorted(set(PIECE.findall(rule.screen))) or ["a"]
    return [piece * PUMPED + stop for piece in pieces[:40] for stop in ("\x00", "!")]
