"""Device and pinned memory: blocks with real storage, pools that reuse at once.

An array's address is the address of its NumPy storage, so that overlap is a matter of addresses and
memory handed out again holds what the previous owner left in it. Storage is never given back
before the end of the run: an address means one thing for the whole trace.
"""

from __future__ import annotations

import random
from bisect import bisect_right, insort
from collections.abc import Hashable
from typing import Any

import numpy as np

from .results import NotSupported, Place

UNIT = 512
"""Every device allocation is rounded up to a multiple of this many bytes."""

POISON = 0xCB
_POISON_LIMIT = 256 << 20  # larger blocks stay untouched, so that the host need not have them
_STORAGE_LIMIT = 6 << 30

Bytes = np.ndarray[Any, np.dtype[np.uint8]]


class Block:
    """Memory obtained from the driver. `kind` is "device", "managed" or "pinned"."""

    __slots__ = ("address", "device", "kind", "size", "storage")

    def __init__(self, size: int, kind: str, device: int) -> None:
        raw = np.zeros(size + UNIT, np.uint8)
        start = -raw.ctypes.data % UNIT
        self.storage: Bytes = raw[start : start + size]
        if size <= _POISON_LIMIT:
            self.storage[...] = POISON
        self.address = int(self.storage.ctypes.data)
        self.size, self.kind, self.device = size, kind, device

    def __lt__(self, other: Block) -> bool:
        return self.address < other.address


class Allocation:
    """A part of a block that has an owner. When the last reference goes, the part is free."""

    __slots__ = ("__weakref__", "block", "number", "offset", "place", "pool", "size")

    def __init__(self, block: Block, offset: int, size: int, pool: Arena | None, place: Place, number: int) -> None:
        self.block, self.offset, self.size, self.pool, self.place = block, offset, size, pool, place
        self.number = number

    @property
    def address(self) -> int:
        """The first byte's address."""
        return self.block.address + self.offset

    @property
    def bytes(self) -> Bytes:
        """The storage; holding it does not keep the allocation alive."""
        return self.block.storage[self.offset : self.offset + self.size]

    def __del__(self) -> None:
        if self.pool is not None:
            self.pool.release(self.block, self.offset, self.size)


class Arena:
    """The free parts of one stream's memory: best fit, splitting, merging, immediate reuse.

    Args:
        chance: chooses among parts of one size; None: the last freed is taken.
    """

    def __init__(self, chance: random.Random | None = None) -> None:
        self.free: list[tuple[Block, int, int]] = []  # block, offset, size; the last freed comes last
        self.chance = chance

    def take(self, size: int) -> tuple[Block, int] | None:
        """A free part of at least `size` bytes, the smallest that fits; None if there is none."""
        fitting = [part for part in reversed(self.free) if part[2] >= size]
        if not fitting:
            return None
        best = min(fitting, key=lambda part: part[2])
        if self.chance is not None:
            best = self.chance.choice([part for part in fitting if part[2] == best[2]])
        self.free.remove(best)
        block, offset, available = best
        if available > size:
            self.free.append((block, offset + size, available - size))
        return block, offset

    def release(self, block: Block, offset: int, size: int) -> None:
        """Give a part back; neighbours merge."""
        for part in [part for part in self.free if part[0] is block]:
            if part[1] + part[2] == offset:
                self.free.remove(part)
                offset, size = part[1], size + part[2]
            elif offset + size == part[1]:
                self.free.remove(part)
                size += part[2]
        self.free.append((block, offset, size))

    def trim(self) -> int:
        """Give whole free blocks back to the driver; returns the bytes."""
        whole = [part for part in self.free if part[2] == part[0].size]
        self.free = [part for part in self.free if part[2] != part[0].size]
        return sum(part[2] for part in whole)


def _too_much(size: int) -> NotSupported:
    return NotSupported(f"allocation of {size} bytes (this machine stands in for the device)")


class Memory:
    """All blocks of one run, the pools of each device and stream, and the limits."""

    def __init__(self, device_memory: int, reuse: bool = True, choice: int = 0) -> None:
        self.reuse = reuse
        self.blocks: list[Block] = []  # by address
        self.arenas: dict[tuple[str, int, Hashable], Arena] = {}
        self.held: dict[int, int] = {}  # device -> bytes obtained from the driver
        self.limit: dict[int, int] = {}
        self.device_memory = device_memory
        self.chance = random.Random(choice) if choice else None
        self.peak = 0
        self.count = 0

    def allocate(
        self, size: int, kind: str, device: int, owner: Hashable, place: Place, pooled: bool = True
    ) -> Allocation:
        """`size` bytes from the pool of stream `owner`.

        Raises:
            MemoryError: the device, or the pool's limit, is too small.
            NotSupported: this machine is too small to stand in for the device.
        """
        if kind == "pinned":
            size = max(UNIT, 1 << (size - 1).bit_length()) if size else UNIT
        else:
            size = max(UNIT, -(-size // UNIT) * UNIT)
        arena = None
        if pooled and self.reuse:
            chance = self.chance if kind == "device" else None
            arena = self.arenas.setdefault((kind, device, owner), Arena(chance))
        found = arena.take(size) if arena is not None else None
        block, offset = found if found is not None else (self._obtain(size, kind, device), 0)
        self.count += 1
        return Allocation(block, offset, size, arena, place, self.count)

    def _obtain(self, size: int, kind: str, device: int) -> Block:
        if kind == "device":
            room = min(self.limit.get(device) or self.device_memory, self.device_memory)
            if self.held.get(device, 0) + size > room:
                self.trim(device)
            if self.held.get(device, 0) + size > room:
                raise self.refusal(size, device)
            self.held[device] = self.held.get(device, 0) + size
            self.peak = max(self.peak, self.held[device])
        if sum(block.size for block in self.blocks) + size > _STORAGE_LIMIT:
            raise _too_much(size)
        try:
            block = Block(size, kind, device)
        except MemoryError:
            raise _too_much(size) from None
        insort(self.blocks, block)
        return block

    def refusal(self, size: int, device: int) -> Exception:
        """Why `size` more bytes cannot be had: the device, or the pool's limit, is too small, or this machine is.

        The arguments of a `MemoryError` are the bytes asked for, those held, and the limit, 0 if none is set.
        """
        room = min(self.limit.get(device) or self.device_memory, self.device_memory)
        held = self.held.get(device, 0)
        return MemoryError(size, held, self.limit.get(device, 0)) if held + size > room else _too_much(size)

    def trim(self, device: int, owner: Hashable = None) -> None:
        """Give free whole blocks of `device` back (of all streams, or of one)."""
        for (kind, where, whose), arena in self.arenas.items():
            if kind == "device" and where == device and owner in (None, whose):
                self.held[device] -= arena.trim()

    def free_bytes(self, device: int) -> int:
        """Bytes of `device` in pools that nobody owns."""
        return sum(
            part[2]
            for (kind, where, _), arena in self.arenas.items()
            if (kind, where) == ("device", device)
            for part in arena.free
        )

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
