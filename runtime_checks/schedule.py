"""Work side by side: several lanes take from one queue, and what is done is handed over as soon as it is."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

_LOOK = 1.0  # seconds between two looks for Ctrl-C where a wait cannot be interrupted
_MOST = 8


@dataclass(frozen=True, slots=True)
class Phase(Generic[Item, Done]):
    """Things that may be done at the same time, one in each lane. A phase begins when the one before is over.

    Attributes:
        items: what is to be done, by number.
        lanes: each does one thing after the other; they share nothing.
    """

    items: tuple[tuple[int, Item], ...]
    lanes: tuple[Callable[[Item], Done], ...]


def cores() -> int:
    """How many processors this process may use, at most a few."""
    try:
        usable = len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        usable = os.cpu_count() or 1
    return min(usable, _MOST)


def run(phases: Sequence[Phase[Item, Done]]) -> Iterator[tuple[int, Done]]:
    """Do everything; the number of each item and what came of it, in the order in which they are done.

    Raises:
        BaseException: what a lane raised; the others finish what they have begun, unseen.
    """
    for phase in phases:
        if len(phase.lanes) == 1 or len(phase.items) == 1:
            for number, item in phase.items:
                yield number, phase.lanes[0](item)
        else:
            yield from _side_by_side(phase)


def _side_by_side(phase: Phase[Item, Done]) -> Iterator[tuple[int, Done]]:
    left = iter(phase.items)
    lock, over = threading.Lock(), threading.Event()
    told: queue.Queue[tuple[int, Done] | BaseException] = queue.Queue()

    def work(lane: Callable[[Item], Done]) -> None:
        while not over.is_set():
            with lock:
                taken = next(left, None)
            if taken is None:
                return
            number, item = taken
            try:
                told.put((number, lane(item)))
            except BaseException as error:
                told.put(error)
                return

    for lane in phase.lanes:
        threading.Thread(target=work, args=(lane,), name="cupylint-lane", daemon=True).start()
    try:
        for _ in phase.items:
            done = _next(told)
            if isinstance(done, BaseException):
                raise done
            yield done
    finally:
        over.set()


def _next(told: queue.Queue[tuple[int, Done] | BaseException]) -> tuple[int, Done] | BaseException:
    while True:
        try:
            return told.get(timeout=_LOOK)
        except queue.Empty:
            continue
