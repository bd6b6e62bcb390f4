"""Names that the program looks up itself: ``globals()``, ``setattr``, ``threading.local()``, and code in a text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import Names, class_members, new_list
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    FunctionValue,
    ListValue,
    Partial,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp.stores import name_value, store_attribute
from cupylint.flow.library.thread_local import ThreadLocal
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_EXECUTES = ("executes",)  # whether a path has run code of a text, which may have defined names
_CALLABLE = (FunctionValue, BoundMethod, Partial, ClassValue)


def thread_local(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return ThreadLocal(interpreter.fresh())


def set_attribute_by_name(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``setattr(object, name, value)``; with a name that is not known, anything may change."""
    base, name, value = (arguments.position(number) for number in range(3))
    if base is None or value is None:
        return NONE
    if isinstance(name, Const) and isinstance(name.value, str):
        store_attribute(interpreter, state, base, name.value, value, ir.Attr(node, ir.Unknown(node, []), name.value))
        name_value(interpreter, state, value, name.value)
    else:
        state.maybe_waited |= state.order.issued
        for member, function in base.members.items() if isinstance(base, ClassValue) else ():
            if isinstance(function, FunctionValue):
                state.memory[(base, member)] = interpreter.unknown(member)
    return NONE


def global_names(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Names(interpreter.frame.module)


def local_names(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``locals()``: the names of a function that have a value, those of its parameters first."""
    frame = interpreter.frame
    if frame.number == frame.module:
        return Names(frame.module)
    parameters = [parameter.name for parameter in frame.function.parameters]
    names = dict.fromkeys((*parameters, *sorted(frame.function.assigned)))
    values = ((name, state.memory.get((frame.number, name))) for name in names)
    made = DictValue(interpreter.fresh())
    state.memory[made.key] = tuple((Const(name), value) for name, value in values if isinstance(value, Value))
    return made


def own_names(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``vars(Class)`` and ``vars()``; of anything else nothing is known."""
    base = arguments.position(0)
    if base is None:
        return local_names(interpreter, state, arguments, node)
    return class_members(interpreter, state, base) if isinstance(base, ClassValue) else interpreter.unknown("vars")


def names_of(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``dir(Class)``."""
    base = arguments.position(0)
    if not isinstance(base, ClassValue):
        return interpreter.unknown("dir")
    return new_list(interpreter, state, map(Const, sorted({name for each in base.family() for name in each.members})))


def from_text(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``eval`` and ``exec``: the code may wait for whatever was issued, and change what it likes."""
    state.maybe_waited |= state.order.issued
    state.memory[_EXECUTES] = True
    return interpreter.symbol(("looked up", interpreter.fresh()), "eval")


def is_looked_up(state: State, function: Value | None) -> bool:
    """Whether something called is code of the program that is not known: it was chosen or made at run time."""
    key = function.key if isinstance(function, Symbol) else None
    if not isinstance(key, tuple) or not key:
        return False
    if key[0] in ("looked up", "decorated") or (key[0] == "name" and state.memory.get(_EXECUTES)):
        return True
    return key[0] == "item" and len(key) > 1 and isinstance(key[1], Value) and _holds_code(state, key[1])


def _holds_code(state: State, value: Value, depth: int = 2) -> bool:
    items: Iterable[Any] = value.items if isinstance(value, TupleValue) else ()
    if isinstance(value, (ListValue, DictValue)):
        items = state.memory.sequence(value.key)
    flat: list[Any] = [part for item in items for part in (item if isinstance(item, tuple) else (item,))]
    return any(
        isinstance(item, _CALLABLE) or (depth and isinstance(item, Value) and _holds_code(state, item, depth - 1))
        for item in flat
    )


CALLS: dict[str, Any] = {
    "threading.local": thread_local,
    "builtins.setattr": set_attribute_by_name,
    "builtins.object.__setattr__": set_attribute_by_name,
    "builtins.globals": global_names,
    "builtins.locals": local_names,
    "builtins.vars": own_names,
    "builtins.dir": names_of,
    "builtins.eval": from_text,
    "builtins.exec": from_text,
}
