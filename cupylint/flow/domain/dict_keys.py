"""What a path tells of keys that are not known: which key of a dict one is, and which ones it is not.

Programs keep several dicts under the same keys (``cache[key]``, ``pending.get(key)``): what is found in one of them
under a key, or not, holds for the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, Const, Symbol, TupleValue, Value

Pair = tuple[Value, Value]
_GOT = "got"


def asked_for(receiver: Hashable, key: Symbol, items: Sequence[Pair]) -> Hashable:
    """The key of the symbol that ``held.get(key)`` is, of a dict that holds `items` under other keys."""
    return (_GOT, receiver, key, tuple(known for known, _ in items))


def left(state: State, key: Value, items: Sequence[Pair]) -> Sequence[Pair]:
    """Those of `items` whose keys an unknown one may be, on this path."""
    if (same := state.path_condition.get(("same key", key))) is not None:
        return [item for item in items if item[0] == same]
    absent = state.path_condition.get(("absent", key))
    return [item for item in items if item[0] not in absent.items] if isinstance(absent, TupleValue) else items


def may_be_one(key: Value, known: Value) -> bool:
    """Whether a key may be one that a dict holds: of pairs and the like each part."""
    if isinstance(key, TupleValue) and isinstance(known, TupleValue):
        pairs = zip(key.items, known.items, strict=False)
        return len(key.items) == len(known.items) and all(may_be_one(*pair) for pair in pairs)
    return key == known or not isinstance(key, (Const, TupleValue)) or not isinstance(known, (Const, TupleValue))


def is_known(state: State, key: Symbol) -> bool:
    """Whether an unknown key is taken to be one of those that a dict holds."""
    return ("same key", key) in state.path_condition


def is_same(state: State, key: Value, known: Value) -> None:
    """From now on an unknown key is this one."""
    state.path_condition[("same key", key)] = known


def asked(state: State, test: Symbol, holds: bool) -> None:
    """A test came out as `holds`: ``held.get(key) is None``, or ``held.get(key)`` itself."""
    parts = test.key if isinstance(test.key, tuple) else ()
    if not holds:
        _is_missing(state, test)
    elif parts[:1] == ("is",) and parts[2:] == (NONE,) and isinstance(parts[1], Symbol):
        _is_missing(state, parts[1])


def _is_missing(state: State, got: Symbol) -> None:
    """What a dict gave for an unknown key is None or the like: the key is none of those that it holds."""
    if isinstance(got.key, tuple) and got.key[:1] == (_GOT,):
        _, _, key, keys = got.key
        known = state.path_condition.get(("absent", key))
        before = known.items if isinstance(known, TupleValue) else ()
        state.path_condition[("absent", key)] = TupleValue(tuple(dict.fromkeys((*before, *keys))))
