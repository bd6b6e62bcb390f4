"""What is known of files and folders that results rest on, and whether they are as they were.

A file is as it was if its size and time of change are, else if its contents are; a folder, if the names in it are.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

from cupylint.marks import MARKS_IN, ROOT_MARKS
from cupylint.reading import read_regular

_SECOND = 10**9
_COARSE = 2 * _SECOND
_GRANULARITY = _SECOND // 20
"""Nanoseconds within which two changes of a file may have one time: what changed so lately is not relied upon.

The first where a disk knows whole seconds alone, as FAT does; others tell a hundredth apart, and most much less.
"""


class Stamp(NamedTuple):
    """A file or folder as it was.

    Attributes:
        size: bytes of a file, -1 of a folder, -2 of what is not there or cannot be read.
        changed: time of the last change in nanoseconds; 0 where it is not relied upon.
        digest: of the contents, or of the names in a folder.
    """

    size: int
    changed: int
    digest: str


_FOLDER, _MISSING = -1, -2


def digest(data: bytes) -> str:
    """A short text that differs for different data."""
    return blake2b(data, digest_size=16).hexdigest()


class Stamps:
    """Paths as earlier runs knew them, by number: a path may have been known as it was at different times.

    Args:
        known: the paths, absolute, some behind `MARKS_IN`, each with what it was.
    """

    def __init__(self, known: Iterable[tuple[str, Stamp]] = ()) -> None:
        self.known = list(known)
        self._held: dict[int, bool] = {}
        self._now: dict[str, int] = {}
        self.renewed = False
        """Whether a stamp was found to differ in nothing but its time, and changed."""

    def hold(self, number: int) -> bool:
        """Whether a path is still what it was."""
        held = self._held.get(number)
        if held is None:
            held = self._held[number] = self._compare(number)
            if held:
                self._now.setdefault(self.known[number][0], number)
        return held

    def take(self, path: str, start: int) -> int | None:
        """The number of a path as it is, for results that were found between `start` (in nanoseconds) and now.

        None if it may have changed meanwhile: then nobody knows on which state the results rest.
        """
        status = _status(path)
        latest = 0 if status is None else max(status.st_mtime_ns, status.st_ctime_ns) + _granularity(status)
        if latest > start and not path.startswith(MARKS_IN):
            return None
        if path in self._now:
            return self._now[path]
        size, changed = _quick(status)
        number = self._now[path] = len(self.known)
        self.known.append((path, Stamp(size, changed, _digest(path, size))))
        self._held[number] = True
        return number

    def _compare(self, number: int) -> bool:
        path, before = self.known[number]
        now = _quick(_status(path))
        if before.changed and (before.size, before.changed) == now:
            return True
        if before.size != now[0] or _digest(path, before.size) != before.digest:
            return False
        if before.changed != now[1]:  # what is not there has no time
            self.known[number] = path, before._replace(changed=now[1])
            self.renewed |= not path.startswith(MARKS_IN)
        return True


def _status(path: str) -> os.stat_result | None:
    try:
        return os.stat(path.removeprefix(MARKS_IN))
    except (OSError, ValueError):
        return None


def _granularity(status: os.stat_result) -> int:
    return _GRANULARITY if status.st_mtime_ns % _SECOND else max(_COARSE, _GRANULARITY)


def _quick(status: os.stat_result | None) -> tuple[int, int]:
    """What tells without a look inside that something has changed."""
    if status is None:
        return _MISSING, 0
    return _FOLDER if stat.S_ISDIR(status.st_mode) else status.st_size, status.st_mtime_ns


def _counts(name: str) -> bool:
    """Whether a name in a folder can matter to what an import means."""
    return name == ".git" or not (name.startswith(".") or name == "__pycache__")


def _digest(path: str, size: int) -> str:
    """Of what is in a file, or of the names in a folder; nothing for what is not there or cannot be read."""
    try:
        if size == _MISSING:
            return ""
        if size == _FOLDER:
            names = set(os.listdir(path.removeprefix(MARKS_IN)))
            counting = names & ROOT_MARKS if path.startswith(MARKS_IN) else filter(_counts, names)
            return digest("\0".join(sorted(counting)).encode("utf-8", "surrogateescape"))
        return digest(read_regular(path))
    except OSError:
        return ""
