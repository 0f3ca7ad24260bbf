"""The expressions that build `__all__`, and the tables of lazy modules -> the names and modules they hold.

Nothing is evaluated: literals are read, references to other lists are kept for later, and everything else makes the
list *computed*.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.python import grammar as g
from paredown.harvest.python.facts import Lazy, Listing
from paredown.harvest.python.literals import literal_text

WRAPPERS = frozenset({b"list", b"tuple", b"set", b"sorted", b"frozenset"})
METHODS = frozenset({b"keys", b"copy"})
MAX_STEPS = 1_000_000


class Read(NamedTuple):
    """The steps that were read, and whether a part could not be."""

    steps: tuple[Listing, ...]
    computed: bool


def read_list(node: Node, source: bytes, local: Callable[[bytes], Node | None]) -> Read:
    """Return the names in `node`; `local(name)` is the value of another variable of the module, if it has one."""
    steps: list[Listing] = []
    names: list[str] = []
    computed = False
    seen: set[bytes] = set()
    stack = [node]

    def flush() -> None:
        if names:
            steps.append(Listing(added=tuple(names)))
            names.clear()

    while stack:
        top = stack.pop()
        kind = top.kind_id
        if kind in g.STRINGS:
            text = literal_text(top, source)
            computed = computed or text is None
            names.append(text or "")
        elif kind in g.SEQUENCES or kind in (g.PARENTHESIZED, g.SPLAT, g.DICTIONARY):
            stack.extend(reversed(top.named_children))
        elif kind == g.PAIR:
            stack.append(top.named_children[0])
        elif kind == g.BINARY and top.child(1).type in "+|":
            stack.extend(reversed(top.named_children))
        elif kind == g.CALL:
            inner = _unwrapped(top, source)
            computed = computed or inner is None
            stack.extend(reversed(inner or []))
        elif kind in (g.IDENTIFIER, g.ATTRIBUTE):
            name = source[top.start_byte : top.end_byte]
            value = None
            if name not in seen:
                value = local(name) if kind == g.IDENTIFIER else _argument(name, source, local)
            seen.add(name)
            if value is not None:
                stack.append(value)
            else:
                flush()
                steps.append(Listing(other=name.decode("utf-8", "replace")))
        elif kind not in g.COMMENTS:
            computed = True
    flush()
    return Read(tuple(steps), computed)


def _argument(dotted: bytes, source: bytes, local: Callable[[bytes], Node | None]) -> Node | None:
    """Return what `x.y` is where `x = call(y=…)`: so lists the code that Google generates from protocol buffers."""
    head, _, attribute = dotted.partition(b".")
    call = local(head)
    if call is None or call.kind_id != g.CALL:
        return None
    for argument in call.children[-1].named_children:
        if argument.kind_id == g.KEYWORD_ARGUMENT:
            name, value = argument.named_children[0], argument.named_children[-1]
            if source[name.start_byte : name.end_byte] == attribute:
                return value
    return None


def _unwrapped(call: Node, source: bytes) -> list[Node] | None:
    """Return what `list(x)`, `sorted(x)` or `x.keys()` is made of, or None for any other call."""
    function = call.child_by_field_name("function")
    arguments = call.child_by_field_name("arguments")
    if function is None or arguments is None:
        return None
    if function.kind_id == g.IDENTIFIER and source[function.start_byte : function.end_byte] in WRAPPERS:
        return arguments.named_children[:1]
    if function.kind_id == g.ATTRIBUTE:
        thing, name = function.named_children[0], function.named_children[-1]
        if source[name.start_byte : name.end_byte] in METHODS:
            return [thing]
    return None


def read_lazy(dictionary: Node, source: bytes) -> list[Lazy]:
    """Return the lines of a dictionary from strings to strings, or to lists or tuples with strings in them."""
    found: list[Lazy] = []
    for pair in dictionary.named_children:
        if pair.kind_id != g.PAIR:
            continue
        key, value = pair.named_children[0], pair.named_children[-1]
        if key.kind_id in g.STRINGS and (line := lazy_line(literal_text(key, source), value, source)):
            found.append(line)
    return found


def lazy_line(key: str | None, value: Node, source: bytes) -> Lazy | None:
    """Return one line of a lazy table, or None when it is none."""
    parts = [value] if value.kind_id in g.STRINGS else value.named_children if value.kind_id in g.SEQUENCES else []
    texts = tuple(text for part in parts if part.kind_id in g.STRINGS and (text := literal_text(part, source)))
    return Lazy(key, texts) if key and texts else None
