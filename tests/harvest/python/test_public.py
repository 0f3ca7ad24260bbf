"""Which names are public, and under which path each declaration is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harvest.python.made import module, read

CLIENT = "class Client: ...\nclass _Hidden: ...\ndef helper(): ...\n"


def test_a_declaration_is_shown_once_under_its_shortest_path(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.py": "from .api.client import Client\n",
            "p/api/__init__.py": "from .client import Client\n",
            "p/api/client.py": "class Client:\n    def get(self): ...\n",
        },
    )

    assert found.lines == ["class p | class Client", "method p.Client | get()"]


def test_of_paths_with_as_many_dots_the_shorter_then_the_first_by_code_point_is_shown(tmp_path: Path) -> None:
    declared = "__all__ = ['thing']\nfrom p._impl import thing\n"
    found = read(
        tmp_path,
        {
            "p/__init__.py": "",
            "p/_impl.py": "thing = 1\n",
            "p/zz.py": declared,
            "p/bb.py": declared,
            "p/aaa.py": declared,
        },
    )

    assert found.names == {"p.bb:thing"}


def test_underscore_modules_are_read_for_what_public_ones_take_from_them(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {"p/__init__.py": "from ._client import *\n__all__ = ['Client']\n", "p/_client.py": CLIENT},
    )

    assert found.names == {"p:Client"}


def test_a_private_module_that_nothing_takes_from_shows_nothing(tmp_path: Path) -> None:
    assert read(tmp_path, {"p/__init__.py": "", "p/_client.py": CLIENT}).entries == ()


@pytest.mark.parametrize(
    "listed",
    [
        "__all__ = ['a', 'b']",
        "__all__ = ('a', 'b')",
        "__all__ = 'a', 'b'",
        "__all__: list[str] = ['a']\n__all__ += ['b']",
        "__all__ = ['a']\n__all__.append('b')",
        "__all__ = ['a']\n__all__.extend(['b'])",
        "__all__ = ['a'] + ['b']",
        "__all__ = [*['a'], *('b',)]",
        "__all__ = ['a', 'b', 'c']\n__all__.remove('c')",
        "_names = ['b']\n__all__ = ['a'] + _names",
        "_table = {'a': 1, 'b': 2}\n__all__ = list(_table)",
        "_table = {'a': 1, 'b': 2}\n__all__ = sorted(_table.keys())",
        "__all__ = list(set(['a']) | {'b'})",
        "__protobuf__ = proto.module(package='x', manifest={'a', 'b'})\n__all__ = tuple(sorted(__protobuf__.manifest))",
        "__all__ = ['wrong']\n__all__ = ['a', 'b']",
        "if True:\n    __all__ = ['a', 'b']",
        "__all__ = ['old'] if x else []\n__all__ = ['a', u'b']",
        "__all__ = ['a' '', r'b']",
        "__all__ = \\\n    ['a', 'b']",
    ],
)
def test_a_literal_all_decides(listed: str, tmp_path: Path) -> None:
    assert module(tmp_path, f"{listed}\na = 1\nb = 2\nc = 3\n").names == {"m:a", "m:b"}


@pytest.mark.parametrize(
    "listed",
    [
        "from . import _x, _y\n__all__ = _x.__all__ + _y.__all__",
        "from . import _x, _y\n__all__ = [*_x.__all__, *_y.__all__]",
        "from . import _x, _y\n__all__ = []\n__all__ += _x.__all__\n__all__.extend(_y.__all__)",
        "from ._x import __all__ as _of_x\nfrom ._y import __all__ as _of_y\n__all__ = _of_x + _of_y",
        "import p._x as _x\nfrom p import _y\n__all__ = list(set(_x.__all__) | set(_y.__all__))",
        "import p\nimport p._x\nimport p._y\n__all__ = p._x.__all__ + p._y.__all__",
    ],
)
def test_an_all_that_is_built_from_other_ones_is_followed(listed: str, tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.py": f"{listed}\nfrom ._x import *\nfrom ._y import *\n",
            "p/_x.py": "__all__ = ['a']\na = 1\nother = 2\n",
            "p/_y.py": "__all__ = ['b']\nb = 1\nother = 2\n",
        },
    )

    assert found.names == {"p:a", "p:b"}
    assert found.unread == ()


@pytest.mark.parametrize(
    "listed", ["__all__ = [n for n in dir() if n[0] != '_']", "__all__ = names()", "__all__ = ['a']\n__all__ += more()"]
)
def test_a_computed_all_gives_way_to_the_rule_of_underscores_and_is_said(listed: str, tmp_path: Path) -> None:
    found = module(tmp_path, f"import os\n{listed}\ndef a(): ...\ndef b(): ...\ndef _c(): ...\n")

    assert found.names == {"m:a", "m:b"}
    assert found.whys == ["m.py: its __all__ is computed; names without a leading underscore are taken instead"]


def test_all_makes_an_underscore_name_public_and_a_plain_one_private(tmp_path: Path) -> None:
    found = module(tmp_path, "__all__ = ['_', '__version__']\n_ = 1\n__version__ = '1'\nplain = 2\n")

    assert found.names == {"m:_", "m:__version__"}


def test_names_of_all_that_nothing_declares_are_counted_and_not_shown(tmp_path: Path) -> None:
    found = module(tmp_path, "__all__ = ['a', 'gone', 'please do as I say']\na = 1\n")

    assert found.names == {"m:a"}
    assert found.whys == ["m.py: 2 names of its __all__ are declared nowhere that can be read"]


def test_without_all_only_what_a_plain_module_defines_is_public(tmp_path: Path) -> None:
    text = "import os\nfrom json import loads\nfrom ._x import a, b as b, c as d\ne = 1\n_f = 2\n"
    found = read(tmp_path, {"p/__init__.py": "", "p/_x.py": "a = b = c = 1\n", "p/m.py": text})

    assert found.names == {"p.m:b", "p.m:e"}


def test_a_package_re_exports_by_custom_what_it_imports_from_its_own_subtree(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.py": "",
            "p/_tools.py": "def tool(): ...\n",
            "p/sub/__init__.py": "from ._impl import thing\nfrom .._tools import tool\nfrom json import loads\n",
            "p/sub/_impl.py": "def thing(): ...\n",
        },
    )

    assert found.names == {"p.sub:thing"}


def test_a_top_level_package_re_exports_from_all_of_its_distribution(tmp_path: Path) -> None:
    found = read(
        tmp_path, {"p/__init__.py": "from _p.core import run\n", "_p/__init__.py": "", "_p/core.py": "def run(): ...\n"}
    )

    assert found.names == {"p:run"}


def test_a_star_import_respects_the_all_of_its_source(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.py": "from ._a import *\nfrom ._b import *\n",
            "p/_a.py": "__all__ = ['one', '_two']\none = _two = three = 1\n",
            "p/_b.py": "four = _five = 1\n",
        },
    )

    assert found.names == {"p:one", "p:four"}


def test_star_imports_are_followed_through_each_other(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.py": "from ._a import *\n",
            "p/_a.py": "from ._b import *\nfrom ._c import c\n",
            "p/_b.py": "from os.path import *\nfrom json import loads\ndef b(): ...\n",
            "p/_c.py": "def c(): ...\n",
        },
    )

    assert found.names == {"p:b", "p:c"}


@pytest.mark.parametrize(
    "alias",
    [
        "from ._x import Real as Name",
        "from . import _x\nName = _x.Real",
        "import p._x as y\nName = y.Real",
        "import p._x\nName = p._x.Real",
        "from ._x import Real\nName = Real",
        "from ._x import *\nName = other = Real",
    ],
)
def test_an_alias_shows_the_declaration_that_it_stands_for(alias: str, tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.py": f"__all__ = ['Name']\n{alias}\n",
            "p/_x.py": "class Real:\n    def go(self, n: int) -> str: ...\n",
        },
    )

    assert found.lines == ["class p | class Name", "method p.Name | go(n: int) -> str"]


def test_a_second_name_is_shown_without_the_members(tmp_path: Path) -> None:
    found = module(tmp_path, "class Real:\n    def go(self): ...\nOther = Real\n")

    assert found.lines == ["class m | class Real", "method m.Real | go()", "class m | class Other"]


def test_an_alias_of_what_is_not_at_hand_is_a_name_of_its_own(tmp_path: Path) -> None:
    found = module(tmp_path, "import json\nimport somewhere\nloads = json.loads\nthing = somewhere.thing\n")

    assert found.lines == ["variable m | loads = …", "variable m | thing = …"]
    assert found.unread == ()


def test_a_private_module_under_a_public_name_is_shown_under_that_name(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.py": "from ._core import records as rec\n",
            "p/_core/__init__.py": "",
            "p/_core/records.py": "class Rec:\n    def at(self): ...\n",
        },
    )

    assert [entry.symbol.parts for entry in found.entries] == [("p", "rec", "Rec"), ("p", "rec", "Rec", "at")]
    assert {entry.import_path for entry in found.entries} == {"p"}


def test_a_submodule_and_a_function_of_one_name_are_the_function_to_a_caller(tmp_path: Path) -> None:
    found = read(
        tmp_path, {"p/__init__.py": "from .run import run\n", "p/run.py": "def run(): ...\ndef other(): ...\n"}
    )

    assert found.names == {"p:run", "p.run:other"}


def test_a_deleted_name_is_not_public(tmp_path: Path) -> None:
    assert module(tmp_path, "a = 1\nb = 2\ndel a\n").names == {"m:b"}


@pytest.mark.parametrize(
    "name",
    [
        "p/tests/test_a.py",
        "p/tests/__init__.py",
        "p/conftest.py",
        "p/_vendor/x.py",
        "p/test/test_x.py",
        "p/__main__.py",
    ],
)
def test_tests_and_vendored_modules_are_no_part_of_the_surface(name: str, tmp_path: Path) -> None:
    assert read(tmp_path, {"p/__init__.py": "", name: "def a(): ...\n"}).entries == ()


@pytest.mark.parametrize("name", ["p/test/client.py", "p/test.py", "p/testing.py", "p/latest/tests_of.py"])
def test_a_library_for_testing_is_a_library(name: str, tmp_path: Path) -> None:
    assert len(read(tmp_path, {"p/__init__.py": "", name: "def a(): ...\n"}).entries) == 1


def test_what_only_runs_as_a_script_is_not_importable(tmp_path: Path) -> None:
    assert module(tmp_path, "a = 1\nif __name__ == '__main__':\n    b = 2\n").names == {"m:a"}


def test_a_deleted_import_and_a_loop_leave_nothing_behind(tmp_path: Path) -> None:
    assert module(tmp_path, "for name in range(3):\n    inner = name\nwith open('x') as f:\n    kept = 1\n").names == {
        "m:kept"
    }
