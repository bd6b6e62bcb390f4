"""What lists, dicts and iterators hold: their items are in the state."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.regions import moved, offset_of
from cupylint.flow.domain.values import (
    Array,
    ClassValue,
    Const,
    DictValue,
    External,
    HostArray,
    Instance,
    ListValue,
    Pointer,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.memory import Memory
    from cupylint.flow.domain.state import Current, State
    from cupylint.flow.interp.interpreter import Interpreter


MAX_ITEMS = 512
UNEVEN = Note(lambda mine, theirs: True)
"""First part of the key for a list that held more on one of two paths that were joined: it holds that now."""


class Unsure(NamedTuple):
    """What is not known of how much a list or dict holds.

    Attributes:
        missing: how many of the known items may not be there.
        more: whether there may be others than the known ones.
    """

    missing: int = 0
    more: bool = False


def _more_unsure(mine: object, theirs: object) -> Unsure:
    both = [each if isinstance(each, Unsure) else Unsure() for each in (mine, theirs)]
    return Unsure(max(each.missing for each in both), any(each.more for each in both))


LENGTH = Note(_more_unsure)
"""First part of the key for a list or dict of which it is not known how much it holds, see `Unsure`."""


def unsure(memory: Memory, key: Hashable) -> Unsure:
    """What is not known of how much the list or dict with this key holds."""
    found = memory.get((LENGTH, key))
    return found if isinstance(found, Unsure) else Unsure()


def is_filled(state: State, value: ListValue | DictValue) -> bool | None:
    """Whether a list or dict holds anything; None if that is not known."""
    items = state.memory.get(value.key, ())
    count = len(items) if isinstance(items, tuple) else 0
    known = unsure(state.memory, value.key)
    return None if count and count <= known.missing else bool(count)


def assume_filled(state: State, value: ListValue | DictValue, holds: bool) -> None:
    """A test has shown whether a list or dict of which that was not known holds anything."""
    if is_filled(state, value) is not None:
        return
    items = state.memory.sequence(value.key)
    state.memory[(LENGTH, value.key)] = unsure(state.memory, value.key)._replace(missing=max(0, len(items) - 1))
    if not holds:
        state.memory[value.key] = ()


def length_key(state: State, value: ListValue | DictValue) -> tuple[Hashable, ...]:
    """What tells the number of items apart from others, where it is not known."""
    return ("len", value, len(state.memory.sequence(value.key)), unsure(state.memory, value.key))


def length_of(value: Value) -> ListValue | DictValue | None:
    """The list or dict whose number of items a value is, where it is not known how much it holds."""
    match value:
        case Symbol(key=("len", (ListValue() | DictValue()) as asked, _, Unsure())):
            return asked
    return None


def is_empty(length: Value) -> Symbol:
    """Whether a list or dict with such a number of items holds nothing."""
    return Symbol(("==", length, Const(0)))


def asked_if_empty(value: Value) -> tuple[ListValue | DictValue, bool] | None:
    """The list or dict of which a test asks whether it holds anything, and the answer that means that it does not."""
    match value:
        case ListValue() | DictValue():
            return value, False
        case Symbol(key=("not", Symbol() as inner)):
            asked = asked_if_empty(inner)
            return None if asked is None else (asked[0], not asked[1])
        case Symbol(key=("==", Symbol() as length, Const(value=0))):
            counted = length_of(length)
            return None if counted is None else (counted, True)
    return None


def counts(memory: Memory) -> dict[int, int]:
    """How much each list or dict holds that was changed since the top level."""
    return {key: len(held) for key, held in memory.own.items() if type(key) is int and isinstance(held, tuple)}


def may_hold_more(memory: Memory, before: dict[int, int]) -> None:
    """Lists and dicts of plain values that a loop has filled, of which not all rounds were followed, may hold more.

    Others hold what was put there: what is taken from them in turn is one of these.
    """
    for key, held in memory.own.copy().items():
        if (
            type(key) is int
            and isinstance(held, tuple)
            and len(held) > before.get(key, 0)
            and all(map(_is_plain, held))
        ):
            memory[(LENGTH, key)] = unsure(memory, key)._replace(more=True)


COUNTED = Note(lambda mine, theirs: theirs if mine is None else mine)
"""First part of the key for a number that a loop has counted in part, see `counted_in_part`."""


def counted_in_part(state: State, frame: int, names: Iterable[Hashable]) -> None:
    """A loop of which not all rounds were followed has changed numbers under some names: they are others than known."""
    for name in names:
        if isinstance(value := state.memory.get((frame, name)), Const):
            state.memory[(COUNTED, (frame, name))] = value


def is_counted_in_part(state: State, frame: int, name: Hashable) -> bool:
    """Whether a name still stands for such a number."""
    value = state.memory.get((COUNTED, (frame, name)))
    return value is not None and value == state.memory.get((frame, name))


def _is_plain(item: object) -> bool:
    parts = item if isinstance(item, tuple) else (item,)
    return all(isinstance(part, (Const, HostArray, Symbol)) for part in parts)


@dataclass(frozen=True, slots=True)
class BoundedList(ListValue):
    """``deque(maxlen=n)``: what is added at one end drops off at the other."""

    limit: int


@dataclass(frozen=True, slots=True)
class LazyList(ListValue):
    """A generator expression: it makes its items one by one and keeps none."""


@dataclass(frozen=True, slots=True)
class Iterator(ListValue):
    """What ``iter(x)`` returns; the list of its items is what is still to come.

    An ``endless`` one begins again when it is through. A ``partial`` one has more items than are known.
    ``step`` is what an endless counter counts by.
    """

    endless: bool = False
    partial: bool = False
    step: Value | None = None


@dataclass(frozen=True, slots=True)
class DefaultDict(DictValue):
    """``defaultdict(factory)``."""

    factory: Value


@dataclass(frozen=True, slots=True)
class Exit:
    """One thing to be done when the stack is closed.

    Attributes:
        node: where it was pushed.
        call: what is called, with these arguments; None: what follows.
        before: what was current before a stream was entered.
        device: the device before another one was entered.
        unknown: a manager that is not followed was entered.
    """

    node: CSTNode
    call: Value | None = None
    arguments: tuple[Value, ...] = ()
    keywords: tuple[tuple[str, Value], ...] = ()
    before: Current | None = None
    device: int | None = None
    unknown: bool = False


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


def new_list(interpreter: Interpreter, state: State, items: Iterable[Value]) -> ListValue:
    """A fresh list."""
    value = ListValue(interpreter.fresh())
    state.memory[value.key] = tuple(items)
    return value


def class_members(interpreter: Interpreter, state: State, cls: ClassValue) -> DictValue:
    """``Class.__dict__``: what stands in the class itself, or was set there later."""
    made = DictValue(interpreter.fresh())
    held = ((name, state.memory.get((cls, name)) or value) for name, value in cls.members.items())
    state.memory[made.key] = tuple((Const(name), value) for name, value in held if isinstance(value, Value))
    return made


def new_iterator(interpreter: Interpreter, state: State, items: Iterable[Value], partial: bool = False) -> Iterator:
    """A fresh iterator over `items`; `partial` if there are more than these."""
    kept = tuple(items)
    value = Iterator(interpreter.fresh(), partial=partial or len(kept) > MAX_ITEMS)
    state.memory[value.key] = kept[:MAX_ITEMS]
    return value


def addressed(array: Array) -> Array:
    """What an address shows of an array: what begins there, and may end anywhere."""
    if offset_of(array.region) is not None:
        return array
    return replace(array, region=moved(array.region, Const(0)))


def arrays_in(state: State, value: Value, depth: int = 3) -> list[Array]:
    """The arrays that a value holds, also inside containers."""
    if isinstance(value, Array):
        return [value]
    if isinstance(value, Pointer):
        return [addressed(value.array)]
    if depth and isinstance(value, TupleValue):
        return [array for item in value.items for array in arrays_in(state, item, depth - 1)]
    if depth and isinstance(value, (ListValue, DictValue)):
        found: list[Array] = []
        for item in state.memory.get(value.key, ()):  # type: ignore[attr-defined]
            parts = item if isinstance(item, tuple) else (item,)
            for part in parts:
                found += arrays_in(state, part, depth - 1)
        return found
    return []


@dataclass(frozen=True, slots=True)
class Names(Value):
    """``globals()``: the names of a file's top level, by the number of its frame."""

    frame: int


def item_of_names(interpreter: Interpreter, state: State, base: Names, key: Value) -> Value:
    """``globals()["name"]``."""
    if isinstance(key, Const) and isinstance(key.value, str):
        found = state.memory.get((base.frame, key.value))
        if isinstance(found, Value):
            return found
    return interpreter.symbol(("looked up", base, key), "item")
