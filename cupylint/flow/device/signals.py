"""Signals of the operating system, and the functions that handle them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.values import BoundMethod, FunctionValue, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

SIGNAL_HANDLERS = ("signal handlers",)
"""Where a path remembers the functions of the file that handle signals."""


def handle(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``signal.signal(number, handler)``"""
    handler = arguments.either(1, "handler")
    state.maybe_waited |= state.order.issued  # it may wait as well
    if isinstance(handler, (FunctionValue, BoundMethod)):
        state.memory[SIGNAL_HANDLERS] = (*state.memory.sequence(SIGNAL_HANDLERS), handler)
        for key in interpreter.events.created:
            state.memory[("escaped", key)] = True
    return interpreter.unknown("handler", host=True)
