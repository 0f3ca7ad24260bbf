"""One definition of a rule: `re` and Daft, natively and on Ray, refuse the same rows in the same parts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from paredown.errors import CorpusUnusable
from paredown.gate import CATALOGUE
from paredown.gate.price import TOGETHER, Price
from paredown.gate.price import price as gate_price
from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import RuleSpec, matching, named
from paredown.lab.price.by_re import ByRe
from paredown.lab.price.kernel import Kernel
from paredown.lab.price.priced import price
from paredown.lab.price.question import Engine, digest_of, questions
from paredown.lab.price.sample import sample
from paredown.model import Entry, Known

SPECS = [named(rule.slug) for rule in CATALOGUE]
ODD = [
    matching("e$", ("name",)),
    matching("^[A-Z]", ("name", "signature")),
    matching("[^ -~]", ("module", "name")),
    matching("first$", ("prose",)),
    matching("^.must", ("constant",)),
    matching("a|", ("name",)),
]


@pytest.fixture(scope="session")
def daft() -> Engine:
    pytest.importorskip("daft", reason="the wide engine needs paredown[wide]")
    from paredown.lab.price.by_daft import ByDaft

    return ByDaft()


@pytest.mark.parametrize("spec", [*SPECS, *ODD], ids=lambda spec: f"{spec.slug} {spec.text}")
@pytest.mark.parametrize("resolve", ["library", "ecosystem"])
def test_re_and_daft_refuse_the_same_rows(corpus: Corpus, daft: Engine, spec: RuleSpec, resolve: str) -> None:
    (question,) = questions([spec], resolve)  # type: ignore[arg-type]

    assert sorted(ByRe().rejected(corpus, question)) == sorted(daft.rejected(corpus, question))
    assert digest_of(ByRe().found(corpus, question)) == digest_of(daft.found(corpus, question))


def test_they_count_the_same_rows(corpus: Corpus, daft: Engine) -> None:
    assert ByRe().rows(corpus) == daft.rows(corpus)
    assert ByRe().rows(corpus).total() == corpus.manifest.total.entries


def test_the_whole_catalogue_at_once_costs_what_each_rule_costs_alone(corpus: Corpus, daft: Engine) -> None:
    at_once = price(corpus, SPECS, daft, "library", together=True).priced
    alone = [price(corpus, [spec], ByRe(), "library", together=False).priced[0] for spec in SPECS]

    assert [one.share for one in at_once[:-1]] == [one.share for one in alone]
    assert {one.slug for one in alone if one.share.rejected} == {
        "spelled-punctuation", "reads-as-text", "long-name", "long-constant", "path-in-documentation",
        "mention-of-sensitive-thing", "directive-naming-nothing",
    }  # fmt: skip


def test_a_price_over_a_corpus_is_the_price_that_the_gate_counts(corpus: Corpus) -> None:
    kernel = Kernel(corpus, SPECS, "ecosystem")
    prose = {(row["purl"], row["ordinal"]): row for batch in corpus.batches("prose") for row in batch.to_pylist()}
    entries: list[Entry] = []
    for batch in corpus.batches("surface"):
        for row in batch.to_pylist():
            told = {"doc": None, "constants": [], **prose.get((row["purl"], row["ordinal"]), {}), **row}
            entries.append(kernel.entry({name: [value] for name, value in told.items()}, 0))
    by_gate: dict[str, Price] = {}
    gate_price(entries, CATALOGUE, Known.of(entries), by_gate)

    by_lab = {one.slug: one for one in price(corpus, SPECS, ByRe(), "ecosystem", together=True).priced}

    assert {slug: one.share for slug, one in by_gate.items()} == {slug: one.share for slug, one in by_lab.items()}
    assert {slug: one.parts for slug, one in by_gate.items() if slug != TOGETHER} == {
        slug: one.parts for slug, one in by_lab.items() if slug != TOGETHER
    }
    assert by_lab[TOGETHER].share.rejected == 4


def test_a_sample_is_the_same_on_every_engine_and_another_with_another_seed(corpus: Corpus, daft: Engine) -> None:
    spec = matching("[a-z]", ("name",))

    def drawn(engine: Engine, seed: int) -> list[tuple[str, str]]:
        found = sample(corpus, spec, engine, "library", count=4, seed=seed)
        return [(one.purl, str(one.breach.symbol)) for one in found]

    assert drawn(ByRe(), 1) == drawn(daft, 1)
    assert len(drawn(ByRe(), 1)) == 4
    assert len({tuple(drawn(ByRe(), seed)) for seed in range(5)}) > 1


ON_RAY = """
import json, sys
from pathlib import Path
import ray
from ray.cluster_utils import Cluster
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
cluster.add_node(num_cpus=1)
from paredown.gate import CATALOGUE
from paredown.lab.corpus.opened import Corpus
from paredown.lab.price.asked import named
from paredown.lab.price.by_daft import ByDaft
from paredown.lab.price.by_re import ByRe
from paredown.lab.price.question import questions
corpus, engine = Corpus(Path(sys.argv[1])), ByDaft(cluster.address)
told = [[sorted(engine.rejected(corpus, one)), sorted(ByRe().rejected(corpus, one))]
        for one in questions([named(rule.slug) for rule in CATALOGUE], "library")]
print(json.dumps({"nodes": sum(node["Alive"] for node in ray.nodes()), "rejected": told}))
ray.shutdown()
cluster.shutdown()
"""


def test_a_part_that_was_damaged_within_is_one_sentence(corpus: Corpus, daft: Engine, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(corpus.folder, copy)
    part = next(copy.glob("surface/*/*.parquet"))
    part.write_bytes(b"PAR1" + b"x" * (part.stat().st_size - 8) + b"PAR1")
    damaged = Corpus(copy)

    for engine in (daft, ByRe()):
        with pytest.raises(CorpusUnusable, match=r"build the corpus again|--thorough"):
            engine.rows(damaged)


@pytest.mark.live
def test_a_cluster_of_two_nodes_refuses_the_same_rows(corpus: Corpus) -> None:
    pytest.importorskip("ray", reason="a cluster needs paredown[cluster]")
    quiet = {"DO_NOT_TRACK": "1", "RAY_USAGE_STATS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0"}
    command = [sys.executable, "-W", "ignore", "-c", ON_RAY, str(corpus.folder)]
    done = subprocess.run(command, env={**os.environ, **quiet}, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["nodes"] == 2
    assert any(on_ray for on_ray, _ in told["rejected"])
    assert [on_ray for on_ray, _ in told["rejected"]] == [here for _, here in told["rejected"]]
