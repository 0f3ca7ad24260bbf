"""Class files and jars, byte by byte: what no compiler writes, and what needs none to be at hand."""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from made import artifact

from paredown.harvest import jvm
from paredown.harvest.package import Package
from paredown.model import Ecosystem, Entry, Files, Form, Unread
from paredown.tree import open_tree

PUBLIC, PROTECTED, STATIC, FINAL, SUPER = 1, 4, 8, 16, 32
BRIDGE, INTERFACE, ABSTRACT, SYNTHETIC = 0x40, 0x200, 0x400, 0x1000


@dataclass
class Made:
    """A class file in the making: `constants` grows as things are added."""

    name: str
    access: int = PUBLIC | SUPER
    parent: str = "java/lang/Object"
    major: int = 61
    constants: list[bytes] = field(default_factory=list)
    fields: list[bytes] = field(default_factory=list)
    methods: list[bytes] = field(default_factory=list)
    attributes: list[bytes] = field(default_factory=list)

    def constant(self, content: bytes) -> int:
        if content not in self.constants:
            self.constants.append(content)
        return self.constants.index(content) + 1

    def text(self, text: str | bytes) -> int:
        raw = text.encode() if isinstance(text, str) else text
        return self.constant(b"\x01" + struct.pack(">H", len(raw)) + raw)

    def of_class(self, name: str) -> int:
        return self.constant(b"\x07" + struct.pack(">H", self.text(name)))

    def attribute(self, name: str, content: bytes) -> bytes:
        return struct.pack(">HI", self.text(name), len(content)) + content

    def method(self, name: str, descriptor: str, access: int = PUBLIC, attributes: Iterable[bytes] = ()) -> Made:
        self.methods.append(self._member(name, descriptor, access, attributes))
        return self

    def field_(self, name: str, descriptor: str, access: int = PUBLIC, attributes: Iterable[bytes] = ()) -> Made:
        self.fields.append(self._member(name, descriptor, access, attributes))
        return self

    def nested(self, name: str, outer: str, simple: str, access: int) -> Made:
        named = self.text(simple) if simple else 0
        entry = struct.pack(">HHHH", self.of_class(name), self.of_class(outer), named, access)
        self.attributes.append(self.attribute("InnerClasses", struct.pack(">H", 1) + entry))
        return self

    def metadata(self, kind: int, d1: bytes, d2: Iterable[str] = (), version: tuple[int, ...] = (2, 2, 0)) -> Made:
        """Add Kotlin's annotation; `d1` is the message as bytes."""
        packed = b"\xc0\x80" + d1.decode("latin-1").encode().replace(b"\0", b"\xc0\x80")
        numbers = [self.constant(b"\x03" + struct.pack(">i", number)) for number in version]
        pairs = [
            ("k", b"I" + struct.pack(">H", self.constant(b"\x03" + struct.pack(">i", kind)))),
            ("mv", b"[" + struct.pack(">H", len(numbers)) + b"".join(b"I" + struct.pack(">H", n) for n in numbers)),
            ("d1", b"[\0\1s" + struct.pack(">H", self.text(packed))),
        ]
        names = [self.text(name) for name in d2]
        pairs.append(
            ("d2", b"[" + struct.pack(">H", len(names)) + b"".join(b"s" + struct.pack(">H", n) for n in names))
        )
        content = struct.pack(">HHH", 1, self.text("Lkotlin/Metadata;"), len(pairs))
        content += b"".join(struct.pack(">H", self.text(name)) + value for name, value in pairs)
        self.attributes.append(self.attribute("RuntimeVisibleAnnotations", content))
        return self

    def bytes(self) -> bytes:
        this, parent = self.of_class(self.name), self.of_class(self.parent) if self.parent else 0
        body = struct.pack(">HHHH", self.access, this, parent, 0)
        for group in (self.fields, self.methods, self.attributes):
            body += struct.pack(">H", len(group)) + b"".join(group)
        head = struct.pack(">4sHHH", b"\xca\xfe\xba\xbe", 0, self.major, len(self.constants) + 1)
        return head + b"".join(self.constants) + body

    def _member(self, name: str, descriptor: str, access: int, attributes: Iterable[bytes]) -> bytes:
        held = list(attributes)
        head = struct.pack(">HHHH", access, self.text(name), self.text(descriptor), len(held))
        return head + b"".join(held)


def jar(path: Path, files: Mapping[str, bytes | Made], packing: int = zipfile.ZIP_DEFLATED) -> Path:
    """Write `files` to the zip at `path`; a class file may lie at any path."""
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in files.items():
            archive.writestr(name, content.bytes() if isinstance(content, Made) else content)
    return path


def classes(path: Path, *made: Made) -> Path:
    """Write a jar of `made`, each at its place."""
    return jar(path, {f"{one.name}.class": one for one in made})


def package(path: Path, name: str = "demo:demo", near: Mapping[str, Package] | None = None, **more: object) -> Package:
    files = Files(root=path, form=Form.FOLDER if path.is_dir() else Form.ZIP)
    held = artifact(name, ecosystem=Ecosystem.MAVEN, files=files, **more)  # type: ignore[arg-type]
    return Package(artifact=held, tree=open_tree(files), near=(near or {}).get)


def entries(path: Path, **more: object) -> dict[str, list[Entry]]:
    """Return the entries of a jar by symbol; nothing of it may be unread."""
    found: dict[str, list[Entry]] = {}
    for item in jvm.harvest(package(path, **more)):  # type: ignore[arg-type]
        assert isinstance(item, Entry), item
        found.setdefault(str(item.symbol), []).append(item)
    return found


def unread(path: Path) -> list[Unread]:
    return [item for item in jvm.harvest(package(path)) if isinstance(item, Unread)]


def symbols(path: Path) -> list[str]:
    return [str(item.symbol) for item in jvm.harvest(package(path)) if isinstance(item, Entry)]
