"""The bounds -> a flat config of ESLint: for every rule on names a selector with a message of its own.

typescript-eslint's own naming rule takes one pattern for all that a name must not be, and prints the whole of it with
every finding. `no-restricted-syntax` over its syntax tree says the same and names the rule.
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
CALLABLE_OF_AN_OBJECT = "Property:matches([method=true], [kind!='init'], [value.type=/Function|Class/])"
"""Other keys of an object are data: headers, styles, texts."""
MEMBERS = (
    "MethodDefinition", "PropertyDefinition", "AccessorProperty", "TSAbstractMethodDefinition",
    "TSAbstractPropertyDefinition", "TSPropertySignature", "TSMethodSignature", CALLABLE_OF_AN_OBJECT,
)  # fmt: skip
PARAMETERS = (":function", "TSDeclareFunction", "TSMethodSignature", "TSEmptyBodyFunctionExpression", "TSFunctionType")
DECLARED = (
    f":matches({', '.join(MEMBERS)}) > .key",
    ":matches(FunctionDeclaration, FunctionExpression, ClassDeclaration, ClassExpression, TSDeclareFunction) > .id",
    ":matches(VariableDeclarator, TSEnumDeclaration, TSEnumMember, TSInterfaceDeclaration) > .id",
    ":matches(TSTypeAliasDeclaration, TSModuleDeclaration) > .id",
    "TSTypeParameter > .name",
    f":matches({', '.join(PARAMETERS)}) > .params",
    ":function > AssignmentPattern.params > .left",
    ":function > RestElement.params > .argument",
    "TSParameterProperty > .parameter",
)
CONSTANTS = ("VariableDeclaration[kind='const'] > VariableDeclarator > .id",)
TAGS = ("param", "returns", "throws", "deprecated", "example", "remarks", "see", "summary", "description", "todo")
CONFIG = """const rules = {
  "no-restricted-syntax": ["error", ...restricted],
  "jsdoc/match-description": ["error", documentation],
};

export default [
  { files: ["**/*.{js,mjs,cjs,jsx}"], plugins: { jsdoc }, rules },
  {
    files: ["**/*.{ts,mts,cts,tsx}"],
    languageOptions: { parser: tseslint.parser },
    plugins: { jsdoc },
    rules,
  },
];
"""
NAMES = "no-restricted-syntax; no rule sees the name of a module"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration."""
    found = bounds(JAVASCRIPT, asked.declared)
    restricted = [_restriction(bound, DECLARED) for bound in (*found.of_names, *found.of_words)]
    restricted += [_restriction(bound, CONSTANTS) for bound in found.of_constants]
    restricted.append(_escape())
    path = f"/^(?!{ANY}*?(?:{_slashed(PATH)}))/u"
    documentation = {"contexts": ["any"], "mainDescription": path, "tags": dict.fromkeys(TAGS, path)}
    text = (
        f"{commented(asked.header, '//')}\n"
        'import jsdoc from "eslint-plugin-jsdoc";\nimport tseslint from "typescript-eslint";\n\n'
        f"const restricted = {json.dumps(restricted, indent=2)};\n\n"
        f"const documentation = {json.dumps(documentation, indent=2)};\n\n"
    )
    return (File(FILE, text + CONFIG),)


def _restriction(bound: Bound, places: Iterable[str]) -> dict[str, str]:
    # The type of the node comes first: ESLint asks the rest of no other node.
    pattern, place = _slashed(bound.pattern(ANY)), ", ".join(places)
    selector = f"Identifier:matches({place})[name=/{pattern}/u], Literal:matches({place})[value=/{pattern}/u]"
    return {"selector": selector, "message": f"paredown {bound.rule}: {bound.sentence}"}


def _escape() -> dict[str, str]:
    # The value of a quoted name is read with its escapes undone: only its raw text still shows them.
    selector = rf"Literal:matches({', '.join(DECLARED)})[raw=/\\/]"
    return {"selector": selector, "message": "paredown hidden-character: an escape in a name"}


def _slashed(pattern: str) -> str:
    return pattern.replace("/", r"\/")


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
        whole("long-constant", "no-restricted-syntax, for `const`"),
        UNDECLARED,
        part("hidden-character", NAMES),
        part("look-alike-letter", NAMES),
        whole("path-in-documentation", "jsdoc/match-description"),
    ),
    notes=(
        "Local variables are asked too, which no caller sees.",
        "jsdoc/match-description reads every documentation comment, private ones too.",
    ),
    write=write,
)
