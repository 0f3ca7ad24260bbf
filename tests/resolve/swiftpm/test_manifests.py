"""What a Package.swift says without being run."""

from __future__ import annotations

import pytest

from paredown.resolve.swiftpm.manifest import Manifest, read_manifest
from tests.resolve.swiftpm.made import manifest


def read(text: str) -> Manifest:
    found = read_manifest(text.encode())
    assert found is not None
    return found


def needs(text: str, target: str = "App") -> list[tuple[str, str]]:
    (found,) = (one for one in read(text).targets if one.name == target)
    return [(need.name, need.package) for need in found.needs]


@pytest.mark.parametrize(
    ("requirement", "identity", "local"),
    [
        ('url: "https://git.example/a/Kit.git", from: "1.0.0"', "kit", False),
        ('url: "https://git.example/a/kit", exact: "1.0.0"', "kit", False),
        ('url: "https://git.example/a/kit", branch: "main"', "kit", False),
        ('url: "https://git.example/a/kit", revision: "abc"', "kit", False),
        ('url: "https://git.example/a/kit", "1.0.0"..<"2.0.0"', "kit", False),
        ('url: "https://git.example/a/kit", .upToNextMajor(from: "1.0.0")', "kit", False),
        ('url: "git@git.example:a/Kit.git", from: "1.0.0"', "kit", False),
        ('name: "Other", url: "https://git.example/a/kit", from: "1.0.0"', "kit", False),
        ('id: "maker.kit", from: "1.0.0"', "maker.kit", False),
        ('path: "../Kit"', "kit", True),
        ('name: "Other", path: "Packages/Kit/"', "kit", True),
        ('url: "https://git.example/a/kit", from: "1.0.0", traits: ["X"]', "kit", False),
    ],
)
def test_every_way_to_name_a_package_is_read(requirement: str, identity: str, local: bool) -> None:
    (found,) = read(manifest(dependencies=f".package({requirement})")).dependencies

    assert (found.identity, found.local) == (identity, local)


@pytest.mark.parametrize(
    ("need", "expected"),
    [
        ('"Kit"', ("Kit", "")),
        ('.byName(name: "Kit")', ("Kit", "")),
        ('.target(name: "Kit", condition: .when(platforms: [.linux]))', ("Kit", "")),
        ('.product(name: "Kit", package: "kit")', ("Kit", "kit")),
        ('Target.Dependency.product(name: "Kit", package: "kit")', ("Kit", "kit")),
        (
            '.product(name: "Kit", package: "kit", moduleAliases: ["A": "B"], condition: .when(traits: ["T"]))',
            ("Kit", "kit"),
        ),
        (".kit", ("Kit", "kit")),
        (".computed", ("Kit", "kit")),
        ('.made("Kit")', ("Kit", "kit")),
        ("shared", ("Kit", "kit")),
        ('.product(name: prefix + "it", package: "k\\(rest)")', ("Kit", "kit")),
    ],
)
def test_every_way_to_name_what_a_target_uses_is_read(need: str, expected: tuple[str, str]) -> None:
    more = (
        'let shared: Target.Dependency = .product(name: "Kit", package: "kit")\nlet prefix = "K", rest = "it"\n'
        "extension Target.Dependency {\n"
        '  static let kit: Self = .product(name: "Kit", package: "kit")\n'
        '  static var computed: Self { .product(name: "Kit", package: "kit") }\n'
        '  static func made(_ name: String) -> Self { return .product(name: name, package: "kit") }\n}\n'
    ).replace('let prefix = "K", rest = "it"', 'let prefix = "K"\nlet rest = "it"')
    text = manifest(targets=f'.target(name: "App", dependencies: [{need}])', more=more)

    assert needs(text) == [expected]
    assert read(text).untold == ()


def test_every_kind_of_target_is_told_apart() -> None:
    kinds = ("target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary", "binaryTarget")
    made = ", ".join(f'.{kind}(name: "{kind}", path: "p", exclude: ["x"], sources: ["s"])' for kind in kinds)

    found = read(manifest(targets=made)).targets

    assert [one.kind for one in found] == ["target", "executable", "test", "macro", "plugin", "system", "binary"]
    assert {(one.path, one.sources, one.exclude) for one in found} == {("p", ("s",), ("x",))}


def test_lists_that_are_put_together_are_read_whole() -> None:
    text = manifest(
        dependencies='.package(url: "https://git.example/a/one", from: "1.0.0")',
        targets='.target(name: "App", dependencies: ["A"] + more + [b])',
        more='let more: [Target.Dependency] = ["C", "D"].map { .byName(name: $0) }\nlet b: Target.Dependency = "B"\n'
        'package.dependencies += [.package(url: "https://git.example/a/two", from: "1.0.0")]\n'
        'package.dependencies.append(.package(url: "https://git.example/a/three", from: "1.0.0"))\n'
        'package.dependencies.append(contentsOf: [.package(url: "https://git.example/a/four", from: "1.0.0")])\n'
        'package.targets.append(.target(name: "Late", dependencies: ["A"]))\n'
        'package.products.append(.library(name: "Late", targets: ["Late"]))\n',
    )

    found = read(text)
    assert needs(text) == [("A", ""), ("C", ""), ("D", ""), ("B", "")]
    assert [one.identity for one in found.dependencies] == ["one", "two", "three", "four"]
    assert [one.name for one in found.targets] == ["App", "Late"]
    assert [(one.name, one.targets) for one in found.products] == [("Late", ("Late",))]
    assert found.untold == ()


def test_both_branches_of_conditional_compilation_are_read() -> None:
    text = manifest(
        targets='.target(name: "App", dependencies: [\n"A",\n#if os(Linux)\n"B",\n#else\n"C",\n#endif\n])',
        more='#if os(macOS)\npackage.dependencies.append(.package(url: "https://git.example/a/mac", from: "1.0.0"))\n#endif\n',
    )

    assert needs(text) == [("A", ""), ("B", ""), ("C", "")]
    assert [one.identity for one in read(text).dependencies] == ["mac"]
    assert read(text).untold == ()


def test_what_a_condition_decides_is_read_and_told() -> None:
    text = manifest(
        dependencies='local ? .package(path: "../kit") : .package(url: "https://git.example/a/kit", from: "1.0.0")',
        more='let local = ProcessInfo.processInfo.environment["LOCAL"] != nil\n'
        'if local {\n  package.dependencies.append(.package(url: "https://git.example/a/two", from: "1.0.0"))\n}\n',
    )

    found = read(text)
    assert [(one.identity, one.local) for one in found.dependencies] == [("kit", True), ("kit", False), ("two", False)]
    assert [told.line for told in found.untold] == [6, 11]
    assert {told.why for told in found.untold} == {
        "depends on a condition that only running the manifest could tell; every branch is read"
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (manifest(dependencies='.package(url: address(), from: "1.0.0")'), 6),
        (manifest(dependencies="contents(of: file)[0]"), 6),
        (manifest(targets='.target(name: "App", dependencies: [names[0]])'), 7),
        (manifest(targets=".target(name: name, dependencies: [])"), 7),
        (manifest(more='for target in package.targets {\n  target.dependencies.append("A")\n}\n'), 10),
        (manifest(more='package.targets.first { $0.name == "App" }?.dependencies.append("A")\n'), 9),
    ],
)
def test_an_expression_that_cannot_be_told_has_its_line(text: str, line: int) -> None:
    assert [told.line for told in read(text).untold] == [line]


def test_targets_made_by_a_type_of_the_manifest_are_read() -> None:
    text = """
struct Made { var kind: Kind; var name: String
  static func target(kind: Kind, name: String, needs: [Target.Dependency] = []) -> Made { Made(kind: kind, name: name, needs: needs) }
  func build() -> Target {
    switch kind {
    case .shown: return Target.target(name: name, dependencies: needs, path: "Sources/\\(name)")
    case .test: return Target.testTarget(name: name, dependencies: needs)
    }
  }
}
let all: [Made] = [.target(kind: .shown, name: "A", needs: ["B"]), .target(kind: .shown, name: "B")]
let products: [Product] = all.compactMap { one in
  guard one.kind == .shown else { return nil }
  return .library(name: one.name, targets: [one.name])
}
let package = Package(name: "made", products: products, targets: all.map { $0.build() })
"""
    found = read(text)

    assert [(one.name, one.kind, [need.name for need in one.needs]) for one in found.targets] == [
        ("A", "target", ["B"]),
        ("B", "target", []),
    ]
    assert [(one.name, one.targets) for one in found.products] == [("A", ("A",)), ("B", ("B",))]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "let a = 1",
        "\xff\xfe",
        "let package = Package(name: " + "[" * 20_000,
        'let package = Package(name: "a", dependencies: ' + "(" * 5_000 + ")" * 5_000 + ")",
        "let package = Package(targets: a)\nlet a = b\nlet b = a\n",
        "let package = Package(targets: f(1))\nfunc f(_ a: Int) -> [Target] { f(a) + f(a) }\n",
        "let package = Package(targets: " + " + ".join(["x"] * 3_000) + ")\nlet x = [" + '"a", ' * 3_000 + "]",
        "if a { " * 5_000,
        'let package = Package(name: "' + "n" * 100_000 + '")',
    ],
    ids=lambda text: f"{text[:40]!r}…",
)
def test_a_manifest_that_means_harm_comes_to_an_end(text: str) -> None:
    found = read_manifest(text.encode("latin-1"))

    assert found is None or (len(found.name) <= 200 and found.targets == ())
