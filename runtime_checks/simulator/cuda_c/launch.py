"""One launch of a kernel: its arguments, its blocks in as many waves as they need, and what it has used of memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from .errors import NotUnderstood
from .kinds import ADDRESS, Kind, Value
from .machine import Budget, State, Wave
from .memory import Bytes, Find, Space
from .program import Frame, Program, Slot

PROCESSORS, RESIDENT, BLOCKS = 132, 2048, 32
"""Multiprocessors of the device, and the threads and blocks that each has at once."""

_MOST = 1 << 24  # threads of one launch
_AT_ONCE = 1 << 15  # threads whose values a processor of this machine keeps near
_GARBAGE = 0xCB  # what shared memory holds at first

Shape = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Geometry:
    """What is launched: blocks, threads, bytes of shared memory, and whether all blocks run at once."""

    grid: Shape
    block: Shape
    shared: int = 0
    cooperative: bool = False


def shape(sizes: Sequence[int]) -> Shape:
    """Three sizes of one to three."""
    first, second, third = (*map(int, sizes), 1, 1)[:3]
    return first, second, third


class Launch:
    """A launch that can be gone on with.

    Args:
        arguments: the bytes of each argument, as the driver gets them.
        find: looks in the memory of the device.
        tick: moves the device's clock on by some nanoseconds, and tells the time.

    Raises:
        NotUnderstood: it is too large.
    """

    def __init__(
        self, program: Program, geometry: Geometry, arguments: Sequence[bytes], find: Find, tick: Callable[[int], int]
    ) -> None:
        self._program, self._geometry, self._tick = program, geometry, tick
        self.space = Space(find)
        self._threads = prod(geometry.block)
        self._blocks = prod(geometry.grid)
        if self._blocks * self._threads > _MOST:
            raise NotUnderstood(f"a launch of {self._blocks * self._threads:,} threads")
        self._budget = Budget()
        self._arguments = [_value(kind, data) for (kind, _), data in zip(program.parameters, arguments, strict=False)]
        if len(self._arguments) < len(program.parameters):
            raise NotUnderstood("fewer arguments than parameters")
        self._begun = 0  # blocks
        self._wave: Wave | None = None
        self.state = State.POLLING
        for site in program.sites:
            site.region, site.last = None, None
            site.used.clear()

    @property
    def name(self) -> str:
        """The kernel's."""
        return self._program.name

    @property
    def fills(self) -> bool:
        """Whether blocks have not begun yet: then the device has no room for anything else."""
        return self._begun < self._blocks

    def run(self) -> State:
        """Go on as far as the kernel comes by itself.

        Raises:
            NotUnderstood: it takes too long.
            Fault: the device would report an error.
        """
        if self.state is State.ENDED:
            return self.state
        with np.errstate(all="ignore"):
            if self._wave is not None:
                self._wave.wake()
            while True:
                if self._wave is None:
                    self._wave = self._next()
                self.state = self._wave.run()
                if self.state is not State.ENDED:
                    self.space.freeze(self._program.sites)
                    return self.state
                self._wave = None
                self.space.regions = [region for region in self.space.regions if not region.own]
                for site in self._program.sites:
                    site.region = None
                if not self.fills:
                    return self.state

    def never_ends(self) -> bool:
        """Whether it goes on as it is for longer than anybody waits, if nothing outside happens."""
        return self.state is State.STUCK or (self._wave is not None and self._wave.never_end())

    def _next(self) -> Wave:
        """The next blocks that have room on the device."""
        room = PROCESSORS * max(min(RESIDENT // self._threads, BLOCKS), 1)
        if not self._program.polls and not self._geometry.cooperative:
            room = max(min(room, _AT_ONCE // self._threads), 1)  # nobody sees how many run at once
        blocks = min(room, self._blocks - self._begun)
        if self._geometry.cooperative and blocks < self._blocks:
            raise NotUnderstood("a cooperative launch of more blocks than run at once")
        frame = self._frame(blocks)
        self._begun += blocks
        shapes = self._geometry.grid, self._geometry.block
        cooperative = self._geometry.cooperative
        return Wave(self._program, self.space, shapes, frame, self._tick, self._budget, cooperative)

    def _frame(self, blocks: int) -> Frame:
        """The values that threads begin with."""
        count = blocks * self._threads
        frame: list[Value] = [None] * self._program.slots
        number = np.arange(count) if count > 1 else np.int64(0)
        within, block = number % self._threads, number // self._threads + self._begun
        for slot, value in zip(range(3), _axes(within, self._geometry.block), strict=True):
            frame[Slot.THREAD_X + slot] = value
        for slot, value in zip(range(3), _axes(block, self._geometry.grid), strict=True):
            frame[Slot.BLOCK_X + slot] = value
        frame[Slot.NUMBER] = number
        local = -(-self._program.local // 16) * 16
        if local:
            frame[Slot.LOCAL] = self.space.own(count * local) + number * local
        shared = -(-(-(-self._program.shared // 16) * 16 + self._geometry.shared) // 16) * 16
        if shared:
            at = self.space.own(blocks * shared)
            self.space.regions[-1].bytes[:] = _GARBAGE
            frame[Slot.SHARED] = at + number // self._threads * shared
        frame[Slot.RANK] = _ranks(within, block, self._threads) if self._program.meets else np.int64(0)
        for (_, slot), value in zip(self._program.parameters, self._arguments, strict=True):
            frame[slot] = value
        return Frame(frame, count)

    # -- what was used -------------------------------------------------------------------------

    def used(self) -> Iterator[tuple[Bytes, bool, bool, int]]:
        """Bytes that were used: whether they were written, whether others may change them, and their address."""
        for site in self._program.sites:
            for span in site.used.values():
                for part in span.parts(site.kind.dtype.itemsize):
                    for writes in (False,) * site.reads + (True,) * site.writes:
                        yield part, writes, site.kind.volatile, int(part.__array_interface__["data"][0])


def _axes(number: Value, sizes: Shape) -> list[Value]:
    """The three indices of things that are counted along x first."""
    x, y, _ = sizes
    parts = [number % x, number // x % y, number // (x * y)]
    return [np.uint32(0) if size == 1 else part.astype(np.uint32) for part, size in zip(parts, sizes, strict=True)]


def _ranks(within: Value, block: Value, threads: int) -> Value:
    """Which threads of a block go first: all but the first warp; or the first warp; or the last half of the warps."""
    half = -(-threads // 64) * 32
    first = np.where(block % 3 == 0, within >= 32, np.where(block % 3 == 1, within < 32, within >= half))
    return (~first).astype(np.int64)


def _value(kind: Kind, data: bytes) -> Any:
    """An argument as the kernel reads it: the first bytes of what it is given, whatever that is."""
    size = 8 if kind.dtype is ADDRESS else kind.dtype.itemsize
    return np.frombuffer(data[:size].ljust(size, b"\0"), kind.dtype)[0]
