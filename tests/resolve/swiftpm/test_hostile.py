"""Projects that mean harm: what cannot be read is told, and nothing raises, escapes or hangs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.resolve.swiftpm.made import HOST, REVISION, checkout, declared, graph, library, lock, manifest, pin, write

USES = manifest(f'.package(url: "{HOST}/maker/Kit", from: "1.0.0")', '.target(name: "App", dependencies: ["Kit"])')
SOURCE = "public func f() {}"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (lock(version=4), "is of a version that is not known; 1, 2 and 3 are read"),
        ('{"version": "3", "pins": []}', "is of a version that is not known; 1, 2 and 3 are read"),
        ('{"version": 3}', "holds no list of pins"),
        ('{"version": 1, "object": []}', "holds no list of pins"),
        ("[]", "is JSON, but not an object"),
        ("{", "is not JSON (line 1)"),
        (b"\xff\xfe", "is not UTF-8 (line 1); save it as UTF-8"),
        ("[" * 200_000, "is nested too deep"),
        ('{"version": ' + "9" * 10_000 + "}", "holds a number of too many digits"),
    ],
)
def test_a_lock_that_cannot_be_read_is_told(tmp_path: Path, content: str | bytes, why: str) -> None:
    write(tmp_path, {"Package.swift": USES, "Package.resolved": content})

    gaps = graph(tmp_path).unresolved
    assert (gaps[0].name, gaps[0].source, gaps[0].why) == ("Package.resolved", "Package.resolved", why)
    assert gaps[1].why == "no Package.resolved pins it to an exact version"


@pytest.mark.parametrize(
    "entry",
    [
        3,
        {},
        {"identity": "kit"},
        pin("Kit", version="^1.0.0 || 2"),
        pin("Kit", version="1.0.0\n"),
        {**pin("Kit"), "state": {"revision": "--upload-pack=x", "version": "1.0.0"}},
        {**pin("Kit"), "location": "not an address"},
        {**pin("Kit"), "location": "https://git.example/../Kit"},
        {**pin("Kit"), "kind": "localSourceControl", "location": "/tmp/kit"},
        {**pin("Kit"), "identity": "a\x1b[31m"},
    ],
)
def test_a_pin_that_means_nothing_exact_is_told(tmp_path: Path, entry: object) -> None:
    write(tmp_path, {"Package.swift": manifest(), "Package.resolved": json.dumps({"version": 3, "pins": [entry]})})

    found = graph(tmp_path)
    assert found.resolved == 0
    assert len(found.unresolved) == 1
    assert found.unresolved[0].name.isprintable()


def test_a_package_that_is_pinned_twice_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"Package.swift": manifest(), "Package.resolved": lock(pin("Kit"), pin("KIT", "2.0.0"))})

    found = graph(tmp_path)
    assert found.resolved == 1
    assert [gap.why for gap in found.unresolved] == ["is pinned twice; the first pin is read"]


def test_a_large_manifest_or_lock_is_told(tmp_path: Path) -> None:
    large = b"//" + b"x" * (50 * 1024 * 1024)
    write(tmp_path, {"Package.swift": large, "Package.resolved": large})

    assert [gap.why.partition(" the ")[0] for gap in graph(tmp_path).unresolved] == ["is larger than", "is larger than"]


def test_links_out_of_the_project_are_not_followed(tmp_path: Path) -> None:
    project, secret = tmp_path / "app", tmp_path / "secret"
    write(
        secret, {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE, "Package.resolved": lock(pin("Kit"))}
    )
    write(project, {"Package.swift": USES})
    (project / "Package.resolved").symlink_to(secret / "Package.resolved")
    (project / ".build/checkouts").mkdir(parents=True)
    (project / ".build/checkouts/Kit").symlink_to(secret)
    assert graph(project).artifacts == ()

    (project / "Package.resolved").unlink()
    write(project, {"Package.resolved": lock(pin("Kit"))})
    assert graph(project).artifacts == ()


def test_a_target_does_not_leave_its_checkout(tmp_path: Path) -> None:
    write(tmp_path, {"Package.swift": USES, "Package.resolved": lock(pin("Kit")), "Secret/a.swift": SOURCE})
    text = manifest(
        products='.library(name: "Kit", targets: ["Kit", "Two"])',
        targets='.target(name: "Kit", path: "../../../Secret"), .target(name: "Two", path: "/etc")',
    )
    checkout(tmp_path, "Kit", {"Package.swift": text})

    found = graph(tmp_path)
    assert found.artifacts == ()
    assert [gap.why for gap in found.unread] == ["has no Swift sources in its checkout"] * 2


@pytest.mark.parametrize("name", ["..", "../../etc", "a/b", "Kit\n", "\u202eKit", "k" * 5_000])
def test_a_name_that_means_harm_stays_a_name(tmp_path: Path, name: str) -> None:
    spelled = json.dumps(name)[1:-1]
    text = manifest(
        products='.library(name: "Kit", targets: ["Kit", "Two"])',
        targets=f'.target(name: "{name}"), .target(name: "Two")',
    )
    write(
        tmp_path,
        {
            "Package.swift": USES,
            "Package.resolved": lock({**pin("Kit"), "location": f"{HOST}/maker/{spelled}"}, pin("Kit")),
        },
    )
    checkout(tmp_path, "Kit", {"Package.swift": text, "Sources/Two/a.swift": SOURCE})

    found = graph(tmp_path)
    for gap in found.unresolved:
        assert gap.name.isprintable()
        assert len(gap.name) <= 200
    assert all(artifact.files.root.is_relative_to(tmp_path) for artifact in found.artifacts)


def test_packages_that_need_each_other_come_to_an_end(tmp_path: Path) -> None:
    write(tmp_path, {"Package.swift": USES, "Package.resolved": lock(pin("Kit"), pin("Core"))})
    for name, other in (("Kit", "Core"), ("Core", "Kit")):
        text = library(
            name,
            needs=f'.product(name: "{other}", package: "{other}")',
            dependencies=f'.package(url: "{HOST}/maker/{other}", from: "1.0.0")',
        )
        checkout(tmp_path, name, {"Package.swift": text, f"Sources/{name}/a.swift": SOURCE})

    assert declared(graph(tmp_path)) == ["Kit"]
    assert len(graph(tmp_path).artifacts) == 2


def test_a_head_that_is_a_link_out_says_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"Package.swift": USES, "Package.resolved": lock(pin("Kit")), "elsewhere": REVISION})
    checkout(tmp_path, "Kit", {"Package.swift": library("Kit"), "Sources/Kit/a.swift": SOURCE})
    head = tmp_path / ".build/checkouts/Kit/.git/HEAD"
    head.unlink()
    head.symlink_to(tmp_path / "elsewhere")

    assert "checkouts whose revision could not be compared with the lock file: 1" in graph(tmp_path).notes
