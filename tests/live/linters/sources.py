"""A case of a spec and a language -> a source file that declares it, or the reason why the grammar has no such thing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gate.spec import Case, specs

from paredown.gate import ADOPTED, rule_named

LANGUAGES = ("kotlin", "java", "swift", "typescript", "javascript", "python")
SUFFIX = {"kotlin": "kt", "java": "java", "swift": "swift", "typescript": "ts", "javascript": "js", "python": "py"}
LIKE_SWIFT = {"kotlin", "typescript"}
"""Swift is no language of the catalogue: it is shown what either of these is."""
CASES = "cases"
NAMED_FILE = "named"


class Sample(NamedTuple):
    """One source file: the rule and section that it shows, its language, what the spec says, and the file."""

    key: str
    rule: str
    section: str
    language: str
    case: Case
    path: Path
    text: str


class Unwritable(NamedTuple):
    """A case that a language cannot express, so that no linter of it need catch it."""

    rule: str
    section: str
    language: str
    case: Case


def samples() -> Iterator[Sample | Unwritable]:
    """Yield every case of an adopted rule's spec in every language in which it holds."""
    number = 0
    adopted = {rule.slug for rule in ADOPTED}
    for spec in specs():
        if spec.slug not in adopted:
            continue
        for section, cases in (("within", spec.within), ("breach", spec.breach)):
            for case in cases:
                for language in LANGUAGES:
                    if not concerns(spec.slug, case, language):
                        continue
                    number += 1
                    made = sample(f"c{number:04}", spec.slug, section, language, case)
                    yield made or Unwritable(spec.slug, section, language, case)


def controls() -> Iterator[Sample]:
    """Yield, for every language and kind, the same file with a name or a comment that nobody could object to."""
    ordinary = {
        "function": "read", "method": "read", "class": "Reader", "interface": "Reader", "enum": "Reader",
        "type": "Reader", "property": "name", "member": "FIRST", "constant": "LIMIT", "variable": "name",
        "namespace": "Reader", "parameter": "name", "type-parameter": "T", "constructor": "Reader",
        "prose": "Returns the sum.", "module": "library.reader",
    }  # fmt: skip
    for language in LANGUAGES:
        for kind, name in ordinary.items():
            made = sample(f"k-{language}-{kind}", "", "control", language, Case(kind, (), name, 0))
            if made:
                yield made


def concerns(slug: str, case: Case, language: str) -> bool:
    """Whether a case holds in a language: by itself, or by its rule."""
    if language == "swift":
        return any(each in LIKE_SWIFT for each in case.languages) or (not case.languages and everywhere(slug))
    spoken = case.languages or rule_named(slug).languages
    return not spoken or language in spoken


def everywhere(slug: str) -> bool:
    """Whether a rule holds in languages that are as unlike as Kotlin and TypeScript, and so in Swift."""
    return not rule_named(slug).languages or set(LIKE_SWIFT) <= set(rule_named(slug).languages)


def declared() -> tuple[str, ...]:
    """Return the paths that the specs declare: what an export is told may be spelled out."""
    found = [case.name for spec in specs() for case in spec.declared if "." in case.name]
    return tuple(dict.fromkeys(found))


def sample(key: str, rule: str, section: str, language: str, case: Case) -> Sample | None:
    """Return the file of a case, or None where the language cannot say it."""
    folder = Path(CASES) / key
    if case.kind == "module" and language not in ("java", "kotlin"):
        # Elsewhere a module is named by its file.
        steps = case.name.split(".") if language == "python" else case.name.split("/")
        if language == "swift" or (language == "python" and not all(map(str.isidentifier, steps))):
            return None
        path = folder.joinpath(*steps).with_name(f"{steps[-1]}.{SUFFIX[language]}")
        return Sample(key, rule, section, language, case, path, EMPTY[language])
    text = written(case, language)
    return text and Sample(key, rule, section, language, case, folder / f"{NAMED_FILE}.{SUFFIX[language]}", text)


EMPTY = {"typescript": "export {};\n", "javascript": "export {};\n", "python": '"""Nothing."""\n'}


def written(case: Case, language: str) -> str | None:
    """Return the text that declares a case."""
    if case.kind == "prose":
        return PROSE[language].replace("TEXT", case.name.replace("\\", "\\\\") if language == "python" else case.name)
    form = FORMS[language].get(case.kind)
    name = spelled(case, language)
    if form is None or name is None:
        return None
    if not isidentifier(case.name, language) and language in ("typescript", "javascript"):
        form = FORMS[language]["quoted" if case.kind != "member" else "member"]
    return form.replace("NAME", name)


def spelled(case: Case, language: str) -> str | None:
    """Return a name as the source spells it, quoted where the language has quotes for names; None where it cannot."""
    name = case.name
    if case.kind == "module":
        return name if all(isidentifier(step, language) for step in name.split(".")) else None
    if isidentifier(name, language):
        return name
    if language in ("kotlin", "swift"):
        bare = name.removeprefix("`").removesuffix("`")
        if isidentifier(bare, language):  # backticks quote a name here, and cannot be left in it
            return None
        refused = r"[`\n\r]" if language == "kotlin" else r"[`\x00-\x1f]"
        return None if re.search(refused, bare) or bare == "()" else f"`{bare}`"
    quotable = case.kind in ("function", "method", "property") or (case.kind, language) == ("member", "typescript")
    if language in ("typescript", "javascript") and quotable and name != "()":
        return computed(name) or f'"{escaped(name)}"'
    return None


def computed(name: str) -> str | None:
    """Return a computed name such as `[Symbol.iterator]` as it is."""
    return name if name == "[Symbol.iterator]" else None


def escaped(name: str) -> str:
    """Return a name as it stands in a string: what a line of source cannot hold is escaped; an escape stays one."""
    return re.sub(r'[\x00-\x1f"\u2028\u2029]', lambda found: f"\\u{ord(found[0]):04x}", name)


def isidentifier(name: str, language: str) -> bool:
    """Whether a language takes `name` without quotes."""
    plain = name
    if language == "kotlin":
        # No marks, and nothing beyond the first plane: the lexer reads UTF-16.
        kept = all(unicodedata.category(c) in {"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Nd"} or c == "_" for c in name)
        return kept and name.isidentifier() and max(name) < "\U00010000"
    if language in ("java", "javascript", "typescript"):
        plain = plain.replace("$", "_")
    if language in ("javascript", "typescript"):
        plain = plain.replace("\u200c", "").replace("\u200d", "")
    if language == "java":
        # Java ignores what nobody sees inside an identifier: that is what the rule is about.
        plain = plain[:1] + re.sub(
            "[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]", "", plain[1:]
        )
    return plain.isidentifier()


COMMENT = "/**\n * Takes nothing.\n *\n * TEXT\n */"
PROSE = {
    "kotlin": f"package library\n\n{COMMENT}\nfun take(): Int = 1\n",
    "java": f"package library;\n\n{COMMENT}\nclass Holder {{\n    int take() {{\n        return 1;\n    }}\n}}\n",
    "swift": "/// Takes nothing.\n///\n/// TEXT\nfunc take() -> Int { return 1 }\n",
    "typescript": f"{COMMENT}\nexport function take(): number {{\n  return 1;\n}}\n",
    "javascript": f"{COMMENT}\nexport function take() {{\n  return 1;\n}}\n",
    "python": 'def take():\n    """Takes nothing.\n\n    TEXT\n    """\n    return 1\n',
}
FORMS = {
    "kotlin": {
        "function": "package library\n\nfun NAME(): Int = 1\n",
        "method": "package library\n\nclass Holder {\n    fun NAME(): Int = 1\n}\n",
        "constructor": "package library\n\nclass NAME()\n",
        "class": "package library\n\nclass NAME\n",
        "interface": "package library\n\ninterface NAME\n",
        "enum": "package library\n\nenum class NAME { FIRST }\n",
        "type": "package library\n\ntypealias NAME = Int\n",
        "property": "package library\n\nclass Holder {\n    val NAME: Int = 1\n}\n",
        "member": "package library\n\nenum class Holder { NAME }\n",
        "constant": "package library\n\nconst val NAME: Int = 1\n",
        "variable": "package library\n\nvar NAME: Int = 1\n",
        "namespace": "package library\n\nobject NAME\n",
        "module": "package NAME\n\nfun take(): Int = 1\n",
        "parameter": "package library\n\nfun take(NAME: Int): Int = 1\n",
        "type-parameter": "package library\n\nfun <NAME> take(): Int = 1\n",
    },
    "java": {
        "function": "package library;\n\nclass Holder {\n    static int NAME() {\n        return 1;\n    }\n}\n",
        "method": "package library;\n\nclass Holder {\n    int NAME() {\n        return 1;\n    }\n}\n",
        "constructor": "package library;\n\nclass NAME {\n    NAME() {\n    }\n}\n",
        "class": "package library;\n\nclass NAME {\n}\n",
        "interface": "package library;\n\ninterface NAME {\n}\n",
        "enum": "package library;\n\nenum NAME {\n    FIRST\n}\n",
        "property": "package library;\n\nclass Holder {\n    int NAME;\n}\n",
        "member": "package library;\n\nenum Holder {\n    NAME\n}\n",
        "constant": "package library;\n\nclass Holder {\n    static final int NAME = 1;\n}\n",
        "variable": "package library;\n\nclass Holder {\n    static int NAME;\n}\n",
        "module": "package NAME;\n\nclass Holder {\n}\n",
        "parameter": "package library;\n\nclass Holder {\n    int take(int NAME) {\n        return 1;\n    }\n}\n",
        "type-parameter": "package library;\n\nclass Holder {\n    <NAME> int take() {\n        return 1;\n    }\n}\n",
    },
    "swift": {
        "function": "func NAME() -> Int { return 1 }\n",
        "method": "class Holder {\n    func NAME() -> Int { return 1 }\n}\n",
        "class": "class NAME {}\n",
        "interface": "protocol NAME {}\n",
        "enum": "enum NAME { case first }\n",
        "type": "typealias NAME = Int\n",
        "property": "class Holder {\n    let NAME: Int = 1\n}\n",
        "member": "enum Holder { case NAME }\n",
        "constant": "let NAME: Int = 1\n",
        "variable": "var NAME: Int = 1\n",
        "namespace": "enum NAME {}\n",
        "parameter": "func take(NAME: Int) -> Int { return 1 }\n",
        "type-parameter": "func take<NAME>(name: NAME) -> Int { return 1 }\n",
    },
    "typescript": {
        "function": "export function NAME(): number {\n  return 1;\n}\n",
        "method": "export class Holder {\n  NAME(): number {\n    return 1;\n  }\n}\n",
        "constructor": "export class NAME {}\n",
        "class": "export class NAME {}\n",
        "interface": "export interface NAME {\n  name: string;\n}\n",
        "enum": "export enum NAME {\n  FIRST,\n}\n",
        "type": "export type NAME = string;\n",
        "property": "export interface Holder {\n  NAME: string;\n}\n",
        "quoted": "export interface Holder {\n  NAME: string;\n}\n",
        "member": "export enum Holder {\n  NAME,\n}\n",
        "constant": "export const NAME = 1;\n",
        "variable": "export let NAME = 1;\n",
        "namespace": "export namespace NAME {\n  export const name = 1;\n}\n",
        "parameter": "export function take(NAME: string): string {\n  return NAME;\n}\n",
        "type-parameter": "export function take<NAME>(name: NAME): NAME {\n  return name;\n}\n",
    },
    "javascript": {
        "function": "export function NAME() {\n  return 1;\n}\n",
        "method": "export class Holder {\n  NAME() {\n    return 1;\n  }\n}\n",
        "constructor": "export class NAME {}\n",
        "class": "export class NAME {}\n",
        "property": "export class Holder {\n  NAME = 1;\n}\n",
        "quoted": "export class Holder {\n  NAME() {\n    return 1;\n  }\n}\n",
        "constant": "export const NAME = 1;\n",
        "variable": "export let NAME = 1;\n",
        "parameter": "export function take(NAME) {\n  return NAME;\n}\n",
    },
    "python": {
        "function": "def NAME():\n    return 1\n",
        "method": "class Holder:\n    def NAME(self):\n        return 1\n",
        "class": "class NAME:\n    pass\n",
        "interface": "class NAME:\n    pass\n",
        "enum": "import enum\n\n\nclass NAME(enum.Enum):\n    FIRST = 1\n",
        "type": "NAME = int\n",
        "property": "class Holder:\n    def __init__(self):\n        self.NAME = 1\n",
        "member": "import enum\n\n\nclass Holder(enum.Enum):\n    NAME = 1\n",
        "constant": "NAME = 1\n",
        "variable": "NAME = [1]\n",
        "parameter": "def take(NAME):\n    return NAME\n",
    },
}
