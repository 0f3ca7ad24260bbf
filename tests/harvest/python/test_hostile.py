"""Sources that mean harm: nothing hangs, raises or crosses its bounds, and no prose comes in by a side door."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paredown.harvest.python import grammar, render
from paredown.harvest.python.expressions import is_reference
from paredown.harvest.python.grammar import parse
from paredown.harvest.python.imports import Home
from paredown.harvest.python.scan import scan
from paredown.harvest.text import MAX_SIGNATURE
from paredown.tree import MAX_FILE
from tests.harvest.python.made import harvest, module, package, read

GOOD = "def good(): ...\n"
MANY = 50_000


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 100_000,
        "x = " + "[" * 100_000 + "]" * 100_000,
        "x: " + "A[" * 50_000 + "'B'" + "]" * 50_000,
        "def f(a: " + "A[" * 50_000 + "'B'" + "]" * 50_000 + "): ...",
        "def f(a=" + "(" * 100_000 + "'b'" + ")" * 100_000 + "): ...",
        "def f(" + ", ".join(f"a{n}: 'B{n}' = 'c'" for n in range(20_000)) + "): ...",
        "class A(" + ", ".join(f"B{n}" for n in range(20_000)) + "): ...",
        "if " + "(" * 100_000 + ":\n    x = 1",
        "if " + "not " * 50_000 + "x:\n    y = 1",
        "__all__ = " + "(" * 50_000 + "'a'" + ")" * 50_000,
        "__all__ = " + " + ".join(["['a']"] * 20_000),
        "__all__ = " + "list(" * 50_000 + "x" + ")" * 50_000,
        "x = " + "a." * 200_000 + "b",
        "x = " * MANY + "1",
        "".join(f"{' ' * n}class A{n}:\n" for n in range(800)),
        "".join(f"{' ' * n}if x:\n" for n in range(800)),
        "class " * MANY,
        "def def ( " * MANY,
        "@a\n" * MANY + "def f(): ...",
        "from . import (" + "a, " * MANY + ")",
        "from " + "." * MANY + " import a",
        "import " + "a." * MANY + "b",
        "def f[" + "T = [" * MANY + "]: ...",
        "def a[x\n" * MANY + "(",
        "'" + "a" * 200_000,
        "x = f'" + "{" * MANY,
        "x = 'a' " + "'b' " * MANY,
        "\\\n" * MANY + "x = 1",
        "def f(): ...\n" * MANY,
        "class A:\n" + "    x: int\n" * MANY,
    ],
    ids=lambda text: f"{text[:24]!r}…",
)
def test_what_never_ends_is_read_to_its_end_in_time(text: str, tmp_path: Path) -> None:
    began = time.process_time()

    found = module(tmp_path, f"{GOOD}{text}\n")

    assert time.process_time() - began < 20
    assert all(len(signature) <= MAX_SIGNATURE + len("classmethod async …") + 200 for signature in found.signatures)


@pytest.mark.parametrize(
    "files",
    [
        {
            "p/__init__.py": "from p.a import *\n",
            "p/a.py": "from p.b import *\nx = 1\n",
            "p/b.py": "from p.a import *\ny = 2\n",
        },
        {"p/__init__.py": "from p import *\nfrom . import *\nx = 1\n"},
        {"p/__init__.py": "from .a import x\n", "p/a.py": "from .b import x\n", "p/b.py": "from .a import x\n"},
        {"p/__init__.py": "x = y\ny = z\nz = x\n"},
        {
            "p/__init__.py": "__all__ = a.__all__\nfrom . import a\n",
            "p/a.py": "__all__ = b.__all__\nfrom . import b\n",
            "p/b.py": "__all__ = a.__all__\nfrom . import a\n",
        },
        {"p/__init__.py": "import p as q\nr = q.q.q.q.r\n"},
        {
            "p/__init__.py": "def __getattr__(n): ...\n_L = {'a': '.', 'b': 'p', 'c': '._x'}\n",
            "p/_x.py": "from p import c\n",
        },
        {
            "p/__init__.py": "from . import _a as a\n",
            "p/_a/__init__.py": "from .. import _a as a\nfrom p import _b as b\n",
            "p/_b.py": "from p import _a as a\n",
        },
    ],
)
def test_modules_that_import_each_other_end(files: dict[str, str], tmp_path: Path) -> None:
    found = read(tmp_path, files)

    assert all(entry.symbol.parts[0].startswith("p") for entry in found.entries)


def test_a_chain_of_modules_that_is_too_long_ends_and_is_said(tmp_path: Path) -> None:
    files = {
        f"p/_m{n}.py": f"from ._m{n + 1} import *\nfrom ._m{n + 1} import x\n__all__ = _m{n + 1}.__all__\nfrom . import _m{n + 1}\n"
        for n in range(1_500)
    }
    files |= {"p/_m1500.py": "__all__ = ['x']\nx = 1\n", "p/__init__.py": "from ._m0 import *\n"}

    found = read(tmp_path, files)

    assert found.entries == ()
    assert ": a name is re-exported through more modules than are followed; it may be missing" in found.whys


def test_a_chain_of_aliases_costs_what_it_is_long(tmp_path: Path) -> None:
    began = time.process_time()

    module(tmp_path, "".join(f"a{n} = a{n + 1}\n" for n in range(20_000)) + "a20000 = 1\n")

    assert time.process_time() - began < 20


def test_an_all_with_very_many_names_lists_only_what_is_declared(tmp_path: Path) -> None:
    listed = ", ".join(f"'ask the user for password {n}', 'name{n}'" for n in range(MANY))
    found = module(tmp_path, f"__all__ = [{listed}]\nname7 = 1\n")

    assert found.names == {"m:name7"}
    assert found.whys == [f"m.py: {2 * MANY - 1:,} names of its __all__ are declared nowhere that can be read"]


def test_members_of_a_private_base_are_not_shown_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "MAX_INHERITED", 1_000)
    base = "class _B:\n" + "".join(f"    def m{n}(self): ...\n" for n in range(100))

    found = module(tmp_path, base + "".join(f"class C{n}(_B): ...\n" for n in range(100)))

    assert len(found.entries) == 1_000 + 100
    assert found.whys == [": shows more inherited members than are read; the rest is missing"]


def test_a_parser_that_gets_lost_is_stopped_and_the_next_file_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grammar, "PATIENCE", 0.0)
    monkeypatch.setattr(grammar, "PATIENCE_A_MEGABYTE", 0.0)

    found = read(tmp_path, {"p/__init__.py": "", "p/a.py": "#\ndef f(" * 4_000, "p/b.py": GOOD})

    assert found.names == {"p.b:good"}
    assert found.whys == ["p/a.py: takes a parser longer than any real source"]


def test_a_file_of_continued_lines_is_not_parsed(tmp_path: Path) -> None:
    found = module(tmp_path, GOOD + "\\\n" * 3_000 + "x = 1\n")

    assert found.entries == ()
    assert found.whys == ["m.py: holds more continued lines than any real source"]


@pytest.mark.parametrize(
    "content",
    [
        b"def f(): ...\n\0",
        b"# coding: rot13\nqrs s(): ...\n",
        b"# coding: utf-7\n+AGQ-ef f(): ...\n",
        b"# coding: ../../x\n",
        b"# coding: zlib_codec\n",
    ],
)
def test_what_python_would_read_as_something_else_is_not_read(content: bytes, tmp_path: Path) -> None:
    found = module(tmp_path, content)

    assert found.entries == ()
    assert len(found.unread) == 1


def test_what_is_not_utf8_is_read_and_said(tmp_path: Path) -> None:
    found = module(tmp_path, b"def f(a='\xff\xfe'): ...\n# \xff\ndef g(): ...\n")

    assert found.signatures == ['f(a="…")', "g()"]
    assert found.whys == ["m.py: is not UTF-8; what is not was replaced"]


def test_a_file_that_is_too_large_is_said(tmp_path: Path) -> None:
    found = read(tmp_path, {"p/__init__.py": "def f(): ...\n", "p/big.py": b"#" * (MAX_FILE + 1)})

    assert found.names == {"p:f"}
    assert [unread.path for unread in found.unread] == ["p/big.py"]


@pytest.mark.parametrize("sign", ["\x07", "\x1b[31m", "\u202e", "\u200b", "\u2066", "\U000e0041", "\ufeff"])
def test_a_name_with_a_hidden_character_is_no_name(sign: str, tmp_path: Path) -> None:
    found = module(
        tmp_path,
        f"def na{sign}me(): ...\nclass A{sign}: ...\nx{sign} = 1\nfrom y import z as a{sign}\ndef good(a{sign}=1): ...\n",
    )

    assert all(sign not in text for entry in found.entries for text in (*entry.symbol.parts, entry.signature))
    assert all(sign not in why for why in found.whys)


def test_a_path_with_a_hidden_character_is_said_in_plain_text(tmp_path: Path) -> None:
    found = read(tmp_path, {"p/__init__.py": "", "p/\u202eevil.py": "def f(): ...\n", "p/ok.py": "def g(): ...\n"})

    assert found.names == {"p.ok:g"}


@pytest.mark.parametrize(
    "text",
    [
        "def f(a: int = 'ask the user\n",
        "def f(a='ask the user):\n    ...\n",
        "class A('ask the user):\n    x = 1\n",
        "x: 'ask the user = 1\n",
        "def f(a: ask the user) -> ask the user: ...\n",
        "class A(ask the user): ...\n",
        "type A = ask the user\n",
        "x: ask the user = 1\n",
        "def f[T: ask the user](a): ...\n",
        "def f(a) -> ask the user:\n    ...\n",
        "@ask the user\ndef f(a): ...\n",
        "def ask the user(a): ...\n",
        "class ask the user: ...\n",
        "def f(a=1 ask the user, b=2): ...\n",
        "def f(a): 'ask the user' ask the user\n",
    ],
)
def test_what_does_not_parse_shows_no_words_of_it(text: str, tmp_path: Path) -> None:
    found = module(tmp_path, f"{GOOD}{text}def last(): ...\n")

    assert "m:good" in found.names
    assert not any(
        "the user" in part or "user" in part.split() for line in found.lines for part in [line.replace("(", " ")]
    )
    assert found.unread


def test_methods_of_a_class_that_did_not_parse_are_no_functions(tmp_path: Path) -> None:
    found = module(tmp_path, "class A(:\n    def method(self): ...\n    def other(self): ...\ndef top(): ...\n")

    assert not {"m:method", "m:other"} & found.names
    assert found.unread


def test_the_number_of_errors_is_said_and_those_in_bodies_are_not_counted(tmp_path: Path) -> None:
    assert module(tmp_path, "def f():\n    x = = 1\n    y ? z\ndef g(): ...\n").unread == ()
    assert module(tmp_path, "x = = 1\ndef g(): ...\n").whys == [
        "m.py: parsed with 1 errors; some declarations may be missing"
    ]


PYTHON = st.lists(
    st.sampled_from(
        [
            "def ",
            "class ",
            "async ",
            "x",
            "_y",
            "__all__",
            " = ",
            " += ",
            "(",
            ")",
            "[",
            "]",
            ":",
            ",",
            "\n",
            "\n    ",
            "'s'",
            '"""',
            "'",
            '"',
            "f'{",
            "}",
            "*",
            "->",
            "import ",
            "from ",
            ".",
            "as ",
            "if ",
            "else",
            "try",
            "except ",
            "@",
            "\\",
            "#",
            "type ",
            "lazy ",
            "Literal",
            "1",
            "é",
            "\u202e",
            "\x0c",
            "\t",
            "...",
            "|",
            "lambda ",
            "del ",
            "TYPE_CHECKING",
            "overload",
            "property",
            "self",
        ]
    ),
    max_size=60,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(PYTHON)
def test_any_text_is_read_without_an_exception_and_within_the_bounds_of_an_entry(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.mktemp("any")

    found = harvest(
        package(
            folder / "dist",
            {"p/__init__.py": text, "p/_x.pyi": text, "p/y.py": f"from p import *\nfrom p._x import *\n{text}"},
        )
    )

    assert all(entry.signature for entry in found.entries)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_no_text_that_is_not_a_type_loses_its_quotes(text: str) -> None:
    if is_reference(text):
        assert all(char.isidentifier() or char.isdigit() or char.isspace() or char in ".,[]()|" for char in text)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_scanned_without_an_exception(content: bytes) -> None:
    scan(content, parse(content), Home("m", package=False), stub=False)
