"""A setup.cfg -> what its `[options]` name; setup.py beside it is never run."""

from __future__ import annotations

from configparser import ConfigParser, Error, ParsingError

from packaging.utils import canonicalize_name

from paredown.resolve.project_file import ProjectFile
from paredown.resolve.pypi.reading import text_of
from paredown.resolve.pypi.wanted import Manifest, normal, parse_all


def read_setup_cfg(file: ProjectFile) -> Manifest:
    """Return what `file` names: `install_requires`, `extras_require`, and `file:` directives as includes."""
    config = ConfigParser(interpolation=None, strict=False)
    try:
        config.read_string(text_of(file))
    except ParsingError as error:
        line = error.errors[0][0] if error.errors else 1
        raise file.unreadable(f"line {line}: not a valid configuration file") from error
    except Error as error:
        line = getattr(error, "lineno", 0)
        raise file.unreadable(f"line {line}: not a valid configuration file") from error
    required = config.get("options", "install_requires", fallback="")
    includes: list[str] = []
    if required.strip().startswith("file:"):
        includes = [name.strip() for name in required.strip().removeprefix("file:").split(",")]
        required = ""
    main = parse_all(_lines(required), file.name, "options.install_requires")
    section = config["options.extras_require"] if config.has_section("options.extras_require") else {}
    extras = {
        canonicalize_name(extra): parse_all(_lines(held), file.name, f"options.extras_require.{extra}")
        for extra, held in section.items()
    }
    return Manifest(
        name=normal(config.get("metadata", "name", fallback="").strip()),
        requires_python=config.get("options", "python_requires", fallback="").strip(),
        main=main.wanted,
        extras={extra: held.wanted for extra, held in extras.items()},
        unresolved=main.unresolved,
        dev_unresolved=tuple(gap for held in extras.values() for gap in held.unresolved),
        includes=tuple(includes),
    )


def _lines(text: str) -> list[str]:
    """Return the requirements of a value: one a line, or separated by semicolons on one line with no marker."""
    return [line for line in (one.partition(" #")[0].strip() for one in text.splitlines()) if line and line[0] != "#"]
