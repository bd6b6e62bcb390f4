"""The accesses of a trace and the races between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds

from .memory import Allocation, Memory
from .results import Place

View = np.ndarray[Any, Any]
_CROWD = 48  # accesses of one block before those that others stand for are dropped
_EFFORT = 20_000  # candidate solutions that an exact overlap test may try


class Volatile(np.ndarray):
    """Memory that a kernel uses through a pointer to volatile: others are meant to change it meanwhile."""


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """One operation's use of some bytes.

    `stream` is None for the host. `allocation` numbers the owner of the bytes at that time, 0 if unknown.
    """

    number: int
    view: View
    low: int
    high: int
    writes: bool
    stream: Any
    label: str
    place: Place
    allocation: int
    name: str = ""

    def overlaps(self, other: Access) -> bool:
        """Whether the two touch a common byte, exact for strided views."""
        if self.low >= other.high or other.low >= self.high:
            return False
        if self.view.flags.forc and other.view.flags.forc:
            return True
        effort: Any = _EFFORT  # NumPy's stubs differ between versions about what it may be
        try:
            return bool(np.shares_memory(self.view, other.view, max_work=effort))
        except np.exceptions.TooHardError:
            return True

    def covers(self, other: Access) -> bool:
        """Whether each byte of `other` is surely one of this access."""
        return self.low <= other.low and other.high <= self.high and self.view.flags.forc


class Log:
    """Accesses by block of memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._accesses: dict[int, list[Access]] = {}

    def key(self, view: View) -> int:
        """What identifies the memory that `view` shows: its block, else its NumPy owner."""
        address = byte_bounds(view)[0]
        block = self._memory.find(address)
        if block is not None:
            return block.address
        while isinstance(view.base, np.ndarray):
            view = view.base
        return byte_bounds(view)[0]

    def clear(self) -> None:
        """Forget all accesses."""
        self._accesses.clear()

    def add(self, access: Access, before: int) -> list[Access]:
        """Log `access`; returns the earlier ones that it conflicts with and that are not in `before`."""
        known = self._accesses.setdefault(self.key(access.view), [])
        found = [
            old
            for old in known
            if (old.writes or access.writes)
            and old.number != access.number
            and not before >> old.number & 1
            and access.overlaps(old)
        ]
        if len(known) > _CROWD:
            # Whatever is unordered with a dropped access is unordered with this one too.
            known[:] = [
                old
                for old in known
                if not (before >> old.number & 1 and access.covers(old) and (access.writes or not old.writes))
            ]
        known.append(access)
        return found


def accesses(
    number: int, views: Sequence[tuple[View, bool, Allocation | None]], stream: Any, label: str, place: Place
) -> Iterator[Access]:
    """The `Access` records of one operation. Empty views touch nothing."""
    for view, writes, allocation in views:
        if view.size:
            low, high = byte_bounds(view)
            owner = 0 if allocation is None else allocation.number
            yield Access(number, view, int(low), int(high), writes, stream, label, place, owner)
