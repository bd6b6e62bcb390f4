"""The file of a sweep: a line of JSON for each target, written when the target is done. A later run begins with it.

Of several lines of one target the last one holds.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cupylint.reading import open_regular
from cupylint.sweep.one import Line

_LARGEST = 4_000_000_000


class NoSweep(Exception):
    """A file holds something else. The text completes "FILE ..."."""


def stamp(target: str) -> list[int] | None:
    """What changes with a file; None for folders and what is not there."""
    try:
        status = os.stat(target)
    except (OSError, ValueError):
        return None
    return None if os.path.isdir(target) else [status.st_size, status.st_mtime_ns]


def known(path: str, version: str, settings: str) -> dict[str, Line]:
    """The last line of each target that was tried with this version and these settings, and has not changed since.

    Raises:
        NoSweep: the file is there, and is not that of a sweep.
        OSError: it cannot be read.
    """
    if not os.path.lexists(path):
        return {}
    found: dict[str, Line] = {}
    with open_regular(path, _LARGEST) as file:
        for number, text in enumerate(file):
            if not text.endswith(b"\n"):
                break  # a run was ended while it wrote this line
            line = _line(text)
            if line is None:
                raise NoSweep(f"holds something else in line {number + 1}: name another file")
            found[line["target"]] = line
    same = {"version": version, "settings": settings}
    return {
        target: line
        for target, line in found.items()
        if all(line.get(key) == value for key, value in same.items()) and line.get("stamp") == stamp(target)
    }


def says_the_same(line: Line, other: Line | None) -> bool:
    """Whether two lines of a target differ in nothing but the time that was needed."""
    return other is not None and {**line, "seconds": None} == {**other, "seconds": None}


def _line(text: bytes) -> Line | None:
    try:
        line: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    known = isinstance(line, dict) and isinstance(line.get("target"), str) and "status" in line
    return line if known else None


class Writer:
    """Adds lines to the file, each of them at once."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def add(self, line: Line) -> None:
        """Write a line; nothing of it is lost when this process ends."""
        os.write(self._descriptor, json.dumps(line, ensure_ascii=True).encode("ascii") + b"\n")


@contextmanager
def appending(path: str) -> Iterator[Writer]:
    """The file, open for more lines. The rest of a line that a run did not finish is taken away.

    Raises:
        OSError: it cannot be written.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    try:
        os.ftruncate(descriptor, _complete(descriptor))
        yield Writer(descriptor)
    finally:
        os.close(descriptor)


def _complete(descriptor: int) -> int:
    """Bytes up to the end of the last whole line."""
    end = os.lseek(descriptor, 0, os.SEEK_END)
    while end:
        start = max(0, end - 65_536)
        os.lseek(descriptor, start, os.SEEK_SET)
        found = os.read(descriptor, end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0
