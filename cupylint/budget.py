"""What looking at one file may cost: seconds and memory. The last bound, behind those that count work.

Work is counted in the same way on every machine; the clock and the memory are only looked at so that nothing, however
it was written, keeps anybody waiting. Whoever does work in small steps calls `Budget.check` at each of them.
The clock is that of the processor: findings shall not depend on what else a machine does.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SECONDS = 10.0
"""The time that a file may take where nobody says otherwise."""

MEMORY = 500 * 10**6
"""The bytes that the process may grow by while it looks at one file."""

PART = 0.25
"""Of the time for a file: what telling of its findings may take besides, and what looking up its names may take."""

_PAUSE = 0.02
"""Seconds between two looks at the memory, and at whether anybody still wants the result."""


class Spent(Exception):
    """A bound was reached; the text completes "the bound on ... was reached"."""


class Cancelled(BaseException):
    """Nobody wants the result any more. No `Exception`: whoever keeps going after one goes no further here."""


_is_cancelled: ContextVar[Callable[[], bool] | None] = ContextVar("is_cancelled", default=None)


@contextmanager
def cancelled_by(asked: Callable[[], bool]) -> Iterator[None]:
    """Budgets that are made inside raise `Cancelled` when `asked` says so; it is called often and must be quick."""
    token = _is_cancelled.set(asked)
    try:
        yield
    finally:
        _is_cancelled.reset(token)


class Budget:
    """The time and memory that are left for one file. It begins with its making, in the thread that uses it.

    Args:
        seconds: how much of a processor's time the file may take.
        memory: by how many bytes the process may grow.
    """

    __slots__ = ("_cancelled", "_end", "_look", "_memory", "_most", "_seconds", "reason")

    def __init__(self, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self._seconds, self._memory = seconds, memory
        self._end, self._look = time.thread_time() + seconds, time.monotonic() + _PAUSE
        self._most = resident() + memory
        self._cancelled = _is_cancelled.get()
        self.reason = ""
        """Which bound was reached, empty while none was."""

    def check(self) -> None:
        """Go on only if there is something left.

        Raises:
            Spent: there is not, now or since an earlier call.
            Cancelled: see `cancelled_by`.
        """
        now = time.monotonic()  # a tenth of what the other clock costs
        if now < self._look and not self.reason:
            return
        self._look = now + _PAUSE
        if self._cancelled is not None and self._cancelled():
            raise Cancelled
        if not self.reason and time.thread_time() >= self._end:
            self.reason = f"time ({self._seconds:g} s a file)"
        elif not self.reason and resident() > self._most:
            self.reason = f"memory ({self._memory / 1e6:g} MB a file)"
        if self.reason:
            raise Spent(self.reason)

    def part(self) -> Budget:
        """A further budget, which begins now: for telling what was found, also when nothing of this one is left."""
        return Budget(self._seconds * PART, self._memory)

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        try:
            self.check()
        except Spent:
            return True
        return False


def _open_status() -> int | None:
    """Linux tells the memory that a process has now in a file, which stays open: a look costs some microseconds."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        return os.open("/proc/self/statm", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


_status = _open_status()
_page = os.sysconf("SC_PAGE_SIZE") if _status is not None else 0


def resident() -> int:
    """The bytes of memory that this process has; its greatest ever where the system tells no more, else 0."""
    if _status is not None:
        return int(os.pread(_status, 64, 0).split()[1]) * _page
    try:
        import resource
    except ImportError:  # Windows
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
