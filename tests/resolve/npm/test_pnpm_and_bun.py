"""What only the lock files of pnpm and bun hold: references, peers in keys, chains."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.npm.made import by_name, edges, graph, installed, project, sri, stock, tarball


def test_a_pnpm_lock_without_importers_is_that_of_one_package(tmp_path: Path) -> None:
    root = project(
        tmp_path / "p",
        {
            "package.json": {"dependencies": {"@s/a": "^1.0.0"}},
            "pnpm-lock.yaml": "lockfileVersion: 5.3\nspecifiers:\n  '@s/a': ^1.0.0\ndependencies:\n  '@s/a': 1.0.0_b@2.0.0\n"
            "packages:\n  /@s/a/1.0.0_b@2.0.0:\n    resolution: {}\n    dependencies:\n      b: 2.0.0\n"
            "  /b/2.0.0:\n    resolution: {}\n",
        },
    )
    stock(root, "@s/a@1.0.0", "b@2.0.0")
    assert edges(by_name(graph(root))["@s/a@1.0.0"]) == {"b": "b@2.0.0"}


@pytest.mark.parametrize("version", ["'6.1'", "5.4-inlineSpecifiers"])
def test_later_minor_versions_of_pnpm_are_read(tmp_path: Path, version: str) -> None:
    key = "/a@1.0.0" if version.startswith("'6") else "/a/1.0.0"
    lock = f"lockfileVersion: {version}\ndependencies:\n  a:\n    specifier: ^1.0.0\n    version: 1.0.0\n"
    lock += f"packages:\n  {key}:\n    resolution: {{}}\n"
    root = project(tmp_path / "p", {"package.json": {"dependencies": {"a": "^1.0.0"}}, "pnpm-lock.yaml": lock})
    stock(root, "a@1.0.0")
    assert set(by_name(graph(root))) == {"a@1.0.0"}


def test_one_version_with_several_peers_is_one_artifact(tmp_path: Path) -> None:
    root = project(
        tmp_path / "p",
        {
            "package.json": {"workspaces": ["m"], "dependencies": {"a": "1", "host": "1"}},
            "m/package.json": {"name": "m", "dependencies": {"a": "1", "host": "2"}},
            "pnpm-lock.yaml": """
lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      a: {specifier: '1', version: 1.0.0(host@1.0.0)(patch_hash=0a1b)}
      host: {specifier: '1', version: 1.0.0}
  m:
    dependencies:
      a: {specifier: '1', version: 1.0.0(host@2.0.0)}
      host: {specifier: '2', version: 2.0.0}
packages:
  a@1.0.0:
    resolution: {}
    peerDependencies: {host: '*'}
  host@1.0.0: {resolution: {}}
  host@2.0.0: {resolution: {}}
snapshots:
  a@1.0.0(host@1.0.0)(patch_hash=0a1b):
    dependencies: {host: 1.0.0}
  a@1.0.0(host@2.0.0):
    dependencies: {host: 2.0.0}
  host@1.0.0: {}
  host@2.0.0: {}
""",
        },
    )
    stock(root, "a@1.0.0", "host@1.0.0", "host@2.0.0")
    found = by_name(graph(root))
    assert found["a@1.0.0"].direct_of == (".", "m")
    assert edges(found["a@1.0.0"]) == {"host": "host@1.0.0"}


def test_what_pnpm_takes_from_elsewhere(tmp_path: Path) -> None:
    content = tarball("near@1.0.0")
    root = project(
        tmp_path / "p",
        {
            "package.json": {
                "workspaces": ["m"],
                "dependencies": {"far": "u/r", "near": "file:near.tgz", "away": "link:../away", "m": "workspace:*"},
            },
            "m/package.json": {"name": "m"},
            "near.tgz": content,
            "pnpm-lock.yaml": f"""
lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      far: {{specifier: u/r, version: https://host.example/u/r/tar.gz/0123}}
      near: {{specifier: 'file:near.tgz', version: 'file:near.tgz'}}
      away: {{specifier: 'link:../away', version: 'link:../away'}}
      m: {{specifier: 'workspace:*', version: 'file:m'}}
packages:
  far@https://host.example/u/r/tar.gz/0123:
    resolution: {{tarball: 'https://host.example/u/r/tar.gz/0123'}}
    version: 1.2.3
  near@file:near.tgz:
    resolution: {{integrity: {sri(content)}, tarball: 'file:near.tgz'}}
    version: 1.0.0
  m@file:m:
    resolution: {{directory: m, type: directory}}
snapshots:
  far@https://host.example/u/r/tar.gz/0123:
    dependencies: {{lost: 1.0.0}}
  near@file:near.tgz: {{}}
  m@file:m:
    dependencies: {{hidden: 1.0.0}}
""",
        },
    )
    installed(tmp_path, "away", "away@0.2.0")
    found = graph(root)
    assert set(by_name(found)) == {"near@1.0.0", "away@0.2.0"}
    assert [gap.artifact for gap in found.unread] == ["pkg:npm/far@1.2.3"]
    assert [(gap.name, gap.source) for gap in found.unresolved] == [("lost", "far")]


BUN = """
{
  // written by hand
  "lockfileVersion": 0,
  "workspaces": {"": {"name": "p"}, "m": {"name": "@w/m"}},
  "packages": {
    "@s/a": ["@s/a@1.0.0", "", {"dependencies": {"@t/b": "1", "lost": "1"}, "peerDependencies": {"h": "*", "o": "*"},
      "optionalPeers": ["o"]}, ""], /* and
    more, */
    "@t/b": ["@t/b@1.0.0", "", {}, ""],
    "@s/a/@t/b": ["@t/b@2.0.0", "", {"dependencies": {"h": "1"}}, ""],
    "@s/a/@t/b/h": ["h@3.0.0", "", {}, ""],
    "@w/m": ["@w/m@workspace:m", {"dependencies": {"h": "2"}}],
    "@w/m/h": ["h@2.0.0", "", {}, ""],
    "h": ["h@1.0.0", "", {}, ""],
    "o": ["o@1.0.0", "", {}, ""],
    "far": ["far@github:u/r#0123", {}, "u-r-0123"],
    "near": ["near@near.tgz", {}, "HASH"],
    "registered": ["registered@link:registered", {}], // the last one
  },
}
"""


def test_chains_and_places_of_bun(tmp_path: Path) -> None:
    content = tarball("near@1.0.0")
    dependencies = {
        "@s/a": "1",
        "@t/b": "1",
        "h": "1",
        "far": "u/r",
        "near": "./near.tgz",
        "registered": "link:registered",
    }
    root = project(
        tmp_path / "p",
        {
            "package.json": {
                "name": "p",
                "workspaces": ["m"],
                "dependencies": dependencies,
                "devDependencies": {"o": "1"},
            },
            "m/package.json": {"name": "@w/m", "dependencies": {"h": "2", "@t/b": "1"}},
            "near.tgz": content,
            "bun.lock": BUN.replace("HASH", sri(content)),
        },
    )
    stock(root, "@s/a@1.0.0", "@t/b@1.0.0", "@t/b@2.0.0", "h@1.0.0", "h@2.0.0", "h@3.0.0")
    found = graph(root)
    artifacts = by_name(found)
    assert set(artifacts) == {"@s/a@1.0.0", "@t/b@1.0.0", "@t/b@2.0.0", "h@1.0.0", "h@2.0.0", "h@3.0.0", "near@1.0.0"}
    assert edges(artifacts["@s/a@1.0.0"]) == {"@t/b": "@t/b@2.0.0", "h": "h@1.0.0"}
    assert edges(artifacts["@t/b@2.0.0"]) == {"h": "h@3.0.0"}
    assert artifacts["h@2.0.0"].direct_of == ("@w/m",)
    assert artifacts["@t/b@1.0.0"].direct_of == ("p", "@w/m")
    assert {gap.artifact for gap in found.unread} == {"pkg:npm/far", "pkg:npm/registered"}
    assert [(gap.name, gap.source) for gap in found.unresolved] == [("lost", "@s/a")]
    installed(root, "node_modules/far", "far@4.0.0")
    assert by_name(graph(root))["far@4.0.0"].declared
