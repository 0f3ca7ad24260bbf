"""Xcode projects: what their targets use, and the lock in their workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.swiftpm.made import HOST, checkout, declared, graph, library, lock, pin, write

PROJECT = f"""// !$*UTF8*$!
{{
	archiveVersion = 1;
	classes = {{
	}};
	objects = {{
/* Begin PBXNativeTarget section */
		A1 /* App */ = {{
			isa = PBXNativeTarget;
			name = App;
			packageProductDependencies = (
				B1 /* Kit */,
				B3 /* Lint */,
			);
			productType = "com.apple.product-type.application";
		}};
		A2 /* AppTests */ = {{
			isa = PBXNativeTarget;
			name = "App \\"Tests\\"";
			packageProductDependencies = (B2);
			productType = "com.apple.product-type.bundle.unit-test";
		}};
/* End PBXNativeTarget section */
		C1 = {{isa = XCRemoteSwiftPackageReference; repositoryURL = "{HOST}/maker/Kit.git"; requirement = {{kind = upToNextMajorVersion; minimumVersion = 1.0.0; }}; }};
		C2 = {{isa = XCRemoteSwiftPackageReference; repositoryURL = "{HOST}/maker/Checks"; }};
		B1 = {{isa = XCSwiftPackageProductDependency; package = C1 /* XCRemoteSwiftPackageReference "Kit" */; productName = Kit; }};
		B2 = {{isa = XCSwiftPackageProductDependency; package = C2; productName = Checks; }};
		B3 = {{isa = XCSwiftPackageProductDependency; package = C2; productName = "plugin:Lint"; }};
	}};
	rootObject = A0;
}}
"""
SOURCE = "public func f() {}"


@pytest.mark.parametrize(
    "place",
    [
        "ios/App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved",
        "ios/App.xcworkspace/xcshareddata/swiftpm/Package.resolved",
    ],
)
def test_the_targets_of_an_xcode_project_declare_what_they_use(tmp_path: Path, place: str) -> None:
    write(tmp_path, {"ios/App.xcodeproj/project.pbxproj": PROJECT, place: lock(pin("Kit"), pin("Checks"), version=2)})
    for name in ("Kit", "Checks"):
        files = {"Package.swift": library(name), f"Sources/{name}/a.swift": SOURCE}
        checkout(tmp_path, name, files, at="ios/SourcePackages/checkouts")

    found = graph(tmp_path)
    assert (declared(found), declared(graph(tmp_path, dev=True))) == (["Kit"], ["Checks", "Kit"])
    assert (found.source, found.declared, found.resolved) == ("Package.resolved v2", 1, 2)
    assert found.artifacts[0].direct_of == ("ios",)
    assert found.unresolved == ()


@pytest.mark.parametrize("text", ["", "{", "{a = (1;}", "}", "{a = {" * 1_000, "(1, 2)", '{a = "b'])
def test_what_is_no_property_list_is_told(tmp_path: Path, text: str) -> None:
    write(tmp_path, {"App.xcodeproj/project.pbxproj": text})

    (gap,) = graph(tmp_path).unresolved
    assert gap.source == "App.xcodeproj/project.pbxproj"
    assert gap.why.startswith("is not a property list (line ")
