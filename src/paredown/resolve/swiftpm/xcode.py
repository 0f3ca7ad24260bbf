"""An Xcode project -> the packages that it names, and the products of them that its targets use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paredown.resolve.project_file import ProjectFile, text_of
from paredown.resolve.swiftpm.manifest import Dependency, Manifest, Need, Target
from paredown.resolve.swiftpm.naming import identity, legal
from paredown.resolve.swiftpm.plist import NotAPlistError, Value, parse_plist

MAX_PROJECT = 64 * 1024 * 1024
"""Bytes of a project.pbxproj."""
TESTS = ("com.apple.product-type.bundle.unit-test", "com.apple.product-type.bundle.ui-testing")
Objects = Mapping[str, Mapping[str, Value]]


def read_xcode(file: ProjectFile) -> Manifest:
    """Return an Xcode project as a manifest of packages and targets; raises `UnreadableProject`."""
    text = text_of(file, MAX_PROJECT)
    try:
        held = parse_plist(text).get("objects")
    except NotAPlistError as error:
        raise file.unreadable(f"is not a property list (line {error.line})") from error
    table = held if isinstance(held, dict) else {}
    objects = {key: value for key, value in table.items() if isinstance(value, dict)}
    return Manifest(
        name=file.folder.rpartition("/")[2].removesuffix(".xcodeproj"),
        dependencies=tuple(_dependencies(objects)),
        targets=tuple(_targets(objects)),
    )


def _dependencies(objects: Objects) -> Iterator[Dependency]:
    for value in objects.values():
        local = value.get("isa") == "XCLocalSwiftPackageReference"
        if local or value.get("isa") == "XCRemoteSwiftPackageReference":
            location = _text(value, "relativePath" if local else "repositoryURL")
            if legal(location):
                yield Dependency(identity(location), location, local, "", 0)


def _targets(objects: Objects) -> Iterator[Target]:
    for value in objects.values():
        used = value.get("packageProductDependencies")
        if not isinstance(used, list):
            continue
        needs = [need for key in used if isinstance(key, str) and (need := _need(objects.get(key, {}), objects))]
        kind = "test" if _text(value, "productType") in TESTS else "target"
        name = _text(value, "name")
        yield Target(name if legal(name) else "a target", kind, tuple(dict.fromkeys(needs)), "", (), ())


def _need(product: Mapping[str, Value], objects: Objects) -> Need | None:
    name = _text(product, "productName")
    # A build plugin is named as its product with a prefix, and no code imports it.
    if not legal(name) or name.startswith("plugin:"):
        return None
    package = objects.get(_text(product, "package"), {})
    location = _text(package, "repositoryURL") or _text(package, "relativePath")
    return Need(name, identity(location), 0)


def _text(table: Mapping[str, Value], key: str) -> str:
    value = table.get(key)
    return value if isinstance(value, str) else ""
