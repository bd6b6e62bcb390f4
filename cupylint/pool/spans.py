"""Parts of a block: the best fit among free ones, splitting and coalescing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """The bytes of a block from `start` on before `end`."""

    start: int
    end: int

    @property
    def size(self) -> int:
        """How many bytes it has."""
        return self.end - self.start

    def covers(self, other: Span) -> bool:
        """Whether `other` lies in it."""
        return self.start <= other.start and other.end <= self.end


def by_fit(sizes: Iterable[int], least: int) -> list[int]:
    """Those of `sizes` that have room for `least` bytes, the best fit (the smallest) first."""
    return sorted(size for size in set(sizes) if size >= least)


def split(free: Span, size: int) -> tuple[Span, tuple[Span, ...]]:
    """The first `size` bytes of a free part, and what is left of it, if anything."""
    middle = free.start + size
    return Span(free.start, middle), (Span(middle, free.end),) if middle < free.end else ()


def coalesce(spans: Iterable[Span]) -> list[Span]:
    """Free parts in ascending order, those that touch as one."""
    runs: list[Span] = []
    for span in sorted(spans):
        if runs and runs[-1].end >= span.start:
            runs[-1] = Span(runs[-1].start, max(span.end, runs[-1].end))
        else:
            runs.append(span)
    return runs
