"""A kernel as a list of instructions, and the threads that go through it.

Threads at the same instruction form a `Group` and take it together. A branch that they do not all take splits a
group; groups that meet again at an instruction are joined. So every thread goes its own way, as on a device, at the
cost of one for all that go the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Protocol

import numpy as np

from .kinds import Kind, Value
from .memory import Site, Space


class Slot(IntEnum):
    """Values that each thread has from the beginning; those of the kernel's variables come after them."""

    THREAD_X = 0
    THREAD_Y = 1
    THREAD_Z = 2
    BLOCK_X = 3
    BLOCK_Y = 4
    BLOCK_Z = 5
    NUMBER = 6  # among all that run at once, block after block
    LOCAL = 7  # address of its own memory
    SHARED = 8  # address of its block's memory
    RANK = 9  # which threads of a block go first


class World(Protocol):
    """What a thread can ask beside its own values."""

    space: Space
    grid: tuple[int, int, int]
    block: tuple[int, int, int]

    def clock(self) -> int:
        """Nanoseconds on the device's clock, later at each call."""
        ...


class Threads(Protocol):
    """Some threads whose values an expression can ask for."""

    count: int
    world: World

    def read(self, slot: int) -> Value:
        """A value of each thread."""
        ...

    def only(self, mask: Value) -> Threads:
        """Those of them for which `mask` is true."""
        ...


Ask = Callable[[Threads], Value]


class Some:
    """Those threads of others for which something is true: for the part of an expression that only they evaluate."""

    __slots__ = ("_all", "_mask", "count", "world")

    def __init__(self, threads: Threads, mask: Value) -> None:
        self._all, self._mask, self.world = threads, mask, threads.world
        self.count = int(np.count_nonzero(mask))

    def read(self, slot: int) -> Value:
        value = self._all.read(slot)
        return value[self._mask] if value.ndim else value

    def only(self, mask: Value) -> Some:
        return Some(self, mask)


class Frame:
    """The values of all threads that run at once: one that is the same for all is kept once."""

    __slots__ = ("_mine", "count", "values")

    def __init__(self, values: list[Value], count: int) -> None:
        self.values, self.count = values, count
        self._mine: set[int] = set()  # slots whose arrays nobody else refers to

    def put(self, slot: int, threads: Any, value: Value) -> None:
        """Give some threads (None: all) a value."""
        if threads is None:
            self.values[slot] = value
            self._mine.discard(slot)
            return
        known = self.values[slot]
        if slot not in self._mine or known.dtype != value.dtype:
            known = np.full(self.count, known if known is not None else 0, value.dtype)
            self.values[slot] = known
            self._mine.add(slot)
        known[threads] = value


class Group:
    """Threads that are at the same instruction.

    What it has written is put into the frame when it splits or is joined with others. A value that is the same for all
    its threads stays one as long as that is so.

    Attributes:
        threads: their numbers, in order; None: all.
        resting: the loop in which they wait for something outside.
    """

    __slots__ = ("_new", "_read", "count", "frame", "pc", "rank", "resting", "rounds", "seen", "threads", "world")

    def __init__(self, world: World, frame: Frame, threads: Any = None, pc: int = 0, rank: int = 0) -> None:
        self.world, self.frame, self.threads, self.pc, self.rank = world, frame, threads, pc, rank
        self.count = frame.count if threads is None else len(threads)
        self.rounds: dict[int, int] = {}  # of each loop
        self.seen: dict[int, list[list[Value]]] = {}  # what decided about its end, in the last rounds
        self.resting: Again | None = None
        self._new: dict[int, Value] = {}
        self._read: dict[int, Value] = {}

    def read(self, slot: int) -> Value:
        value = self._new.get(slot)
        if value is None and (value := self._read.get(slot)) is None:
            value = self.frame.values[slot]
            if self.threads is not None and value.ndim:
                value = value[self.threads]
            self._read[slot] = value
        return value

    def write(self, slot: int, value: Value) -> None:
        """Give each thread a value."""
        self._new[slot] = value

    def only(self, mask: Value) -> Some:
        return Some(self, mask)

    def many(self, slot: int) -> Any:
        """A value of each thread, as an array in any case."""
        value = self.read(slot)
        return value if value.ndim else np.full(self.count, value)

    def _put(self, slot: int) -> None:
        self.frame.put(slot, self.threads, self._new.pop(slot))

    def split(self, mask: Value) -> tuple[Group, Group]:
        """The threads for which `mask` is true, and the others."""
        for slot in [slot for slot, value in self._new.items() if value.ndim]:
            self._put(slot)
        return self._part(np.flatnonzero(mask)), self._part(np.flatnonzero(~mask))

    def _part(self, chosen: Any) -> Group:
        made = Group(
            self.world, self.frame, chosen if self.threads is None else self.threads[chosen], self.pc, self.rank
        )
        made._new = dict(self._new)
        made.rounds = dict(self.rounds)
        return made

    def apart(self) -> Group:
        """The same threads, with values that can be changed without an effect."""
        made = Group(self.world, self.frame, self.threads, self.pc, self.rank)
        made._new = dict(self._new)
        return made


def joined(groups: list[Group]) -> Group:
    """One group of several at the same instruction."""
    first = groups[0]
    if len(groups) == 1:
        return first
    alike = {}
    for slot, value in first._new.items():
        if not value.ndim and all(_is(group._new.get(slot), value) for group in groups):
            alike[slot] = value
    for group in groups:
        for slot in [slot for slot in group._new if slot not in alike]:
            group._put(slot)
    count = sum(group.count for group in groups)
    threads = None
    if count < first.frame.count:
        threads = np.sort(np.concatenate([group.threads for group in groups]), kind="stable")
    made = Group(first.world, first.frame, threads, first.pc, first.rank)
    made._new = alike
    return made


def _is(one: Value, other: Value) -> bool:
    return one is not None and not one.ndim and one.dtype == other.dtype and bool(one == other)


# -- instructions ------------------------------------------------------------------------------


@dataclass(slots=True)
class Do:
    """Evaluate something for what it does."""

    action: Callable[[Group], object]


@dataclass(slots=True)
class Branch:
    """Go on at `target` where `condition` is false."""

    condition: Ask
    target: int = -1


@dataclass(slots=True)
class Jump:
    """Go on at `target`."""

    target: int = -1


@dataclass(slots=True)
class Again:
    """Go back to the begin of a loop.

    Attributes:
        deciding: slots of what decides whether the loop ends.
        asks: it also asks for memory that others may write at any time.
        timed: it also asks for the time.
        sites: which memory decides, too.
        condition: holds as long as the loop goes on; None if it may also be left in other ways.
    """

    target: int
    deciding: tuple[int, ...] = ()
    asks: bool = False
    timed: bool = False
    sites: tuple[Site, ...] = ()
    condition: Ask | None = None


@dataclass(slots=True)
class Meet:
    """Wait for other threads: of the "block", the "grid", or the "warp".

    Attributes:
        mask: which of a warp are waited for.
        after: what all of them do then.
    """

    scope: str
    mask: Ask | None = None
    after: Callable[[Group], object] | None = None


@dataclass(slots=True)
class End:
    """The thread has ended."""


Instruction = Do | Branch | Jump | Again | Meet | End


@dataclass(slots=True)
class Program:
    """A kernel that can be run.

    Attributes:
        parameters: the type and the slot of each.
        slots: how many values each thread has.
        local, shared: bytes of memory of each thread, and of each block.
        sites: places that read or write memory.
        dynamic: blocks also have as much shared memory as the launch says.
    """

    name: str
    code: list[Instruction] = field(default_factory=list)
    parameters: list[tuple[Kind, int]] = field(default_factory=list)
    slots: int = len(Slot)
    local: int = 0
    shared: int = 0
    sites: list[Site] = field(default_factory=list)
    dynamic: bool = False

    @property
    def polls(self) -> bool:
        """Whether threads look again and again at what others may change."""
        return any(isinstance(each, Again) and each.asks for each in self.code)

    @property
    def meets(self) -> bool:
        """Whether it matters which threads of a block go first."""
        return self.shared > 0 or self.dynamic or any(isinstance(each, Meet) for each in self.code)
