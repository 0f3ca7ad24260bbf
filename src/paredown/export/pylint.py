"""The bounds -> a configuration of pylint: one list of refused names, and a pattern for notes in documentation."""

from __future__ import annotations

from paredown.export.dialects import PYTHON
from paredown.export.documentation import ESCAPED_PATH
from paredown.export.header import commented
from paredown.export.linter import UNDECLARED, Asked, File, Linter, none, part, whole
from paredown.export.patterns import bounds

FILE = "paredown.pylintrc"
ANY = r"[\s\S]"
NAMES = "disallowed-name (C0104), bad-names-rgxs"


def write(asked: Asked) -> tuple[File, ...]:
    """Return the configuration."""
    found = bounds(PYTHON, asked.declared)
    # pylint splits its list at commas: `bounds` writes no repeat with one where an engine looks ahead.
    patterns = ",\n".join(f"    {bound.pattern(ANY)}" for bound in (*found.of_names, *found.of_constants))
    text = (
        f"{commented(asked.header, '#')}"
        f"[MAIN]\ndisable=all\nenable=disallowed-name,fixme\n\n"
        f"[BASIC]\nbad-names=\nbad-names-rgxs=\n{patterns}\n\n"
        # An empty `notes` would switch the pattern off; the pattern must reach from the comment's start to a blank.
        f"[MISCELLANEOUS]\nnotes=paredown-path\nnotes-rgx=.*{ESCAPED_PATH}\\S*\ncheck-fixme-in-docstring=yes\n"
    )
    return (File(FILE, text),)


LINTER = Linter(
    slug="pylint",
    title="pylint 3.3 and later",
    languages="Python",
    run=f"pylint --rcfile {FILE} PACKAGE",
    coverage=(
        whole("spaced-name", f"{NAMES}; Python's grammar allows none in source anyway"),
        whole("spelled-punctuation", NAMES),
        none("reads-as-text", "the catalogue asks it everywhere but in Python, where underscores are the convention"),
        whole("long-name", f"{NAMES}; capitals beyond Latin, Greek, Cyrillic, Armenian and Cherokee begin no word"),
        whole("long-constant", f"{NAMES}, for every name in capitals"),
        UNDECLARED,
        whole("hidden-character", NAMES),
        part(
            "look-alike-letter",
            f"{NAMES}; full-width and mathematical letters and ligatures are plain ones to Python itself (NFKC)",
        ),
        whole("path-in-documentation", "fixme (W0511), notes-rgx; a docstring with a prefix is not read"),
    ),
    notes=(
        "Local variables and private names are asked too, which no caller sees.",
        "fixme reads every comment and docstring, private ones too.",
    ),
    write=write,
)
