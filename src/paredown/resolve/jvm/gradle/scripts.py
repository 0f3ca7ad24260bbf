"""The statements of a build script -> what it names, in which configuration and on which line; nothing is run.

A block is entered for what it is called: `dependencies`, a source set, `plugins`. What stands under a condition or in
a loop is told as a problem, since only Gradle knows whether it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from paredown.resolve.jvm.coordinates import Module
from paredown.resolve.jvm.gradle.chains import Assignment, Call, assignment_of, chain_of, is_branch
from paredown.resolve.jvm.gradle.closures import excluded, with_closure
from paredown.resolve.jvm.gradle.configurations import SOURCE_SET, Use, use_of
from paredown.resolve.jvm.gradle.declarations import Declared, Own, Script, Told
from paredown.resolve.jvm.gradle.management import read_management, read_plugin
from paredown.resolve.jvm.gradle.notation import Names, Problem, read_arguments
from paredown.resolve.jvm.gradle.statements import Group, Item
from paredown.resolve.jvm.gradle.values import evaluate, named_arguments, text_of

SKIPPED = frozenset({"pluginManagement", "publishing", "pom", "components", "artifactTypes", "attributesSchema"})
BELOW = frozenset({"subprojects", "allprojects"})
CONDITIONAL = "is named under a condition or in a loop that only Gradle can evaluate"
CLASSPATH_PLUGINS = {
    Module("org.springframework.boot", "spring-boot-gradle-plugin"): "org.springframework.boot",
    Module("org.jetbrains.kotlin", "kotlin-gradle-plugin"): "org.jetbrains.kotlin.jvm",
}
"""Plugins whose version an old script gives on its own class path."""
EXTRAS = frozenset({"ext", "extra"})
RULES = frozenset({"eachDependency", "dependencySubstitution", "componentSelection", "capabilitiesResolution"})
MAX_APPLIED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Where a statement stands: the innermost block that has a meaning, and what was around it."""

    within: str = ""
    source_set: str = ""
    configuration: str = ""
    conditional: bool = False
    skipped: bool = False


class _Frame(NamedTuple):
    statements: Iterator[Sequence[Item]]
    context: Context
    label: str


Load = Callable[[str], tuple[str, Group] | None]
"""A script's path as written -> its name below the root and its statements, None when it is not read."""


def interpret(block: Group, label: str, script: Script, names: Names, load: Load) -> None:
    """Add what `block`, of the file called `label`, says to `script`, and its constants to the scope of `names`."""
    _Interpreter(script, names, load).run(block, label)


class _Interpreter:
    def __init__(self, script: Script, names: Names, load: Load) -> None:
        self._script = script
        self._names = names
        self._load = load
        self._stack: list[_Frame] = []
        self._applied: set[str] = set()
        self._label = ""

    def run(self, block: Group, label: str) -> None:
        self._stack.append(_Frame(iter(block.filled), Context(), label))
        while self._stack:
            frame = self._stack[-1]
            statement = next(frame.statements, None)
            if statement is None:
                self._stack.pop()
                continue
            self._label = frame.label
            self._statement(statement, frame.context)

    def _enter(self, block: Group | None, context: Context) -> None:
        if block is not None and not context.skipped:
            self._stack.append(_Frame(iter(block.filled), context, self._label))

    def _statement(self, items: Sequence[Item], context: Context) -> None:
        if is_branch(items):
            inside = replace(context, conditional=True)
            for block in reversed([item for item in items if isinstance(item, Group) and item.open == "{"]):
                self._enter(block, inside)
            return
        assigned = assignment_of(items)
        if assigned is not None:
            self._assign(assigned, context)
            return
        calls = chain_of(items)
        if calls:
            self._call(calls, context)

    def _assign(self, assigned: Assignment, context: Context) -> None:
        scope, right = self._names.scope, assigned.right
        path = assigned.path
        while len(path) > 1 and path[0] in ("project", "rootProject", *EXTRAS):
            path = path[1:]
        calls = chain_of(right)
        if assigned.by:
            head = calls[0] if calls else None
            if head is not None and head.name in EXTRAS:
                inner = head.arguments or (head.block.filled if head.block else ())
                value = evaluate(inner[0], scope) if len(inner) == 1 else None
                if value is not None:
                    scope.names[".".join(path)] = value
            elif calls:
                self._enter(calls[-1].block, replace(context, source_set=path[-1]))
            return
        value = None if context.conditional else evaluate(right, scope)
        if value is not None:
            scope.names[".".join(path)] = value
        elif ".".join(path) in scope.names:
            # It was a constant, and is now what cannot be told.
            del scope.names[".".join(path)]
        if len(calls) == 1 and calls[0].block is not None:
            self._enter(calls[0].block, context)

    def _call(self, calls: Sequence[Call], context: Context) -> None:
        if context.within in ("dependencies", "constraints"):
            self._dependency(calls, context)
            return
        if context.within == "plugins":
            read_plugin(calls, self._script, self._names)
            return
        if context.within == "management":
            self._management(calls, context)
            return
        for call in calls:
            context = self._open(call, context, first=call is calls[0])

    def _open(self, call: Call, context: Context, *, first: bool) -> Context:
        """Enter the block of one link; return the context that it makes for the next."""
        name, block = call.name, call.block
        text = text_of(call.arguments[0][0], self._names.scope) if call.arguments else None
        if name in SKIPPED:
            return replace(context, skipped=True)
        if name == "dependencies":
            self._enter(block, replace(context, within="dependencies"))
        elif name == "plugins":
            self._enter(block, replace(context, within="plugins"))
        elif name == "dependencyManagement":
            self._enter(block, replace(context, within="management"))
        elif name in BELOW or (name == "configure" and call.arguments):
            self._script.below.setdefault("", []).extend(() if block is None else (block,))
            if name == "allprojects":
                self._enter(block, context)
        elif name == "project" and text and block is not None:
            self._script.below.setdefault(text, []).append(block)
        elif name == "apply" and first:
            self._apply(call)
        elif name in EXTRAS:
            self._enter(block, replace(context, within="ext"))
        elif name == "set" and (context.within == "ext" or not first):
            self._set(call)
        elif name == "buildscript":
            self._enter(block, replace(context, within="buildscript", configuration="buildscript"))
        elif name == "configurations":
            context = replace(context, within="configurations")
            self._enter(block, context)
        elif context.within == "configurations":
            return self._configuration(call, context)
        else:
            source_set = next((one for one in (name, text or "") if SOURCE_SET.fullmatch(one)), "")
            context = replace(
                context,
                source_set="test" if name == "testing" else source_set or context.source_set,
                conditional=context.conditional or name in ("forEach", "each"),
            )
            self._enter(block, context)
        return context

    def _set(self, call: Call) -> None:
        if len(call.arguments) == 2:
            name = text_of(call.arguments[0][0], self._names.scope)
            value = evaluate(call.arguments[1], self._names.scope)
            if name and value is not None:
                self._names.scope.names[name] = value

    def _configuration(self, call: Call, context: Context) -> Context:
        """Read what is said to configurations: libraries kept out, versions forced, rules that cannot be told."""
        name = call.name
        if name == "exclude":
            self._script.excluded += excluded(call.arguments, self._names.scope)
        elif name == "force":
            self._script.forced += read_arguments(call.arguments, self._names).wanted
        elif name in RULES:
            self._script.rules += 1
        elif use_of(name) is not Use.TEST:
            self._enter(call.block, context)
        return context

    def _apply(self, call: Call) -> None:
        named = named_arguments(call.arguments)
        if "plugin" in named:
            plugin = evaluate(named["plugin"], self._names.scope)
            if isinstance(plugin, str):
                self._script.plugins.setdefault(plugin, "")
        if "from" in named and len(self._applied) < MAX_APPLIED:
            items = named["from"]
            inner = chain_of(items)
            if inner and inner[-1].name == "file" and len(inner[-1].arguments) == 1:
                items = inner[-1].arguments[0]
            path = evaluate(items, self._names.scope)
            loaded = self._load(path) if isinstance(path, str) and path not in self._applied else None
            if isinstance(path, str):
                self._applied.add(path)
            if loaded is None:
                self._script.rules += 1
            else:
                self._stack.append(_Frame(iter(loaded[1].filled), Context(), loaded[0]))
        if call.block is not None:
            for statement in call.block.filled:
                for inner_call in chain_of(statement):
                    text = text_of(inner_call.arguments[0][0], self._names.scope) if inner_call.arguments else None
                    if inner_call.name == "plugin" and text:
                        self._script.plugins.setdefault(text, "")

    def _management(self, calls: Sequence[Call], context: Context) -> None:
        call = calls[0]
        if call.name in ("imports", "dependencies"):
            self._enter(call.block, replace(context, within="management"))
        else:
            self._problems(read_management(call, self._script, self._names), Use.NAMED, call.line)

    def _dependency(self, calls: Sequence[Call], context: Context) -> None:
        call = calls[0]
        name, arguments = call.name, call.arguments
        if name == "constraints":
            self._enter(call.block, replace(context, within="constraints"))
            return
        if name == "add" and len(arguments) > 1 and (configuration := text_of(arguments[0][0], self._names.scope)):
            name, arguments = configuration, arguments[1:]
        if not arguments:
            inside = replace(context, conditional=context.conditional or name in ("forEach", "each"))
            self._enter(None if name in SKIPPED or name == "modules" else calls[-1].block, inside)
            return
        if len(calls) > 1 and calls[-1].block is not None and calls[-1].name in ("forEach", "each"):
            self._enter(calls[-1].block, replace(context, conditional=True))
            return
        if context.configuration == "buildscript":
            for wanted in read_arguments(arguments, self._names).wanted:
                if wanted.module in CLASSPATH_PLUGINS:
                    self._script.on_class_path[CLASSPATH_PLUGINS[wanted.module]] = wanted.version.wanted
            return
        self._declare(call._replace(name=name, arguments=arguments), context)

    def _declare(self, call: Call, context: Context) -> None:
        use = use_of(call.name, context.source_set)
        if use is Use.TOOL:
            self._script.tools[call.name] = None
        named = read_arguments(call.arguments, self._names)
        where = f"{self._label}:{call.line}"
        if context.conditional:
            problems = [Problem(str(one.module), CONDITIONAL) for one in named.wanted]
            self._problems([*problems, *named.problems], use, call.line)
            return
        self._problems(named.problems, use, call.line)
        self._script.own += [Own(path, use) for path in named.own]
        target = self._script.constraints if context.within == "constraints" else self._script.declared
        for wanted in named.wanted:
            target.append(Declared(with_closure(wanted, call.block, self._names.scope), use, where))

    def _problems(self, problems: Sequence[Problem], use: Use, line: int) -> None:
        self._script.told += [Told(problem, use, f"{self._label}:{line}") for problem in problems]
