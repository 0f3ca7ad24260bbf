"""Small Maven and Gradle projects, and repositories of made libraries, on disk for one test."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from paredown.model import Artifact
from paredown.resolve.graph import Graph, Options
from paredown.resolve.jvm import resolve

MARK = "<!-- do_not_remove: published-with-gradle-metadata -->"


def project(root: Path, files: Mapping[str, str]) -> Path:
    """Write `files` below `root` and return it."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return root


def graph(root: Path, **options: object) -> Graph:
    """Resolve the project at `root`, offline unless told otherwise, with its archives beside it."""
    options.setdefault("offline", True)
    options.setdefault("archives", archives_of(root))
    return resolve(root, Options(**options))  # type: ignore[arg-type]


def archives_of(root: Path) -> Path:
    return root.parent / f"{root.name}-archives"


def at_hand(root: Path) -> Repository:
    """Return the repository where a run for the project at `root` looks for what was brought."""
    return Repository(archives_of(root) / "maven")


class Repository:
    """A folder in Maven's layout."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def add(self, coordinates: str, body: str = "", **more: str) -> None:
        """Add a library: its POM with `body`, a jar and a sources jar."""
        self.pom(coordinates, body, **more)
        self.file(coordinates, "jar", archive(coordinates))
        self.file(coordinates, "jar", archive(f"{coordinates} sources"), "sources")

    def starter(self, coordinates: str, body: str = "", name: str = "META-INF/MANIFEST.MF") -> None:
        """Add a library whose jar holds one file, `name`."""
        self.pom(coordinates, body)
        self.file(coordinates, "jar", archive(coordinates, name))

    def pom(self, coordinates: str, body: str = "", packaging: str = "jar", mark: str = "") -> None:
        self.file(coordinates, "pom", pom(coordinates, body, packaging, mark).encode())

    def module(self, coordinates: str, *variants: Mapping[str, object]) -> None:
        """Add Gradle's metadata of a library; its POM has to bear the mark."""
        group, artifact, version = coordinates.split(":")
        component = {"group": group, "module": artifact, "version": version}
        document = {"formatVersion": "1.1", "component": component, "variants": variants}
        self.file(coordinates, "module", json.dumps(document).encode())

    def file(self, coordinates: str, extension: str, content: bytes, classifier: str = "") -> Path:
        path = self.path(coordinates, extension, classifier)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def path(self, coordinates: str, extension: str, classifier: str = "") -> Path:
        group, artifact, version = coordinates.split(":")
        name = f"{artifact}-{version}{f'-{classifier}' if classifier else ''}.{extension}"
        return self.root / group.replace(".", "/") / artifact / version / name


def archive(text: str, name: str = "Made.class") -> bytes:
    """Return a zip with one file, the same bytes for the same text."""
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w") as opened:
        opened.writestr(zipfile.ZipInfo(name), text)
    return plain.getvalue()


def pom(coordinates: str, body: str = "", packaging: str = "jar", mark: str = "") -> str:
    group, artifact, version = coordinates.split(":")
    tags = {"groupId": group, "artifactId": artifact, "version": version}
    own = "".join(f"<{tag}>{text}</{tag}>" for tag, text in tags.items() if text)
    return f"<project>{mark}<modelVersion>4.0.0</modelVersion>{own}<packaging>{packaging}</packaging>{body}</project>"


def dep(coordinates: str, inner: str = "", **tags: str) -> str:
    """Return a `<dependency>`; `coordinates` without a version leave it out."""
    group, artifact, *version = coordinates.split(":")
    tags = {"groupId": group, "artifactId": artifact, **({"version": version[0]} if version else {}), **tags}
    return f"<dependency>{''.join(f'<{tag}>{text}</{tag}>' for tag, text in tags.items())}{inner}</dependency>"


def needs(*dependencies: str) -> str:
    return f"<dependencies>{''.join(dependencies)}</dependencies>"


def manages(*dependencies: str) -> str:
    return f"<dependencyManagement>{needs(*dependencies)}</dependencyManagement>"


def bom(coordinates: str) -> str:
    return dep(coordinates, type="pom", scope="import")


def parent(coordinates: str, relative: str | None = None) -> str:
    group, artifact, version = coordinates.split(":")
    path = "" if relative is None else f"<relativePath>{relative}</relativePath>"
    return f"<parent><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>{path}</parent>"


def without(*modules: str) -> str:
    """Return `<exclusions>`."""
    found = (module.split(":") for module in modules)
    inner = "".join(
        f"<exclusion><groupId>{group}</groupId><artifactId>{artifact}</artifactId></exclusion>"
        for group, artifact in found
    )
    return f"<exclusions>{inner}</exclusions>"


def names(found: Graph) -> set[str]:
    """Return the artifacts as `group:artifact:version`."""
    return {f"{artifact.name}:{artifact.version}" for artifact in found.artifacts}


def declared(found: Graph) -> set[str]:
    return {f"{artifact.name}:{artifact.version}" for artifact in found.artifacts if artifact.declared}


def one(found: Graph, name: str) -> Artifact:
    """Return the one artifact of that name."""
    (artifact,) = (artifact for artifact in found.artifacts if artifact.name == name)
    return artifact


def told(found: Graph) -> dict[str, str]:
    """Return why each unresolved name is."""
    return {gap.name: gap.why for gap in found.unresolved}


def noted(found: Graph, words: str) -> bool:
    return any(words in note for note in found.notes)
