"""A Maven project: which versions its POM, its parents and its BOMs mean, and which of the graph's it takes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from paredown.model import Form
from tests.resolve.jvm.made import (
    Repository,
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
    pom,
    project,
    told,
    without,
)

ROOT = "org.here:app:1.0"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "app"


@pytest.fixture
def stock(root: Path) -> Repository:
    return at_hand(root)


def write(root: Path, body: str, **files: str) -> Path:
    return project(root, {"pom.xml": pom(ROOT, body), **files})


def test_a_library_and_what_it_needs_are_artifacts(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:b:2")))
    stock.add("g:b:2")
    found = graph(write(root, needs(dep("g:a:1"))))
    a = one(found, "g:a")
    assert (a.purl, a.version, a.publisher, a.declared, a.direct_of) == ("pkg:maven/g/a@1", "1", "g", True, ("app",))
    assert a.files.root == stock.path("g:a:1", "jar")
    assert a.files.form is Form.ZIP
    assert a.sources is not None
    assert a.sources.root == stock.path("g:a:1", "jar", "sources")
    assert [(edge.name, edge.purl) for edge in a.requires] == [("g:b", "pkg:maven/g/b@2")]
    assert not one(found, "g:b").declared
    assert (found.source, found.declared, found.resolved, found.notes) == ("pom.xml", 1, 2, ())


def test_the_digest_is_that_of_the_jar_and_changes_with_its_sources(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    write(root, needs(dep("g:a:1")))
    both = one(graph(root), "g:a").digest
    stock.path("g:a:1", "jar", "sources").unlink()
    alone = one(graph(root), "g:a").digest
    content = stock.path("g:a:1", "jar").read_bytes()
    assert alone == f"sha256:{hashlib.sha256(content).hexdigest()}"
    assert both != alone
    assert noted(graph(root), "without an archive of their sources at hand: 1")


def test_a_library_of_which_only_sources_are_at_hand_is_told_from_these(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    stock.path("g:a:1", "jar").unlink()
    a = one(graph(write(root, needs(dep("g:a:1")))), "g:a")
    assert a.files.root == stock.path("g:a:1", "jar", "sources")
    stock.path("g:a:1", "jar", "sources").unlink()
    assert [gap.artifact for gap in graph(root).unread] == ["pkg:maven/g/a@1"]


def test_scopes_decide_what_is_named_and_what_is_kept(root: Path, stock: Repository) -> None:
    for name in "abcd":
        stock.add(f"g:{name}:1")
    scopes = [dep("g:a:1"), dep("g:b:1", scope="provided"), dep("g:c:1", scope="runtime"), dep("g:d:1", scope="test")]
    write(root, needs(*scopes))
    assert names(graph(root)) == {"g:a:1", "g:b:1", "g:c:1"}
    assert declared(graph(root)) == {"g:a:1", "g:b:1"}
    assert declared(graph(root, dev=True)) == {"g:a:1", "g:b:1", "g:d:1"}


def test_the_nearest_version_wins_and_then_the_first(root: Path, stock: Repository) -> None:
    stock.add("g:far:1", needs(dep("g:mid:1")))
    stock.add("g:mid:1", needs(dep("g:x:9")))
    stock.add("g:near:1", needs(dep("g:x:2")))
    stock.add("g:later:1", needs(dep("g:x:3")))
    for version in "239":
        stock.add(f"g:x:{version}")
    found = graph(write(root, needs(dep("g:far:1"), dep("g:near:1"), dep("g:later:1"))))
    assert one(found, "g:x").version == "2"
    assert ("g:x", "pkg:maven/g/x@2") in one(found, "g:mid").requires


def test_a_nearer_test_dependency_decides_the_version_and_the_scope(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:x:2")))
    stock.add("g:x:1")
    stock.add("g:x:2")
    write(root, needs(dep("g:a:1"), dep("g:x:1", scope="test")))
    assert names(graph(root)) == {"g:a:1"}
    assert names(graph(root, dev=True)) == {"g:a:1", "g:x:1"}


def test_a_scope_is_widened_by_whoever_needs_it_more(root: Path, stock: Repository) -> None:
    stock.add("g:tool:1", needs(dep("g:x:1")))
    stock.add("g:deep:1", needs(dep("g:x:1")))
    stock.add("g:a:1", needs(dep("g:deep:1", scope="runtime")))
    stock.add("g:x:1")
    found = graph(write(root, needs(dep("g:tool:1", scope="test"), dep("g:a:1"))))
    assert names(found) == {"g:a:1", "g:deep:1", "g:x:1"}


def test_optional_and_unneeded_scopes_do_not_travel(root: Path, stock: Repository) -> None:
    unneeded = [dep("g:o:1", optional="true"), dep("g:p:1", scope="provided"), dep("g:t:1", scope="test")]
    stock.add("g:a:1", needs(*unneeded))
    for name in "opt":
        stock.add(f"g:{name}:1")
    found = graph(write(root, needs(dep("g:a:1"), dep("g:o2:1", optional="true"))))
    assert names(found) == {"g:a:1"}
    assert [gap.artifact for gap in found.unread] == ["pkg:maven/g/o2@1"]


@pytest.mark.parametrize("excluded", ["g:b", "g:*", "*:b", "*:*"])
def test_exclusions_hold_below_and_nowhere_else(root: Path, stock: Repository, excluded: str) -> None:
    stock.add("g:a:1", needs(dep("h:via:1")))
    stock.add("h:via:1", needs(dep("g:b:1")))
    stock.add("g:b:1")
    write(root, needs(dep("g:a:1", without(excluded))))
    assert "g:b:1" not in names(graph(root))
    write(root, needs(dep("g:a:1", without(excluded)), dep("h:via:1")))
    assert "g:b:1" in names(graph(root))


def test_management_gives_versions_and_overrides_what_travels(root: Path, stock: Repository) -> None:
    stock.add("g:a:1", needs(dep("g:x:9")))
    stock.add("g:x:2")
    body = manages(dep("g:a:1"), dep("g:x:2")) + needs(dep("g:a"))
    assert names(graph(write(root, body))) == {"g:a:1", "g:x:2"}


def test_a_version_that_is_written_beats_a_managed_one(root: Path, stock: Repository) -> None:
    stock.add("g:a:2")
    assert names(graph(write(root, manages(dep("g:a:1")) + needs(dep("g:a:2"))))) == {"g:a:2"}


def test_boms_are_imported_with_their_own_properties_and_imports(root: Path, stock: Repository) -> None:
    properties = "<properties><x.version>3</x.version></properties>"
    stock.pom("g:inner:1", manages(dep("g:y:4"), dep("g:x:1")), packaging="pom")
    stock.pom("g:bom:1", properties + manages(dep("g:x:${x.version}"), bom("g:inner:1")), packaging="pom")
    stock.add("g:x:3")
    stock.add("g:y:4")
    mine = "<properties><x.version>99</x.version></properties>"
    found = graph(write(root, mine + manages(bom("g:bom:1")) + needs(dep("g:x"), dep("g:y"))))
    assert names(found) == {"g:x:3", "g:y:4"}


def test_what_is_written_beats_a_bom_and_the_first_bom_the_second(root: Path, stock: Repository) -> None:
    stock.pom("g:one:1", manages(dep("g:x:1"), dep("g:y:1")), packaging="pom")
    stock.pom("g:two:1", manages(dep("g:x:2"), dep("g:y:2"), dep("g:z:2")), packaging="pom")
    for name, version in ("x1", "y7", "z2"):
        stock.add(f"g:{name}:{version}")
    rules = manages(bom("g:one:1"), bom("g:two:1"), dep("g:y:7"))
    assert names(graph(write(root, rules + needs(dep("g:x"), dep("g:y"), dep("g:z"))))) == {"g:x:1", "g:y:7", "g:z:2"}


def test_parents_give_properties_dependencies_and_versions(root: Path, stock: Repository) -> None:
    stock.pom("g:grand:1", "<properties><v>1</v><w>1</w></properties>" + needs(dep("g:b:${w}")), packaging="pom")
    stock.pom(
        "g:up:1", parent("g:grand:1") + manages(dep("g:a:${v}")) + "<properties><w>2</w></properties>", packaging="pom"
    )
    stock.add("g:a:5")
    stock.add("g:b:2")
    body = parent("g:up:1") + "<properties><v>5</v></properties>" + needs(dep("g:a"))
    assert names(graph(write(root, body))) == {"g:a:5", "g:b:2"}


def test_properties_of_the_project_and_of_others_are_filled_in(root: Path, stock: Repository) -> None:
    stock.add("org.here:same:1.0")
    stock.add("g:n:7")
    properties = "<properties><major>7</major><which>major</which><n>${${which}}</n></properties>"
    own = dep("${project.groupId}:same:${project.version}")
    assert names(graph(write(root, properties + needs(own, dep("g:n:${n}"))))) == {"org.here:same:1.0", "g:n:7"}


@pytest.mark.parametrize(
    ("expression", "why"),
    [("${env.V}", "the environment"), ("${user.home}", "the environment"), ("${nowhere}", "nothing at hand defines")],
)
def test_what_only_a_machine_knows_is_unresolved(root: Path, expression: str, why: str) -> None:
    found = graph(write(root, needs(dep(f"g:a:{expression}"))))
    assert why in told(found)["g:a"]
    assert (found.declared, found.resolved) == (1, 0)


def test_a_version_that_nobody_says_is_unresolved_and_tests_are_silent(root: Path) -> None:
    write(root, needs(dep("g:a"), dep("g:t", scope="test")))
    assert set(told(graph(root))) == {"g:a"}
    assert set(told(graph(root, dev=True))) == {"g:a", "g:t"}


PROFILE = "<profile><id>{0}</id><activation>{1}</activation>{2}</profile>"


@pytest.mark.parametrize(
    ("activation", "on"),
    [
        ("<activeByDefault>true</activeByDefault>", True),
        ("<jdk>[11,)</jdk>", True),
        ("<jdk>!1.8</jdk>", True),
        ("<jdk>1.8</jdk>", False),
        ("<jdk>[1.5,1.8)</jdk>", False),
        ("<property><name>!skip</name></property>", True),
        ("<property><name>set</name><value>yes</value></property>", True),
        ("<property><name>set</name><value>no</value></property>", False),
        ("<property><name>unset</name></property>", False),
        ("<os><family>windows</family></os>", False),
        ("<os><family>!windows</family></os>", True),
        ("<jdk>[11,)</jdk><property><name>unset</name></property>", False),
        ("<file><exists>pom.xml</exists></file>", False),
    ],
)
def test_profiles_count_by_their_activation(root: Path, stock: Repository, activation: str, on: bool) -> None:
    stock.add("g:a:1")
    profile = PROFILE.format("p", activation, needs(dep("g:a:1")))
    write(root, f"<profiles>{profile}</profiles>", **{".mvn/maven.config": "-Dset=yes\n"})
    assert names(graph(root)) == ({"g:a:1"} if on else set())


def test_a_default_profile_gives_way_to_one_that_is_asked_for(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    stock.add("g:b:1")
    default = PROFILE.format("d", "<activeByDefault>true</activeByDefault>", needs(dep("g:a:1")))
    asked = f"<profile><id>mine</id>{needs(dep('g:b:1'))}</profile>"
    write(root, f"<profiles>{default}{asked}</profiles>")
    assert names(graph(root)) == {"g:a:1"}
    project(root, {".mvn/maven.config": "-P mine"})
    assert names(graph(root)) == {"g:b:1"}


def test_the_jdk_of_profiles_is_the_one_that_the_project_builds_for(root: Path, stock: Repository) -> None:
    stock.add("g:old:1")
    profile = PROFILE.format("p", "<jdk>1.8</jdk>", needs(dep("g:old:1")))
    write(
        root,
        f"<properties><maven.compiler.target>1.8</maven.compiler.target></properties><profiles>{profile}</profiles>",
    )
    found = graph(root)
    assert names(found) == {"g:old:1"}
    assert "profiles evaluated for JDK 8" in found.notes


def test_members_of_a_reactor_are_no_artifacts_and_what_they_need_counts(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    stock.add("g:b:1")
    up = parent("org.here:app:1.0")
    files = {
        "pom.xml": pom(ROOT, "<modules><module>lib</module><module>web</module></modules>", packaging="pom"),
        "lib/pom.xml": pom(":lib:", up + needs(dep("g:a:1"), dep("g:b:1", scope="test"))),
        "web/pom.xml": pom(":web:", up + needs(dep("${project.groupId}:lib:${project.version}"), dep("g:b:1"))),
    }
    found = graph(project(root, files))
    assert names(found) == {"g:a:1", "g:b:1"}
    assert one(found, "g:a").direct_of == ("lib",)
    assert one(found, "g:b").direct_of == ("web",)
    assert found.source == "pom.xml, 3 members"


def test_members_may_need_two_versions_of_a_library(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    stock.add("g:a:2")
    files = {
        "pom.xml": pom(ROOT, "<modules><module>x</module><module>y</module></modules>", packaging="pom"),
        "x/pom.xml": pom("org.here:x:1", needs(dep("g:a:1"))),
        "y/pom.xml": pom("org.here:y:1", needs(dep("g:a:2"))),
    }
    assert names(graph(project(root, files))) == {"g:a:1", "g:a:2"}


def test_a_version_of_the_whole_reactor_may_be_a_property(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    revision = (
        "<properties><revision>3.1</revision></properties><modules><module>m</module><module>n</module></modules>"
    )
    files = {
        "pom.xml": pom("org.here:app:${revision}", revision, packaging="pom"),
        "m/pom.xml": pom(":m:", parent("org.here:app:${revision}") + needs(dep("g:a:1"))),
        "n/pom.xml": pom(":n:", parent("org.here:app:${revision}") + needs(dep("org.here:m:${revision}"))),
    }
    found = graph(project(root, files))
    assert names(found) == {"g:a:1"}
    assert found.unresolved == ()


def test_a_library_that_moved_is_taken_where_it_is_now(root: Path, stock: Repository) -> None:
    moved = "<distributionManagement><relocation><groupId>new</groupId></relocation></distributionManagement>"
    stock.pom("old:a:1", moved)
    stock.add("new:a:1")
    found = graph(write(root, needs(dep("old:a:1"))))
    assert declared(found) == {"new:a:1"}


def test_classifiers_and_types_are_other_files_of_a_library(root: Path, stock: Repository) -> None:
    stock.add("g:a:1")
    stock.file("g:a:1", "jar", b"tests", "tests")
    stock.file("g:a:1", "jar", b"linux", "linux-x86_64")
    stock.file("g:b:1", "aar", b"android")
    wanted = [
        dep("g:a:1"),
        dep("g:a:1", type="test-jar"),
        dep("g:a:1", classifier="linux-x86_64"),
        dep("g:b:1", type="aar"),
    ]
    found = graph(write(root, needs(*wanted)))
    assert {artifact.purl: artifact.files.root.name for artifact in found.artifacts} == {
        "pkg:maven/g/a@1": "a-1.jar",
        "pkg:maven/g/a@1?classifier=tests": "a-1-tests.jar",
        "pkg:maven/g/a@1?classifier=linux-x86_64": "a-1-linux-x86_64.jar",
        "pkg:maven/g/b@1": "b-1.aar",
    }


def test_a_pom_is_no_artifact_and_what_it_needs_counts(root: Path, stock: Repository) -> None:
    stock.pom("g:all:1", needs(dep("g:a:1")), packaging="pom")
    stock.add("g:a:1")
    found = graph(write(root, needs(dep("g:all:1", type="pom"))))
    assert names(found) == {"g:a:1"}
    assert noted(found, "there is nothing to read: 1")


def test_ranges_are_resolved_by_a_listing_at_hand_or_not_at_all(root: Path, stock: Repository) -> None:
    stock.add("g:a:1.5")
    write(root, needs(dep("g:a:[1.0,2.0)"), dep("g:b:[3]")))
    stock.add("g:b:3")
    assert "is a range" in told(graph(root))["g:a"]
    assert names(graph(root)) == {"g:b:3"}
    versions = "".join(f"<version>{version}</version>" for version in ("1.0", "1.5", "2.0", "2.5"))
    listing = f"<metadata><versioning><versions>{versions}</versions></versioning></metadata>"
    (stock.root / "g" / "a" / "maven-metadata-central.xml").write_text(listing)
    assert names(graph(root)) == {"g:a:1.5", "g:b:3"}


def test_a_snapshot_is_read_and_a_note_says_so(root: Path, stock: Repository) -> None:
    stock.add("g:a:1-SNAPSHOT")
    found = graph(write(root, needs(dep("g:a:1-SNAPSHOT"))))
    assert names(found) == {"g:a:1-SNAPSHOT"}
    assert noted(found, "snapshots")


def test_a_file_of_its_own_is_unresolved(root: Path) -> None:
    found = graph(write(root, needs(dep("g:a:1", scope="system", systemPath="/etc/passwd"))))
    assert "system scope" in told(found)["g:a"]


def test_the_users_repository_comes_first_and_settings_say_where_it_is(
    root: Path, stock: Repository, home: Path
) -> None:
    stock.add("g:a:1")
    write(root, needs(dep("g:a:1")))
    usual, named = Repository(home / ".m2" / "repository"), Repository(home / "elsewhere")
    usual.add("g:a:1")
    assert one(graph(root), "g:a").files.root == usual.path("g:a:1", "jar")
    named.add("g:a:1")
    settings = "<settings><localRepository>${user.home}/elsewhere</localRepository></settings>"
    project(home, {".m2/settings.xml": settings})
    assert one(graph(root), "g:a").files.root == named.path("g:a:1", "jar")


def test_what_is_not_at_hand_is_unread_and_its_needs_are_noted(root: Path) -> None:
    found = graph(write(root, needs(dep("g:a:1"))))
    assert [(gap.artifact, gap.path) for gap in found.unread] == [("pkg:maven/g/a@1", "")]
    assert "nothing is brought offline" in found.unread[0].why
    assert noted(found, "POMs that are not at hand, so what they ask for is not in the graph: 1 (g:a:1)")
    assert (found.declared, found.resolved) == (1, 1)
