"""The declared names of a corpus, asked for by an engine's threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from paredown.lab.corpus.opened import Corpus
from paredown.lab.price import declared
from paredown.lab.price.declared import Declared


def test_threads_that_ask_at_once_get_what_one_gets_alone(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declared, "HELD", 1)
    purls = [library.purl for library in corpus.manifest.libraries] * 40
    alone = [Declared(corpus, "library").read(purl).names for purl in purls]
    shared = Declared(corpus, "library")

    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda purl: shared.read(purl).names, purls))

    assert together == alone
