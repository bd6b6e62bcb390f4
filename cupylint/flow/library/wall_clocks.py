"""Wall clocks: what reads them, and what is computed from readings.

A reading remembers what was issued and what the host knew to be done. The difference of two of them is an `Interval`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.readings import Interval, Reading, Span, Timer
from cupylint.flow.domain.values import (
    BoundMethod,
    ClassValue,
    Const,
    External,
    FunctionValue,
    Method,
    Partial,
    Value,
)
from cupylint.order import HOST

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


CLOCKS = "perf_counter perf_counter_ns process_time process_time_ns monotonic monotonic_ns time_ns".split()  # noqa: SIM905
READINGS = frozenset(
    [
        "time.time", *(f"time.{name}" for name in CLOCKS), "timeit.default_timer",
        "datetime.datetime.now", "datetime.datetime.utcnow",
    ]
)  # fmt: skip
"""Functions that read a clock."""
_IDENTS = frozenset((*CLOCKS, "default_timer"))
TIMERS = frozenset(("timeit.timeit", "timeit.repeat"))
_OF_TIMEIT = frozenset(("stmt", "setup", "timer", "repeat", "number", "globals"))
ENTERED = (FunctionValue, BoundMethod, ClassValue, Partial)
"""What calls enter code of the project."""
_KEEPS = frozenset(f"builtins.{name}" for name in ("round", "int", "float", "abs", "min", "max", "sum"))
_MOMENT = 0.01
"""Seconds in which work of the device need not come to its end."""
OF_EVENTS = frozenset(("get_elapsed_time", "record"))


def knows_the_time(cls: ClassValue) -> bool:
    """Whether a method of a class of the project reads a clock, as those of a logger or timer do."""
    members = (member for base in cls.family() for member in base.members.values())
    return any(
        isinstance(member, FunctionValue) and not _IDENTS.isdisjoint(member.function.idents) for member in members
    )


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call that reads a clock, or makes a timer; None for others. Sleep is noted, and goes on as any call."""
    if dotted in READINGS:
        return [(state, read(interpreter, state, node))]
    if dotted == "time.sleep":
        slept(state, arguments)
    if dotted in TIMERS and arguments.keyword_names() <= _OF_TIMEIT:  # else it is a file of that name beside this one
        return timed(interpreter, state, timer(arguments), node)
    return [(state, timer(arguments))] if dotted == "timeit.Timer" else None


def read(interpreter: Interpreter, state: State, node: CSTNode) -> Reading:
    """The clock is read by the call `node`."""
    known = state.order.hosts.get(state.host, 0) | interpreter.allocations.going_on
    pending = state.order.issued & ~known
    reading = Reading(
        node,
        interpreter.entries.begun,
        state.order.issued,
        pending,
        pending & (state.maybe_waited | state.before_opaque_call),
        pending & state.before_opaque_call,
        interpreter.host_work,
        state.unseen_work,
        state.unseen_callers,
        tuple((frame.number, frame.caller) for frame in interpreter.frames),
        interpreter.statement,
        interpreter.called(),
        interpreter.frame.function,
        frozenset(frame.number for frame in interpreter.frames if frame.function.idents & OF_EVENTS),
    )
    interpreter.announce.clock_read(reading)
    return reading


def slept(state: State, arguments: Arguments) -> None:
    """A thread sleeps: nothing waits, but what was issued has likely ended then, unless it is for a moment only."""
    seconds = arguments.position(0)
    number = seconds.value if isinstance(seconds, Const) else None
    if state.host is not HOST:
        state.memory[("slept", state.host)] = True  # however often
    elif not isinstance(number, (int, float)) or number > _MOMENT:
        state.before_opaque_call = state.order.issued


def ended(state: State, thread: Hashable) -> None:
    """Another thread, which may have slept, is waited for."""
    if state.memory.get(("slept", thread)):
        state.before_opaque_call = state.order.issued


def timer(arguments: Arguments) -> Timer:
    """``timeit.Timer(f)``"""
    return Timer(arguments.either(0, "stmt"), arguments.either(1, "setup"))


def timed(interpreter: Interpreter, state: State, made: Timer, node: CSTNode) -> list[Outcome]:
    """``timeit.timeit(f)``, ``Timer(f).timeit()``: calls f and gives the time that took."""
    timed, setup = made.timed, made.setup
    if not isinstance(timed, (*ENTERED, External, Method)):
        return [(state, interpreter.unknown("timeit", host=True))]
    ready = [state]
    if isinstance(setup, ENTERED):
        ready = [after for after, _ in interpreter.invoke(state, setup, Arguments([], {}), node)]
    outcomes: list[Outcome] = []
    for begun in ready:
        first = read(interpreter, begun, node)
        for after, _ in interpreter.invoke(begun, timed, Arguments([], {}), node):
            outcomes.append((after, Interval((Span(first, read(interpreter, after, node)),))))
    return outcomes


def binary(interpreter: Interpreter, operator: str, left: Value, right: Value) -> Value | None:
    """An operator with a reading or an interval among its operands; None if neither is one."""
    if isinstance(left, Reading) and isinstance(right, Reading):
        return Interval((Span(right, left),)) if operator == "-" else interpreter.unknown("time", host=True)
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Reading):
            scaled = operator in ("*", "/", "//") and isinstance(other, Const)
            return one if scaled else interpreter.unknown("time", host=True)
    if operator == "%" and isinstance(left, Const) and isinstance(left.value, str):
        return None
    if isinstance(left, Interval):
        return left.joined(right) if isinstance(right, Interval) else left
    if isinstance(right, Interval) and operator == "-":
        return interpreter.unknown("time", host=True)  # what is left of a given time
    return right if isinstance(right, Interval) else None


def keeps(function: Value) -> bool:
    """Whether a call makes nothing of the readings and intervals that it is about: it gives one back, or is its own."""
    own = isinstance(function, Method) and isinstance(function.receiver, (Reading, Interval))
    return own or (isinstance(function, External) and function.dotted in _KEEPS)


def kept(function: Value, arguments: Arguments) -> Value | None:
    """What a call returns that is as good as a reading or an interval that it is about; None for other calls."""
    if not keeps(function):
        return None
    if isinstance(function, Method):
        return function.receiver if function.name in ("total_seconds", "timestamp") else None
    return next((value for value, _ in arguments.all() if isinstance(value, (Reading, Interval))), None)
