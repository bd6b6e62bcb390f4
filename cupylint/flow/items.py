"""Containers: items of lists, tuples and dicts, and what a loop goes through."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cupylint.flow import arrays
from cupylint.flow.values import (
    Array,
    Const,
    DictValue,
    External,
    HostArray,
    HostView,
    Instance,
    Kernel,
    ListValue,
    SliceValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.machine import Machine
    from cupylint.flow.state import State


MAX_ITEMS = 512


def get_item(machine: Machine, state: State, base: Value, key: Value, expression: ir.Node) -> Value:
    """``base[key]``."""
    node = expression.node
    if isinstance(base, Array):
        return arrays.index(machine, state, base, key, node)
    if isinstance(base, HostView):
        arrays.host_touch(machine, state, base.array, "r", node)
        return HostArray()
    if isinstance(base, (ListValue, TupleValue)):
        return _sequence_item(machine, state, base, key)
    if isinstance(base, DictValue):
        for known, value in dict_items(state, base):
            if known == key:
                return value
        return machine.symbol(("item", base, key), "item")
    if isinstance(base, Kernel):
        return Kernel(base.kind, base.modes, base.inputs, base.known, (key,))
    if isinstance(base, Symbol):
        found = state.memory.get(("item", base, key))
        if isinstance(found, Value):
            return found
        return machine.symbol(("item", base, key), base.label, base.host)
    if isinstance(base, HostArray):
        return HostArray(None, base.pinned)
    return machine.unknown()


def items_of(state: State, value: Value) -> tuple[Value, ...] | None:
    """The items of a list or tuple, None if it is neither."""
    if isinstance(value, TupleValue):
        return value.items
    if isinstance(value, ListValue):
        items = state.memory.get(value.key, ())
        return items if isinstance(items, tuple) else ()
    if isinstance(value, Instance) and value.cls.fields and External("typing.NamedTuple") in value.cls.bases:
        held = [state.memory.get((value.key, name)) for name in value.cls.fields]
        return tuple(item for item in held if isinstance(item, Value))
    return None


def dict_items(state: State, value: DictValue) -> tuple[tuple[Value, Value], ...]:
    """Keys and values of a dict, in order."""
    items = state.memory.get(value.key, ())
    return items if isinstance(items, tuple) else ()


def _sequence_item(machine: Machine, state: State, base: ListValue | TupleValue, key: Value) -> Value:
    items = items_of(state, base) or ()
    if isinstance(key, Const) and isinstance(key.value, int):
        if -len(items) <= key.value < len(items):
            return items[key.value]
        return machine.unknown("item")
    if isinstance(key, SliceValue):
        parts = (key.start, key.stop, key.step)
        bounds = [part.value for part in parts if isinstance(part, Const) and isinstance(part.value, int)]
        if len(bounds) == sum(part is not None for part in parts):
            given = iter(bounds)
            start, stop, step = [None if part is None else next(given) for part in parts]
            chosen = items[slice(start, stop, step or None)]
            return TupleValue(chosen) if isinstance(base, TupleValue) else new_list(machine, state, chosen)
        return machine.unknown("slice")
    if items and all(item == items[0] for item in items):
        return items[0]
    return machine.symbol(("item", base, key), "item")


def new_list(machine: Machine, state: State, items: Iterable[Value]) -> ListValue:
    """A fresh list."""
    value = ListValue(machine.fresh())
    state.memory[value.key] = tuple(items)
    return value


def iterate(
    machine: Machine, state: State, iterable: Value, loop: ir.For, comprehension: bool
) -> tuple[list[Value], bool]:
    """The items that a loop is followed for, and whether these are all: else they are the first ones."""
    items = items_of(state, iterable)
    if items is not None:
        return list(items[:MAX_ITEMS]), len(items) <= MAX_ITEMS
    if isinstance(iterable, DictValue):
        return [key for key, _ in dict_items(state, iterable)], True
    if isinstance(iterable, Const) and isinstance(iterable.value, range):
        limit = machine.FULL_COMPREHENSION if comprehension else machine.FULL_LOOP
        numbers = iterable.value
        count = len(numbers) if len(numbers) <= limit else min(machine.rounds(), len(numbers))
        return [Const(number) for number in numbers[:count]], count == len(numbers)
    if isinstance(iterable, Array):
        return [arrays.index(machine, state, iterable, Const(number), loop.node) for number in range(3)], False
    if isinstance(iterable, Symbol):
        state.assumed[machine.symbol(("len", iterable), "len", host=True)] = Const(machine.rounds())
    return [machine.symbol(("item", iterable, number), "item") for number in range(machine.rounds())], False
