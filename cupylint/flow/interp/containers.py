"""Methods of lists, dicts and strings."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from operator import itemgetter
from typing import TYPE_CHECKING

from cupylint.flow.device import arrays
from cupylint.flow.domain import array_modules, dict_keys
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import MAX_ITEMS, UNEVEN, BoundedList, Iterator, dict_items, items_of, new_list
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Const,
    DictValue,
    EventValue,
    Instance,
    ListValue,
    StreamValue,
    TupleValue,
    Value,
    integer,
)
from cupylint.flow.interp import callbacks, comparisons
from cupylint.flow.interp.items import iterate
from cupylint.flow.library import pure
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

Items = tuple[Value, ...]
Pair = tuple[Value, Value]


def method(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``list.append``, ``dict.items``; None if nothing is known of it."""
    if name in _REMOVES and isinstance(receiver, (ListValue, DictValue)):
        interpreter.lifetimes.drop(state, receiver, "removed")
    callbacks.changed(interpreter, state, receiver, node)
    comparisons.method(interpreter, state, name, receiver, arguments, node)
    if isinstance(receiver, ListValue):
        return [(state, _list_method(interpreter, state, receiver, name, arguments))]
    if isinstance(receiver, DictValue):
        return [(state, _dict_method(interpreter, state, receiver, name, arguments))]
    worked_out = pure.method(interpreter, state, receiver, name, arguments)
    if worked_out is None and isinstance(receiver, TupleValue):
        worked_out = _position(state, receiver, name, arguments)
    if worked_out is not None:
        return [(state, worked_out)]
    if name == "format" and isinstance(receiver, Const):
        for value, place in arguments.all():
            arrays.shown_as_text(interpreter, state, value, place)
    return [(state, interpreter.unknown(name, host=isinstance(receiver, Const)))]


_REMOVES = frozenset(("append", "appendleft", "clear", "discard", "pop", "popitem", "popleft", "remove", "update"))
_DISTINCT = (Const, StreamValue, EventValue, Instance)
"""What is equal to nothing but itself."""


def _position(state: State, receiver: Value, name: str, arguments: Arguments) -> Value | None:
    """``list.index(x)`` and ``list.count(x)`` where everything compared is known."""
    first = arguments.position(0)
    items = items_of(state, receiver) or ()
    if len(arguments.values()) != 1 or not all(isinstance(item, _DISTINCT) for item in (first, *items)):
        return None
    if name == "index":
        return next((Const(number) for number, item in enumerate(items) if item == first), None)
    return Const(sum(item == first for item in items)) if name == "count" else None


# -- lists and sets --------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class _ListCall:
    """A method of a list or set is called, which changes `items` in place."""

    interpreter: Interpreter
    state: State
    receiver: ListValue
    arguments: Arguments
    items: list[Value]

    @property
    def first(self) -> Value | None:
        return self.arguments.position(0)

    @property
    def limit(self) -> int:
        return self.receiver.limit if isinstance(self.receiver, BoundedList) else MAX_ITEMS

    def given(self, value: Value) -> Items:
        """The items of an argument: all of them where they are known, since none is followed."""
        known = None if isinstance(value, Iterator) else items_of(self.state, value)
        return iterate(self.interpreter, self.state, value, comprehension=True)[0] if known is None else known


def _list_method(interpreter: Interpreter, state: State, receiver: ListValue, name: str, arguments: Arguments) -> Value:
    call = _ListCall(interpreter, state, receiver, arguments, list(items_of(state, receiver) or ()))
    result: Value | None = None
    if name == "copy":
        return new_list(interpreter, state, call.items)
    if name in _ADDS and (first := call.first) is not None:
        call.items, result = _ADDS[name](call, first), NONE
    elif name in _CHANGES:
        result = _CHANGES[name](call)
    if result is None:
        found = pure.method(interpreter, state, receiver, name, arguments)
        return found or _position(state, receiver, name, arguments) or interpreter.unknown(name)
    state.memory[receiver.key] = tuple(call.items)
    return result


def _extended(call: _ListCall, more: Value) -> list[Value]:
    items = [*call.items, *call.given(more)]
    return items[-call.limit :] if isinstance(call.receiver, BoundedList) else items[: call.limit]


_ADDS: dict[str, Callable[[_ListCall, Value], list[Value]]] = {
    "append": lambda call, item: [*call.items, item][-call.limit :] if call.limit else [],
    "appendleft": lambda call, item: [item, *call.items][: call.limit],
    "add": lambda call, item: call.items if item in call.items else [*call.items, item],
    "extend": _extended,
    "update": _extended,
    "extendleft": lambda call, more: [*call.given(more)[::-1], *call.items][: call.limit],
}
"""The items after a method that adds what it is given."""


def _insert(call: _ListCall) -> Value | None:
    values = call.arguments.values()
    if len(values) < 2:
        return None
    position = integer(call.first)
    call.items.insert(len(call.items) if position is None else position, values[1])
    return NONE


def _pop(call: _ListCall) -> Value | None:
    first, count = call.first, len(call.items)
    if not count:
        return None
    _may_be_empty(call)
    if first is not None and not isinstance(first, Const):
        call.interpreter.lifetimes.hold(call.state, call.receiver)
    at = integer(first)
    return call.items.pop(at if at is not None and -count <= at < count else -1)


def _pop_left(call: _ListCall) -> Value | None:
    _may_be_empty(call)
    return call.items.pop(0) if call.items else None


def _may_be_empty(call: _ListCall) -> None:
    """What is taken from a list that holds more on another path than on this one may not have been there."""
    if call.state.memory.get((UNEVEN, call.receiver.key)):
        call.state.maybe_waited |= call.state.order.issued


def _remove(call: _ListCall) -> Value | None:
    first = call.first
    if first in call.items:
        call.items.remove(first)
        return NONE
    return NONE if all(isinstance(item, _DISTINCT) for item in (first, *call.items)) else None


def _sort(call: _ListCall) -> Value | None:
    known = pure.known(call.state, call.receiver)
    if call.arguments.keyword_names() or not isinstance(known, list):
        return None
    with suppress(TypeError):
        call.items = [Const(item) for item in sorted(known)]
    return NONE


def _rotate(call: _ListCall) -> Value:
    by = 1 if call.first is None else integer(call.first)
    if by is None:
        call.interpreter.lifetimes.hold(call.state, call.receiver)
        call.items = [call.interpreter.unknown("item") for _ in call.items]
    elif call.items:
        at = -by % len(call.items)
        call.items = call.items[at:] + call.items[:at]
    return NONE


def _in_place(change: Callable[[list[Value]], None]) -> Callable[[_ListCall], Value]:
    def method(call: _ListCall) -> Value:
        change(call.items)
        return NONE

    return method


_CHANGES: dict[str, Callable[[_ListCall], Value | None]] = {
    "insert": _insert,
    "pop": _pop,
    "popleft": _pop_left,
    "remove": _remove,
    "discard": _remove,
    "clear": _in_place(list.clear),
    "reverse": _in_place(list.reverse),
    "sort": _sort,
    "rotate": _rotate,
}
"""The result of other methods, None if it is not known what they do."""


# -- dicts -----------------------------------------------------------------------------------------


def _dict_method(interpreter: Interpreter, state: State, receiver: DictValue, name: str, arguments: Arguments) -> Value:
    if name in _SHOWS:
        return TupleValue(tuple(map(_SHOWS[name], dict_items(state, receiver))))
    found = _DICT[name](interpreter, state, receiver, name, arguments) if name in _DICT else None
    return interpreter.unknown(name) if found is None else found


_SHOWS: dict[str, Callable[[Pair], Value]] = {"items": TupleValue, "keys": itemgetter(0), "values": itemgetter(1)}


def _get(interpreter: Interpreter, state: State, receiver: DictValue, name: str, arguments: Arguments) -> Value | None:
    """``get``, ``pop`` and ``setdefault``."""
    items, first = dict_items(state, receiver), arguments.position(0)
    for key, value in items:
        if key == first:
            if name == "pop":
                state.memory[receiver.key] = tuple(item for item in items if item[0] != first)
            return value
    default = arguments.either(1, "default")
    if not items and default is not None and name != "setdefault":
        return default
    if name != "pop" and default is None and _known_keys(first, items):
        default = NONE
    if first is None or not dict_keys.is_open(first):
        if name == "setdefault" and first is not None and default is not None:
            state.memory[receiver.key] = (*items, (first, default))
        return default
    return _got(interpreter, state, receiver, name, first, default)


def _got(
    interpreter: Interpreter, state: State, receiver: DictValue, name: str, key: Value, default: Value | None
) -> Value | None:
    """What a dict gives for a key that is not known: what another dict has shown of it counts."""
    items = dict_items(state, receiver)
    if name == "get":
        otherwise = () if default is None else ((key, default),)
        if (chosen := array_modules.looked_up(state, key, (*items, *otherwise))) is not None:
            return chosen
    if isinstance(default, ListValue) and (held := dict_keys.reserve(state, key, items)) is not None:
        return held
    if name == "setdefault" and default is not None:
        state.memory[receiver.key] = (*items, (key, default))
        return default
    possible = dict_keys.left(state, key, items)
    if possible and dict_keys.is_known(state, key):
        return possible[0][1]
    if default not in (None, NONE) or name == "setdefault" or (name == "pop" and default is None):
        return None
    return interpreter.symbol(dict_keys.Asked(receiver.key, key, tuple(known for known, _ in items), name), name)


def _pop_item(
    interpreter: Interpreter, state: State, receiver: DictValue, name: str, arguments: Arguments
) -> Value | None:
    items = dict_items(state, receiver)
    if not items:
        return None
    state.memory[receiver.key] = items[:-1]
    return TupleValue(items[-1])


def _move_to_end(
    interpreter: Interpreter, state: State, receiver: DictValue, name: str, arguments: Arguments
) -> Value | None:
    items, first = dict_items(state, receiver), arguments.position(0)
    if first is None:
        return None
    state.memory[receiver.key] = tuple(sorted(items, key=lambda item: item[0] == first))
    return NONE


def _copy(interpreter: Interpreter, state: State, receiver: DictValue, name: str, arguments: Arguments) -> Value:
    made = DictValue(interpreter.fresh())
    state.memory[made.key] = dict_items(state, receiver)
    return made


def _update(interpreter: Interpreter, state: State, receiver: DictValue, name: str, arguments: Arguments) -> Value:
    items, first = dict_items(state, receiver), arguments.position(0)
    added: list[Pair] = [(Const(key), value) for key, value in arguments.keyword_values()]
    if isinstance(first, DictValue):
        added = [*dict_items(state, first), *added]
    elif first is not None:
        state.maybe_waited |= state.order.issued  # what it holds now is not known
    for key, value in added:
        items = (*(item for item in items if item[0] != key), (key, value))
    state.memory[receiver.key] = items
    return NONE


def _clear(interpreter: Interpreter, state: State, receiver: DictValue, name: str, arguments: Arguments) -> None:
    state.memory[receiver.key] = ()


_DICT: dict[str, Callable[[Interpreter, State, DictValue, str, Arguments], Value | None]] = {
    "get": _get, "pop": _get, "setdefault": _get, "popitem": _pop_item, "move_to_end": _move_to_end,
    "copy": _copy, "update": _update, "clear": _clear,
}  # fmt: skip


def _known_keys(first: Value | None, items: tuple[tuple[Value, Value], ...]) -> bool:
    """Whether a key that is not found certainly is not there."""
    return all(isinstance(key, _DISTINCT) for key in (first, *(key for key, _ in items)))
