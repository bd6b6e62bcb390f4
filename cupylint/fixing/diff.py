"""Changes as a unified diff, as ``patch`` and ``git apply -p0`` read it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from cupylint import escape
from cupylint.fixing.replace import Change

_NO_END = b"\\ No newline at end of file\n"


def unified(changes: Iterable[Change]) -> bytes:
    """The diff of all changes, with the bytes of the files as they are."""
    return b"".join(line for change in changes for line in _lines(change))


def shown(diff: bytes) -> str:
    """A diff for a terminal, on which nothing of what is in the files acts."""
    text = diff.decode("utf-8", errors="backslashreplace")
    return "".join(f"{escape.lines(line.removesuffix(chr(13)))}\n" for line in text.split("\n")[:-1])


def _lines(change: Change) -> Iterable[bytes]:
    name = escape.line(change.path).encode("utf-8", errors="backslashreplace")
    before, after = _rows(change.before), _rows(change.after)
    for line in difflib.diff_bytes(difflib.unified_diff, before, after, name, name):
        yield line if line.endswith(b"\n") else line + b"\n" + _NO_END


def _rows(data: bytes) -> list[bytes]:
    rows = data.split(b"\n")
    return [row + b"\n" for row in rows[:-1]] + ([rows[-1]] if rows[-1] else [])
