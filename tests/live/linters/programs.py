"""A linter, a folder of sources and a configuration -> what it finds, by case."""

from __future__ import annotations

import json
import re
import subprocess
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from paredown.export import export, linter_named
from tests.live.linters.toolbox import CHECKSTYLE, DETEKT_1, DETEKT_2, Toolbox, quiet_environment

KEY = re.compile(r"cases/(c[0-9]{4}|k-[a-z]+-[a-z-]+)/")
OURS = re.compile(r"paredown[ _./-]([a-z_]+(?:[-_][a-z]+)*)")
STOCK, NAMING, EXPORTED = "stock", "naming rules", "our export"


class Finding(NamedTuple):
    """One finding: the case it is in, and the linter's name of its rule."""

    key: str
    rule: str


class Program(NamedTuple):
    """One column of the table: a linter on one of its languages, and its configurations by name.

    `slug` is the export, `configurations` are the files of each (empty: what the linter does on its own).
    """

    title: str
    slug: str
    languages: tuple[str, ...]
    run: Callable[[Toolbox, Path, str], Iterator[Finding]]
    stock: tuple[str, ...] = (STOCK,)


def findings(program: Program, tools: Toolbox, folder: Path, configuration: str) -> dict[str, set[str]]:
    """Return the rules found, by case."""
    found: dict[str, set[str]] = defaultdict(set)
    for key, rule in program.run(tools, folder, configuration):
        found[key].add(rule)
    return dict(found)


def install_exports(folder: Path, declared: Sequence[str], slugs: Sequence[str]) -> None:
    """Write the export of each linter into a folder of its name."""
    for slug in slugs:
        for file in export(linter_named(slug), declared):
            path = folder / "exports" / slug / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, "utf-8")


def exported(folder: Path, slug: str) -> Path:
    """Return the main file of an export."""
    return folder / "exports" / slug / export(linter_named(slug))[0].name


def called(command: Sequence[str | Path], folder: Path, *, fine: Sequence[int]) -> str:
    """Run a linter in `folder`; return what it printed; raises `AssertionError` where it broke."""
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env=quiet_environment(folder / "home"),
        capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode in fine, f"{command[0]} ended with {done.returncode}: {(done.stderr + done.stdout)[-3_000:]}"
    return done.stdout


def found(path: str, rule: str, message: str = "") -> Iterator[Finding]:
    """Yield the finding in `path`, named for our rule where the message says which."""
    if place := KEY.search(path):
        ours = OURS.search(message) or OURS.search(rule)
        yield Finding(place[1], ours[1].replace("_", "-") if ours else rule)


def written(folder: Path, name: str, text: str) -> Path:
    """Write a configuration file of the test's own."""
    (folder / name).write_text(text, "utf-8")
    return folder / name


def eslint(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run ESLint with typescript-eslint and the jsdoc plugin on either language."""
    config = written(folder, f"eslint.{configuration.replace(' ', '-')}.mjs", ESLINT.get(configuration, ""))
    if configuration == EXPORTED:
        config.write_text(exported(folder, "eslint").read_text("utf-8"), "utf-8")
    command = [*tools.script("eslint"), "--no-config-lookup", "-c", config, "-f", "json", "cases"]
    for file in json.loads(called(command, folder, fine=(0, 1))):
        for message in file["messages"]:
            # A file that does not parse is a fault of the sample, not a finding.
            assert message["ruleId"], f"{file['filePath']}: {message['message']}"
            yield from found(file["filePath"], message["ruleId"], message["message"])


ESLINT = {
    STOCK: 'import js from "@eslint/js";\nimport tseslint from "typescript-eslint";\n'
    'export default [js.configs.recommended, ...tseslint.configs.recommended.map(c => ({...c, files: ["**/*.ts"]}))];\n',
    NAMING: 'import tseslint from "typescript-eslint";\nexport default [\n'
    '{files: ["**/*.js"], rules: {camelcase: "error", "id-match": "error"}},\n'
    '{files: ["**/*.ts"], languageOptions: {parser: tseslint.parser}, plugins: {"@typescript-eslint": tseslint.plugin},\n'
    'rules: {"@typescript-eslint/naming-convention": "error"}}];\n',
}


def biome(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run Biome."""
    home = folder / f"biome-{configuration.replace(' ', '-')}"
    home.mkdir(exist_ok=True)
    if configuration == EXPORTED:
        home = exported(folder, "biome").parent
    elif configuration == NAMING:
        written(home, "biome.json", json.dumps(BIOME_NAMING))
    else:
        written(home, "biome.json", "{}")
    command = [
        *tools.script("biome"),
        "lint",
        f"--config-path={home}",
        "--reporter=json",
        "--max-diagnostics=none",
        "cases",
    ]
    printed = called(command, folder, fine=(0, 1))
    for diagnostic in json.loads(printed[printed.index("{") :])["diagnostics"]:
        path = diagnostic["location"].get("path") or ""
        path = path if isinstance(path, str) else path.get("file", "")
        yield from found(path, diagnostic["category"], diagnostic["message"])


BIOME_NAMING = {
    "linter": {
        "rules": {"preset": "none", "style": {"useNamingConvention": "error", "useFilenamingConvention": "error"}}
    }
}


def oxlint(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run oxlint."""
    config = exported(folder, "oxlint") if configuration == EXPORTED else written(folder, "oxlint.json", "{}")
    printed = called([*tools.script("oxlint"), "-c", config, "-f", "json", "cases"], folder, fine=(0, 1))
    for diagnostic in json.loads(printed)["diagnostics"]:
        yield from found(diagnostic["filename"], diagnostic.get("code", ""), diagnostic["message"])


def pylint(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run pylint."""
    config = exported(folder, "pylint") if configuration == EXPORTED else written(folder, "pylintrc", "[MAIN]\n")
    files = sorted(str(path.relative_to(folder)) for path in (folder / "cases").rglob("*.py"))
    command = [*tools.program("pylint"), f"--rcfile={config}", "--output-format=json", *files]
    for message in json.loads(called(command, folder, fine=range(32))):
        assert message["symbol"] != "syntax-error", message
        yield from found(message["path"], message["symbol"], "")


def ruff(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run ruff."""
    options = {STOCK: ["--isolated"], NAMING: ["--isolated", "--select", "N"]}
    chosen = options.get(configuration) or ["--config", str(exported(folder, "ruff"))]
    command = [*tools.program("ruff"), "check", "--no-cache", "--output-format", "json", *chosen, "cases"]
    for message in json.loads(called(command, folder, fine=(0, 1))):
        yield from found(message["filename"], message["code"], "")


def semgrep(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run semgrep with our rules, or with SwiftLint's regular expressions."""
    config = exported(folder, "semgrep") if configuration == EXPORTED else folder / "swiftlint-as-semgrep.yml"
    command = [*tools.program("semgrep"), "scan", "--metrics", "off", "--disable-version-check", "--quiet",
               "--no-git-ignore", "--json", "--max-target-bytes", "0", "--config", config, "cases"]  # fmt: skip
    for result in json.loads(called(command, folder, fine=(0, 1)))["results"]:
        yield from found(result["path"], result["check_id"], result["extra"]["message"])


def ast_grep(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run ast-grep."""
    del configuration
    command = [*tools.program("ast-grep"), "scan", "--rule", exported(folder, "ast-grep"), "--json=stream", "cases"]
    for line in called(command, folder, fine=(0, 1)).splitlines():
        result = json.loads(line)
        yield from found(result["file"], result["ruleId"], result["message"])


def checkstyle(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run Checkstyle."""
    config = exported(folder, "checkstyle") if configuration == EXPORTED else "/sun_checks.xml"
    command = [*tools.java(CHECKSTYLE, "com.puppycrawl.tools.checkstyle.Main"), "-c", config, "-f", "xml", "cases"]
    printed = called(command, folder, fine=range(255))
    for file in ET.fromstring(printed[printed.index("<?xml") : printed.rindex(">") + 1]).iter("file"):
        for error in file.iter("error"):
            yield from found(file.get("name", ""), error.get("source", ""), error.get("message", ""))


def pmd(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run PMD."""
    rules: Any = "rulesets/java/quickstart.xml,category/kotlin/bestpractices.xml,category/kotlin/errorprone.xml"
    chosen = exported(folder, "pmd") if configuration == EXPORTED else rules
    command = [*tools.pmd(), "check", "-d", "cases", "-R", chosen, "-f", "json", "--no-cache", "--no-progress"]
    for file in json.loads(called(command, folder, fine=(0, 4, 5)))["files"]:
        for violation in file["violations"]:
            yield from found(file["filename"], violation["rule"], violation["description"])


def ktlint(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
    """Run ktlint."""
    text = "root=true\n"
    if configuration == EXPORTED:
        # The export leaves a user's rules on; what it adds is told apart by switching them off.
        text = exported(folder, "ktlint").read_text("utf-8") + "ktlint_standard = disabled\n"
    config = written(folder, "ktlint.editorconfig", text)
    command = [*tools.ktlint(), f"--editorconfig={config}", "--reporter=json", "--log-level=none", "cases/**/*.kt"]
    for file in json.loads(called(command, folder, fine=(0, 1))):
        for error in file["errors"]:
            assert error["rule"] != "", f"{file['file']}: {error['message']}"
            yield from found(file["file"], error["rule"], error["message"])


def detekt(coordinates: str, main: str) -> Callable[[Toolbox, Path, str], Iterator[Finding]]:
    """Return the runner of one version of detekt."""

    def run(tools: Toolbox, folder: Path, configuration: str) -> Iterator[Finding]:
        chosen = ["--config", str(exported(folder, "detekt"))] if configuration == EXPORTED else []
        command = [*tools.java(coordinates, main), "--input", "cases", *chosen]
        for line in called(command, folder, fine=(0, 2)).splitlines():
            if reported := re.fullmatch(r"(?:[ew]: )?(.+?\.kt):[0-9]+:[0-9]+:? (.*) \[(\w+)\]", line):
                yield from found(reported[1], reported[3], reported[2])

    return run


ALL = ("kotlin", "java", "swift", "typescript", "javascript", "python")
PROGRAMS = (
    Program("detekt 1.23.8", "detekt", ("kotlin",), detekt(DETEKT_1, "io.gitlab.arturbosch.detekt.cli.Main")),
    Program("detekt 2.0.0-alpha.5", "detekt", ("kotlin",), detekt(DETEKT_2, "dev.detekt.cli.Main")),
    Program("ktlint 1.8.0", "ktlint", ("kotlin",), ktlint),
    Program("Checkstyle 12.3.1", "checkstyle", ("java",), checkstyle),
    Program("PMD 7.28.0, Java", "pmd", ("java",), pmd),
    Program("PMD 7.28.0, Kotlin", "pmd", ("kotlin",), pmd),
    Program("SwiftLint's expressions, run by semgrep", "swiftlint", ("swift",), semgrep, ()),
    Program("ESLint 10.15.0", "eslint", ("javascript",), eslint, (STOCK, NAMING)),
    Program("typescript-eslint 8.74.0", "eslint", ("typescript",), eslint, (STOCK, NAMING)),
    Program("Biome 2.6.8", "biome", ("javascript", "typescript"), biome, (STOCK, NAMING)),
    Program("oxlint 1.94.0", "oxlint", ("javascript", "typescript"), oxlint),
    Program("pylint 4.1.4", "pylint", ("python",), pylint),
    Program("ruff 0.17.6", "ruff", ("python",), ruff, (STOCK, NAMING)),
    Program("semgrep 1.185.0, all but Swift", "semgrep", ALL[:2] + ALL[3:], semgrep, ()),
    Program("semgrep 1.185.0, Swift", "semgrep", ("swift",), semgrep, ()),
    Program("ast-grep 0.51.1, all but Swift", "ast-grep", ALL[:2] + ALL[3:], ast_grep, ()),
    Program("ast-grep 0.51.1, Swift", "ast-grep", ("swift",), ast_grep, ()),
)
