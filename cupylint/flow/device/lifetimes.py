"""Lifetimes of device memory: what a freed block may still be used for when the next allocation takes it.

CuPy's pools keep freed blocks in the arena of the stream that was in effect when they were allocated (their
*home*), and hand them out there again at once. Nothing waits for other streams that still use them. So a new
allocation *inherits* the accesses to the block it takes: its first write races with those that are not ordered
before it.

Costs nothing until memory is used on another stream than its home; whether an array is dead is looked up only
where an allocation could take the block of one that is used elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Literal

from cupylint.flow.device.arenas import Arenas
from cupylint.flow.domain import allocation_sizes
from cupylint.flow.domain.blocks import Allocation, Recipe
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.reachability import dead, is_destroyed, not_alive
from cupylint.flow.domain.values import (
    NONE,
    Array,
    DictValue,
    ListValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
    is_address,
)
from cupylint.order import Stream, bits

if TYPE_CHECKING:
    from cupylint.facts import Spot
    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.regions import Region
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.interp.interpreter import Interpreter

Drop = Literal["del", "rebound", "returned", "removed", "freed", "raised", "temporary"]
DEFAULT = ("default pool",)
ALLOCATOR = ("allocator",)
"""Where a path remembers the allocator in effect: `UNTRACKED`, or what tells its pool from others."""
UNTRACKED = Symbol("an allocator that is not known")


class Meanwhile:
    """Gives a list, with some values at its end; what was added is taken away at the end of the block.

    There is one for each call that is followed: a generator would take three times as long.
    """

    __slots__ = ("_mark", "_values", "_within")

    def __init__(self, within: list[Value], values: tuple[Value, ...] = ()) -> None:
        self._within, self._values = within, values

    def __enter__(self) -> list[Value]:
        self._mark = len(self._within)
        self._within += self._values
        return self._within

    def __exit__(self, *error: object) -> None:
        del self._within[self._mark :]


class Lifetimes:
    """The allocations of one file, on whatever path."""

    BUDGET: ClassVar[int] = 400_000  # values that are gone through to see what is alive

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self.known: dict[int, Allocation] = {}  # by buffer
        self.elsewhere: dict[Stream, int] = {}  # home -> accesses from other streams
        self.used: set[int] = set()  # allocations that were read or written
        self.held: set[int] = set()  # allocations that code which is not seen may refer to
        self.hand: list[Value] = []  # values in use by what is being carried out
        self.lent: list[Value] = []  # values that it was given, which may be in use
        self.plain: dict[int, tuple[Value, bool]] = {}  # code, by identity, and whether it leads to top levels only
        self.handling = 0  # > 0: in an ``except``
        self.witness: dict[int, tuple[int, str]] = {}  # allocation -> the name that it was last found alive by
        self.drops: dict[int, tuple[Spot, Drop, int]] = {}  # where the last reference was dropped, after which access
        self.budget = self.BUDGET
        self._first: Stream | None = None
        self._several = False  # whether work of more than one kind was met; before that, no reuse does harm
        self.arenas = Arenas(self, allocation_sizes.Sizes(self.known))

    # -- allocating ------------------------------------------------------------------------------

    def allocate(
        self, state: State, buffer: int, stream: Stream, recipe: Recipe, manual: bool = False, library: str = ""
    ) -> None:
        """A new allocation at home on `stream`: it may take a freed block that is still in use.

        A `library` other than CuPy has a pool of its own, which keeps a list for each stream as CuPy's does.
        """
        interpreter = self._interpreter
        pool = ("by hand",) if manual else ("of", library) if library else state.memory.get(ALLOCATOR, DEFAULT)
        if pool is UNTRACKED or interpreter.modules.importing:
            return
        spot = interpreter.spot(recipe.node or interpreter.statement)
        new = Allocation(len(self.known), buffer, stream, pool, recipe, spot, manual)
        self.known[buffer] = new
        if not self._meets_several(stream):
            return
        candidates: dict[int, int] = {}
        if stream in self.elsewhere:
            candidates = self._candidates(state, stream, new)
        former = state.memory.get(("handle", stream))
        if isinstance(former, StreamValue):
            candidates.update(self._candidates(state, former.stream, new))
        self.arenas.take(state, new, candidates)

    def expect_messages(self) -> None:
        """Code sends messages: a library writes into memory at once, whatever is queued for it."""
        self._several = True

    def _meets_several(self, stream: Stream) -> bool:
        self._several = self._several or self._first not in (None, stream)
        self._first = stream
        return self._several

    def unfinished(self, state: State) -> int:
        """Accesses that the running thread has not waited for."""
        return state.order.issued & ~state.order.hosts.get(state.host, 0) & ~state.pool.excused

    def takeable(self, state: State, new: Allocation, buffers: Iterable[int]) -> list[int]:
        """Those of `buffers` whose blocks are in the arena of `new` once they are free."""
        former = state.memory.get(("handle", new.stream))
        homes = (new.stream, former.stream) if isinstance(former, StreamValue) else (new.stream,)
        known, held, gone = self.known, self.held, state.pool.gone
        return [
            buffer
            for buffer in buffers
            if not gone >> (old := known[buffer]).index & 1
            and buffer not in held
            and old is not new
            and old.stream in homes
            and old.pool == new.pool
        ]

    def _in_flight(self, state: State, home: Stream, stream: Stream) -> int:
        """Accesses from other streams to memory of `home` that nothing orders before what `stream` does next."""
        accesses = self.elsewhere.get(home, 0) & state.order.issued & ~state.pool.excused
        return accesses and accesses & ~state.order.known(stream, state.host)

    def _candidates(self, state: State, home: Stream, new: Allocation | None = None) -> dict[int, int]:
        """Allocations of an arena that are in use elsewhere, with their last such access; of the pool of `new`."""
        pending = self._in_flight(state, home, home if new is None else new.stream)
        found: dict[int, int] = {}
        for number in bits(pending):
            found[self._interpreter.touches[number].buffer] = number
        for buffer, numbers in state.pool.reused.items():
            if numbers & pending:
                found[buffer] = (numbers & pending).bit_length() - 1
        return found if new is None else {buffer: found[buffer] for buffer in self.takeable(state, new, found)}

    def free_ones(
        self, state: State, candidates: dict[int, int], recipe: Recipe | None
    ) -> list[tuple[Allocation, int]]:
        """Those that are free on this path; what the allocating call was given is in use."""
        free: list[tuple[Allocation, int]] = []
        asked: set[int] = set()
        for buffer, last in candidates.items():
            old = self.known[buffer]
            if (state.pool.freed | state.pool.dead) >> old.index & 1:
                free.append((old, last))
            elif not old.manual and not self._still_named(state, buffer):
                asked.add(buffer)
        if asked and self.budget > 0:
            with self.holding(*_given(recipe)):
                found = [self.known[buffer] for buffer in dead(self._interpreter, state, asked)]
            free += [(old, candidates[old.buffer]) for old in found]
            state.pool = state.pool._replace(dead=state.pool.dead | sum(1 << old.index for old in found))
        return free

    def maybe_free(self, state: State, asked: set[int], recipe: Recipe | None) -> set[int]:
        """Those of `asked` that are not certain to be in use."""
        manual = {buffer for buffer in asked if self.known[buffer].manual}
        left = {buffer for buffer in asked - manual if not self._still_named(state, buffer)}
        if left and self.budget > 0:
            with self.holding(*_given(recipe)):
                left = not_alive(self._interpreter, state, left)
        return left | {buffer for buffer in manual if state.pool.freed >> self.known[buffer].index & 1}

    def _still_named(self, state: State, buffer: int) -> bool:
        """Whether the name that it was last found by still stands for it."""
        key = self.witness.get(buffer)
        value = None if key is None else state.memory.get(key)
        if key is None or not isinstance(value, Array) or buffer not in value.buffers:
            return False
        return key[0] == 0 or any(frame.number == key[0] for frame in self._interpreter.frames)

    def region(self, number: int) -> Region:
        """The part of its memory that an access is to."""
        return self._interpreter.touches[number].region

    def own_accesses(self, state: State, buffer: int) -> int:
        """The accesses to the memory of an allocation."""
        return state.readers.get(buffer, 0) | state.writers.get(buffer, 0)

    def release(self, state: State) -> None:
        """Free blocks go back to the device, which waits for it: nothing takes them any more."""
        for home in self.elsewhere:
            for old, _ in self.free_ones(state, self._candidates(state, home), None):
                self.arenas.gone(state, [old])

    def may_share_handle(self, state: State, first: object, second: object) -> bool:
        """Whether one of two streams may have got the handle of the other one, which is gone."""
        if not (isinstance(first, StreamValue) and isinstance(second, StreamValue)) or first == second:
            return False
        return any(is_destroyed(self._interpreter, state, value.stream) for value in (first, second))

    def share_handle(self, state: State, first: StreamValue, second: StreamValue) -> None:
        """The two are known to have one handle: arenas go by that, so the one that is left has both."""
        old, new = (first, second) if is_destroyed(self._interpreter, state, first.stream) else (second, first)
        state.memory[("handle", new.stream)] = old

    # -- references ------------------------------------------------------------------------------

    def holding(self, *values: Value) -> Meanwhile:
        """These values are in use meanwhile, though nothing may refer to them."""
        return Meanwhile(self.hand, values)

    def lending(self, *values: Value) -> Meanwhile:
        """These values may be in use meanwhile: a function may drop what it was given."""
        return Meanwhile(self.lent, values)

    def together(self) -> Meanwhile:
        """What is added to the list is in use meanwhile: operands that wait for the next one."""
        return Meanwhile(self.hand)

    def hold(self, state: State, *values: Value) -> None:
        """Code that is not seen may keep references to these from now on; an address is none."""
        if self.known:
            for value in values:
                if is_address(value):
                    continue
                for array in arrays_in(state, value):
                    self.held |= array.buffers

    def free(self, state: State, array: Array, stream: Stream) -> None:
        """A call gives memory back, in the order of `stream`."""
        for buffer in array.buffers:
            old = self.known.get(buffer)
            if old is None or not old.manual:
                continue
            self.drops[buffer] = (
                self._interpreter.spot(self._interpreter.statement),
                "freed",
                len(self._interpreter.touches),
            )
            if old.stream == stream:
                state.pool = state.pool._replace(freed=state.pool.freed | 1 << old.index)
            else:
                state.pool = state.pool._replace(gone=state.pool.gone | 1 << old.index)

    def recorded(self, state: State, array: Array) -> None:
        """A library is told of the stream that uses its memory: the block is kept until that is done."""
        for buffer in array.buffers.intersection(self.known):
            state.pool = state.pool._replace(gone=state.pool.gone | 1 << self.known[buffer].index)

    def drop(self, state: State, value: object, how: Drop, kept: Value | None = None) -> None:
        """A reference is dropped here, though maybe not the last one; `kept` still has one."""
        if not self.elsewhere or not isinstance(value, (Array, ListValue, TupleValue, DictValue)):
            return
        spot = self._interpreter.spot(self._interpreter.statement)
        spared = {buffer for array in arrays_in(state, kept or NONE) for buffer in array.buffers}
        for array in arrays_in(state, value):
            for buffer in array.buffers - spared:
                if not (buffer in self.known and self.known[buffer].manual):  # a call frees that
                    self.drops[buffer] = (spot, how, len(self._interpreter.touches))

    # -- using -----------------------------------------------------------------------------------

    def is_fresh(self, array: Array) -> bool:
        """Whether nobody has read or written a new array yet, as after ``cp.empty``: there is nothing in it to read."""
        return array.buffers <= self.known.keys() and self.used.isdisjoint(array.buffers)

    def note(self, touch: Touch, use: Effect) -> None:
        """An access: remember it if it is made from another stream than the memory's home."""
        self.used.add(touch.buffer)
        if touch.stream is not None:
            self._meets_several(touch.stream)
        known = self.known.get(touch.buffer)
        if known is None or touch.stream is None or touch.stream == known.stream:
            return
        if len(use.array.buffers) == 1 and touch.certain:
            self.elsewhere[known.stream] = self.elsewhere.get(known.stream, 0) | 1 << touch.number


def _given(recipe: Recipe | None) -> tuple[Value, ...]:
    """What the allocating call was given."""
    return () if recipe is None else (*recipe.values, *(value for _, value in recipe.keywords))
