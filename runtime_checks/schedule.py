"""Work side by side: several lanes take from one queue, and what is done is handed over as soon as it is."""

from __future__ import annotations

import os
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")
Done = TypeVar("Done")

_LOOK = 1.0  # seconds between two looks for Ctrl-C where a wait cannot be interrupted
_MOST = 12


@dataclass(frozen=True, slots=True)
class Phase(Generic[Item, Done]):
    """Things that may be done at the same time, one in each lane. A phase begins when the one before is over.

    Attributes:
        items: what is to be done, by number.
        lanes: each does one thing after the other; they share nothing.
        kind: what an item takes time to be made ready for, "" for nothing. A lane that is ready for it goes on with it.
    """

    items: tuple[tuple[int, Item], ...]
    lanes: tuple[Callable[[Item], Done], ...]
    kind: Callable[[Item], str] = lambda item: ""


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


class _Left(Generic[Item, Done]):
    """What nobody has begun yet, in its order by kind."""

    def __init__(self, phase: Phase[Item, Done]) -> None:
        self._lock, self._begun = threading.Lock(), set[str]()
        self._by_kind: dict[str, deque[tuple[int, Item]]] = {}
        for number, item in phase.items:
            self._by_kind.setdefault(phase.kind(item), deque()).append((number, item))

    def take(self, ready: set[str]) -> tuple[int, Item] | None:
        """The next thing for a lane that is `ready` for some kinds; None at the end.

        It goes on with what it is ready for, begins what no lane is ready for, and takes from another one at last.
        """
        with self._lock:
            left = sorted((kind for kind, items in self._by_kind.items() if items), key=bool)
            if not left:
                return None
            own = [kind for kind in left if kind and kind in ready]
            new = [kind for kind in left if kind and kind not in self._begun]
            kind = (own + new + left)[0]
            self._begun.add(kind)
            ready.add(kind)
            return self._by_kind[kind].popleft()


def _side_by_side(phase: Phase[Item, Done]) -> Iterator[tuple[int, Done]]:
    left, over = _Left(phase), threading.Event()
    told: queue.Queue[tuple[int, Done] | BaseException] = queue.Queue()

    def work(lane: Callable[[Item], Done]) -> None:
        ready = set[str]()
        while not over.is_set():
            taken = left.take(ready)
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
