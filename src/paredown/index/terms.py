"""Text -> the terms that it is found by.

Names and signatures are split into words, as a person would say them. A doc comment is not stored in any form
that can be read: of its first sentence, at most 40 distinct words are kept, each as a 40-bit hash of its stem. The
query's words are hashed in the same way. A contentless index alone would still give every word back through
`fts5vocab`; a hash gives back nothing that was not already guessed.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

import snowballstemmer

from paredown.model import Prose
from paredown.names import words

DOC_TERMS = 40
"""Distinct words of a doc comment that count: stuffing it with keywords gains nothing."""
DOC_CHARACTERS = 2_000
"""Characters of a doc comment that are looked at for its first sentence."""
SENTENCE = re.compile(r"[.!?](?:\s|$)|\n\s*\n|\n\s*[@:]\w")
TOKEN = re.compile(r"[^\W_]+")
STOP = frozenset(
    """a about all an and any are as at be by can do does for from get given has have how i if in into is it its
    make me my need new of on one or our set should some that the their them then there these this to up use used
    using want was we what when where which will with would you your""".split()  # noqa: SIM905 - a paragraph of words
)
"""Words that find nothing; `get`, `set`, `new` and `make` stay findable in names through the words beside them."""

_stemmer = snowballstemmer.stemmer("english")


def spoken(text: str) -> str:
    """Return the words of an identifier or a signature, lower case, in order."""
    return " ".join(words(text)).lower()


def doc_terms(prose: Prose) -> list[str]:
    """Return the hashed terms of the first sentence of `prose`, sorted by hash: the order of the text is gone."""
    text = prose.untrusted()[:DOC_CHARACTERS].strip()
    first = text[: end.start()] if (end := SENTENCE.search(text)) else text
    found: dict[str, None] = {}
    for token in TOKEN.findall(first):
        for word in words(token):
            if (lowered := word.lower()) not in STOP:
                found.setdefault(hashed(lowered), None)
        if len(found) >= DOC_TERMS:
            break
    return sorted(found)[:DOC_TERMS]


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Return the stem of a lower-case word."""
    return str(_stemmer.stemWord(word))


@lru_cache(maxsize=100_000)
def hashed(word: str) -> str:
    """Return the 40-bit hash of the stem of a lower-case word, as digits (which no tokenizer stems again)."""
    stemmed = stem(word).encode("utf-8", "replace")
    return str(int.from_bytes(hashlib.blake2b(stemmed, digest_size=5, person=b"paredown").digest()))


def query_words(query: str) -> list[str]:
    """Return the distinct words of a query that may find something; stop words only when there is nothing else."""
    every = list(dict.fromkeys(word.lower() for token in TOKEN.findall(query) for word in words(token)))
    return [word for word in every if word not in STOP] or every
