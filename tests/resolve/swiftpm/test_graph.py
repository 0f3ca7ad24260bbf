"""From manifests, locks and checkouts to the modules of the graph."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from paredown.resolve.swiftpm import inputs
from tests.resolve.swiftpm.made import (
    HOST,
    OTHER,
    REVISION,
    checkout,
    declared,
    graph,
    library,
    lock,
    manifest,
    others,
    pin,
    write,
)

KIT = f'.package(url: "{HOST}/maker/Kit.git", from: "1.0.0")'
USES_KIT = '.target(name: "App", dependencies: [.product(name: "Kit", package: "Kit")])'
SOURCE = "public func f() {}"


def project(root: Path, *, targets: str = USES_KIT, more: str = "", dependencies: str = KIT) -> Path:
    return write(
        root,
        {
            "Package.swift": manifest(dependencies, targets, more=more),
            "Package.resolved": lock(pin("Kit"), pin("Core")),
        },
    )


def test_the_modules_of_the_products_that_targets_use_are_declared(tmp_path: Path) -> None:
    project(tmp_path)
    kit = manifest(
        dependencies=f'.package(url: "{HOST}/maker/core", from: "1.0.0")',
        products='.library(name: "Kit", targets: ["Kit", "KitTwo"]), .library(name: "Extra", targets: ["Extra"])',
        targets='.target(name: "Kit", dependencies: ["Inner", .product(name: "Core", package: "core"), "Build"]),'
        '.target(name: "KitTwo"), .target(name: "Inner"), .target(name: "Extra"), .macro(name: "Build")',
    )
    files = {f"Sources/{name}/a.swift": SOURCE for name in ("Kit", "KitTwo", "Inner", "Extra", "Build")}
    checkout(tmp_path, "Kit", {"Package.swift": kit, **files})
    checkout(tmp_path, "Core", {"Package.swift": library("Core"), "Sources/Core/a.swift": SOURCE})

    found = graph(tmp_path)

    assert declared(found) == ["Kit", "KitTwo"]
    assert others(found) == ["Core", "Inner"]
    assert (found.declared, found.resolved, found.source) == (1, 2, "Package.resolved v3")
    assert (found.unread, found.unresolved, found.notes) == ((), (), ())
    kit_module = next(artifact for artifact in found.artifacts if artifact.name == "Kit")
    assert kit_module.purl == "pkg:swift/git.example/maker/Kit@1.0.0#Kit"
    assert (kit_module.publisher, kit_module.version) == ("git.example/maker", "1.0.0")
    assert [(edge.name, edge.purl) for edge in kit_module.requires] == [
        ("Core", "pkg:swift/git.example/maker/Core@1.0.0#Core"),
        ("Inner", "pkg:swift/git.example/maker/Kit@1.0.0#Inner"),
    ]
    assert kit_module.files.names == ("a.swift",)


def test_what_only_tests_use_is_declared_with_dev(tmp_path: Path) -> None:
    project(tmp_path, targets='.testTarget(name: "AppTests", dependencies: ["Kit"])')
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE})

    assert declared(graph(tmp_path)) == []
    assert declared(graph(tmp_path, dev=True)) == ["Kit"]


def test_a_plugin_of_a_target_is_not_imported(tmp_path: Path) -> None:
    project(tmp_path, targets='.target(name: "App", plugins: [.plugin(name: "Kit", package: "Kit")])')
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE})

    assert graph(tmp_path).artifacts == ()


@pytest.mark.parametrize(
    "need", ['"Kit"', '.product(name: "Kit", package: "kit")', '.product(name: "Kit", package: "Named")']
)
def test_a_package_is_found_by_identity_by_name_and_by_what_its_manifest_calls_it(tmp_path: Path, need: str) -> None:
    project(tmp_path, targets=f'.target(name: "App", dependencies: [{need}])')
    text = library("Kit").replace('name: "app"', 'name: "Named"')
    checkout(tmp_path, "Kit", {"Package.swift": text, "Sources/Kit/a.swift": SOURCE})

    assert declared(graph(tmp_path)) == ["Kit"]


def test_a_dependency_without_a_package_or_a_pin_is_unresolved(tmp_path: Path) -> None:
    project(
        tmp_path,
        dependencies=f'{KIT}, .package(url: "{HOST}/maker/new", from: "1.0.0")',
        targets='.target(name: "App", dependencies: ["Nowhere", .product(name: "New", package: "new"), "Kit"])',
    )
    checkout(tmp_path, "Kit", {"Package.swift": library("Other"), "Sources/Other/a.swift": SOURCE})

    assert [(gap.name, gap.source, gap.why) for gap in graph(tmp_path).unresolved] == [
        ("Nowhere", "Package.swift:7", "is of no package that the manifest names"),
        ("new", "Package.swift:7", "no Package.resolved pins it to an exact version"),
        ("Kit", "Package.swift:7", "its package has no product of that name"),
    ]


def test_a_checkout_that_is_missing_or_at_another_revision_is_told(tmp_path: Path) -> None:
    project(tmp_path)
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE}, head=OTHER)

    found = graph(tmp_path)
    assert found.artifacts == ()
    assert (found.declared, found.resolved) == (1, 2)
    assert [(gap.artifact, gap.why) for gap in found.unread] == [
        (
            "pkg:swift/git.example/maker/Core@1.0.0",
            "is not checked out; resolve the packages, or name their folder with --checkouts",
        ),
        ("pkg:swift/git.example/maker/Kit@1.0.0", "its checkout is at another revision than the lock file pins"),
    ]


@pytest.mark.parametrize(
    "git",
    [
        {".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": REVISION},
        {".git/HEAD": "ref: refs/heads/main\n", ".git/packed-refs": f"# pack-refs\n{REVISION} refs/heads/main\n"},
    ],
)
def test_a_branch_that_is_checked_out_leads_to_its_commit(tmp_path: Path, git: dict[str, str]) -> None:
    project(tmp_path)
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE, **git})

    assert declared(graph(tmp_path)) == ["Kit"]
    assert graph(tmp_path).notes == ()


def test_a_checkout_without_a_readable_revision_is_read_and_noted(tmp_path: Path) -> None:
    project(tmp_path)
    checkout(
        tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE, ".git/HEAD": "ref: ../x"}
    )

    found = graph(tmp_path)
    assert declared(found) == ["Kit"]
    assert found.notes == ("checkouts whose revision could not be compared with the lock file: 1",)


@pytest.mark.parametrize(
    "at", ["SourcePackages/checkouts", "build/SourcePackages/checkouts", "DerivedData/App-x/SourcePackages/checkouts"]
)
def test_checkouts_of_xcode_are_found(tmp_path: Path, at: str) -> None:
    project(tmp_path)
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE}, at=at)

    assert declared(graph(tmp_path)) == ["Kit"]


def test_a_folder_of_checkouts_can_be_named(tmp_path: Path) -> None:
    project(tmp_path / "app")
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE}, at="elsewhere")

    assert declared(graph(tmp_path / "app", checkouts=tmp_path / "elsewhere")) == ["Kit"]


def test_a_package_in_a_folder_of_the_project_is_the_project_itself(tmp_path: Path) -> None:
    project(
        tmp_path,
        dependencies='.package(path: "Modules/Inner")',
        targets='.target(name: "App", dependencies: [.product(name: "Inner", package: "Inner")])',
    )
    write(
        tmp_path, {"Modules/Inner/Package.swift": manifest(KIT, USES_KIT, '.library(name: "Inner", targets: ["App"])')}
    )
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE})

    found = graph(tmp_path)
    assert declared(found) == ["Kit"]
    assert found.artifacts[0].direct_of == ("Modules/Inner",)
    assert found.unresolved == ()


def test_a_package_outside_of_the_project_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, {"Outer/Package.swift": library("Outer")})
    project(tmp_path / "app", dependencies='.package(path: "../Outer")', targets='.target(name: "App")')

    (gap,) = graph(tmp_path / "app").unresolved
    assert (gap.source, gap.why) == (
        "Package.swift:6",
        "is a package in a folder outside of the project, or not there; it is not read",
    )


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ('.target(name: "Kit")', "Sources/Kit/a.swift"),
        ('.target(name: "Kit")', "Source/Kit/deep/a.swift"),
        ('.target(name: "Kit")', "src/Kit/a.swift"),
        ('.target(name: "Kit")', "Sources/a.swift"),
        ('.target(name: "Kit", path: "Code")', "Code/a.swift"),
        ('.target(name: "Kit", path: ".", sources: ["Code"])', "Code/a.swift"),
    ],
)
def test_sources_are_found_where_swiftpm_finds_them(tmp_path: Path, entry: str, path: str) -> None:
    project(tmp_path)
    text = manifest(products='.library(name: "Kit", targets: ["Kit"])', targets=entry)
    checkout(tmp_path, "Kit", {"Package.swift": text, path: SOURCE, "Tests/KitTests/t.swift": SOURCE})

    (artifact,) = graph(tmp_path).artifacts
    assert [
        (artifact.files.root / name).relative_to(tmp_path / ".build/checkouts/Kit").as_posix()
        for name in artifact.files.names
    ] == [path]


def test_files_that_a_target_excludes_are_not_its(tmp_path: Path) -> None:
    project(tmp_path)
    text = manifest(
        products='.library(name: "Kit", targets: ["Kit"])', targets='.target(name: "Kit", exclude: ["old", "b.swift"])'
    )
    sources = {f"Sources/Kit/{name}.swift": SOURCE for name in ("a", "b", "old/c", "older/d")}
    checkout(tmp_path, "Kit", {"Package.swift": text, **sources})

    (artifact,) = graph(tmp_path).artifacts
    assert artifact.files.names == ("a.swift", "older/d.swift")


def test_a_target_in_c_is_told(tmp_path: Path) -> None:
    project(tmp_path)
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/include/kit.h": "int f(void);"})

    (unread,) = (gap for gap in graph(tmp_path).unread if gap.artifact.endswith("#Kit"))
    assert unread.why == "is written in C, Objective-C or C++, which is not read"


def test_a_textual_interface_of_a_binary_is_read(tmp_path: Path) -> None:
    project(tmp_path)
    text = manifest(
        products='.library(name: "Kit", targets: ["Kit"])',
        targets=f'.binaryTarget(name: "Kit", url: "{HOST}/kit.zip", checksum: "0")',
    )
    checkout(tmp_path, "Kit", {"Package.swift": text})
    place = ".build/artifacts/kit/Kit/Kit.xcframework"
    modules = "Kit.framework/Modules/Kit.swiftmodule"
    write(
        tmp_path,
        {
            f"{place}/ios-arm64/{modules}/arm64-apple-ios.swiftinterface": SOURCE,
            f"{place}/ios-arm64/{modules}/arm64-apple-ios.private.swiftinterface": SOURCE,
            f"{place}/macos-arm64_x86_64/{modules}/arm64-apple-macos.swiftinterface": SOURCE,
        },
    )

    found = graph(tmp_path)
    assert [name.rpartition("/")[2] for name in found.artifacts[0].files.names] == ["arm64-apple-macos.swiftinterface"]
    assert "modules read from textual interfaces: 1" in found.notes


def test_a_symbol_graph_is_read_when_it_is_younger_than_the_checkout(tmp_path: Path) -> None:
    project(tmp_path)
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE})
    folder = tmp_path / ".build/arm64-apple-macosx/symbolgraph"
    write(folder, {"Kit.symbols.json": "{}", "Kit@Swift.symbols.json": "{}", "Other.symbols.json": "{}"})
    head = tmp_path / ".build/checkouts/Kit/.git/HEAD"

    os.utime(head, (1_000, 1_000))
    assert graph(tmp_path).artifacts[0].files.names == ("Kit.symbols.json", "Kit@Swift.symbols.json")
    os.utime(head, (4_000_000_000, 4_000_000_000))
    assert graph(tmp_path).artifacts[0].files.names == ("a.swift",)


def test_the_manifest_for_the_newest_tools_is_read(tmp_path: Path) -> None:
    project(tmp_path)
    old = library("Old").replace("5.9", "5.3")
    newest = {
        "Package.swift": old,
        "Package@swift-5.1.swift": library("Older"),
        "Package@swift-6.0.swift": library("Kit"),
    }
    checkout(tmp_path, "Kit", {**newest, "Sources/Kit/a.swift": SOURCE})

    assert declared(graph(tmp_path)) == ["Kit"]


def test_the_state_of_the_checkouts_is_an_input(tmp_path: Path) -> None:
    project(tmp_path)
    write(tmp_path, {".build/workspace-state.json": "{}"})

    assert [path.relative_to(tmp_path).as_posix() for path in inputs(tmp_path)] == [
        "Package.swift",
        "Package.resolved",
        ".build/workspace-state.json",
    ]


def test_a_project_without_swift_has_no_inputs(tmp_path: Path) -> None:
    write(
        tmp_path, {"package.json": "{}", "node_modules/x/Package.swift": manifest(), ".build/Package.swift": manifest()}
    )

    assert inputs(tmp_path) == ()


def test_a_pin_of_a_branch_has_its_revision_as_its_version(tmp_path: Path) -> None:
    project(tmp_path)
    write(tmp_path, {"Package.resolved": lock(pin("Kit", None, branch="main"))})
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE})

    assert graph(tmp_path).artifacts[0].purl == f"pkg:swift/git.example/maker/Kit@{REVISION}#Kit"


def test_a_lock_of_version_1_is_read(tmp_path: Path) -> None:
    project(tmp_path)
    state = {"branch": None, "revision": REVISION, "version": "1.0.0"}
    pins = [{"package": "Kit", "repositoryURL": f"{HOST}/maker/Kit.git", "state": state}]
    write(tmp_path, {"Package.resolved": json.dumps({"object": {"pins": pins}, "version": 1})})
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE})

    found = graph(tmp_path)
    assert (found.source, found.resolved, declared(found)) == ("Package.resolved v1", 1, ["Kit"])


def test_a_package_of_a_registry_is_found(tmp_path: Path) -> None:
    project(
        tmp_path,
        dependencies='.package(id: "maker.kit", from: "1.0.0")',
        targets='.target(name: "App", dependencies: [.product(name: "Kit", package: "maker.kit")])',
    )
    entry = {"identity": "maker.kit", "kind": "registry", "location": "", "state": {"version": "1.0.0"}}
    write(tmp_path, {"Package.resolved": lock(entry)})
    write(
        tmp_path / ".build/registry/downloads/maker/kit/1.0.0",
        {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE},
    )

    (artifact,) = graph(tmp_path).artifacts
    assert (artifact.purl, artifact.publisher) == ("pkg:swift/maker/kit@1.0.0#Kit", "maker")
