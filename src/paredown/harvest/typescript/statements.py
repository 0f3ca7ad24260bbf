"""The statements of a file -> a scope: what it declares, exports, imports, and adds to other modules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tree_sitter import Node

from paredown.harvest.text import decode
from paredown.harvest.typescript.declarations import (
    BODIED,
    CLASSES,
    DECLARATIONS,
    NAMESPACES,
    drafts,
    value_draft,
)
from paredown.harvest.typescript.draft import ASSIGNED, DEFAULT, MODULE, Alias, Ambient, Draft, Scope
from paredown.harvest.typescript.grammar import (
    COMMENT,
    ERROR,
    IDENTIFIER,
    MEMBER_EXPRESSION,
    STRING,
    named,
    token,
)
from paredown.harvest.typescript.page import Page, is_internal
from paredown.harvest.typescript.parse import Parsed
from paredown.model import Kind

(EXPORT, IMPORT, IMPORT_ALIAS, EXPRESSION, AMBIENT, EXPORT_CLAUSE, NAMESPACE_EXPORT, IMPORT_CLAUSE, REQUIRE) = named(
    "export_statement",
    "import_statement",
    "import_alias",
    "expression_statement",
    "ambient_declaration",
    "export_clause",
    "namespace_export",
    "import_clause",
    "import_require_clause",
)
(NAMED_IMPORTS, NAMESPACE_IMPORT, BLOCK) = named("named_imports", "namespace_import", "statement_block")
(T_DEFAULT, T_ASSIGN, T_STAR, T_GLOBAL, T_AS) = (token(t) for t in ("default", "=", "*", "global", "as"))
OWN = "*"
EXPORTABLE = DECLARATIONS | NAMESPACES | {AMBIENT, IMPORT_ALIAS}
VALUE_DECLARATIONS = CLASSES | BODIED
PASSED = frozenset({COMMENT, *named("decorator")})
REFERENCE = re.compile(rb"""///\s*<reference\s+path\s*=\s*["']([^"'\n]+)["']""")
EXPORTED = re.compile(rb"\bexport\s+$")
GLOBAL = re.compile(rb"\bglobal\s*$")
DOTS = re.compile(r"/\*.*?\*/|//[^\n]*|\s+", re.DOTALL)
SPECIFIER = re.compile(r"[A-Za-z0-9_@.:/*?!&=~+$#^|,%()-]+")
"""What a module may be called: a name with a blank in it is a sentence, not a module."""


class _Work(NamedTuple):
    scope: Scope
    nodes: list[Node]


def read_scope(pieces: Iterable[Parsed], *, is_ambient: bool) -> Scope:
    """Return the scope of a whole file."""
    top = Scope(is_ambient=is_ambient)
    for parsed in pieces:
        page = Page(parsed)
        work = [_Work(top, parsed.root.children)]
        while work:
            scope, nodes = work.pop()
            _Reader(page, scope, work).read(nodes)
    return top


class _Reader:
    """Reads the statements of one scope; the scopes inside it are put on `work`."""

    __slots__ = ("exported", "implemented", "page", "scope", "work")

    def __init__(self, page: Page, scope: Scope, work: list[_Work]) -> None:
        self.page = page
        self.scope = scope
        self.work = work
        self.implemented: list[Draft] = []
        self.exported: set[int] = set()

    def read(self, nodes: list[Node]) -> None:
        """Read `nodes`, and what a parse error left of others."""
        source = self.page.source
        doc = b""
        while nodes:
            deeper: list[Node] = []
            for node in nodes:
                number = node.kind_id
                if number == COMMENT:
                    doc = self.page.doc(node) or doc
                    if source.startswith(b"///", node.start_byte):
                        self.reference(node)
                    continue
                if number == ERROR:
                    deeper.extend(node.children)
                    continue
                if node.is_named:
                    self.statement(node, number, doc)
                doc = b""
            nodes = deeper
        self.drop_implementations()
        self.tell_apart()

    def statement(self, node: Node, number: int, doc: bytes) -> None:
        """Read one statement."""
        if number == EXPORT:
            self.scope.is_module = True
            self.export(node, doc)
        elif number == IMPORT:
            self.scope.is_module = True
            self.imported(node)
        elif number == EXPRESSION:
            inner = node.named_children
            if inner and inner[0].kind_id in NAMESPACES:
                self.declaration(inner[0], doc, "")
        elif number == BLOCK:
            if GLOBAL.search(self.page.source, max(0, node.start_byte - 24), node.start_byte):
                self.open_global(node)
        else:
            self.declaration(node, doc, "")

    def declaration(self, node: Node, doc: bytes, exported: str) -> None:
        """Read a declaration; `exported` is the name it is exported under, `*` for its own, empty for none."""
        number = node.kind_id
        if number == AMBIENT:
            for child in node.children:
                if child.kind_id == BLOCK:
                    self.open_global(child)
                elif child.is_named and child.kind_id != COMMENT:
                    self.declaration(child, doc, exported)
                    return
        elif is_internal(doc):
            return
        elif number in DECLARATIONS:
            for draft in drafts(self.page, node, doc):
                if number in BODIED:
                    self.implemented.append(draft)
                self.scope.declare(draft)
                if exported == DEFAULT:
                    self.scope.only_default.add(draft.name)
                if exported:
                    self.exported.add(id(draft))
                    self.scope.export(draft.name if exported == OWN else exported, Alias("", draft.name))
        elif number in NAMESPACES:
            self.namespace(node, doc, exported)
        elif number == IMPORT_ALIAS:
            self.import_alias(node, exported)

    def export(self, node: Node, doc: bytes) -> None:
        """Read an `export` statement."""
        scope, page = self.scope, self.page
        name, star, clause, source = OWN, False, None, ""
        for child in node.children[1:]:
            number = child.kind_id
            if number in EXPORTABLE:
                self.declaration(child, doc, name)
                return
            if number == T_AS:
                return  # `export as namespace X` names what is exported already
            if number == T_DEFAULT:
                name = DEFAULT
            elif number == T_ASSIGN:
                name = ASSIGNED
            elif number == T_STAR:
                star = True
            elif number in (EXPORT_CLAUSE, NAMESPACE_EXPORT):
                clause = child
            elif child.is_named and number not in PASSED:
                if name != OWN:
                    self.value(child, name, doc)
                    return
                if number == STRING:
                    source = page.specifier(child)
        scope.explicit = True
        if source:
            scope.asked.append(source)
        if star and source:
            scope.stars.append(source)
        elif clause is not None and clause.kind_id == NAMESPACE_EXPORT:
            scope.export(page.named(clause.named_children[-1]).name, Alias(source, MODULE))
        elif clause is not None:
            self.clause(clause, source)

    def clause(self, clause: Node, source: str) -> None:
        """Read `{ a, b as c }`."""
        for specifier in clause.named_children:
            name = specifier.child_by_field_name("name")
            if name is None:
                continue
            alias = specifier.child_by_field_name("alias")
            inner = self.page.named(name).name
            self.scope.export(self.page.named(alias).name if alias else inner, Alias(source, inner))

    def value(self, node: Node, name: str, doc: bytes) -> None:
        """Read `export default x` or `export = x`: a name leads on, anything else is a declaration of its own."""
        scope = self.scope
        if node.kind_id in VALUE_DECLARATIONS:
            draft = value_draft(self.page, node, name, doc)
            scope.declare(draft)
            scope.export(name, Alias("", name))
            scope.explicit = scope.explicit or name == ASSIGNED
            return
        scope.explicit = True
        if node.kind_id in (IDENTIFIER, MEMBER_EXPRESSION):
            scope.export(name, Alias("", dotted(self.page.text(node))))
            return
        scope.declare(value_draft(self.page, node, name, doc))
        scope.export(name, Alias("", name))

    def imported(self, node: Node) -> None:
        """Read an `import` statement, `import x = require("y")` included."""
        scope, page = self.scope, self.page
        clause: Node | None = None
        source = ""
        for child in node.children:
            number = child.kind_id
            if number == STRING:
                source = page.specifier(child)
            elif number in (IMPORT_CLAUSE, REQUIRE):
                clause = child
        if clause is not None and clause.kind_id == REQUIRE:
            string = clause.child_by_field_name("source")
            source = page.specifier(string) if string else ""
            local = page.text(clause.named_children[0])
            scope.imports[local] = Alias(source, ASSIGNED)
            if EXPORTED.search(page.source, max(0, node.start_byte - 24), node.start_byte):
                scope.export(local, Alias("", local))
        elif clause is not None:
            for child in clause.named_children:
                number = child.kind_id
                if number == IDENTIFIER:
                    scope.imports[page.text(child)] = Alias(source, DEFAULT)
                elif number == NAMESPACE_IMPORT:
                    scope.imports[page.text(child.named_children[-1])] = Alias(source, MODULE)
                elif number == NAMED_IMPORTS:
                    self.named_imports(child, source)
        if source:
            scope.asked.append(source)

    def named_imports(self, clause: Node, source: str) -> None:
        """Read `{ a, b as c }` of an import."""
        for specifier in clause.named_children:
            name = specifier.child_by_field_name("name")
            if name is not None:
                alias = specifier.child_by_field_name("alias")
                self.scope.imports[self.page.text(alias or name)] = Alias(source, self.page.named(name).name)

    def import_alias(self, node: Node, exported: str) -> None:
        """Read `import A = N.B`."""
        names = node.named_children
        local = self.page.text(names[0])
        self.scope.imports[local] = Alias("", dotted(self.page.text(names[-1])))
        if exported:
            self.scope.export(local, Alias("", local))

    def namespace(self, node: Node, doc: bytes, exported: str) -> None:
        """Read `namespace A.B { … }` or `module "name" { … }`."""
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None:
            return
        nodes = body.children if body else []
        if name.kind_id == STRING:
            specifier = self.page.specifier(name)
            if SPECIFIER.fullmatch(specifier) is None:
                self.scope.refused.append("declares a module under a name that no import can hold")
                return
            inner = Scope(is_ambient=True)
            self.scope.ambient.append(Ambient(specifier, inner))
            self.work.append(_Work(inner, nodes))
            return
        is_ambient = self.scope.is_ambient or self.after_declare(node)
        outer = self.scope
        for part in dotted(self.page.text(name)).split("."):
            inner = Scope(is_ambient=is_ambient)
            draft = Draft(part, Kind.NAMESPACE, "namespace ", "", (), doc, (), inner)
            outer.declare(draft)
            if exported:
                self.exported.add(id(draft))
                outer.export(part if exported == OWN else exported, Alias("", part))
            outer, exported, doc = inner, OWN, b""
        self.work.append(_Work(outer, nodes))

    def after_declare(self, node: Node) -> bool:
        """Whether `declare` stands before `node`."""
        return node.parent is not None and node.parent.kind_id == AMBIENT

    def open_global(self, block: Node) -> None:
        """Read `declare global { … }`."""
        inner = Scope(is_ambient=True)
        self.scope.globals.append(inner)
        self.work.append(_Work(inner, block.children))

    def reference(self, comment: Node) -> None:
        """Read `/// <reference path="…" />`."""
        match = REFERENCE.match(self.page.source, comment.start_byte, comment.end_byte)
        if match:
            self.scope.paths.append(decode(match[1]))

    def drop_implementations(self) -> None:
        """Drop the implementation of a function whose overloads are declared."""
        bodies = {id(draft) for draft in self.implemented}
        for name in {draft.name for draft in self.implemented}:
            group = self.scope.declared[name]
            declared = [d for d in group if d.kind is Kind.FUNCTION and id(d) not in bodies]
            if declared:
                self.scope.declared[name] = [d for d in group if id(d) not in bodies]

    def tell_apart(self) -> None:
        """Where some declarations of a name are exported and others are not, remember which."""
        scope = self.scope
        if scope.is_ambient and not scope.explicit:
            return
        for name, group in scope.declared.items():
            if len(group) > 1:
                exported = [draft for draft in group if id(draft) in self.exported]
                if 0 < len(exported) < len(group):
                    scope.apart[name] = exported


def dotted(text: str) -> str:
    """Return an entity name without blanks and comments."""
    return DOTS.sub("", text)
