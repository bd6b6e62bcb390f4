"""Arrays that go into a queue for another thread, which cannot wait for a stream that stays behind.

``stream`` is a variable of the worker that fills ``y`` on it; ``queue.put(y)`` without an event or a wait leaves the
other worker nothing to wait for but the whole device.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.findings import Premise
from cupylint.flow.device import cuda
from cupylint.flow.device.accesses import peek
from cupylint.flow.device.escapes import outlives
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.effects import Effect
from cupylint.order import Kind, Stream, bits

if TYPE_CHECKING:
    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Array, Value
    from cupylint.flow.interp.interpreter import Interpreter

_TAKEN = Premise("caller-stream", "who takes it from the queue uses it on another stream")
_DEVICE_WAITS = frozenset(("Device", "deviceSynchronize"))
PUTS = frozenset(("put", "put_nowait"))
"""Methods of queues between threads."""


def put(interpreter: Interpreter, state: State, arguments: Arguments) -> None:
    """Something goes into a queue: the arrays in it that a stream may still be writing which nobody else has."""
    if not arguments.all() or not _DEVICE_WAITS.isdisjoint(interpreter.entries.idents):
        return
    value, node = arguments.all()[0]
    null = cuda.null_of(state.device)
    known = state.order.known(null, state.host)
    arrays = [array for array in arrays_in(state, value) if not array.guess]
    lost = [array for array in arrays if _is_lost(interpreter, state, array, known, value)]
    if lost:
        peek(interpreter, state, node, null, [Effect(array, "r", node, premise=_TAKEN) for array in lost], call="put")


def _is_lost(interpreter: Interpreter, state: State, array: Array, known: int, value: Value) -> bool:
    """Whether an array is still written, and only by streams that nobody else can wait for."""
    pending = [number for buffer in array.buffers for number in bits(state.writers.get(buffer, 0) & ~known)]
    streams = {interpreter.touches[number].stream for number in pending}
    return bool(streams) and all(_stays(interpreter, state, stream, value) for stream in streams)


def _stays(interpreter: Interpreter, state: State, stream: Stream | None, value: Value) -> bool:
    """Whether a stream that null does not wait for is known to the functions alone that run now."""
    running = {frame.number for frame in interpreter.frames} - {0}
    return (
        stream is not None
        and stream.kind is Kind.NON_BLOCKING
        and isinstance(stream.key, int)
        and not outlives(interpreter, state, stream, running, value)
    )
