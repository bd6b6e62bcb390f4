"""Streams that nobody can wait for, and work or events of one device used under another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import DeviceMismatch, StreamLost
from cupylint.flow.contents import arrays_in
from cupylint.order import HOST, Kind, Stream, bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine
    from cupylint.flow.state import State
    from cupylint.flow.values import Value


def opened(machine: Machine, stream: Stream, node: CSTNode, manager: object) -> None:
    """``with Stream(...):``: a stream that has no name, so that only the block can reach it."""
    if stream.kind is Kind.NON_BLOCKING and _made_in(machine, stream, manager):
        machine.anonymous[stream] = machine.spot(node)


def _made_in(machine: Machine, stream: Stream, expression: object) -> bool:
    """Whether an expression is the very call that makes the stream."""
    made = machine.new_streams.get(stream.key)
    return made is not None and getattr(expression, "node", None) is made


def returned(machine: Machine, state: State, value: Value, node: CSTNode) -> None:
    """A function that nobody in the file calls returns arrays: is an unnamed stream still writing them?"""
    outermost = len(machine.frames) == 2 and machine.frames[0].function is machine.frames[1].function
    if not machine.anonymous or not outermost or state.host != HOST:
        return
    known = state.order.hosts.get(HOST, 0)
    for array in arrays_in(state, value):
        for buffer in array.buffers:
            for number in bits(state.writers.get(buffer, 0) & ~known & ~state.doubt):
                touch = machine.touches[number]
                opened_at = machine.anonymous.get(touch.stream) if touch.stream is not None else None
                if opened_at is not None and touch.certain:
                    name = machine.names.array(buffer) or "the result"
                    machine.emit(StreamLost(machine.spot(node), opened_at, touch.spot, name), key=node)
                    return


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
