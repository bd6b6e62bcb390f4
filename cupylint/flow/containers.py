"""Methods of lists, dicts and strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow import arrays, callbacks, pure
from cupylint.flow.arguments import Arguments
from cupylint.flow.contents import MAX_ITEMS, BoundedList, dict_items, items_of, new_list
from cupylint.flow.items import iterate
from cupylint.flow.state import State
from cupylint.flow.values import (
    NONE,
    Const,
    DictValue,
    EventValue,
    Instance,
    ListValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine

Outcome = tuple[State, Value]


def method(
    machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``list.append``, ``dict.items``; None if nothing is known of it."""
    if name in _REMOVES and isinstance(receiver, (ListValue, DictValue)):
        machine.lifetimes.drop(state, receiver, "removed")
    callbacks.changed(machine, state, receiver, node)
    if isinstance(receiver, ListValue):
        return [(state, _list_method(machine, state, receiver, name, arguments))]
    if isinstance(receiver, DictValue):
        return [(state, _dict_method(machine, state, receiver, name, arguments))]
    worked_out = pure.method(machine, state, receiver, name, arguments)
    if worked_out is None and isinstance(receiver, TupleValue):
        worked_out = _position(state, receiver, name, arguments)
    if worked_out is not None:
        return [(state, worked_out)]
    if name == "format" and isinstance(receiver, Const):
        for value, place in arguments.all():
            arrays.shown_as_text(machine, state, value, place)
    return [(state, machine.unknown(name, host=isinstance(receiver, Const)))]


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


def _number(value: Value | None, default: int | None = None) -> int | None:
    return value.value if isinstance(value, Const) and isinstance(value.value, int) else default


def _list_method(machine: Machine, state: State, receiver: ListValue, name: str, arguments: Arguments) -> Value:
    items = list(items_of(state, receiver) or ())
    first = arguments.position(0)
    limit = receiver.limit if isinstance(receiver, BoundedList) else MAX_ITEMS
    result: Value = NONE
    if name == "append" and first is not None:
        items = [*items, first][-limit:] if limit else []
    elif name == "appendleft" and first is not None:
        items = [first, *items][:limit]
    elif name == "add" and first is not None:
        items = items if first in items else [*items, first]
    elif name in ("extend", "update") and first is not None:
        items += iterate(machine, state, first, comprehension=True)[0]
        items = items[-limit:] if isinstance(receiver, BoundedList) else items[:limit]
    elif name == "extendleft" and first is not None:
        items = [*iterate(machine, state, first, comprehension=True)[0][::-1], *items][:limit]
    elif name == "insert" and len(arguments.values()) > 1:
        position = _number(first)
        items.insert(len(items) if position is None else position, arguments.values()[1])
    elif name in ("pop", "popleft") and items:
        at = 0 if name == "popleft" else _number(first, -1)
        if first is not None and not isinstance(first, Const):
            machine.lifetimes.hold(state, receiver)
        result = items.pop(at if at is not None and -len(items) <= at < len(items) else -1)
    elif name in ("remove", "discard") and first is not None:
        found = next((number for number, item in enumerate(items) if item == first), None)
        if found is not None:
            del items[found]
        elif not all(isinstance(item, _DISTINCT) for item in (first, *items)):
            return machine.unknown(name)
    elif name == "clear":
        items = []
    elif name == "reverse":
        items.reverse()
    elif name == "sort" and not arguments.keyword_names() and isinstance(known := pure.known(state, receiver), list):
        try:
            items = [Const(item) for item in sorted(known)]
        except TypeError:
            return NONE
    elif name == "rotate":
        by = 1 if first is None else _number(first)
        if by is None:
            machine.lifetimes.hold(state, receiver)
            items = [machine.unknown("item") for _ in items]
        elif items:
            items = items[-by % len(items) :] + items[: -by % len(items)]
    elif name == "copy":
        return new_list(machine, state, items)
    else:
        found_ = pure.method(machine, state, receiver, name, arguments)
        return found_ or _position(state, receiver, name, arguments) or machine.unknown(name)
    state.memory[receiver.key] = tuple(items)
    return result


def _dict_method(machine: Machine, state: State, receiver: DictValue, name: str, arguments: Arguments) -> Value:
    items = dict_items(state, receiver)
    first = arguments.position(0)
    if name == "items":
        return TupleValue(tuple(TupleValue(item) for item in items))
    if name == "keys":
        return TupleValue(tuple(key for key, _ in items))
    if name == "values":
        return TupleValue(tuple(value for _, value in items))
    if name in ("get", "pop", "setdefault"):
        for key, value in items:
            if key == first:
                if name == "pop":
                    state.memory[receiver.key] = tuple(item for item in items if item[0] != first)
                return value
        default = arguments.either(1, "default")
        if name in ("get", "setdefault") and default is None and _known_keys(first, items):
            default = NONE
        if name == "setdefault" and first is not None and default is not None:
            state.memory[receiver.key] = (*items, (first, default))
        return machine.unknown(name) if default is None or isinstance(first, Symbol) else default
    if name == "popitem" and items:
        state.memory[receiver.key] = items[:-1]
        return TupleValue(items[-1])
    if name == "move_to_end" and first is not None:
        moved = tuple(item for item in items if item[0] == first)
        state.memory[receiver.key] = (*(item for item in items if item[0] != first), *moved)
        return NONE
    if name == "copy":
        made = DictValue(machine.fresh())
        state.memory[made.key] = items
        return made
    if name == "update":
        added: list[tuple[Value, Value]] = [(Const(key), value) for key, value in arguments.keyword_values()]
        if isinstance(first, DictValue):
            added = [*dict_items(state, first), *added]
        for key, value in added:
            items = (*(item for item in items if item[0] != key), (key, value))
        if first is not None and not isinstance(first, DictValue):
            state.doubt |= state.order.issued  # what it holds now is not known
        state.memory[receiver.key] = items
        return NONE
    if name == "clear":
        state.memory[receiver.key] = ()
    return machine.unknown(name)


def _known_keys(first: Value | None, items: tuple[tuple[Value, Value], ...]) -> bool:
    """Whether a key that is not found certainly is not there."""
    return all(isinstance(key, _DISTINCT) for key in (first, *(key for key, _ in items)))
