"""Where a path ends with an exception of NumPy: it takes no array of the device as an index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.numpy_values import is_numpy_array
from cupylint.flow.domain.values import Array, Value, parts_of_key

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_REFUSED = ("refused",)  # whether a path ends with the statement that is followed


def indexed(interpreter: Interpreter, state: State, base: Value, key: Value) -> None:
    """``host[x]``, read or assigned to: a TypeError where `x` is an array of the device (measured)."""
    if not is_numpy_array(base):
        return
    parts = parts_of_key(key)
    made = interpreter.allocations.creators
    if any(type(part) is Array and not part.guess and part.buffers <= made.keys() for part in parts):
        interpreter.may_raise(state)
        state.memory[_REFUSED] = True
        interpreter.refuses = True


def going_on(states: list[State]) -> list[State]:
    """The paths that do not end here."""
    return [state for state in states if state.memory.get(_REFUSED) is None]
