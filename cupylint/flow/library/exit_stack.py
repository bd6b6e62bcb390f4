"""``contextlib.ExitStack``: what is entered or called back when it is closed, in reverse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device import cuda
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import Exit
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    BoundMethod,
    DeviceValue,
    FunctionValue,
    Instance,
    Method,
    Partial,
    StreamValue,
    Value,
)
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


@dataclass(frozen=True, slots=True)
class ExitStack(Value):
    """``ExitStack()``; what it has to do is in the state under ``("exits", key)``."""

    key: int


def make(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``ExitStack()``."""
    return ExitStack(interpreter.fresh())


def _exits(state: State, stack: ExitStack) -> tuple[Exit, ...]:
    return state.memory.sequence(("exits", stack.key))


def _push(state: State, stack: ExitStack, added: Exit) -> None:
    state.memory[("exits", stack.key)] = (*_exits(state, stack), added)


def method(
    interpreter: Interpreter, state: State, stack: ExitStack, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """A method of an exit stack."""
    first = arguments.position(0)
    if name in ("enter_context", "enter_async_context") and first is not None:
        return _enter(interpreter, state, stack, first, node)
    if name in ("callback", "push_async_callback") and first is not None:
        _push(state, stack, Exit(node, first, arguments.values()[1:], arguments.keyword_values()))
        return [(state, first)]
    if name in ("push", "push_async_exit") and first is not None:
        exit_ = first.cls.find("__exit__") if isinstance(first, Instance) else None
        bound = BoundMethod(first, exit_) if isinstance(exit_, FunctionValue) else first
        follows = isinstance(bound, (FunctionValue, BoundMethod, Partial, Method))
        _push(state, stack, Exit(node, bound, (NONE, NONE, NONE)) if follows else Exit(node, unknown=True))
        return [(state, first)]
    if name == "pop_all":
        moved = ExitStack(interpreter.fresh())
        state.memory[("exits", moved.key)] = _exits(state, stack)
        state.memory[("exits", stack.key)] = ()
        return [(state, moved)]
    if name in ("close", "aclose", "__exit__"):
        return [(after, NONE) for after in close(interpreter, [state], stack)]
    return [(state, stack if name == "__enter__" else interpreter.unknown(name))]


def _enter(interpreter: Interpreter, state: State, stack: ExitStack, manager: Value, node: CSTNode) -> list[Outcome]:

    if isinstance(manager, StreamValue):
        cuda.used_as_stream(interpreter, manager)
        _push(state, stack, Exit(node, before=cuda.enter(interpreter, state, manager.stream, node)))
        return [(state, manager)]
    if isinstance(manager, DeviceValue):
        _push(state, stack, Exit(node, device=state.device))
        cuda.choose_device(interpreter, state, manager.number)
        return [(state, manager)]
    enter = manager.cls.find("__enter__") if isinstance(manager, Instance) else None
    if isinstance(manager, Instance) and isinstance(enter, FunctionValue):
        outcomes = interpreter.invoke(state, BoundMethod(manager, enter), Arguments([], {}), node)
        leave = manager.cls.find("__exit__")
        for after, _ in outcomes:
            if isinstance(leave, FunctionValue):
                _push(after, stack, Exit(node, BoundMethod(manager, leave), (NONE, NONE, NONE)))
        return outcomes
    state.tentative += 1  # it may change the stream, and its end may wait
    _push(state, stack, Exit(node, unknown=True))
    return [(state, interpreter.unknown("entered"))]


def close(interpreter: Interpreter, states: list[State], stack: ExitStack) -> list[State]:
    """Everything that was pushed is done, the last first."""
    after: list[State] = []
    for state in states:
        exits = _exits(state, stack)
        state.memory[("exits", stack.key)] = ()
        ended = [state]
        for each in reversed(exits):
            ended = [left for before in ended for left in _leave(interpreter, before, each)]
        after += ended
    return interpreter.join(after)


def _leave(interpreter: Interpreter, state: State, exit_: Exit) -> list[State]:

    if exit_.call is not None:
        positional = [(value, exit_.node) for value in exit_.arguments]
        keywords = {name: (value, exit_.node) for name, value in exit_.keywords}
        arguments = Arguments(positional, keywords)
        return [after for after, _ in interpreter.invoke(state, exit_.call, arguments, exit_.node)]
    if exit_.before is not None and state.blocks:
        cuda.leave(interpreter, state, exit_.before, exit_.node)
    elif exit_.device is not None:
        state.device = exit_.device
    elif exit_.unknown:
        state.tentative = max(0, state.tentative - 1)
        state.maybe_waited |= state.order.issued
    return [state]
