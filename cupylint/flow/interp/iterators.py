"""``iter`` and ``next``, ``zip`` and ``enumerate``, and the functions of ``itertools``."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from cupylint.flow.domain.arguments import Arguments, Handler
from cupylint.flow.domain.contents import MAX_ITEMS, Iterator, items_of, new_iterator
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    ClassValue,
    Const,
    DictValue,
    Generator,
    HostArray,
    ListValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp import special_methods
from cupylint.flow.interp.items import advance, iterate

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

Items = tuple[Value, ...]


# -- iterators -------------------------------------------------------------------------------------


def iterator(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``iter(x)``. ``iter(call, sentinel)`` gives nobody knows what."""
    value = arguments.position(0)
    if value is None or len(arguments.values()) > 1:
        return interpreter.unknown("iter")
    if isinstance(value, (Iterator, Generator)):
        return value
    items, complete = iterate(interpreter, state, value)
    return new_iterator(interpreter, state, items, not complete)


def next_item(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[tuple[State, Value]]:
    """``next(iterator)``: nothing goes on from an exhausted one without a default."""
    value, default = arguments.position(0), arguments.position(1)
    take = None if value is None else special_methods.advancing(interpreter, value, node)
    if take is not None:
        taken = [(after, default if item is None else item) for after, item in take(state)]
        for after, item in taken:
            if item is None:
                special_methods.exhausted(interpreter, after)
        return [(after, item) for after, item in taken if item is not None]
    if not isinstance(value, ListValue):
        if default is None:
            interpreter.may_raise(state)
        return [(state, interpreter.unknown("next", host=isinstance(value, Symbol) and value.host))]
    item = advance(interpreter, state, value)
    if item is not None:
        return [(state, item)]
    if isinstance(value, Iterator) and value.partial:
        return [(state, interpreter.unknown("next"))]
    if default is not None:
        return [(state, default)]
    special_methods.exhausted(interpreter, state)
    return []


def zipped(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``zip(...)``; what has no known length is as long as what has."""
    values = arguments.values()
    moving = [id(value) for value in values if isinstance(value, Iterator)]
    if len(set(moving)) < len(moving):
        return _zip_in_turn(interpreter, state, values)  # zip(*[iter(x)] * 2)
    taken = [
        None if _is_endless(state, value) or _range_of(value) is not None else iterate(interpreter, state, value)
        for value in values
    ]
    count, partial = _row_count(interpreter, values, taken)
    columns = [_column(interpreter, state, value, found, count) for value, found in zip(values, taken, strict=True)]
    return new_iterator(interpreter, state, (TupleValue(row) for row in zip(*columns, strict=True)), partial)


def _row_count(interpreter: Interpreter, values: Items, taken: list[tuple[Items, bool] | None]) -> tuple[int, bool]:
    """How many rows ``zip`` makes, and whether these are only some of them."""
    lengths = [len(found[0]) for found in taken if found is not None and found[1]]
    ranges = [len(numbers) for value in values if (numbers := _range_of(value)) is not None]
    if not lengths and not ranges:
        longest = min((len(found[0]) for found in taken if found is not None), default=interpreter.rounds())
        return longest, bool(values)
    count = min(lengths + ranges)
    return (count, False) if lengths or count <= interpreter.FULL_LOOP else (interpreter.rounds(), True)


def _column(
    interpreter: Interpreter, state: State, value: Value, taken: tuple[Items, bool] | None, count: int
) -> Items:
    """The first items of one argument of ``zip``."""
    numbers = _range_of(value)
    if numbers is not None:
        return tuple(Const(number) for number in numbers[:count])
    if taken is not None:
        return _stretched(interpreter, value, taken[0], count)
    assert isinstance(value, Iterator)
    return tuple(advance(interpreter, state, value) or NONE for _ in range(count))


def _is_endless(state: State, value: Value) -> bool:
    return isinstance(value, Iterator) and value.endless and bool(items_of(state, value))


def _range_of(value: Value) -> range | None:
    return value.value if isinstance(value, Const) and isinstance(value.value, range) else None


def _zip_in_turn(interpreter: Interpreter, state: State, values: Items) -> Value:
    rows: list[Value] = []
    while len(rows) < MAX_ITEMS:
        row = [advance(interpreter, state, value) if isinstance(value, Iterator) else None for value in values]
        found = tuple(item for item in row if item is not None)
        if len(found) < len(values):
            break
        rows.append(TupleValue(found))
        if len(rows) >= interpreter.rounds() and any(isinstance(value, Iterator) and value.endless for value in values):
            break
    return new_iterator(interpreter, state, rows)


def _stretched(interpreter: Interpreter, value: Value, items: Items, count: int) -> Items:
    if len(items) >= count:
        return items[:count]
    if isinstance(value, HostArray):
        return items + tuple(HostArray() for _ in range(len(items), count))
    return items + tuple(interpreter.symbol(("item", value, number), "item") for number in range(len(items), count))


def enumerated(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``enumerate(x, start)``."""
    value, start = arguments.position(0), arguments.either(1, "start")
    first = start.value if isinstance(start, Const) and isinstance(start.value, int) else 0
    if value is None:
        return interpreter.unknown()
    items, complete = iterate(interpreter, state, value)
    rows = (TupleValue((Const(first + number), item)) for number, item in enumerate(items))
    return new_iterator(interpreter, state, rows, not complete)


def turned_round(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``reversed(x)``."""
    value = arguments.position(0)
    if isinstance(value, Const) and isinstance(value.value, range):
        return Const(value.value[::-1])
    items = None if value is None else listed(interpreter, state, value)
    return interpreter.unknown() if items is None else new_iterator(interpreter, state, items[::-1])


def listed(interpreter: Interpreter, state: State, value: Value) -> Items | None:
    """All items of `value`, None if they are not known."""
    if isinstance(value, (ListValue, TupleValue, DictValue, Const, ClassValue)) or items_of(state, value) is not None:
        if isinstance(value, Const) and not isinstance(value.value, (range, str, bytes)):
            return None
        if isinstance(value, Iterator) and (value.endless or value.partial):
            return None
        items, complete = iterate(interpreter, state, value, comprehension=True)
        return items if complete else None
    return None


# -- itertools -------------------------------------------------------------------------------------


def _cycle(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    items = None if value is None else listed(interpreter, state, value)
    if items is None and value is not None:
        items, _ = iterate(interpreter, state, value)
    made = Iterator(interpreter.fresh(), endless=True)
    state.memory[made.key] = items or ()
    return made


def _count(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    start, step = arguments.either(0, "start"), arguments.either(1, "step")
    made = Iterator(interpreter.fresh(), endless=True, step=Const(1) if step is None else step)
    state.memory[made.key] = (Const(0) if start is None else start,)
    return made


def _repeat(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value, times = arguments.position(0) or NONE, arguments.either(1, "times")
    if isinstance(times, Const) and isinstance(times.value, int):
        return new_iterator(interpreter, state, [value] * min(max(times.value, 0), MAX_ITEMS))
    made = Iterator(interpreter.fresh(), endless=True)
    state.memory[made.key] = (value,)
    return made if times is None else new_iterator(interpreter, state, [value] * interpreter.rounds(), partial=True)


def _slice(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value, part = arguments.position(0) or NONE, _known_slice(arguments.values()[1:4])
    if part is None:
        return interpreter.unknown("islice")
    if isinstance(value, Iterator):
        return _slice_of_iterator(interpreter, state, value, part)
    if isinstance(value, ListValue):
        return new_iterator(interpreter, state, (items_of(state, value) or ())[part])
    items, complete = iterate(interpreter, state, value, comprehension=True)
    cut = part.stop is not None and part.stop <= len(items)
    return new_iterator(interpreter, state, items[part], not (complete or cut))


def _known_slice(values: Items) -> slice | None:
    """The bounds that ``islice`` is given, None if they are not known."""
    bounds = [value.value if isinstance(value, Const) else value for value in values]
    known = all(bound is None or (isinstance(bound, int) and bound >= 0) for bound in bounds)
    return slice(*bounds) if known and bounds and bounds[2:] != [0] else None


def _slice_of_iterator(interpreter: Interpreter, state: State, value: Iterator, part: slice) -> Value:
    start, stop, step = part.start or 0, part.stop, part.step or 1
    last = start + step * interpreter.rounds() if stop is None and value.endless else stop
    found: list[Value] = []
    for number in range(MAX_ITEMS if last is None else min(last, MAX_ITEMS)):
        taken = advance(interpreter, state, value)
        if taken is None:
            break
        if number >= start and (number - start) % step == 0:
            found.append(taken)
    return new_iterator(interpreter, state, found, partial=stop is None and (value.endless or value.partial))


def _whole(function: Callable[..., Iterable[Any]]) -> Handler:
    """A function of ``itertools`` that goes through all it is given and puts it together anew."""

    def handler(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
        given = [value for name, value in arguments.keyword_values() if name in ("repeat", "n", "r")]
        counts = [value.value for value in given if isinstance(value, Const)]
        values = list(arguments.values())
        while values and isinstance(values[-1], Const) and isinstance(values[-1].value, int):
            counts.append(values.pop().value)  # type: ignore[attr-defined]
        lists = [listed(interpreter, state, value) for value in values]
        complete = all(items is not None for items in lists)
        taken = [
            iterate(interpreter, state, value)[0] if items is None else items
            for value, items in zip(values, lists, strict=True)
        ]
        try:
            rows = list(itertools.islice(function(*taken, *counts), MAX_ITEMS + 1))
        except (TypeError, ValueError):
            return interpreter.unknown("itertools")
        made = (TupleValue(row) if isinstance(row, tuple) else row for row in rows)
        return new_iterator(interpreter, state, made, not complete)

    return handler


def _batched(items: Items, count: int) -> Iterable[Items]:
    return (items[at : at + count] for at in range(0, len(items), count))


def _product(*lists: Any) -> Iterable[Items]:
    repeat = 1
    while lists and isinstance(lists[-1], int):
        repeat, lists = lists[-1], lists[:-1]
    return itertools.product(*lists, repeat=min(repeat, 8))


def _padded(*lists: Items) -> Iterable[Items]:
    return itertools.zip_longest(*lists, fillvalue=NONE)


def _chained(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    parts = None if value is None else listed(interpreter, state, value)
    if parts is None:
        return interpreter.unknown("chain")
    return _chain(interpreter, state, Arguments([(part, node) for part in parts], {}), node)


_chain = _whole(itertools.chain)
CALLS: dict[str, Handler] = {
    "builtins.iter": iterator,
    "builtins.zip": zipped,
    "builtins.enumerate": enumerated,
    "builtins.reversed": turned_round,
    "itertools.cycle": _cycle,
    "itertools.count": _count,
    "itertools.repeat": _repeat,
    "itertools.islice": _slice,
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _chained,
    "itertools.product": _whole(_product),
    "itertools.pairwise": _whole(itertools.pairwise),
    "itertools.batched": _whole(_batched),
    "itertools.permutations": _whole(itertools.permutations),
    "itertools.combinations": _whole(itertools.combinations),
    "itertools.zip_longest": _whole(_padded),
}
