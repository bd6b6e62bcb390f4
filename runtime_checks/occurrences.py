"""How often the accesses of a pair were executed, on which memory and stream, and which executions to test."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from .gate import Extent, Shut
from .jobs import EARLIER, Seen

TESTS = 12
"""Pairs of executions that are tested at most."""

_AHEAD, _WATCHED = 1000, 200

Test = tuple[int, int]
"""Which execution of the earlier access is held back, and which of the later one it has to meet; from 1."""


@dataclass(slots=True)
class Access:
    """One execution of an access in the serial run.

    Attributes:
        stream: equal for accesses that their stream orders.
        at: seconds.
    """

    role: int
    stream: Hashable
    at: float
    extents: list[Extent]


@dataclass(slots=True)
class Pace:
    """What the serial run of a program told about a pair.

    Attributes:
        earlier, later: how often each access was executed.
        gap: most seconds from the earlier access, or the later one, to the next later one.
        compared: whether the memory of both was seen at least once.
        tests: executions that shared memory, see `plan`.
        spans: seconds between the two executions of a test.
    """

    earlier: int = 0
    later: int = 0
    gap: float = 0.0
    compared: bool = False
    tests: list[Test] = field(default_factory=list)
    spans: dict[Test, float] = field(default_factory=dict)

    @property
    def once(self) -> bool:
        """Whether there is no doubt which executions are meant."""
        return self.earlier <= 1 and self.later <= 1

    def test(self, earlier: int, tested: Sequence[Test]) -> Test | None:
        """The next test of this execution of the earlier access; any later access will do where nothing is known."""
        if not self.tests:
            return earlier, 0
        return next((test for test in self.tests if test[0] == earlier and test not in tested), None)


@dataclass(slots=True)
class Here:
    """What one thread has shown of a pair since its last gate or probe.

    Attributes:
        held: the execution of the earlier access that goes on here is the one to watch.
        extents: the memory of that execution; `before` of operands that stand before the stream's keyword.
        shown: whether there was such an operand. keyed: whether the keyword came first.
    """

    held: bool = False
    extents: list[Extent] = field(default_factory=list)
    before: list[Extent] = field(default_factory=list)
    shown: bool = False
    keyed: bool = False
    later_extents: list[Extent] = field(default_factory=list)
    later_value: object = None
    later_stream: object = None


@dataclass(slots=True)
class State:
    """What is going on with one pair."""

    earlier: int = 0
    later: int = 0
    since: float = 0.0
    shut: Shut | None = None
    thread: int = 0
    executed: bool = False
    see_first: bool = False
    arrived: bool = False
    judged: Shut | None = None
    first: bool = True
    opened: float = 0.0
    blocked_row: int = 0
    blocked: str = "line 0"
    blocked_loading: bool = False
    moved: float | None = None
    armed: float = 0.0
    extents: list[Extent] = field(default_factory=list)
    history: list[Access] = field(default_factory=list)
    stream: Hashable = None
    aligned: bool = False
    apart: bool = False
    matched: bool = False
    staged: bool = False
    tested: list[Test] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    threads: dict[int, Here] = field(default_factory=dict)

    def here(self) -> Here:
        """What the running thread has shown."""
        return self.threads.setdefault(threading.get_ident(), Here())


def plan(pace: Pace, state: State) -> None:
    """Fill in `pace` from what was observed.

    Worth a test are executions on the same memory and on two streams, for a stream orders its own work: also the
    very execution that is both, where one statement is paired with itself. Of those on the same two streams only
    the closest tell something new: what is ordered after an access is ordered after all before it on its stream,
    and so is what follows on the stream of the later access. Without any such, the others are tested.
    """
    history = state.history
    firsts = [number for number, access in enumerate(history) if access.role == EARLIER]
    seconds = [number for number, access in enumerate(history) if access.role != EARLIER]
    pace.earlier, pace.later = state.earlier, state.later
    pace.compared = all(any(history[at].extents for at in group) for group in (firsts, seconds))
    names = {at: number for group in (firsts, seconds) for number, at in enumerate(group, 1)}
    streams = {history[at].stream for at in seconds}
    if len(firsts) > _WATCHED:
        firsts = [*firsts[: _WATCHED // 2], *firsts[-_WATCHED // 2 :]]
    met: dict[tuple[Hashable, Hashable], list[tuple[int, int]]] = {}
    for at in firsts:
        for other in _next_met(history, at, streams, pace.compared):
            met.setdefault((history[at].stream, history[other].stream), []).append((at, other))
    chosen = _worth_testing(met)
    pace.tests = sorted((names[at], names[other]) for at, other in chosen)
    pace.spans = {(names[at], names[other]): history[other].at - history[at].at for at, other in chosen}


def _worth_testing(met: Mapping[tuple[Hashable, Hashable], Sequence[tuple[int, int]]]) -> list[tuple[int, int]]:
    across = {key: found for key, found in met.items() if key[0] != key[1]}
    return _in_turn([_ends(_closest(found)) for found in (across or met).values()])[:TESTS]


def _next_met(history: Sequence[Access], at: int, streams: Set[Hashable], compared: bool) -> Iterator[int]:
    """On each of `streams` the next later access that meets the earlier one; memory counts where it was `compared`."""
    left = set(streams)
    for other in range(at + 1, min(at + _AHEAD, len(history))):
        if not left:
            return
        later = history[other]
        if later.role == EARLIER or later.stream not in left:
            continue
        if not compared or overlap(history[at].extents, later.extents):
            left.remove(later.stream)
            yield other


def _closest(found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that no other lies within; `found` is in order of the first."""
    kept: list[tuple[int, int]] = []
    for first, second in reversed(found):
        if not kept or second < kept[-1][1]:
            kept.append((first, second))
    return kept[::-1]


def _ends(found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """From the ends to the middle, where a mistake in the first or the last round would not be."""
    half = (len(found) + 1) // 2
    return _in_turn([found[:half], found[: half - 1 : -1]])


def _in_turn(groups: Sequence[Iterable[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The first of each, then the second of each, and so on."""
    return [item for row in zip_longest(*groups) for item in row if item is not None]


def overlap(first: Sequence[Extent], second: Sequence[Extent]) -> bool:
    """Whether any two of the memories share a byte."""
    return any(one.overlaps(other) for one in first for other in second)


class Part:
    """Takes the index that follows it, and shows what it selects."""

    def __init__(self, show: Callable[[Any], object], value: Any) -> None:
        self._show, self._value = show, value

    def __getitem__(self, index: Any) -> None:
        self._show(selected(self._value, index))


class Into:
    """Stands for `value` in the target of an assignment, and shows the part that was assigned to."""

    def __init__(self, show: Callable[[Any], object], value: Any) -> None:
        self._show, self._value = show, value

    def __getitem__(self, index: Any) -> Any:
        return self._value[index]

    def __setitem__(self, index: Any, item: Any) -> None:
        self._value[index] = item
        self._show(selected(self._value, index))


def selected(value: Any, index: Any) -> Any:
    """What an index selects, where that is no work on the device: an item of a container, a view of an array."""
    items = index if isinstance(index, tuple) else (index,)
    # Any other index into an array would gather elements.
    simple = all(isinstance(item, (int, slice, type(None), type(Ellipsis))) for item in items)
    if simple or isinstance(value, (Mapping, Sequence, deque)):
        with suppress(Exception):
            return value[index]
    return value
