"""What Python compares, or tests for truth, inside containers: the host waits for arrays among it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cupylint.flow.device import arrays
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in, items_of
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Array, ListValue, TupleValue, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_COMPARE = frozenset(f"builtins.{name}" for name in ("all", "any", "max", "min", "sorted"))
_OF_LISTS = frozenset(("count", "index", "remove", "sort"))
_TAKE_NUMBERS = frozenset(("builtins.range",))


def passed(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> None:
    """A built-in function is given containers, or arrays in place of numbers."""
    if dotted in _TAKE_NUMBERS:
        compared(interpreter, state, arguments.values(), node)
    elif dotted in _COMPARE:
        values = arguments.values()
        nested = [value for value in values if not isinstance(value, Array)]  # the others are read anyway
        if arguments.keyword("key") is not None:
            _may_be_compared(state, values)
        else:
            compared(interpreter, state, (items_of(state, values[0]) or ()) if len(values) == 1 else nested, node)


def method(
    interpreter: Interpreter, state: State, name: str, receiver: Value, arguments: Arguments, node: CSTNode
) -> None:
    """A method of a list or tuple is called, which may compare its items."""
    if name not in _OF_LISTS:
        return
    if name == "sort" and arguments.keyword("key") is None:
        compared(interpreter, state, items_of(state, receiver) or (), node)
    else:
        _may_be_compared(state, [receiver, *arguments.values()])


def compared(interpreter: Interpreter, state: State, items: Iterable[Value], node: CSTNode) -> None:
    """Each item, or what a tuple begins with, is asked for its truth; what follows in a tuple may be."""
    for item in items:
        first = item.items[0] if isinstance(item, TupleValue) and item.items else item
        if isinstance(first, Array):
            arrays.host_read(interpreter, state, first, node)
        else:
            _may_be_compared(state, [item])


def operands(interpreter: Interpreter, state: State, values: Iterable[Value], node: CSTNode | None) -> None:
    """The operands of a comparison: tuples and lists are compared item by item."""
    if node is not None:
        compared(interpreter, state, [value for value in values if isinstance(value, (ListValue, TupleValue))], node)


def _may_be_compared(state: State, values: Iterable[Value]) -> None:
    if any(arrays_in(state, value) for value in values):
        state.maybe_waited |= state.order.issued
