"""What only the lock files of yarn hold: resolutions, patches, portals, descriptors bound to an asker."""

from __future__ import annotations

from pathlib import Path

from tests.resolve.npm.made import by_name, edges, graph, installed, project, stock

HEADER = "# yarn lockfile v1\n\n"
METADATA = "__metadata:\n  version: 8\n  cacheKey: 10c0\n\n"


def classic(root: Path, manifest: dict[str, object], blocks: str, **files: object) -> Path:
    return project(root, {"package.json": manifest, "yarn.lock": HEADER + blocks, **files})


def berry(root: Path, manifest: dict[str, object], entries: str, **files: object) -> Path:
    return project(root, {"package.json": manifest, "yarn.lock": METADATA + entries, **files})


def test_the_resolutions_of_yarn_1_stand_for_what_was_asked(tmp_path: Path) -> None:
    root = classic(
        tmp_path / "p",
        {"dependencies": {"a": "1", "b": "^1"}, "resolutions": {"a/c": "2.0.0", "**/@s/d": "2.0.0", "b": "1.5.0"}},
        'a@1:\n  version "1.0.0"\n  dependencies:\n    c "^1.0.0"\n    "@s/d" "^1.0.0"\n'
        'b@1.5.0:\n  version "1.5.0"\nc@2.0.0:\n  version "2.0.0"\n"@s/d@2.0.0":\n  version "2.0.0"\n',
    )
    stock(root, "a@1.0.0", "b@1.5.0", "c@2.0.0", "@s/d@2.0.0")
    found = graph(root)
    assert edges(by_name(found)["a@1.0.0"]) == {"@s/d": "@s/d@2.0.0", "c": "c@2.0.0"}
    assert by_name(found)["b@1.5.0"].declared
    assert found.unresolved == ()


def test_members_folders_and_links_of_yarn_1(tmp_path: Path) -> None:
    dependencies = {"m": "1.0.0", "local": "file:./local", "linked": "link:./linked", "away": "link:../../away"}
    root = classic(
        tmp_path / "p",
        {"workspaces": ["*"], "dependencies": {"n": "1.0.0"}},
        '"local@file:./n/local":\n  version "0.1.0"\n"linked@link:n/linked":\n  version "0.0.0"\n  uid ""\n'
        '"away@link:../away":\n  version "0.0.0"\n  uid ""\n',
        **{
            "m/package.json": {"name": "m"},
            "n/package.json": {"name": "n", "dependencies": dependencies},
            "n/local/package.json": {"name": "local", "version": "0.1.0"},
            "n/linked/package.json": {"name": "linked", "version": "0.1.0"},
        },
    )
    installed(tmp_path, "away", "away@0.2.0")
    found = graph(root)
    assert set(by_name(found)) == {"local@0.1.0", "away@0.2.0"}
    assert (found.unread, found.unresolved) == ((), ())


def test_addresses_and_archives_of_yarn_1(tmp_path: Path) -> None:
    root = classic(
        tmp_path / "p",
        {"dependencies": {"far": "https://host.example/far.tgz", "near": "file:./near.tgz", "gone": "1"}},
        '"far@https://host.example/far.tgz":\n  version "1.0.0"\n'
        '"near@file:./near.tgz":\n  version "1.0.0"\n  dependencies:\n    gone "2"\n  optionalDependencies:\n    x "1"\n',
    )
    found = graph(root)
    assert {gap.artifact for gap in found.unread} == {"pkg:npm/far@1.0.0", "pkg:npm/near@1.0.0"}
    assert {(gap.name, gap.source) for gap in found.unresolved} == {("gone", "package.json"), ("gone", "near")}


def entry(key: str, resolution: str, version: str = "1.0.0", more: str = "") -> str:
    return f'"{key}":\n  version: {version}\n  resolution: "{resolution}"\n{more}\n'


def test_a_patched_package_is_the_package_it_patches(tmp_path: Path) -> None:
    patch = "patch:a@npm%3A1.0.0#~/.yarn/patches/a.patch"
    twice = "patch:b@patch%3Ab@npm%253A1.0.0%23first.patch#second.patch"
    root = berry(
        tmp_path / "p",
        {"dependencies": {"a": patch, "b": twice}},
        entry("a@npm:1.0.0", "a@npm:1.0.0")
        + entry(f"a@{patch}", f"a@{patch}::version=1.0.0&hash=0a1b2c")
        + entry(f"b@{twice}", f"b@{twice}::version=1.0.0&hash=0a1b2c"),
    )
    stock(root, "a@1.0.0", "b@1.0.0")
    assert set(by_name(graph(root))) == {"a@1.0.0", "b@1.0.0"}


def test_the_resolutions_of_later_yarns_stand_for_what_was_asked(tmp_path: Path) -> None:
    root = berry(
        tmp_path / "p",
        {"dependencies": {"a": "^1.0.0"}, "resolutions": {"c": "2.0.0", "a/@s/d": "npm:2.0.0"}},
        entry("a@npm:^1.0.0", "a@npm:1.0.0", more='  dependencies:\n    c: "npm:^1.0.0"\n    "@s/d": "npm:^1.0.0"\n')
        + entry("c@npm:2.0.0", "c@npm:2.0.0", "2.0.0")
        + entry("@s/d@npm:2.0.0", "@s/d@npm:2.0.0", "2.0.0"),
    )
    stock(root, "a@1.0.0", "c@2.0.0", "@s/d@2.0.0")
    found = graph(root)
    assert edges(by_name(found)["a@1.0.0"]) == {"@s/d": "@s/d@2.0.0", "c": "c@2.0.0"}
    assert found.unresolved == ()


def test_what_a_catalog_became_is_in_the_entry_of_the_member(tmp_path: Path) -> None:
    member = entry("p@workspace:.", "p@workspace:.", "0.0.0-use.local", '  dependencies:\n    a: "npm:^1.0.0"\n')
    root = berry(tmp_path / "p", {"dependencies": {"a": "catalog:"}}, member + entry("a@npm:^1.0.0", "a@npm:1.0.0"))
    stock(root, "a@1.0.0")
    assert set(by_name(graph(root))) == {"a@1.0.0"}


def test_portals_links_and_folders_of_later_yarns(tmp_path: Path) -> None:
    bound = "::locator=m%40workspace%3Am"
    dependencies = {"inside": "portal:../inside", "outside": "portal:../../outside", "local": "file:./local"}
    root = berry(
        tmp_path / "p",
        {"workspaces": ["m"]},
        entry("m@workspace:m", "m@workspace:m", "0.0.0-use.local")
        + entry(
            f"inside@portal:../inside{bound}",
            f"inside@portal:../inside{bound}",
            "0.0.0-use.local",
            "  dependencies:\n    a: 1.0.0\n",
        )
        + entry(f"outside@portal:../../outside{bound}", f"outside@portal:../../outside{bound}", "0.0.0-use.local")
        + entry(f"local@file:./local{bound}", f"local@file:./local#./local{bound}&hash=0a", "0.1.0")
        + entry(
            "local@file:./local::locator=x%40npm%3A1.0.0",
            "local@file:./local#./local::locator=x%40npm%3A1.0.0",
            "9.0.0",
        )
        + entry("a@npm:1.0.0", "a@npm:1.0.0"),
        **{
            "m/package.json": {"name": "m", "dependencies": dependencies},
            "m/local/package.json": {"name": "local", "version": "0.1.0"},
            "inside/package.json": {"name": "inside", "version": "0.1.0", "dependencies": {"a": "1.0.0"}},
        },
    )
    installed(tmp_path, "outside", "outside@0.2.0")
    stock(root, "a@1.0.0")
    found = graph(root)
    assert set(by_name(found)) == {"a@1.0.0", "local@0.1.0", "outside@0.2.0"}
    assert not by_name(found)["a@1.0.0"].declared, "only a link inside the project asks for it"
    assert (found.unread, found.unresolved) == ((), ())


def test_other_protocols_of_later_yarns_are_read_only_when_installed(tmp_path: Path) -> None:
    git = "https://host.example/u/r.git#commit=0123456789"
    root = berry(
        tmp_path / "p",
        {"dependencies": {"far": git, "near": "file:./near.tgz", "gone": "1"}},
        entry(f"far@{git}", f"far@{git}", "1.0.0", '  dependencies:\n    lost: "npm:1"\n')
        + entry(
            "near@file:./near.tgz::locator=p%40workspace%3A.",
            "near@file:./near.tgz#./near.tgz::locator=p%40workspace%3A.",
        ),
    )
    found = graph(root)
    assert {gap.artifact for gap in found.unread} == {"pkg:npm/far@1.0.0", "pkg:npm/near@1.0.0"}
    assert {(gap.name, gap.source) for gap in found.unresolved} == {("gone", "package.json"), ("lost", "far")}


def test_a_peer_is_what_the_asker_sees_by_that_name(tmp_path: Path) -> None:
    peers = '  peerDependencies:\n    host: "*"\n'
    root = berry(
        tmp_path / "p",
        {"dependencies": {"a": "1", "host": "1", "direct": "1"}},
        entry(
            "a@npm:1", "a@npm:1.0.0", more='  dependencies:\n    host: "npm:2"\n    plug: "npm:1"\n    chain: "npm:1"\n'
        )
        + entry("chain@npm:1", "chain@npm:1.0.0", more='  dependencies:\n    below: "npm:1"\n' + peers)
        + entry("below@npm:1", "below@npm:1.0.0", more=peers)
        + entry("plug@npm:1", "plug@npm:1.0.0", more=peers)
        + entry("direct@npm:1", "direct@npm:1.0.0", more=peers)
        + entry("host@npm:1", "host@npm:1.0.0")
        + entry("host@npm:2", "host@npm:2.0.0", "2.0.0"),
    )
    stock(root, *(f"{name}@1.0.0" for name in ("a", "chain", "below", "plug", "direct", "host")), "host@2.0.0")
    found = by_name(graph(root))
    assert edges(found["plug@1.0.0"]) == {"host": "host@2.0.0"}
    assert edges(found["below@1.0.0"]) == {"host": "host@2.0.0"}, "its asker only has it as a peer too"
    assert edges(found["direct@1.0.0"]) == {"host": "host@1.0.0"}
