"""A wheel -> a folder from which griffe reads what the rules say: the stub where there is one, and no other file.

Griffe joins a stub with its module and skips folders without an `__init__`; the rules here let the stub decide, and
Python imports such folders. So a module beside a stub is left out, a stub distribution takes the name of what it
describes, and a folder within a package gets an empty `__init__.py`.
"""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePosixPath


def unpack(wheel: Path, folder: Path) -> Path:
    """Unpack the sources of `wheel` into `folder`."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        for name in sorted(names):
            if not name.endswith((".py", ".pyi")) or f"{name}i" in names:
                continue
            top, _, rest = name.partition("/")
            path = folder / top.removesuffix("-stubs") / rest if rest else folder / top
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(name))
    for path in sorted(path for path in folder.rglob("*") if path.is_dir()):
        if _regular(path.parent) and not _regular(path) and any(path.glob("*.py")):
            (path / "__init__.py").touch()
    return folder


def _regular(folder: Path) -> bool:
    return (folder / "__init__.py").exists() or (folder / "__init__.pyi").exists()


def tops(wheel: Path) -> tuple[str, ...]:
    """Return the top-level modules and packages of `wheel`, namespaces down to what they hold."""
    with zipfile.ZipFile(wheel) as archive:
        paths = [PurePosixPath(name) for name in archive.namelist() if name.endswith((".py", ".pyi"))]
    packages = {path.parent for path in paths if path.stem == "__init__"}
    found = {path for path in packages if not any(above in packages for above in path.parents)}
    alone = {path.with_suffix("") for path in paths if path.parent == PurePosixPath() and path.stem != "__init__"}
    return tuple(sorted(".".join(path.parts).replace("-stubs", "") for path in found | alone))
