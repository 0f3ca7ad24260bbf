"""No file names the host of a registry: where packages come from is the client's own configuration."""

from __future__ import annotations

from pathlib import Path

from architecture.source import ROOT, tracked

# Put together from pieces, so that this file names none either.
HOSTS = [
    ".".join(pieces).encode()
    for pieces in [
        ("registry", "npm" + "js", "org"),
        ("npm" + "js", "com"),
        ("registry", "yarn" + "pkg", "com"),
        ("npm", "pkg", "github", "com"),
        ("registry", "npm" + "mirror", "com"),
        ("npm", "jsr", "io"),
        ("pypi", "org"),
        ("pypi", "python", "org"),
        ("python" + "hosted", "org"),
        ("repo", "maven", "apache", "org"),
        ("repo1", "maven", "org"),
        ("maven", "google", "com"),
        ("plugins", "gradle", "org"),
        ("crates", "io"),
        ("rubygems", "org"),
    ]
]
INDEX_OPTIONS = (b"--index-url", b"--extra-index-url", b"--find-links", b"--trusted-host", b"://")


def hosts_in(paths: list[Path]) -> dict[str, list[str]]:
    """Return the registry hosts that files name, by file."""
    found = {}
    for path in paths:
        content = path.read_bytes().lower()
        if named := [host.decode() for host in HOSTS if host in content]:
            found[path.name] = named
    return found


def test_no_file_names_the_host_of_a_registry() -> None:
    assert hosts_in(tracked()) == {}


def test_no_locked_requirement_says_where_it_comes_from() -> None:
    locks = [*ROOT.glob("requirements/*.txt"), *ROOT.glob("examples/*/requirements*.txt")]

    assert len(locks) >= 5
    assert {path.name for path in locks if any(option in path.read_bytes() for option in INDEX_OPTIONS)} == set()


def test_every_locked_requirement_has_a_hash() -> None:
    for path in [*ROOT.glob("requirements/*.txt"), *ROOT.glob("examples/*/requirements*.txt")]:
        for requirement in path.read_text("utf-8").replace("\\\n", "").splitlines():
            assert "==" in requirement, path.name
            assert "--hash=sha256:" in requirement, path.name


def test_the_host_of_a_registry_is_seen(tmp_path: Path) -> None:
    (tmp_path / "lock.json").write_bytes(b'"resolved": "https://' + HOSTS[0].upper() + b'/x"')
    (tmp_path / "fine.json").write_bytes(b'"resolved": "https://registry.example/x"')

    assert hosts_in(list(tmp_path.iterdir())) == {"lock.json": [HOSTS[0].decode()]}
