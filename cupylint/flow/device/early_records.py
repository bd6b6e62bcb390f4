"""A stream waits for an event that was recorded before the work that it is to wait for.

Where the code behind the wait is seen, this is a race like others. Where an array and that stream are given to code
which is not seen, the wait tells that the array is to be used there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import Step
from cupylint.findings import Premise
from cupylint.flow.device import cuda
from cupylint.flow.device.accesses import peek
from cupylint.flow.device.array_forms import called_name
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.values import Array, StreamValue, Symbol, Value
from cupylint.order import Kind, Stream, bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.interp.interpreter import Interpreter


def given(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> None:
    """Code that is not seen gets arrays and a stream: it works with them there, and knows of no other to wait for."""
    name = called_name(node)
    streams = {value.stream for value, _ in arguments.all() if isinstance(value, StreamValue)}
    if len(streams) != 1 or SOUNDS_LIKE_WAITING.search(name):
        return
    (stream,) = (cuda.actual(state, stream) for stream in streams)
    if stream.kind is Kind.UNKNOWN:
        return
    premise = Premise(
        "library-contract",
        f"{name or 'what is called'} uses it on {interpreter.names.stream(stream)}, and waits for no other",
    )
    uses = [
        Effect(array, "r", place, premise=premise, waits_early=True)
        for value, place in arguments.all()
        if (array := _array(interpreter, value)) is not None and _waits_early(interpreter, state, array, stream)
    ]
    if uses:
        peek(interpreter, state, node, stream, uses, call=name)


def _array(interpreter: Interpreter, value: Value) -> Array | None:
    if isinstance(value, Symbol):
        buffer = interpreter.parameters.buffers.get(value)
        return None if buffer is None else Array(frozenset((buffer,)))
    return value if isinstance(value, Array) else None


def _waits_early(interpreter: Interpreter, state: State, array: Array, stream: Stream) -> bool:
    """Whether a write that `stream` does not wait for lies between a record and a wait of it for that record."""
    known = state.order.known(stream, state.host)
    late = [
        interpreter.touches[number]
        for buffer in array.buffers
        for number in bits(state.writers.get(buffer, 0) & ~known)
    ]
    return any(_lies_between(state, touch, stream) for touch in late if touch.stream not in (None, stream))


def _lies_between(state: State, late: Touch, stream: Stream) -> bool:
    events: set[object] = set()  # that the stream waits for, after `late`
    passed = False
    step: Step
    trace = state.trace
    while trace is not None:
        trace, step = trace
        if step is late.step:
            passed = True
        elif not passed and step.kind == "wait" and step.stream == stream:
            events.add(step.event)
        elif step.kind == "record" and step.event in events:
            if passed and step.stream == late.stream:
                return True
            events.discard(step.event)
    return False
