"""A literate spec -> its cases, and a case -> the entry that a rule is asked about (README.md has the form)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from paredown.model import Artifact, Ecosystem, Entry, Files, Kind, Language, Prose, Symbol

FOLDER = Path(__file__).parent / "rules"
SECTIONS = ("declared", "within", "breach")
INDENT = "    "
PARTS = {"parameter", "type-parameter", "prose", "literal", "value"}
"""Kinds of a case that are no kind of a declaration."""
KINDS = {kind.value for kind in Kind} | PARTS
LANGUAGES = {language.value for language in Language}
MEMBERS = {Kind.METHOD, Kind.PROPERTY, Kind.MEMBER, Kind.CONSTRUCTOR}
ECOSYSTEM = {Language.JAVA: Ecosystem.MAVEN, Language.KOTLIN: Ecosystem.MAVEN, Language.PYTHON: Ecosystem.PYPI}


class Case(NamedTuple):
    """One line of a spec; without `languages` it holds in every language of its rule."""

    kind: str
    languages: tuple[Language, ...]
    name: str
    line: int

    @property
    def is_a_name(self) -> bool:
        """Whether what is bounded is a name: an identifier that a linter of names can be shown."""
        return self.kind not in {"prose", "literal", "value"}

    def entry(self, language: Language) -> Entry:
        """Return the entry of this case in one language."""
        parts, kind = ("library", "take"), Kind.FUNCTION
        signature, constants, doc = "take(): void", (), ""
        if self.kind == "parameter":
            signature = f"take({self.name}): void"
        elif self.kind == "type-parameter":
            signature = f"take<{self.name}>(): void"
        elif self.kind == "prose":
            doc = self.name
        elif self.kind == "literal":
            signature, constants = 'take(x = "…"): void', (Prose(f'"{self.name}"'),)
        elif self.kind == "value":
            parts, kind = ("library", "TEXT"), Kind.CONSTANT
            signature, constants = 'TEXT = "…"', (Prose(f'"{self.name}"'),)
        else:
            kind = Kind(self.kind)
            owner = ("Owner",) if kind in MEMBERS else ()
            parts = (self.name, "take") if kind is Kind.MODULE else ("library", *owner, self.name)
        return made(parts, kind, language, signature, constants, doc)


class Spec(NamedTuple):
    """One rule's spec: what is declared besides, and the cases within its bound and beyond it."""

    slug: str
    declared: tuple[Case, ...]
    within: tuple[Case, ...]
    breach: tuple[Case, ...]

    def surface(self, language: Language) -> tuple[Entry, ...]:
        """Return the entries that the spec declares besides its cases."""
        found = []
        for case in self.declared:
            module, _, name = case.name.rpartition(".")
            found.append(made((module or "library", name), Kind(case.kind), language, name, (), ""))
        return tuple(found)


def made(
    parts: tuple[str, ...], kind: Kind, language: Language, signature: str, constants: tuple[Prose, ...], doc: str
) -> Entry:
    """Return an entry of an artifact called `library`."""
    ecosystem = ECOSYSTEM.get(language, Ecosystem.NPM)
    purl = f"pkg:{ecosystem}/{'org.example/' if ecosystem is Ecosystem.MAVEN else ''}library@1.0.0"
    return Entry(
        symbol=Symbol(language=language, parts=parts),
        kind=kind,
        signature=signature,
        import_path=parts[0],
        artifact=Artifact(
            purl=purl,
            ecosystem=ecosystem,
            name="library",
            version="1.0.0",
            publisher="library",
            declared=True,
            files=Files(root=Path("/nowhere")),
            digest="sha256:library",
        ),
        constants=constants,
        prose=Prose(doc),
    )


def spec(slug: str) -> Spec:
    """Return the spec of one rule."""
    cases: dict[str, list[Case]] = {section: [] for section in SECTIONS}
    section = ""
    for number, line in enumerate((FOLDER / f"{slug}.md").read_text("utf-8").splitlines(), 1):
        if line.startswith("# "):
            section = line[2:].strip()
            assert section in SECTIONS, f"{slug}.md:{number}: no such section"
        elif line.startswith(INDENT) and section:
            cases[section].append(parse(line[len(INDENT) :], number))
    return Spec(slug, *(tuple(cases[section]) for section in SECTIONS))


def specs() -> Iterator[Spec]:
    """Yield every spec, by slug."""
    for path in sorted(FOLDER.glob("*.md")):
        yield spec(path.stem)


def parse(line: str, number: int) -> Case:
    """Return the case that `line` writes."""
    kind, _, rest = line.partition(" ")
    assert kind in KINDS, f"line {number}: {kind!r} is no kind"
    languages = []
    while (word := rest.partition(" ")[0]) in LANGUAGES and rest != word:
        languages.append(Language(word))
        rest = rest.partition(" ")[2]
    name = json.loads(rest) if rest.startswith('"') else rest
    return Case(kind, tuple(languages), name, number)
