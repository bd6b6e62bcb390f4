"""Containers: items of lists, tuples and dicts, and what a loop goes through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cupylint.flow.device import arrays, host_memory
from cupylint.flow.domain import choices
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.contents import (
    MAX_ITEMS,
    DefaultDict,
    Iterator,
    Names,
    dict_items,
    item_of_names,
    items_of,
    new_list,
)
from cupylint.flow.domain.elements import element
from cupylint.flow.domain.enums import is_enumeration, settled
from cupylint.flow.domain.values import (
    Array,
    ClassValue,
    Const,
    DictValue,
    EventValue,
    HostArray,
    HostView,
    Instance,
    Kernel,
    ListValue,
    SliceValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp import callbacks, special
from cupylint.flow.interp.operators import binary
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.machine import Machine

_WORTH_KNOWING = (Array, EventValue, HostView, Instance, ListValue, StreamValue, TupleValue)
Followed = tuple[tuple[Value, ...], bool]
Loop = ir.For | None


def get_item(machine: Machine, state: State, base: Value, key: Value, expression: ir.Node) -> Value:
    """``base[key]``."""
    if machine.conversions.active:
        machine.conversions.indexed(state, base, key, expression.node)
    return _ITEM_OF[type(base)](machine, state, base, settled(key), expression.node)


def _item_of_sequence(
    machine: Machine, state: State, base: ListValue | TupleValue, key: Value, node: CSTNode | None
) -> Value:
    callbacks.looked_at(machine, state, base, node)
    return _sequence_item(machine, state, base, key)


def _item_of_dict(machine: Machine, state: State, base: DictValue, key: Value, node: CSTNode | None) -> Value:
    for known, value in dict_items(state, base):
        if known == key:
            return value
    if isinstance(base, DefaultDict) and node is not None and isinstance(key, (Const, TupleValue)):
        return _default_item(machine, state, base, key, node)
    if (chosen := choices.looked_up(state, key, dict_items(state, base))) is not None:
        return chosen
    return _one_of(machine, state, [value for _, value in dict_items(state, base)], base, key)


def _item_of_constant(machine: Machine, state: State, base: Const, key: Value, node: CSTNode | None) -> Value:
    if not isinstance(base.value, (str, range)) or not isinstance(key, Const):
        return machine.unknown()
    inside = isinstance(key.value, int) and -len(base.value) <= key.value < len(base.value)
    return Const(base.value[key.value]) if inside and isinstance(key.value, int) else machine.unknown("item")


def _item_of_class(machine: Machine, state: State, base: ClassValue, key: Value, node: CSTNode | None) -> Value:
    if not isinstance(key, Const) or not is_enumeration(base.bases):
        return machine.unknown()
    return base.find(str(key.value)) or machine.unknown("member", host=True)


def _item_of_instance(machine: Machine, state: State, base: Instance, key: Value, node: CSTNode | None) -> Value:
    if (held := items_of(state, base)) is not None:
        return _sequence_item(machine, state, TupleValue(held), key)
    return special.call(machine, state, base, "__getitem__", key, node=node) or machine.unknown()


def _item_of_symbol(machine: Machine, state: State, base: Symbol, key: Value, node: CSTNode | None) -> Value:
    found = state.memory.get(("item", base, key))
    return found if isinstance(found, Value) else machine.symbol(("item", base, key), base.label, base.host)


_ITEM_OF: ByClass[Callable[[Machine, State, Any, Value, CSTNode | None], Value]] = ByClass(
    {
        Array: arrays.index,
        HostView: host_memory.index,
        ListValue: _item_of_sequence,
        TupleValue: _item_of_sequence,
        DictValue: _item_of_dict,
        Const: _item_of_constant,
        ClassValue: _item_of_class,
        Instance: _item_of_instance,
        Names: lambda machine, state, base, key, node: item_of_names(machine, state, base, key),
        Kernel: lambda machine, state, base, key, node: replace(base, launch=(key,), interface=None),
        Symbol: _item_of_symbol,
        HostArray: lambda machine, state, base, key, node: HostArray(),
        Value: lambda machine, state, base, key, node: machine.unknown(),
    }
)


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
        part = _known_slice(key)
        if part is None:
            return machine.unknown("slice")
        return TupleValue(items[part]) if isinstance(base, TupleValue) else new_list(machine, state, items[part])
    if items and all(item == items[0] for item in items):
        return items[0]
    chosen = choices.looked_up(state, key, ((Const(number), item) for number, item in enumerate(items)))
    if chosen is not None:
        return chosen
    return _one_of(machine, state, items, base, key)


def _one_of(machine: Machine, state: State, items: Sequence[Value], base: Value, key: Value) -> Value:
    """One of several items: which of them, a number for a size may tell."""
    if not isinstance(key, Const) and any(isinstance(item, _WORTH_KNOWING) for item in items):
        machine.guesses.add(machine.entry)
    return element(machine, state, base, key, items) or machine.symbol(("item", base, key), "item")


def _known_slice(key: SliceValue) -> slice | None:
    """The slice, None if one of its bounds is not known."""
    parts = (key.start, key.stop, key.step)
    if not all(part is None or (isinstance(part, Const) and isinstance(part.value, int)) for part in parts):
        return None
    start, stop, step = (part.value if isinstance(part, Const) else None for part in parts)
    return slice(start, stop, step or None)


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
    machine: Machine, state: State, iterable: Value, comprehension: bool = False, loop: Loop = None
) -> Followed:
    """The items that a loop is followed for, and whether these are all: else they are the first ones.

    Args:
        comprehension: a list or dict is made of them.
        loop: the loop, where it is one.
    """
    return _ITEMS_OF[type(iterable)](machine, state, iterable, comprehension, loop)


def _at_most(machine: Machine, items: tuple[Value, ...]) -> Followed:
    limit = machine.turns.allowed(MAX_ITEMS, machine.spent)
    return items[:limit], len(items) <= limit


def _items_of_iterator(machine: Machine, state: State, value: Iterator, comprehension: bool, loop: Loop) -> Followed:
    items = items_of(state, value) or ()
    if value.endless and items:
        return tuple(advance(machine, state, value) or value for _ in range(machine.rounds(loop))), False
    state.memory[value.key] = ()
    return items, not value.partial


def _items_of_constant(machine: Machine, state: State, value: Const, comprehension: bool, loop: Loop) -> Followed:
    values = value.value
    if isinstance(values, range):
        limit = machine.turns.allowed(machine.FULL_COMPREHENSION if comprehension else machine.FULL_LOOP, machine.spent)
        count = len(values) if len(values) <= limit else min(machine.rounds(loop), len(values))
        return tuple(Const(number) for number in values[:count]), count == len(values)
    if isinstance(values, (str, bytes)):
        return tuple(Const(part) for part in values[:MAX_ITEMS]), len(values) <= MAX_ITEMS
    return _some_items(machine, state, value, comprehension, loop)


def _items_of_class(machine: Machine, state: State, value: ClassValue, comprehension: bool, loop: Loop) -> Followed:
    if is_enumeration(value.bases):
        return tuple(value for value in value.members.values() if isinstance(value, Const)), True
    return _some_items(machine, state, value, comprehension, loop)


def _items_of_instance(machine: Machine, state: State, value: Instance, comprehension: bool, loop: Loop) -> Followed:
    if (known := items_of(state, value)) is not None:
        return _at_most(machine, known)
    if (held := special.items(machine, state, value, None)) is not None:
        return held, True
    if special.method(value, "__iter__") is not None:
        state.doubt |= state.order.issued  # what its code does is not looked at
    return _some_items(machine, state, value, comprehension, loop)


def _items_of_array(machine: Machine, state: State, value: Value, comprehension: bool, loop: Loop) -> Followed:
    assert machine.statement is not None
    place = ir.Node(machine.statement)
    numbers = range(machine.rounds(loop))
    return tuple(get_item(machine, state, value, Const(number), place) for number in numbers), False


def _some_items(machine: Machine, state: State, value: Value, comprehension: bool, loop: Loop) -> Followed:
    """Items of something unknown."""
    rounds = machine.rounds(loop)
    if isinstance(value, Symbol):
        state.assumed[machine.symbol(("len", value), "len", host=True)] = Const(rounds)
    return tuple(machine.symbol(("item", value, number), "item") for number in range(rounds)), False


_ITEMS_OF: ByClass[Callable[[Machine, State, Any, bool, Loop], Followed]] = ByClass(
    {
        Iterator: _items_of_iterator,
        ListValue: lambda machine, state, iterable, *_: _at_most(machine, items_of(state, iterable) or ()),
        TupleValue: lambda machine, state, iterable, *_: _at_most(machine, iterable.items),
        DictValue: lambda machine, state, iterable, *_: (tuple(key for key, _ in dict_items(state, iterable)), True),
        Const: _items_of_constant,
        ClassValue: _items_of_class,
        Instance: _items_of_instance,
        Array: _items_of_array,
        HostArray: _items_of_array,
        Value: _some_items,
    }
)
