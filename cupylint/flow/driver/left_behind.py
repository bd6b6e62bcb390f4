"""What one method leaves behind that another one, which is called next, can tell from nothing.

Unfinished work on an array that an attribute holds, an event, memory that the next allocation may take, a stream that
stays current. What has changed besides counts only for code that comes to one of these.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Set
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from cupylint.flow.device.lifetimes import ALLOCATOR
from cupylint.flow.domain.graphs import GraphValue
from cupylint.flow.domain.reachability import slots_of
from cupylint.flow.domain.values import (
    Array,
    BoundMethod,
    ClassValue,
    Const,
    DeviceValue,
    DictValue,
    Either,
    EitherFunction,
    EventValue,
    External,
    FunctionValue,
    HostArray,
    HostView,
    Imported,
    Instance,
    Kernel,
    ListValue,
    Method,
    Module,
    ModuleValue,
    Partial,
    Pointer,
    SliceValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.driver.sequences import BY_ANY_NAME, unfinished
from cupylint.flow.library.concurrent_tasks import DONE
from cupylint.order import Kind, Stream, bits
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_FOR_ALL = ("device", "capture", "graphs", "host")
"""What of a state later code meets without naming anything."""
_KEPT_FOR_ALL = frozenset((*ALLOCATOR, "job"))
"""The same of memory: the allocator, threads that run."""


Arena = Stream | Literal["pinned"]
"""Where memory is taken from and goes back to: that of the device by its home, pinned memory by one pool."""
PINNED: Final = "pinned"


class Allocated(NamedTuple):
    """How many allocations, of the device and of pinned memory, and how many streams were made until some time."""

    device: int
    pinned: int
    streams: int

    @classmethod
    def by(cls, interpreter: Interpreter) -> Allocated:
        """Those of an analysis until now."""
        return cls(len(interpreter.lifetimes.known), len(interpreter.pinned.blocks), len(interpreter.streams.created))


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """What later code can tell of a call that was made before it.

    Attributes:
        names: what leads to something in use, or has changed.
        in_use: those of `names` that lead to what is in use: without one of these, code cannot tell.
        arrays: those of `names` that lead to nothing but arrays which are in use, and are what they were before.
        ambient: the streams that are current now, where these are others than before; code need not name them.
        takeable: arenas whose next block may be one that is still in use.
        everything: it may be anything.
    """

    names: frozenset[str] = frozenset()
    in_use: frozenset[str] = frozenset()
    arrays: frozenset[str] = frozenset()
    ambient: frozenset[Hashable] = frozenset()
    takeable: frozenset[Arena] = frozenset()
    everything: bool = False

    def is_told_by(self, mentioned: frozenset[str], arenas: Set[Arena] | None = None) -> bool:
        """Whether code that mentions some names, and takes memory from some arenas, can tell.

        That other streams are current does not count. None: it is not known where the code allocates.
        """
        names = not self.in_use.isdisjoint(mentioned) or not BY_ANY_NAME.isdisjoint(mentioned)
        return self.everything or names or self._may_take(arenas)

    def only_arrays_told(self, mentioned: frozenset[str], arenas: Set[Arena] | None) -> bool:
        """Whether such code comes by way of the names to nothing but arrays which are in use."""
        if self.everything or self.ambient or not BY_ANY_NAME.isdisjoint(mentioned) or self._may_take(arenas):
            return False
        return (self.names - self.arrays).isdisjoint(mentioned)

    def _may_take(self, arenas: Set[Arena] | None) -> bool:
        """Whether memory that some arenas give may be a block that is still in use."""
        return bool(self.takeable) if arenas is None else not self.takeable.isdisjoint(arenas)


def arenas(interpreter: Interpreter, before: Allocated) -> frozenset[Arena] | None:
    """The arenas that memory was taken from after what was `allocated` before.

    None: one may be of a stream that was made meanwhile, and may have the handle of one that is gone.
    """
    homes = frozenset(each.stream for each in islice(interpreter.lifetimes.known.values(), before.device, None))
    new_streams = set(islice(interpreter.streams.created, before.streams, None))
    if not new_streams.isdisjoint(home.key for home in homes):
        return None
    return homes | {PINNED} if len(interpreter.pinned.blocks) > before.pinned else homes


def left_behind(interpreter: Interpreter, before: State, after: State, place: int) -> LeftBehind:
    """What the code that leads from `before` to `after` leaves behind, in modules and in what is at `place`."""
    trail = _Trail(interpreter, before, after, unfinished(after))
    if _is_met_by_all(before, after, trail):
        return LeftBehind(everything=True)
    places = {place, *(number for number in interpreter.modules.frames.values() if number is not None)}
    told = [*trail.names(places), *trail.unknown_arrays()]
    graphs = frozenset(trail.graphs_without_arrays(before, place))
    return LeftBehind(
        names=graphs | {name for name, _ in told},
        in_use=graphs | {name for name, leads in told if leads.in_use},
        arrays=frozenset(name for name, _ in told) - {name for name, leads in told if leads.events or leads.changed},
        ambient=frozenset(_current(after) - _current(before)),
        takeable=trail.takeable(),
    )


def _is_met_by_all(before: State, after: State, trail: _Trail) -> bool:
    """Whether all later code meets what has changed, whatever it names."""
    if any(getattr(before, part) != getattr(after, part) for part in _FOR_ALL) or after.leaving:
        return True
    kept = (key for key in trail.changed if isinstance(key, tuple) and key[0] in _KEPT_FOR_ALL)
    return any(not _is_done(key, after.memory.get(key)) for key in kept)


def _is_done(key: tuple[object, ...], value: object) -> bool:
    """Whether what changed is only that a thread has come to its end."""
    return key[0] == "job" and value == DONE


def _current(state: State) -> set[Hashable]:
    """The streams that are current, null streams apart: these are where nothing was said."""
    return {
        (place, current.stream, current.stack)
        for place, current in state.currents.items()
        if current.stack or current.stream.kind is not Kind.NULL
    }


_HOLDERS = frozenset(
    (
        *(BoundMethod, Either, EitherFunction, Kernel, Method, Module, Partial),
        *(Const, DeviceValue, External, HostArray, HostView, Imported, ModuleValue, Pointer, SliceValue, StreamValue),
        *(DictValue, Instance, ListValue, TupleValue),
    )
)
"""Kinds of values that are not in use themselves, though what they hold may be."""


@dataclass(slots=True)
class _Leads:
    """What a value leads to: arrays and events in use, what is not as it was, and what may hold anything."""

    arrays: bool = False
    events: bool = False
    changed: bool = False
    unclear: bool = False

    @property
    def in_use(self) -> bool:
        """Whether any of it is in use: what has not changed is not, but for arrays and events."""
        return self.arrays or self.events or (self.changed and self.unclear)


class _Trail:
    """What changed between two states of one path: arrays in use, events, attributes and contents.

    Attributes:
        buffers: allocations that are in use, and `held` those of them that a name was found to lead to.
        changed: keys of memory.
    """

    def __init__(self, interpreter: Interpreter, before: State, after: State, pending: int) -> None:
        self._interpreter = interpreter
        self._pending = pending
        self._after = after.memory
        self.buffers = {
            buffer for held in (after.readers, after.writers) for buffer, accesses in held.items() if accesses & pending
        }
        self.held: set[int] = set()
        old = before.order.events
        self._events = {event for event, known in after.order.events.items() if old.get(event) != known}
        self.changed = {key for key, value in after.memory.own.items() if before.memory.get(key) != value}

    def names(self, places: Set[int]) -> Iterator[tuple[str, _Leads]]:
        """Names of frames, and attributes of objects, that changed or lead to something that did, or is in use."""
        for key in self.changed:
            if isinstance(key, tuple) and key[0] in places and isinstance(key[1], str):
                yield key[1], _Leads(changed=True)  # also where it is gone
        for number in places:
            for name, value in self._after.members(number):
                leads = self._leads(value)
                leads.changed = leads.changed or (number, name) in self.changed
                if isinstance(name, str) and (leads.in_use or leads.changed):
                    yield name, leads

    def unknown_arrays(self) -> Iterator[tuple[str, _Leads]]:
        """Attributes of which nothing is known but that they are arrays in use."""
        for symbol, buffer in self._interpreter.parameters.buffers.items():
            if buffer in self.buffers and not isinstance(symbol.key, int):
                self.held.add(buffer)
                yield symbol.label.rpartition(".")[2], _Leads(arrays=True)

    def takeable(self) -> frozenset[Arena]:
        """The arenas whose next block may be one that is still in use, and that no name was found to lead to."""
        interpreter = self._interpreter
        homes = frozenset[Arena](
            home
            for home, accesses in interpreter.lifetimes.elsewhere.items()
            if any(interpreter.touches[number].buffer not in self.held for number in bits(accesses & self._pending))
        )
        return homes if (self.buffers & interpreter.pinned.blocks) <= self.held else homes | {PINNED}

    def graphs_without_arrays(self, before: State, place: int) -> Iterator[str]:
        """Attributes that hold graphs, if what changed held arrays that these use."""
        graphs = [held.graph for held in before.graphs]
        used = {number for graph in graphs for array, _ in graph.uses for number in array.buffers}
        replaced = (before.memory.get(key) for key in self.changed) if used else ()
        if any(isinstance(value, Array) and not value.buffers.isdisjoint(used) for value in replaced):
            yield from (str(name) for name, value in self._after.members(place) if isinstance(value, GraphValue))

    def _leads(self, value: object) -> _Leads:
        """What a value leads to; classes of the file do not count."""
        leads = _Leads()
        pending, seen = [value], set[int]()
        while pending:
            value = pending.pop()
            if isinstance(value, tuple):
                pending += value
            elif isinstance(value, Value) and not isinstance(value, ClassValue) and id(value) not in seen:
                seen.add(id(value))
                self._note(leads, value)
                pending += self._inside(leads, value)
        return leads

    def _note(self, leads: _Leads, value: Value) -> None:
        """What a value is itself."""
        if isinstance(value, Array):
            self.held |= value.buffers & self.buffers
            leads.arrays = leads.arrays or not value.buffers.isdisjoint(self.buffers)
        elif isinstance(value, EventValue):
            leads.events = leads.events or value.key in self._events
        elif isinstance(value, Symbol):
            leads.unclear = leads.unclear or self._interpreter.parameters.buffers.get(value) in self.buffers
        else:
            leads.unclear = leads.unclear or type(value) not in _HOLDERS

    def _inside(self, leads: _Leads, value: Value) -> Iterator[object]:
        """What it holds; code of the file may hold anything."""
        if isinstance(value, FunctionValue):
            return
        key = getattr(value, "key", None)
        if isinstance(key, int):
            members = self._after.members(key)
            leads.changed = (
                leads.changed or key in self.changed or any((key, name) in self.changed for name, _ in members)
            )
            yield self._after.get(key)
            yield from (member for _, member in members)
        if not isinstance(value, Symbol):
            yield from (getattr(value, slot) for slot in slots_of(type(value)) if slot not in ("cls", "key"))
