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
        step: of the layout of the range, 0 if it has none.
    """

    __slots__ = ("agent", "before", "by_stream", "number", "operation", "range", "step", "writes")

    def __init__(
        self, agent: Hashable, number: int, operation: Operation, range: Range, writes: bool, before: Clock
    ) -> None:
        self.agent, self.number, self.operation, self.range, self.writes = agent, number, operation, range, writes
        self.before = before
        self.by_stream = operation.stream is not None
        self.step = 0 if range.layout is None else range.layout.step

    def is_of(self, other: Use) -> bool:
        """Whether both belong to one operation and do the same."""
        return (self.number, self.writes) == (other.number, other.writes) and self.agent == other.agent

    def meets(self, other: Use) -> bool:
        """Whether the order of the two matters.

        What threads of the host do with each other is their own business, and what is meant to happen at the same
        time that of the program.
        """
        return (
            self.agent != other.agent
            and (self.writes or other.writes)
            and (self.by_stream or other.by_stream)
            and _overlap(self, other)
            and not ((self.range.shared or other.range.shared) and self.range.owner == other.range.owner)
        )


class _Cell:
    __slots__ = ("high", "low", "uses")

    def __init__(self, low: int, high: int, uses: list[Use]) -> None:
        self.low, self.high, self.uses = low, high, uses


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
            for old in cell.uses:
                if use.meets(old):
                    found[id(old)] = old
            cell.uses = _left(cell, use)
            cell.uses.append(use)
        self._joined(use)
        return list(found.values())

    def forget(self, low: int, high: int) -> None:
        """Nobody has used these bytes yet."""
        first, last = self._between(low, high)
        del self._cells[first:last], self._lows[first:last]

    def drop(self, agents: frozenset[Hashable]) -> None:
        """Forget what these agents have done."""
        for cell in self._cells:
            cell.uses = [use for use in cell.uses if use.agent not in agents]

    # -- cells ---------------------------------------------------------------------------------

    def _between(self, low: int, high: int) -> tuple[int, int]:
        """Slice of the cells within `low` and `high`, after cutting those that lie on a border."""
        for border in (low, high):
            index = bisect_right(self._lows, border) - 1
            if index >= 0 and self._cells[index].low < border < self._cells[index].high:
                cell = self._cells[index]
                self._put(index + 1, index + 1, [_Cell(border, cell.high, list(cell.uses))])
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
                cells.append(_Cell(at, cell.low, []))
            cells.append(cell)
            at = cell.high
        if at < high:
            cells.append(_Cell(at, high, []))
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
            whole = Use(use.agent, use.number, use.operation, range, use.writes, use.before)
            self._put(first, last, [_Cell(low, high, [whole])])


def _is_alone(cell: _Cell, use: Use) -> bool:
    return len(cell.uses) == 1 and cell.uses[0].is_of(use) and cell.uses[0].range.layout is None


def _left(cell: _Cell, use: Use) -> list[Use]:
    """The accesses of a cell for which the new one does not stand."""
    left = [
        old
        for old in cell.uses
        if not (
            (use.writes or not old.writes)
            and (old.agent == use.agent or use.before.has(old.agent, old.number))
            and _covers(use.range, old.range, cell)
        )
    ]
    if len(left) >= CROWD:
        del left[next((index for index, old in enumerate(left) if old.range.layout is not None), 0)]
    return left


def _covers(new: Range, old: Range, cell: _Cell) -> bool:
    """Whether all that `old` uses of a cell is used by `new`."""
    if new.layout is None:
        return new.low <= max(old.low, cell.low) and min(old.high, cell.high) <= new.high
    return (new.low, new.high, new.layout) == (old.low, old.high, old.layout)


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


def _overlap(one: Use, other: Use) -> bool:
    """Whether two accesses have an element in common."""
    mine, theirs = one.range, other.range
    if mine.low >= theirs.high or theirs.low >= mine.high:
        return False
    if mine.layout is None and theirs.layout is None:
        return True
    if mine.layout is not None and theirs.layout is not None and one.step and other.step:
        step = gcd(one.step, other.step)
        apart = (theirs.layout.first - mine.layout.first) % step
        if mine.layout.itemsize <= apart <= step - theirs.layout.itemsize:
            return False  # two columns, or the even and the odd elements
    first, second = (range.layout or Layout((range.high - range.low,), (1,), 1, range.low) for range in (mine, theirs))
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
