"""Runs the blocks of a kernel that are on the device at once.

The group that is least far goes on, so that threads that took different ways meet again behind them. Threads of a
block are in no hurry to wait for each other: one part of a block goes on to its next barrier before the other part
begins, and which part that is differs from block to block. So a barrier that is missing shows in the values.

A loop that looks at memory which others may change, or at the clock, *rests* after some rounds. If all that is left
rests, the kernel can only go on when something outside happens; if all that is left waits at barriers, never.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from math import prod
from typing import Any

import numpy as np

from .errors import TRAP, Fault, NotUnderstood
from .kinds import Value
from .memory import Space
from .program import Again, Branch, Do, Frame, Group, Jump, Meet, Program, Slot, joined
from .warps import WARP, places

_ROUNDS = 6  # of a loop that looks at what others may change, before it rests
_LOOKS = 64  # of such loops at what they, or others like them, write themselves
_LONG = 20_000  # rounds of any other loop after which it is asked whether it can end in time
_FAR = 6_000_000_000  # rounds that a device does not make within the time after which a program is said to hang


class State(Enum):
    """How far some threads have come."""

    ENDED = "all have ended"
    POLLING = "some look again and again at what others may change"
    STUCK = "all wait for each other, or in loops that go on too long"


class Budget:
    """Bounds what one launch may cost.

    Raises:
        NotUnderstood: by `spend`: it costs more.
    """

    def __init__(self) -> None:
        self._steps, self._work = 400_000, 1_500_000_000

    def spend(self, threads: int) -> None:
        """One instruction of some threads."""
        self._steps -= 1
        self._work -= threads
        if self._steps < 0 or self._work < 0:
            raise NotUnderstood("a kernel of so many steps")


class Wave:
    """The threads of some blocks.

    Args:
        tick: moves the device's clock on by some nanoseconds, and tells the time.
        frame: their values at the beginning.
        alone: these are all blocks of the grid.
    """

    def __init__(
        self,
        program: Program,
        space: Space,
        shape: tuple[tuple[int, int, int], tuple[int, int, int]],
        frame: Frame,
        tick: Callable[[int], int],
        budget: Budget,
        cooperative: bool = False,
    ) -> None:
        self.space, self._program, self._code = space, program, program.code
        self.grid, self.block = shape
        self._size = prod(self.block)
        self._tick, self._budget, self._cooperative = tick, budget, cooperative
        self._alive = count = frame.count
        self._live: Any = np.full(count // self._size, self._size)  # threads of each block that have not ended
        self._warps = -(-self._size // WARP)  # of a block
        self._lanes: Any = None  # of each warp, those that have not ended
        whole = Group(self, frame)
        self._ready = self._by_rank(whole)
        self._waiting: list[Group] = []
        self._resting: list[Group] = []
        self._progress = self._looks = 0
        self._changes = space.changes

    def clock(self) -> int:
        """As `World.clock`."""
        return self._tick(100)

    # -- going on ------------------------------------------------------------------------------

    def run(self) -> State:
        """Go on as far as the threads come by themselves."""
        while True:
            if self._ready:
                self._advance(self._next())
            elif self._released():
                continue
            elif self._resting and self._worth_a_look():
                self.wake()
            elif self._resting:
                return State.POLLING
            else:
                return State.STUCK if self._waiting else State.ENDED

    def wake(self) -> None:
        """Let the loops that rest look again."""
        for group in self._resting:
            group.resting = None
            for key in group.rounds:
                group.rounds[key] = min(group.rounds[key], _ROUNDS - 3)
        self._ready += self._resting
        self._resting, self._progress, self._changes = [], 0, self.space.changes

    def _worth_a_look(self) -> bool:
        """Whether other threads may have done what a loop that rests looks for."""
        if self._progress:
            self._looks = 0
            return True
        self._looks += 1
        return self.space.changes != self._changes and self._looks < _LOOKS

    def _next(self) -> Group:
        """The group that is least far, of the part of the blocks that goes first."""
        best = min(self._ready, key=lambda group: (group.rank, group.pc))
        same = [group for group in self._ready if group.pc == best.pc and group.rank == best.rank]
        self._ready = [group for group in self._ready if not any(group is other for other in same)]
        return joined(same)

    def _advance(self, group: Group) -> None:
        """Take instructions until the group splits, waits, ends, or comes to where another one is."""
        others = min((other.pc for other in self._ready if other.rank == group.rank), default=len(self._code))
        while True:
            instruction = self._code[group.pc]
            self._budget.spend(group.count)
            if isinstance(instruction, Do):
                instruction.action(group)
                group.pc += 1
            elif isinstance(instruction, Branch):
                if not self._branched(group, instruction):
                    return
            elif isinstance(instruction, Jump):
                group.pc = instruction.target
            elif isinstance(instruction, Again):
                if not self._again(group, instruction):
                    return
            elif isinstance(instruction, Meet):
                if not self._met(group, instruction):
                    self._waiting.append(group)
                    return
            else:
                self._end(group)
                return
            if group.pc >= others:
                self._ready.append(group)
                return

    def _branched(self, group: Group, branch: Branch) -> bool:
        """Go on behind a branch; False if the group was split there."""
        mask = branch.condition(group)
        if mask.ndim and not mask.all() and mask.any():
            goes, stays = group.split(mask)
            goes.pc, stays.pc = group.pc + 1, branch.target
            self._ready += [goes, stays]
            return False
        taken = bool(mask.flat[0] if mask.ndim else mask)
        group.pc = group.pc + 1 if taken else branch.target
        return True

    def _end(self, group: Group) -> None:
        self._progress += 1
        self._alive -= group.count
        numbers = group.many(Slot.NUMBER)
        np.subtract.at(self._live, numbers // self._size, 1)
        if self._lanes is not None:
            warps, lanes = places(group)
            np.bitwise_and.at(self._lanes, warps, ~(np.uint32(1) << lanes))

    def _by_rank(self, group: Group) -> list[Group]:
        """The part of a group that goes first, and the others."""
        if not self._program.meets:
            return [group]
        first = group.many(Slot.RANK) == 0
        if first.all() or not first.any():
            group.rank = int(not first.any())
            return [group]
        parts = group.split(first)
        parts[0].rank, parts[1].rank = 0, 1
        return list(parts)

    # -- loops ---------------------------------------------------------------------------------

    def _again(self, group: Group, loop: Again) -> bool:
        """Go back to the begin of a loop; False if it rests."""
        rounds = group.rounds[loop.target] = group.rounds.get(loop.target, 0) + 1
        group.pc = loop.target
        if loop.asks:
            self._note(group, loop)
            if rounds < _ROUNDS:
                return True
            group.resting = loop
            self._resting.append(group)
            return False
        if loop.timed and rounds > _ROUNDS:
            self._tick(1000 << min(rounds, 40))  # only the clock can end it
        elif rounds >= _LONG - 2:
            self._note(group, loop)
            if rounds % _LONG == 0 and self._never_ends(group, loop):
                group.resting = loop
                self._waiting.append(group)
                return False
        return True

    def _note(self, group: Group, loop: Again) -> None:
        values = [group.read(slot) for slot in loop.deciding] + [site.last for site in loop.sites]
        group.seen[loop.target] = [*group.seen.get(loop.target, [])[-2:], values]

    def _never_ends(self, group: Group, loop: Again) -> bool:
        """Whether a loop goes on for longer than anybody waits: nothing changes, or numbers that only go on evenly."""
        seen = group.seen.get(loop.target, [])
        if len(seen) < 3:
            return False
        first, second, third = seen
        if all(map(_same, first, third)) and all(map(_same, second, third)):
            return True
        if loop.condition is None or not all(map(_same, second[len(loop.deciding) :], third[len(loop.deciding) :])):
            return False
        ahead = group.apart()
        for slot, *values in zip(loop.deciding, first, second, third):  # noqa: B905 - without those of memory
            far = _far(*values)
            if far is None:
                return False
            ahead.write(slot, far)
        return bool(np.all(loop.condition(ahead)))

    def never_end(self) -> bool:
        """Whether loops that rest go on as they are for longer than anybody waits."""
        return all(group.resting is not None and self._never_ends(group, group.resting) for group in self._resting)

    # -- waiting for each other ----------------------------------------------------------------

    def _met(self, group: Group, meet: Meet) -> bool:
        """Whether all that are waited for are in the group itself."""
        if meet.scope == "grid" and not self._cooperative:
            raise Fault(TRAP)
        if meet.scope == "warp":
            arrived, needed, _ = self._of_warps([group], meet)
            if (arrived < needed).any():
                return False
        elif group.count != self._alive:
            return False
        self._pass(group, meet)
        return True

    def _pass(self, group: Group, meet: Meet) -> None:
        if meet.after is not None:
            meet.after(group)
        group.pc += 1
        self._progress += 1
        self.space.thaw()

    def _released(self) -> bool:
        """Let threads go on that all others have come to; whether there are any."""
        by_pc: dict[int, list[Group]] = {}
        for group in self._waiting:
            by_pc.setdefault(group.pc, []).append(group)
        arrived: Any = np.zeros_like(self._live)  # at any barrier of their block
        for group in self._waiting:
            if self._scope(group) == "block":
                np.add.at(arrived, group.many(Slot.NUMBER) // self._size, 1)
        kept: list[Group] = []
        found = False
        for pc, groups in by_pc.items():
            meet = self._code[pc]
            if not isinstance(meet, Meet):
                kept += groups
                continue
            group = joined(groups)
            go = self._who_goes(group, meet, arrived)
            if not go.any():
                kept += groups
                continue
            found = True
            if not go.all():
                group, others = group.split(go)
                kept += self._by_rank(others)
            self._pass(group, meet)
            self._ready += self._by_rank(group)
        self._waiting = kept
        return found

    def _scope(self, group: Group) -> str:
        instruction = self._code[group.pc]
        return instruction.scope if isinstance(instruction, Meet) else ""

    def _who_goes(self, group: Group, meet: Meet, arrived: Any) -> Any:
        """Which threads of a group at a barrier need not wait any more."""
        numbers = group.many(Slot.NUMBER)
        if meet.scope == "warp":
            come, needed, warps = self._of_warps([group], meet)
            return (come >= needed)[warps]
        if meet.scope == "grid":
            return np.full(group.count, group.count == self._alive)
        return (arrived == self._live)[numbers // self._size]

    def _of_warps(self, groups: Iterable[Group], meet: Meet) -> tuple[Any, Any, Any]:
        """How many threads of each warp have come, how many are waited for, and the warps of the last group."""
        if self._lanes is None:
            self._lanes = np.zeros(len(self._live) * self._warps, np.uint32)
            everybody = [*self._ready, *self._waiting, *self._resting, *groups]
            for group in {id(each): each for each in everybody}.values():
                warps, lanes = places(group)
                np.bitwise_or.at(self._lanes, warps, np.uint32(1) << lanes)
        come: Any = np.zeros(len(self._lanes), int)
        wanted: Any = np.zeros(len(self._lanes), np.uint32)
        warps = None
        for group in groups:
            warps, _ = places(group)
            np.add.at(come, warps, 1)
            mask = np.uint32(0xFFFFFFFF) if meet.mask is None else meet.mask(group)
            wanted[warps] = mask
        return come, np.bitwise_count(wanted & self._lanes), warps


def _same(one: Value, other: Value) -> bool:
    return one is not None and other is not None and one.shape == other.shape and np.array_equal(one, other)


def _far(first: Value, second: Value, third: Value) -> Value | None:
    """The value after very many more rounds that change it as evenly as the last three; None if they did not."""
    if _same(second, third):
        return third if _same(first, third) else None
    if any(value is None or value.shape != third.shape or value.dtype.kind not in "iu" for value in (first, second)):
        return None
    one, two, now = (value.astype(object) for value in (first, second, third))
    if np.any(now - two != two - one):
        return None
    limits = np.iinfo(third.dtype)
    return np.asarray(np.clip(now + (now - two) * _FAR, int(limits.min), int(limits.max))).astype(third.dtype)[()]
