"""Small Python projects, environments and wheels, made on disk for one test."""

from __future__ import annotations

import hashlib
import textwrap
import zipfile
from collections.abc import Mapping
from pathlib import Path

from paredown.resolve.graph import Graph, Options
from paredown.resolve.pypi import resolve
from paredown.resolve.pypi.target import running


def project(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write `files` below `root`, their common indentation removed, and return `root`."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else textwrap.dedent(content).lstrip("\n").encode())
    return root


def graph(root: Path, **options: object) -> Graph:
    """Resolve the project at `root` offline, with an empty folder of archives beside it unless one is given."""
    options.setdefault("offline", True)
    options.setdefault("archives", root.parent / f"{root.name}-archives")
    return resolve(root, Options(**options))  # type: ignore[arg-type]


def names(held: Graph) -> set[str]:
    """Return `name version` of everything that `held` resolved, at hand or not."""
    purls = [*(one.purl for one in held.artifacts), *(one.artifact for one in held.unread)]
    return {purl.removeprefix("pkg:pypi/").replace("@", " ") for purl in purls}


def why(held: Graph) -> dict[str, str]:
    """Return by name why what is unread is unread."""
    return {one.artifact.removeprefix("pkg:pypi/").partition("@")[0]: one.why for one in held.unread}


def manifest(*requirements: str, more: str = "") -> str:
    """Return a pyproject.toml of the project `it` that names `requirements`."""
    listed = ", ".join(f'"{one}"' for one in requirements)
    return f'[project]\nname = "it"\nversion = "0"\ndependencies = [{listed}]\n{more}'


def uv(*packages: str, head: str = "", version: str = "1") -> str:
    """Return a uv.lock that holds `packages`, each the body of a `[[package]]` table."""
    tables = "".join(f"\n[[package]]\n{textwrap.dedent(package).strip()}\n" for package in packages)
    return f"version = {version}\n{textwrap.dedent(head)}{tables}"


def registry(name: str, version: str, more: str = "", *, digest: str = "") -> str:
    """Return a uv.lock package that comes from a registry with one wheel."""
    stem = name.replace("-", "_")
    url = f"https://registry.example/{stem}-{version}-py3-none-any.whl"
    wheel = f'{{ url = "{url}", hash = "sha256:{digest or "0" * 64}" }}'
    source = '{ registry = "https://registry.example/simple" }'
    lines = [f'name = "{name}"', f'version = "{version}"', f"source = {source}", f"wheels = [{wheel}]"]
    return "\n".join([*lines, textwrap.dedent(more).strip()])


LONG_AGO = (2020, 1, 1, 0, 0, 0)


def wheel(
    folder: Path, name: str, version: str, tag: str = "py3-none-any", extra: Mapping[str, str] | None = None
) -> str:
    """Write a wheel to `folder` and return the hex SHA-256 of it."""
    stem = name.replace("-", "_")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}-{version}-{tag}.whl"
    info = f"{stem}-{version}.dist-info"
    files = {
        f"{stem}/__init__.py": f"VERSION = '{version}'\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n",
        **(extra or {}),
    }
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in files.items():
            archive.writestr(zipfile.ZipInfo(member, LONG_AGO), content)
        # The date counts: one wheel made twice must have one hash.
        archive.writestr(zipfile.ZipInfo(f"{info}/RECORD", LONG_AGO), "".join(f"{member},,\n" for member in files))
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Venv:
    """A virtual environment's folder, without an interpreter in it."""

    def __init__(self, prefix: Path, version: str = running().version) -> None:
        minor = ".".join(version.split(".")[:2])
        self.prefix = prefix
        self.site = prefix / "lib" / f"python{minor}" / "site-packages"
        self.site.mkdir(parents=True)
        (prefix / "pyvenv.cfg").write_text(f"home = /nowhere\nimplementation = CPython\nversion_info = {version}\n")

    def add(self, name: str, version: str, *requires: str, record: str | None = "") -> Path:
        """Install a distribution with one module; `record` replaces its RECORD, None leaves it out."""
        stem = name.replace("-", "_")
        info = self.site / f"{stem}-{version}.dist-info"
        (self.site / stem).mkdir(exist_ok=True)
        (self.site / stem / "__init__.py").write_text(f"VERSION = '{version}'\n")
        info.mkdir()
        stated = "".join(f"Requires-Dist: {one}\n" for one in requires)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{stated}")
        (info / "WHEEL").write_text("Wheel-Version: 1.0\n")
        if record is not None:
            (info / "RECORD").write_text(record or f"{stem}/__init__.py,,\n{info.name}/METADATA,,\n")
        return info
