"""Ctrl-C and signals: Python runs their handlers between two of its own steps, not inside a call that waits."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING

from cupylint.facts import Spot, Step, UnstoppableWait
from cupylint.flow.device.signals import SIGNAL_HANDLERS
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.numpy_values import memory_of
from cupylint.flow.domain.values import BoundMethod, External, FunctionValue, Value
from cupylint.order import HOST
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.detectors.cancellation import Running
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_WRITES = ("fill", "set", "itemset")
Resolve = Callable[[ir.Expr], "Value | None"]


def waited(interpreter: Interpreter, state: State, step: Step, running: Running) -> None:
    """The host waits for a kernel: is it the handler of an interrupt that should stop the kernel?"""
    if state.host != HOST or interpreter.modules.importing:
        return
    handler = _except(interpreter, state, running) or _signal(interpreter, state, running)
    if handler is None:
        return
    touch = interpreter.touches[running.number]
    certain = touch.certain and not state.unclear and not state.maybe_waited >> running.number & 1
    spot, by_signal = handler
    kind = "signal" if by_signal else "except"
    fact = UnstoppableWait(step.spot, spot, kind, running.launch, running.kernel, certain)  # type: ignore[arg-type]
    interpreter.emit(fact, key=step.spot.node)


def _except(interpreter: Interpreter, state: State, running: Running) -> tuple[Spot, bool] | None:
    """An ``except KeyboardInterrupt`` around the wait that writes the flag."""
    for statement, frame in reversed(interpreter.trying):
        for handler in statement.handlers:
            if not _catches_interrupts(handler.kind):
                continue
            with interpreter.within(frame):
                flags = set(_written(interpreter, state, handler.body, lambda part: interpreter.value(state, part), 1))
            if flags & set(running.flags):
                return interpreter.spot(handler.node), False
    return None


def _catches_interrupts(kind: ir.Expr | None) -> bool:
    if isinstance(kind, ir.Build):
        return any(_catches_interrupts(item) for item in kind.items)
    return isinstance(kind, ir.Load) and kind.name == "KeyboardInterrupt"


def _signal(interpreter: Interpreter, state: State, running: Running) -> tuple[Spot, bool] | None:
    """A function that a signal calls and that writes the flag."""
    for function in state.memory.sequence(SIGNAL_HANDLERS):
        if set(_written_by(interpreter, state, function, 1)) & set(running.flags):
            code = function.function.function if isinstance(function, BoundMethod) else function.function
            return interpreter.spot(code.node), True
    return None


# -- what a block of code writes ---------------------------------------------------------------------


def _written(
    interpreter: Interpreter, state: State, block: ir.Block, resolve: Resolve, depth: int
) -> Iterator[Hashable]:
    """The memory that items are assigned in, without following the code."""
    for statement in walk(block):
        base: ir.Expr | None = None
        if isinstance(statement, (ir.Assign, ir.Augment)) and isinstance(statement.target, ir.Item):
            base = statement.target.base
        elif isinstance(statement, ir.Call):
            function = statement.function
            if isinstance(function, ir.Attr) and function.name in _WRITES:
                base = function.base
            elif depth and _is_name(function):
                yield from _written_by(interpreter, state, resolve(function), depth - 1)
        if base is not None and _is_name(base):
            yield from memory_of(resolve(base))


def _written_by(interpreter: Interpreter, state: State, function: Value | None, depth: int) -> Iterator[Hashable]:
    """What a function of the program writes."""
    receiver = function.receiver if isinstance(function, BoundMethod) else None
    if isinstance(function, BoundMethod):
        function = function.function
    if not isinstance(function, FunctionValue):
        return
    code, frames = function.function, function.frames
    first = code.parameters[0].name if code.parameters else ""

    def resolve(part: ir.Expr) -> Value | None:
        if isinstance(part, ir.Attr):
            base = resolve(part.base)
            if base is None or isinstance(base, External):
                return None
            return interpreter.get_attribute(state, base, part.name)
        if not isinstance(part, ir.Load) or not isinstance(part.name, str):
            return None
        if part.name == first and receiver is not None:
            return receiver
        if part.name in code.assigned:
            return None
        found = (state.memory.get((number, part.name)) for number in (*frames, 0))
        return next((value for value in found if isinstance(value, Value)), None)

    yield from _written(interpreter, state, code.body, resolve, depth)


def _is_name(part: ir.Expr) -> bool:
    """``flag``, ``self.flag``: nothing that does something when it is looked up."""
    while isinstance(part, ir.Attr):
        part = part.base
    return isinstance(part, ir.Load)
