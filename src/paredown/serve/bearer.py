"""A file -> the bearer token in it, made where there is none.

Only the user who runs the server can read the file, so whoever presents the token may read what that user may.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from paredown.errors import BadConfiguration, CannotWrite

MOST = 4_096
"""Bytes of a token file that are read."""
TOKEN = re.compile(r"[A-Za-z0-9._~+/-]{16,512}=*")
"""What a bearer token may look like (RFC 6750), and at least how long it is."""


def kept_token(path: Path) -> str:
    """Return the token in `path`, a new one of 256 bits when there is no such file.

    Raises `CannotWrite` for a folder that refuses, `BadConfiguration` for a file that others can read or that holds no
    token. Neither error holds any of the file's content.
    """
    with suppress(FileExistsError):
        return _made(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            seen = os.fstat(handle)
            content = os.read(handle, MOST) if stat.S_ISREG(seen.st_mode) else b""
        finally:
            os.close(handle)
    except OSError as error:
        raise BadConfiguration(path, f"cannot be read as a token file ({error.strerror})") from error
    if seen.st_uid != os.geteuid() or seen.st_mode & 0o077:
        raise BadConfiguration(path, "can be read or written by others; make it yours alone with chmod 600")
    token = content.decode("ascii", "replace").strip()
    if not TOKEN.fullmatch(token):
        raise BadConfiguration(path, "holds no token: one line of 16 to 512 letters, digits or ._~+/-")
    return token


def _made(path: Path) -> str:
    token = secrets.token_urlsafe(32)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CannotWrite(path, error.strerror or "cannot be written") from error
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(token + "\n")
    except FileExistsError:
        raise
    except OSError as error:
        raise CannotWrite(path, error.strerror or "cannot be written") from error
    return token
