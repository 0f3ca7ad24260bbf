"""A shell command and the folder it runs in -> why it is refused, or None.

A shell can always say a thing in a way that no reader of text foresees (docs/connect.md lists ways). This closes the
doors that agents use without meaning harm, and makes the others visible.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from paredown.connect.door import programs
from paredown.connect.door.reading import DECISIONS, Place, Why, anything, apart
from paredown.connect.door.script import BEFORE, MAX_NESTED, BadScript, Command, Part, Scope, Step, Word, commands
from paredown.connect.door.trees import MARK, inside
from paredown.connect.door.words import UNKNOWN, is_pattern, matched, plain, texts

KEYWORDS = BEFORE | {"fi", "done", "}", "esac", "in"}
ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)\+?=(.*)", re.DOTALL)
FEEDS = frozenset({"xargs", "parallel", "read", "while"}) | programs.SHELLS
"""What turns printed words into files that are read, or commands that are run."""
CODE_OPTION = re.compile(r"-[a-zA-Z]*[cepr]|eval|--(?:eval|print|command)")


def refused(text: str, folder: str, variables: Mapping[str, str]) -> Why | None:
    """Return why the command must not run; `variables` are those of the environment."""
    known = {name: (value,) for name, value in variables.items()}
    return Session(folder, known).judge(text)


class Session:
    """Follows one script: the folder it is in, and what its variables hold."""

    def __init__(self, folder: str, variables: Mapping[str, tuple[str, ...]], depth: int = 0) -> None:
        self._folder = folder
        self._variables = dict(variables)
        self._depth = depth
        self._kept: list[str] = []
        self._feeding: set[int] = set()
        self._first: dict[int, int] = {}

    def judge(self, text: str) -> Why | None:
        """Return why the script must not run."""
        if self._depth > MAX_NESTED:
            return Why.UNCLEAR
        try:
            steps = commands(text)
        except BadScript:
            return Why.UNCLEAR if MARK.search(text) or len(text) > 50_000 else None
        self._survey(steps)
        for step in steps:
            if isinstance(step, Scope):
                if step.begins:
                    self._kept.append(self._folder)
                elif self._kept:
                    self._folder = self._kept.pop()
            elif why := self._command(step):
                return why
        return None

    def _survey(self, steps: list[Step]) -> None:
        """Note which pipelines turn what they are fed into files or commands, and which command begins each."""
        for step in steps:
            if isinstance(step, Command):
                self._first.setdefault(step.pipeline, id(step))
                spelled = {"".join(part.text for part in word) for word in step.words}
                if self._first[step.pipeline] != id(step) and spelled & FEEDS:
                    self._feeding.add(step.pipeline)

    def _command(self, command: Command) -> Why | None:
        for word in (*command.words, *command.reads, *command.given):
            for part in word:
                if part.kind == "script" and (why := self._inner(part.text)):
                    return why
        piped = self._first.get(command.pipeline) != id(command)
        place = Place(self._folder, piped, fed=piped or bool(command.reads or command.given))
        if any(place.reads(text) for word in command.reads for text in self._texts(word)):
            return Why.READS
        words = self._bare(command.words)
        if not words:
            return None
        if self._texts(words[0])[:1] == ("for",):
            self._loop(words)
            return None
        argv = [text for word in words for text in self._texts(word)]
        given = ["".join(map(plain, self._texts(word))) for word in command.given]
        return self._run(place, argv, given, feeding=command.pipeline in self._feeding)

    def _bare(self, words: list[Word]) -> list[Word]:
        """Return the words from the program on; note the assignments before it."""
        for place, word in enumerate(words):
            text = self._texts(word)[0]
            if text in KEYWORDS:
                continue
            if ASSIGNMENT.fullmatch(text) and word[0].kind == "text":
                self._assign(word)
                continue
            return words[place:]
        return []

    def _assign(self, word: Word) -> None:
        for text in self._texts(word):
            if found := ASSIGNMENT.fullmatch(text):
                self._variables[found[1]] = (plain(found[2]),)

    def _loop(self, words: list[Word]) -> None:
        if len(words) > 3:
            values = [path for word in words[3:] for text in self._texts(word) for path in self._matches(text)]
            self._variables[self._texts(words[1])[0]] = tuple(values[:64])

    def _matches(self, text: str) -> tuple[str, ...]:
        return matched(text, self._folder) if is_pattern(text) else (plain(text),)

    def _texts(self, word: Word) -> tuple[str, ...]:
        outputs = {"pwd": self._folder, "npm root": f"{self._folder}/node_modules"}
        return texts(word, self._variables, self._folder, outputs) or ("",)

    def _inner(self, text: str) -> Why | None:
        return Session(self._folder, self._variables, self._depth + 1).judge(text)

    def _run(self, place: Place, argv: list[str], given: list[str], *, feeding: bool = False) -> Why | None:
        """Decide for a program and its words; programs that run another are looked through."""
        if argv[:1] == ["xargs"] and "-a" in argv[:-1] and place.reads(argv[argv.index("-a") + 1]):
            return Why.READS
        argv = self._through(argv)
        if not argv:
            return None
        name = os.path.basename(plain(argv[0]))
        argv = [name.removesuffix(".exe"), *argv[1:]]
        if not place.fed and programs.is_interactive(name, argv[1:]):
            return Why.OPENS
        if name in programs.SHELLS or name == "eval":
            return self._shell(name, argv[1:], given)
        if name in ("cd", "pushd", "chdir"):
            self._change(argv[1:])
            return None
        if name in ("export", "declare", "local", "readonly", "typeset"):
            for text in argv[1:]:
                self._assign((Part("text", text),))
            return None
        if name in programs.PRINTERS:
            return self._printed(place, argv[1:]) if feeding else None
        if _asks(argv):
            return Why.ASKS
        if programs.INTERPRETERS.fullmatch(name):
            return self._interpreter(place, argv, given)
        return self._known(place, argv)

    def _known(self, place: Place, argv: list[str]) -> Why | None:
        name = argv[0]
        if name in programs.MANAGERS:
            return None
        if name == "git" and "-C" in argv[:-1]:
            place = place._replace(folder=place.path(argv[argv.index("-C") + 1]))
        return DECISIONS.get(name, anything)(place, argv)

    def _through(self, argv: list[str]) -> list[str]:
        """Return the words of the program that is run in the end (`sudo env A=1 timeout 5 cat x`: `cat x`)."""
        for _ in range(MAX_NESTED):
            name = os.path.basename(plain(argv[0])) if argv else ""
            runs = name in programs.MANAGERS and len(argv) > 2 and argv[1] in programs.RUNS
            if runs or name in ("npx", "pnpx", "bunx", "uvx"):
                rest = argv[2:] if runs else argv[1:]
            elif name in programs.PREFIXES and argv[1:2] not in (["-v"], ["-V"]):
                rest = argv[1:]
            else:
                return argv
            takes = programs.values_of(name)
            while rest and (rest[0].startswith("-") or (name == "env" and "=" in rest[0])):
                rest = rest[2:] if rest[0] in takes else rest[1:]
            if name in ("timeout", "gtimeout") and rest:
                rest = rest[1:]
            argv = rest
        return argv

    def _shell(self, name: str, words: list[str], given: list[str]) -> Why | None:
        if name == "eval":
            return self._inner(" ".join(map(plain, words)))
        for at, word in enumerate(words):
            if re.fullmatch(r"-[a-zA-Z]*c[a-zA-Z]*", word) and at + 1 < len(words):
                return self._inner(plain(words[at + 1]))
        return next((why for text in given if (why := self._inner(text))), None)

    def _change(self, words: list[str]) -> None:
        target = next((word for word in words if not word.startswith("-")), "")
        if not target:
            home = self._variables.get("HOME", (UNKNOWN,))[0]
            self._folder = self._kept[-1] if words and self._kept else home
        else:
            self._folder = os.path.normpath(matched(target, self._folder)[0])

    def _printed(self, place: Place, words: list[str]) -> Why | None:
        """Decide for words that another program takes as files or commands."""
        names = [name for word in words for name in word.split()]
        if any(place.reads(name) for name in names):
            return Why.READS
        return self._inner(" ".join(map(plain, words)))

    def _interpreter(self, place: Place, argv: list[str], given: list[str]) -> Why | None:
        takes, at = programs.values_of(argv[0]), 1
        while at < len(argv) and (argv[at].startswith("-") or argv[at] == "eval") and argv[at] != "-":
            word, value = argv[at], argv[at + 1 : at + 2]
            if word == "-m":
                return self._module(place, argv[at + 1 :])
            if CODE_OPTION.fullmatch(word) and word not in takes and argv[0] != "java":
                code = plain(value[0]) if value else ""
                return self._code(code) or anything(place, ["code", *argv[at + 2 :]])
            at += 2 if word in takes else 1
        if given and argv[at : at + 1] in ([], ["-"]):
            return next((why for code in given if (why := self._code(code))), None)
        # The program itself may lie anywhere: what it prints is its own doing.
        return anything(place, ["program", *argv[at + 1 :]])

    def _module(self, place: Place, words: list[str]) -> Why | None:
        name = plain(words[0]) if words else ""
        if name in ("pydoc", "inspect"):
            return Why.TALKS
        if name in ("zipfile", "tarfile"):
            return DECISIONS["unzip"](place, ["unzip", *words[1:]])
        argv = [name, *words[1:]]
        return Why.ASKS if _asks(argv) else self._known(place, argv) if words else None

    def _code(self, code: str) -> Why | None:
        """Decide for code in another language, by what it names."""
        if MARK.search(code):
            return Why.UNCLEAR
        if programs.RESOLVES.search(code):
            return Why.TALKS
        if not programs.TALKS.search(code):
            return None
        foreign = {name for name in programs.imported(code) if not self._own(name)}
        return Why.TALKS if foreign or programs.AT_ONCE.search(code) else None

    def _own(self, name: str) -> bool:
        """Whether the project itself has a module of that name."""
        places = (f"{self._folder}/{name}", f"{self._folder}/{name}.py", f"{self._folder}/src/{name}")
        return not inside(self._folder) and any(os.path.exists(place) for place in places)


def _asks(argv: list[str]) -> bool:
    asked = " ".join(map(plain, apart(argv[0], argv[1:]).files))
    return programs.asks_registry(argv[0], asked + (" --tree" if "--tree" in argv else ""))
