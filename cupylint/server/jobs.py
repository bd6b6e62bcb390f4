"""The work of the first thread: one job after the other, each with a way to learn that nobody wants its result."""

from __future__ import annotations

import queue
from collections.abc import Callable

from cupylint.budget import Cancelled, cancelled_by

Job = Callable[[], None]


class Jobs:
    """Jobs that one thread hands to another. Those that were handed over before the latest edit end early."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[tuple[int, Job, Callable[[], object]] | None] = queue.SimpleQueue()
        self._edits = 0

    def edited(self) -> None:
        """What was handed over until now is out of date."""
        self._edits += 1

    def add(self, job: Job, dropped: Callable[[], object] = lambda: None) -> None:
        """Hand over a job. Out of date, it ends with `Cancelled` or is not begun, and `dropped` is called."""
        self._waiting.put((self._edits, job, dropped))

    def end(self) -> None:
        """No more jobs come, and nobody waits for those that were handed over."""
        self.edited()
        self._waiting.put(None)

    def run(self) -> None:
        """Do jobs until `end`."""
        while (waiting := self._waiting.get()) is not None:
            edits, job, dropped = waiting

            def is_over(edits: int = edits) -> bool:
                return self._edits != edits

            try:
                if is_over():
                    raise Cancelled
                with cancelled_by(is_over):
                    job()
            except Cancelled:
                dropped()
