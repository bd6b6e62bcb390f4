"""The state of one path through a program: memory, streams in effect, order of work."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from cupylint.flow import captures, costs, limits, readings
from cupylint.flow.blocks import EMPTY, Pool
from cupylint.flow.contact import TRIED, USED, merged
from cupylint.flow.memory import Memory
from cupylint.flow.values import (
    Array,
    DictValue,
    EventValue,
    HostArray,
    HostView,
    Instance,
    ListValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.order import HOST, Order, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.facts import HandOff, Mode, Spot, Step
    from cupylint.flow.captures import Capture, Launchable
    from cupylint.flow.regions import Region

Trace = tuple["Trace", "Step"] | None  # linked list, newest first


class Block(NamedTuple):
    """A ``with stream:`` that was entered. `outer` is the stream that was in effect around it."""

    number: int
    spot: Spot
    stream: Stream
    outer: Stream


@dataclass(frozen=True, slots=True, eq=False)
class Touch:
    """One access as the flow remembers it. Its index in the analysis is its bit in `Order`."""

    number: int
    spot: Spot
    mode: Mode
    stream: Stream | None  # None: the host
    buffer: int
    region: Region
    blocks: tuple[Block, ...]
    frame: int
    host: Hashable  # the thread that issued it
    certain: bool
    statement: Spot
    step: Step
    call: str
    explicit: bool  # the stream was named by a keyword
    called: CSTNode | None = None  # the call in the checked file that led to it, if it is in another file
    hand_off: HandOff | None = None  # how the array came to the library that makes the access
    library: str = ""  # the one that does, if the array was handed over


class Current(NamedTuple):
    """The stream in effect on one device for one thread, as CuPy keeps it."""

    stream: Stream
    stack: tuple[Stream, ...]
    used: Spot | None  # the ``use()`` that set it, if one did
    expected: Stream | None  # what the source suggests where that differs
    mixed: Spot | None  # the block whose end made it differ


class Leaving(NamedTuple):
    """The body of a ``with`` is left before its end, while its manager's code is still to run."""

    number: int  # of the ``with``
    way: Literal["return", "break", "continue"]
    value: Value  # what is returned


class State:
    """Everything that can differ between two paths. Copy before following a second path."""

    __slots__ = (
        "assumed", "blocks", "capture", "currents", "device", "doubt", "graphs", "host", "leaving", "memory", "muted",
        "order", "pool", "raw", "readers", "trace", "unseen", "writers",
    )  # fmt: skip

    def __init__(self) -> None:
        self.memory = Memory()
        self.order = Order()
        self.pool: Pool = EMPTY
        self.raw: Order | None = None  # the order without the edges that findings assume; None: the same
        self.currents: dict[tuple[Hashable, int], Current] = {}
        self.device = 0
        self.host: Hashable = HOST
        self.readers: dict[int, int] = {}
        self.writers: dict[int, int] = {}
        self.doubt = 0  # accesses that an unknown call may have waited for
        self.blocks: tuple[Block, ...] = ()
        self.leaving: tuple[Leaving, ...] = ()  # innermost last
        self.assumed: dict[Hashable, Value] = {}
        self.trace: Trace = None
        self.capture: Capture | None = None
        self.graphs: tuple[Launchable, ...] = ()
        self.unseen = 0  # accesses issued before the last call of code that is not seen
        self.muted = 0  # > 0: accesses are uncertain (unknown context managers, pytest.raises)

    def copy(self) -> State:
        other = State.__new__(State)
        other.memory = self.memory.copy()
        other.order = self.order.copy()
        other.raw = None if self.raw is None else self.raw.copy()
        other.currents = self.currents.copy()
        other.device, other.host = self.device, self.host
        other.readers, other.writers = self.readers.copy(), self.writers.copy()
        other.doubt, other.unseen = self.doubt, self.unseen
        other.blocks, other.leaving = self.blocks, self.leaving
        other.assumed = self.assumed.copy()
        other.trace = self.trace
        other.pool = self.pool
        other.muted = self.muted
        other.capture, other.graphs = self.capture, self.graphs
        return other

    def become(self, other: State) -> None:
        """Take over everything from `other`, which is not used any more."""
        for name in State.__slots__:
            setattr(self, name, getattr(other, name))

    def add(self, step: Step) -> None:
        """Remember `step` as the newest of this path."""
        self.trace = (self.trace, step)


# -- joining paths ---------------------------------------------------------------------------------


def join(states: list[State], limit: int) -> list[State]:
    """Fewer states that stand for the same paths, at most `limit`.

    Paths that differ in nothing that matters become one. Over the limit, paths that differ only in
    the order of work are joined (exactly, by `Order.join`); after that the last ones are given up.
    """
    if len(states) < 2:
        return states
    groups: list[State] = []
    for state in states:
        for index, kept in enumerate(groups):
            merged = _merge(kept, state, joins_order=False)
            if merged is not None:
                groups[index] = merged
                break
        else:
            groups.append(state)
    if len(groups) <= limit:
        return groups
    joined: list[State] = []
    for state in groups:
        for index, kept in enumerate(joined):
            merged = _merge(kept, state, joins_order=True)
            if merged is not None:
                joined[index] = merged
                break
        else:
            joined.append(state)
    return joined[:limit]


def _merge(left: State, right: State, joins_order: bool) -> State | None:
    if left.currents != right.currents or left.device != right.device or left.host != right.host:
        return None
    if left.leaving != right.leaving or left.capture != right.capture:
        return None
    if [block.number for block in left.blocks] != [block.number for block in right.blocks]:
        return None
    same_order = left.order == right.order and (left.raw is None) == (right.raw is None)
    if not same_order and not joins_order:
        return None
    memory = _merge_memory(left.memory, right.memory)
    if memory is None:
        return None
    merged = left.copy()
    merged.memory = memory
    merged.doubt, merged.unseen = left.doubt | right.doubt, left.unseen | right.unseen
    merged.graphs = captures.joined(left.graphs, right.graphs)
    merged.pool = left.pool.join(right.pool)
    merged.muted = max(left.muted, right.muted)
    merged.assumed = {key: value for key, value in left.assumed.items() if right.assumed.get(key) == value}
    for mine, theirs in ((merged.readers, right.readers), (merged.writers, right.writers)):
        for buffer, numbers in theirs.items():
            mine[buffer] = mine.get(buffer, 0) | numbers
    if not same_order:
        merged.order = left.order.join(right.order)
        if left.raw is not None or right.raw is not None:
            merged.raw = (left.raw or left.order).join(right.raw or right.order)
    return merged


def _merge_memory(left: Memory, right: Memory) -> Memory | None:
    """One memory for two that differ in plain values only, else None."""
    if left.base is not right.base:
        left, right = left.flat(), right.flat()
    if left.own == right.own:
        return left
    # Two paths share most of their values: what is the same object is found without looking into it.
    differing = [key for key, value in left.own.items() if right.own.get(key, left) is not value]
    differing += [key for key in right.own if key not in left.own]
    merged = left.copy()
    for key in differing:
        mine, theirs = left.get(key), right.get(key)
        if mine is theirs or mine == theirs:
            continue
        joined = _merge_values(key, mine, theirs, left, right)
        if joined is None:
            return None
        merged[key] = joined
    return merged


def _merge_values(key: Hashable, mine: object, theirs: object, left: Memory, right: Memory) -> object | None:
    if key in (USED, TRIED):
        return merged(mine, theirs)
    if isinstance(key, tuple) and key and key[0] == limits.LIMIT:
        return limits.joined(mine, theirs)
    if isinstance(key, tuple) and key and key[0] in costs.ONE_PATH:
        return ()
    if mine is None or theirs is None:  # known on one path only
        other = mine if theirs is None else theirs
        return None if _matters(other, left) or _matters(other, right) else other
    if isinstance(mine, HostView) and isinstance(theirs, HostView):
        joined = _merge_values(key, mine.array, theirs.array, left, right)
        return HostView(joined) if isinstance(joined, Array) else HostArray()
    if isinstance(mine, Array) and isinstance(theirs, Array) and mine.region == theirs.region:
        if getattr(mine, "library", "") != getattr(theirs, "library", ""):
            return None
        boolean, guess = mine.boolean and theirs.boolean, mine.guess or theirs.guess
        return replace(mine, buffers=mine.buffers | theirs.buffers, boolean=boolean, guess=guess)
    if (times := readings.join(mine, theirs)) is not None:
        return times
    if _matters(mine, left) or _matters(theirs, right):
        return None
    if isinstance(mine, tuple) and isinstance(theirs, tuple):  # contents of lists that hold plain values
        return mine if len(mine) >= len(theirs) else theirs
    if isinstance(mine, tuple) or isinstance(theirs, tuple):
        return None
    return Symbol(("joined", key))


def _matters(value: object, memory: Memory, depth: int = 3) -> bool:
    """Whether paths on which a name has different such values must be kept apart."""
    if isinstance(value, (StreamValue, EventValue, Array)):
        return True
    if depth and isinstance(value, (ListValue, DictValue)):
        return _matters(memory.get(value.key), memory, depth - 1)
    if isinstance(value, Instance):
        return "Stream" in value.cls.idents or "Event" in value.cls.idents
    if depth and isinstance(value, TupleValue):
        return any(_matters(item, memory, depth - 1) for item in value.items)
    if depth and isinstance(value, tuple):
        return any(_matters(item, memory, depth - 1) for item in value)
    return False
