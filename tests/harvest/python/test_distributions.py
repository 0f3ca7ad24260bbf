"""The files of a distribution: modules, namespaces, stubs, machine code, and the distributions next to it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from made import artifact

from paredown.harvest import python
from paredown.harvest.package import Package
from paredown.model import Ecosystem, Files, Form
from paredown.tree import open_tree
from tests.harvest.python.made import harvest, package, read


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["httpx/__init__.py", "httpx/_client.py", "httpx-0.28.1.dist-info/METADATA"], ("httpx",)),
        (["six.py", "_cffi.abi3.so", "a.cpython-311-x86_64-linux-gnu.so", "b.pyd"], ("_cffi", "a", "b", "six")),
        (["google/cloud/storage/__init__.py", "google/cloud/storage/blob.py"], ("google.cloud.storage",)),
        (["google/cloud/_x/__init__.py", "google/cloud/one.py"], ("google.cloud._x", "google.cloud.one")),
        (["x-stubs/__init__.pyi", "x-stubs/y.pyi"], ()),
        (["x-stubs/__init__.pyi", "x/__init__.py"], ("x",)),
        (["a/__init__.pyi", "a/_x.so"], ("a",)),
        (["d.data/purelib/p/__init__.py", "d.data/scripts/run.py", "d.data/data/share/x.py"], ("p",)),
        (["p/__init__.py", "p/not-a-name.py", "0number.py", "p/data.json"], ("p",)),
    ],
)
def test_the_importable_top_level_modules_are(names: list[str], expected: tuple[str, ...], tmp_path: Path) -> None:
    opened = package(tmp_path / "dist", dict.fromkeys(names, ""))

    assert python.top_level(opened.tree) == expected


def test_a_wheel_is_read_as_it_would_be_installed(tmp_path: Path) -> None:
    wheel = tmp_path / "p-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("p/__init__.py", "def f(): ...\n")
        archive.writestr("p-1.0.data/purelib/q.py", "def g(): ...\n")
        archive.writestr("p-1.0.data/scripts/r.py", "def h(): ...\n")
        archive.writestr("p-1.0.dist-info/METADATA", "Name: p\n")
    made = artifact("p", ecosystem=Ecosystem.PYPI, files=Files(root=wheel, form=Form.ZIP))

    with open_tree(made.files) as tree:
        assert harvest(Package(artifact=made, tree=tree, near=lambda _name: None)).names == {"p:f", "q:g"}


def test_a_module_of_a_namespace_is_imported_by_its_whole_name(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "google/cloud/storage/__init__.py": "from google.cloud.storage.blob import Blob\n",
            "google/cloud/storage/blob.py": "class Blob: ...\n",
        },
    )

    assert found.names == {"google.cloud.storage:Blob"}


def test_a_stub_decides_membership_and_signature_and_the_code_documents(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.pyi": "def f(a: int) -> int: ...\nclass A:\n    def g(self, b: str) -> None: ...\n    x: int\n",
            "p/__init__.py": "def f(a):\n    'of f'\ndef not_in_the_stub(): ...\nclass A:\n    'of A'\n    def g(self, b):\n        'of g'\n",
        },
    )

    assert found.lines == [
        "class p | class A",
        "method p.A | g(b: str) -> None",
        "property p.A | x: int",
        "function p | f(a: int) -> int",
    ]
    assert [entry.prose.untrusted() for entry in found.entries] == ["of A", "of g", "", "of f"]


def test_a_stub_re_exports_only_what_it_imports_as_itself_or_by_a_star(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.pyi": "from ._a import a, b as b\nfrom ._c import *\n",
            "p/_a.pyi": "a: int\nb: int\n",
            "p/_c.pyi": "c: int\n_d: int\n",
        },
    )

    assert found.names == {"p:b", "p:c"}


def test_a_stub_distribution_describes_the_module_it_is_named_for(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "requests-stubs/__init__.pyi": "from .api import get as get\n",
            "requests-stubs/api.pyi": "def get() -> int: ...\n",
        },
    )

    assert found.lines == ["function requests | get() -> int"]
    assert {entry.import_path for entry in found.entries} == {"requests"}


def test_public_machine_code_without_a_stub_is_said(tmp_path: Path) -> None:
    found = read(tmp_path, {"p/__init__.py": "", "p/fast.abi3.so": b"\x7fELF", "p/_inner.abi3.so": b"\x7fELF"})

    assert found.entries == ()
    assert found.whys == ["p/fast.abi3.so: compiled, without a stub"]


@pytest.mark.parametrize("text", ["from ._x import *\n", "from ._x import f\n", "__all__ = ['f']\nfrom ._x import f\n"])
def test_machine_code_that_a_public_name_comes_from_is_said(text: str, tmp_path: Path) -> None:
    found = read(tmp_path, {"p/__init__.py": text, "p/_x.abi3.so": b"\x7fELF"})

    assert "p/_x.abi3.so: compiled, without a stub" in found.whys


@pytest.mark.parametrize("beside", ["p/fast.pyi", "p/fast.py"])
def test_machine_code_with_a_stub_or_a_source_is_read_from_that(beside: str, tmp_path: Path) -> None:
    found = read(tmp_path, {"p/__init__.py": "", "p/fast.abi3.so": b"\x7fELF", beside: "def f(): ...\n"})

    assert found.names == {"p.fast:f"}
    assert found.unread == ()


STARLETTE = {
    "starlette/__init__.py": "",
    "starlette/requests.py": "class _Connection:\n    def url(self): ...\nclass Request(_Connection):\n    async def body(self) -> bytes: ...\n",
}


@pytest.mark.parametrize(
    "text",
    [
        "from starlette.requests import Request as Request\n",
        "from starlette.requests import Request\n__all__ = ['Request']\n",
        "import starlette.requests\nRequest = starlette.requests.Request\n",
        "from ._own import Request as Request\n",
    ],
)
def test_a_re_export_of_another_distribution_is_an_entry_of_this_one(text: str, tmp_path: Path) -> None:
    starlette = package(tmp_path / "starlette", STARLETTE)
    files = {"fastapi/__init__.py": text, "fastapi/_own.py": "from starlette.requests import Request\n"}

    found = harvest(package(tmp_path / "fastapi", files, {"starlette": starlette}))

    assert found.lines == [
        "class fastapi | class Request(_Connection)",
        "method fastapi.Request | async body() -> bytes",
        "method fastapi.Request | url()",
    ]


def test_a_star_import_of_another_distribution_counts_when_all_lists_the_names(tmp_path: Path) -> None:
    other = package(tmp_path / "other", {"other.py": "def a(): ...\ndef b(): ...\n"})

    found = harvest(package(tmp_path / "mine", {"mine.py": "from other import *\n__all__ = ['a']\n"}, {"other": other}))
    plain = harvest(package(tmp_path / "plain", {"plain.py": "from other import *\n"}, {"other": other}))

    assert found.names == {"mine:a"}
    assert plain.entries == ()


def test_a_namespace_of_another_distribution_is_asked_for_by_longer_and_longer_names(tmp_path: Path) -> None:
    other = package(tmp_path / "other", {"google/api/core/__init__.py": "def retry(): ...\n"})
    text = "from google.api.core import retry as retry\nfrom google.api import core\nagain = core.retry\n"

    found = harvest(package(tmp_path / "mine", {"google/mine/__init__.py": text}, {"google.api.core": other}))

    assert found.names == {"google.mine:retry", "google.mine:again"}


def test_what_is_not_at_hand_is_said_once_for_a_top_level_module(tmp_path: Path) -> None:
    text = "from gone.a import one as one\nfrom gone.b import two as two\nfrom other_gone import three\n__all__ = ['one', 'two', 'three']\n"
    found = read(tmp_path, {"p/__init__.py": text})

    assert found.entries == ()
    assert found.whys == [
        ": the module gone is not at hand; what is re-exported from it is missing",
        ": the module other_gone is not at hand; what is re-exported from it is missing",
    ]


def test_a_star_import_of_what_is_not_at_hand_is_said_where_names_are_listed(tmp_path: Path) -> None:
    found = read(
        tmp_path, {"p/__init__.py": "from gone import *\n__all__ = ['a']\n", "p/q.py": "from other import *\n"}
    )

    assert ": the module gone is not at hand; what is re-exported from it is missing" in found.whys
    assert not any("other" in why for why in found.whys)


def test_a_listed_name_of_the_standard_library_is_shown_bare(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {"compat.py": "from collections import OrderedDict\nfrom json import loads\n__all__ = ['OrderedDict']\n"},
    )

    assert found.lines == ["variable compat | OrderedDict"]
    assert found.unread == ()


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("# -*- coding: latin-1 -*-\ndef f(a='é'): ...\ndef g(): ...\n".encode("latin-1"), {"m:f", "m:g"}),
        (b"\xef\xbb\xbfdef f(): ...\n", {"m:f"}),
        ("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\ndef é(): ...\n".encode("cp1252"), {"m:é"}),
        ("def ñame(): ...\n".encode(), {"m:ñame"}),
    ],
)
def test_a_source_is_read_in_the_encoding_it_declares(content: bytes, names: set[str], tmp_path: Path) -> None:
    found = read(tmp_path, {"m.py": content})

    assert found.names == names
    assert found.unread == ()


def test_everything_comes_in_the_same_order_every_time(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "from .b import *\nfrom .a import *\n",
        "p/a.py": "def z(): ...\ndef y(): ...\n",
        "p/b.py": "x = 1\nclass W:\n    b = 1\n    a = 2\n",
    }

    assert [line.rpartition(" ")[2] for line in harvest(package(tmp_path / "p", files)).lines] == [
        "W",
        "1",
        "2",
        "1",
        "y()",
        "z()",
    ]
    assert harvest(package(tmp_path / "p", files)).lines == harvest(package(tmp_path / "p", files)).lines
