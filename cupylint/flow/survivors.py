"""Which allocations are certainly alive: reachable from what a program still refers to.

`liveness` answers what *may* be alive, here is what *must* be: the bytes of these cannot have been given back.
Names of functions that have ended, temporaries whose call has ended, and whatever is not understood do not count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from cupylint.flow.contents import LazyList
from cupylint.flow.liveness import EverythingLives, _Search
from cupylint.flow.liveness import _slots as slots_of
from cupylint.flow.values import Array, ClassValue, Const, FunctionValue, HostArray, Instance, Pointer, Symbol, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.frames import Frame
    from cupylint.flow.machine import Machine
    from cupylint.flow.state import State

Part = int | None
"""Which element of a tuple of arrays that one call made; None: all of it."""


def survivors(
    machine: Machine, state: State, buffers: Iterable[int], node: CSTNode | None, hand: Iterable[Value] = ()
) -> dict[int, set[Part]] | None:
    """Those of `buffers` that are alive on this path, with the parts that are referred to; None: that is not known.

    Args:
        node: the operation that is carried out.
        hand: values that it was given.
    """
    search = _Survivors(machine, state, set(buffers), node)
    search.pending = list(hand)
    try:
        search.follow()
    except EverythingLives:
        return None
    return search.parts


class _Survivors(_Search):
    def __init__(self, machine: Machine, state: State, buffers: set[int], node: CSTNode | None) -> None:
        super().__init__(machine, state, buffers, set())
        self.node = node
        self.wanted = buffers
        self.parts: dict[int, set[Part]] = {}
        self.frames: dict[int, Frame] = {frame.number: frame for frame in machine.frames}

    def follow(self) -> None:
        for number in self.machine.modules.values():
            self.pending += [value for name, value in self.state.memory.members(number or 0) if isinstance(name, str)]
        for frame in {frame.number: frame for frame in self.machine.frames}.values():
            self._frame(frame)
        while self.pending:
            self._visit(self.pending.pop())
        self.machine.lifetimes.budget -= len(self.seen)

    def _frame(self, frame: Frame) -> None:
        """What a running function holds: its names, and the temporaries of calls that are still to come."""
        self.entered.add(frame.number)
        node, below = self.node, 0
        if frame is not self.machine.frames[-1]:
            node, below = _called(self.machine, frame), 1  # a function of the program holds its arguments itself
        awaited = self.machine.order_of(frame.function).held(node, below)
        for name, value in self.state.memory.members(frame.number):
            if isinstance(name, str) or name in awaited:
                self.pending.append(value)

    def _visit(self, value: object) -> None:
        if isinstance(value, Array):
            if len(value.buffers) == 1 or not value.buffers.isdisjoint(self.wanted):
                self._found(value)
        elif isinstance(value, Pointer):
            if not value.number:
                self._found(value.array)
        elif isinstance(value, (Symbol, HostArray, Const, LazyList)):
            return
        elif isinstance(value, tuple):
            self.pending += value
        elif isinstance(value, Value) and id(value) not in self.seen:
            self.seen.add(id(value))
            self._inside(value)

    def _found(self, array: Array) -> None:
        for buffer in array.buffers & self.wanted:
            self.parts.setdefault(buffer, set()).add(_part(array))

    def _inside(self, value: Value) -> None:
        if isinstance(value, FunctionValue):
            self._captured(value)
            self.pending += [default for _, default in value.defaults]
            return
        if isinstance(value, (Instance, ClassValue)):
            if isinstance(value, Instance):
                self._enter(value.key, None)
            return
        for name in slots_of(type(value)):
            part = getattr(value, name)
            if name == "key" and isinstance(part, int):
                self.pending.append(self.state.memory.get(part))
                self._enter(part, None)
            elif isinstance(part, (Value, tuple)):
                self.pending.append(part)

    def _captured(self, function: FunctionValue) -> None:
        """Of a function that has ended, only what an inner one names is kept."""
        for number in function.frames:
            if number not in self.frames:
                names: frozenset[Hashable] = frozenset(function.function.idents)
                self.pending += [value for name, value in self.state.memory.members(number) if name in names]


def _part(array: Array) -> Part:
    """The element of a tuple of arrays that a view begins with."""
    axis = array.region[0][0] if array.region and array.region[0] else None
    if axis is not None and axis[0] == "i" and isinstance(axis[1], Const) and isinstance(axis[1].value, int):
        return axis[1].value
    return None


def _called(machine: Machine, frame: Frame) -> CSTNode | None:
    """The call in `frame` that is carried out."""
    place = machine.frames.index(frame)
    return machine.frames[place + 1].caller if place + 1 < len(machine.frames) else None
