"""The validator's own cases, compiled by the real compiler: each dump is reproduced line by line.

PAREDOWN_KOTLINC names a folder with the jars of `kotlin-compiler-embeddable` and what it needs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from truth.kotlin.dumps import lines_of, open_jar, read_first_lines, read_lines, render

pytestmark = pytest.mark.truth

COMPILER = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
MARKERS = {
    "companions": ("PrivateApi",),
    "default": ("PrivateApi",),
    "marker": ("HiddenField", "HiddenProperty", "HiddenMethod"),
    "packageAnnotations": ("PrivateApi",),
}
"""The annotations that the validator's tests leave out what carries them."""
CASES = [
    "annotations",
    "companions",
    "default",
    "enums",
    "inline",
    "interfaces",
    "internal",
    "java",
    "localClasses",
    "marker",
    "nestedClasses",
    "packageAnnotations",
    "private",
    "protected",
    "public",
    "special",
    "suspend",
    "whenMappings",
]


@pytest.fixture(scope="session")
def compiled(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The class files of every case: they lie in packages of their own, so that one run compiles all."""
    named = os.environ.get("PAREDOWN_KOTLINC")
    if not named or not shutil.which("java") or not shutil.which("javac"):
        pytest.skip("PAREDOWN_KOTLINC names no compiler, or there is no java to run it with")
    jars = Path(named)
    out = tmp_path_factory.mktemp("cases")
    cases = shared / "truth" / "kotlin" / "cases"
    library = str(next(jars.glob("kotlin-stdlib-*.jar")))
    java = sorted(map(str, cases.rglob("*.java")))
    sources = [*sorted(map(str, cases.rglob("*.kt"))), *java]
    options = ["-nowarn", "-no-stdlib", "-no-reflect", "-opt-in=kotlin.ExperimentalStdlibApi"]
    run = ["java", "-cp", f"{jars}/*", COMPILER, *options, "-cp", library, "-d", str(out), *sources]
    subprocess.run(run, check=True, capture_output=True)
    subprocess.run(["javac", "-cp", f"{out}:{library}", "-d", str(out), *java], check=True, capture_output=True)
    return out


@pytest.fixture(scope="session")
def folders(compiled: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, each case in a folder of its own, as the validator's tests read it."""
    apart = tmp_path_factory.mktemp("apart")
    for case in CASES:
        shutil.copytree(compiled / "cases" / case, apart / case / "cases" / case)
    return apart


@pytest.mark.parametrize("case", CASES)
def test_a_case_gives_its_dump(case: str, folders: Path, shared: Path) -> None:
    truth = shared / "truth" / "kotlin" / "cases" / case / f"{case}.txt"
    with open_jar(folders / case) as tree:
        rendered = render(tree, [f"cases/{case}/{marker}" for marker in MARKERS.get(case, ())])
    assert lines_of(rendered) == read_lines(truth)
    assert {name: each.first for name, each in rendered.items()} == read_first_lines(truth)
