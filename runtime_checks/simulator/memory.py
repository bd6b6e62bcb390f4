"""Device and pinned memory: blocks with real storage, pools that reuse at once.

An array's address is the address of its NumPy storage, so that overlap is a matter of addresses and
memory handed out again holds what the previous owner left in it. Storage is never given back
before the end of the run: an address means one thing for the whole trace.
"""

from __future__ import annotations

import os
import random
import re
from bisect import bisect_right, insort
from collections.abc import Hashable
from typing import Any

import numpy as np

from cupylint.pool.free_list import FreeList, last_freed
from cupylint.pool.sizes import UNIT, device_class, pinned_class
from cupylint.pool.spans import Span

from .results import NotSupported

POISON = 0xCB
_POISON_LIMIT = 256 << 20  # larger blocks stay untouched, so that the host need not have them
_STORAGE_LIMIT = 6 << 30
_FILLED_LIMIT = 4 << 30  # where fresh memory is filled: to write so much takes a while

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


class Block:
    """Memory from the driver. `kind` is "device", "managed" or "pinned"; `known`: what it holds at first is.

    `blank`: that is zeros.
    """

    __slots__ = ("address", "blank", "device", "kind", "size", "storage")

    def __init__(self, size: int, kind: str, device: int, known: bool = True) -> None:
        poisoned = known and size <= _POISON_LIMIT
        self.blank = size > _POISON_LIMIT
        raw = (np.zeros if self.blank else np.empty)(size + UNIT, np.uint8)
        start = -raw.ctypes.data % UNIT
        self.storage: Bytes = raw[start : start + size]
        if poisoned:
            self.storage[...] = POISON
        self.address = int(self.storage.ctypes.data)
        self.size, self.kind, self.device = size, kind, device

    def __lt__(self, other: Block) -> bool:
        return self.address < other.address


class Allocation:
    """A part of a block that has an owner. When the last reference goes, the part is free.

    `blank`: it was zeros when it was handed out.
    """

    __slots__ = ("__weakref__", "blank", "block", "number", "pool", "span", "use")

    use: Use | None

    def __init__(self, block: Block, span: Span, pool: FreeList[Block] | None, number: int) -> None:
        self.block, self.span, self.pool = block, span, pool
        self.number, self.use, self.blank = number, None, False

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.span.size

    @property
    def address(self) -> int:
        """The first byte's address."""
        return self.block.address + self.span.start

    @property
    def bytes(self) -> Bytes:
        """The storage; holding it does not keep the allocation alive."""
        return self.block.storage[self.span.start : self.span.end]

    def __del__(self) -> None:
        if self.pool is not None:
            self.pool.release(self.block, self.span)
        if self.use is not None:
            self.use.now -= self.span.size


class Use:
    """Bytes of device memory that have an owner, as the pools round them, all devices together.

    Attributes:
        now: at this moment.
        most: the most that had one at once.
    """

    __slots__ = ("most", "now")

    def __init__(self) -> None:
        self.now = self.most = 0

    def add(self, allocation: Allocation) -> None:
        """Count an allocation for as long as it lives."""
        allocation.use = self
        self.now += allocation.span.size
        self.most = max(self.most, self.now)


def _too_much(size: int) -> NotSupported:
    return NotSupported(f"allocation of {size} bytes (this machine stands in for the device)")


class Memory:
    """All blocks of one run, the pools of each device and stream, and the limits.

    Args:
        known: fresh memory holds known, wrong contents.
        limit: of the pool of each device, in bytes; 0: none.
    """

    def __init__(
        self, device_memory: int, reuse: bool = True, choice: int = 0, known: bool = True, limit: int = 0
    ) -> None:
        self.reuse, self.use, self._known, self._limit = reuse, Use(), known, limit
        self.blocks: list[Block] = []  # by address
        self.arenas: dict[tuple[str, int, Hashable], FreeList[Block]] = {}  # by kind, device and stream
        self.held: dict[int, int] = {}  # device -> bytes obtained from the driver
        self.limit: dict[int, int] = {}
        self.device_memory = device_memory
        self.chance = random.Random(choice) if choice else None
        self.peak = 0
        self.count = 0

    def allocate(self, size: int, kind: str, device: int, owner: Hashable, pooled: bool = True) -> Allocation:
        """`size` bytes from the pool of stream `owner`.

        Raises:
            MemoryError: the device, or the pool's limit, is too small.
            NotSupported: this machine is too small to stand in for the device.
        """
        size = pinned_class(size) if kind == "pinned" else device_class(size)
        arena = None
        if pooled and self.reuse:
            choose = self.chance.choice if kind == "device" and self.chance is not None else last_freed
            arena = self.arenas.setdefault((kind, device, owner), FreeList(choose))
        found = None if arena is None else arena.take(size)
        block, span = found or (self._obtain(size, kind, device), Span(0, size))
        self.count += 1
        made = Allocation(block, span, arena, self.count)
        made.blank = found is None and block.blank
        if kind == "device" and pooled:
            self.use.add(made)
        return made

    def _obtain(self, size: int, kind: str, device: int) -> Block:
        if kind == "device":
            room = self._room(device)
            if self.held.get(device, 0) + size > room:
                self.trim(device)
            if self.held.get(device, 0) + size > room:
                raise self.refusal(size, device)
            self.held[device] = self.held.get(device, 0) + size
            self.peak = max(self.peak, self.held[device])
        if sum(block.size for block in self.blocks) + size > (_FILLED_LIMIT if self._known else _STORAGE_LIMIT):
            raise _too_much(size)
        try:
            block = Block(size, kind, device, self._known)
        except MemoryError:
            raise _too_much(size) from None
        insort(self.blocks, block)
        return block

    def refusal(self, size: int, device: int) -> Exception:
        """Why `size` more bytes cannot be had: the device, or the pool's limit, is too small, or this machine is.

        The arguments of a `MemoryError` are the bytes asked for, those held, and the limit, 0 if none is set.
        """
        held = self.held.get(device, 0)
        if held + size <= self._room(device):
            return _too_much(size)
        return MemoryError(size, held, self._limit_of(device))

    def _room(self, device: int) -> int:
        """The most bytes that the pool of `device` may hold."""
        return min(self._limit_of(device) or self.device_memory, self.device_memory)

    def _limit_of(self, device: int) -> int:
        """The limit of the pool of `device`, 0 for none: what the program sets, in time or by the environment."""
        if device not in self.limit:  # the pool looks there when it is first used
            text = os.environ.get("CUPY_GPU_MEMORY_LIMIT", "").strip()
            share = text.removesuffix("%")
            given = float(share) if re.fullmatch(r"\d+(\.\d*)?", share) else 0.0
            self.limit[device] = int(given * self.device_memory / 100 if share != text else given) or self._limit
        return self.limit[device]

    def trim(self, device: int, owner: Hashable = None) -> None:
        """Give free whole blocks of `device` back (of all streams, or of one)."""
        for (kind, where, whose), arena in self.arenas.items():
            if kind == "device" and where == device and owner in (None, whose):
                self.held[device] = self.held.get(device, 0) - arena.trim()

    def free_bytes(self, device: int) -> int:
        """Bytes of `device` in pools that nobody owns."""
        return sum(arena.size for (kind, where, _), arena in self.arenas.items() if (kind, where) == ("device", device))

    def find(self, address: int) -> Block | None:
        """The block that holds `address`."""
        index = bisect_right(self.blocks, address, key=lambda block: block.address) - 1
        if index >= 0 and address < self.blocks[index].address + self.blocks[index].size:
            return self.blocks[index]
        return None

    def view(self, address: int, size: int) -> Bytes | None:
        """`size` bytes from `address` on, None if they lie in no block."""
        block = self.find(address)
        if block is None or address + size > block.address + block.size:
            return None
        return block.storage[address - block.address : address - block.address + size]
