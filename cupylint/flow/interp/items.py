"""Containers: items of lists, tuples and dicts, and what a loop goes through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cupylint.flow.device import array_lists, arrays, cuda, host_memory
from cupylint.flow.domain import array_modules, candidates, dict_keys, unknown_sizes
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
from cupylint.flow.domain.hints import waits_by_name
from cupylint.flow.domain.values import (
    Array,
    ClassValue,
    Const,
    DictValue,
    EventValue,
    External,
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
from cupylint.flow.interp import callbacks, refusals, special_methods
from cupylint.flow.interp.operators import binary
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_WORTH_KNOWING = (Array, EventValue, HostView, Instance, ListValue, StreamValue, TupleValue)
Followed = tuple[tuple[Value, ...], bool]
Loop = ir.For | None


def get_item(interpreter: Interpreter, state: State, base: Value, key: Value, expression: ir.Node) -> Value:
    """``base[key]``."""
    interpreter.announce.item_read(state, base, key, expression.node)
    refusals.indexed(interpreter, state, base, key)
    refusals.looked_up(interpreter, state, base, key, expression)
    return _ITEM_OF[type(base)](interpreter, state, base, settled(key), expression.node)


def _item_of_sequence(
    interpreter: Interpreter, state: State, base: ListValue | TupleValue, key: Value, node: CSTNode | None
) -> Value:
    callbacks.looked_at(interpreter, state, base, node)
    if isinstance(key, Array) and node is not None:
        arrays.host_read(interpreter, state, key, node)
    return _sequence_item(interpreter, state, base, key)


def _item_of_dict(interpreter: Interpreter, state: State, base: DictValue, key: Value, node: CSTNode | None) -> Value:
    held = dict_items(state, base)
    for known, value in held:
        if known == key:
            return value
    possible = dict_keys.left(state, key, held)
    if isinstance(base, DefaultDict) and node is not None and not possible:
        return _default_item(interpreter, state, base, key, node)
    if (chosen := array_modules.looked_up(state, key, held)) is not None:
        return chosen
    if (reserve := dict_keys.reserve(state, key, held)) is not None:
        return reserve
    if isinstance(key, (Symbol, TupleValue)) and len(possible) == 1:
        dict_keys.is_same(state, key, possible[0][0])
        if isinstance(possible[0][1], Symbol):  # a plan of a transform, say
            return possible[0][1]
    if isinstance(key, Symbol) and (choice := dict_keys.choice(key, possible)) is not None:
        return choice
    return _one_of(interpreter, state, [value for _, value in possible], base, key)


def _item_of_constant(interpreter: Interpreter, state: State, base: Const, key: Value, node: CSTNode | None) -> Value:
    if not isinstance(base.value, (str, range)) or not isinstance(key, Const):
        return interpreter.unknown()
    inside = isinstance(key.value, int) and -len(base.value) <= key.value < len(base.value)
    return Const(base.value[key.value]) if inside and isinstance(key.value, int) else interpreter.unknown("item")


def _item_of_class(interpreter: Interpreter, state: State, base: ClassValue, key: Value, node: CSTNode | None) -> Value:
    if not isinstance(key, Const) or not is_enumeration(base.bases):
        return interpreter.unknown()
    return base.find(str(key.value)) or interpreter.unknown("member", host=True)


def _item_of_instance(
    interpreter: Interpreter, state: State, base: Instance, key: Value, node: CSTNode | None
) -> Value:
    if (held := items_of(state, base)) is not None:
        return _sequence_item(interpreter, state, TupleValue(held), key)
    return special_methods.call(interpreter, state, base, "__getitem__", key, node=node) or interpreter.unknown()


def _item_of_symbol(interpreter: Interpreter, state: State, base: Symbol, key: Value, node: CSTNode | None) -> Value:
    found = state.memory.get(("item", base, key))
    if isinstance(found, Value) or (found := array_lists.item(interpreter, state, base, key)) is not None:
        return found
    possible = {each for values in candidates.items(state, base, key) for each in values or (base,)}
    if len(possible) == 1 and base not in possible:
        return possible.pop()
    if isinstance(key, Array) and key.boolean:
        cuda.may_wait_for(state, cuda.current_stream(interpreter, state))  # to know how much is selected
    return interpreter.symbol(("item", base, key), base.label, base.host)


def _item_of_external(
    interpreter: Interpreter, state: State, base: External, key: Value, node: CSTNode | None
) -> Value:
    """An item of something outside of the file: only of the arguments of the program is known what they are."""
    return interpreter.symbol(("item", base, key), host=True) if base == _ARGUMENTS else interpreter.unknown()


_ARGUMENTS = External("sys.argv")
_ITEM_OF: ByClass[Callable[[Interpreter, State, Any, Value, CSTNode | None], Value]] = ByClass(
    {
        Array: arrays.index,
        HostView: host_memory.index,
        ListValue: _item_of_sequence,
        TupleValue: _item_of_sequence,
        DictValue: _item_of_dict,
        Const: _item_of_constant,
        ClassValue: _item_of_class,
        Instance: _item_of_instance,
        Names: lambda interpreter, state, base, key, node: item_of_names(interpreter, state, base, key),
        Kernel: lambda interpreter, state, base, key, node: replace(base, launch=(key,), interface=None),
        External: _item_of_external,
        Symbol: _item_of_symbol,
        HostArray: lambda interpreter, state, base, key, node: HostArray(),
        Value: lambda interpreter, state, base, key, node: interpreter.unknown(),
    }
)


def _default_item(interpreter: Interpreter, state: State, base: DefaultDict, key: Value, node: CSTNode) -> Value:
    """An item that was not there: it is made, and kept."""
    results = interpreter.invoke(state, base.factory, Arguments([], {}), node)
    if len(results) != 1 or results[0][0] is not state:  # an expression stays on one path
        state.maybe_waited |= state.order.issued
        return interpreter.symbol(("item", base, key), "item")
    value = results[0][1]
    state.memory[base.key] = (*dict_items(state, base), (key, value))
    return value


def _sequence_item(interpreter: Interpreter, state: State, base: ListValue | TupleValue, key: Value) -> Value:
    items = items_of(state, base) or ()
    if isinstance(key, Const) and isinstance(key.value, int):
        if -len(items) <= key.value < len(items):
            return items[key.value]
        return interpreter.unknown("item")
    if isinstance(key, SliceValue):
        part = _known_slice(key)
        if part is None:
            return interpreter.unknown("slice")
        return TupleValue(items[part]) if isinstance(base, TupleValue) else new_list(interpreter, state, items[part])
    if items and all(item == items[0] for item in items):
        return items[0]
    chosen = array_modules.looked_up(state, key, ((Const(number), item) for number, item in enumerate(items)))
    if chosen is not None:
        return chosen
    return _one_of(interpreter, state, items, base, key)


def _one_of(interpreter: Interpreter, state: State, items: Sequence[Value], base: Value, key: Value) -> Value:
    """One of several items: which of them, a number for a size may tell."""
    if not isinstance(key, Const) and any(isinstance(item, _WORTH_KNOWING) for item in items):
        interpreter.entries.guesses.add(interpreter.entries.current)
    return element(interpreter, state, base, key, items) or interpreter.symbol(("item", base, key), "item")


def _known_slice(key: SliceValue) -> slice | None:
    """The slice, None if one of its bounds is not known."""
    parts = (key.start, key.stop, key.step)
    if not all(part is None or (isinstance(part, Const) and isinstance(part.value, int)) for part in parts):
        return None
    start, stop, step = (part.value if isinstance(part, Const) else None for part in parts)
    return slice(start, stop, step or None)


def advance(interpreter: Interpreter, state: State, iterator: ListValue) -> Value | None:
    """The next item of an iterator (or of a generator expression), None if it is exhausted."""
    items = items_of(state, iterator) or ()
    if not items:
        return None
    first, rest = items[0], items[1:]
    if isinstance(iterator, Iterator) and iterator.step is not None:
        assert interpreter.statement is not None
        place = ir.Node(interpreter.statement)
        rest = (binary(interpreter, state, place, "+", [(first, place.node), (iterator.step, place.node)]),)
    elif isinstance(iterator, Iterator) and iterator.endless:
        rest = (*rest, first)
    state.memory[iterator.key] = rest
    return first


def iterate(
    interpreter: Interpreter, state: State, iterable: Value, comprehension: bool = False, loop: Loop = None
) -> Followed:
    """The items that a loop is followed for, and whether these are all: else they are the first ones.

    Args:
        comprehension: a list or dict is made of them.
        loop: the loop, where it is one.
    """
    return _ITEMS_OF[type(iterable)](interpreter, state, iterable, comprehension, loop)


_A_FEW = 8


def _at_most(interpreter: Interpreter, items: tuple[Value, ...], loop: Loop) -> Followed:
    limit = interpreter.loop_carried.allowed(MAX_ITEMS, interpreter.work.spent)
    if loop is not None and _only_waits(loop.body):
        limit = max(limit, _A_FEW)  # which costs next to nothing, and leaves nothing in doubt
    return items[:limit], len(items) <= limit


def _items_of_iterator(
    interpreter: Interpreter, state: State, value: Iterator, comprehension: bool, loop: Loop
) -> Followed:
    items = items_of(state, value) or ()
    if value.endless and items:
        return tuple(advance(interpreter, state, value) or value for _ in range(interpreter.rounds(loop))), False
    state.memory[value.key] = ()
    return items, not value.partial


def _items_of_constant(
    interpreter: Interpreter, state: State, value: Const, comprehension: bool, loop: Loop
) -> Followed:
    values = value.value
    if isinstance(values, range):
        limit = interpreter.loop_carried.allowed(
            interpreter.FULL_COMPREHENSION if comprehension else interpreter.FULL_LOOP, interpreter.work.spent
        )
        count = len(values) if len(values) <= limit else min(interpreter.rounds(loop), len(values))
        return tuple(Const(number) for number in values[:count]), count == len(values)
    if isinstance(values, (str, bytes)):
        return tuple(Const(part) for part in values[:MAX_ITEMS]), len(values) <= MAX_ITEMS
    return _some_items(interpreter, state, value, comprehension, loop)


def _items_of_class(
    interpreter: Interpreter, state: State, value: ClassValue, comprehension: bool, loop: Loop
) -> Followed:
    if is_enumeration(value.bases):
        return tuple(value for value in value.members.values() if isinstance(value, Const)), True
    return _some_items(interpreter, state, value, comprehension, loop)


def _items_of_instance(
    interpreter: Interpreter, state: State, value: Instance, comprehension: bool, loop: Loop
) -> Followed:
    if (known := items_of(state, value)) is not None:
        return _at_most(interpreter, known, loop)
    if (held := special_methods.items(interpreter, state, value)) is not None:
        return held, True
    if special_methods.method(value, "__iter__") is not None:
        state.maybe_waited |= state.order.issued  # what its code does is not looked at
    return _some_items(interpreter, state, value, comprehension, loop)


def _items_of_array(interpreter: Interpreter, state: State, value: Value, comprehension: bool, loop: Loop) -> Followed:
    assert interpreter.statement is not None
    place = ir.Node(interpreter.statement)
    numbers = range(interpreter.rounds(loop))
    return tuple(get_item(interpreter, state, value, Const(number), place) for number in numbers), False


def _some_items(interpreter: Interpreter, state: State, value: Value, comprehension: bool, loop: Loop) -> Followed:
    """Items of something unknown: as many as are assumed, or as loops are followed for."""
    rounds = interpreter.rounds(loop)
    if isinstance(value, Symbol):
        length = interpreter.symbol(("len", value), "len", host=True)
        unknown_sizes.note(interpreter, (length,))
        assumed = interpreter.entries.concrete_size
        if assumed is not None and assumed.of(interpreter, length) != length:
            return _first_items(interpreter, state, value, assumed.number), True
        rounds = unknown_sizes.take_rounds(state, length, rounds).value  # type: ignore[assignment]
    return _first_items(interpreter, state, value, rounds), False


def _first_items(interpreter: Interpreter, state: State, value: Value, count: int) -> tuple[Value, ...]:
    """The first items of something unknown."""
    known = (array_lists.item(interpreter, state, value, Const(number)) for number in range(count))
    return tuple(
        interpreter.symbol(("item", value, number), "item") if item is None else item
        for number, item in enumerate(known)
    )


def _only_waits(body: ir.Block) -> bool:
    """Whether the rounds of a loop do nothing but wait for streams and events."""
    calls = [statement for statement in body if isinstance(statement, ir.Call)]
    rest = (statement for statement in body if not isinstance(statement, ir.Call))
    return all(waits_by_name(call) for call in calls) and all(isinstance(statement, ir.Evaluate) for statement in rest)


_ITEMS_OF: ByClass[Callable[[Interpreter, State, Any, bool, Loop], Followed]] = ByClass(
    {
        Iterator: _items_of_iterator,
        ListValue: lambda interpreter, state, iterable, comprehension, loop: _at_most(
            interpreter, items_of(state, iterable) or (), loop
        ),
        TupleValue: lambda interpreter, state, iterable, comprehension, loop: _at_most(
            interpreter, iterable.items, loop
        ),
        DictValue: lambda interpreter, state, iterable, comprehension, loop: (
            tuple(key for key, _ in dict_items(state, iterable)),
            True,
        ),
        Const: _items_of_constant,
        ClassValue: _items_of_class,
        Instance: _items_of_instance,
        Array: _items_of_array,
        HostArray: _items_of_array,
        Value: _some_items,
    }
)
