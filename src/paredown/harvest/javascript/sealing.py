"""A module that was read -> the same module without its syntax tree.

A tree takes some twenty times the bytes of its source. Before it goes, what the surface is likely to ask of the
module's exports is looked up and kept on their values; whatever else is asked parses the module again.
"""

from __future__ import annotations

from typing import NamedTuple

from paredown.harvest.javascript.module import Module
from paredown.harvest.javascript.unfold import unfold
from paredown.harvest.javascript.values import Form, Value

MAX_LEVEL = 3
"""Members of members of exports."""


class _Reached(NamedTuple):
    """A value on the way from the exports, and how many names lead to it."""

    value: Value
    level: int


def seal(module: Module) -> None:
    """Keep what is needed of the values that `module` exports, and let its tree go."""
    stack = [_Reached(module.exports, 0)]
    seen: set[int] = set()
    while stack:
        value, level = stack.pop()
        if value.module is not module or id(value) in seen:
            continue
        seen.add(id(value))
        _keep(value, module)
        stack.extend(_Reached(other, level) for other in _beside(value))
        if level < MAX_LEVEL:
            stack.extend(_Reached(member.value, level + 1) for member in value.members.values())
            if value.has_prototype:
                stack.append(_Reached(value.prototype, level))
    module.shut()


def _keep(value: Value, module: Module) -> None:
    reader, form = module.reader, value.form
    if reader is None:
        return
    if form in (Form.OBJECT, Form.CLASS):
        unfold(value, reader)
    if form in (Form.FUNCTION, Form.CLASS, Form.LITERAL):
        _ = value.head
    elif form is Form.LATER:
        reader.look_up(value)
    elif form is Form.CALL and value.of is not None and value.of.form is Form.FUNCTION and value.of.module is module:
        reader.enter(value.of, value.arguments, value.receiver)


def _beside(value: Value) -> list[Value]:
    """Return the values that are asked under the same name."""
    others = [*value.mixed, *value.choices]
    of = value.of
    if value.result is not None and value.form is Form.LATER:
        others.append(value.result)
    if of is not None and value.form in (Form.MEMBER, Form.INSTANCE):
        found = of.members.get(value.name)
        others.append(found.value if found is not None else of)
    elif of is not None and value.form is Form.CALL and of.result is not None:
        others.append(of.result)
    return others
