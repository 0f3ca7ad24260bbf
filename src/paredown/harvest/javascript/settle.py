"""Promises -> the values they stand for, across modules.

Everything that may be circular (a require cycle, `a.b` where `a` is defined by `b`) ends here: a value that is being
settled is nothing to itself, and chains have a greatest length.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from paredown.harvest.javascript.library import COMPUTED, Library
from paredown.harvest.javascript.locate import is_built_in, is_ours, lies_here
from paredown.harvest.javascript.module import Module
from paredown.harvest.javascript.unfold import unfold
from paredown.harvest.javascript.values import Form, Member, Value, Written
from paredown.harvest.text import Span

MAX_CHAIN = 40
"""Promises that may wait for each other."""
MAX_LAYERS = 2_000
"""Values that one value may take its members from."""
CONCRETE = (Form.OBJECT, Form.FUNCTION, Form.CLASS)


class Layer(NamedTuple):
    """A value whose members count; `mixed` ones were taken over, which leaves `default` behind."""

    value: Value
    mixed: bool


class Said(NamedTuple):
    """A doc comment and the module that it is in."""

    module: Module
    doc: Span


@dataclass(slots=True)
class Settled:
    """What a value is, promises kept.

    `shape` is the function or class to call, `layers` whose members it has, first found first; `known` says that
    it is not only decided at run time, `whole` the exports of the module that it is, if it is one, `said` the doc
    comment that comes first on the way to it, `written` where the last name on that way is written.
    """

    shape: Value | None = None
    layers: list[Layer] = field(default_factory=list)
    literal: Value | None = None
    known: bool = True
    whole: Value | None = None
    instance: bool = False
    said: Said | None = None
    written: Written | None = None


class Settler:
    """Settles values, each once. With `is_constructing`, instances have what their constructors set."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.is_constructing = False
        self._settled: dict[int, tuple[Value, Settled]] = {}
        self._settling: set[int] = set()
        self._cut = False

    def settle(self, value: Value) -> Settled:
        """Return what `value` is."""
        kept = self._settled.get(id(value))
        if kept is not None:
            return kept[1]
        if value.form is Form.FUNCTION and not value.mixed and not value.handed:
            return Settled(value, [Layer(value, False)], said=Said(value.module, value.doc) if value.doc else None)
        if id(value) in self._settling or len(self._settling) > MAX_CHAIN:
            self._cut = True
            return Settled()
        before, self._cut = self._cut, False
        self._settling.add(id(value))
        settled = self._layers(value)
        self._settling.discard(id(value))
        if not self._cut or not self._settling:
            self._settled[id(value)] = (value, settled)
        self._cut = self._cut or before
        return settled

    def root(self, value: Value) -> Settled:
        """Return what a module is; an instance that it is has what its constructor sets."""
        self.is_constructing = True
        settled = self.settle(value)
        self.is_constructing = False
        return settled

    def find(self, of: Value, name: str) -> Member | None:
        """Return the member `name` of `of`, None when nothing says that there is one."""
        settled = self.settle(of)
        for layer in settled.layers:
            member = layer.value.members.get(name)
            if member is not None and not (layer.mixed and name == "default"):
                return member
        whole = settled.whole
        # Importing the default of a CommonJS module gives what it exports.
        return Member(whole) if name == "default" and whole is not None and not whole.module.is_esm else None

    def bring_effects(self) -> None:
        """Read what the modules read so far bring in only for its effect, and add what they put into other modules."""
        fresh = self.library.fresh
        while fresh:
            reader = fresh.pop().reader
            if reader is None:
                continue
            for effect in reader.effects:
                if effect.form is not Form.MODULE or is_ours(effect.name):
                    self._kept(effect, again=True)
            for value in reader.modules.values():
                if is_ours(value.name) and (value.members or value.has_prototype or value.mixed):
                    self._add_to(value)

    def _add_to(self, value: Value) -> None:
        """Give a module what another one added to it."""
        module = self.library.meant(value)
        if module is None:
            return
        target = module.exports
        for name, member in value.members.items():
            target.set(name, member, first=True)
        for other in value.mixed:
            target.mix(other)
        if value.has_prototype and target is not value:
            target.prototype.mix(value.prototype)

    def _layers(self, value: Value) -> Settled:
        """Walk from `value` along everything it stands for; `mixed` values only lend their members."""
        settled = Settled()
        seen: set[int] = set()
        stack = [Layer(value, False)]
        while stack:
            layer = stack.pop()
            top, mixed = layer
            if id(top) in seen:
                continue
            seen.add(id(top))
            if len(seen) > MAX_LAYERS:
                why = f"takes over names from more than {MAX_LAYERS:,} places"
                self.library.note(value.module.package, value.module.path, why)
                break
            if top.handed:
                self._run_handed(top)
            if top.form in CONCRETE:
                if top.module.reader is not None:
                    unfold(top, top.module.reader)
                settled.layers.append(layer)
            elif top.members or top.computed:
                settled.layers.append(layer)
            stack.extend(Layer(other, True) for other in reversed(top.mixed))
            if not mixed:
                _describe(settled, top)
            if top.form <= Form.LITERAL or top.form is Form.ABSENT:
                continue
            if top.form is Form.MEMBER and top.of is not None:
                found = self.find(top.of, top.name)
                kept: tuple[Value, ...] = (found.value,) if found is not None else ()
                if found is not None and not mixed:
                    _pass_on(settled, found)
            else:
                kept = self._kept(top)
            stack.extend(Layer(other, mixed) for other in reversed(kept))
            if not mixed:
                _lead(settled, top, kept)
            elif not kept and (top.form is not Form.MODULE or is_built_in(top.name)):
                # A module that is missing has been noted already.
                self.library.note(top.module.package, top.module.path, COMPUTED)
        return settled

    def _run_handed(self, value: Value) -> None:
        """Read the functions that `value` was handed to."""
        calls, value.handed = value.handed, ()
        for call in calls:
            self._kept(call, again=True)

    def _kept(self, value: Value, *, again: bool = False) -> tuple[Value, ...]:
        """Return the values that a promise stands for, nothing when they only exist at run time."""
        form, of, reader = value.form, value.of, value.module.reader
        if form is Form.CHOICE:
            return value.choices
        if form is Form.MODULE:
            module = self.library.meant(value)
            return (module.exports,) if module is not None else ()
        if form is Form.LATER and reader is not None:
            return (reader.look_up(value),)
        if of is None:
            return ()
        if form is Form.MEMBER:
            found = self.find(of, value.name)
            return (found.value,) if found is not None else ()
        return self._made(value, of, again)

    def _made(self, value: Value, of: Value, again: bool) -> tuple[Value, ...]:
        """Return what an instance or a call gives; only of what lies in the same package."""
        if not lies_here(of):
            return ()
        shape = self.settle(of).shape
        reader = shape.module.reader if shape is not None else None
        if shape is None or reader is None or shape.module.package.artifact.purl != value.module.package.artifact.purl:
            return ()
        if value.form is Form.INSTANCE:
            if self.is_constructing:
                reader.construct(shape)
            return (shape.prototype,)
        if value.form is not Form.CALL:
            return ()
        return (reader.enter(shape, value.arguments, value.receiver, again=again),)


def _describe(settled: Settled, top: Value) -> None:
    """Describe by a value what is that value."""
    if settled.said is None and top.doc is not None:
        settled.said = Said(top.module, top.doc)
    if top.form is Form.FUNCTION or top.form is Form.CLASS:
        settled.shape = settled.shape or top
    elif top.form is Form.LITERAL:
        settled.literal = settled.literal or top


def _pass_on(settled: Settled, found: Member) -> None:
    """Describe by an export or property what has its name."""
    written = found.written
    if written is not None:
        settled.written = written
        if settled.said is None and written.doc is not None:
            settled.said = Said(written.module, written.doc)


def _lead(settled: Settled, top: Value, kept: tuple[Value, ...]) -> None:
    """Describe by a promise what keeps it."""
    if not kept:
        settled.known = False
    elif top.form is Form.MODULE:
        settled.whole = settled.whole or kept[0]
    elif top.form is Form.INSTANCE:
        settled.instance = True
