"""Containers: items of lists, tuples and dicts, and what a loop goes through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow import arrays, callbacks, host_memory, special
from cupylint.flow.arguments import Arguments
from cupylint.flow.contents import (
    MAX_ITEMS,
    DefaultDict,
    Iterator,
    Names,
    dict_items,
    item_of_names,
    items_of,
    new_list,
)
from cupylint.flow.enums import is_enumeration, settled
from cupylint.flow.operators import binary
from cupylint.flow.values import (
    Array,
    ClassValue,
    Const,
    DictValue,
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
    from libcst import CSTNode

    from cupylint.flow.machine import Machine
    from cupylint.flow.state import State


def get_item(machine: Machine, state: State, base: Value, key: Value, expression: ir.Node) -> Value:
    """``base[key]``."""
    node = expression.node
    key = settled(key)
    if isinstance(base, Array):
        return arrays.index(machine, state, base, key, node)
    if isinstance(base, HostView):
        return host_memory.index(machine, state, base, key, node)
    if isinstance(base, (ListValue, TupleValue)):
        callbacks.looked_at(machine, state, base, node)
        return _sequence_item(machine, state, base, key)
    if isinstance(base, DictValue):
        for known, value in dict_items(state, base):
            if known == key:
                return value
        if isinstance(base, DefaultDict) and node is not None and isinstance(key, (Const, TupleValue)):
            return _default_item(machine, state, base, key, node)
        return machine.symbol(("item", base, key), "item")
    if isinstance(base, Const) and isinstance(base.value, (str, range)) and isinstance(key, Const):
        inside = isinstance(key.value, int) and -len(base.value) <= key.value < len(base.value)
        return Const(base.value[key.value]) if inside and isinstance(key.value, int) else machine.unknown("item")
    if isinstance(base, ClassValue) and isinstance(key, Const) and is_enumeration(base.bases):
        return base.find(str(key.value)) or machine.unknown("member", host=True)
    if isinstance(base, Instance):
        if (held := items_of(state, base)) is not None:
            return _sequence_item(machine, state, TupleValue(held), key)
        if (found_ := special.call(machine, state, base, "__getitem__", key, node=node)) is not None:
            return found_
    if isinstance(base, Names):
        return item_of_names(machine, state, base, key)
    if isinstance(base, Kernel):
        return Kernel(base.kind, base.modes, base.inputs, base.known, (key,))
    if isinstance(base, Symbol):
        found = state.memory.get(("item", base, key))
        if isinstance(found, Value):
            return found
        return machine.symbol(("item", base, key), base.label, base.host)
    if isinstance(base, HostArray):
        return HostArray()
    return machine.unknown()


def _default_item(machine: Machine, state: State, base: DefaultDict, key: Value, node: CSTNode) -> Value:
    """An item that was not there: it is made, and kept."""
    results = machine.invoke(state, base.factory, Arguments([], {}), node)
    if len(results) != 1 or results[0][0] is not state:  # an expression stays on one path
        state.doubt |= state.order.issued
        return machine.symbol(("item", base, key), "item")
    value = results[0][1]
    state.memory[base.key] = (*dict_items(state, base), (key, value))
    return value


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


def advance(machine: Machine, state: State, iterator: ListValue) -> Value | None:
    """The next item of an iterator (or of a generator expression), None if it is exhausted."""
    items = items_of(state, iterator) or ()
    if not items:
        return None
    first, rest = items[0], items[1:]
    if isinstance(iterator, Iterator) and iterator.step is not None:
        assert machine.statement is not None
        place = ir.Node(machine.statement)
        rest = (binary(machine, state, place, "+", [(first, place.node), (iterator.step, place.node)]),)
    elif isinstance(iterator, Iterator) and iterator.endless:
        rest = (*rest, first)
    state.memory[iterator.key] = rest
    return first


def iterate(
    machine: Machine, state: State, iterable: Value, comprehension: bool = False, loop: ir.For | None = None
) -> tuple[tuple[Value, ...], bool]:
    """The items that a loop is followed for, and whether these are all: else they are the first ones.

    Args:
        comprehension: a list or dict is made of them.
        loop: the loop, where it is one.
    """
    if isinstance(iterable, Iterator):
        if iterable.endless and items_of(state, iterable):
            return tuple(advance(machine, state, iterable) or iterable for _ in range(machine.rounds(loop))), False
        items = items_of(state, iterable) or ()
        state.memory[iterable.key] = ()
        return items, not iterable.partial
    known = items_of(state, iterable)
    if known is not None:
        limit = machine.turns.allowed(MAX_ITEMS, machine.spent)
        return known[:limit], len(known) <= limit
    if isinstance(iterable, DictValue):
        return tuple(key for key, _ in dict_items(state, iterable)), True
    if isinstance(iterable, Const) and isinstance(iterable.value, range):
        limit = machine.turns.allowed(machine.FULL_COMPREHENSION if comprehension else machine.FULL_LOOP, machine.spent)
        numbers = iterable.value
        count = len(numbers) if len(numbers) <= limit else min(machine.rounds(loop), len(numbers))
        return tuple(Const(number) for number in numbers[:count]), count == len(numbers)
    if isinstance(iterable, Const) and isinstance(iterable.value, (str, bytes)):
        return tuple(Const(part) for part in iterable.value[:MAX_ITEMS]), len(iterable.value) <= MAX_ITEMS
    if isinstance(iterable, ClassValue) and is_enumeration(iterable.bases):
        return tuple(value for value in iterable.members.values() if isinstance(value, Const)), True
    rounds = machine.rounds(loop)
    if isinstance(iterable, Instance):
        if (held := special.items(machine, state, iterable, None)) is not None:
            return held, True
        if special.method(iterable, "__iter__") is not None:
            state.doubt |= state.order.issued  # what its code does is not looked at
    if isinstance(iterable, (Array, HostArray, HostView)):
        assert machine.statement is not None
        place = ir.Node(machine.statement)
        return tuple(get_item(machine, state, iterable, Const(number), place) for number in range(rounds)), False
    if isinstance(iterable, Symbol):
        state.assumed[machine.symbol(("len", iterable), "len", host=True)] = Const(rounds)
    return tuple(machine.symbol(("item", iterable, number), "item") for number in range(rounds)), False
