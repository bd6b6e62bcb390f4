"""Which lines of some files a run comes to, in all its threads, and in processes that it forks."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from . import hook
from .journal import Journal

Line = tuple[str, int]
"""A real path and a row."""


class Lines:
    """Collects lines.

    Args:
        files: real paths.
        process: the one whose lines are kept here; those of others are noted in `journal`.
        told: called with each line when the process comes to it first.
    """

    def __init__(
        self, files: frozenset[str], process: int, journal: Journal, told: Callable[[Line], None] = lambda line: None
    ) -> None:
        self.met: set[Line] = set()
        self._files, self._process, self._journal, self._told = files, process, journal, told

    def add(self, line: Line) -> None:
        """The run has come to a line."""
        if line in self.met:
            return
        self.met.add(line)
        if os.getpid() == self._process:
            self._told(line)
        else:
            self._journal.note(line=line)

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Collect while the block runs."""
        real, files = hook.real_paths(), self._files

        def trace(frame: FrameType, event: str, argument: object) -> Any:
            name = real(frame.f_code.co_filename)
            if name not in files:
                return None
            if event == "line":
                self.add((name, frame.f_lineno))
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        threading.settrace(trace)
        try:
            yield
        finally:
            sys.settrace(before)
            threading.settrace(None)
