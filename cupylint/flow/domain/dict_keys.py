"""What a path tells of keys that are not known: which key of a dict one is, and which ones it is not.

Programs keep several dicts under the same keys (``cache[key]``, ``pending.get(key)``): what is found in one of them
under a key, or not, holds for the others.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    ByKey,
    ClassValue,
    Const,
    FunctionValue,
    ListValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.order import Kind

Pair = tuple[Value, Value]


class Asked(NamedTuple):
    """The key of the symbol that ``held.get(key)`` is, or ``held.pop(key, None)``, where `key` is not known.

    Attributes:
        held: the dict.
        others: the keys that the dict has.
    """

    held: Hashable
    key: Value
    others: tuple[Value, ...]
    method: str


def left(state: State, key: Value, items: Sequence[Pair]) -> Sequence[Pair]:
    """Those of `items` whose keys an unknown one may be, on this path."""
    items = [item for item in items if may_be_one(key, item[0])]
    if (same := state.path_condition.get(("same key", key))) is not None:
        return [item for item in items if item[0] == same]
    absent = state.path_condition.get(("absent", key))
    gone = {*absent.items} if isinstance(absent, TupleValue) else set()
    gone |= set(_others(state, key)) if items and is_open(key) else set()
    return [item for item in items if item[0] not in gone]


def _others(state: State, key: Value) -> Iterator[Value]:
    """The keys that others are, which this one is not."""
    for asked, known in state.path_condition.items():
        if isinstance(asked, tuple) and asked[0] == "same key" and not may_be_one(key, asked[1]):
            yield known


def may_be_one(key: Value, known: Value) -> bool:
    """Whether a key may be one that a dict holds: of pairs and the like each part."""
    if isinstance(key, TupleValue) and isinstance(known, TupleValue):
        pairs = zip(key.items, known.items, strict=False)
        return len(key.items) == len(known.items) and all(may_be_one(*pair) for pair in pairs)
    if key == known:
        return True
    return not (_is_told_apart(key) and _is_told_apart(known)) and not _are_of_two_items(key, known)


_OF_OBJECTS = ("ptr", "id", "thread")
"""What numbers of streams and other objects are known by: different ones have different numbers."""


def _is_told_apart(key: Value) -> bool:
    """Whether a key is another one than each other such key: a constant, a stream, the number of a stream or thread."""
    if isinstance(key, Symbol) and isinstance(key.key, tuple) and key.key[0] in _OF_OBJECTS:
        return key.key[0] == "thread" or _is_told_apart(key.key[1])
    return isinstance(key, (Const, TupleValue)) or (
        isinstance(key, StreamValue) and key.stream.kind is not Kind.UNKNOWN
    )


_IDENTITY = re.compile(r"(^|_)(name|key|u?u?id|label|path|index|idx|rank|number)$")
"""Attributes that are there to tell objects apart."""


def _are_of_two_items(key: Value, known: Value) -> bool:
    """Whether two keys are the names of two items, or these items: they are taken to be different.

    ``for name in names``, ``for name, grad in grads.items()``, ``for layer in layers: layer.name``. When they come
    once more, it is in the same order.
    """
    first, second = _item_named(key), _item_named(known)
    return first is not None and second is not None and first[0] == second[0] and first[1] != second[1]


def _item_named(key: object) -> tuple[str, int] | None:
    """By what an item of an iterable is named, and which item it is, if a key is such a name."""
    name = ""
    made = key.key if isinstance(key, Symbol) else None
    if isinstance(made, tuple) and made[0] == "attribute" and _IDENTITY.search(str(made[2])):
        name, made = str(made[2]), getattr(made[1], "key", None)
    if not isinstance(made, tuple) or made[0] != "item" or type(made[2]) is not int:
        return None
    outer = getattr(made[1], "key", None)
    if isinstance(outer, tuple) and outer[0] == "item":  # of a pair
        is_key = made[2] == 0 and getattr(outer[1], "label", "") == "items"
        return ("items", outer[2]) if is_key and type(outer[2]) is int else None
    return name, made[2]


def is_known(state: State, key: Value) -> bool:
    """Whether an unknown key is taken to be one of those that a dict holds."""
    return ("same key", key) in state.path_condition


def is_same(state: State, key: Value, known: Value) -> None:
    """From now on an unknown key is this one."""
    state.path_condition[("same key", key)] = known


def asked(state: State, test: Symbol, holds: bool) -> Asked | None:
    """A test came out as `holds`: ``held.get(key) is None``, or ``held.get(key)`` itself.

    Returns:
        What the dict was asked for, if the test has shown that it holds that.
    """
    parts = test.key if isinstance(test.key, tuple) else ()
    is_none = parts[:1] == ("is",) and parts[2:] == (NONE,)
    got = parts[1].key if is_none and isinstance(parts[1], Symbol) else test.key
    if not isinstance(got, Asked):
        return None
    if holds != is_none:
        return got
    known = state.path_condition.get(("absent", got.key))
    before = known.items if isinstance(known, TupleValue) else ()
    state.path_condition[("absent", got.key)] = TupleValue(tuple(dict.fromkeys((*before, *got.others))))
    return None


def choice(key: Value, items: Sequence[Pair]) -> Value | None:
    """Which of a few functions or classes of the project an unknown key leads to; None where it is something else."""
    options = tuple(value for _, value in items)
    if not 0 < len(items) <= _OPTIONS or not all(isinstance(option, _CALLED) for option in options):
        return None
    return options[0] if len(items) == 1 else ByKey(key, tuple(known for known, _ in items), options)


_OPTIONS = 4
_CALLED = (ClassValue, FunctionValue)


def found(state: State, key: Value, items: Sequence[Pair]) -> Value | None:
    """What a dict holds under an unknown key of which it is known that it holds it: the newest that it may be."""
    possible = left(state, key, items)
    if not possible or _is_joined(possible[-1][0]):
        return None
    is_same(state, key, possible[-1][0])
    return possible[-1][1]


def _is_joined(key: Value) -> bool:
    """Whether a key, or a part of it, stands for those of several paths."""
    if isinstance(key, TupleValue):
        return any(map(_is_joined, key.items))
    return isinstance(key, Symbol) and key.is_joined


def reserve(state: State, key: Value, items: Sequence[Pair]) -> Value | None:
    """The list that ``pool[key]`` is taken for, of a dict of lists: the newest with something in it, if there is one.

    Whoever asks how much is in it meets both, a list of that key and an empty one. What is in none shows nothing.
    """
    possible = left(state, key, items)
    if not is_open(key) or not possible or not all(isinstance(value, ListValue) for _, value in possible):
        return None
    filled = [item for item in possible if state.memory.get(item[1].key)]  # type: ignore[attr-defined]
    return found(state, key, filled or possible)


def is_open(key: object) -> bool:
    """Whether a key is not known, or a part of it."""
    return any(is_open(part) for part in key.items) if isinstance(key, TupleValue) else isinstance(key, Symbol)


def gave(state: State, asked: Asked) -> Value | None:
    """What ``held.get(key)`` was, or ``held.pop(key, None)``, once a test has shown that there was something."""
    held = state.memory.get(asked.held)
    items: Sequence[Pair] = held if isinstance(held, tuple) else ()
    value = found(state, asked.key, items)
    if value is not None and asked.method == "pop":
        key, taken = left(state, asked.key, items)[0]
        state.memory[asked.held] = tuple(item for item in items if item[0] is not key or item[1] is not taken)
    return value
