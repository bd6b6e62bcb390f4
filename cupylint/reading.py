"""The one way in which files are read: regular files only, never more than a stated size, never waiting.

A pipe waits for a writer, a device has no end, and opening one may already do something. So a path is looked at
before it is opened, what was opened is looked at again, and what grows meanwhile is not read without end.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

LIMIT = 10_000_000
"""Bytes that a file may have where nobody says otherwise: no program written by people comes near."""

CONFIGURATION_LIMIT = 1_000_000
"""Bytes that a ``pyproject.toml`` may have."""

IGNORE_LIMIT = 1_000_000
"""Bytes that a ``.gitignore`` may have; a larger one is passed over."""

NOTEBOOK = ".ipynb"
"""How the names of notebooks end, which hold a program in JSON."""

_FLAGS = os.O_RDONLY
for _name in ("O_BINARY", "O_CLOEXEC", "O_NOCTTY", "O_NOINHERIT", "O_NONBLOCK"):
    _FLAGS |= getattr(os, _name, 0)  # each platform has some of them
_BLOCK = 1 << 20


class NotRegular(OSError):
    """The path leads to a folder, a pipe, a device, a socket, or a file in which the kernel tells of itself."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.EINVAL, "is not a regular file", path)


class TooLarge(OSError):
    """There is more to read than allowed."""

    def __init__(self, path: str, limit: int) -> None:
        super().__init__(errno.EFBIG, f"is larger than {limit / 1_000_000:g} MB", path)


def read_regular(path: str | os.PathLike[str], limit: int = LIMIT) -> bytes:
    """The contents of the regular file at `path`, through links.

    Args:
        limit: bytes that it may have at most, also while it grows.

    Raises:
        NotRegular: it is something else.
        TooLarge: it has more than `limit` bytes.
        OSError: it cannot be read; ``strerror`` says why.
    """
    name = os.fspath(path)
    descriptor, size = _opened(name, limit)
    try:
        parts = []
        room = limit + 1
        block = max(size + 1, 4096)  # mostly all at once, and one more call that gives nothing
        while room > 0 and (part := os.read(descriptor, min(block, room, _BLOCK))):
            parts.append(part)
            room -= len(part)
        if room <= 0:
            raise TooLarge(name, limit)
        return b"".join(parts)
    finally:
        os.close(descriptor)


def open_regular(path: str, limit: int) -> BinaryIO:
    """The regular file at `path`, open for reading bytes, which may have at most `limit` of them now.

    Raises:
        NotRegular: it is something else.
        TooLarge: it is larger.
        OSError: it cannot be opened; ``strerror`` says why.
    """
    return os.fdopen(_opened(path, limit)[0], "rb")


def _opened(name: str, limit: int) -> tuple[int, int]:
    """A descriptor of a regular file, and its size."""
    try:
        before = os.stat(name)
        if not stat.S_ISREG(before.st_mode) or _is_of_kernel(name, before.st_dev):
            raise NotRegular(name)
        descriptor = os.open(name, _FLAGS)
    except ValueError:  # a null character, or one that no file name can hold
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name) from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegular(name)
        if status.st_size > limit:
            raise TooLarge(name, limit)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor, status.st_size


_KERNEL = ("/proc/", "/sys/")
_devices: dict[int, bool] = {}


def _is_of_kernel(path: str, device: int) -> bool:
    """Whether a file on a device lies below ``/proc`` or ``/sys``: such are no files, and reading some changes things.

    A device is one file system, so one look at each is enough, and the files of a project cost nothing.
    """
    if device not in _devices:
        _devices[device] = os.path.realpath(path).startswith(_KERNEL)
    return _devices[device]


def read_stream(stream: BinaryIO, name: str, limit: int = LIMIT) -> bytes:
    """All that is left in `stream`, which is called `name`.

    Raises:
        TooLarge: it is more than `limit` bytes.
        OSError: it cannot be read.
    """
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise TooLarge(name, limit)
    return data


def is_folder_gone() -> bool:
    """Whether the current folder is gone."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False
