"""Sees that the host stands still while a gate is shut, and opens the gate."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from .occurrences import State
from .stacks import frame_of, innermost_of


class Watcher:
    """A thread that looks every millisecond where the threads are that shut a gate.

    Args:
        states: the pairs that gates belong to.
        stall: seconds after which a thread that has not moved stands still, per pair.
        lock: held while a gate is opened.
        files: file names of the program, for stacks.
        place: for a sentence, a line: by pair, row and file.
    """

    def __init__(
        self,
        states: Mapping[int, State],
        stall: Callable[[int], float],
        lock: AbstractContextManager[object],
        files: frozenset[str],
        clock: Callable[[], float],
        place: Callable[[int, int, str], str],
    ) -> None:
        self._place = place
        self._states, self._stall, self._lock, self._files, self._clock = states, stall, lock, files, clock
        self._over = False
        self._thread = threading.Thread(target=self._watch, name="cupylint-watcher", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching."""
        self._over = True
        self._thread.join(1.0)

    def _watch(self) -> None:
        known: dict[int, tuple[object, float]] = {}
        while not self._over:
            time.sleep(0.001)
            for pair, state in self._states.items():
                if state.shut is None or state.arrived:
                    known.pop(pair, None)
                    continue
                frame = frame_of(state.thread)
                place = (id(frame), frame.f_lasti) if frame is not None else None
                now = self._clock()
                if state.opened:
                    if state.moved is None and place != known.get(pair, (place, 0.0))[0]:
                        state.moved = now
                    continue
                before, since = known.get(pair, (None, now))
                if place != before:
                    known[pair] = (place, now)
                elif now - max(since, state.since) > self._stall(pair):
                    with self._lock:
                        if state.shut is not None and not state.arrived:
                            row, state.blocked_loading, name = innermost_of(frame, self._files)
                            state.blocked_row, state.blocked = row, self._place(pair, row, name)
                            state.opened = self._clock()
                            state.shut.open()
                frame = None  # it would keep the program's arrays alive
