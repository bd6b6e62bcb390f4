"""The free list of one stream's memory: what is given back is handed out again at once, as the best fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

from cupylint.pool.spans import Span, by_fit, coalesce, split


class Block(Protocol):
    """Memory obtained from the driver."""

    size: int


B = TypeVar("B", bound=Block)
Part = tuple[B, Span]
"""A block, and the bytes of it that are meant."""


def last_freed(parts: Sequence[Part[B]]) -> Part[B]:
    """The choice that CuPy makes."""
    return parts[0]


class FreeList(Generic[B]):
    """Free parts of blocks, in the order in which they became free.

    Args:
        choose: takes one of several parts of the best size, of which the last freed comes first.
    """

    def __init__(self, choose: Callable[[Sequence[Part[B]]], Part[B]] = last_freed) -> None:
        self.parts: list[Part[B]] = []
        self._choose = choose

    @property
    def size(self) -> int:
        """How many bytes are free."""
        return sum(span.size for _, span in self.parts)

    def take(self, size: int) -> Part[B] | None:
        """`size` bytes of the part that fits best, of which the rest stays free; None if none is large enough."""
        fitting = by_fit((span.size for _, span in self.parts), size)
        if not fitting:
            return None
        best = self._choose([part for part in reversed(self.parts) if part[1].size == fitting[0]])
        self.parts.remove(best)
        block, span = best
        taken, rest = split(span, size)
        self.parts += [(block, left) for left in rest]
        return block, taken

    def release(self, block: B, span: Span) -> None:
        """Give a part back; it is one with the free bytes next to it."""
        mine = (free for owner, free in self.parts if owner is block)
        joined = next(run for run in coalesce([span, *mine]) if run.covers(span))
        self.parts = [part for part in self.parts if part[0] is not block or not joined.covers(part[1])]
        self.parts.append((block, joined))

    def trim(self) -> int:
        """Give whole free blocks back to the driver; returns the bytes."""
        whole = [part for part in self.parts if part[1].size == part[0].size]
        self.parts = [part for part in self.parts if part[1].size != part[0].size]
        return sum(span.size for _, span in whole)
