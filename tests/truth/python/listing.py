"""A second opinion: the public names of a distribution, from griffe's model and `ast`, by the same written rules.

griffe resolves (aliases, wildcards, `__all__`, stubs); this module only applies the rules of what is public to what
griffe found. Nothing of `paredown.harvest` is used, so that a fault there cannot hide here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import griffe

from tests.truth.python.bindings import Bindings, bindings_of

KEPT = {"__init__", "__call__"}
ENDS = (griffe.AliasResolutionError, griffe.CyclicAliasError, KeyError, AttributeError, ValueError)


def public_module(path: str, suites: set[str]) -> bool:
    parts = path.split(".")
    if not all(part.isidentifier() for part in parts):
        return False  # `0001_initial`: no statement imports it
    if any(part.startswith("_") or part in ("tests", "conftest") for part in parts):
        return False
    return not any(".".join(parts[: at + 1]) in suites for at in range(len(parts)))


def modules(top: griffe.Module) -> Iterator[griffe.Module]:
    stack = [top]
    while stack:
        module = stack.pop()
        yield module
        stack.extend(m for m in module.members.values() if not m.is_alias and m.is_module)


@dataclass
class Claim:
    target: griffe.Object | None
    paths: set[tuple[str, str]] = field(default_factory=set)


def source_of(module: griffe.Module) -> Path:
    path = module.filepath
    return path[0] if isinstance(path, list) else path


class Listing:
    """The public names of the top-level modules `tops`, all of one distribution."""

    def __init__(self, tops: list[griffe.Module], own: set[str]) -> None:
        self.own = own
        self.claims: dict[str, Claim] = {}
        self.unresolved: set[str] = set()
        self.classless: set[tuple[str, str]] = set()
        """Public names in which griffe finds no class."""
        self.inner: dict[str, griffe.Module] = {}
        """Public names that are modules."""
        self._imports: dict[str, Bindings] = {}
        found = [module for top in tops for module in modules(top)]
        suites = {
            m.path
            for m in found
            if m.name == "test" and any(n.startswith("test_") or n == "conftest" for n in m.members)
        }
        self.public = [module for module in found if public_module(module.path, suites)]
        # `postgresql.array` is a module and, for who imports the package, a class: griffe keeps one of the two.
        self.clashing = {m.path for m in found if self._clashes(m)}
        for module in self.public:
            self._claim(module, module.path)
        # A private module that is an attribute of a public one is reached through it.
        reached = {module.path for module in self.public}
        for path, module in list(self.inner.items()):
            if module.path not in reached and module.path.partition(".")[0] in self.own:
                reached.add(module.path)
                self._claim(module, path)

    def _clashes(self, module: griffe.Module) -> bool:
        above = module.parent
        return above is not None and self._imports_of(above.module).source.get(module.name, "") == module.path

    def _exports(self, module: griffe.Module, depth: int = 0) -> set[str] | None:
        """Return what `__all__` lists, that of other modules that it is joined from included."""
        if module.exports is None:
            return None
        names = {name for name in module.exports if isinstance(name, str)}
        imports = self._imports_of(module)
        for part in module.exports:
            if isinstance(part, str):
                continue
            if imports.original.get(str(part)) != "__all__":
                names.add(str(part))
                continue
            with suppress(*ENDS):
                names |= (
                    self._exports(module.modules_collection[imports.source[str(part)]], depth + 1)
                    if depth < 20
                    else None
                ) or set()
        return names

    def _brought(self, module: griffe.Module, name: str) -> griffe.Object | griffe.Alias | None:
        """Return what a star import brings that griffe did not expand."""
        for source in self._imports_of(module).stars:
            with suppress(*ENDS):
                member = module.modules_collection[source].members.get(name)
                if member is not None:
                    return member
        return None

    def _claim(self, module: griffe.Module, path: str) -> None:
        imports = self._imports_of(module)
        exports = self._exports(module)
        for name in module.overloads:
            # In a stub, overloads have no implementation, and griffe keeps them apart.
            if name not in module.members and (name in exports if exports is not None else not name.startswith("_")):
                self._note(f"{module.path}.{name}", None, path, name)
        members = dict(module.members)
        for name in (exports or set()) - members.keys():
            brought = self._brought(module, name)
            members |= {name: brought} if brought is not None else {}
        for name, member in members.items():
            if not self._is_public(module, name, member, imports, exports):
                continue
            target = self._target(member)
            if target is None:
                if overloaded := self._overloaded(member):
                    self._note(overloaded, None, path, name)
                elif self._top(member) in sys.stdlib_module_names:
                    # griffe has not read the standard library; what passes it on by name still lists it.
                    self._note(member.target_path, None, path, name)
                else:
                    self.unresolved.add(f"{path}.{name}")
            elif target.is_module:
                if member.is_alias:
                    self.inner.setdefault(f"{path}.{name}", target)
            else:
                self._note(target.path, target, path, name)
        for name in imports.unpacked:
            if (
                "." not in name
                and name not in module.members
                and (name in exports if exports is not None else not name.startswith("_"))
            ):
                self._note(f"{module.path}.{name}", None, path, name)

    def _note(self, key: str, target: griffe.Object | None, path: str, name: str) -> None:
        self.claims.setdefault(key, Claim(target)).paths.add((path, name))
        if target is None or not target.is_class:
            self.classless.add((path, name))

    @staticmethod
    def _top(member: griffe.Object | griffe.Alias) -> str:
        """Return the top-level module that an alias leads to."""
        return str(member.target_path).partition(".")[0] if member.is_alias else ""

    @staticmethod
    def _target(member: griffe.Object | griffe.Alias) -> griffe.Object | None:
        """Follow imports, and assignments of one name to another."""
        found = member
        for _ in range(20):
            try:
                found = found.final_target if found.is_alias else found
                if not found.is_attribute or found.annotation is not None:
                    return found
                if not isinstance(found.value, griffe.ExprName | griffe.ExprAttribute):
                    return found
                following = found.modules_collection[found.value.canonical_path]
                following = following.final_target if following.is_alias else following
            except ENDS:
                return None if found.is_alias else found
            if following.is_module or following.path == found.path or (following.parent and following.parent.is_class):
                return found
            found = following
        return found

    def _overloaded(self, member: griffe.Object | griffe.Alias) -> str:
        """Return the path of what an alias leads to and griffe has no object for: bare overloads, unpacked names."""
        path = member.target_path if member.is_alias else member.path
        for _ in range(20):
            above, _, name = path.rpartition(".")
            try:
                module = member.modules_collection[above]
                module = module.final_target if module.is_alias else module
            except ENDS:
                return ""
            if name in module.overloads or (module.is_module and name in self._imports_of(module).unpacked):
                return f"{module.path}.{name}"
            inner = module.members.get(name)
            if inner is None or not inner.is_alias or inner.target_path == path:
                return ""
            path = inner.target_path
        return ""

    def _is_public(
        self,
        module: griffe.Module,
        name: str,
        member: griffe.Object | griffe.Alias,
        imports: Bindings,
        exports: set[str] | None,
    ) -> bool:
        if exports is not None:
            return name in exports
        if name.startswith("_"):
            return False
        if not member.is_alias:
            return name not in imports.typing_only and name not in imports.passing
        if name in imports.redundant:
            return True
        stub = str(module.filepath).endswith(".pyi")
        if name not in imports.source:
            if stub or not imports.stars:
                return bool(imports.stars)
            # Brought by a star: a re-export when it is of the same distribution.
            try:
                return member.final_target.path.partition(".")[0] in self.own
            except ENDS:
                return False
        source = imports.source[name]
        if name in imports.typing_only:
            return False
        if stub or not module.is_init_module:
            return False
        inside = source == module.path or source.startswith(module.path + ".")
        return inside or ("." not in module.path and source.partition(".")[0] in self.own)

    def bound(self, name: str) -> set[str]:
        """Return the ways in which any module of the distribution binds `name`, as the attributes of `Bindings`."""
        ways = ("guarded", "machine", "fallback", "unpacked")
        return {way for bindings in self._imports.values() for way in ways if name in getattr(bindings, way)}

    def names(self) -> Iterator[tuple[bool, frozenset[str]]]:
        """Yield every declaration for each name it has, under all its paths, and its members, which are marked."""
        for claim in self.claims.values():
            by_name: dict[str, set[str]] = {}
            for module, name in claim.paths:
                by_name.setdefault(name, set()).add(module)
            for name, modules_ in by_name.items():
                yield False, frozenset(f"{module}.{name}" for module in modules_)
            if claim.target is not None and claim.target.is_class:
                found: set[str] = set()
                self._members(claim.target, "", found)
                above = [f"{module}.{name}" for module, name in claim.paths]
                yield from ((True, frozenset(f"{path}{member}" for path in above)) for member in found)

    def _members(self, cls: griffe.Class, path: str, found: set[str]) -> None:
        stack = [(cls, path)]
        while stack:
            owner, at = stack.pop()
            shown: set[str] = set()
            for base in [owner, *self._private_bases(owner)]:
                for name in base.overloads:
                    if name not in shown and name not in base.members and (not name.startswith("_") or name in KEPT):
                        shown.add(name)
                        found.add(f"{at}.{name}")
                for name, member in base.members.items():
                    if name in shown or member.is_alias or (name.startswith("_") and name not in KEPT):
                        continue
                    if member.is_function and not member.lineno:
                        # The `__init__` that griffe writes for a dataclass is in no source.
                        continue
                    if member.is_attribute and "class-attribute" not in member.labels and not self._in_body(base, name):
                        continue
                    shown.add(name)
                    found.add(f"{at}.{name}")
                    if member.is_class:
                        stack.append((member, f"{at}.{name}"))

    def _in_body(self, owner: griffe.Class, name: str) -> bool:
        """Whether an attribute is annotated in the body of its class, not only assigned to `self`."""
        if "property" in owner.members[name].labels:
            return True
        module = owner.module
        within = owner.path.removeprefix(module.path + ".")
        return name in self._imports_of(module).fields.get(within, ())

    def _imports_of(self, module: griffe.Module) -> Bindings:
        if module.path not in self._imports:
            self._imports[module.path] = bindings_of(source_of(module), module.path, module.is_init_module)
        return self._imports[module.path]

    def _private_bases(self, cls: griffe.Class) -> list[griffe.Class]:
        found: list[griffe.Class] = []
        stack = [cls]
        seen = {cls.path}
        while stack:
            each = stack.pop()
            inner: list[griffe.Class] = []
            for base in each.bases:
                try:
                    path = base if isinstance(base, str) else base.canonical_path
                    target = each.modules_collection[path]
                    target = target.final_target if target.is_alias else target
                except ENDS:
                    continue
                if not target.is_class or target.path in seen:
                    continue
                seen.add(target.path)
                if target.path.partition(".")[0] == each.path.partition(".")[0] and self._private(target):
                    inner.append(target)
            found += inner
            stack.extend(reversed(inner))
        return found

    def _private(self, cls: griffe.Class) -> bool:
        outer = cls
        while outer.parent is not None and outer.parent.is_class:
            outer = outer.parent
        if outer.path.partition(".")[0] in self.own:
            return outer.path not in self.claims
        return any(part.startswith("_") for part in outer.path.split("."))
