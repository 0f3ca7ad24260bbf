"""What is kept of a file once its tree is gone: declarations as drafts, and how names are passed on."""

from __future__ import annotations

from typing import NamedTuple

from paredown.model import Kind, Prose

MODULE = "*"
"""As the name in an `Alias`: the whole module, as an object."""
ASSIGNED = "export="
"""The name under which `export = x` exports, as the compiler spells it."""
DEFAULT = "default"


class Draft(NamedTuple):
    """A declaration: `lead` are its keywords, `rest` the signature after its name, `doc` the raw doc comment.

    `shown` stands for the name in the signature when the name is no plain word. `members` are those of a class,
    an interface, an enum or an object type; `inner` is what a namespace holds.
    """

    name: str
    kind: Kind
    lead: str
    rest: str
    constants: tuple[Prose, ...] = ()
    doc: bytes = b""
    members: tuple[Draft, ...] = ()
    inner: Scope | None = None
    shown: str = ""


class Alias(NamedTuple):
    """Where a name leads: `name` of the module `source`, or of this scope when `source` is empty.

    A local name may be dotted (`import A = N.B`).
    """

    source: str
    name: str


class Ambient(NamedTuple):
    """`declare module "name" { … }`: a module, or an addition to one."""

    name: str
    scope: Scope


class Scope:
    """The statements of a file, of a namespace or of `declare module`, reduced to names.

    `explicit` says that it lists its exports; an ambient scope that does not exports every declaration.
    `asked` are the modules named in it in any way, `paths` its `/// <reference path>`, `refused` sentences on what
    was not taken. `only_default` are the declarations of `export default`, which are not exported by their own
    name; `apart` has the exported declarations of a name that others, which are not exported, share.
    """

    __slots__ = (
        "ambient",
        "apart",
        "asked",
        "declared",
        "explicit",
        "exported",
        "globals",
        "imports",
        "is_ambient",
        "is_module",
        "only_default",
        "paths",
        "refused",
        "stars",
    )

    def __init__(self, *, is_ambient: bool) -> None:
        self.apart: dict[str, list[Draft]] = {}
        self.declared: dict[str, list[Draft]] = {}
        self.exported: dict[str, list[Alias]] = {}
        self.stars: list[str] = []
        self.imports: dict[str, Alias] = {}
        self.ambient: list[Ambient] = []
        self.globals: list[Scope] = []
        self.asked: list[str] = []
        self.paths: list[str] = []
        self.refused: list[str] = []
        self.only_default: set[str] = set()
        self.is_ambient = is_ambient
        self.is_module = False
        self.explicit = False

    def declare(self, draft: Draft) -> None:
        """Add a declaration under its own name."""
        self.declared.setdefault(draft.name, []).append(draft)

    def export(self, name: str, alias: Alias) -> None:
        """Export `name` as what `alias` leads to."""
        aliases = self.exported.setdefault(name, [])
        if alias not in aliases:
            aliases.append(alias)

    def merge(self, other: Scope) -> None:
        """Take in what another scope adds to this one."""
        for name, found in other.declared.items():
            self.declared.setdefault(name, []).extend(found)
        for name, aliases in other.exported.items():
            for alias in aliases:
                self.export(name, alias)
        for name, alias in other.imports.items():
            self.imports.setdefault(name, alias)
        self.stars.extend(other.stars)
        self.only_default |= other.only_default

    def opens(self, name: str) -> tuple[Alias, ...] | list[Alias]:
        """Return where the exported `name` leads, nothing when it is not exported here."""
        found = self.exported.get(name)
        if found is not None:
            return found
        if self.is_ambient and not self.explicit and name in self.declared and name not in self.only_default:
            return (Alias("", name),)
        return ()

    def names(self) -> list[str]:
        """Return every name exported here, `export *` aside, in the order of the file."""
        if not self.is_ambient or self.explicit:
            return list(self.exported)
        names = dict.fromkeys((*self.declared, *self.exported))
        return [name for name in names if name in self.exported or name not in self.only_default]
