"""What else can reach a stream than the code that has made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.values import DictValue, EventValue, ListValue, StreamValue, TupleValue
from cupylint.order import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def outlives(state: State, stream: Stream, frame: int, value: Value) -> bool:
    """Whether a stream, or an event recorded on it, is in what a frame returns (`value`) or has stored elsewhere."""
    if state.memory.get(("escaped", stream.key)):
        return True
    covering = {event for event, known in state.order.events.items() if known & state.order.streams.get(stream, 0)}
    if any(state.memory.get(("escaped", event)) for event in covering):
        return True
    elsewhere = [held for key, held in state.memory.items() if isinstance(key, tuple) and key[0] != frame]
    return any(
        held.stream == stream if isinstance(held, StreamValue) else held.key in covering
        for held in _contents(state, [value, *elsewhere])
        if isinstance(held, (StreamValue, EventValue))
    )


def _contents(state: State, pending: list[object]) -> Iterator[object]:
    """What is in values, lists, tuples and dicts taken apart."""
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
        else:
            yield held
