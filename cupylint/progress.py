"""How far a long run is, for people at a terminal."""

from __future__ import annotations

import time
from typing import TextIO


class Progress:
    """A line on a terminal that says how far a long run is.

    Args:
        stream: where to write, or None to stay silent.
        after: seconds until the line appears.
        what: is counted.
    """

    def __init__(self, stream: TextIO | None, after: float = 1.0, what: str = "files with CuPy") -> None:
        self._what = what
        self._stream = stream if stream is not None and stream.isatty() else None
        self._start = time.monotonic()
        self._next = self._start + after
        self._width = 0

    def show(self, done: int, total: int) -> None:
        """Say that `done` of `total` are done; at most ten times a second."""
        now = time.monotonic()
        if self._stream is None or now < self._next:
            return
        self._next = now + 0.1
        self._write(f"{done}/{total} {self._what}, {done / (now - self._start):.0f} a second")

    def close(self) -> None:
        """Erase the line."""
        if self._width:
            self._write("")
            print("\r", end="", file=self._stream, flush=True)

    def _write(self, text: str) -> None:
        print(f"\r{text.ljust(self._width)}", end="", file=self._stream, flush=True)
        self._width = len(text)
