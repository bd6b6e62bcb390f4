"""What of an archive is worth linting, as files in a folder. An archive may have been made to do harm.

Only programs are unpacked, and the empty marks of a project: regular files, below the folder, none of them twice, in
bounds. Links, devices and names that lead elsewhere are left out; nothing is run, no mode or owner is taken over.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, BinaryIO, Protocol

from cupylint.files import SUFFIXES
from cupylint.marks import ROOT_MARKS
from cupylint.reading import LIMIT, open_regular

LARGEST = 2_000_000_000
"""Bytes that an archive may have."""
_STREAM = 4_000_000_000
"""Bytes that may come out of a compressed tar archive, be they unpacked or passed over."""
ALL = 500_000_000
"""Bytes that are unpacked at most."""
_MEMBERS = 300_000
_FILES = 50_000
_DEEP, _LONG = 64, 1_000

_UNPACKERS: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": lzma.open,
}


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int = -1, /) -> bytes: ...


class Unusable(Exception):
    """A target cannot be read. The text is one line without its name."""


class Unpacked:
    """Files that are being unpacked into a folder.

    Attributes:
        left_out: how many programs were not unpacked: links, names that lead elsewhere, too large, or there already.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.left_out = 0
        self._files = self._members = self._bytes = 0

    def add(self, name: str, regular: bool, opened: Callable[[], Readable | None]) -> None:
        """Unpack a member if it is worth it.

        Raises:
            Unusable: that is too much.
        """
        self._members += 1
        if self._members > _MEMBERS:
            raise Unusable(f"holds more than {_MEMBERS:,} files")
        if not is_wanted(name):
            return
        path = safe(name)
        stream = opened() if regular and path is not None else None
        data = None if stream is None else stream.read(LIMIT + 1)
        if path is None or data is None or len(data) > LIMIT or not self._write(path, data):
            self.left_out += 1
            return
        self._files += 1
        self._bytes += len(data)
        if self._files > _FILES or self._bytes > ALL:
            raise Unusable(f"holds more than {_FILES:,} programs or {ALL / 1e6:.0f} MB of them")

    def _write(self, path: str, data: bytes) -> bool:
        """Whether that was possible: not where another member lies."""
        place = os.path.join(self.folder, path)
        try:
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "xb") as file:
                file.write(data)
        except FileExistsError:
            return False
        except (NotADirectoryError, ValueError):
            return False
        return True


def is_wanted(name: str) -> bool:
    """Whether a member, by its name, is a program or marks the root of a project."""
    last = name.rpartition("/")[2]
    return last.endswith(SUFFIXES) or last in ROOT_MARKS


def safe(name: str) -> str | None:
    """A member's path below the folder, with the separators of this system; None if it does not lie there."""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if name.startswith("/") or "\\" in name or "\0" in name or ".." in parts or ".git" in parts:
        return None
    if os.name == "nt" and any(":" in part or part != part.rstrip(" .") for part in parts):
        return None
    return os.path.join(*parts) if parts and len(parts) <= _DEEP and len(name) <= _LONG else None


def unpack(path: str, into: Unpacked) -> str:
    """Unpack the archive at `path`; what kind of archive it is.

    Raises:
        Unusable: it is no archive, damaged, or too much.
        OSError: it cannot be read.
    """
    with open_regular(path, LARGEST) as file:
        head = file.read(512)
        file.seek(0)
        try:
            if head.startswith(b"PK"):
                _unzip(file, into)
                return "wheel" if path.endswith(".whl") else "zip"
            opener = next((each for mark, each in _UNPACKERS.items() if head.startswith(mark)), None)
            if opener is None and head[257:262] != b"ustar":
                raise Unusable("is neither a program nor an archive that is known (zip, tar, wheel, git bundle)")
            _untar(file if opener is None else opener(file), into)
            return "tar"
        except (zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError, zlib.error, EOFError) as error:
            raise Unusable(f"is damaged: {' '.join(str(error).split()) or type(error).__name__}") from None
        except (NotImplementedError, RuntimeError) as error:  # a method of packing, or a password
            raise Unusable(f"cannot be unpacked: {' '.join(str(error).split())}") from None


def _unzip(file: BinaryIO, into: Unpacked) -> None:
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            mode = member.external_attr >> 16
            regular = not member.is_dir() and (stat.S_IFMT(mode) in (0, stat.S_IFREG))
            into.add(member.filename, regular, partial(archive.open, member))


def _untar(file: Readable, into: Unpacked) -> None:
    with tarfile.open(fileobj=_Bounded(file), mode="r|", errorlevel=1) as archive:  # type: ignore[call-overload]
        for member in archive:
            if not member.isdir():
                into.add(member.name, member.isreg(), partial(archive.extractfile, member))


class _Bounded:
    """A stream out of which no more than a bound comes, however little went in."""

    def __init__(self, file: Readable) -> None:
        self._file, self._left = file, _STREAM

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise Unusable(f"holds more than {_STREAM / 1e9:g} GB")
        return data
