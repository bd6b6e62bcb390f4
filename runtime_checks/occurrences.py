"""How often the accesses of a pair were executed, on which memory, and which executions are worth a gate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from .gate import Extent, Shut
from .jobs import EARLIER, LATER, Seen

TESTS = 12
"""Executions of the earlier access that are held back at most."""

_AHEAD = 1000


@dataclass(slots=True)
class Pace:
    """What the serial run of a program told about a pair.

    Attributes:
        earlier, later: how often each access was executed.
        gap: most seconds from the earlier access, or the later one, to the next later one.
        compared: whether the memory of both was seen at least once.
        tests: which executions of the earlier access (from 1) came before a later one on the same memory.
    """

    earlier: int = 0
    later: int = 0
    gap: float = 0.0
    compared: bool = False
    tests: list[int] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """What is going on with one pair."""

    earlier: int = 0
    later: int = 0
    since: float = 0.0
    shut: Shut | None = None
    thread: int = 0
    executed: bool = False
    before: list[Extent] = field(default_factory=list)
    shown: bool = False
    see_first: bool = False
    keyed: bool = False
    arrived: bool = False
    first: bool = True
    opened: float = 0.0
    blocked_row: int = 0
    blocked_loading: bool = False
    moved: float | None = None
    armed: float = 0.0
    extents: list[Extent] = field(default_factory=list)
    later_extents: list[Extent] = field(default_factory=list)
    later_value: object = None
    later_stream: object = None
    history: list[tuple[int, list[Extent]]] = field(default_factory=list)
    apart: bool = False
    matched: bool = False
    staged: bool = False
    tested: list[int] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)


def plan(pace: Pace, state: State) -> None:
    """Fill in `pace` from what was observed: the first executions with a later access of their memory, and the last."""
    pace.earlier, pace.later = state.earlier, state.later
    pace.compared = any(extents for role, extents in state.history if role == EARLIER) and any(
        extents for role, extents in state.history if role == LATER
    )
    found, number = [], 0
    for index, (role, extents) in enumerate(state.history):
        if role != EARLIER:
            continue
        number += 1
        rest = state.history[index + 1 : index + _AHEAD]
        if any(other == LATER and (not pace.compared or overlap(extents, others)) for other, others in rest):
            found.append(number)
    pace.tests = found if len(found) <= TESTS else [*found[: TESTS // 2], *found[-TESTS // 2 :]]


def overlap(first: Sequence[Extent], second: Sequence[Extent]) -> bool:
    """Whether any two of the memories share a byte."""
    return any(one.overlaps(other) for one in first for other in second)


class Part:
    """Takes the index that follows it, and shows the view that it selects."""

    def __init__(self, show: Callable[[Any], object], value: Any) -> None:
        self._show, self._value = show, value

    def __getitem__(self, index: Any) -> None:
        value, items = self._value, index if isinstance(index, tuple) else (index,)
        # Any other index would gather elements, which is work on the device.
        if all(isinstance(item, (int, slice, type(None), type(Ellipsis))) for item in items):
            with suppress(Exception):
                value = value[index]
        self._show(value)
