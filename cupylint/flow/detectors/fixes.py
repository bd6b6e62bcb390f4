"""Lines that would order two accesses, in the words of the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import Spot
from cupylint.flow.domain.modules import look_up
from cupylint.flow.domain.state import State, Touch
from cupylint.flow.domain.values import (
    External,
    Imported,
    Instance,
    ListValue,
    ModuleValue,
    StreamValue,
    TupleValue,
    Value,
)
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter


_ENOUGH = 8


def candidates(interpreter: Interpreter, state: State, earlier: Touch, later: Touch) -> tuple[tuple[str, Spot], ...]:
    """Lines to insert and the place before which they go; the best first. None is checked here."""
    anchors = [later.statement]
    if state.blocks and later.stream == state.blocks[-1].stream:
        anchors.insert(0, state.blocks[-1].spot)
    found: list[tuple[str, Spot]] = []
    for index in range(len(interpreter.frames) - 1, -1, -1):  # here, then where this was called, and so on
        frame = interpreter.frames[index]
        codes = _codes(interpreter, state, (frame.number, *frame.closure, frame.module), earlier, later)
        found += [(code, anchor) for code in codes for anchor in anchors]
        if frame.statement is None or len(found) > _ENOUGH:
            break
        anchors = [interpreter.spot(frame.statement)]
    return tuple(found)


def _codes(interpreter: Interpreter, state: State, frames: tuple[int, ...], earlier: Touch, later: Touch) -> list[str]:
    """Lines that order the accesses, in the names of `frames`; the best first."""
    names = _names(interpreter, state, frames)
    cupy = next((name for name, value in names if value == External("cupy")), "")
    now = f"{cupy}.cuda.get_current_stream()" if earlier.caller and cupy else ""
    first = now or code_for(state, earlier.stream, cupy, names)
    second = code_for(state, later.stream, cupy, names)
    asynchronous = f"{second}.wait_event({first}.record())" if first and second else ""
    blocking = f"{first}.synchronize()" if first else ""
    whole = f"{cupy}.cuda.Device().synchronize()" if cupy else ""
    later_is_default = later.stream is None or later.stream.kind in (Kind.NULL, Kind.PER_THREAD)
    codes = [blocking, whole] if later_is_default else [asynchronous, blocking, whole]
    return [code for code in codes if code]


def _names(interpreter: Interpreter, state: State, frames: tuple[int, ...]) -> list[tuple[str, Value]]:
    """The names of `frames`, also those that they have of other files' names: ``streams.copy``."""
    modules = {number: path for path, number in interpreter.modules.frames.items() if number}
    found: list[tuple[str, Value]] = []
    inside: dict[int, list[tuple[str, Value]]] = {}
    for key, value in state.memory.items():
        if isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], str) and isinstance(value, Value):
            frame, name = key
            if frame in frames:
                found.append((name, value))
            elif frame in modules:
                inside.setdefault(frame, []).append((name, value))
    for name, value in list(found):
        if isinstance(value, ModuleValue) and (number := interpreter.modules.frames.get(value.path)):
            found += [(f"{name}.{member}", held) for member, held in inside.get(number, ())]
    return [(name, _known(interpreter, state, value)) for name, value in found]


def _known(interpreter: Interpreter, state: State, value: Value) -> Value:
    """What an imported name stands for, if its file was followed."""
    followed = isinstance(value, Imported) and value.path in interpreter.modules.frames
    return look_up(interpreter, state, value) if followed and isinstance(value, Imported) else value


def code_for(state: State, stream: Stream | None, cupy: str, names: list[tuple[str, Value]]) -> str:
    """An expression for `stream` in `names`, or ''."""
    if stream is None:
        return ""
    if stream.kind is Kind.NULL:
        return f"{cupy}.cuda.Stream.null" if cupy and stream.device == state.device else ""
    best = ""
    for name, value in names:
        text = _within(state, value, name, stream)
        if text and (not best or (len(text), text) < (len(best), best)):
            best = text
    if not best and stream.kind is Kind.PER_THREAD and cupy:
        return f"{cupy}.cuda.get_current_stream()"
    return best


def _within(state: State, value: Value, text: str, stream: Stream) -> str:
    if isinstance(value, StreamValue):
        return text if value.stream == stream else ""
    if isinstance(value, Instance):
        for name, member in state.memory.members(value.key):
            if isinstance(member, StreamValue) and member.stream == stream:
                return f"{text}.{name}"
        return ""
    if isinstance(value, (ListValue, TupleValue)):
        items = value.items if isinstance(value, TupleValue) else state.memory.get(value.key, ())
        if isinstance(items, tuple):
            for index, item in enumerate(items):
                if isinstance(item, StreamValue) and item.stream == stream:
                    return f"{text}[{index}]"
    return ""
