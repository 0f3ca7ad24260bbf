"""Small values for tests, with defaults that hold the invariants."""

from __future__ import annotations

from pathlib import Path

from paredown.model import Artifact, Deprecation, Ecosystem, Entry, Files, Kind, Language, Prose, Surface, Symbol


def artifact(name: str = "mime", version: str = "1.0.0", *, declared: bool = True, **more: object) -> Artifact:
    ecosystem = more.pop("ecosystem", Ecosystem.NPM)
    fields: dict[str, object] = {
        "purl": f"pkg:{ecosystem}/{name.replace('@', '%40')}@{version}",
        "ecosystem": ecosystem,
        "publisher": name.partition("/")[0],
        "direct_of": (".",) if declared else (),
        "files": Files(root=Path("/nowhere")),
        "digest": f"sha256:{name}@{version}",
        **more,
    }
    return Artifact(name=name, version=version, declared=declared, **fields)  # type: ignore[arg-type]


def entry(
    *parts: str, signature: str | None = None, doc: str = "", of: Artifact | None = None, **more: object
) -> Entry:
    fields: dict[str, object] = {"kind": Kind.FUNCTION, "language": Language.TYPESCRIPT, **more}
    language = fields.pop("language")
    constants = tuple(Prose(text) for text in fields.pop("constants", ()))  # type: ignore[union-attr]
    return Entry(
        symbol=Symbol(language=language, parts=parts),  # type: ignore[arg-type]
        signature=f"{parts[-1]}(): void" if signature is None else signature,
        import_path=parts[0],
        artifact=of or artifact(parts[0]),
        prose=Prose(doc),
        constants=constants,
        **fields,  # type: ignore[arg-type]
    )


def surface(*entries: Entry) -> Surface:
    return Surface.of(entries)


__all__ = ["Deprecation", "artifact", "entry", "surface"]
