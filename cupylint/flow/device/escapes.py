"""What else can reach a stream than the code that has made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.hints import DISPOSES, SOUNDS_LIKE_WAITING
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import (
    BoundMethod,
    DictValue,
    EventValue,
    Generator,
    Instance,
    ListValue,
    Partial,
    StreamValue,
    TupleValue,
)
from cupylint.order import Kind
from cupylint.program import ir

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Set

    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Value
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream


def opened(interpreter: Interpreter, stream: Stream, node: CSTNode, manager: object) -> None:
    """``with Stream(...):``: a stream that has no name, so that only the block can reach it."""
    if stream.kind is Kind.NON_BLOCKING and is_made_by(interpreter, stream, manager):
        interpreter.streams.anonymous[stream] = interpreter.spot(node)


def is_made_by(interpreter: Interpreter, stream: Stream, expression: object) -> bool:
    """Whether an expression is the very call that makes the stream."""
    made = interpreter.streams.created.get(stream.key)
    return made is not None and getattr(expression, "node", None) is made


def outlives(interpreter: Interpreter, state: State, stream: Stream, frames: Set[int], value: Value) -> bool:
    """Whether a stream, or an event recorded on it, is in what some frames give away (`value`) or keep elsewhere."""
    if state.memory.get(("escaped", stream.key)):
        return True
    covering = {event for event, known in state.order.events.items() if known & state.order.streams.get(stream, 0)}
    if any(state.memory.get(("escaped", event)) for event in covering):
        return True
    elsewhere = _kept_outside(interpreter, state, frames, value).values()
    return any(
        held.stream == stream if isinstance(held, StreamValue) else held.key in covering
        for held in _contents(state, [value, *elsewhere])
        if isinstance(held, (StreamValue, EventValue))
    )


def is_kept_private(interpreter: Interpreter, state: State, stream: Stream, value: Value) -> bool:
    """Whether only the object whose method was called can reach a stream, and offers no way to wait for it.

    It is held by attributes whose names begin with an underscore, its own or those of objects that it holds in such
    ones, and nothing else of their classes may wait but what is called at the end.

    Args:
        value: what the method returns.
    """
    frame = interpreter.frames[:2][-1]
    parameters = frame.function.parameters
    receiver = state.memory.get((frame.number, parameters[0].name)) if parameters else None
    if not isinstance(receiver, Instance) or state.memory.get(("escaped", stream.key)):
        return False
    called = {each.number: each.function for each in interpreter.frames if each.number}
    places = _kept_outside(interpreter, state, called.keys(), value)
    owned = _owned(places, receiver)
    private = {key: held for key, held in places.items() if key[0] in owned and str(key[1]).startswith("_")}
    names = {str(key[1]) for key, held in private.items() if holds(state, [held], stream)}
    elsewhere = [value, *(held for key, held in places.items() if key not in private)]
    if not names or holds(state, elsewhere, stream) or _holds_object(state, elsewhere, owned.keys() - {receiver.key}):
        return False
    return not _is_waited_for(owned.values(), names, {frame.function, *called.values()})


def _kept_outside(
    interpreter: Interpreter, state: State, frames: Set[int], value: Value
) -> dict[tuple[Hashable, ...], object]:
    """What is kept by others than these frames, and than objects made in them that nobody else knows.

    Args:
        value: what a frame gives away.
    """
    begun, objects = min(frames, default=0), interpreter.entries.objects
    attributes: dict[Hashable, list[object]] = {}
    outside: list[object] = [value]
    for key, held in state.memory.items():
        if not isinstance(key, tuple):
            continue
        if key[0] in objects:
            attributes.setdefault(key[0], []).append(held)
        elif key[0] not in frames or (isinstance(held, Instance) and held.key < begun):
            outside.append(held)
    known: set[Hashable] = set()
    while outside:
        found = {held.key for held in _contents(state, outside) if isinstance(held, Instance)} - known
        known |= found
        outside = [held for key in found for held in attributes.get(key, ())]
    return {
        key: held
        for key, held in state.memory.items()
        if isinstance(key, tuple) and key[0] not in frames and (key[0] not in objects or key[0] in known)
    }


def _is_waited_for(objects: Iterable[Instance], names: set[str], running: set[ir.Function]) -> bool:
    """Whether a method of objects but for those that are `running` may wait, or hands out an attribute of a name."""
    others = (method.function for each in objects for method in each.cls.methods().values())
    return any(_may_wait(code) or _hands_out(code, names) for code in others if code not in running)


def _owned(places: Mapping[tuple[Hashable, ...], object], receiver: Instance) -> dict[Hashable, Instance]:
    """An object, and those that it holds in private attributes, by what is kept of them."""
    owned: dict[Hashable, Instance] = {receiver.key: receiver}
    pending = [receiver]
    while pending:
        holder = pending.pop()
        parts = (held for key, held in places.items() if key[0] == holder.key and str(key[1]).startswith("_"))
        for held in parts:
            if isinstance(held, Instance) and held.key not in owned:
                owned[held.key] = held
                pending.append(held)
    return owned


def _holds_object(state: State, values: list[object], keys: Set[Hashable]) -> bool:
    return bool(keys) and any(isinstance(held, Instance) and held.key in keys for held in _contents(state, values))


def holds(state: State, values: list[object], stream: Stream) -> bool:
    """Whether a stream is among values, or in lists, tuples and dicts among them."""
    return any(isinstance(held, StreamValue) and held.stream == stream for held in _contents(state, values))


def _may_wait(code: ir.Function) -> bool:
    """Whether a method may wait for what another one has left."""
    if code.name == "__init__" or DISPOSES.match(code.name):
        return False
    return any(SOUNDS_LIKE_WAITING.search(ident) for ident in code.idents)


def _hands_out(code: ir.Function, names: set[str]) -> bool:
    """Whether a method returns an attribute of one of some names."""
    returned = (each.value for each in walk(code.body) if isinstance(each, ir.Return))
    return any(isinstance(value, ir.Attr) and value.name in names for value in returned)


def _contents(state: State, pending: list[object]) -> Iterator[object]:
    """What is in values: lists, tuples and dicts are taken apart, and so is what is bound to a function."""
    met: set[int] = set()
    while pending:
        held = pending.pop()
        if isinstance(held, TupleValue):
            pending += held.items
        elif isinstance(held, (ListValue, DictValue)) and held.key not in met:
            met.add(held.key)
            pending.append(state.memory.get(held.key))
        elif isinstance(held, tuple):
            pending += held
        elif isinstance(held, BoundMethod):
            pending.append(held.receiver)
        elif isinstance(held, (Partial, Generator)):
            pending += (held.function, *held.arguments, *(given for _, given in held.keywords))
        else:
            yield held
