"""Loops that wait for memory to change: whether they look again, whether they end, whom they wait for."""

from __future__ import annotations

import re
from functools import cached_property

from cupylint.kernels.exits import Exits, Kind, Polled, attempts, exits, loops, reads_only
from cupylint.kernels.groups import Groups
from cupylint.kernels.indices import STEPS
from cupylint.kernels.memory import Memory, root
from cupylint.kernels.model import (
    Assign,
    Call,
    Cast,
    Declare,
    Expr,
    Function,
    If,
    Jump,
    Load,
    Loop,
    Name,
    Opaque,
    Part,
    Source,
    walk,
)
from cupylint.kernels.vocabulary import ATOMIC, BACK_OFF, CLOCKS, LOADS, WARP, is_pure
from cupylint.records import dataclass

FLAG = re.compile(
    r"flag(?:$|_)|(?:^|_)(?:stop|cancel|abort|halt|kill|finish|terminate|exit|interrupt"
    r"|(?:done|ready|quit|signal|running|converged)(?:$|_))",
    re.IGNORECASE,
)
_FENCES = re.compile(r"__threadfence\w*")
_WAITS_AND_LOADS = BACK_OFF | CLOCKS | LOADS


@dataclass(frozen=True, slots=True)
class StalePoll:
    """A loop that may read the memory it watches only once."""

    loop: Loop
    polled: Polled


@dataclass(frozen=True, slots=True)
class EndlessSpin:
    """A loop that only other threads, or the host, can end."""

    loop: Loop
    polled: Polled
    back_off: bool


@dataclass(frozen=True, slots=True)
class BlockWait:
    """A place where a block waits until all blocks have come. `certain` is False where it may be fewer."""

    place: Expr
    certain: bool


class Spins:
    """The loops of one function."""

    def __init__(self, source: Source, function: Function, groups: Groups) -> None:
        self._source, self._function, self._groups = source, function, groups
        self._memory = Memory.of(source, function)
        self.loops = [exits(loop, self._memory, source.constants) for loop in loops(*function.body)]

    def stale(self) -> list[StalePoll]:
        """Loops that poll memory the compiler may keep in a register."""
        found = []
        for item in self.loops:
            polls = [polled for kind, polls, _ in item.tests if kind is Kind.PLAIN for polled in polls]
            for polled in polls:
                if self._waits(item, polled) and not self._is_read_again(item.loop, polled):
                    found.append(StalePoll(item.loop, polled))
                    break
        return found

    def endless(self) -> list[EndlessSpin]:
        """Loops on memory without any bound."""
        found = []
        for item in self.loops:
            polls = [polled for kind, polls, _ in item.tests if kind in (Kind.PLAIN, Kind.FRESH) for polled in polls]
            if item.bounded or not polls or not self._only_waits(item.loop, {polled.name for polled in polls}):
                continue
            calls = [part.function for part in walk(item.loop) if isinstance(part, Call)]
            found.append(EndlessSpin(item.loop, polls[0], any(name in BACK_OFF for name in calls)))
        return found

    def block_waits(self) -> list[BlockWait]:
        """Loops that wait until every block of the grid has come."""
        found = []
        for item in self.loops:
            for _, polls, test in item.tests:
                polled = next((polled for polled in polls if self._counts_blocks(polled, test)), None)
                if polled is not None:
                    found.append(BlockWait(polled.place, True))
                    break
        return found

    # -- does it wait, does it look again? -----------------------------------------------------------

    def _waits(self, item: Exits, polled: Polled) -> bool:
        """Whether the loop is written to wait for a change of what it polls."""
        fresh = any(kind is Kind.FRESH for kind, _, _ in item.tests)
        if not item.bounded and not fresh:
            return True
        return bool(FLAG.search(polled.name)) or _is_empty(item.loop, polled)

    def _is_read_again(self, loop: Loop, polled: Polled) -> bool:
        kind = self._memory.type(polled.name)
        read_only = polled.cached or (kind.const and kind.restrict and self._memory.space(polled.name) == "parameter")
        return any(self._forces_reading(part, polled, read_only) for part in walk(loop))

    def _forces_reading(self, part: Part, polled: Polled, read_only: bool) -> bool:
        """Whether the compiler has to read memory again because of one part of the loop."""
        if isinstance(part, Name):
            return not self._is_known(part.id)
        if isinstance(part, Assign):
            return not read_only and self._may_change(part, polled)
        if not isinstance(part, Call):
            return _is_not_followed(part)
        if part is polled.place or is_pure(part.function):
            return False
        return not (read_only and (self._only_orders(part) or ATOMIC.fullmatch(part.function)))

    def _only_orders(self, call: Call) -> bool:
        """Whether a call orders, waits, tells the time or loads, and does nothing else."""
        name = call.function
        if name in _WAITS_AND_LOADS or _FENCES.fullmatch(name) or WARP.fullmatch(name):
            return True
        return self._groups.barrier(call) is not None

    def _is_known(self, name: str) -> bool:
        known = self._memory.space(name) or name in self._source.constants
        return bool(known) or "Idx." in name or "Dim." in name or name in ("warpSize", "NULL")

    def _may_change(self, change: Assign, polled: Polled) -> bool:
        """Whether a store could be to what is polled."""
        name = root(change.target)
        if isinstance(change.target, Name):
            return self._memory.space(name) in ("shared", "device")
        if self._memory.space(name) == "array" or not isinstance(change.target, Load):
            return False
        both = all(self._memory.type(item).restrict for item in (name, polled.name))
        return not (both and name != polled.name)

    def _only_waits(self, loop: Loop, names: set[str]) -> bool:
        """Whether nothing in the loop changes what it polls, but for an attempt to take a lock."""
        return not any(self._may_end_wait(part, names) for part in walk(loop))

    def _may_end_wait(self, part: Part, names: set[str]) -> bool:
        if isinstance(part, Assign):
            return root(part.target) in names
        if not isinstance(part, Call):
            return _is_not_followed(part)
        if ATOMIC.fullmatch(part.function):
            touches = bool(part.arguments) and root(part.arguments[0]) in names
            return touches and not (reads_only(part) or attempts(part))
        return not (is_pure(part.function) or self._only_orders(part))

    # -- whom does it wait for? ----------------------------------------------------------------------

    def _counts_blocks(self, polled: Polled, test: Expr) -> bool:
        """Whether `test` waits for a counter that each block advances, or for the last block to come."""
        name = polled.name
        if self._memory.space(name) not in ("parameter", "device"):
            return False
        if name in self._advanced and self._mentions_grid(test, 0):
            return True
        return name in self._written_by_last

    @cached_property
    def _advanced(self) -> set[str | None]:
        """What atomic operations of the function count up."""
        return {
            root(part.arguments[0])
            for part in walk(*self._function.body)
            if isinstance(part, Call)
            and part.function in ("atomicAdd", "atomicInc")
            and part.arguments
            and not reads_only(part)
        }

    @cached_property
    def _written_by_last(self) -> set[str | None]:
        """What only the last block to come writes."""
        found: set[str | None] = set()
        for part in walk(*self._function.body):
            if isinstance(part, If) and self._mentions_grid(part.condition, 0) and self._from_atomic(part.condition, 0):
                found |= _written_in(part)
        return found

    @cached_property
    def _values(self) -> dict[str, list[Expr]]:
        """What is assigned to each name."""
        found: dict[str, list[Expr]] = {}
        for part in walk(*self._function.body):
            if isinstance(part, Declare) and part.value is not None:
                found.setdefault(part.name, []).append(part.value)
            elif isinstance(part, Assign) and isinstance(part.target, Name):
                found.setdefault(part.target.id, []).append(part.value)
        return found

    def _definitions(self, name: str) -> list[Expr]:
        return self._values.get(name, [])

    def _mentions_grid(self, expression: Expr, depth: int) -> bool:
        """Whether the number of blocks goes into a value."""
        for part in walk(expression):
            if isinstance(part, Name):
                if part.id.startswith("gridDim."):
                    return True
                if depth < 3 and any(self._mentions_grid(item, depth + 1) for item in self._definitions(part.id)):
                    return True
        return False

    def _from_atomic(self, expression: Expr, depth: int) -> bool:
        """Whether what an atomic operation returned goes into a value."""
        for part in walk(expression):
            if isinstance(part, Call) and part.function in ("atomicAdd", "atomicInc"):
                return True
            known = self._definitions(part.id) if isinstance(part, Name) and depth < 3 else []
            if any(self._from_atomic(item, depth + 1) for item in known):
                return True
        return False


def _is_not_followed(part: Part) -> bool:
    return isinstance(part, Opaque) or (isinstance(part, Jump) and part.kind == "unknown")


def _written_in(branch: If) -> set[str | None]:
    """The memory that a branch writes, by name."""
    found: set[str | None] = set()
    for part in walk(*branch.then):
        if isinstance(part, Assign) and isinstance(part.target, Load):
            found.add(root(part.target))
        elif isinstance(part, Call) and ATOMIC.fullmatch(part.function) and part.arguments and not reads_only(part):
            found.add(root(part.arguments[0]))
    return found


def _is_empty(loop: Loop, polled: Polled) -> bool:
    """Whether the loop does nothing but look and count."""
    for part in walk(*loop.body, *loop.update):
        if isinstance(part, Load) and root(part) != polled.name:
            return False
        if isinstance(part, (Call, Loop, Cast)):
            return False
        if isinstance(part, Assign) and not (part.operator in STEPS and isinstance(part.target, Name)):
            return False
    return True
