"""The types that Kotlin has of itself, from the real standard library."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from harvest.jvm.assembler import package

from paredown.harvest import jvm
from paredown.model import Entry

pytestmark = pytest.mark.truth


def test_the_standard_library_tells_strings_and_collections(jar_of: Callable[..., Path]) -> None:
    jar = jar_of("org.jetbrains.kotlin", "kotlin-stdlib", "2.2.20")
    found = {f"{e.symbol} | {e.signature}" for e in jvm.harvest(package(jar)) if isinstance(e, Entry)}
    for line in (
        "kotlin.String.length | open val length: Int",
        "kotlin.collections.List | interface List<out E> : Collection<E>",
        "kotlin.collections.Map.get | operator get(key: K): V?",
        "kotlin.arrayOf | inline arrayOf<reified T>(vararg elements: T): Array<T>",
    ):
        assert line in found
