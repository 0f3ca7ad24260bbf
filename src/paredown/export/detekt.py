"""The bounds -> a configuration of detekt, whose 1.23 and 2.0 spell every rule and option that stands in it alike."""

from __future__ import annotations

from collections.abc import Iterable

from paredown.export.bounds import Bound
from paredown.export.dialects import JAVA
from paredown.export.documentation import PATH
from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, File, Linter, part, whole
from paredown.export.patterns import bounds
from paredown.export.yaml_text import quoted

FILE = "detekt-paredown.yml"
ANY = r"[\s\S]"
NAMES = "FunctionNaming and the other naming rules, PackageNaming; detekt has none for type parameters and type aliases"
OPTIONS = {
    "ClassNaming": ("classPattern",),
    "ConstructorParameterNaming": ("parameterPattern", "privateParameterPattern"),
    "EnumNaming": ("enumEntryPattern",),
    "FunctionNaming": ("functionPattern",),
    "FunctionParameterNaming": ("parameterPattern",),
    "ObjectPropertyNaming": ("constantPattern", "propertyPattern", "privatePropertyPattern"),
    "TopLevelPropertyNaming": ("constantPattern", "propertyPattern", "privatePropertyPattern"),
    "VariableNaming": ("variablePattern", "privateVariablePattern"),
}
"""The options of 1.23 and of 2.0 that take a pattern for a whole name. What was renamed between them bounds
characters (`FunctionMaxLength`, `FunctionNameMaxLength`), which no rule of the catalogue does."""


def accepted(each: Iterable[Bound], any_character: str) -> str:
    """Return the pattern that the whole of a name within bounds matches."""
    return "".join(f"(?!{bound.conditions(any_character)})" for bound in each) + f"{any_character}*"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration."""
    found = bounds(JAVA, asked.declared)
    of_steps = bounds(JAVA, asked.declared, stop=".")
    name = accepted((*found.of_names, *found.of_words), ANY)
    constant = accepted((*found.of_names, *found.of_constants), ANY)
    step = accepted((*of_steps.of_names, *of_steps.of_words), "[^.]")
    lines = [commented(asked.header, "#"), "naming:\n  active: true\n"]
    anchors = {"name": name, "constant": constant}
    for rule, options in OPTIONS.items():
        lines.append(f"  {rule}:\n    active: true\n")
        if rule == "FunctionNaming":
            lines.append("    excludes: []\n")
        for option in options:
            anchor = "constant" if option == "constantPattern" else "name"
            lines.append(f"    {option}: {_anchored(anchor, anchors)}\n")
    package = rf"(?:{step}(?:\.|$))+"
    lines.append(f"  PackageNaming:\n    active: true\n    packagePattern: {quoted(package)}\n")
    lines.append("style:\n  active: true\n  ForbiddenComment:\n    active: true\n    comments:\n")
    lines.append("      - reason: 'paredown path-in-documentation: a filesystem path in documentation'\n")
    lines.append(f"        value: {quoted(PATH)}\n")
    return (File(FILE, "".join(lines)),)


def _anchored(name: str, unwritten: dict[str, str]) -> str:
    return f"&{name} {quoted(unwritten.pop(name))}" if name in unwritten else f"*{name}"


LINTER = Linter(
    slug="detekt",
    title="detekt 1.23 and 2.0 (Kotlin)",
    languages="Kotlin",
    run=f'detekt --config {FILE} --input src   (or `config.setFrom("{FILE}")` in Gradle)',
    coverage=(
        part("spaced-name", NAMES),
        part("spelled-punctuation", NAMES),
        part("reads-as-text", NAMES),
        part("long-name", NAMES),
        whole("long-constant", "TopLevelPropertyNaming and ObjectPropertyNaming, constantPattern"),
        UNDECLARED,
        part("hidden-character", NAMES),
        part("look-alike-letter", NAMES),
        whole("path-in-documentation", "ForbiddenComment"),
    ),
    notes=("One pattern holds all rules for a name, and detekt prints the whole of it with a finding.",),
    write=write,
)
