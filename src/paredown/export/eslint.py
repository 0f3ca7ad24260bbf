"""The bounds -> a flat config of ESLint: `no-restricted-syntax` for JavaScript, naming-convention for TypeScript.

In JavaScript each rule has a selector with a message of its own. In TypeScript the linter's own naming rule is used,
which takes one pattern a kind of name, so its findings do not tell the rules apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from paredown.export.bounds import Bound
from paredown.export.dialects import JAVASCRIPT
from paredown.export.documentation import PATH
from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, File, Linter, part, whole
from paredown.export.patterns import bounds

FILE = "eslint.paredown.config.mjs"
ANY = r"[\s\S]"
DECLARED = (
    ":matches(FunctionDeclaration, FunctionExpression, ClassDeclaration, ClassExpression) > Identifier.id",
    "VariableDeclarator > Identifier.id",
    ":function > Identifier.params",
    ":function > AssignmentPattern.params > Identifier.left",
    ":function > RestElement.params > Identifier.argument",
    ":matches(MethodDefinition, PropertyDefinition) > Identifier.key[computed!=true]",
    "Property:matches([method=true], [kind!='init'], [value.type=/Function|Class/]) > Identifier.key",
)
QUOTED = (
    ":matches(MethodDefinition, PropertyDefinition) > Literal.key",
    "Property:matches([method=true], [kind!='init'], [value.type=/Function|Class/]) > Literal.key",
)
NAMES = (
    "no-restricted-syntax in JavaScript, @typescript-eslint/naming-convention in TypeScript; no rule sees the name of"
    " a module, and naming-convention no namespace"
)


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration."""
    found = bounds(JAVASCRIPT, asked.declared)
    names, constants = (*found.of_names, *found.of_words), found.of_constants
    restricted = [_restriction(bound, DECLARED) for bound in names]
    restricted.append(_escape())
    restricted += [_restriction(bound, ("VariableDeclaration[kind='const'] > VariableDeclarator > Identifier.id",))
                   for bound in constants]  # fmt: skip
    conventions = [_convention("default", names)]
    conventions.append({**_convention("variable", (*names, *constants)), "modifiers": ["const"]})
    path = f"/^(?![\\s\\S]*?(?:{PATH.replace('/', chr(92) + '/')}))/u"
    documentation = {"contexts": ["any"], "mainDescription": path, "tags": dict.fromkeys(TAGS, path)}
    return (
        File(
            FILE,
            commented(asked.header, "//")
            + 'import jsdoc from "eslint-plugin-jsdoc";\nimport tseslint from "typescript-eslint";\n\n'
            + f"const restricted = {_literal(restricted)};\n\n"
            + f"const conventions = {_literal(conventions)};\n\n"
            + f"const documentation = {_literal(documentation)};\n\n"
            + CONFIG,
        ),
    )


TAGS = ("param", "returns", "throws", "deprecated", "example", "remarks", "see", "summary", "description", "todo")
CONFIG = """export default [
  {
    files: ["**/*.{js,mjs,cjs,jsx}"],
    plugins: { jsdoc },
    rules: {
      "no-restricted-syntax": ["error", ...restricted],
      "jsdoc/match-description": ["error", documentation],
    },
  },
  {
    files: ["**/*.{ts,mts,cts,tsx}"],
    languageOptions: { parser: tseslint.parser },
    plugins: { jsdoc, "@typescript-eslint": tseslint.plugin },
    rules: {
      "@typescript-eslint/naming-convention": ["error", ...conventions],
      "jsdoc/match-description": ["error", documentation],
    },
  },
];
"""


def _restriction(bound: Bound, selectors: Iterable[str]) -> dict[str, str]:
    pattern = bound.pattern(ANY).replace("/", r"\/")
    matched = [f":matches({', '.join(selectors)})[name=/{pattern}/u]"]
    if selectors is DECLARED:
        matched.append(f":matches({', '.join(QUOTED)})[value=/{pattern}/u]")
    return {"selector": ", ".join(matched), "message": f"paredown {bound.rule}: {bound.sentence}"}


def _escape() -> dict[str, str]:
    # The value of a quoted name is read with its escapes undone: only its raw text still shows them.
    message = "paredown hidden-character: an escape in a name"
    return {"selector": f":matches({', '.join(QUOTED)})[raw=/\\\\/]", "message": message}


def _convention(selector: str, each: Iterable[Bound]) -> dict[str, object]:
    pattern = "|".join(bound.pattern(ANY) for bound in each)
    return {"selector": selector, "format": None, "custom": {"regex": pattern, "match": False}}


def _literal(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=True)


LINTER = Linter(
    slug="eslint",
    title="ESLint 9 and later with typescript-eslint 8 and eslint-plugin-jsdoc",
    languages="JavaScript and TypeScript",
    run=f"eslint -c {FILE} src",
    coverage=(
        part("spaced-name", NAMES),
        part("spelled-punctuation", NAMES),
        part("reads-as-text", NAMES),
        part("long-name", NAMES),
        whole("long-constant", "the same, for `const`"),
        UNDECLARED,
        part("hidden-character", f"{NAMES}, and no escape"),
        part("look-alike-letter", NAMES),
        whole("path-in-documentation", "jsdoc/match-description"),
    ),
    beyond=(
        "Local variables are asked too, which no caller sees.",
        "jsdoc/match-description reads every documentation comment, private ones too.",
    ),
    write=write,
)
