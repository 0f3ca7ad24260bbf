"""Real projects: what their manifests name without any repository, and the graph that Maven itself and Gradle tell."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from paredown.resolve.graph import Graph
from paredown.resolve.jvm.gaps import Gaps
from paredown.resolve.jvm.maven.mediate import WIDEST, mediate
from paredown.resolve.jvm.maven.model import Models
from paredown.resolve.jvm.maven.poms import Poms
from paredown.resolve.jvm.maven.reactor import own_models, read_reactor
from paredown.resolve.jvm.stores import stores_for
from tests.resolve.jvm.made import archives_of, declared, graph, names, told

KTOR = Path(__file__).parent / "ktor-client"
LISTED = re.compile(r"\[INFO\]\s{3,}(\S+:(?:compile|runtime|test|provided|system))\b")
PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:collect"


@pytest.fixture
def copied(shared: Path, tmp_path: Path) -> Path:
    for name in ("spring-petclinic", "jpetstore-6", "openrefine", "spring-boot-realworld", "circuit", "nowinandroid"):
        shutil.copytree(shared / "projects" / name, tmp_path / name)
    return tmp_path


def counts(found: Graph) -> tuple[str, int, int, int]:
    return found.source, found.declared, found.resolved, len(found.unresolved)


@pytest.mark.parametrize(
    ("project", "expected"),
    [
        ("spring-petclinic", ("pom.xml", 9, 3, 13)),
        ("jpetstore-6", ("pom.xml", 14, 14, 0)),
        ("openrefine", ("pom.xml, 4 members", 39, 35, 12)),
        ("spring-boot-realworld", ("build.gradle", 11, 7, 6)),
        ("nowinandroid", ("app/dependencies/prodReleaseRuntimeClasspath.txt, 2 members", 20, 256, 1)),
    ],
)
def test_what_manifests_name_is_known_without_any_repository(
    copied: Path, project: str, expected: tuple[str, int, int, int]
) -> None:
    assert counts(graph(copied / project)) == expected


def test_catalog_accessors_of_a_real_build_are_all_understood(copied: Path) -> None:
    found = graph(copied / "circuit")
    assert not [why for why in told(found).values() if "catalog" in why or "expression" in why]
    assert "org.jetbrains.compose.foundation:foundation:1.11.1" in {
        gap.artifact[10:].replace("/", ":").replace("@", ":") for gap in found.unread
    }


@pytest.mark.network
@pytest.mark.parametrize("project", ["spring-petclinic", "jpetstore-6"])
def test_the_graph_is_the_one_that_maven_tells(copied: Path, project: str) -> None:
    root = copied / project
    found = graph(root, offline=False, dev=True)
    assert found.unresolved == ()
    archives = archives_of(root) / "maven"
    command = ["mvn", "--batch-mode", f"-Dmaven.repo.local={archives}", PLUGIN]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    theirs = {told[1] for line in done.stdout.splitlines() if (told := LISTED.match(line))}
    stores = stores_for(archives, gradle=False)
    reactor = read_reactor(root)
    models = Models(Poms(stores), reactor.here, Gaps())
    (model,) = own_models(reactor, models).values()
    ours = {
        ":".join(filter(None, (str(place.module), place.extension, place.classifier, node.at.version, node.scope)))
        for place, node in mediate(model, models, stores, WIDEST).chosen.items()
    }
    assert len(theirs) > 70
    assert ours == theirs


@pytest.mark.network
def test_a_ktor_client_is_its_five_libraries_and_what_they_need(tmp_path: Path) -> None:
    root = tmp_path / "ktor-client"
    shutil.copytree(KTOR, root)
    found = graph(root, offline=False)
    assert declared(found) == {
        "com.github.ajalt.clikt:clikt-jvm:5.0.3",
        "io.ktor:ktor-client-content-negotiation-jvm:3.5.2",
        "io.ktor:ktor-client-core-jvm:3.5.2",
        "io.ktor:ktor-client-okhttp-jvm:3.5.2",
        "io.ktor:ktor-serialization-kotlinx-json-jvm:3.5.2",
    }
    assert (found.declared, found.resolved, found.unread, found.unresolved) == (5, 36, (), ())
    assert "org.jetbrains.kotlin:kotlin-stdlib:2.4.10" in names(found)
    assert all(artifact.sources for artifact in found.artifacts)


@pytest.mark.network
def test_a_listing_that_gradle_made_is_reached_from_the_scripts(copied: Path) -> None:
    found = graph(copied / "circuit", offline=False)
    assert (found.declared, found.resolved, found.unread) == (7, 47, ())
    # A plugin of the build's own brings it, whose sources are not a part of the copy.
    assert set(told(found)) == {"org.jetbrains.kotlin:kotlin-bom"}
