"""Parameters that are lists of arrays of the device: what a caller may still be doing to their elements.

An element is an array like a parameter that is one: its caller's work on it may still run, on this device or, where
elements are gathered from others, on the one that it lies on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device import callers
from cupylint.flow.device.arrays import symbol_array
from cupylint.flow.domain.values import SliceValue, Symbol, Value

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir


def hand_over(interpreter: Interpreter, state: State, code: ir.Function, symbol: Symbol) -> None:
    """The parameter `symbol` of `code`, which is followed on its own, is a list of arrays."""
    whole = symbol_array(interpreter, symbol)
    here = callers.works_on(interpreter, state, code, symbol.label, whole)
    elsewhere = callers.works_on(interpreter, state, code, symbol.label, whole, device=callers.ELSEWHERE)
    interpreter.parameters.lists[symbol] = here | elsewhere


def item(interpreter: Interpreter, state: State, base: Value, key: Value) -> Value | None:
    """``base[key]``, if `base` is a list of arrays or a part of one."""
    lists = interpreter.parameters.lists
    if not isinstance(base, Symbol) or base not in lists:
        return None
    symbol = interpreter.symbol(("item", base, key), base.label)
    if isinstance(key, SliceValue):
        lists[symbol] = lists[base]
        return symbol
    element = symbol_array(interpreter, symbol)
    pending = lists[base] & state.order.issued
    for buffer in element.buffers:
        interpreter.parameters.elements.setdefault(buffer, base)
        if pending and buffer not in state.writers:
            state.writers[buffer] = pending
    return element
