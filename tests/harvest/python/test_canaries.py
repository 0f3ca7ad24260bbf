"""Modern syntax, on one line and on several: a grammar that loses one of these loses declarations silently."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.python.made import Harvested, module

CANARIES = {
    "positional only": ("def f(a, /, b, *, c): ...", ["f(a, /, b, *, c)"]),
    "positional only, on lines": ("def f(\n    a,\n    /,\n    b,\n    *,\n    c,\n): ...", ["f(a, /, b, *, c)"]),
    "type parameters": (
        "def f[T: (int, str), *Ts, **P](a: T) -> Callable[P, T]: ...",
        ["f[T: (int, str), *Ts, **P](a: T) -> Callable[P, T]"],
    ),
    "type parameters, on lines": ("class A[\n    T,\n    U: int,\n](B[T]): ...", ["class A[T, U: int](B[T])"]),
    "default of a type parameter": (
        "class A[T = int, *Ts = *tuple[int, ...], **P = [int, str]](B): ...",
        ["class A[T = int, *Ts = *tuple[int, ...], **P = [int, str]](B)"],
    ),
    "default of a type parameter, on lines": (
        "def f[\n    T = dict[str, int],\n    U = int,\n](a: T): ...",
        ["f[T = dict[str, int], U = int](a: T)"],
    ),
    "type statement": ("type A = int | None", ["type A = int | None"]),
    "type statement, generic": ("type A[T] = list[T]", ["type A[T] = list[T]"]),
    "type statement, with a default": ("type A[T = int] = list[T]", ["type A[T = int] = list[T]"]),
    "type statement, on lines": ("type A[T] = (\n    list[T]\n    | None\n)", ["type A[T] = (list[T] | None)"]),
    "type as a name": ("type = 1\ndef f(type=type): ...", ["f(type=type)", "type = 1"]),
    "match as a name": ("match = 1\ndef case(match): ...", ["case(match)", "match = 1"]),
    "match statement": ("match x:\n    case {'a': [*_]}:\n        pass\ndef f(): ...", ["f()"]),
    "walrus": ("if (n := 10) > 5:\n    def f(): ...", ["f()"]),
    "except star": (
        "try:\n    a = 1\nexcept* (ValueError, TypeError):\n    b = 2\ndef f(): ...",
        ["a = 1", "b = 2", "f()"],
    ),
    "except without parentheses": ("try:\n    a = 1\nexcept ValueError, TypeError:\n    b = 2", ["a = 1", "b = 2"]),
    "unpacked generic": ("def f(*args: *tuple[int, *Ts]) -> None: ...", ["f(*args: *tuple[int, *Ts]) -> None"]),
    "unpack in an index": ("a: tuple[*Ts] = x[*y]", ["a: tuple[*Ts] = …"]),
    "several context managers": ("with (\n    open('a') as a,\n    open('b') as b,\n):\n    c = 1", ["c = 1"]),
    "decorator expression": ("@x[0].y(lambda z: z)\n@(yield_ := deco)\ndef f(): ...", ["f()"]),
    "nested quotes in an f-string": (
        "A = f\"{x['a']} {f'{y}'}\"\ndef f(a=f'{f\"{1}\"}'): ...",
        ['A = "…"', 'f(a="…")'],
    ),
    "same quotes in an f-string": ("A = f'{x['a']}'\ndef f(): ...", ['A = "…"', "f()"]),
    "template string": ("A = t'hello {name!r:>{width}}'\ndef f(a=t'x'): ...", ['A = "…"', 'f(a="…")']),
    "lazy import": ("lazy import json\nlazy from os import path\ndef f(): ...", ["f()"]),
    "lazy import, within a block": ("try:\n    lazy import json\n    a = 1\nexcept ImportError:\n    pass", ["a = 1"]),
    "lazy as a name": ("lazy = 1\ndef f(lazy): ...", ["f(lazy)", "lazy = 1"]),
    "numbers": ("A = 1_000\nB = 0xFF\nC = 1e-5\nD = 2j", ["A = 1_000", "B = 0xFF", "C = 1e-5", "D = 2j"]),
    "one line class": ("class A: x: int = 1; y = 2", ["class A", "x: int = 1", "y = 2"]),
    "semicolons": ("a = 1; b = 2; import os", ["a = 1", "b = 2"]),
    "string default with brackets": (
        "def f(a=')', b=\"]:\", *, c='->') -> int: ...",
        ['f(a="…", b="…", *, c="…") -> int'],
    ),
    "lambda with a colon": (
        "def f(a=lambda: {1: 2}, b: int = x[1:2]) -> {1: 2}: ...",
        ["f(a=lambda: {1: 2}, b: int = x[1:2]) -> {1: 2}"],
    ),
    "continued lines": ("def \\\n    f(a, \\\n      b): ...\nA = \\\n    1", ["A = 1", "f(a, b)"]),
    "names in other scripts": ("class Größe:\n    def 数(self, имя: int): ...", ["class Größe", "数(имя: int)"]),
    "async everything": (
        "async def f[T](a: T) -> T: ...\nclass A:\n    @overload\n    async def g(self): ...",
        ["class A", "async g()", "async f[T](a: T) -> T"],
    ),
    "tabs and form feeds": ("class A:\n\tx: int\n\x0c\ndef f(): ...", ["class A", "x: int", "f()"]),
    "carriage returns": ("class A:\r\n    x: int\r\n\r\ndef f(\r\n    a,\r\n): ...\r\n", ["class A", "x: int", "f(a)"]),
    "no last line end": ("def f(): ...\nclass A: pass", ["class A", "f()"]),
}


@pytest.mark.parametrize("name", CANARIES)
def test_modern_syntax_is_read(name: str, tmp_path: Path) -> None:
    text, signatures = CANARIES[name]
    found: Harvested = module(tmp_path, text)

    assert found.signatures == signatures
    assert found.unread == ()


@pytest.mark.parametrize("name", CANARIES)
def test_what_stands_around_modern_syntax_is_read_too(name: str, tmp_path: Path) -> None:
    text, signatures = CANARIES[name]
    found = module(tmp_path, f"def before_it(): ...\n{text.rstrip()}\nclass ZAfter:\n    def after_it(self): ...\n")

    assert {"before_it()", "class ZAfter", "after_it()", *signatures} == set(found.signatures)
