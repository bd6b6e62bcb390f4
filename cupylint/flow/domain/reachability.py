"""What is reachable: allocations and streams that names, containers, attributes and closures refer to.

References are not counted while a program is followed; where it matters whether some arrays are still alive,
everything reachable is gone through. Two questions are answered:

* what *may* be alive (`dead`, `not_alive`, `is_destroyed`): what is not understood is taken to keep everything;
* what *must* be alive (`surviving_blocks`), so that its bytes cannot have been given back: names of functions that have
  ended, temporaries whose call has ended, and whatever is not understood do not count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set
from typing import TYPE_CHECKING

from cupylint.flow.domain.contents import Exit, LazyList
from cupylint.flow.domain.graphs import GraphValue
from cupylint.flow.domain.live_temporaries import Temporaries, live_temporaries
from cupylint.flow.domain.values import (
    Array,
    ClassValue,
    Const,
    DeviceValue,
    EventValue,
    External,
    FunctionValue,
    HostArray,
    Imported,
    Instance,
    ModuleValue,
    Pointer,
    StreamValue,
    Symbol,
    Value,
)
from cupylint.order import Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

Part = int | None
"""Which element of a tuple of arrays that one call made; None: all of it."""

_METADATA = frozenset(("shape", "size", "dtype", "ndim", "nbytes", "itemsize", "strides", "flags", "len", "device"))
_EXCEPTION = "exception"  # the label of what an ``except`` catches: its traceback keeps frames alive
_DONE = Const("done")
_SLOTS: dict[type, tuple[str, ...]] = {}
_CODE = frozenset((FunctionValue, ClassValue))
_HOLD_NOTHING = frozenset((Const, External, Imported, ModuleValue, DeviceValue, HostArray, EventValue, type(None)))


def dead(interpreter: Interpreter, state: State, buffers: set[int]) -> set[int]:
    """Those of `buffers` that nothing refers to on the path `state`."""
    search = _MayLive(interpreter, state, buffers)
    return search.left if search.run() else set()


def dead_but_for_graphs(interpreter: Interpreter, state: State, buffers: set[int]) -> set[int]:
    """Those that nothing refers to but graphs, which use the memory and do not keep it."""
    search = _ButForGraphs(interpreter, state, buffers)
    return search.left if search.run() else set()


def not_alive(interpreter: Interpreter, state: State, buffers: set[int]) -> set[int]:
    """Those of `buffers` that nothing seen refers to, though what is not understood may."""
    search = _MayLive(interpreter, state, buffers, sure=True)
    search.run()
    return search.left


def is_destroyed(interpreter: Interpreter, state: State, stream: Stream) -> bool:
    """Whether nothing refers to a stream any more, so that another one may have got its handle."""
    if any(stream == current.stream or stream in current.stack for current in state.currents.values()):
        return False
    search = _MayLive(interpreter, state, streams={stream})
    return search.run() and bool(search.streams)


def surviving_blocks(
    interpreter: Interpreter, state: State, buffers: Iterable[int], node: CSTNode | None, hand: Iterable[Value] = ()
) -> dict[int, set[Part]]:
    """Those of `buffers` that are alive on this path, with the parts that are referred to.

    Args:
        node: the operation that is carried out.
        hand: values that it was given.
    """
    search = _MustLive(interpreter, state, set(buffers))
    search.pending += hand
    search.run(node)
    return search.parts


def referred(interpreter: Interpreter, state: State, values: Iterable[Value], wanted: Set[int]) -> Set[int]:
    """Those of `wanted` allocations that values refer to, also inside containers and objects."""
    search = _Referred(interpreter, state, set(wanted))
    for value in values if wanted else ():
        search.pending.append(value)
        while search.pending:
            search.visit(search.pending.pop())
        if not search.left:
            break
    return wanted - search.left


def slots_of(kind: type) -> tuple[str, ...]:
    """The names of a class's fields, those of its bases too."""
    found = _SLOTS.get(kind)
    if found is None:
        found = _SLOTS[kind] = tuple(name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))
    return found


class _EverythingLives(Exception):
    """Something was met that may hold anything."""


class _Search:
    """Goes from value to value; what a kind of value counts for is up to the question.

    Attributes:
        left: the allocations that are asked about.
        streams: the streams that were asked about and not met.
        visited: how much was gone through.
    """

    def __init__(
        self, interpreter: Interpreter, state: State, buffers: set[int], streams: Iterable[Stream] = ()
    ) -> None:
        self.interpreter, self.state = interpreter, state
        self.left, self.streams = set(buffers), set(streams)
        self.entered: set[int] = set()  # frames and objects
        self.seen: set[int] = set()  # values, by identity: memory keeps them as long as the search takes
        self.pending: list[object] = []
        self.visited = 0

    def visit(self, value: object) -> None:
        """Take a value into account, and what it holds later."""
        kind = type(value)
        if kind in _HOLD_NOTHING:
            return
        if kind is Symbol:
            if id(value) not in self.seen:  # what one is computed of may be computed of the same again and again
                self.seen.add(id(value))
                self._symbol(value)  # type: ignore[arg-type]
        elif isinstance(value, tuple):
            self._later(value)
        elif isinstance(value, Array):
            self._array(value)
        elif isinstance(value, Pointer):
            if not value.number:  # an address alone keeps nothing
                self.pending.append(value.array)
        elif isinstance(value, StreamValue):
            self.streams.discard(value.stream)
        elif isinstance(value, Exit):  # what an exit stack calls holds its arguments
            self.pending += [value.call, value.arguments, value.keywords]
        elif isinstance(value, Value) and id(value) not in self.seen:
            self.seen.add(id(value))
            self._compound(value)

    def _later(self, values: Iterable[object]) -> None:
        self.pending += [value for value in values if type(value) not in _HOLD_NOTHING]

    def _compound(self, value: Value) -> None:
        if isinstance(value, FunctionValue):
            self._closure(value)
            self.pending += [default for _, default in value.defaults]
        elif isinstance(value, ClassValue):
            self._class(value)
        elif isinstance(value, Instance):
            self._enter(value.key)
            self.pending.append(value.cls)
        else:
            self._fields(value)

    def _fields(self, value: Value) -> None:
        for name in slots_of(type(value)):
            part = getattr(value, name)
            if name == "key" and isinstance(part, int):
                self.pending.append(self.state.memory.get(part))
                self._enter(part)
            elif callable(part) and not isinstance(part, Value):
                if self.state.memory.get(("job", getattr(value, "key", None))) != _DONE:
                    self._doubt()  # a job: what it was given is not seen
            elif isinstance(part, (Value, tuple)):
                self.pending.append(part)

    def _enter(self, number: int, temporaries: Temporaries | None = None) -> None:
        """What a frame or an object holds."""
        if number in self.entered:
            return
        self.entered.add(number)
        memory, pending, left = self.state.memory, self.pending, self.left
        names = memory.index.names.get(number, ())
        self.visited += len(names)
        for name in names:
            value = memory.get((number, name))
            kind = type(value)
            if kind in _HOLD_NOTHING or (kind in _CODE and self._is_plain(value)):  # type: ignore[arg-type]
                continue
            if not isinstance(name, int) or self._lives(name, temporaries):
                pending.append(value)
                if kind is Array and isinstance(name, str) and not value.buffers.isdisjoint(left):  # type: ignore[attr-defined]
                    for buffer in value.buffers & left:  # type: ignore[attr-defined]
                        self.interpreter.lifetimes.witness[buffer] = (number, name)

    def _is_plain(self, code: FunctionValue | ClassValue) -> bool:
        """Whether a function or class leads to nothing but what top levels have; worked out once."""
        known = self.interpreter.lifetimes.plain
        if id(code) not in known:  # equal classes may have different members
            modules = {number for number in self.interpreter.modules.frames.values() if number is not None}
            known[id(code)] = code, _is_plain(code, modules)
        return known[id(code)][1]

    def _lives(self, name: int, temporaries: Temporaries | None) -> bool:
        """Whether a temporary of a frame is alive."""
        return temporaries is None or temporaries.alive(name)

    # What follows is what the questions differ in.

    def _array(self, array: Array) -> None:
        """An array that is referred to."""

    def _closure(self, function: FunctionValue) -> None:
        """A function that is referred to, and the frames around it."""

    def _class(self, kind: ClassValue) -> None:
        """A class that is referred to."""

    def _symbol(self, symbol: Symbol) -> None:
        """Something that is not known."""

    def _doubt(self) -> None:
        """Something that may hold anything."""


class _MayLive(_Search):
    """Takes away what may be alive.

    Args:
        sure: what only may be alive is left out.
    """

    def __init__(
        self,
        interpreter: Interpreter,
        state: State,
        buffers: Iterable[int] = (),
        streams: Iterable[Stream] = (),
        sure: bool = False,
    ) -> None:
        super().__init__(interpreter, state, set(buffers), streams)
        self.sure = sure
        self.pending += [*interpreter.lifetimes.hand, *interpreter.lifetimes.lent]

    def run(self) -> bool:
        """Take away what is found from `left` and `streams`. False: something may hold anything."""
        try:
            self._begin()
            while self.pending and (self.left or self.streams):
                self.visited += 1
                self.visit(self.pending.pop())
        except _EverythingLives:
            return False
        finally:
            self.interpreter.lifetimes.budget -= self.visited
        return True

    def _begin(self) -> None:
        temporaries = live_temporaries(self.interpreter)
        for key, value in self.state.memory.rest():
            self.visited += 1
            if isinstance(key, tuple) and key[0] == "job" and value != _DONE:
                self._doubt()  # what it was given is not seen
            self._later((value,))
        self.pending += [leaving.value for leaving in self.state.leaving]
        self._later(self.state.path_condition.values())
        for number in [*self.interpreter.modules.frames.values(), *temporaries]:
            if number is not None:
                self._enter(number, temporaries.get(number))
        if self.interpreter.lifetimes.handling and not self.sure:
            for number in self.state.memory.index.names:  # the exception's traceback holds the frames it went through
                self._enter(number)

    def _lives(self, name: int, temporaries: Temporaries | None) -> bool:
        if self.sure:
            return temporaries is not None and temporaries.in_head(name)
        return super()._lives(name, temporaries)

    def _array(self, array: Array) -> None:
        self.left -= array.buffers

    def _closure(self, function: FunctionValue) -> None:
        for number in function.frames:
            self._enter(number)

    def _class(self, kind: ClassValue) -> None:
        for member in kind.members.values():
            self.visit(member)
        self.pending += kind.bases

    def _symbol(self, symbol: Symbol) -> None:
        if symbol.label == _EXCEPTION:
            self._doubt()
        key = symbol.key
        if not isinstance(key, tuple) or key[:1] == ("ptr",):
            return  # a handle alone keeps nothing
        if not (key and key[0] == "attribute" and key[-1] in _METADATA):
            self.pending += [part for part in key if isinstance(part, (Value, tuple))]

    def _doubt(self) -> None:
        if not self.sure:
            raise _EverythingLives


class _ButForGraphs(_MayLive):
    """Takes away what anything else than graphs may keep alive."""

    def _compound(self, value: Value) -> None:
        if not isinstance(value, GraphValue):
            super()._compound(value)


class _MustLive(_Search):
    """Collects what is certainly alive.

    Attributes:
        parts: allocation -> which parts of it something refers to.
    """

    def __init__(self, interpreter: Interpreter, state: State, buffers: set[int]) -> None:
        super().__init__(interpreter, state, buffers)
        self.parts: dict[int, set[Part]] = {}
        self.frames: dict[int, Frame] = {frame.number: frame for frame in interpreter.frames}

    def run(self, node: CSTNode | None) -> None:
        """Go through what the operation `node` cannot have dropped."""
        for number in self.interpreter.modules.frames.values():
            self.pending += [value for name, value in self.state.memory.members(number or 0) if isinstance(name, str)]
        for frame in self.frames.values():
            self._frame(frame, node)
        while self.pending:
            self.visit(self.pending.pop())
        self.interpreter.lifetimes.budget -= len(self.seen)

    def _frame(self, frame: Frame, node: CSTNode | None) -> None:
        """What a running function holds: its names, and the temporaries of calls that are still to come."""
        self.entered.add(frame.number)
        frames, below = self.interpreter.frames, 0
        if frame is not frames[-1]:  # a function of the program holds its arguments itself
            node, below = frames[frames.index(frame) + 1].caller, 1
        awaited = self.interpreter.order_of(frame.function).held(node, below)
        for name, value in self.state.memory.members(frame.number):
            if isinstance(name, str) or name in awaited:
                self.pending.append(value)

    def _array(self, array: Array) -> None:
        for buffer in array.buffers & self.left:
            self.parts.setdefault(buffer, set()).add(_part(array))

    def _closure(self, function: FunctionValue) -> None:
        """Of a function that has ended, only what an inner one names is kept."""
        names: frozenset[Hashable] = frozenset(function.function.idents)
        for number in function.frames:
            if number not in self.frames:
                self.pending += [value for name, value in self.state.memory.members(number) if name in names]

    def _fields(self, value: Value) -> None:
        if not isinstance(value, (HostArray, LazyList)):
            super()._fields(value)


class _Referred(_Search):
    """Takes away what is met; the names around a function are looked at on their own."""

    def _array(self, array: Array) -> None:
        self.left -= array.buffers

    def _class(self, kind: ClassValue) -> None:
        self.pending += kind.members.values()


def _is_plain(value: Value, modules: set[int]) -> bool:
    """Whether a value leads to nothing, a function or class to nothing but the top levels with these numbers."""
    if isinstance(value, FunctionValue):
        defaults = (default for _, default in value.defaults)
        return modules.issuperset(value.frames) and all(type(default) in _HOLD_NOTHING for default in defaults)
    if isinstance(value, ClassValue):
        return all(_is_plain(part, modules) for part in (*value.members.values(), *value.bases))
    return type(value) in _HOLD_NOTHING


def _part(array: Array) -> Part:
    """The element of a tuple of arrays that a view begins with."""
    axis = array.region[0][0] if array.region and array.region[0] else None
    if axis is not None and axis[0] == "i" and isinstance(axis[1], Const) and isinstance(axis[1].value, int):
        return axis[1].value
    return None
