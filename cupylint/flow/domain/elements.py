"""Elements of known containers under keys that are not known: ``streams[rank]``, ``results[name]``.

Which of the elements it is hardly ever matters where all of them are alike: streams of one kind, arrays that were used
on the same streams, objects of one class. Then the first such key of a container stands for its last element (of
objects for the first, which loops that are cut short have come to), and equal keys for the same one.
Of a second key it is not known whether it equals the first, so that nothing is claimed of what it leads to; neither of
a key that events are kept under, too: what orders the elements is then not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cupylint.flow.domain.values import Array, Const, EventValue, Instance, StreamValue, Symbol, TupleValue, Value
from cupylint.order import Kind, bits

if TYPE_CHECKING:
    from cupylint.facts import Mode
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream

_CHOSEN = "one of"
_MADE = (Kind.BLOCKING, Kind.NON_BLOCKING)


def element(
    interpreter: Interpreter, state: State, container: Value, key: Value, items: Sequence[Value]
) -> Value | None:
    """The element that a key which is not known leads to, None if it is not known what that is."""
    if not items or not isinstance(key, (Symbol, TupleValue)):
        return None
    if any(isinstance(item, EventValue) for item in items):
        state.memory[("events under", key)] = True
        return None
    if state.memory.get(("events under", key)):
        return None
    index = 0 if isinstance(items[0], Instance) else len(items) - 1
    place, meant = (_CHOSEN, container), TupleValue((key, Const(index)))
    known = state.memory.get(place)
    if known is None and not _alike(interpreter, state, items):
        return None
    if known not in (None, meant):
        return None
    state.memory[place] = meant
    found = items[index]
    if isinstance(found, StreamValue):
        state.memory[("fellows", found.stream)] = frozenset(
            item.stream for item in items if isinstance(item, StreamValue)
        )
    return found


def work_is_done(state: State) -> None:
    """All work has ended, so that nothing tells apart any more which element a key has led to until now."""
    for key, _ in state.memory.rest():
        if isinstance(key, tuple) and key[0] == _CHOSEN:
            state.memory.discard(key)


def may_be_one(state: State, earlier: Touch, later: Touch) -> bool:
    """Whether two accesses may be on one stream: an element under a key that is not known, and a fellow of it."""
    return _meant(state, earlier.stream, later.stream) or _meant(state, later.stream, earlier.stream)


def _meant(state: State, stream: Stream | None, other: Stream | None) -> bool:
    fellows = state.memory.get(("fellows", stream))
    return isinstance(fellows, frozenset) and other in fellows


def _alike(interpreter: Interpreter, state: State, items: Sequence[Value]) -> bool:
    if all(isinstance(item, StreamValue) for item in items):
        kinds = {_kind(item) for item in items}
        return len(kinds) == 1 and kinds <= set(_MADE)
    if all(isinstance(item, Instance) for item in items):
        return len({item.cls for item in items if isinstance(item, Instance)}) == 1
    if not all(isinstance(item, Array) and not item.guess for item in items):
        return False
    return len({_uses(interpreter, state, item) for item in items}) == 1


def _kind(item: Value) -> Kind:
    return item.stream.kind if isinstance(item, StreamValue) else Kind.UNKNOWN


def _uses(interpreter: Interpreter, state: State, item: Value) -> frozenset[tuple[Mode, Stream | None]]:
    """On which streams an array was read and written."""
    found = 0
    for buffer in item.buffers if isinstance(item, Array) else ():
        found |= state.writers.get(buffer, 0) | state.readers.get(buffer, 0)
    return frozenset((interpreter.touches[number].mode, interpreter.touches[number].stream) for number in bits(found))
