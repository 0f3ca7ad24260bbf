"""`import` and `export` statements -> the names of a module and what it exports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paredown.harvest.javascript.calls import required
from paredown.harvest.javascript.module import Local
from paredown.harvest.javascript.syntax import CLASSES, FUNCTIONS, first_named, first_word, string, text
from paredown.harvest.javascript.values import How, Member, Scope, Value, Written

if TYPE_CHECKING:
    from tree_sitter import Node

    from paredown.harvest.javascript.reader import Reader


def read_import(reader: Reader, node: Node, scope: Scope) -> None:
    """Bind the names of an `import` statement."""
    specifier = string(node.child_by_field_name("source"), reader.source)
    clause = next((child for child in node.named_children if child.type == "import_clause"), None)
    if not specifier:
        return
    module = required(reader, specifier, How.IMPORT)
    if clause is None:
        reader.effects.append(module)
        return
    for part in clause.named_children:
        if part.type == "identifier":
            scope.names[text(part, reader.source)] = module.member("default")
        elif part.type == "namespace_import":
            whole = first_named(part)
            if whole is not None:
                scope.names[text(whole, reader.source)] = module
        elif part.type == "named_imports":
            for each in part.named_children:
                name, alias = each.child_by_field_name("name"), each.child_by_field_name("alias")
                local = alias or name
                if each.type == "import_specifier" and name is not None and local is not None:
                    scope.names[text(local, reader.source)] = module.member(_exported(name, reader.source))


def read_export(reader: Reader, node: Node, scope: Scope) -> None:
    """Fill the module's namespace from an `export` statement."""
    module = reader.module
    module.is_esm = True
    specifier = string(node.child_by_field_name("source"), reader.source)
    declaration = node.child_by_field_name("declaration")
    is_default = any(child.type == "default" for child in node.children)
    if declaration is not None:
        _declared(reader, declaration, scope, is_default)
    elif is_default:
        _default(reader, node, scope)
    elif specifier is None:
        for clause in node.named_children:
            if clause.type == "export_clause":
                _listed(reader, clause, None)
    else:
        source = required(reader, specifier, How.IMPORT)
        inner = [child for child in node.named_children if child.type in ("export_clause", "namespace_export")]
        if not inner:
            module.namespace.mix(source)
        for clause in inner:
            if clause.type == "export_clause":
                _listed(reader, clause, source)
            elif (name := first_named(clause)) is not None:
                module.namespace.put(_exported(name, reader.source), Member(source, reader.written(clause)))


def _exported(name: Node, source: bytes) -> str:
    """Return an exported name: `export {a as "b"}` spells it as a string."""
    return string(name, source) or text(name, source)


def _declared(reader: Reader, declaration: Node, scope: Scope, is_default: bool) -> None:
    module = reader.module
    written = reader.written(declaration)
    if declaration.type in FUNCTIONS or declaration.type in CLASSES:
        name = declaration.child_by_field_name("name")
        if name is None:
            return
        value = scope.find(text(name, reader.source))
        if value is not None:
            value.doc = value.doc or written.doc
        exported = "default" if is_default else text(name, reader.source)
        module.locals[exported] = Local(text(name, reader.source), written)
        return
    keyword = first_word(declaration)
    for local in reader.declare(declaration, scope):
        module.locals[local.name] = Local(local.name, reader.written(local.node), keyword)


def _default(reader: Reader, node: Node, scope: Scope) -> None:
    value = node.child_by_field_name("value")
    if value is None:
        return
    written = reader.written(node)
    if value.type == "identifier":
        reader.module.locals["default"] = Local(text(value, reader.source), written)
        return
    given = reader.evaluate(value, scope)
    reader.module.namespace.put("default", Member(given, written))


def _listed(reader: Reader, clause: Node, source: Value | None) -> None:
    """Read `{a, b as c}`, of this module or of `source`."""
    module = reader.module
    for each in clause.named_children:
        name = each.child_by_field_name("name")
        if each.type != "export_specifier" or name is None:
            continue
        exported = _exported(each.child_by_field_name("alias") or name, reader.source)
        if source is None:
            module.locals[exported] = Local(text(name, reader.source), Written(module, each.start_byte))
        else:
            module.namespace.put(
                exported, Member(source.member(_exported(name, reader.source)), Written(module, each.start_byte))
            )
