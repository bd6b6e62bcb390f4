"""Streams that nobody can wait for, and work or events of one device used under another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import DeviceMismatch, StreamLost
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.values import DictValue, EventValue, ListValue, StreamValue, TupleValue
from cupylint.order import HOST, Kind, Stream, bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Value
    from cupylint.flow.interp.interpreter import Interpreter


def opened(interpreter: Interpreter, stream: Stream, node: CSTNode, manager: object) -> None:
    """``with Stream(...):``: a stream that has no name, so that only the block can reach it."""
    if stream.kind is Kind.NON_BLOCKING and _made_in(interpreter, stream, manager):
        interpreter.streams.anonymous[stream] = interpreter.spot(node)


def _made_in(interpreter: Interpreter, stream: Stream, expression: object) -> bool:
    """Whether an expression is the very call that makes the stream."""
    made = interpreter.streams.created.get(stream.key)
    return made is not None and getattr(expression, "node", None) is made


def returned(interpreter: Interpreter, state: State, value: Value, node: CSTNode, known: int) -> None:
    """A function that nobody in the file calls returns arrays: is an unnamed stream still writing them?

    The caller's stream comes after the accesses `known`.
    """
    outermost = len(interpreter.frames) == 2 and interpreter.frames[0].function is interpreter.frames[1].function
    if not interpreter.streams.anonymous or not outermost or state.host != HOST:
        return
    for array in arrays_in(state, value):
        for buffer in array.buffers:
            for number in bits(state.writers.get(buffer, 0) & ~known & ~state.maybe_waited):
                touch = interpreter.touches[number]
                opened_at = interpreter.streams.anonymous.get(touch.stream) if touch.stream is not None else None
                if opened_at is None or touch.stream is None or not touch.certain:
                    continue
                if not outlives(state, touch.stream, interpreter.frame.number, value):
                    name = interpreter.names.array(buffer) or "the result"
                    interpreter.emit(StreamLost(interpreter.spot(node), opened_at, touch.spot, name), key=node)
                    return


def outlives(state: State, stream: Stream, frame: int, value: Value) -> bool:
    """Whether a stream, or an event recorded on it, is in what a frame returns (`value`) or has stored elsewhere."""
    if state.memory.get(("escaped", stream.key)):
        return True
    covering = {event for event, known in state.order.events.items() if known & state.order.streams.get(stream, 0)}
    if any(state.memory.get(("escaped", event)) for event in covering):
        return True
    pending: list[object] = [value]
    pending += [held for key, held in state.memory.items() if isinstance(key, tuple) and key[0] != frame]
    met: set[int] = set()
    while pending:
        held = pending.pop()
        if isinstance(held, TupleValue):
            pending += held.items
        elif isinstance(held, (ListValue, DictValue)) and held.key not in met:  # what they contain
            met.add(held.key)
            pending.append(state.memory.get(held.key))
        elif isinstance(held, tuple):
            pending += held
        elif (isinstance(held, StreamValue) and held.stream == stream) or (
            isinstance(held, EventValue) and held.key in covering
        ):
            return True
    return False


def waited(interpreter: Interpreter, stream: Stream, receiver: object, node: CSTNode) -> None:
    """``Stream().synchronize()``: a new stream has nothing to wait for."""
    if stream.kind is not Kind.NULL and _made_in(interpreter, stream, receiver):
        interpreter.emit(StreamLost(interpreter.spot(node), interpreter.spot(node), None, ""), key=node)


def entered(interpreter: Interpreter, state: State, stream: Stream, node: CSTNode, what: str) -> None:
    """A stream is made current, launched on or recorded while another device is current."""
    if stream.kind in (Kind.UNKNOWN, Kind.NULL, Kind.PER_THREAD) or stream.device in (-1, state.device):
        return
    if (
        interpreter.streams.devices_vary
        or stream.key not in interpreter.streams.placed
        or not state.memory.get("device is set")
    ):
        return
    name = interpreter.names.stream(stream)
    interpreter.emit(DeviceMismatch(interpreter.spot(node), name, stream.device, state.device, what), key=node)


def event_made(interpreter: Interpreter, state: State, event: EventValue) -> None:
    """``Event()``: it belongs to the device that is current."""
    if state.memory.get("device is set"):
        interpreter.events.devices[event.key] = state.device


def recorded(interpreter: Interpreter, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
    """An event is recorded on a stream of the current device: it has to be one of that device as well."""
    home = interpreter.events.devices.get(event.key)
    if home is None or interpreter.streams.devices_vary or stream.kind is Kind.UNKNOWN:
        return
    if home == stream.device or stream.device != state.device or not state.memory.get("device is set"):
        return
    name = interpreter.names.event(event.key)
    interpreter.emit(DeviceMismatch(interpreter.spot(node), name, home, stream.device, "event"), key=node)
