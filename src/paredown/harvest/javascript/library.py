"""Module specifiers and promises -> modules and the values they stand for.

Everything that may be circular (a require cycle, `a.b` where `a` is defined by `b`) ends here: a value that is being
settled is nothing to itself, and chains have a greatest length.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from typing import NamedTuple

from paredown.errors import UnreadableFile
from paredown.harvest.entrypoints import package_of
from paredown.harvest.javascript.module import Module
from paredown.harvest.javascript.reader import Reader
from paredown.harvest.javascript.sealing import seal
from paredown.harvest.javascript.syntax import PATIENCE
from paredown.harvest.javascript.targets import Scripts, loose
from paredown.harvest.javascript.unfold import unfold
from paredown.harvest.javascript.values import Form, Member, Value
from paredown.harvest.package import Package
from paredown.harvest.text import Span
from paredown.names import plain

MAX_SOURCE = 24 * 1024 * 1024
"""Bytes of source that one artifact's surface may need; the largest real ones need a third of it."""
MAX_OPEN = 2 * 1024 * 1024
"""Bytes of source whose syntax trees are kept at once."""
MAX_CHAIN = 40
"""Promises that may wait for each other."""
MAX_LAYERS = 2_000
"""Values that one value may take its members from."""
COMPUTED = "exports computed at run time"
BUILT_IN = frozenset(
    (
        *("assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram"),
        *("diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module"),
        *("net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream"),
        *("string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi"),
        *("worker_threads", "zlib"),
    )
)


class Place(NamedTuple):
    """A file of a package."""

    package: Package
    path: str


class Layer(NamedTuple):
    """A value whose members count; `mixed` ones were taken over, which leaves `default` behind."""

    value: Value
    mixed: bool


class Said(NamedTuple):
    """A doc comment and the module that it is in."""

    module: Module
    doc: Span


class Settled(NamedTuple):
    """What a value is, promises kept.

    `shape` is the function or class to call, `layers` whose members it has, first found first; `known` says that
    it is not only decided at run time, `whole` the exports of the module that it is, if it is one,
    `said` the doc comment that comes first on the way to it.
    """

    shape: Value | None = None
    layers: tuple[Layer, ...] = ()
    literal: Value | None = None
    known: bool = True
    whole: Value | None = None
    instance: bool = False
    said: Said | None = None


class Library:
    """The modules that one harvest looks into, each read once, and what could not be read of them."""

    def __init__(self) -> None:
        self.unread: dict[tuple[str, str], Counter[str]] = {}
        self.packages: dict[str, Package] = {}
        self.modules: dict[tuple[str, str], Module] = {}
        self._missing: set[tuple[str, str]] = set()
        self._scripts: dict[str, Scripts] = {}
        self._places: dict[tuple[str, str, str, object], Place | None] = {}
        self._settled: dict[int, tuple[Value, Settled]] = {}
        self._settling: set[int] = set()
        self._fresh: list[Module] = []
        self._trees: dict[tuple[str, str], Module] = {}
        self._open_size = 0
        self.is_constructing = False
        """Whether instances show what their constructors set: those that a module exports as itself do."""
        self._cut = False
        self._size = 0

    def module(self, package: Package, path: str) -> Module | None:
        """Return the module at `path`, read; None when it cannot be, which is noted."""
        key = (package.artifact.purl, path)
        found = self.modules.get(key)
        if found is not None or key in self._missing:
            return found
        try:
            source = package.tree.read(path)
        except UnreadableFile as error:
            self.note(package, path, error.reason)
            self._missing.add(key)
            return None
        self._size += len(source)
        if self._size > MAX_SOURCE:
            self.note(package, path, f"lies behind {MAX_SOURCE:,} bytes of other source")
            self._missing.add(key)
            return None
        module = self.modules[key] = Module(package, path, source)
        if path.endswith(".json"):
            module.box.set("exports", Member(Value(Form.LITERAL, module)))
            return module
        self._fresh.append(module)
        module.reader = Reader(module)
        module.opened = self._keep_open
        if module.reader.read():
            self._keep_open(module)
        else:
            self.note(package, path, f"was not parsed within {PATIENCE:.0f} seconds")
        return module

    def _keep_open(self, module: Module) -> None:
        """Keep the tree of `module`, and of the others the latest that together are not too large."""
        self._trees[module.key] = module
        self._open_size += len(module.source)
        while self._open_size > MAX_OPEN and len(self._trees) > 1:
            key, oldest = next(iter(self._trees.items()))
            if oldest is module or (oldest.reader is not None and oldest.reader.is_active):
                break
            del self._trees[key]
            self._open_size -= len(oldest.source)
            seal(oldest)

    def bring_effects(self) -> None:
        """Read what the modules read so far bring in only for its effect, and add what they put into other modules."""
        while self._fresh:
            module = self._fresh.pop()
            reader = module.reader
            if reader is None:
                continue
            for effect in reader.effects:
                if effect.form is not Form.MODULE or effect.name.startswith((".", "#")):
                    self._kept(effect, again=True)
            for value in reader.modules.values():
                if value.name.startswith((".", "#")) and (value.members or value.has_prototype or value.mixed):
                    self._add_to(value)

    def _add_to(self, value: Value) -> None:
        """Give a module what another one added to it."""
        for target in self._of_module(value):
            for name, member in value.members.items():
                target.set(name, member, first=True)
            for other in value.mixed:
                target.mix(other)
            if value.has_prototype and target is not value:
                target.prototype.mix(value.prototype)

    def note(self, package: Package, path: str, why: str, count: int = 0) -> None:
        """Remember why something at `path` was not read, and how much of it where that was counted."""
        self.packages[package.artifact.purl] = package
        self.unread.setdefault((package.artifact.purl, path), Counter())[why] += count

    def settle(self, value: Value) -> Settled:
        """Return what `value` is."""
        kept = self._settled.get(id(value))
        if kept is not None:
            return kept[1]
        if value.form is Form.FUNCTION and not value.mixed and not value.handed:
            return Settled(value, (Layer(value, False),), said=Said(value.module, value.doc) if value.doc else None)
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

    def _layers(self, value: Value) -> Settled:
        shape: Value | None = None
        literal: Value | None = None
        whole: Value | None = None
        layers: list[Layer] = []
        said: Said | None = None
        known, instance = True, False
        seen: set[int] = set()
        stack = [(value, False)]
        while stack:
            top, mixed = stack.pop()
            if id(top) in seen:
                continue
            seen.add(id(top))
            if len(seen) > MAX_LAYERS:
                known = False
                break
            form = top.form
            if top.doc is not None and said is None and not mixed:
                said = Said(top.module, top.doc)
            if top.handed:
                self._run_handed(top)
            if form in (Form.OBJECT, Form.FUNCTION, Form.CLASS):
                if top.module.reader is not None:
                    unfold(top, top.module.reader)
                layers.append(Layer(top, mixed))
                if form is not Form.OBJECT and not mixed:
                    shape = shape or top
            elif top.members or top.computed:
                layers.append(Layer(top, mixed))
            if form is Form.LITERAL and not mixed:
                literal = literal or top
            stack.extend((other, True) for other in reversed(top.mixed))
            if form in (Form.OBJECT, Form.FUNCTION, Form.CLASS, Form.LITERAL, Form.ABSENT):
                continue
            kept = self._kept(top)
            if form is Form.MEMBER and said is None and not mixed and top.of is not None:
                said = self._said(top.of, top.name)
            if not kept and mixed:
                self._not_known(top)
            elif not kept:
                known = False
            elif form is Form.MODULE and not mixed:
                whole = whole or kept[0]
            instance = instance or (form is Form.INSTANCE and not mixed and bool(kept))
            stack.extend((other, mixed) for other in reversed(kept))
        return Settled(shape, tuple(layers), literal, known, whole, instance, said)

    def _said(self, of: Value, name: str) -> Said | None:
        """Return the doc comment of an export or property itself."""
        found = self.find(of, name)
        written = found.written if found is not None else None
        return Said(written.module, written.doc) if written is not None and written.doc is not None else None

    def _run_handed(self, value: Value) -> None:
        """Read the functions of other files that `value` was handed to."""
        calls, value.handed = value.handed, ()
        for call in calls:
            self._kept(call, again=True)

    def _not_known(self, value: Value) -> None:
        """Note that names are taken over from what only exists at run time; a missing module is noted already."""
        if value.form is not Form.MODULE or is_built_in(value.name):
            self.note(value.module.package, value.module.path, COMPUTED)

    def _kept(self, value: Value, *, again: bool = False) -> tuple[Value, ...]:
        """Return the values that a promise stands for, nothing when they only exist at run time."""
        form, of, reader = value.form, value.of, value.module.reader
        if form is Form.CHOICE:
            return value.choices
        if form is Form.MODULE:
            return self._of_module(value)
        if form is Form.LATER and reader is not None:
            return (reader.look_up(value),)
        if of is None:
            return ()
        if form is Form.MEMBER:
            found = self.find(of, value.name)
            return (found.value,) if found is not None else ()
        shape = self.settle(of).shape
        reader = shape.module.reader if shape is not None else None
        if shape is None or reader is None:
            return ()
        if form is Form.INSTANCE:
            if self.is_constructing:
                reader.construct(shape)
            return (shape.prototype,)
        ours = shape.module.package.artifact.purl == value.module.package.artifact.purl
        if form is not Form.CALL or not ours:
            return ()
        return (reader.enter(shape, value.arguments, value.receiver, again=again),)

    def _of_module(self, value: Value) -> tuple[Value, ...]:
        place = self.place(value)
        module = self.module(place.package, place.path) if place is not None else None
        return (module.exports,) if module is not None else ()

    def place(self, value: Value) -> Place | None:
        """Return the file that a module's specifier means where it is written; None is noted with its reason."""
        here, specifier = value.module, value.name
        folder = posixpath.dirname(here.path)
        key = (here.package.artifact.purl, folder, specifier, value.how)
        if key not in self._places:
            found = self._locate(here.package, folder, value)
            self._places[key] = found if isinstance(found, Place) else None
            if isinstance(found, str) and found:
                self.note(here.package, here.path, found)
        return self._places[key]

    def _locate(self, package: Package, folder: str, value: Value) -> Place | str:
        """Return the file, or why there is none; a module built into the runtime is no gap of the package."""
        specifier = value.name
        if specifier.startswith(("./", "../")) or specifier in (".", ".."):
            path = posixpath.normpath(posixpath.join(folder, specifier))
            if path.startswith("..") or "\0" in path or "\\" in path:
                return "re-exports what lies outside its package"
            found = loose(package.tree, path)
            return Place(package, found) if found else "re-exports a file that is not there"
        if specifier.startswith("#"):
            found = self._scripts_of(package).find(specifier, value.how)
            return Place(package, found) if found else "re-exports a private module that is not there"
        name = package_of(specifier)
        if is_built_in(specifier):
            return ""
        other = package if name == package.artifact.name else package.near(name)
        if other is None:
            return f"re-exports {plain(name)[:80]}, which the graph does not have"
        found = self._scripts_of(other).find("." + specifier[len(name) :], value.how)
        return Place(other, found) if found else f"re-exports a module of {plain(name)[:80]} that is not there"

    def _scripts_of(self, package: Package) -> Scripts:
        purl = package.artifact.purl
        if purl not in self._scripts:
            self._scripts[purl] = Scripts(package.tree)
        return self._scripts[purl]


def is_built_in(specifier: str) -> bool:
    """Whether `specifier` means a module of the runtime."""
    return specifier.startswith("node:") or specifier.partition("/")[0] in BUILT_IN
