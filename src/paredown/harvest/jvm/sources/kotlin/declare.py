"""The node of a Kotlin function, property, constructor or type alias -> the `Declaration` that metadata would hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from ast_grep_py import SgNode

from paredown.harvest.jvm.kotlin import flags as bits
from paredown.harvest.jvm.kotlin.declarations import NOTHING, Declaration, Parameter, Sort
from paredown.harvest.jvm.kotlin.generics import NO_GENERICS, Generics
from paredown.harvest.jvm.kotlin.types import Type
from paredown.harvest.jvm.names import MAX_LISTED, quoted
from paredown.harvest.jvm.sources.kotlin.spelling import COMMENTS, Modifiers, bare, modifiers, spelled

VISIBILITIES: Final = {
    "public": bits.PUBLIC,
    "protected": bits.PROTECTED,
    "internal": bits.INTERNAL,
    "private": bits.PRIVATE,
}
FUNCTION_BITS: Final = {
    "operator": bits.OPERATOR,
    "infix": bits.INFIX,
    "inline": bits.INLINE,
    "suspend": bits.SUSPEND,
}
ENDS_TYPE: Final = frozenset(
    {"type_constraints", "function_body", "=", "getter", "setter", "property_delegate", "constructor_delegation_call"}
)
UNKNOWN: Final = "…"
"""The type of what its source leaves to the compiler to find out."""
LITERALS: Final = {
    "string_literal": "String",
    "multiline_string_literal": "String",
    "line_string_literal": "String",
    "integer_literal": "Int",
    "hex_literal": "Int",
    "bin_literal": "Int",
    "long_literal": "Long",
    "boolean_literal": "Boolean",
    "character_literal": "Char",
}
MISREAD: Final = re.compile(r"(?:internal|private|protected)\s+set\b")
BUILT: Final = re.compile(r"((?:[A-Z]\w*\.)*[A-Z]\w*(?:<[^()<>]*>)?)\(")


class Setting(NamedTuple):
    """What is around a declaration: whether it is an interface, and the type parameters that it sees."""

    interface: bool
    variables: frozenset[str]


def named(nodes: Sequence[SgNode], kind: str) -> SgNode | None:
    """Return the first node of a kind."""
    return next((node for node in nodes if node.kind() == kind), None)


def after(nodes: Sequence[SgNode], mark: str, ends: Collection[str] = ENDS_TYPE) -> list[SgNode]:
    """Return the nodes after the token `mark`, up to the first of `ends`."""
    found: list[SgNode] = []
    begun = False
    for node in nodes:
        kind = node.kind()
        if begun:
            if kind in ends:
                break
            found.append(node)
        elif kind == mark:
            begun = True
    return found


def generics(nodes: Sequence[SgNode]) -> tuple[Generics, frozenset[str]]:
    """Return the type parameters among a declaration's children, and their names."""
    listed = named(nodes, "type_parameters")
    if listed is None:
        return NO_GENERICS, frozenset()
    words: dict[str, str] = {}
    bounds: dict[str, list[str]] = {}
    for child in listed.children():
        if child.kind() == "type_parameter":
            parts = child.children()
            before = named(parts, "type_parameter_modifiers")
            name = next((quoted(bare(part.text())) for part in parts if part.kind() == "type_identifier"), "")
            words[name] = f"{spelled(before.children())} ".lstrip() if before else ""
            bound = spelled(after(parts, ":"))
            bounds[name] = [bound] if bound else []
    clause = named(nodes, "type_constraints")
    for child in clause.children() if clause else ():
        if child.kind() == "type_constraint":
            parts = child.children()
            name = next((part.text() for part in parts if part.kind() == "type_identifier"), "")
            bounds.setdefault(name, []).append(spelled(after(parts, ":")))
    # As in metadata: one bound stands with its variable, several stand in the clause.
    single = [f"{words[name]}{name}{f' : {bounds[name][0]}' if len(bounds[name]) == 1 else ''}" for name in words]
    several = [f"{name} : {bound}" for name, found in bounds.items() if len(found) > 1 for bound in found]
    text = f"<{', '.join(single[:MAX_LISTED])}>"
    tail = f" where {', '.join(several[:MAX_LISTED])}" if several else ""
    return Generics(text, tail, any(word.startswith("reified ") for word in words.values())), frozenset(words)


def parameters(node: SgNode | None) -> tuple[Parameter, ...]:
    """Return the value parameters in the brackets of a function or a constructor."""
    found: list[Parameter] = []
    words = ""
    default = False
    for child in node.children()[: 6 * MAX_LISTED] if node else ():
        kind = child.kind()
        if kind == "parameter_modifiers":
            words = child.text()
        elif kind == "=":
            default = True
        elif default:
            found[-1:] = [one._replace(default=True) for one in found[-1:]]
            default = False
        elif kind in ("parameter", "class_parameter"):
            found.append(_parameter(child, "vararg" in words.split()))
            words = ""
    return tuple(found[:MAX_LISTED])


def _parameter(node: SgNode, many: bool) -> Parameter:
    parts = node.children()
    name = next((bare(part.text()) for part in parts if part.kind() == "simple_identifier"), "")
    before = named(parts, "modifiers")
    many = many or (before is not None and "vararg" in modifiers(before).words)
    text = spelled(after(parts, ":"))
    type_ = Type(text, "", "")
    return Parameter(name, type_, text, many, any(part.kind() == "=" for part in parts))


def flags_of(before: Modifiers, setting: Setting, *, body: bool) -> int:
    """Return visibility and modality as metadata has them."""
    words = before.words
    if "abstract" in words or (setting.interface and not body):
        modality = bits.ABSTRACT
    elif "open" in words or (setting.interface and "private" not in words):
        modality = bits.OPEN
    else:
        modality = bits.OPEN if "override" in words and "final" not in words else bits.IN_FINAL
    return VISIBILITIES[before.visibility] << 1 | modality << 4


def function(node: SgNode, before: Modifiers, setting: Setting, contexts: tuple[str, ...]) -> Declaration:
    """Return a function's declaration."""
    parts = node.children()
    held, own = generics(parts)
    body = named(parts, "function_body")
    flags = flags_of(before, setting, body=body is not None)
    for word, bit in FUNCTION_BITS.items():
        flags |= bit if word in before.words else 0
    list_ = next((i for i, part in enumerate(parts) if part.kind() == "function_value_parameters"), 0)
    name = next((bare(part.text()) for part in reversed(parts[:list_]) if part.kind() == "simple_identifier"), "")
    type_ = spelled(after(parts[list_:], ":"))
    if not type_:
        type_ = inferred(body.children()[1:]) if body and body.children()[0].kind() == "=" else "Unit"
    taken = parameters(parts[list_]) if list_ else ()
    return Declaration(
        Sort.FUNCTION, name, flags, held, taken, type_, _receiver(parts, own | setting.variables), contexts, (name, "")
    )


def property_(
    node: SgNode, before: Modifiers, setting: Setting, accessors: Sequence[SgNode], contexts: tuple[str, ...]
) -> Declaration | None:
    """Return a property's declaration; `accessors` stand behind it. None for a destructuring one."""
    parts = node.children()
    variable = named(parts, "variable_declaration")
    if variable is None:
        return None
    held, own = generics(parts)
    inner = variable.children()
    name = next((bare(part.text()) for part in inner if part.kind() == "simple_identifier"), "")
    accessors = [*accessors, *(part for part in parts if part.kind() in ("getter", "setter"))]
    value = after(parts, "=")
    getter = named(accessors, "getter")
    body = bool(value) or named(parts, "property_delegate") is not None or getter is not None
    flags = flags_of(before, setting, body=body)
    kind = named(parts, "binding_pattern_kind")
    flags |= bits.VAR if kind is not None and kind.text() == "var" else 0
    flags |= bits.CONST if "const" in before.words else 0
    flags |= bits.LATEINIT if "lateinit" in before.words else 0
    type_ = spelled(after(inner, ":")) or inferred(value) if value else spelled(after(inner, ":"))
    seen = _set_by(accessors)
    return Declaration(
        Sort.PROPERTY,
        name,
        flags,
        held,
        (),
        type_ or _of_getter(getter),
        _receiver(parts, own | setting.variables),
        contexts,
        None,
        setter_flags=VISIBILITIES[seen] << 1 if seen != "public" else -1,
    )


def alias(node: SgNode, before: Modifiers) -> Declaration:
    """Return a type alias's declaration."""
    parts = node.children()
    name = next((bare(part.text()) for part in parts if part.kind() == "type_identifier"), "")
    flags = VISIBILITIES[before.visibility] << 1
    return Declaration(
        Sort.ALIAS, name, flags, generics(parts)[0], (), spelled(after(parts, "=", ())), NOTHING, (), None
    )


def inferred(value: Sequence[SgNode]) -> str:
    """Return the type of an expression where its first word tells it: a literal, or a class that is made."""
    first = next((node for node in value if node.kind() not in COMMENTS), None)
    if first is None:
        return UNKNOWN
    kind = first.kind()
    if kind == "call_expression":
        built = BUILT.match(first.text()[:200])
        # Made and then asked for something else, it is another type.
        return built[1] if built and first.children()[0].text() == built[1].partition("<")[0] else UNKNOWN
    return LITERALS.get(kind, UNKNOWN)


def is_accessor(node: SgNode) -> bool:
    """Whether a node is a getter or a setter: outside of classes, `internal set` is taken for an expression."""
    kind = node.kind()
    return kind in ("getter", "setter") or (kind == "infix_expression" and bool(MISREAD.match(node.text())))


def _set_by(accessors: Sequence[SgNode]) -> str:
    """Return who may set a property."""
    for node in accessors:
        if node.kind() == "setter":
            return modifiers(named(node.children(), "modifiers")).visibility
        if node.kind() == "infix_expression":
            return node.text().split()[0]
    return "public"


def _of_getter(getter: SgNode | None) -> str:
    parts = getter.children() if getter else []
    typed = spelled(after(parts, ":"))
    body = named(parts, "function_body")
    return typed or (inferred(body.children()[1:]) if body and body.children()[0].kind() == "=" else UNKNOWN)


def _receiver(parts: Sequence[SgNode], variables: Collection[str]) -> Type:
    node = named(parts, "receiver_type")
    if node is None:
        return NOTHING
    inside = [part for part in node.children() if part.kind() != "type_modifiers"]
    text = spelled([node])
    if len(inside) == 1 and inside[0].kind() == "parenthesized_type":
        # Brackets around the whole of a function type, which only its question mark needs.
        text = spelled(inside[0].children()[1:-1])
    name = "" if "->" in text else text.rstrip("?!").removesuffix(" & Any").partition("<")[0].strip("()")
    return Type(text, "" if name in variables else name, "")
