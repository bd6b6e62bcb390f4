"""Methods of lists, dicts, strings and threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow import threads
from cupylint.flow.arguments import Arguments
from cupylint.flow.state import State
from cupylint.flow.values import (
    NONE,
    Const,
    DictValue,
    ListValue,
    Symbol,
    Thread,
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
    """``list.append``, ``dict.items``, ``thread.start``; None if nothing is known of it."""
    if isinstance(receiver, Thread):
        return threads.thread_method(machine, state, receiver, name, arguments, node)
    if isinstance(receiver, ListValue):
        return [(state, _list_method(machine, state, receiver, name, arguments))]
    if isinstance(receiver, DictValue):
        return [(state, _dict_method(machine, state, receiver, name, arguments))]
    return [(state, machine.unknown(name, host=isinstance(receiver, Const)))]


def _list_method(machine: Machine, state: State, receiver: ListValue, name: str, arguments: Arguments) -> Value:
    from cupylint.flow.items import MAX_ITEMS, items_of, new_list

    items = list(items_of(state, receiver) or ())
    first = arguments.position(0)
    result: Value = NONE
    if name in ("append", "appendleft", "add") and first is not None:
        items = [first, *items] if name == "appendleft" else [*items, first]
    elif name in ("extend", "update") and first is not None:
        items = (items + list(items_of(state, first) or ()))[:MAX_ITEMS]
    elif name == "insert" and len(arguments.values()) > 1:
        position = first.value if isinstance(first, Const) and isinstance(first.value, int) else len(items)
        items.insert(position, arguments.values()[1])
    elif name in ("pop", "popleft") and items:
        at = 0 if name == "popleft" else -1
        if isinstance(first, Const) and isinstance(first.value, int) and -len(items) <= first.value < len(items):
            at = first.value
        result = items.pop(at)
    elif name == "clear":
        items = []
    elif name == "reverse":
        items.reverse()
    elif name == "rotate":
        by = first.value if isinstance(first, Const) and isinstance(first.value, int) else 1
        items = items[-by % len(items) :] + items[: -by % len(items)] if items else items
    elif name == "copy":
        return new_list(machine, state, items)
    else:
        return machine.unknown(name)
    state.memory[receiver.key] = tuple(items)
    return result


def _dict_method(machine: Machine, state: State, receiver: DictValue, name: str, arguments: Arguments) -> Value:
    from cupylint.flow.items import dict_items

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
        if name == "setdefault" and first is not None and default is not None:
            state.memory[receiver.key] = (*items, (first, default))
        return machine.unknown(name) if default is None or isinstance(first, Symbol) else default
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
