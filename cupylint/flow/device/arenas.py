"""Which free block an allocation takes, as CuPy's pools choose: one of its size, else the smallest that is larger.

Of several free blocks of one size any may be taken: the new array then inherits what uses any of them, and it is only
counted how many of them are left. A larger block is split, and whole again once all parts are free.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cupylint.flow.domain import allocation_sizes
from cupylint.flow.domain.blocks import Allocation, Piece, Split
from cupylint.flow.domain.regions import has_first, is_all
from cupylint.flow.domain.values import StreamValue
from cupylint.order import Stream, bits
from cupylint.pool import spans
from cupylint.pool.spans import Span

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.device.lifetimes import Lifetimes
    from cupylint.flow.domain.state import State

_END = 1 << 62  # after the last byte of any block
_Whole = tuple[list[Allocation], int]
"""Free allocations of one size, and how many of their blocks are left."""


class _Gap(NamedTuple):
    """A free part of a block that was split."""

    span: Span
    split: Split


class Arenas:
    """The arenas of one file: the free memory of each stream and pool."""

    BUDGET: ClassVar[int] = 200_000  # values gone through to see what is alive where nothing is in use elsewhere

    def __init__(self, lifetimes: Lifetimes, sizes: allocation_sizes.Sizes) -> None:
        self._lifetimes, self._sizes = lifetimes, sizes
        self._all: list[Allocation] = []  # by their indices, which are the bits of the following
        self._by_class: dict[Hashable, int] = {}
        self._by_node: dict[CSTNode | None, int] = {}
        self._larger: dict[Hashable, dict[int, list[Allocation]]] = {}  # arena -> bytes -> allocations
        self._budget = self.BUDGET

    def take(self, state: State, new: Allocation, candidates: dict[int, int]) -> None:
        """Find the free block that `new` takes; `candidates` are in use elsewhere, with their last such access."""
        before = self._lifetimes.budget
        if not candidates:
            if self._budget <= 0:
                return
            self._lifetimes.budget = self._budget
        try:
            self._index()
            self._merge(state, new)
            self._take(state, new, candidates)
        finally:
            if not candidates:
                self._budget, self._lifetimes.budget = self._lifetimes.budget, before

    def gone(self, state: State, taken: Iterable[Allocation]) -> None:
        """Others have the blocks of all these."""
        gone, owed = state.pool.gone, dict(state.pool.owed)
        for old in taken:
            gone |= 1 << old.index
            owed.pop(self._class(old), None)
        state.pool = state.pool._replace(gone=gone, owed=owed)

    def alike(self, new: Allocation, old: Allocation) -> bool:
        """Whether an index means the same bytes in both."""
        return allocation_sizes.same_extent(self._sizes, new, old)

    # -- choosing --------------------------------------------------------------------------------

    def _take(self, state: State, new: Allocation, candidates: dict[int, int]) -> None:
        free, count = self._left(state, self._alike(state, new), new)
        if count > 0:
            self._inherit(state, new, free)
            self._use_up(state, free, count)
            self._join_parts(state, new, free)
            return
        bytes_ = self._bytes(new)
        if bytes_ is None or not self._split(state, new, bytes_):
            self._split_unknown(state, new, candidates)

    def _left(self, state: State, found: list[Allocation], new: Allocation) -> _Whole:
        """Those of `found`, all of one size, that are free, and how many of their blocks nobody took."""
        if not found:
            return [], 0
        asked = dict.fromkeys(self._lifetimes.takeable(state, new, (other.buffer for other in found)), 0)
        free = [old for old, _ in self._lifetimes.free_ones(state, asked, new.recipe)]
        if not free:
            return [], 0
        count = len(free) - state.pool.owed.get(self._class(free[0]), 0)
        if count <= 0:
            self.gone(state, free)
        return free, count

    def _use_up(self, state: State, free: list[Allocation], count: int) -> None:
        """One of `count` blocks, those that `free` had and others have not taken, is taken."""
        if count == 1:
            self.gone(state, free)
        else:
            owed = {**state.pool.owed, self._class(free[0]): len(free) - count + 1}
            state.pool = state.pool._replace(owed=owed)

    def _split(self, state: State, new: Allocation, mine: int) -> bool:
        """Take a part of the smallest free piece that is larger; False if there is none of known size."""
        homes = self._homes(state, new)
        gaps = [_Gap(span, split) for split in state.pool.splits if split.arena in homes for span in split.gaps]
        best = next(iter(spans.by_fit((gap.span.size for gap in gaps), mine)), None)
        if self._split_whole(state, new, mine, _END if best is None else best):
            return True
        if best is not None:
            self._split_gap(state, new, mine, next(gap for gap in gaps if gap.span.size == best))
        return best is not None

    def _split_whole(self, state: State, new: Allocation, mine: int, below: int) -> bool:
        """Take a part of the smallest free block that is larger, and smaller than `below` bytes."""
        larger = self._of_sizes(state, new, mine + 1, below)
        for size in spans.by_fit(larger, mine):
            free, count = self._left(state, larger[size], new)
            if count > 0:
                sure = not self._closer(state, new, mine, size)
                if sure:
                    self._inherit(state, new, free)
                self._use_up(state, free, count)
                if sure:
                    taken, rest = spans.split(Span(0, size), mine)
                    olds = tuple(old.buffer for old in free)
                    made = Split((new.stream, new.pool), olds, ((new.buffer, taken.start),), rest)
                    state.pool = state.pool._replace(splits=(*state.pool.splits, made))
                return True
        return False

    def _split_gap(self, state: State, new: Allocation, mine: int, gap: _Gap) -> None:
        """Take the first bytes of a free part of a block."""
        old = gap.split
        if self._closer(state, new, mine, gap.span.size):
            self._put(state, old)
            return
        taken, rest = spans.split(gap.span, mine)
        self._inherit(state, new, (self._lifetimes.known[buffer] for buffer in old.olds), taken.start, old.pieces)
        gaps = (*(span for span in old.gaps if span != gap.span), *rest)
        self._put(state, old, old._replace(parts=(*old.parts, (new.buffer, taken.start)), gaps=gaps))

    def _put(self, state: State, old: Split, *now: Split) -> None:
        """These are in the place of a split block."""
        splits = tuple(one for known in state.pool.splits for one in (now if known is old else (known,)))
        state.pool = state.pool._replace(splits=splits)

    def _of_sizes(self, state: State, new: Allocation, least: int, below: int) -> dict[int, list[Allocation]]:
        """Earlier allocations of at least so many bytes and of fewer than `below`, by size."""
        return {
            size: found
            for arena in self._homes(state, new)
            for size, found in self._larger.get(arena, {}).items()
            if least <= size < below
        }

    def _closer(self, state: State, new: Allocation, mine: int, size: int) -> bool:
        """Whether a block that fits better than one of `size` may be free, though that is not certain."""
        found = self._of_sizes(state, new, mine, size).values()
        asked = {
            old.buffer for alike in found for old in alike if old is not new and not state.pool.gone >> old.index & 1
        }
        return bool(asked) and bool(self._lifetimes.maybe_free(state, asked, new.recipe))

    def _split_unknown(self, state: State, new: Allocation, candidates: dict[int, int]) -> None:
        """Take a part of a block of a size that is not a number."""
        best: tuple[int, Allocation] | None = None
        for old, last in self._lifetimes.free_ones(state, candidates, new.recipe) if candidates else ():
            if allocation_sizes.fits(self._sizes, new, old) == "smaller" and (best is None or last > best[0]):
                best = (last, old)
        if best is not None:
            self.gone(state, [best[1]])
            self._inherit(state, new, best[1:])

    def _join_parts(self, state: State, new: Allocation, free: list[Allocation]) -> None:
        """`new` may be in the place of a part that was free."""
        taken = {old.buffer for old in free}
        splits = []
        for split in state.pool.splits:
            starts = dict.fromkeys(start for part, start in split.parts if part in taken)
            splits.append(split._replace(parts=(*split.parts, *((new.buffer, start) for start in starts))))
        state.pool = state.pool._replace(splits=tuple(splits))

    def _merge(self, state: State, new: Allocation) -> None:
        """Parts that are free are one with the free bytes next to them; in the end the block is whole again."""
        homes, lifetimes = self._homes(state, new), self._lifetimes
        splits = [split for split in state.pool.splits if split.arena in homes]
        if not splits:
            return
        asked = dict.fromkeys(lifetimes.takeable(state, new, (part for split in splits for part, _ in split.parts)), 0)
        free = {old.buffer for old, _ in lifetimes.free_ones(state, asked, new.recipe)}
        for old in reversed(splits):  # parts of parts first
            self._coalesce(state, old, free)

    def _coalesce(self, state: State, old: Split, free: set[int]) -> None:
        """Make the parts of a block that are in `free` one with its gaps; a block that is whole again is added."""
        slots = self._slots(state, old, free)
        runs = spans.coalesce((*old.gaps, *slots))
        grown = [run for run in runs if run not in old.gaps and run not in slots]
        if not grown:
            return
        joined = {slot.start for slot in slots if any(run.covers(slot) for run in grown)}
        pieces = self._absorb(state, old, joined)
        parts = tuple((part, start) for part, start in old.parts if start not in joined)
        if parts:
            gaps = tuple(run for run in runs if run not in slots)
            self._put(state, old, old._replace(parts=parts, gaps=gaps, pieces=pieces))
        else:
            free.add(self._restore(state, old, pieces))
            self._put(state, old)

    def _slots(self, state: State, split: Split, free: set[int]) -> list[Span]:
        """The places of those parts of a block that are free: none of those that may have one is in use."""
        divided = {old for other in state.pool.splits if other is not split for old in other.olds}
        owners: dict[int, list[int]] = {}
        for part, start in split.parts:
            owners.setdefault(start, []).append(part)
        gone, known = state.pool.gone, self._lifetimes.known
        return [
            Span(start, start + (self._bytes(known[buffers[0]]) or 0))
            for start, buffers in owners.items()
            if all(buffer in free or gone >> known[buffer].index & 1 for buffer in buffers)
            and not free.isdisjoint(buffers)
            and divided.isdisjoint(buffers)
        ]

    def _absorb(self, state: State, split: Split, starts: set[int]) -> tuple[Piece, ...]:
        """The parts that start there are no longer blocks of their own; what used parts of the block so far."""
        pending = self._lifetimes.unfinished(state)
        pieces = [piece for piece in split.pieces if piece.accesses & pending]
        seen: set[int] = set()
        for part, start in split.parts:
            if start in starts:
                # one that may as well have got another part knows also what used that one
                known = self._pieces(state, self._lifetimes.known[part])[: 1 if start in seen else None]
                seen.add(start)
                for piece in known:
                    for own in self._anywhere(piece._replace(accesses=piece.accesses & pending)):
                        pieces.append(own._replace(start=start + own.start, end=min(start + own.end, _END)))
        self.gone(state, [self._lifetimes.known[part] for part, start in split.parts if start in starts])
        return tuple(dict.fromkeys(pieces))

    def _restore(self, state: State, split: Split, pieces: tuple[Piece, ...]) -> int:
        """A block is whole again; which allocation it is that has it back."""
        known = state.pool.pieces
        grown = {old: tuple(dict.fromkeys((*known.get(old, ()), *pieces))) for old in split.olds}
        state.pool = state.pool._replace(pieces={**known, **grown})
        last = self._lifetimes.known[split.olds[-1]]
        kind, owed = self._class(last), dict(state.pool.owed)
        if owed.get(kind):
            owed[kind] -= 1
            state.pool = state.pool._replace(owed=owed)
        else:
            state.pool = state.pool._replace(gone=state.pool.gone & ~(1 << last.index))
        return last.buffer

    def _inherit(
        self, state: State, new: Allocation, free: Iterable[Allocation], start: int = 0, more: tuple[Piece, ...] = ()
    ) -> None:
        """What may still use the block that `new` got: one of those of `free`, from byte `start` on."""
        end = start + (self._bytes(new) or _END)
        pending = self._lifetimes.unfinished(state)
        found = list(more)
        for old in free:
            if not (self._lifetimes.own_accesses(state, old.buffer) & pending or old.buffer in state.pool.pieces):
                continue
            alike = start == 0 and self.alike(new, old)
            for piece in self._pieces(state, old):
                used = piece._replace(accesses=piece.accesses & pending)
                found += (used,) if alike else self._anywhere(used)
        numbers = 0
        pieces: dict[tuple[int, int], int] = {}
        for piece in found:
            used_now = piece.accesses & pending
            if used_now and piece.start < end and start < piece.end:
                where = max(piece.start - start, 0), min(piece.end, end) - start
                pieces[where] = pieces.get(where, 0) | used_now
                numbers |= used_now
        if numbers:
            pool = state.pool
            own = tuple(Piece(*where, used) for where, used in pieces.items())
            reused, known = {**pool.reused, new.buffer: numbers}, {**pool.pieces, new.buffer: own}
            state.pool = pool._replace(reused=reused, pieces=known)

    def _anywhere(self, piece: Piece) -> Iterator[Piece]:
        """What is known of accesses where an index means other bytes: those to all of it, and to its first byte."""
        whole = first = 0
        for number in bits(piece.accesses):
            region = self._lifetimes.region(number)
            whole |= 1 << number if is_all(region) else 0
            first |= 1 << number if has_first(region) else 0
        if whole:
            yield piece._replace(accesses=whole)
        if first & ~whole:
            yield Piece(piece.start, piece.start + 1, first & ~whole)

    def _pieces(self, state: State, old: Allocation) -> list[Piece]:
        """The accesses to the block of an allocation, by parts."""
        own = Piece(0, self._bytes(old) or _END, self._lifetimes.own_accesses(state, old.buffer))
        return [own, *state.pool.pieces.get(old.buffer, ())]

    # -- sizes -----------------------------------------------------------------------------------

    def _index(self) -> None:
        for other in islice(self._lifetimes.known.values(), len(self._all), None):
            kind, node, bit = self._class(other), other.recipe.node, 1 << other.index
            self._all.append(other)
            self._by_class[kind] = self._by_class.get(kind, 0) | bit
            self._by_node[node] = self._by_node.get(node, 0) | bit
            bytes_ = self._bytes(other)
            if bytes_ is not None:
                self._larger.setdefault((other.stream, other.pool), {}).setdefault(bytes_, []).append(other)

    def _homes(self, state: State, new: Allocation) -> list[tuple[Stream, Hashable]]:
        """The arenas that `new` may get a block of."""
        former = state.memory.get(("handle", new.stream))
        streams = [new.stream, former.stream] if isinstance(former, StreamValue) else [new.stream]
        return [(stream, new.pool) for stream in streams]

    def _bytes(self, allocation: Allocation) -> int | None:
        size = self._sizes.of(allocation)
        total = None if size is None else size.size_class()
        return total if isinstance(total, int) else None

    def _class(self, allocation: Allocation) -> Hashable:
        """What allocations have in common that can take each other's blocks."""
        size = self._sizes.of(allocation)
        return (allocation.stream, allocation.pool, None if size is None else size.size_class())

    def _alike(self, state: State, new: Allocation) -> list[Allocation]:
        """Earlier allocations of the same size whose blocks nobody else is known to have."""
        size = self._sizes.of(new)
        if size is None:
            return []
        kind, found = size.size_class(), 0
        for home in self._homes(state, new):
            found |= self._by_class.get((*home, kind), 0)
        left = ~state.pool.gone
        alike = [self._all[index] for index in bits(found & left)]
        others = (self._all[index] for index in bits(self._by_node.get(new.recipe.node, 0) & left & ~found))
        return alike + [other for other in others if allocation_sizes.fits(self._sizes, new, other) == "same"]
