"""What an item may be that is taken under a key which is not known: ``ring[slot]["done"]`` is one of a few events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.values import NONE, Const, DictValue, EventValue, ListValue, Symbol, TupleValue, Value

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_ONE_OF = "one of"
_MOST = 12
_SLOTS = (DictValue, EventValue)
_KEPT = (Const, DictValue, EventValue)
"""What is kept apart: of arrays in a list nothing is claimed once it is not known which of them is where."""


def one_of(interpreter: Interpreter, values: Iterable[Value]) -> Value:
    """One of several values, of which it is not known which."""
    found = tuple(dict.fromkeys(part for value in values for part in _parts(value)))
    if len(found) == 1:
        return found[0]
    if len(found) > _MOST or not all(isinstance(value, _KEPT) for value in found):
        return interpreter.unknown("item")
    return interpreter.symbol((_ONE_OF, found, interpreter.fresh()), "item")  # each of two may be another one


def one_of_slot(interpreter: Interpreter, before: Value, value: Value) -> Value:
    """What an item of a list is after one of them, it is not known which, was replaced by a slot or an event."""
    return one_of(interpreter, (before, value)) if isinstance(value, _SLOTS) else interpreter.unknown("item")


def of(state: State, value: Value) -> Sequence[Value]:
    """All that a value may be; nothing where that is not known."""
    if not isinstance(value, Symbol):
        return (value,)
    key = value.key
    if not isinstance(key, tuple):
        return ()
    if key[:1] == (_ONE_OF,):
        return _parts(value)
    if key[:1] != ("item",) or len(key) != 3:
        return ()
    base, index = key[1], Const(key[2]) if isinstance(key[2], int) else key[2]  # a number where things are unpacked
    if not isinstance(base, Value) or not isinstance(index, Value):
        return ()
    return _all_parts([_items(state, base, index)] if not isinstance(base, Symbol) else items(state, base, index))


def items(state: State, base: Symbol, key: Value) -> list[Sequence[Value]]:
    """What the item under a known key may be, of each dict that `base` may be; nothing where that is not known."""
    holders = of(state, base)
    if not isinstance(key, Const) or not all(isinstance(holder, DictValue) for holder in holders):
        return []
    return [_items(state, holder, key) for holder in holders]


def store(interpreter: Interpreter, state: State, base: Symbol, key: Value, value: Value) -> None:
    """An item of something is stored that may be one of several dicts: in each of them it may be the new one."""
    for holder in of(state, base):
        if isinstance(holder, DictValue):
            held = dict(dict_items(state, holder))
            held[key] = one_of(interpreter, (held[key], value)) if key in held else value
            state.memory[holder.key] = tuple(held.items())


def events(state: State, value: Value) -> list[EventValue]:
    """The events that an item which is not known may be; nothing where it may be something else."""
    found = of(state, value) if isinstance(value, Symbol) else ()
    made = [each for each in found if isinstance(each, EventValue)]
    return made if all(isinstance(each, EventValue) or each == NONE for each in found) else []


def _items(state: State, holder: Value, key: Value) -> Sequence[Value]:
    if isinstance(holder, (ListValue, TupleValue)) and not isinstance(key, Const):
        return items_of(state, holder) or ()
    if isinstance(holder, DictValue):
        return [value for known, value in dict_items(state, holder) if known == key or not isinstance(key, Const)]
    return ()


def _all_parts(found: list[Sequence[Value]]) -> Sequence[Value]:
    """The parts of all that was found; nothing if some of it is not known."""
    parts = [_parts(value) for values in found for value in values]
    if not all(found) or not all(parts):
        return ()
    together = tuple(dict.fromkeys(part for each in parts for part in each))
    return together if len(together) <= _MOST else ()


def _parts(value: Value) -> Sequence[Value]:
    """What a value may be by itself; nothing for a symbol of which nothing is known."""
    if not isinstance(value, Symbol):
        return (value,)
    key = value.key
    return key[1] if isinstance(key, tuple) and key[:1] == (_ONE_OF,) else ()
