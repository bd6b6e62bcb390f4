"""Lines that would order two accesses, in the words of the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import Spot
from cupylint.flow.state import State, Touch
from cupylint.flow.values import External, Instance, ListValue, StreamValue, TupleValue, Value
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from cupylint.flow.machine import Machine


def candidates(machine: Machine, state: State, earlier: Touch, later: Touch) -> tuple[tuple[str, Spot], ...]:
    """Lines to insert and the place before which they go; the best first. None is checked here."""
    cupy = _cupy_name(machine, state)
    first = code_for(machine, state, earlier.stream, cupy)
    second = code_for(machine, state, later.stream, cupy)
    anchors = [later.statement]
    if state.blocks and later.stream == state.blocks[-1].stream:
        anchors.insert(0, state.blocks[-1].spot)
    found: list[tuple[str, Spot]] = []
    asynchronous = f"{second}.wait_event({first}.record())" if first and second else ""
    blocking = f"{first}.synchronize()" if first else ""
    whole = f"{cupy}.cuda.Device().synchronize()" if cupy else ""
    later_is_default = later.stream is None or later.stream.kind in (Kind.NULL, Kind.PER_THREAD)
    codes = [blocking, whole] if later_is_default else [asynchronous, blocking, whole]
    for code in codes:
        found += [(code, anchor) for anchor in anchors if code]
    return tuple(found)


def _cupy_name(machine: Machine, state: State) -> str:
    """What the source calls the module cupy where the machine stands, or ''."""
    frames = (machine.frame.number, *machine.frame.closure, 0)
    for (frame, name), value in _names(state):
        if frame in frames and value == External("cupy"):
            return str(name)
    return ""


def _names(state: State) -> list[tuple[tuple[int, object], Value]]:
    return [
        (key, value)
        for key, value in state.memory.items()
        if isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], int) and isinstance(value, Value)
        and isinstance(key[1], str)
    ]  # fmt: skip


def code_for(machine: Machine, state: State, stream: Stream | None, cupy: str) -> str:
    """An expression for `stream` that is valid at the current place, or ''."""
    if stream is None:
        return ""
    if stream.kind is Kind.NULL:
        return f"{cupy}.cuda.Stream.null" if cupy and stream.device == state.device else ""
    frames = (machine.frame.number, *machine.frame.closure, 0)
    best = ""
    for (frame, name), value in _names(state):
        if frame not in frames:
            continue
        text = _within(state, value, str(name), stream)
        if text and (not best or (len(text), text) < (len(best), best)):
            best = text
    if not best and stream.kind is Kind.PER_THREAD and cupy:
        return f"{cupy}.cuda.get_current_stream()"
    return best


def _within(state: State, value: Value, text: str, stream: Stream) -> str:
    if isinstance(value, StreamValue):
        return text if value.stream == stream else ""
    if isinstance(value, Instance):
        for key, member in state.memory.items():
            mine = isinstance(key, tuple) and key[0] == value.key
            if mine and isinstance(key, tuple) and isinstance(member, StreamValue) and member.stream == stream:
                return f"{text}.{key[1]}"
        return ""
    if isinstance(value, (ListValue, TupleValue)):
        items = value.items if isinstance(value, TupleValue) else state.memory.get(value.key, ())
        if isinstance(items, tuple):
            for index, item in enumerate(items):
                if isinstance(item, StreamValue) and item.stream == stream:
                    return f"{text}[{index}]"
    return ""
