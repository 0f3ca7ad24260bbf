"""The tree of one module -> its facts: a selective walk that never enters the body of a function."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from paredown.harvest.python import grammar as g
from paredown.harvest.python.assignments import Assignments, document
from paredown.harvest.python.conditions import Verdict, decide
from paredown.harvest.python.definitions import Definitions
from paredown.harvest.python.exports import read_lazy, read_list
from paredown.harvest.python.facts import Facts, Lazy, Listing, Rank, Star, Table
from paredown.harvest.python.imports import Home, bind_imports
from paredown.harvest.python.literals import Verbatim

ALL = b"__all__"
EXTENDING = frozenset({b"extend", b"append", b"remove"})
RENAMED = re.compile(r"\b(Literal|Annotated)\s+as\s+(\w+)")
REPLACES_ITSELF = re.compile(rb"sys\.modules\[")


@dataclass(slots=True)
class Frame:
    """A block under way: what is left of it, where its names go, and how sure it is that it runs."""

    nodes: Iterator[Node]
    table: Table
    rank: int
    members: bool
    certain: bool = True
    broken: bool = False
    documented: str = ""
    """The name of the assignment just passed, to which a string may follow as its documentation."""


class Scanner:
    """One module under way."""

    def __init__(self, source: bytes, parsed: g.Parsed, home: Home, *, stub: bool) -> None:
        verbatim = Verbatim.usual()
        self._verbatim = verbatim
        self._definitions = Definitions(source, verbatim, suspect=parsed.errors > 0)
        self._assignments = Assignments(source, verbatim, stub=stub, suspect=parsed.errors > 0)
        self._parsed = parsed
        self._source = source
        self._home = home
        self._stub = stub
        self._table: Table = {}
        # What an ordinary module imports is only of interest to what it declares; a package may re-export it.
        self._put_off = not home.package and not stub
        self._pending: list[bytes] = []
        self._stars: list[Star] = []
        self._steps: list[Listing] | None = None
        self._computed = False
        self._deferred = False
        self._attached = False
        self._tables: list[Node] = []
        self._lazy: list[Lazy] = []
        self._values: dict[bytes, Node] = {}
        self._stack: list[Frame] = []

    def facts(self) -> Facts:
        """Walk the tree and return what it says."""
        self._enter(self._parsed.root, self._table, Rank.TAKEN)
        while self._stack:
            frame = self._stack[-1]
            for node in frame.nodes:
                if self._statement(node, frame):
                    break
            else:
                self._stack.pop()
        deferred = self._deferred or "__getattr__" in self._table
        if deferred:
            for table in self._tables:
                self._lazy += read_lazy(table, self._source)
        steps = None if self._steps is None else tuple(self._steps)
        return Facts(
            table=self._table,
            pending=tuple(self._pending),
            stars=tuple(self._stars),
            listing=steps,
            computed=self._computed,
            lazy=tuple(self._lazy) if deferred else (),
            deferred=deferred,
            attached=self._attached,
            errors=self._parsed.errors,
        )

    def _enter(self, block: Node, table: Table, rank: int, *, members: bool = False, certain: bool = True) -> None:
        broken = block.kind_id == g.ERROR
        self._stack.append(Frame(iter(block.children), table, rank, members, certain, broken))

    def _statement(self, node: Node, frame: Frame) -> bool:
        """Take one statement; return whether a block of it was entered, to be walked first."""
        kind = node.kind_id
        if kind == g.EXPRESSION:
            self._expression(node, frame)
            return False
        if kind == g.COMMENT:
            return False
        frame.documented = ""
        if kind in (g.FUNCTION, g.CLASS, g.DECORATED):
            if frame.broken and not frame.members and node.start_point[1]:
                # Where a class did not parse, its methods lie about as if they were functions.
                return False
            inner = self._definitions.declare(node, frame.table, frame.rank, members=frame.members)
            if inner is not None:
                self._enter(inner.body, inner.members, Rank.TAKEN, members=True)
                return True
            return False
        if kind in (g.IMPORT_FROM, g.IMPORT):
            if not frame.members:
                self._import(node, frame)
            return False
        if kind == g.IF:
            return self._if(node, frame)
        if kind == g.TRY:
            return self._try(node, frame)
        if kind == g.WITH:
            return self._blocks(frame, [(child, frame.rank) for child in node.children if child.kind_id == g.BLOCK])
        if kind == g.TYPE_ALIAS:
            self._assignments.declare_type(node, frame.table, frame.rank, members=frame.members)
        elif kind == g.DELETE and not frame.members and frame.certain:
            for name in self._source[node.start_byte + 3 : node.end_byte].decode("utf-8", "replace").split(","):
                frame.table.pop(name.strip(), None)
        elif kind == g.ERROR:
            self._enter(node, frame.table, frame.rank, members=frame.members, certain=False)
            return True
        return False

    def _blocks(self, frame: Frame, blocks: Sequence[tuple[Node, int]], *, certain: bool = True) -> bool:
        """Enter `blocks` so that the first is walked first."""
        for block, rank in reversed(blocks):
            certainly = certain and frame.certain
            self._enter(block, frame.table, min(rank, frame.rank), members=frame.members, certain=certainly)
        return bool(blocks)

    def _if(self, node: Node, frame: Frame) -> bool:
        blocks: list[tuple[Node, int]] = []
        left: int = Rank.TAKEN
        for clause in (node, *(child for child in node.children if child.kind_id in (g.ELIF, g.ELSE))):
            block = next((child for child in clause.children if child.kind_id == g.BLOCK), None)
            condition = clause.child_by_field_name("condition") if clause.kind_id != g.ELSE else None
            if block is None:
                continue
            if condition is None:
                blocks.append((block, left))
                break
            text = self._source[condition.start_byte : condition.end_byte].decode("utf-8", "replace")
            verdict = decide(text, self._stub)
            if verdict is not Verdict.NO:
                blocks.append((block, min(left, Rank.TYPING) if verdict is Verdict.TYPING else left))
            if verdict is Verdict.YES:
                break
            if verdict is Verdict.OPEN:
                left = Rank.OTHERWISE
            elif verdict is Verdict.RUNNING:
                left = min(left, Rank.TYPING)
        return self._blocks(frame, blocks, certain=False)

    def _try(self, node: Node, frame: Frame) -> bool:
        blocks: list[tuple[Node, int]] = []
        for child in node.children:
            if child.kind_id == g.BLOCK:
                blocks.append((child, Rank.TAKEN))
            elif child.kind_id in (g.EXCEPT, g.ELSE, g.FINALLY):
                rank = Rank.OTHERWISE if child.kind_id == g.EXCEPT else Rank.TAKEN
                blocks += [(block, rank) for block in child.children if block.kind_id == g.BLOCK]
        return self._blocks(frame, blocks, certain=False)

    def _import(self, node: Node, frame: Frame) -> None:
        raw = self._source[node.start_byte : node.end_byte]
        if self._put_off and frame.rank == Rank.TAKEN and frame.certain and b" as" not in raw and b"*" not in raw:
            self._pending.append(raw)
            return
        statement = raw.decode("utf-8", "replace")
        bind_imports(statement, self._home, frame.rank, frame.table, self._stars)
        if " as " in statement and ("Literal" in statement or "Annotated" in statement):
            for name, bound in RENAMED.findall(statement):
                (self._verbatim.literal if name == "Literal" else self._verbatim.annotated).add(bound.encode())

    def _expression(self, node: Node, frame: Frame) -> None:
        inner = node.children[0] if node.child_count else node
        kind = inner.kind_id
        if kind == g.ASSIGNMENT:
            self._assignment(inner, frame)
            return
        if kind == g.STRING and frame.documented:
            document(frame.table, frame.documented, inner)
        elif not frame.members and self._source.startswith(ALL, inner.start_byte):
            if kind == g.AUGMENTED:
                self._list(inner.children[-1], anew=False)
            elif kind == g.CALL:
                self._list_call(inner)
        frame.documented = ""

    def _assignment(self, node: Node, frame: Frame) -> None:
        made = self._assignments.declare(node, frame.table, frame.rank, members=frame.members)
        frame.documented = made.names[-1] if made.names else ""
        value = made.value
        if frame.members or value is None:
            return
        if "__all__" in made.names and len(made.names) == 1:
            self._list(value, anew=frame.certain)
        elif value.kind_id == g.DICTIONARY:
            self._tables.append(value)
        elif value.kind_id == g.CALL and "__getattr__" in made.names:
            function, arguments = value.children[0], value.children[-1]
            self._attached = self._source[function.start_byte : function.end_byte].endswith(b"attach_stub")
            for argument in arguments.named_children:
                self._tables += [part for part in (argument, *argument.children) if part.kind_id == g.DICTIONARY]
        if len(made.names) == 1 and (value.kind_id in g.SEQUENCES or value.kind_id in (g.DICTIONARY, g.BINARY, g.CALL)):
            self._values[made.names[0].encode()] = value
        elif not made.names and REPLACES_ITSELF.match(self._source, node.start_byte):
            self._deferred = True

    def _list(self, value: Node, *, anew: bool) -> None:
        steps, computed = read_list(value, self._source, self._values.get)
        if anew or self._steps is None:
            self._steps = []
            self._computed = False
        self._steps += steps
        self._computed = self._computed or computed

    def _list_call(self, call: Node) -> None:
        function, arguments = call.children[0], call.children[-1]
        name = function.named_children[-1] if function.named_children else function
        method = self._source[name.start_byte : name.end_byte]
        if method not in EXTENDING or arguments.kind_id != g.ARGUMENTS:
            return
        for argument in arguments.named_children:
            if method == b"remove":
                removed = tuple(
                    text for step in read_list(argument, self._source, self._values.get).steps for text in step.added
                )
                self._steps = [*(self._steps or []), Listing(removed=removed)]
            else:
                self._list(argument, anew=False)


def scan(source: bytes, parsed: g.Parsed, home: Home, *, stub: bool) -> Facts:
    """Return the facts of the module `home` with this `source`; `stub` says that it is a `.pyi`."""
    return Scanner(source, parsed, home, stub=stub).facts()
