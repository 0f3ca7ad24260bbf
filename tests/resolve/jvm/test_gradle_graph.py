"""A Gradle project: which version of each library its graph has, whose files stand for which, and what locks say."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from paredown.resolve.jvm import inputs
from tests.resolve.jvm.made import (
    MARK,
    Repository,
    archive,
    at_hand,
    bom,
    declared,
    dep,
    graph,
    manages,
    names,
    needs,
    noted,
    one,
    parent,
    project,
    told,
    without,
)

JVM = {"org.gradle.usage": "java-runtime", "org.jetbrains.kotlin.platform.type": "jvm"}
ANDROID = {"org.gradle.usage": "java-runtime", "org.jetbrains.kotlin.platform.type": "androidJvm"}
IOS = {"org.gradle.usage": "kotlin-api", "org.jetbrains.kotlin.platform.type": "native"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "app"


@pytest.fixture
def stock(root: Path) -> Repository:
    return at_hand(root)


def script(root: Path, inside: str, before: str = "", **files: str) -> Path:
    return project(root, {"build.gradle.kts": f"{before}\ndependencies {{\n{inside}\n}}", **files})


def place(coordinates: str) -> dict[str, str]:
    group, module, version = coordinates.split(":")
    return {"url": "../x.module", "group": group, "module": module, "version": version}


def asks(coordinates: str, **more: object) -> dict[str, object]:
    group, module, *version = coordinates.split(":")
    rich = {"version": {"requires": version[0]}} if version else {}
    return {"group": group, "module": module, **rich, **more}


def test_the_highest_version_wins_and_what_it_asks_for_counts(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:x:1")))
    stock.add("g:b:1", needs(dep("g:x:1.10")))
    stock.add("g:x:1", needs(dep("g:only-old:1")))
    stock.add("g:x:1.9")
    stock.add("g:x:1.10", needs(dep("g:only-new:1")))
    stock.add("g:only-new:1")
    found = graph(script(root, 'implementation("g:a:1")\nimplementation("g:b:1")\nruntimeOnly("g:x:1.9")'))
    assert names(found) == {"g:a:1", "g:b:1", "g:x:1.10", "g:only-new:1"}
    assert one(found, "g:a").requires == (("g:x", "pkg:maven/g/x@1.10"),)


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ('constraints { implementation("g:x:3") }', "3"),
        ('implementation("g:x") { version { strictly("1") } }', "1"),
        ('implementation("g:x:1!!")', "1"),
        ('implementation(platform("g:bom:1"))', "4"),
        ('implementation(enforcedPlatform("g:low:1"))', "1"),
    ],
)
def test_a_build_may_say_which_version_it_wants(root: Path, stock: Repository, line: str, version: str) -> None:
    stock.add("g:a:1", needs(dep("g:x:2")))
    stock.pom("g:bom:1", manages(dep("g:x:4"), dep("g:nobody:1")), packaging="pom")
    stock.pom("g:low:1", manages(dep("g:x:1")), packaging="pom")
    for known in "1234":
        stock.add(f"g:x:{known}")
    assert names(graph(script(root, f'implementation("g:a:1")\n{line}'))) == {"g:a:1", f"g:x:{version}"}


def test_a_forced_version_holds_and_an_excluded_library_is_gone(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:x:2"), dep("g:gone:1")))
    stock.add("g:x:1")
    before = """configurations.all {
        exclude(group = "g", module = "gone")
        resolutionStrategy { force("g:x:1"); eachDependency { useVersion("3") } }
    }"""
    found = graph(script(root, 'implementation("g:a:1")', before))
    assert names(found) == {"g:a:1", "g:x:1"}
    assert noted(found, "resolution rules and applied scripts that only Gradle can evaluate: 1")


def test_an_exclusion_holds_only_where_every_way_excludes(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:via:1")))
    stock.add("g:b:1", needs(dep("g:via:1")))
    stock.add("g:via:1", needs(dep("g:x:1")))
    stock.add("g:x:1")
    excluding = '{ exclude(group = "g", module = "x") }'
    once = f'implementation("g:a:1") {excluding}\nimplementation("g:b:1")'
    assert "g:x:1" in names(graph(script(root, once)))
    assert "g:x:1" not in names(graph(script(root, f"{once} {excluding}")))


def test_what_is_not_transitive_brings_nothing(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:x:1")))
    found = graph(script(root, 'implementation("g:a:1") { isTransitive = false }'))
    assert names(found) == {"g:a:1"}


def test_a_multiplatform_root_stands_for_its_jvm_library(root: Path, stock: Repository) -> None:
    stock.pom("g:kmp:1", mark=MARK)
    stock.module(
        "g:kmp:1",
        {"name": "ios", "attributes": IOS, "available-at": place("g:kmp-ios:1")},
        {"name": "android", "attributes": ANDROID, "available-at": place("g:kmp-android:1")},
        {"name": "jvm", "attributes": JVM, "available-at": place("g:kmp-jvm:1")},
    )
    stock.add("g:kmp-jvm:1", needs(dep("g:other:1")))
    stock.add("g:user:1", needs(dep("g:kmp:1")))
    stock.add("g:other:1")
    found = graph(script(root, 'implementation("g:kmp:1")\nruntimeOnly("g:user:1")'))
    assert names(found) == {"g:kmp-jvm:1", "g:other:1", "g:user:1"}
    assert declared(found) == {"g:kmp-jvm:1"}
    assert one(found, "g:user").requires == (("g:kmp", "pkg:maven/g/kmp-jvm@1"),)
    assert found.declared == 1


def test_an_android_library_is_taken_where_there_is_no_other(root: Path, stock: Repository) -> None:
    stock.pom("g:kmp:1", mark=MARK)
    stock.module("g:kmp:1", {"name": "android", "attributes": ANDROID, "available-at": place("g:kmp-android:1")})
    stock.pom("g:kmp-android:1", packaging="aar")
    stock.file("g:kmp-android:1", "aar", b"an Android library")
    found = graph(script(root, 'implementation("g:kmp:1")'))
    assert one(found, "g:kmp-android").files.root.name == "kmp-android-1.aar"


def test_gradles_metadata_beats_the_pom(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:of-pom:1")), mark=MARK)
    api = {**JVM, "org.gradle.usage": "java-api"}
    fixtures = {"group": "g", "name": "a-test-fixtures", "version": "1"}
    stock.module(
        "g:a:1",
        {"name": "api", "attributes": api, "dependencies": [asks("g:of-api:1")]},
        {"name": "runtime", "attributes": JVM, "dependencies": [asks("g:x:1"), asks("g:y")],
         "dependencyConstraints": [asks("g:x:2"), asks("g:nobody:1")], "files": [{"url": "a-1.jar", "name": "a-1.jar"}]},
        {"name": "fixtures", "attributes": JVM, "capabilities": [fixtures], "dependencies": [asks("g:fixture:1")]},
        {"name": "bom", "attributes": JVM, "dependencies": [asks("g:bom:1", attributes={"org.gradle.category": "platform"})]},
    )  # fmt: skip
    stock.pom("g:bom:1", manages(dep("g:y:7")), packaging="pom")
    for library in ("of-api:1", "x:2", "y:7"):
        stock.add(f"g:{library}")
    found = graph(script(root, 'implementation("g:a:1")\nimplementation(platform("g:bom:1"))'))
    assert names(found) == {"g:a:1", "g:of-api:1", "g:x:2", "g:y:7"}


def test_optional_dependencies_of_a_pom_only_say_which_version(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:x:5", optional="true"), dep("g:y:5", optional="true")))
    stock.add("g:x:5")
    assert names(graph(script(root, 'implementation("g:a:1")\napi("g:x:1")'))) == {"g:a:1", "g:x:5"}


def test_metadata_that_is_announced_and_not_at_hand_is_noted(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", mark=MARK)
    found = graph(script(root, 'implementation("g:a:1")'))
    assert names(found) == {"g:a:1"}
    assert noted(found, "Gradle's metadata that are not at hand, so their POM was read: 1 (g:a:1)")


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"variants": 3}', b'{"variants": [7]}', b"[" * 99_999])
def test_metadata_that_cannot_be_read_leaves_the_pom(root: Path, stock: Repository, content: bytes) -> None:
    stock.add("g:a:1", needs(dep("g:x:1")), mark=MARK)
    stock.file("g:a:1", "module", content)
    stock.add("g:x:1")
    assert "g:a:1" in names(graph(script(root, 'implementation("g:a:1")')))


SPRING = 'plugins { id("org.springframework.boot") version "3.0"; id("io.spring.dependency-management") version "1" }\n'


def spring(stock: Repository) -> None:
    properties = "<properties><json.version>1</json.version><kotlin.version>1</kotlin.version></properties>"
    rules = [dep("g:json:${json.version}"), dep("g:x:2"), dep("g:db:1", without("g:proto"))]
    stock.pom("org.springframework.boot:spring-boot-dependencies:3.0", properties + manages(*rules), packaging="pom")
    stock.add("g:starter:1", needs(dep("g:x:9")))
    stock.add("g:db:1", needs(dep("g:proto:1")))
    for library in ("json:1", "json:2", "x:2", "x:5"):
        stock.add(f"g:{library}")


@pytest.mark.parametrize(
    ("before", "line", "expected"),
    [
        ("", 'implementation("g:json")', {"g:json:1"}),
        ('extra["json.version"] = "2"', 'implementation("g:json")', {"g:json:2"}),
        ("", 'implementation("g:starter:1")', {"g:starter:1", "g:x:2"}),
        ("", 'implementation("g:x:5")', {"g:x:5"}),
        ("", 'implementation("g:db")', {"g:db:1"}),
        ('dependencyManagement { imports { mavenBom("g:bom:1") } }', 'implementation("g:json")', {"g:json:2"}),
        ('dependencyManagement { dependencies { dependency("g:json:2") } }', 'implementation("g:json")', {"g:json:2"}),
        (
            'dependencyManagement { dependencies { dependencySet(mapOf("a" to "b")) { entry("x") } } }',
            'implementation("g:json")',
            {"g:json:1"},
        ),
    ],
)
def test_springs_dependency_management_gives_versions(
    root: Path, stock: Repository, before: str, line: str, expected: set[str]
) -> None:
    spring(stock)
    stock.pom("g:bom:1", manages(dep("g:json:2")), packaging="pom")
    assert names(graph(script(root, line, SPRING + before))) == expected


def test_springs_bom_may_be_a_platform(root: Path, stock: Repository) -> None:
    spring(stock)
    before = 'plugins { id("org.springframework.boot") version "3.0" }'
    platform = "implementation(platform(org.springframework.boot.gradle.plugin.SpringBootPlugin.BOM_COORDINATES))"
    assert names(graph(script(root, f'{platform}\nimplementation("g:json")', before))) == {"g:json:1"}


def test_kotlins_library_comes_with_its_plugin_undeclared(root: Path, stock: Repository) -> None:
    for library in ("kotlin-stdlib", "kotlin-reflect"):
        stock.add(f"org.jetbrains.kotlin:{library}:2.1.0")
    before = 'plugins { kotlin("jvm") version "2.1.0" }'
    found = graph(script(root, 'implementation(kotlin("reflect"))', before))
    assert names(found) == {"org.jetbrains.kotlin:kotlin-reflect:2.1.0", "org.jetbrains.kotlin:kotlin-stdlib:2.1.0"}
    assert declared(found) == {"org.jetbrains.kotlin:kotlin-reflect:2.1.0"}
    off = {"gradle.properties": "kotlin.stdlib.default.dependency=false"}
    assert names(graph(script(root, "", before, **off))) == set()


def test_members_see_the_root_and_need_each_other(root: Path, stock: Repository) -> None:
    for library in ("a:1", "a:2", "every:1", "x:1"):
        stock.add(f"g:{library}")
    files = {
        "settings.gradle.kts": 'rootProject.name = "shop"\ninclude(":core:data-test", ":web")\ninclude(":gone")',
        "build.gradle.kts": """
            plugins { kotlin("jvm") version "2" apply false }
            val v by extra("1")
            subprojects { dependencies { "api"("g:every:1") } }
            project(":web") { dependencies { "api"("g:x:1") } }
        """,
        "core/data-test/build.gradle.kts": 'dependencies { api("g:a:2") }',
        "web/build.gradle.kts": 'val v: String by rootProject.extra\ndependencies { api(projects.core.dataTest); api("g:a:$v") }',
    }
    found = graph(project(root, files))
    assert names(found) == {"g:a:2", "g:every:1", "g:x:1"}
    assert one(found, "g:a").direct_of == (":core:data-test", ":web")
    assert one(found, "g:every").direct_of == (":core", ":core:data-test", ":web")
    assert one(found, "g:x").direct_of == (":web",)
    assert noted(found, "not there: 1")
    assert {path.relative_to(root).as_posix() for path in inputs(root)} == set(files)


def test_settings_may_move_members_and_name_catalogs(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    files = {
        "settings.gradle": """
            include ':lib'
            project(':lib').projectDir = file('elsewhere/lib')
            dependencyResolutionManagement { versionCatalogs { deps { from(files("gradle/deps.toml")) } } }
        """,
        "gradle/deps.toml": '[libraries]\na = "g:a:1"',
        "elsewhere/lib/build.gradle": "dependencies { implementation deps.a }",
    }
    assert declared(graph(project(root, files))) == {"g:a:1"}


def test_members_out_of_the_project_are_not_read(root: Path) -> None:
    project(root.parent / "outside", {"build.gradle": "dependencies { api 'g:a:1' }"})
    files = {"settings.gradle": "include ':o'\nproject(':o').projectDir = file('../outside')"}
    found = graph(project(root, files))
    assert found.unread == ()
    assert noted(found, "not there: 1")


LOCK = """# a comment
g:a:2=compileClasspath,runtimeClasspath,testCompileClasspath
g:run:1=runtimeClasspath
g:test:1=testRuntimeClasspath
g:tool:1=annotationProcessor
g:kmp:1=compileClasspath
g:kmp-jvm:1=compileClasspath
empty=checkstyle
"""


def test_a_lock_says_which_versions_there_are(root: Path, stock: Repository) -> None:
    stock.add("g:a:2", needs(dep("g:run:9"), dep("g:not-locked:1")))
    stock.pom("g:kmp:1", mark=MARK)
    stock.module("g:kmp:1", {"name": "jvm", "attributes": JVM, "available-at": place("g:kmp-jvm:1")})
    for library in ("run", "test", "tool", "kmp-jvm"):
        stock.add(f"g:{library}:1")
    lines = 'implementation("g:a:1")\nimplementation("g:kmp:1")\nimplementation("g:absent")'
    script(root, lines, **{"gradle.lockfile": LOCK})
    found = graph(root)
    assert found.source == "gradle.lockfile"
    assert names(found) == {"g:a:2", "g:run:1", "g:kmp-jvm:1"}
    assert declared(found) == {"g:a:2", "g:kmp-jvm:1"}
    assert one(found, "g:a").requires == (("g:run", "pkg:maven/g/run@1"),)
    assert told(found) == {"g:absent": "gradle.lockfile has no version of it"}
    assert "g:test:1" in names(graph(root, dev=True))


def test_a_lock_for_each_configuration_is_read_too(root: Path, stock: Repository) -> None:
    stock.add("g:a:2")
    stock.add("g:t:1")
    locks = {
        "gradle/dependency-locks/compileClasspath.lockfile": "g:a:2\n",
        "gradle/dependency-locks/testRuntimeClasspath.lockfile": "g:t:1\n",
    }
    assert names(graph(script(root, 'implementation("g:a:1")', **locks))) == {"g:a:2"}


def test_a_listing_of_a_class_path_is_a_resolved_graph(root: Path, stock: Repository) -> None:
    for library in ("a:2", "b:1"):
        stock.add(f"g:{library}")
    listed = {"dependencies/releaseRuntimeClasspath.txt": ":core\ng:a:2\ng:b:1\n"}
    found = graph(script(root, 'implementation("g:a:1")', **listed))
    assert names(found) == {"g:a:2", "g:b:1"}
    assert declared(found) == {"g:a:2"}


def test_a_listing_without_versions_chooses_among_what_resolves(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:b:3"), dep("g:c:1")))
    stock.add("g:b:3")
    stock.add("g:c:1")
    listed = {"dependencies/jvmRuntimeClasspath.txt": "g:a\ng:b\ng:unknown\n"}
    found = graph(script(root, 'implementation("g:a:1")', **listed))
    assert names(found) == {"g:a:1", "g:b:3"}
    assert told(found) == {"g:unknown": "is listed without a version, and nothing that the scripts name leads to it"}


def test_gradles_cache_comes_first(root: Path, stock: Repository, home: Path) -> None:
    stock.add("g:a:1")
    cached = home / ".gradle" / "caches" / "modules-2" / "files-2.1" / "g" / "a" / "1" / "0ff1ce" / "a-1.jar"
    cached.parent.mkdir(parents=True)
    cached.write_bytes(archive("cached"))
    assert one(graph(script(root, 'implementation("g:a:1")')), "g:a").files.root == cached


def test_maven_is_read_where_both_are_unless_gradles_versions_are_locked(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    stock.add("g:b:1")
    from tests.resolve.jvm.made import pom

    files = {"pom.xml": pom("g:app:1", needs(dep("g:a:1"))), "build.gradle": "dependencies { api 'g:b:1' }"}
    found = graph(project(root, files))
    assert names(found) == {"g:a:1"}
    assert noted(found, "build.gradle is ignored")
    found = graph(project(root, {"gradle.lockfile": "g:b:1=compileClasspath"}))
    assert names(found) == {"g:b:1"}
    assert noted(found, "pom.xml is ignored")


VERIFICATION = """<verification-metadata><components><component group="g" name="a" version="1">
<artifact name="a-1.jar"><{0} value="{1}"/></artifact></component></components></verification-metadata>"""


@pytest.mark.parametrize("algorithm", ["sha512", "sha256", "sha1"])
def test_a_file_of_another_hash_than_the_project_names_is_not_used(
    root: Path, stock: Repository, home: Path, algorithm: str
) -> None:
    stock.add("g:a:1")
    other = Repository(home / ".m2" / "repository")
    other.file("g:a:1", "jar", b"another")
    right = hashlib.new(algorithm, stock.path("g:a:1", "jar").read_bytes()).hexdigest()
    files = {"gradle/verification-metadata.xml": VERIFICATION.format(algorithm, right.upper())}
    found = graph(script(root, 'implementation("g:a:1")', **files))
    assert one(found, "g:a").files.root == stock.path("g:a:1", "jar")
    assert noted(found, "files of another hash than the project names, so not used: 1")
    stock.path("g:a:1", "jar").write_bytes(b"replaced")
    found = graph(root)
    assert found.artifacts == ()
    assert "another file than the one whose hash" in found.unread[0].why


def test_boms_and_parents_of_libraries_count_for_gradle_too(root: Path, stock: Repository) -> None:
    stock.pom("g:up:1", manages(bom("g:bom:1")), packaging="pom")
    stock.pom("g:bom:1", manages(dep("g:x:2")), packaging="pom")
    stock.add("g:a:1", parent("g:up:1") + needs(dep("g:x")))
    stock.add("g:x:2")
    assert names(graph(script(root, 'implementation("g:a:1")'))) == {"g:a:1", "g:x:2"}
