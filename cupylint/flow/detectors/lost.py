"""Streams that nobody can wait for, and work or events of one device used under another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import DeviceMismatch, StreamLost
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.values import EventValue, StreamValue, TupleValue
from cupylint.order import HOST, Kind, Stream, bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Value
    from cupylint.flow.interp.machine import Machine


def opened(machine: Machine, stream: Stream, node: CSTNode, manager: object) -> None:
    """``with Stream(...):``: a stream that has no name, so that only the block can reach it."""
    if stream.kind is Kind.NON_BLOCKING and _made_in(machine, stream, manager):
        machine.anonymous[stream] = machine.spot(node)


def _made_in(machine: Machine, stream: Stream, expression: object) -> bool:
    """Whether an expression is the very call that makes the stream."""
    made = machine.new_streams.get(stream.key)
    return made is not None and getattr(expression, "node", None) is made


def returned(machine: Machine, state: State, value: Value, node: CSTNode, known: int) -> None:
    """A function that nobody in the file calls returns arrays: is an unnamed stream still writing them?

    The caller's stream comes after the accesses `known`.
    """
    outermost = len(machine.frames) == 2 and machine.frames[0].function is machine.frames[1].function
    if not machine.anonymous or not outermost or state.host != HOST:
        return
    for array in arrays_in(state, value):
        for buffer in array.buffers:
            for number in bits(state.writers.get(buffer, 0) & ~known & ~state.doubt):
                touch = machine.touches[number]
                opened_at = machine.anonymous.get(touch.stream) if touch.stream is not None else None
                if opened_at is None or touch.stream is None or not touch.certain:
                    continue
                if not outlives(state, touch.stream, machine.frame.number, value):
                    name = machine.names.array(buffer) or "the result"
                    machine.emit(StreamLost(machine.spot(node), opened_at, touch.spot, name), key=node)
                    return


def outlives(state: State, stream: Stream, frame: int, value: Value) -> bool:
    """Whether a stream, or an event recorded on it, is in what a frame returns (`value`) or has stored elsewhere."""
    if state.memory.get(("escaped", stream.key)):
        return True
    covering = {event for event, known in state.order.events.items() if known & state.order.streams.get(stream, 0)}
    if any(state.memory.get(("escaped", event)) for event in covering):
        return True
    pending: list[object] = [value]
    pending += [held for key, held in state.memory.items() if not (isinstance(key, tuple) and key[0] == frame)]
    while pending:
        held = pending.pop()
        if isinstance(held, TupleValue):
            pending += held.items
        elif isinstance(held, tuple):
            pending += held
        elif (isinstance(held, StreamValue) and held.stream == stream) or (
            isinstance(held, EventValue) and held.key in covering
        ):
            return True
    return False


def waited(machine: Machine, stream: Stream, receiver: object, node: CSTNode) -> None:
    """``Stream().synchronize()``: a new stream has nothing to wait for."""
    if stream.kind is not Kind.NULL and _made_in(machine, stream, receiver):
        machine.emit(StreamLost(machine.spot(node), machine.spot(node), None, ""), key=node)


def entered(machine: Machine, state: State, stream: Stream, node: CSTNode, what: str) -> None:
    """A stream is made current, launched on or recorded while another device is current."""
    if stream.kind in (Kind.UNKNOWN, Kind.NULL, Kind.PER_THREAD) or stream.device in (-1, state.device):
        return
    if machine.devices_vary or stream.key not in machine.placed or not state.memory.get("device is set"):
        return
    name = machine.names.stream(stream)
    machine.emit(DeviceMismatch(machine.spot(node), name, stream.device, state.device, what), key=node)


def event_made(machine: Machine, state: State, event: EventValue) -> None:
    """``Event()``: it belongs to the device that is current."""
    if state.memory.get("device is set"):
        machine.event_homes[event.key] = state.device


def recorded(machine: Machine, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
    """An event is recorded on a stream of the current device: it has to be one of that device as well."""
    home = machine.event_homes.get(event.key)
    if home is None or machine.devices_vary or stream.kind is Kind.UNKNOWN:
        return
    if home == stream.device or stream.device != state.device or not state.memory.get("device is set"):
        return
    name = machine.names.event(event.key)
    machine.emit(DeviceMismatch(machine.spot(node), name, home, stream.device, "event"), key=node)
