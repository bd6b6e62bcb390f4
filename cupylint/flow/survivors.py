"""Which allocations are certainly alive: reachable from what a program still refers to.

`liveness` answers what *may* be alive, here is what *must* be: the bytes of these cannot have been given back.
Names of functions that have ended, temporaries whose call has ended, and whatever is not understood do not count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

from cupylint.flow.liveness import EverythingLives, _is_statement, _Search
from cupylint.flow.liveness import _slots as slots_of
from cupylint.flow.values import Array, ClassValue, Const, FunctionValue, HostArray, Instance, Pointer, Symbol, Value
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Frame, Machine
    from cupylint.flow.state import State

Part = int | None
"""Which element of a tuple of arrays that one call made; None: all of it."""


def survivors(
    machine: Machine, state: State, buffers: Iterable[int], hand: Iterable[Value] = ()
) -> dict[int, set[Part]] | None:
    """Those of `buffers` that are alive on this path, with the parts that are referred to; None: that is not known.

    Args:
        hand: values that the call being carried out was given.
    """
    search = _Survivors(machine, state, set(buffers))
    search.pending = list(hand)
    try:
        search.follow()
    except EverythingLives:
        return None
    return search.parts


class _Survivors(_Search):
    def __init__(self, machine: Machine, state: State, buffers: set[int]) -> None:
        super().__init__(machine, state, buffers, set())
        self.wanted = buffers
        self.parts: dict[int, set[Part]] = {}
        self.frames: dict[int, Frame] = {frame.number: frame for frame in machine.frames}

    def follow(self) -> None:
        for key, value in self.state.memory.items():
            if isinstance(key, tuple) and isinstance(key[0], int) and len(key) == 2:
                self.owned.setdefault(key[0], []).append((key[1], value))
        for number in self.machine.modules.values():
            self.pending += [value for name, value in self.owned.get(number or 0, ()) if isinstance(name, str)]
        for frame in self.machine.frames:
            self._frame(frame)
        while self.pending:
            self._visit(self.pending.pop())
        self.machine.lifetimes.budget -= len(self.seen)

    def _frame(self, frame: Frame) -> None:
        """What a running function holds: its names, and the temporaries of calls that are still to come."""
        if ("frame", frame.number) in self.seen:
            return
        self.seen |= {("frame", frame.number), ("owned", frame.number)}
        innermost = frame is self.machine.frames[-1]
        below = 0 if innermost else 1  # a function of the program holds its arguments itself
        awaited = _awaited(frame, self.machine.statement if innermost else _above(self.machine, frame), below)
        for name, value in self.owned.get(frame.number, ()):
            if isinstance(name, str) or name in awaited:
                self.pending.append(value)

    def _visit(self, value: object) -> None:
        if isinstance(value, Array):
            if len(value.buffers) == 1 or not value.buffers.isdisjoint(self.wanted):
                self._found(value)
        elif isinstance(value, Pointer):
            if not value.number:
                self._found(value.array)
        elif isinstance(value, (Symbol, HostArray, Const)):
            return
        elif isinstance(value, tuple):
            self.pending += value
        elif isinstance(value, Value) and value not in self.seen:
            self.seen.add(value)
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
                self.pending += [value for name, value in self.owned.get(number, ()) if name in names]


def _part(array: Array) -> Part:
    """The element of a tuple of arrays that a view begins with."""
    axis = array.region[0][0] if array.region and array.region[0] else None
    if axis is not None and axis[0] == "i" and isinstance(axis[1], Const) and isinstance(axis[1].value, int):
        return axis[1].value
    return None


def _above(machine: Machine, frame: Frame) -> CSTNode | None:
    """The statement of `frame` that the next function is called from."""
    place = machine.frames.index(frame)
    return machine.frames[place + 1].statement if place + 1 < len(machine.frames) else None


# -- temporaries -----------------------------------------------------------------------------------

_END = 1 << 30


def _awaited(frame: Frame, statement: CSTNode | None, below: int) -> set[int]:
    """The temporaries of `statement` that a call to come, or the statement itself, is still to use.

    `below` is 1 if the call in progress does not count.
    """
    consumers = _consumers(frame.function)
    statement = None if statement is None else frame.function.tests.get(statement, statement)
    homes = frame.function.homes
    if not _is_statement(statement):  # a comprehension, say: the statement of the last call
        statement = homes[frame.step - 2] if 2 <= frame.step <= len(homes) + 1 else None
    if statement is None:
        return set()
    return {
        number
        for number, user in consumers.items()
        if number < frame.step <= user - below
        and 0 < number <= len(homes)
        and homes[number - 1] is statement
    }


_CONSUMERS: dict[int, tuple[ir.Function, dict[int, int]]] = {}


def _consumers(function: ir.Function) -> dict[int, int]:
    """For each temporary the call that uses it last, by its own temporary; `_END` if a statement does."""
    known = _CONSUMERS.get(id(function))
    if known is not None and known[0] is function:
        return known[1]
    if len(_CONSUMERS) > 512:
        _CONSUMERS.clear()
    found: dict[int, int] = {}
    _search(function.body, found, _END)
    _CONSUMERS[id(function)] = (function, found)
    return found


def _search(part: object, found: dict[int, int], user: int) -> None:
    if isinstance(part, ir.Load):
        if isinstance(part.name, int):
            found[part.name] = max(found.get(part.name, 0), user)
        return
    if isinstance(part, (list, tuple)):
        for item in part:
            _search(item, found, user)
        return
    if isinstance(part, ir.Call):
        user = part.target
    elif not isinstance(part, (ir.Node, ir.Argument)) or isinstance(part, ir.Function):
        return
    for name in slots_of(type(part)):
        if name not in ("node", "statement"):
            _search(getattr(part, name), found, user)
