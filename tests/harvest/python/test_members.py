"""Classes and what they hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from paredown.model import Deprecation
from tests.harvest.python.made import module, read


def test_a_class_shows_its_constructor_methods_properties_and_fields(tmp_path: Path) -> None:
    text = (
        "class A:\n"
        "    x: int\n"
        "    y: int = 3\n"
        "    z = 'text'\n"
        "    LIMIT = 5\n"
        "    kind: ClassVar[str] = 'k'\n"
        "    fixed: Final = 1\n"
        "    def __init__(self, x: int) -> None: ...\n"
        "    def __call__(self): ...\n"
        "    def __repr__(self): ...\n"
        "    def _hidden(self): ...\n"
        "    def go(self, *, n: int = 0) -> str: ...\n"
        "    async def wait(self): ...\n"
        "    @classmethod\n"
        "    def make(cls, x): ...\n"
        "    @staticmethod\n"
        "    def help(x): ...\n"
        "    @property\n"
        "    def size(self) -> int: ...\n"
        "    @size.setter\n"
        "    def size(self, value: int) -> None: ...\n"
        "    @functools.cached_property\n"
        "    def slow(self) -> 'Big': ...\n"
        "    made = property(_get)\n"
        "    again = go\n"
        "    class Inner:\n"
        "        def deep(self): ...\n"
    )

    assert module(tmp_path, text).lines == [
        "class m | class A",
        "property m.A | x: int",
        "property m.A | y: int = 3",
        'variable m.A | z = "…"',
        "constant m.A | LIMIT = 5",
        'variable m.A | kind: ClassVar[str] = "…"',
        "constant m.A | fixed: Final = 1",
        "constructor m.A | __init__(x: int) -> None",
        "method m.A | __call__()",
        "method m.A | go(*, n: int = 0) -> str",
        "method m.A | async wait()",
        "method m.A | classmethod make(x)",
        "method m.A | staticmethod help(x)",
        "property m.A | size: int",
        "property m.A | slow: Big",
        "property m.A | made",
        "method m.A | again(*, n: int = 0) -> str",
        "class m.A | class Inner",
        "method m.A.Inner | deep()",
    ]


def test_an_arrow_in_a_default_is_not_what_a_property_returns(tmp_path: Path) -> None:
    text = "class A:\n    @property\n    def p(self, x='->', y='a -> b') -> 'B': ...\n"

    assert module(tmp_path, text).signatures[1] == "p: B"


def test_what_is_assigned_to_self_is_not_read(tmp_path: Path) -> None:
    assert module(tmp_path, "class A:\n    def __init__(self):\n        self.x: int = 1\n").names == {
        "m:A",
        "m:A.__init__",
    }


@pytest.mark.parametrize("base", ["Enum", "enum.IntEnum", "StrEnum", "Flag", "models.TextChoices", "MyEnum"])
def test_assigned_names_of_an_enumeration_are_its_members(base: str, tmp_path: Path) -> None:
    found = module(
        tmp_path, f"class Color({base}):\n    RED = 1\n    BLUE = auto()\n    note: str\n    def mix(self): ...\n"
    )

    assert [str(entry.kind) for entry in found.entries] == ["enum", "member", "member", "property", "method"]


@pytest.mark.parametrize("base", ["NamedTuple", "TypedDict", "Protocol", "BaseModel"])
def test_annotated_names_are_fields(base: str, tmp_path: Path) -> None:
    found = module(tmp_path, f"class P({base}):\n    x: int\n    y: 'str' = ''\n")

    assert found.lines == [f"class m | class P({base})", "property m.P | x: int", 'property m.P | y: str = "…"']


def test_each_overload_is_an_entry_and_the_implementation_is_none(tmp_path: Path) -> None:
    text = (
        "@overload\ndef f(a: int) -> int: ...\n@typing.overload\ndef f(a: str) -> str: ...\ndef f(a): ...\n"
        "class A:\n    @overload\n    def g(self, a: int): ...\n    @overload\n    def g(self, a: str): ...\n    def g(self, a): ...\n"
    )
    found = module(tmp_path, text)

    assert found.signatures == ["class A", "g(a: int)", "g(a: str)", "f(a: int) -> int", "f(a: str) -> str"]
    assert len({entry.symbol for entry in found.entries}) == 3


def test_the_last_of_several_definitions_is_what_a_caller_gets(tmp_path: Path) -> None:
    assert module(tmp_path, "def f(a): ...\ndef f(b): ...\nclass f: ...\n").signatures == ["class f"]


@pytest.mark.parametrize(
    "decorator",
    [
        "@deprecated('use g')",
        "@warnings.deprecated('x')",
        "@typing_extensions.deprecated('x')",
        "@_deprecated_since_3",
        "@util.became_deprecated(\n    'x',\n)",
        "@contextmanager\n@deprecated('x')",
    ],
)
def test_a_deprecated_declaration_is_marked(decorator: str, tmp_path: Path) -> None:
    found = module(tmp_path, f"{decorator}\ndef f(): ...\n{decorator}\nclass A: ...\n")

    assert {entry.deprecation for entry in found.entries} == {Deprecation.WARNING}
    assert found.signatures == ["class A", "f()"]


@pytest.mark.parametrize(
    "decorator", ["@deprecated_params('a')", "@deprecate_argument('x')", "@undeprecate", "@other('deprecated')"]
)
def test_a_decorator_about_something_else_withdraws_nothing(decorator: str, tmp_path: Path) -> None:
    assert module(tmp_path, f"{decorator}\ndef f(a): ...\n").entries[0].deprecation is Deprecation.NONE


def test_inherited_members_are_not_repeated(tmp_path: Path) -> None:
    text = "class Base:\n    def a(self): ...\nclass Sub(Base):\n    def b(self): ...\n"

    assert module(tmp_path, text).names == {"m:Base", "m:Base.a", "m:Sub", "m:Sub.b"}


def test_members_of_a_private_base_are_shown_where_callers_reach_them(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "p/__init__.py": "from ._c import Client, Other\n__all__ = ['Client', 'Other']\n",
            "p/_c.py": (
                "from ._base import Deepest\n"
                "class BaseClient(Deepest[int], dict):\n    def __init__(self, a): ...\n    def get(self): ...\n    def _x(self): ...\n"
                "class Client(BaseClient):\n    def get(self, more): ...\n"
                "class Other(BaseClient): ...\n"
            ),
            "p/_base.py": "class Deepest:\n    size: int\n    def get(self, deepest): ...\n",
        },
    )

    assert found.lines == [
        "class p | class Client(BaseClient)",
        "method p.Client | get(more)",
        "constructor p.Client | __init__(a)",
        "property p.Client | size: int",
        "class p | class Other(BaseClient)",
        "constructor p.Other | __init__(a)",
        "method p.Other | get()",
        "property p.Other | size: int",
    ]


def test_a_private_base_within_a_private_class_is_found(tmp_path: Path) -> None:
    text = "class _Outer:\n    class Comparator:\n        def cmp(self): ...\nclass A:\n    class Comparator(_Outer.Comparator): ...\n"

    assert "m:A.Comparator.cmp" in module(tmp_path, text).names


def test_classes_that_inherit_from_each_other_end(tmp_path: Path) -> None:
    found = module(tmp_path, "class _A(_B):\n    a: int\nclass _B(_A):\n    b: int\nclass C(_A, _B): ...\n")

    assert found.names == {"m:C", "m:C.a", "m:C.b"}
