"""What can be reached of `java.base` and of published jars, against what `javap` lists of the same class files.

Every miss and every extra is printed with a reason class. Two things are compared: the members that the virtual
machine has, bridges and all, and the entries that callers are told, from which what the compiler made is left out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from made import artifact
from truth.java.listing import Member, listed, members, reachable, synthetic

from paredown.harvest import jvm
from paredown.harvest.package import Package
from paredown.model import Ecosystem, Files, Kind
from paredown.tree import open_tree

pytestmark = [
    pytest.mark.truth,
    pytest.mark.skipif(shutil.which("javap") is None, reason="no javap to compare with"),
]

ENOUGH = 0.999
JARS = {
    "guava": ("com.google.guava", "guava", "33.4.8-jre"),
    "commons-lang3": ("org.apache.commons", "commons-lang3", "3.18.0"),
    "jackson-databind": ("com.fasterxml.jackson.core", "jackson-databind", "2.19.2"),
}
TYPES = (Kind.CLASS, Kind.INTERFACE, Kind.ENUM)


def package(folder: Path) -> Package:
    files = Files(root=folder)
    return Package(
        artifact=artifact("truth:truth", ecosystem=Ecosystem.MAVEN, files=files),
        tree=open_tree(files),
        near=lambda _: None,
    )


@pytest.mark.parametrize("library", JARS)
def test_a_jar_holds_what_javap_lists(library: str, jar_of: Callable[[str, str, str], Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(jar_of(*JARS[library])) as archive:
        archive.extractall(tmp_path)
    compare(library, tmp_path)


def test_java_base_holds_what_javap_lists(tmp_path: Path) -> None:
    home = Path(os.environ.get("JAVA_HOME") or Path(os.path.realpath(str(shutil.which("javap")))).parent.parent)
    module = home / "jmods" / "java.base.jmod"
    if not module.is_file():
        pytest.skip("this Java has no java.base.jmod")
    subprocess.run([str(home / "bin" / "jmod"), "extract", "--dir", str(tmp_path), str(module)], check=True)
    compare("java.base", tmp_path / "classes")


def compare(name: str, folder: Path) -> None:
    files = {
        file.relative_to(folder).as_posix().removesuffix(".class"): file
        for file in sorted(folder.rglob("*.class"))
        if file.stem not in ("module-info", "package-info") and "META-INF" not in file.relative_to(folder).parts
    }
    classes = reachable(listed(list(files.values())))
    wanted = members(classes)
    reached = [m for m in jvm.members(package(folder)) if isinstance(m, jvm.Reached)]
    inherited = {Member(*m.key) for m in reached if m.of.name != m.owner}
    found = {Member(*m.key) for m in reached} - inherited
    told = [d for d in jvm.declared(package(folder)) if isinstance(d, jvm.Declared)]
    for line in sorted(wanted - found):
        say(f"miss   [{'class' if line.owner not in classes else 'member'}] {line}")
    for line in sorted(found - wanted):
        say(f"extra  [{'class' if line.owner not in classes else 'member'}] {line}")
    both = len(wanted & found)
    say(f"{name}: {len(classes)} classes, recall {both}/{len(wanted)}, precision {both}/{len(found)}")
    assert {d.owner for d in told if d.entry.kind in TYPES} == set(classes)
    assert both >= ENOUGH * len(wanted)
    assert both >= ENOUGH * len(found)
    entries = {Member(*d.key) for d in told if d.name}
    untold = wanted - entries
    made = synthetic([files[owner] for owner in sorted({member.owner for member in untold})])
    say(f"{name}: {len(entries)} entries, untold {len(untold)}, of these made by the compiler {len(untold & made)}")
    assert untold <= made
    assert entries - wanted <= inherited, "an entry that is neither listed nor inherited from a hidden parent"


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
