"""Blocks of device memory: which allocation stands in which arena, and what a path knows of freed ones."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from cupylint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.facts import Spot
    from cupylint.flow.domain.values import Value
    from cupylint.order import Stream
    from cupylint.pool.spans import Span


class Recipe(NamedTuple):
    """What makes an array: its size follows from this.

    Attributes:
        name: of the function, method or operator.
        node: where it stands.
        values: the arguments, a method's object first; `keywords` those given by name.
    """

    name: str
    node: CSTNode | None
    values: tuple[Value, ...] = ()
    keywords: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Allocation:
    """One allocation from a pool.

    Attributes:
        index: counts allocations; its bit in `Pool.gone`.
        stream: its home: the stream in effect when it was made, to whose arena the block goes back.
        pool: which pool; blocks never go from one to another.
        manual: it is freed by a call, not with its last reference.
    """

    index: int
    buffer: int
    stream: Stream
    pool: Hashable
    recipe: Recipe
    spot: Spot
    manual: bool = False


class Piece(NamedTuple):
    """Accesses (a bit set) to the bytes from `start` on before `end` of a block."""

    start: int
    end: int
    accesses: int


class Split(NamedTuple):
    """A block of which parts were taken.

    Attributes:
        arena: home and pool.
        olds: one of these allocations (by buffer) had the block.
        parts: the allocations that have parts of it, with the bytes at which each starts. Several may start at one
            byte: the first had that part, each of the others may have got it or another one of its size.
        gaps: the bytes that nobody has.
        pieces: the accesses of those that had parts of it before.
    """

    arena: Hashable
    olds: tuple[int, ...]
    parts: tuple[tuple[int, int], ...]
    gaps: tuple[Span, ...]
    pieces: tuple[Piece, ...] = ()


_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Pool(NamedTuple):
    """What one path knows of freed blocks.

    Attributes:
        gone: allocations (a bit set of their indices) whose block another one took, or that were really freed.
        freed: allocations that a call freed.
        reused: allocation -> the accesses to the block it took that may still be in flight.
        excused: accesses that a reported reuse, or its fix, accounts for, and those that end before memory is free.
        owed: class of sizes -> how many of its free blocks were taken, it is open which.
        splits: larger blocks that smaller allocations got parts of.
        pieces: allocation -> which accesses were to which part of its block, before it had it.
        dead: allocations that nothing refers to, as far as somebody asked: nothing ever will again.
    """

    gone: int = 0
    freed: int = 0
    reused: Mapping[int, int] = _NOTHING
    excused: int = 0
    owed: Mapping[Hashable, int] = _NOTHING
    splits: tuple[Split, ...] = ()
    pieces: Mapping[int, tuple[Piece, ...]] = _NOTHING
    dead: int = 0

    def join(self, other: Pool) -> Pool:
        """What holds on either of two paths."""
        if self is other:
            return self
        reused = dict(self.reused)
        for buffer, numbers in other.reused.items():
            reused[buffer] = reused.get(buffer, 0) | numbers
        owed = dict(self.owed)
        for kind, count in other.owed.items():
            owed[kind] = max(owed.get(kind, 0), count)
        splits = tuple(dict.fromkeys((*self.splits, *other.splits)))
        gone, freed, excused = self.gone | other.gone, self.freed & other.freed, self.excused | other.excused
        pieces = dict(self.pieces)
        for buffer, parts in other.pieces.items():
            pieces[buffer] = tuple(dict.fromkeys((*pieces.get(buffer, ()), *parts)))
        return Pool(gone, freed, reused, excused, owed, splits, pieces, self.dead & other.dead)


EMPTY = Pool()
