"""Build scripts: what they name is read as they write it, and what only Gradle could tell is told, with its line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from paredown.errors import UnreadableProject
from paredown.resolve.graph import Graph
from tests.resolve.jvm.made import at_hand, declared, graph, names, project, told

CATALOG = """
[versions]
v = "1"
rich = { strictly = "[1, 3[", prefer = "2" }
[libraries]
plain = "g:plain:1"
"with-dash_and.dot" = { module = "g:dashed", version.ref = "v" }
grouped = { group = "g", name = "grouped", version = "1" }
ranged = { module = "g:ranged", version.ref = "rich" }
bare = { module = "g:bare" }
broken = { module = "g:broken", version.ref = "gone" }
[bundles]
pair = ["plain", "with-dash-and-dot"]
[plugins]
p = { id = "x.y.z", version.ref = "v" }
"""
LIBRARIES = ["plain:1", "dashed:1", "grouped:1", "ranged:2", "a:1", "b:1", "c:1", "d:1", "d:2"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    stock = at_hand(tmp_path / "app")
    for library in LIBRARIES:
        stock.add(f"g:{library}")
    return tmp_path / "app"


def kotlin(root: Path, inside: str, before: str = "", **files: str) -> Graph:
    script = f"{before}\ndependencies {{\n{inside}\n}}\n"
    return graph(project(root, {"build.gradle.kts": script, "gradle/libs.versions.toml": CATALOG, **files}))


def groovy(root: Path, inside: str, before: str = "", **files: str) -> Graph:
    return graph(project(root, {"build.gradle": f"{before}\ndependencies {{\n{inside}\n}}\n", **files}))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('implementation("g:a:1")', {"g:a:1"}),
        ('"implementation"("g:a:1")', {"g:a:1"}),
        ('add("implementation", "g:a:1")', {"g:a:1"}),
        ('implementation(group = "g", name = "a", version = "1")', {"g:a:1"}),
        ('implementation("g", "a", "1")', set()),
        ("implementation(libs.plain)", {"g:plain:1"}),
        ("implementation(libs.with.dash.and.dot)", {"g:dashed:1"}),
        ("implementation(libs.grouped.get())", {"g:grouped:1"}),
        ("implementation(libs.ranged)", {"g:ranged:2"}),
        ("implementation(libs.bundles.pair)", {"g:plain:1", "g:dashed:1"}),
        ('implementation(libs.findLibrary("with-dash-and-dot").get())', {"g:dashed:1"}),
        ('implementation("g:a:${libs.versions.v.get()}")', {"g:a:1"}),
        ('implementation("g:a:$one")', {"g:a:1"}),
        ('implementation("g:" + "a:" + one)', {"g:a:1"}),
        ('implementation("g:a:${versions["x"]}")', {"g:a:1"}),
        ('implementation("g:a:${property("fromFile")}")', {"g:a:1"}),
        ('implementation("g:a:$delegated")', {"g:a:1"}),
        ('implementation("g:a:${rootProject.extra["extra"]}")', {"g:a:1"}),
        ('implementation("""g:a:1""")', {"g:a:1"}),
        ('implementation("g:a") { version { strictly("1") } }', {"g:a:1"}),
        ('implementation("g:a:1!!")', {"g:a:1"}),
        ('/* implementation("g:b:1") /* nested */ */ implementation("g:a:1") // "g:c:1"', {"g:a:1"}),
        ('implementation(\n"g:a:1"\n)', {"g:a:1"}),
        ('implementation("g:a:1"); implementation("g:b:1")', {"g:a:1", "g:b:1"}),
    ],
)
def test_kotlin_spellings_of_a_dependency(root: Path, line: str, expected: set[str]) -> None:
    before = """
        val one = "1"
        val versions = mapOf("x" to "1")
        val delegated by extra("1")
        val fromFile: String by project
        extra["extra"] = "1"
    """
    found = kotlin(root, line, before, **{"gradle.properties": "# no\nfromFile = 1\n"})
    assert declared(found) == expected
    assert bool(found.unresolved) is not bool(expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("implementation 'g:a:1'", {"g:a:1"}),
        ("implementation 'g:a:1', 'g:b:1'", {"g:a:1", "g:b:1"}),
        ("implementation('g:a:1') { exclude group: 'h' }", {"g:a:1"}),
        ("implementation group: 'g', name: 'a', version: '1'", {"g:a:1"}),
        ("implementation(group: 'g', name: 'a', version: one)", {"g:a:1"}),
        ("implementation([group: 'g', name: 'a', version: '1'])", {"g:a:1"}),
        ("implementation(['g:a:1', 'g:b:1'])", {"g:a:1", "g:b:1"}),
        ('implementation "g:a:$one"', {"g:a:1"}),
        ('implementation "g:a:${one}"', {"g:a:1"}),
        ("implementation 'g:a:$one'", set()),
        ('implementation "g:a:$versions.x"', {"g:a:1"}),
        ('implementation "g:a:${versions.x}"', {"g:a:1"}),
        ('implementation "g:a:${rootProject.ext.versions.x}"', {"g:a:1"}),
        ("implementation lib.a", {"g:a:1"}),
        ("implementation deps", {"g:a:1", "g:b:1"}),
        ("implementation(\n  'g:a:1',\n  'g:b:1'\n)", {"g:a:1", "g:b:1"}),
        ("compile 'g:a:1'", {"g:a:1"}),
    ],
)
def test_groovy_spellings_of_a_dependency(root: Path, line: str, expected: set[str]) -> None:
    before = """
        def one = '1'
        ext.versions = [x: '1', y: '2']
        ext {
            lib = [a: "g:a:${one}"]
            deps = ['g:a:1', 'g:b:1']
        }
    """
    found = groovy(root, line, before)
    assert declared(found) == expected
    assert bool(found.unresolved) is not bool(expected)


@pytest.mark.parametrize(
    ("configuration", "is_declared", "is_kept"),
    [
        ("api", True, True),
        ("implementation", True, True),
        ("compileOnly", True, True),
        ("compileOnlyApi", True, True),
        ("debugImplementation", True, True),
        ("runtimeOnly", False, True),
        ("developmentOnly", False, True),
        ("testImplementation", False, False),
        ("androidTestImplementation", False, False),
        ("testFixturesApi", False, False),
        ("ksp", False, False),
        ("kaptTest", False, False),
        ("annotationProcessor", False, False),
        ("detektPlugins", False, False),
        ("latestImplementation", True, True),
    ],
)
def test_a_configuration_says_what_a_dependency_is_for(
    root: Path, configuration: str, is_declared: bool, is_kept: bool
) -> None:
    found = kotlin(root, f'{configuration}("g:a:1")')
    assert ("g:a:1" in declared(found), "g:a:1" in names(found)) == (is_declared, is_kept)


def test_test_configurations_count_in_development(root: Path) -> None:
    project(root, {"build.gradle": "dependencies { testImplementation 'g:a:1'\n kaptTest 'g:b:1' }"})
    assert declared(graph(root, dev=True)) == {"g:a:1"}


@pytest.mark.parametrize(
    "script",
    [
        'kotlin { sourceSets { commonMain.dependencies { implementation("g:a:1") } } }',
        'kotlin { sourceSets { commonMain { dependencies { implementation("g:a:1") } } } }',
        'kotlin { sourceSets { val jvmMain by getting { dependencies { implementation("g:a:1") } } } }',
        'kotlin { sourceSets { getByName("androidMain") { dependencies { api("g:a:1") } } } }',
        'kotlin { sourceSets { maybeCreate("commonJvmMain").apply { dependencies { api("g:a:1") } } } }',
        'kotlin.sourceSets["jvmMain"].dependencies { implementation("g:a:1") }',
    ],
)
def test_source_sets_of_the_jvm_count(root: Path, script: str) -> None:
    assert declared(graph(project(root, {"build.gradle.kts": script}))) == {"g:a:1"}


@pytest.mark.parametrize(
    "source_set", ["iosMain", "jsMain", "wasmJsMain", "nativeMain", "commonTest", "androidUnitTest"]
)
def test_source_sets_of_other_targets_and_tests_do_not(root: Path, source_set: str) -> None:
    script = f'kotlin {{ sourceSets {{ {source_set}.dependencies {{ implementation("g:a:1") }} }} }}'
    found = graph(project(root, {"build.gradle.kts": script}))
    assert (names(found), found.unresolved) == (set(), ())


@pytest.mark.parametrize(
    ("line", "name", "why"),
    [
        ("implementation(libs.nowhere.at.all)", "libs.nowhere.at.all", "no version catalog"),
        ("implementation(libs.broken)", "libs.broken", "has no version of the name"),
        ("implementation(libs.bare)", "g:bare", "nothing at hand manages it"),
        ('implementation("g:a:$unknown")', "g:a", "its version is an expression"),
        ('implementation("g:a:${System.getenv("V")}")', "g:a", "its version is an expression"),
        ('implementation("g:$unknown:1")', "an unnamed dependency", "an expression"),
        ("implementation(compose.desktop.currentOs)", "compose.desktop.currentOs", "an expression"),
        ('implementation(fileTree("libs"))', "fileTree", "without coordinates"),
        ("implementation(gradleApi())", "gradleApi", "comes with Gradle"),
        ('if (fast) { implementation("g:a:1") }', "g:a", "under a condition"),
        ('listOf("1", "2").forEach { implementation("g:a:1") }', "g:a", "in a loop"),
        ('implementation("g:a:1.+")', "g:a", "is a range"),
        ('implementation("g:a:latest.release")', "g:a", "is a range"),
        ('implementation("../..:a:1")', "../..:a", "no library's name"),
        ('implementation("g:a:../1")', "g:a", "no exact version"),
        ('implementation("not a notation")', "an unnamed dependency", "no group, artifact and version"),
    ],
)
def test_what_only_gradle_can_tell_is_told(root: Path, line: str, name: str, why: str) -> None:
    found = kotlin(root, line)
    assert why in told(found)[name]
    assert (names(found), found.declared) == (set(), 1)


def test_a_problem_names_its_file_and_line(root: Path) -> None:
    found = kotlin(root, '\n\nimplementation("g:a:$unknown")')
    assert [gap.source for gap in found.unresolved] == ["build.gradle.kts:5"]


def test_a_constant_that_becomes_an_expression_is_one_no_longer(root: Path) -> None:
    found = groovy(root, 'implementation "g:a:$v"', "def v = '1'\nv = compute()")
    assert set(told(found)) == {"g:a"}


def test_what_builds_the_build_is_left_out(root: Path) -> None:
    before = """
        buildscript { ext.v = '1'\n dependencies { classpath 'g:b:1' } }
        publishing { publications { maven { pom { dependencies { x 'g:c:1' } } } } }
    """
    assert names(groovy(root, 'implementation "g:a:$v"', before)) == {"g:a:1"}


def test_a_script_that_is_applied_is_read_where_it_is_a_file_of_the_project(root: Path) -> None:
    before = "apply from: 'gradle/deps.gradle'\napply from: \"$rootDir/more.gradle\"\napply from: '../out.gradle'\n"
    files = {"gradle/deps.gradle": "ext.v = '1'", "more.gradle": "dependencies { api 'g:b:1' }"}
    project(root.parent, {"out.gradle": "dependencies { api 'g:c:1' }"})
    found = groovy(root, 'implementation "g:a:$v"', before, **files)
    assert names(found) == {"g:a:1", "g:b:1"}
    assert any("applied scripts that only Gradle can evaluate: 1" in note for note in found.notes)


def test_a_plugin_that_is_a_script_of_the_build_is_read(root: Path) -> None:
    plugin = 'dependencies { implementation("g:b:1") }'
    files = {"buildSrc/src/main/kotlin/my.conventions.gradle.kts": plugin}
    before = 'plugins { id("my.conventions"); id("their.own") }'
    found = kotlin(root, 'implementation("g:a:1")', before, **files)
    assert names(found) == {"g:a:1", "g:b:1"}
    assert any("not read: their.own" in note for note in found.notes)


@pytest.mark.parametrize(
    "text",
    [
        "{" * 50_000,
        '"' * 9999,
        "'''" + "x" * 9999,
        "/*" * 9999,
        '"${"${' * 5000,
        "a(" * 50_000,
        "${" * 9999,
        "\x00\\",
        "dependencies { api " + "platform " * 9999,
    ],
)
def test_a_script_that_nobody_means_well_ends(root: Path, text: str) -> None:
    start = process_time()
    with suppress(UnreadableProject):
        assert graph(project(root, {"build.gradle.kts": text})).artifacts == ()
    assert process_time() - start < 20


def test_a_script_that_is_nested_too_deeply_is_refused(root: Path) -> None:
    with pytest.raises(UnreadableProject, match=r"build\.gradle\.kts: is nested more deeply"):
        graph(project(root, {"build.gradle.kts": "{" * 1000}))


def test_a_catalog_that_is_no_toml_is_refused_with_its_line(root: Path) -> None:
    with pytest.raises(UnreadableProject, match=r"libs\.versions\.toml:2: is not valid TOML"):
        graph(project(root, {"build.gradle.kts": "", "gradle/libs.versions.toml": "[versions]\nx = = y"}))
