"""A project in Kotlin, Swift and TypeScript, as those of React Native are: one index answers for all of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paredown.index import Store
from paredown.model import Ecosystem
from paredown.pipeline import index
from paredown.resolve import inputs
from paredown.settings import Settings
from paredown.state import index_path
from tests.resolve.jvm.made import Repository
from tests.resolve.swiftpm.made import checkout, library, lock, pin, write
from tests.resolve.swiftpm.test_xcode import PROJECT

JAR = Path(__file__).parents[2] / "harvest/jvm/fixtures/kotlin.jar"
SHAPES = "org.example:shapes:1.0.0"


@pytest.fixture
def mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    npm = {"name": "app", "version": "1.0.0", "dependencies": {"typed": "1.0.0"}}
    packages = {"": npm, "node_modules/typed": {"version": "1.0.0"}}
    write(
        tmp_path / "app",
        {
            "package.json": json.dumps(npm),
            "package-lock.json": json.dumps({"name": "app", "lockfileVersion": 3, "packages": packages}),
            "node_modules/typed/package.json": json.dumps({"name": "typed", "version": "1.0.0", "types": "a.d.ts"}),
            "node_modules/typed/a.d.ts": "/** Reads. */\nexport declare function readThing(path: string): string;",
            "node_modules/typed/ios/Typed.swift": "public func notOfTheProject() {}",
            "android/settings.gradle": "rootProject.name = 'App'\ninclude ':app'\n",
            "android/app/build.gradle": f"dependencies {{\n  implementation '{SHAPES}'\n}}\n",
            "ios/App.xcodeproj/project.pbxproj": PROJECT,
            "ios/App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved": lock(
                pin("Kit"), pin("Checks")
            ),
        },
    )
    kit = '/// Opens it.\npublic struct Box {\n  public func open(with key: String = "secret") async throws -> Int { 1 }\n}'
    checkout(
        tmp_path / "app",
        "Kit",
        {"Package.swift": library("Kit"), "Sources/Kit/a.swift": kit},
        at="ios/SourcePackages/checkouts",
    )
    repository = Repository(tmp_path / "cache/archives/maven")
    repository.pom(SHAPES)
    repository.file(SHAPES, "jar", JAR.read_bytes())
    return tmp_path / "app"


def test_one_surface_holds_every_language(mixed: Path, tmp_path: Path) -> None:
    settings = Settings(cache=tmp_path / "cache", offline=True, jobs=1)
    record = index(mixed, settings, lambda _what, _done, _total: None)

    assert [(source.ecosystem, source.declared) for source in record.sources] == [
        (Ecosystem.MAVEN, 1),
        (Ecosystem.NPM, 1),
        (Ecosystem.SWIFT, 1),
    ]
    store = Store(index_path(mixed))
    try:
        found = {card.artifact.partition("/")[0] for card in store.everything()}
        (card,) = store.show("Kit.Box.open").cards
        symbols = {card.symbol for card in store.everything()}
        (top, *_) = store.find("open box key").cards
    finally:
        store.close()
    assert found == {"pkg:maven", "pkg:npm", "pkg:swift"}
    assert card.signature == 'func open(with key: String = "…") async throws -> Int'
    assert (card.artifact, card.import_path) == ("pkg:swift/git.example/maker/Kit@1.0.0#Kit", "Kit")
    assert top.symbol == "Kit.Box.open"
    assert {"typed.readThing", "Kit.Box"} <= symbols
    assert not any("notOfTheProject" in symbol for symbol in symbols)


def test_the_index_is_stale_when_the_lock_of_any_language_changes(mixed: Path) -> None:
    found = {path.relative_to(mixed).as_posix() for path in inputs(mixed)}

    assert {"package-lock.json", "android/settings.gradle", "android/app/build.gradle"} <= found
    assert "ios/App.xcodeproj/project.pbxproj" in found
    assert "ios/App.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved" in found
