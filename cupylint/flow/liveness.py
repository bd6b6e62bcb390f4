"""Which allocations something still refers to: what is reachable from names, containers, attributes, closures.

References are not counted while a program is followed; where it matters whether some arrays are still alive,
everything reachable is gone through. What is not understood is taken to keep everything alive.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING

from cupylint.flow.exit_stack import Exit
from cupylint.flow.values import (
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

    from cupylint.flow.frames import Frame
    from cupylint.flow.machine import Machine
    from cupylint.flow.state import State

_METADATA = frozenset(("shape", "size", "dtype", "ndim", "nbytes", "itemsize", "strides", "flags", "len", "device"))
_EXCEPTION = "exception"  # the label of what an ``except`` catches: its traceback keeps frames alive
_DONE = Const("done")
_SLOTS: dict[type, tuple[str, ...]] = {}
_HOLD_NOTHING = frozenset((Const, External, Imported, ModuleValue, DeviceValue, HostArray, EventValue, type(None)))


class EverythingLives(Exception):
    """Something was met that may hold anything."""


def dead(machine: Machine, state: State, buffers: set[int]) -> set[int]:
    """Those of `buffers` that nothing refers to on the path `state`."""
    search = _Search(machine, state, buffers, set())
    return search.left if search.run() else set()


def not_alive(machine: Machine, state: State, buffers: set[int]) -> set[int]:
    """Those of `buffers` that nothing seen refers to, though what is not understood may."""
    search = _Search(machine, state, buffers, set(), sure=True)
    search.run()
    return search.left


def is_destroyed(machine: Machine, state: State, stream: Stream) -> bool:
    """Whether nothing refers to a stream any more, so that another one may have got its handle."""
    if any(stream in (current.stream, *current.stack) for current in state.currents.values()):
        return False
    search = _Search(machine, state, set(), {stream})
    return search.run() and bool(search.streams)


class _Search:
    def __init__(
        self, machine: Machine, state: State, buffers: set[int], streams: set[Stream], sure: bool = False
    ) -> None:
        self.machine, self.state = machine, state
        self.sure = sure  # what only may be alive is left out
        self.left, self.streams = set(buffers), streams
        self.entered: set[int] = set()  # frames and objects
        self.seen: set[int] = set()  # values, by identity: memory keeps them as long as the search takes
        self.pending: list[object] = [*machine.lifetimes.hand, *machine.lifetimes.lent]
        self.visited = 0

    def run(self) -> bool:
        """Take away what is found from `left` and `streams`. False: something may hold anything."""
        try:
            self._go()
        except EverythingLives:
            return False
        finally:
            self.machine.lifetimes.budget -= self.visited
        return True

    def _go(self) -> None:
        temporaries = _live_temporaries(self.machine)
        for key, value in self.state.memory.rest():
            self.visited += 1
            if isinstance(key, tuple) and key[0] == "job" and value != _DONE and not self.sure:
                raise EverythingLives  # what it was given is not seen
            self.pending.append(value)
        self.pending += [leaving.value for leaving in self.state.leaving]
        self.pending += list(self.state.assumed.values())
        for number in [*self.machine.modules.values(), *temporaries]:
            if number is not None:
                self._enter(number, temporaries.get(number))
        if (
            self.machine.lifetimes.handling and not self.sure
        ):  # the exception's traceback holds the frames it went through
            for number in self.state.memory.index.names:
                self._enter(number, None)
        while self.pending and (self.left or self.streams):
            self.visited += 1
            self._visit(self.pending.pop())

    def _enter(self, number: int, temporaries: _Temporaries | None) -> None:
        """What a frame or an object holds."""
        if number in self.entered:
            return
        self.entered.add(number)
        memory, pending, left = self.state.memory, self.pending, self.left
        names = memory.index.names.get(number, ())
        self.visited += len(names)
        for name in names:
            value = memory.get((number, name))
            if type(value) in _HOLD_NOTHING:
                continue
            if not isinstance(name, int) or self._lives(name, temporaries):
                pending.append(value)
                if type(value) is Array and isinstance(name, str) and not value.buffers.isdisjoint(left):
                    for buffer in value.buffers & left:
                        self.machine.lifetimes.witness[buffer] = (number, name)

    def _lives(self, name: int, temporaries: _Temporaries | None) -> bool:
        """Whether a temporary of a frame is alive."""
        if self.sure:
            return temporaries is not None and temporaries.in_head(name)
        return temporaries is None or temporaries.alive(name)

    def _visit(self, value: object) -> None:
        kind = type(value)
        if kind in _HOLD_NOTHING:
            return
        if isinstance(value, Array):
            self.left -= value.buffers
        elif kind is tuple:
            self.pending += value  # type: ignore[arg-type]
        elif kind is FunctionValue:
            self._function(value)  # type: ignore[arg-type]
        elif isinstance(value, Symbol):
            self._symbol(value)
        elif isinstance(value, Pointer):
            if not value.number:  # an address alone keeps nothing
                self.pending.append(value.array)
        elif isinstance(value, StreamValue):
            self.streams.discard(value.stream)
        elif isinstance(value, Exit):  # what an exit stack calls holds its arguments
            self.pending += [value.call, value.arguments, value.keywords]
        elif isinstance(value, tuple):
            self.pending += value
        elif isinstance(value, Value) and id(value) not in self.seen:
            self.seen.add(id(value))
            self._compound(value)

    def _function(self, function: FunctionValue) -> None:
        for number in function.frames:
            self._enter(number, None)
        if function.defaults:
            self.pending += [default for _, default in function.defaults]

    def _symbol(self, symbol: Symbol) -> None:
        if symbol.label == _EXCEPTION and not self.sure:
            raise EverythingLives
        key = symbol.key
        if isinstance(key, tuple) and key[:1] == ("ptr",):
            return  # a handle alone keeps nothing
        if isinstance(key, tuple) and not (key and key[0] == "attribute" and key[-1] in _METADATA):
            self.pending += [part for part in key if isinstance(part, (Value, tuple))]

    def _compound(self, value: Value) -> None:
        if isinstance(value, ClassValue):
            for member in value.members.values():
                self._visit(member)
            self.pending += value.bases
            return
        if isinstance(value, Instance):
            self._enter(value.key, None)
            self.pending.append(value.cls)
            return
        for name in _slots(type(value)):
            part = getattr(value, name)
            if name == "key" and isinstance(part, int):
                self.pending.append(self.state.memory.get(part))
                self._enter(part, None)
            elif callable(part) and not isinstance(part, Value):
                if not self.sure and self.state.memory.get(("job", getattr(value, "key", None))) != _DONE:
                    raise EverythingLives  # a job: what it was given is not seen
            elif isinstance(part, (Value, tuple)):
                self.pending.append(part)


def _slots(kind: type) -> tuple[str, ...]:
    found = _SLOTS.get(kind)
    if found is None:
        found = tuple(name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))
        _SLOTS[kind] = found
    return found


# -- temporaries -----------------------------------------------------------------------------------


class _Temporaries:
    """Which temporaries of a frame are alive: those of the statement that is being carried out."""

    def __init__(self, frame: Frame, statement: CSTNode | None) -> None:
        self.homes = frame.function.homes
        self.calling = frame.calling
        statement = None if statement is None else frame.function.tests.get(statement, statement)
        self.statement = statement if _is_statement(statement) else None

    def alive(self, number: int) -> bool:
        """Whether temporary `number` may still be needed; those in heads of blocks are as long as the block."""
        home = self.homes[number - 1] if 0 < number <= len(self.homes) else None
        if home is self.statement and self.calling and number >= self.calling:
            return False  # it is of the round before
        if home is None or self.statement is None or home is self.statement:
            return True
        return self.in_head(number) or type(home).__name__ in _BLOCKS

    def in_head(self, number: int) -> bool:
        """Whether temporary `number` belongs to a loop or a ``with`` that goes on."""
        home = self.homes[number - 1] if 0 < number <= len(self.homes) else None
        if home is None or self.statement is None or type(home).__name__ not in _WHILE_INSIDE:
            return False
        return self.statement in _inside(home)


_STATEMENTS = frozenset(
    (
        "BaseSmallStatement", "BaseCompoundStatement", "SimpleStatementLine", "BaseSuite", "Else", "Finally",
        "ExceptHandler", "ExceptStarHandler", "MatchCase",
    )
)  # fmt: skip
_WHILE_INSIDE = frozenset(("For", "With"))
_BLOCKS = frozenset(("Match", "FunctionDef", "ClassDef", "Try", "TryStar"))


@lru_cache(maxsize=64)
def _inside(block: CSTNode) -> frozenset[CSTNode]:
    """A block and its statements, at any depth."""
    found = [block]
    for node in found:
        found += [child for child in node.children if _holds_statements(child)]
    return frozenset(found)


@lru_cache(maxsize=1024)
def _kinds(kind: Hashable) -> frozenset[str]:
    return frozenset(base.__name__ for base in getattr(kind, "__mro__", ()))


def _holds_statements(node: CSTNode) -> bool:
    return not _kinds(type(node)).isdisjoint(_STATEMENTS)


def _is_statement(node: CSTNode | None) -> bool:
    return node is not None and not _kinds(type(node)).isdisjoint(("BaseSmallStatement", "BaseCompoundStatement"))


def _live_temporaries(machine: Machine) -> dict[int, _Temporaries | None]:
    """The frames that are alive, each with what to know of its temporaries (None: all of them count)."""
    found: dict[int, _Temporaries | None] = {}
    frames = machine.frames
    statements = [frame.statement for frame in frames[1:]] + [machine.statement]
    for position, (frame, statement) in enumerate(zip(frames, statements, strict=True), 1):
        # a generator's consumer goes on inside of it: where the generator stands is not noted, the consumer is below
        resumes = position < len(frames) and frames[position] in frames[:position]
        found[frame.number] = _Temporaries(frame, None if resumes else statement)
        for number in frame.closure:
            found.setdefault(number, None)
    return found
