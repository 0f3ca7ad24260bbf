"""The bounds -> a configuration of Biome and a GritQL plugin that it loads: one pattern a rule, without look-around."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from paredown.export.bounds import Bound, Search
from paredown.export.dialects import RUST
from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, File, Linter, none, part, whole
from paredown.export.patterns import bounds

FILE = "biome.jsonc"
PLUGIN = "paredown.grit"
NAMES = "a GritQL plugin over bindings, type parameters and members; no rule sees the name of a module"
DECLARED = (
    "JsIdentifierBinding()",
    "TsIdentifierBinding()",
    "TsTypeParameterName()",
    "JsLiteralMemberName()",
    "TsLiteralEnumMemberName()",
)


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration and the plugin."""
    found = bounds(RUST, asked.declared)
    each = (*found.of_names, *found.of_words, *found.of_constants)
    rules = ",\n".join(_rule(bound) for bound in each)
    nodes = ",\n  ".join(DECLARED)
    plugin = (
        f"engine biome(1.0)\nlanguage js(typescript)\n\n{commented(asked.header, '//')}\n"
        f"or {{\n  {nodes}\n}} as $name where {{\n"
        f"  $name <: not within JsImport(),\n  or {{\n{rules}\n  }}\n}}\n"
    )
    settings = {"plugins": [f"./{PLUGIN}"], "linter": {"rules": {"preset": "none"}}}
    return (
        File(FILE, commented(asked.header, "//") + json.dumps(settings, indent=2) + "\n"),
        File(PLUGIN, plugin),
    )


def _rule(bound: Bound) -> str:
    conditions = [*_matches(bound.tests), *(f"not and {{ {', '.join(_matches(e))} }}" for e in bound.exemptions)]
    report = (
        f'register_diagnostic(span = $name, message = "paredown {bound.rule}: {bound.sentence}", severity = "error")'
    )
    return "    and {\n      " + ",\n      ".join([*conditions, report]) + "\n    }"


def _matches(tests: Sequence[Search]) -> Iterator[str]:
    for test in tests:
        # GritQL matches the whole text of a node, quotes included.
        pattern = test.pattern.replace('"', r"\x22")
        inside = pattern.removeprefix("^") if pattern.startswith("^") else f"(?s:.*)(?:{pattern})(?s:.*)"
        whole = inside.removesuffix("$") if pattern.startswith("^") else inside
        yield f'$name <: {"" if test.found else "not "}r"{whole}"'


LINTER = Linter(
    slug="biome",
    title="Biome 2.6",
    languages="JavaScript and TypeScript",
    run="biome lint src   (beside it, paredown.grit)",
    coverage=(
        part("spaced-name", NAMES),
        part("spelled-punctuation", NAMES),
        part("reads-as-text", NAMES),
        part("long-name", NAMES),
        whole("long-constant", NAMES),
        UNDECLARED,
        part("hidden-character", NAMES),
        part("look-alike-letter", NAMES),
        none("path-in-documentation", "GritQL sees no comments, and no rule of Biome takes a pattern for them"),
    ),
    notes=(
        "Local variables are asked too, which no caller sees, and the keys of objects.",
        "long-constant is asked of every name in capitals.",
    ),
    write=write,
)
