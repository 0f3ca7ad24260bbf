"""An exported name of a module -> the declarations it means, through any number of re-exports."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeVar

from paredown.harvest.typescript.draft import ASSIGNED, DEFAULT, MODULE, Alias, Draft
from paredown.harvest.typescript.heritage import bases
from paredown.harvest.typescript.modules import Modules
from paredown.harvest.typescript.space import NOTHING, Binding, Found, Part, Space
from paredown.model import Kind

TYPE_NAME = re.compile(r": ?([\w$]+(?:\.[\w$]+)*)(?:<.*>)?$")
"""The type of a variable when it is a name, with or without arguments."""
TYPED = frozenset({Kind.INTERFACE, Kind.CLASS, Kind.TYPE})
VALUES = frozenset({Kind.CONSTANT, Kind.VARIABLE, Kind.PROPERTY})
MAX_STRAIGHT = 50
"""Re-exports in a row that are followed at once; longer threads are walked with a memory for cycles."""
MAX_DEPTH = 40
"""Look-ups that may wait for one another; libraries need three."""
MAX_BASES = 200
"""Types that one type may inherit from."""

T = TypeVar("T")


class _Step(NamedTuple):
    """One look-up: of a name that `space` exports, or that is known in `part`; `rest` of a dotted name follows."""

    space: Space | None
    part: Part | None
    name: str
    rest: tuple[str, ...] = ()


class Resolver:
    """Looks names up; every answer is kept."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._namespaces: dict[tuple[int, ...], Space] = {}
        self._depth = 0
        self._typed: dict[frozenset[int], list[Found]] = {}
        self._inherited: dict[frozenset[int], list[Found]] = {}

    def names(self, space: Space) -> dict[str, list[Space]]:
        """Return the names that `space` exports, each with the spaces that it may come from by `export *`."""
        if space.table is None:
            if self._depth >= MAX_DEPTH:
                return self._too_deep({})
            self._depth += 1
            try:
                self._list(space)
            finally:
                self._depth -= 1
        return space.table or {}

    def _too_deep(self, answer: T) -> T:
        self._modules.own.refuse("", "some of its exports lead through too many other modules")
        return answer

    def _list(self, space: Space) -> None:
        table: dict[str, list[Space]] = {}
        space.table = table  # a module that asks for itself meanwhile sees what is known so far
        own = self._own(space)
        for name in own:
            table[name] = [space]
        seen = {id(space)}
        queue = list(self._stars(space))
        for star in queue:
            if id(star) in seen:
                continue
            seen.add(id(star))
            for name in self._own(star):
                if name not in own and name not in (DEFAULT, ASSIGNED):
                    table.setdefault(name, []).append(star)
            queue.extend(self._stars(star))

    def resolve(self, space: Space, name: str) -> Binding:
        """Return what the exported `name` of `space` means; nothing when it is ambiguous or leads nowhere."""
        known = space.bindings.get(name)
        if known is None:
            known = self._straight(space, name)
        if known is None:
            space.bindings[name] = NOTHING  # ends cycles
            known = space.bindings[name] = self._follow(_Step(space, None, name))
        return known

    def _straight(self, space: Space, name: str) -> Binding | None:
        """Return what `name` means when one thread leads there, as it does for most; None to look closer."""
        for _ in range(MAX_STRAIGHT):
            if len(space.parts) != 1:
                return None
            part = space.parts[0]
            aliases = part.scope.opens(name)
            if not aliases:
                owners = space.table.get(name, ()) if space.table is not None else ()
                if len(owners) != 1 or owners[0] is space:
                    return None
                space = owners[0]
                continue
            if len(aliases) > 1:
                return None
            alias = aliases[0]
            if not alias.source:
                apart = part.scope.apart.get(name) if alias.name == name else None
                declared = apart or part.scope.declared.get(alias.name)
                if declared:
                    return Binding(tuple([Found(draft, part) for draft in declared]), ())
                imported = part.scope.imports.get(alias.name)
                if imported is None or not imported.source:
                    return None
                alias = imported
            if alias.name in (MODULE, ASSIGNED):
                return None
            target = self._modules.target(part.file, alias.source)
            if target is None:
                return NOTHING
            if alias.name == DEFAULT and not target.parts[0].scope.opens(DEFAULT):
                return None
            space, name = target, alias.name
        return None

    def namespace(self, binding: Binding) -> Space | None:
        """Return the space of what the namespaces among `binding` hold, or of the module that it is."""
        inner = [f for f in binding.found if f.draft.inner is not None] if binding.found else ()
        if not inner:
            return binding.spaces[0] if binding.spaces else None
        key = tuple(id(f.draft) for f in inner)
        if key not in self._namespaces:
            space = self._namespaces[key] = Space()
            for draft, part in inner:
                assert draft.inner is not None
                space.add(draft.inner, part.file, part)
        return self._namespaces[key]

    def assigned(self, space: Space) -> Binding:
        """Return what `export = x` gives, nothing where the module has no such export."""
        return self.resolve(space, ASSIGNED) if any(ASSIGNED in p.scope.exported for p in space.parts) else NOTHING

    def inherited_members(self, binding: Binding) -> list[Found]:
        """Return the members that the types of `typed_members` inherit, the nearest first."""
        if not self.typed_members(binding):
            return []
        key = binding.identity()
        if key in self._inherited:
            return self._inherited[key]
        members = self._inherited[key] = []
        seen: set[int] = set()
        queue = [typed for found in binding.found for typed in self._types(found)]
        for typed in queue:
            if id(typed.draft) in seen or len(seen) > MAX_BASES:
                continue
            seen.add(id(typed.draft))
            for name in bases(typed.draft.rest):
                for base in self._local(typed.part, name).found:
                    queue.append(base)
                    members.extend(Found(m, base.part) for m in base.draft.members if _is_reachable(m))
        return members

    def _types(self, found: Found) -> list[Found]:
        """Return the types that a variable has by name."""
        match = TYPE_NAME.search(found.draft.rest) if found.draft.kind in VALUES else None
        typed = self._local(found.part, match[1]).found if match else ()
        return [each for each in typed if each.draft.kind in TYPED]

    def typed_members(self, binding: Binding) -> list[Found]:
        """Return the members of the types that a variable among `binding` has by name."""
        if not binding.found:
            return []
        key = binding.identity()
        members = self._typed.get(key)
        if members is not None:
            return members
        members = self._typed[key] = []
        for found in binding.found:
            for typed in self._types(found):
                members.extend(Found(m, typed.part) for m in typed.draft.members if _is_reachable(m))
        return members

    def _own(self, space: Space) -> dict[str, None]:
        """Return the names that `space` exports by itself, without what comes by `export *`."""
        if space.own is not None:
            return space.own
        own = dict.fromkeys(name for part in space.parts for name in part.scope.names())
        binding = self.assigned(space)
        if binding is not NOTHING:
            inner = self.namespace(binding)
            if inner is not None and inner is not space:
                own.update((name, None) for name in self.names(inner) if name != ASSIGNED)
            for found in (*self.typed_members(binding), *self.inherited_members(binding)):
                own[found.draft.name] = None
        space.own = own
        return own

    def _stars(self, space: Space) -> list[Space]:
        if space.stars is None:
            found = [self._modules.target(part.file, s) for part in space.parts for s in part.scope.stars]
            space.stars = [star for star in found if star is not None]
        return space.stars

    def _local(self, part: Part, name: str) -> Binding:
        first, *rest = name.split(".")
        return self._follow(_Step(None, part, first, tuple(rest)))

    def _follow(self, first: _Step) -> Binding:
        if self._depth >= MAX_DEPTH:
            return self._too_deep(NOTHING)
        self._depth += 1
        try:
            return self._walk(first)
        finally:
            self._depth -= 1

    def _walk(self, first: _Step) -> Binding:
        found: dict[int, Found] = {}
        spaces: dict[int, Space] = {}
        seen: set[tuple[int, int, str, tuple[str, ...]]] = set()
        work = [first]
        while work:
            step = work.pop()
            key = (id(step.space), id(step.part), step.name, step.rest)
            if key in seen:
                continue
            seen.add(key)
            binding, steps = self._exported(step) if step.space is not None else self._known(step)
            work.extend(reversed(steps))
            if step.rest:
                inner = self.namespace(binding)
                if inner is not None:
                    work.append(_Step(inner, None, step.rest[0], step.rest[1:]))
                continue
            found.update((id(f.draft), f) for f in binding.found)
            spaces.update((id(s), s) for s in binding.spaces)
        return Binding(tuple(found.values()), tuple(spaces.values()))

    def _exported(self, step: _Step) -> _Answer:
        space = step.space
        assert space is not None
        if step.name == MODULE:
            whole = self.assigned(space)
            is_named = any(found.draft.kind not in VALUES for found in whole.found)
            return _Answer(whole if is_named else Binding((), (space,)), [])
        answer = self._opened(space, step)
        if answer is not None:
            return answer
        owners = self.names(space).get(step.name, ())
        if len(owners) > 1:
            return _Answer(self._one_of(space, step.name), [])
        if not owners or owners[0] is space:
            return self._of_assigned(space, step)
        return self._opened(owners[0], step) or self._of_assigned(owners[0], step)

    def _opened(self, space: Space, step: _Step) -> _Answer | None:
        """Follow what the statements of `space` themselves export under a name."""
        steps = [
            _step(part, alias, step.rest, self._modules)
            for part in space.parts
            for alias in part.scope.opens(step.name)
        ]
        return _Answer(NOTHING, [s for s in steps if s is not None]) if steps else None

    def _of_assigned(self, owner: Space, step: _Step) -> _Answer:
        """Look a name up in what `owner` exports as a whole."""
        binding = self.assigned(owner)
        known = (self.typed_members(binding), self.inherited_members(binding))
        named = ([f for f in members if f.draft.name == step.name] for members in known)
        members = tuple(next(filter(None, named), ()))
        inner = self.namespace(binding)
        steps = [_Step(inner, None, step.name, step.rest)] if inner not in (None, owner) else []
        return _Answer(Binding(members), steps)

    def _known(self, step: _Step) -> _Answer:
        """Look a name up as it is known inside a part: declared there, imported, or known around it."""
        part = step.part
        while part is not None:
            here = [Found(d, part) for d in part.scope.declared.get(step.name, ())]
            alias = None if here else part.scope.imports.get(step.name)
            if alias is not None:
                after = _step(part, alias, step.rest, self._modules)
                return NO_ANSWER if after is None else _Answer(NOTHING, [after])
            for other in part.space.openers(step.name):
                if other is not part:
                    here.extend(Found(d, other) for d in other.scope.declared.get(step.name, ()))
            if here:
                return _Answer(Binding(tuple(here)), [])
            part = part.outer
        return _Answer(NOTHING, [_Step(self._modules.globals, None, step.name, step.rest)])

    def _one_of(self, space: Space, name: str) -> Binding:
        """Return what a name means that comes by several `export *`: nothing unless all mean the same."""
        bindings = [self.resolve(owner, name) for owner in self._reached(space, name)]
        bindings = [b for b in bindings if b.found or b.spaces]
        return bindings[0] if bindings and all(b.same(bindings[0]) for b in bindings) else NOTHING

    def _reached(self, space: Space, name: str) -> list[Space]:
        """Return the spaces that own `name` and that no nearer owner on the way hides."""
        owners: list[Space] = []
        seen = {id(space)}
        stack = list(reversed(self._stars(space)))
        while stack:
            top = stack.pop()
            if id(top) in seen:
                continue
            seen.add(id(top))
            if name in self._own(top):
                owners.append(top)
            else:
                stack.extend(reversed(self._stars(top)))
        return owners


class _Answer(NamedTuple):
    binding: Binding
    steps: list[_Step]


NO_ANSWER = _Answer(NOTHING, [])


def _step(part: Part, alias: Alias, rest: tuple[str, ...], modules: Modules) -> _Step | None:
    """Return the look-up that `alias` asks for, None when its module is missing."""
    if not alias.source:
        first, *more = alias.name.split(".")
        return _Step(None, part, first, (*more, *rest))
    target = modules.target(part.file, alias.source)
    return None if target is None else _Step(target, None, _as_asked(target, alias.name), rest)


def _as_asked(target: Space, name: str) -> str:
    """Return the name that an import gets: with `export =` and ES modules mixed, each stands for the other."""
    if name not in (ASSIGNED, DEFAULT):
        return name
    opened = {n for n in (ASSIGNED, DEFAULT) if any(part.scope.opens(n) for part in target.parts)}
    if name in opened or (name == DEFAULT and not opened):
        return name
    return MODULE if name == ASSIGNED else ASSIGNED


def _is_reachable(member: Draft) -> bool:
    """Whether an object of the type has `member` under a name that an import can ask for."""
    if member.kind is Kind.CONSTRUCTOR or member.lead.startswith("static "):
        return False
    return member.name.replace("$", "_").isidentifier()
