"""The words of one simple command -> what of them the program would read, list or ask for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import NamedTuple

from paredown.connect.door import programs
from paredown.connect.door.trees import MARK, Inside, holds_trees, inside, reached
from paredown.connect.door.words import UNKNOWN, is_pattern, matched, plain

Decide = Callable[["Place", list[str]], "Why | None"]


class Why(StrEnum):
    """Why a call is refused."""

    READS = "it reads files of installed dependencies"
    LISTS = "it lists the files inside installed dependencies"
    DESCENDS = "it searches a folder that has dependencies in it without leaving them out (for grep: --exclude-dir)"
    ASKS = "it prints what publishers wrote about their packages"
    UNPACKS = "it reads an archive of somebody else's code"
    TALKS = "it prints documentation or source of installed dependencies"
    OPENS = "it opens a shell or an interpreter whose input cannot be checked"
    UNCLEAR = "it names installed dependencies in a way that cannot be checked"


class Place(NamedTuple):
    """Where a command runs: an absolute folder, and whether its input is a pipe, a file or a text."""

    folder: str
    piped: bool = False
    fed: bool = False

    def reached(self, text: str) -> Iterator[Inside]:
        """Yield the dependency trees that the word `text` leads into, patterns of files matched."""
        for path in matched(text.removeprefix("file://"), self.folder):
            if found := reached(path) if UNKNOWN not in path else inside(path):
                yield found

    def reads(self, text: str) -> bool:
        """Whether the word names a file in a dependency tree, or such a tree."""
        if text.startswith(("!", ":!", ":(exclude")):
            return False
        _, equals, value = text.partition("=")
        return any(True for _ in self.reached(text)) or bool(equals and any(True for _ in self.reached(value)))

    def path(self, text: str) -> str:
        """Return the absolute path that the word names."""
        return matched(text, self.folder)[0]


class Words(NamedTuple):
    """A program's words apart: `files` are no options and no options' values; `excludes`: one leaves out."""

    files: list[str]
    options: list[str]
    values: list[str]
    excludes: bool

    def flag(self, letters: str, *names: str) -> bool:
        """Whether an option of one of these letters (alone or bundled), or of one of these names, is there."""
        bundled = re.compile(rf"-[A-Za-z]*[{letters}][A-Za-z]*\d*")
        return any(bundled.fullmatch(option) or option in names for option in self.options)


def apart(program: str, arguments: list[str]) -> Words:
    """Return the words of a program apart."""
    takes = programs.values_of(program)
    files, options, values, excludes, at = [], [], [], False, 0
    while at < len(arguments):
        word, at = arguments[at], at + 1
        if word == "--":
            files += arguments[at:]
            break
        if not word.startswith("-") or word == "-":
            files.append(word)
            continue
        options.append(word)
        left_out = programs.LEAVES_OUT.fullmatch(word) is not None
        excludes |= left_out
        if word in takes or (left_out and "=" not in word):
            value = arguments[at] if at < len(arguments) else ""
            at += 1
            excludes |= value.startswith("!")
            if word in ("-g", "--glob", "--iglob", "--include") and not value.startswith("!"):
                values.append(value)
        elif "=" in word and not left_out:
            value = word.partition("=")[2]
            excludes |= value.startswith("!")
            values.append(value)
    return Words(files, options, values, excludes)


def anything(place: Place, argv: list[str]) -> Why | None:
    """Decide for a program that nothing is known of: it may read whatever it is given."""
    words = apart(argv[0], argv[1:])
    files = words.files
    if argv[0] == "zip" and "-x" in argv:
        files = argv[1 : argv.index("-x")]
    if argv[0] in ("cp", "mv", "install", "rsync") and len(files) > 1:
        files = files[:-1]
    return Why.READS if any(place.reads(word) for word in (*files, *words.values)) else None


def scripted(place: Place, argv: list[str]) -> Why | None:
    """Decide for `sed`, `awk`, `jq`, `perl`: the first word is a script, unless an option gave one."""
    words = apart(argv[0], argv[1:])
    given = any(
        option in ("-e", "-f", "--expression", "--from-file") or option in programs.TAKES_VALUE["perl"]
        for option in words.options
    )
    files = words.files if given else words.files[1:]
    if argv[0] not in ("sed", "gsed", "jq", "yq"):
        code = [plain(word) for word in argv[1:] if word not in files]
        if any(MARK.search(text) and programs.OPENS_FILES.search(text) for text in code):
            return Why.UNCLEAR
    return Why.READS if any(place.reads(word) for word in files) else None


def searcher(place: Place, argv: list[str]) -> Why | None:
    """Decide for `grep` and its kind: the first word is a pattern, the rest are files or folders."""
    words = apart(argv[0], argv[1:])
    listing = words.flag("\0", "--files", "--type-list")
    patterned = listing or any(option.startswith(("-e", "-f", "--regexp", "--file=")) for option in words.options)
    files = words.files if patterned else words.files[1:]
    if any(place.reads(word) for word in (*files, *words.values)):
        return Why.READS
    if argv[0] in programs.KEEPS_OUT_IGNORED:
        deep = words.flag("uU", "--no-ignore", "--unrestricted", "--no-ignore-vcs")
        files = files or ([] if place.piped else ["."])
        if not place.piped and inside(place.folder) and files == ["."]:
            return Why.READS
    else:
        deep = words.flag("rR", "--recursive", "--dereference-recursive")
        files = files or (["."] if deep else [])
    if deep and not words.excludes and any(holds_trees(place.path(word)) for word in files):
        return Why.DESCENDS
    return Why.READS if deep and any(place.reads(word) for word in files) else None


def lister(place: Place, argv: list[str]) -> Why | None:
    """Decide for `ls`, `tree` and `fd`: the names of packages may be listed, what is inside them may not."""
    name = argv[0]
    words = apart("fd" if name == "fdfind" else name, argv[1:])
    files = words.files[1:] if name in ("fd", "fdfind") else words.files
    deep = name in ("tree", "fd", "fdfind") or words.flag(
        "R" if name in ("ls", "dir", "vdir") else "RT", "--recursive", "--tree"
    )
    itself = words.flag("d", "--directory", "--list-dirs") and name not in programs.KEEPS_OUT_IGNORED
    if name in ("fd", "fdfind") and {"-x", "-X", "--exec", "--exec-batch"} & set(words.options):
        deep = True
    for word in files or ["."]:
        for found in place.reached(word):
            rest = found.rest[:-1] if itself or (is_pattern(word) and len(found.rest) == 1) else found.rest
            if deep or not found._replace(rest=rest).listable:
                return Why.LISTS
    ignores = name in ("fd", "fdfind") and not words.flag("IuH", "--no-ignore", "--unrestricted")
    shallow = "-L" in argv and argv[argv.index("-L") + 1 : argv.index("-L") + 2] in (["1"], ["2"])
    if deep and not ignores and not shallow and not words.excludes and not words.flag("I", "--gitignore"):
        return Why.DESCENDS if any(holds_trees(place.path(word)) for word in files or ["."]) else None
    return None


def finder(place: Place, argv: list[str]) -> Why | None:
    """Decide for `find`: where it begins, and whether it leaves dependencies out."""
    roots, at = [], 1
    while at < len(argv) and not argv[at].startswith(("-", "(", "!")):
        roots.append(argv[at])
        at += 1
    tests = argv[at:]
    roots = roots or ["."]
    limit = tests[tests.index("-maxdepth") + 1 :][:1] if "-maxdepth" in tests else []
    acts = {"-exec", "-execdir", "-ok", "-okdir"} & set(tests)
    found = [where for root in roots for where in place.reached(root)]
    if found:
        shown = "-delete" not in tests and not (limit in (["0"], ["1"]) and all(where.listable for where in found))
        return (Why.READS if acts else Why.LISTS) if acts or shown else None
    left_out = any(test in ("-prune", "-not", "!") for test in tests)
    if left_out or (limit and limit[0] in ("0", "1", "2")) or "-delete" in tests:
        return None
    return Why.DESCENDS if any(holds_trees(place.path(root)) for root in roots) else None


def archiver(place: Place, argv: list[str]) -> Why | None:
    """Decide for what opens archives: only those that the project itself built."""
    for word in argv[1:]:
        if place.reads(word):
            return Why.READS
        if UNKNOWN in word and argv[0] in ("javap", "jdeps"):
            return Why.UNPACKS
        for one in plain(word).split(":"):
            folders = set(one.split("/")[:-1])
            if programs.ARCHIVE.search(one) and not folders & programs.OWN_OUTPUT and not _writes(argv):
                return Why.UNPACKS
    return None


def _writes(argv: list[str]) -> bool:
    return (
        argv[0] == "jar" and len(argv) > 1 and re.fullmatch(r"-{0,2}(?:c\w*|create|u\w*|update)", argv[1]) is not None
    )


def versioned(place: Place, argv: list[str]) -> Why | None:
    """Decide for `git`: only what prints content, by path or by `revision:path`."""
    words = apart("git", argv[1:])
    if not words.files or words.files[0] not in programs.GIT_SHOWS:
        return None
    for word in words.files[1:]:
        _, colon, path = word.partition(":")
        if place.reads(word) or (colon and not word.startswith(":") and inside(plain(path))):
            return Why.READS
    return None


DECISIONS: dict[str, Decide] = {
    **dict.fromkeys(programs.SILENT | programs.BUILDERS, lambda _place, _argv: None),
    **dict.fromkeys(programs.LISTERS, lister),
    "find": finder,
    **dict.fromkeys(programs.SEARCHERS, searcher),
    **dict.fromkeys(programs.SCRIPTED, scripted),
    **dict.fromkeys(programs.ARCHIVERS, archiver),
    "git": versioned,
}
"""How each program that is known decides; `anything` for the rest."""
