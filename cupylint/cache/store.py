"""Where the cache lies, and how it is read and written.

A folder with one file of JSON for each version of cupylint and of Python, and what was in files that results rest on,
compressed, by digest. A file is written beside its place and put there at once; JSON's first line is the digest of the
rest. What is not as it was written is not there.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import time
import zlib
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache, cached_property
from typing import Any

from cupylint.cache.stamps import digest
from cupylint.reading import LIMIT, read_regular

FOLDER = ".cupylint_cache"
"""The name of the cache of a project."""

_TAG = "CACHEDIR.TAG"
_TAGGED = b"Signature: 8a477f597d28d172789f06886806bc55"
_LARGEST = 50_000_000
_OWN = re.compile(r"[0-9a-f]{32}\.json(\.[0-9a-f]{16})?")
_SOURCE = re.compile(r"([0-9a-f]{32})\.source(\.[0-9a-f]{16})?")
_PRIVATE = 0o600  # what is in a file may be nobody else's business
_OLD = 14 * 24 * 3600
"""Seconds after which the file of another version is removed."""


class Store:
    """The cache in a folder.

    Args:
        folder: need not be there.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder

    @property
    def place(self) -> str:
        """The file of this version."""
        return os.path.join(self.folder, f"{_version()}.json")

    def load(self) -> Any:
        """What was saved by this version; None if nothing, or nothing that can be used, is there."""
        try:
            if not self._is_cache():
                return None
            head, _, body = read_regular(self.place, _LARGEST).partition(b"\n")
        except OSError:
            return None
        if head.decode("ascii", "replace") != digest(body):
            return None
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            return None

    def save(self, data: Any, sources: Collection[str] = ()) -> bool:
        """Keep plain data for later; whether that was possible. Nothing is lost where it was not.

        Args:
            sources: the digests of what `keep` has kept that is still needed; other such files are removed.
        """
        body = json.dumps(data, separators=(",", ":")).encode("ascii")
        if not self._write(self.place, f"{digest(body)}\n".encode("ascii") + body):
            return False
        self._remove_old(sources)
        return True

    def keep(self, contents: str, path: str) -> None:
        """Keep what is in a file for `kept`, if that has the digest `contents`."""
        if contents in self._sources:
            return
        with suppress(OSError):
            if digest(data := read_regular(path)) == contents:
                self._write(self._source(contents), zlib.compress(data, 1), _PRIVATE)

    def kept(self, contents: str) -> bytes | None:
        """What was in a file of which this is the digest; None if it was not kept, or has been changed."""
        try:
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(read_regular(self._source(contents)), LIMIT)
        except (OSError, zlib.error):
            return None
        return data if digest(data) == contents else None

    def files(self) -> list[tuple[str, int]]:
        """The files of all versions with their sizes in bytes, and as one what was in the files of the project."""
        sizes = [(name, os.path.getsize(os.path.join(self.folder, name))) for name in self._versions()]
        sources = sum(os.path.getsize(os.path.join(self.folder, name)) for name in self._names(_SOURCE))
        return [*sizes, ("sources", sources)] if sources else sizes

    def clean(self) -> bool:
        """Remove the cache; whether there was one. A folder that is no cache is left alone.

        Raises:
            OSError: it cannot be removed.
        """
        if not self._is_cache():
            return False
        for name in [*self._versions(), *self._names(_SOURCE), ".gitignore", _TAG]:
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(self.folder, name))
        os.rmdir(self.folder)
        return True

    def _source(self, contents: str) -> str:
        return os.path.join(self.folder, f"{contents}.source")

    @cached_property
    def _sources(self) -> set[str]:
        """The digests of what is kept of files."""
        return {name.partition(".")[0] for name in self._names(_SOURCE)}

    def _write(self, place: str, data: bytes, mode: int = 0o666) -> bool:
        written = f"{place}.{os.urandom(8).hex()}"
        try:
            self._prepare()
            with open(written, "xb", opener=lambda path, flags: os.open(path, flags, mode)) as file:
                file.write(data)
            os.replace(written, place)
        except OSError:  # a full disk, a folder that cannot be written to
            with suppress(OSError):
                os.unlink(written)
            return False
        return True

    def _prepare(self) -> None:
        """Make the folder, which git and backups pass over.

        Raises:
            OSError: it cannot be made, or something else is there.
        """
        if self._is_cache():
            return
        if os.path.lexists(self.folder) and (os.path.islink(self.folder) or os.listdir(self.folder)):
            raise FileExistsError(errno.EEXIST, "is no cache of cupylint", self.folder)
        os.makedirs(self.folder, exist_ok=True)
        for name, text in ((".gitignore", b"*\n"), (_TAG, _TAGGED + b"\n# This folder is a cache of cupylint.\n")):
            with suppress(FileExistsError), open(os.path.join(self.folder, name), "xb") as file:
                file.write(text)

    def _is_cache(self) -> bool:
        """Whether the folder is a cache, and no link to one: what is old in it is removed."""
        if os.path.islink(self.folder):
            return False
        try:
            return read_regular(os.path.join(self.folder, _TAG), 10_000).startswith(_TAGGED)
        except OSError:
            return False

    def _versions(self) -> Iterator[str]:
        """The names of the files of all versions, of runs that were cut as well."""
        return self._names(_OWN)

    def _names(self, kind: re.Pattern[str]) -> Iterator[str]:
        with suppress(OSError):
            yield from sorted(filter(kind.fullmatch, os.listdir(self.folder)))

    def _remove_old(self, sources: Collection[str]) -> None:
        oldest = time.time() - _OLD
        unneeded = {name for name in self._names(_SOURCE) if name.partition(".")[0] not in sources}
        for name in [*self._versions(), *unneeded]:
            path = os.path.join(self.folder, name)
            with suppress(OSError):
                if name in unneeded or os.path.getmtime(path) < oldest:
                    os.unlink(path)


@cache
def _version() -> str:
    """A name that differs with Python, and with any file of cupylint."""
    known = [f"{name} {status.st_size} {status.st_mtime_ns}" for name, status in _sources()]
    return digest("\n".join([sys.version, *known]).encode())


def _sources() -> Iterator[tuple[str, os.stat_result]]:
    """The names of the files that cupylint consists of."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    places = [package, *(os.path.join(os.path.dirname(package), name) for name in ("rules",))]
    pending = [place for place in places if os.path.isdir(place)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.endswith((".py", ".json")):
                    yield entry.name, entry.stat()
                elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                    pending.append(entry.path)
