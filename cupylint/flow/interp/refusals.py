"""Where a path ends, or may end, with an exception of a look at an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.contents import dict_items
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.numpy_values import is_numpy_array
from cupylint.flow.domain.source_text import dotted, last_name
from cupylint.flow.domain.values import Array, DictValue, External, Symbol, Value, parts_of_key
from cupylint.program import ir

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


def looked_up(interpreter: Interpreter, state: State, base: Value, key: Value, expression: ir.Node) -> None:
    """``options[key]`` of what may not have that, where a handler is ready for it.

    A handler that puts it in has it made the first time: then nothing is there yet, and the path ends.
    """
    if not interpreter.trying or not isinstance(base, (DictValue, External, Symbol)):
        return
    keys = [known for known, _ in dict_items(state, base)] if isinstance(base, DictValue) else []
    statement, _ = interpreter.trying[-1]
    handlers = [each for each in statement.handlers if not _LOOKUPS.isdisjoint(_named(each.kind))]
    if key in keys or not handlers:
        return
    interpreter.may_raise(state)
    if type(base) is DictValue and any(_puts_in(each, expression) for each in handlers):
        state.memory[_REFUSED] = True
        interpreter.refuses = True


def _puts_in(handler: ir.Handler, expression: ir.Node) -> bool:
    """Whether a handler assigns an item of what had none."""
    name = dotted(expression.base) if isinstance(expression, ir.Item) else ""
    stores = (each.target for each in walk(handler.body) if isinstance(each, ir.Assign))
    return bool(name) and any(isinstance(target, ir.Item) and dotted(target.base) == name for target in stores)


_LOOKUPS = frozenset(("IndexError", "KeyError", "LookupError"))


def _named(kind: ir.Expr | None) -> list[str]:
    """The exceptions that a handler is for, as it names them."""
    parts = kind.items if isinstance(kind, ir.Build) else [kind]
    return [last_name(part) for part in parts]


def going_on(states: list[State]) -> list[State]:
    """The paths that do not end here."""
    return [state for state in states if not ends(state)]


def ends(state: State) -> bool:
    """Whether a path ends with the statement that is followed."""
    return state.memory.get(_REFUSED) is not None
