"""Names that a package finds when they are asked for, and names that only a type checker sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.python.made import read

PARTS = {"p/_a.py": "class A:\n    def go(self): ...\n", "p/_b.py": "def b(): ...\ndef c(): ...\n"}
GETATTR = "def __getattr__(name): ...\n"


@pytest.mark.parametrize(
    "table",
    [
        "_LAZY = {'A': '._a', 'b': '._b'}",
        "_LAZY = {'A': 'p._a', 'b': 'p._b'}",
        "_LAZY = {'A': '_a', 'b': '_b'}",
        "_LAZY = {'A': '._a:A', 'b': '._b:b'}",
        "_LAZY = {'A': 'p._a.A', 'b': 'p._b.b'}",
        "_LAZY = {'A': ('._a', 'A'), 'b': ('._b', 'b')}",
        "_LAZY = {'A': (__spec__.parent, '._a'), 'b': (__spec__.parent, '._b')}",
        "_import_structure = {'_a': ['A'], '_b': ['b']}",
        "_import_structure = {'_a': ['A'], '_b': ['b'], '_gone': ['x']}",
    ],
)
def test_a_literal_table_of_a_lazy_package_is_read(table: str, tmp_path: Path) -> None:
    found = read(tmp_path, {"p/__init__.py": f"{table}\n{GETATTR}", **PARTS})

    assert found.names == {"p:A", "p:A.go", "p:b"}
    assert found.unread == ()


def test_a_table_without_a_getattr_is_a_table(tmp_path: Path) -> None:
    assert read(tmp_path, {"p/__init__.py": "_LAZY = {'A': '._a'}\n", **PARTS}).entries == ()


def test_a_package_that_replaces_itself_is_lazy(tmp_path: Path) -> None:
    text = (
        "import sys\nfrom typing import TYPE_CHECKING\n"
        "_import_structure = {'_a': ['A']}\n"
        "if TYPE_CHECKING:\n    from ._a import A\nelse:\n    sys.modules[__name__] = Lazy(__name__, _import_structure)\n"
    )

    assert read(tmp_path, {"p/__init__.py": text, **PARTS}).names == {"p:A", "p:A.go"}


def test_lazy_loader_attach_is_read(tmp_path: Path) -> None:
    text = (
        "import lazy_loader as lazy\n"
        "__getattr__, __dir__, __all__ = lazy.attach(__name__, submodules=['x'], submod_attrs={'_a': ['A'], '_b': ['b']})\n"
    )

    assert read(tmp_path, {"p/__init__.py": text, **PARTS}).names == {"p:A", "p:A.go", "p:b"}


def test_lazy_loader_attach_stub_takes_every_import_of_the_stub(tmp_path: Path) -> None:
    text = "import lazy_loader as lazy\n__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)\n"
    found = read(tmp_path, {"p/__init__.py": text, "p/__init__.pyi": "from ._a import A\nfrom ._b import b\n", **PARTS})

    assert found.names == {"p:A", "p:A.go", "p:b"}


CHECKED = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ._a import A\n    from json import loads\n"


def test_a_name_for_the_type_checker_counts_when_all_lists_it(tmp_path: Path) -> None:
    assert "p:A" in read(tmp_path, {"p/__init__.py": CHECKED + "__all__ = ['A']\n", **PARTS}).names


def test_a_name_for_the_type_checker_counts_when_getattr_names_it_too(tmp_path: Path) -> None:
    text = CHECKED + "def __getattr__(name):\n    if name == 'A': ...\n"

    assert read(tmp_path, {"p/__init__.py": text, **PARTS}).names == {"p:A", "p:A.go"}


@pytest.mark.parametrize("after", ["", "def __getattr__(name):\n    if name == 'old': ...\n"])
def test_a_name_for_the_type_checker_alone_is_not_public(after: str, tmp_path: Path) -> None:
    assert read(tmp_path, {"p/__init__.py": CHECKED + after, **PARTS}).entries == ()
