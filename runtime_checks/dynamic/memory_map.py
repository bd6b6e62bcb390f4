"""Which accesses each byte has seen last: an interval map of addresses.

Views, and memory that is handed out again, need nothing of their own: they have the same addresses.

A cell keeps, of all accesses to its bytes, those that no later one stands for. One stands for an earlier one if it
comes after that, covers it, and conflicts with all that the earlier one conflicts with: what is not ordered after the
earlier one is not ordered after this one either. So a cell has at most a read and a write for each agent, however long
the program runs. Accesses to parts of ranges (every other column) do not cover others, unless they have the same
elements: of these a cell keeps the last `CROWD`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator
from functools import lru_cache
from math import gcd
from typing import Any

import numpy as np

from cupylint.order.clock import Clock

from .trace import Layout, Operation, Range

CROWD = 128
_EFFORT: Any = 20_000  # candidate solutions that an exact overlap test may try
_asarray, _shares_memory = np.asarray, np.shares_memory  # a simulated program gets others


class Use:
    """One access to one range.

    Attributes:
        agent, number: the operation that makes it.
        before: what comes before that.
        taken: the step in which it was issued.
        part: which bytes of its memory.
    """

    __slots__ = ("agent", "before", "by_stream", "number", "operation", "part", "range", "taken", "writes")

    def __init__(
        self,
        agent: Hashable,
        number: int,
        operation: Operation,
        range: Range,
        writes: bool,
        before: Clock,
        taken: int = 0,
    ) -> None:
        self.agent, self.number, self.operation, self.range, self.writes = agent, number, operation, range, writes
        self.before, self.taken, self.part = before, taken, _part(range)
        self.by_stream = operation.stream is not None

    def is_of(self, other: Use) -> bool:
        """Whether both belong to one operation and do the same."""
        return (self.number, self.writes) == (other.number, other.writes) and self.agent == other.agent

    def meets(self, other: Use) -> bool:
        """Whether the order of the two matters, if they have bytes in common.

        What threads of the host do with each other is their own business, and what is meant to happen at the same
        time that of the program.
        """
        return (
            self.agent != other.agent
            and (self.writes or other.writes)
            and (self.by_stream or other.by_stream)
            and not ((self.range.shared or other.range.shared) and self.range.owner == other.range.owner)
        )


Part = tuple[int, int, "Layout | None", int]
"""Which bytes a range has: low and high address, the layout, and its step, 0 if it has none."""


class _Cell:
    """The accesses to the bytes from `low` to `high`, by what they access."""

    __slots__ = ("high", "low", "parts")

    def __init__(self, low: int, high: int, parts: dict[Part, list[Use]]) -> None:
        self.low, self.high, self.parts = low, high, parts

    def add(self, use: Use) -> None:
        """Add an access in place of those for which it stands."""
        if use.range.layout is not None:
            covered = [use.part] if use.part in self.parts else []
        else:
            low, high = use.range.low, use.range.high
            covered = [part for part in self.parts if low <= max(part[0], self.low) and min(part[1], self.high) <= high]
        for part in covered:
            left = [old for old in self.parts[part] if not _stands_for(use, old)]
            if left:
                self.parts[part] = left
            else:
                del self.parts[part]
        if len(self.parts) >= CROWD // 2 and sum(map(len, self.parts.values())) >= CROWD:
            self._forget_one()
        self.parts.setdefault(use.part, []).append(use)

    def _forget_one(self) -> None:
        part = next((part for part in self.parts if part[2] is not None), next(iter(self.parts)))
        del self.parts[part][0]
        if not self.parts[part]:
            del self.parts[part]

    def cut(self, low: int, high: int) -> _Cell:
        """The same accesses to other bytes."""
        return _Cell(low, high, {part: list(uses) for part, uses in self.parts.items()})


class MemoryMap:
    """Cells by address: sorted, apart from one another."""

    def __init__(self) -> None:
        self._lows: list[int] = []
        self._cells: list[_Cell] = []

    def __len__(self) -> int:
        return len(self._cells)

    def add(self, use: Use) -> list[Use]:
        """Add an access; returns the earlier ones that it meets."""
        found: dict[int, Use] = {}
        for cell in self._taken(use):
            for part, uses in cell.parts.items():
                if _overlap(use.part, part):
                    found.update((id(old), old) for old in uses if use.meets(old))
            cell.add(use)
        self._joined(use)
        return list(found.values())

    def forget(self, low: int, high: int) -> None:
        """Nobody has used these bytes yet."""
        first, last = self._between(low, high)
        del self._cells[first:last], self._lows[first:last]

    def drop(self, agents: frozenset[Hashable]) -> None:
        """Forget what these agents have done."""
        for cell in self._cells:
            left = {part: [use for use in uses if use.agent not in agents] for part, uses in cell.parts.items()}
            cell.parts = {part: uses for part, uses in left.items() if uses}

    # -- cells ---------------------------------------------------------------------------------

    def _between(self, low: int, high: int) -> tuple[int, int]:
        """Slice of the cells within `low` and `high`, after cutting those that lie on a border."""
        for border in (low, high):
            index = bisect_right(self._lows, border) - 1
            if index >= 0 and self._cells[index].low < border < self._cells[index].high:
                cell = self._cells[index]
                self._put(index + 1, index + 1, [cell.cut(border, cell.high)])
                cell.high = border
        return bisect_left(self._lows, low), bisect_left(self._lows, high)

    def _put(self, first: int, last: int, cells: list[_Cell]) -> None:
        self._cells[first:last] = cells
        self._lows[first:last] = [cell.low for cell in cells]

    def _taken(self, use: Use) -> list[_Cell]:
        """The cells of an access. Those of a part of a block are the whole block's, so that parts cut nothing."""
        low, high = use.range.low, use.range.high
        if use.range.layout is not None and use.range.home[1]:
            low, high = min(low, use.range.home[0]), max(high, use.range.home[1])
        index = bisect_left(self._lows, low)
        if index < len(self._lows) and self._lows[index] == low and self._cells[index].high == high:
            return [self._cells[index]]  # as most of the time
        first, last = self._between(low, high)
        cells, at = [], low
        for cell in self._cells[first:last]:
            if cell.low > at:
                cells.append(_Cell(at, cell.low, {}))
            cells.append(cell)
            at = cell.high
        if at < high:
            cells.append(_Cell(at, high, {}))
        if len(cells) != last - first:
            self._put(first, last, cells)
        return cells

    def _joined(self, use: Use) -> None:
        """Make one cell of all that only this operation has used, with what stands before it."""
        if use.range.layout is not None:
            return
        first, last = bisect_left(self._lows, use.range.low), bisect_left(self._lows, use.range.high)
        while first and _is_alone(self._cells[first - 1], use) and self._cells[first - 1].high == self._lows[first]:
            first -= 1
        cells = self._cells[first:last]
        if len(cells) > 1 and all(_is_alone(cell, use) for cell in cells):
            low, high = cells[0].low, cells[-1].high
            range = use.range._replace(low=low, high=high)
            whole = Use(use.agent, use.number, use.operation, range, use.writes, use.before, use.taken)
            self._put(first, last, [_Cell(low, high, {_part(range): [whole]})])


def _part(range: Range) -> Part:
    return range.low, range.high, range.layout, 0 if range.layout is None else range.layout.step


def _is_alone(cell: _Cell, use: Use) -> bool:
    if len(cell.parts) != 1:
        return False
    [(part, uses)] = cell.parts.items()
    return len(uses) == 1 and uses[0].is_of(use) and part[2] is None


def _stands_for(new: Use, old: Use) -> bool:
    """Whether what conflicts with `old` conflicts with `new`, which comes after it, if that has all its bytes."""
    return (new.writes or not old.writes) and (old.agent == new.agent or new.before.has(old.agent, old.number))


# -- overlap ---------------------------------------------------------------------------------------


class _At:
    """Elements at an address; nothing is read there."""

    def __init__(self, layout: Layout) -> None:
        self.__array_interface__ = {
            "version": 3,
            "shape": layout.shape,
            "strides": layout.strides,
            "typestr": f"|V{layout.itemsize}",
            "data": (layout.first, True),
        }


def _overlap(one: Part, other: Part) -> bool:
    """Whether two ranges have an element in common."""
    low, high, mine, my_step = one
    its_low, its_high, theirs, its_step = other
    if low >= its_high or its_low >= high:
        return False
    if mine is None and theirs is None:
        return True
    if mine is not None and theirs is not None and my_step and its_step:
        step = my_step if my_step == its_step else gcd(my_step, its_step)
        apart = (theirs.first - mine.first) % step
        if mine.itemsize <= apart <= step - theirs.itemsize:
            return False  # two columns, or the even and the odd elements
    first = mine or Layout((high - low,), (1,), 1, low)
    second = theirs or Layout((its_high - its_low,), (1,), 1, its_low)
    return _have_common(first._replace(first=_BASE), second._replace(first=_BASE + second.first - first.first))


_BASE = 1 << 50


@lru_cache(maxsize=1 << 14)  # programs come back to the same columns
def _have_common(one: Layout, other: Layout) -> bool:
    try:
        return bool(_shares_memory(_asarray(_At(one)), _asarray(_At(other)), max_work=_EFFORT))
    except np.exceptions.TooHardError:
        return True


def parts(ranges: tuple[Range, ...]) -> Iterator[Range]:
    """The ranges that are not empty, each once."""
    for range in dict.fromkeys(ranges):
        if range.low < range.high:
            yield range
