"""Arrays that several libraries share, and the streams of those other libraries.

Work that another library does on such an array goes to that library's own current stream. All of them are
streams of CUDA, ordered by the same rules as CuPy's.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING

from cupylint.flow.device import cuda
from cupylint.flow.domain.values import Array, StreamValue, Value
from cupylint.order import Kind, Stream
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.facts import HandOff
    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.interp.interpreter import Interpreter

CUPY = "CuPy"
"""The library of arrays that came back to CuPy, or that reach it by an interface."""


@dataclass(frozen=True, slots=True)
class Handed(Array):
    """An array that was handed over, or a tensor that another library made.

    Attributes:
        library: the one that holds it now.
        hand_off: how it came there; None for what was made there.
        detached: whether torch computes no gradients of it, and so keeps it no longer than the program does.
    """

    library: str = ""
    hand_off: HandOff | None = field(default=None, compare=False)
    detached: bool = field(default=False, compare=False)

    @property
    def foreign(self) -> bool:
        """Whether work on it is another library's, on that library's stream."""
        return self.library != CUPY


@dataclass(frozen=True, slots=True)
class ForeignStream(Value):
    """A stream object of another library."""

    stream: Stream
    library: str


@dataclass(frozen=True, slots=True)
class ForeignEvent(Value):
    """An event object of another library."""

    key: Hashable
    library: str


@dataclass(frozen=True, slots=True)
class ForeignContext(Value):
    """``torch.cuda.stream(s)``: makes a stream current for that library."""

    stream: Stream
    library: str


@dataclass(frozen=True, slots=True)
class Capsule(Value):
    """A DLPack capsule: memory without any word of streams. Each export makes a capsule of its own `number`."""

    array: Array
    number: int = 0


@dataclass(frozen=True, slots=True)
class Interface(Value):
    """``x.__cuda_array_interface__``; `stream` is the one that it names, None for none."""

    array: Array
    stream: Stream | None


# -- whose work it is ------------------------------------------------------------------------------


def hand_over(array: Array, library: str, hand_off: HandOff | None) -> Handed:
    """The same memory in the hands of another library."""
    return Handed(array.buffers, array.region, array.boolean, array.guess, array.copied_on, library, hand_off)


def ours(earlier: Touch, later: Touch) -> bool:
    """Whether a pair of accesses has to do with CuPy: what another library does with its own streams has not."""
    return earlier.library != later.library or later.library in ("", CUPY)


def between(earlier: Touch, later: Touch) -> HandOff | None:
    """How the array came from the library of one access to that of the other; None if these are one."""
    if earlier.library == later.library:
        return None
    if later.hand_off is None and earlier.hand_off is not None:
        return replace(earlier.hand_off, back=True)
    return later.hand_off


def library_of(uses: Iterable[Effect]) -> str:
    """The library that works on arrays, "" for CuPy."""
    held = (use.array for use in uses)
    return next((array.library for array in held if isinstance(array, Handed) and array.foreign), "")


def like(interpreter: Interpreter, state: State, result: Array, uses: Sequence[Effect]) -> Array:
    """`result`, in the hands of the library whose arrays it is computed of."""
    for use in uses:
        if isinstance(use.array, Handed) and use.array.foreign:
            return computed(interpreter, state, hand_over(result, use.array.library, use.array.hand_off), uses)
    return result


def computed(interpreter: Interpreter, state: State, result: Handed, uses: Sequence[Effect]) -> Handed:
    """What a library computed of arrays. torch keeps what gradients are computed of."""
    arrays = [use.array for use in uses]
    made = replace(result, detached=all(isinstance(array, Handed) and array.detached for array in arrays))
    if made.library == "torch" and not made.detached:
        interpreter.lifetimes.hold(state, made, *arrays)
    return made


def stream_of(interpreter: Interpreter, state: State, uses: Iterable[Effect], node: CSTNode) -> Stream:
    """The stream for work on arrays: that of the library which holds them, else CuPy's current one."""
    for use in uses:
        if isinstance(use.array, Handed) and use.array.foreign:
            return current(interpreter, state, use.array.library)
    return cuda.stream_for_work(interpreter, state, node)


# -- the current streams of other libraries --------------------------------------------------------


def _key(state: State, library: str) -> Hashable:
    return ("current of", library, state.host, state.device)


def current(interpreter: Interpreter, state: State, library: str) -> Stream:
    """The stream that a library works on: the legacy null stream unless it says otherwise."""
    found = state.memory.get(_key(state, library))
    if isinstance(found, StreamValue):
        return cuda.actual(state, found.stream)
    if library == "jax":  # streams of its own, which nothing else is ordered with
        stream = Stream(("jax", state.device), Kind.NON_BLOCKING, state.device)
        interpreter.names.name_stream(stream, "JAX's stream")
        return stream
    return cuda.null_of(state.device)


def set_current(state: State, library: str, stream: Stream) -> None:
    """The library works on `stream` from now on."""
    state.memory[_key(state, library)] = StreamValue(stream)


def asked_current(interpreter: Interpreter, state: State, library: str) -> Stream:
    """What the library calls its current stream. A function that asks for it may be called on any stream."""
    found = state.memory.get(_key(state, library))
    if found is None and interpreter.frames[0].function.name != "<module>":
        entry = interpreter.frames[min(1, len(interpreter.frames) - 1)].number
        key = (library, "current", interpreter.fresh(), entry)
        stream = Stream(key, Kind.UNKNOWN, state.device)
        set_current(state, library, stream)
        state.memory[("handle", stream)] = StreamValue(cuda.null_of(state.device))  # so memory of one goes to the other
        for order in state.orders:  # it is where the caller's work was until now, which is taken to be on null
            order.assume(cuda.null_of(state.device), stream, state.host)
    return current(interpreter, state, library)


def is_of_caller(current: Stream, other: Stream) -> bool:
    """Whether one stream was current for a library when a function was entered, and the other is one that was made."""
    is_current = isinstance(current.key, tuple) and len(current.key) == 4 and current.key[1] == "current"
    return is_current and other.kind is Kind.NON_BLOCKING and other.device == current.device


def is_of_caller_alone(current: Stream, other: Stream) -> bool:
    """Whether, of these two, the one that was made was made since the function was entered."""
    made_since = isinstance(other.key, int) and is_of_caller(current, other) and other.key > current.key[3]  # type: ignore[index]
    return bool(made_since)


def follow(interpreter: Interpreter, state: State, source: Stream, target: Stream) -> None:
    """Later work on `target` waits for what was issued to `source` so far."""
    source, target = cuda.actual(state, source), cuda.actual(state, target)
    if source == target:
        return
    event = ("hand over", interpreter.fresh())
    for order in state.orders:
        order.record(event, source, state.host)
        order.wait_event(target, event, state.host)
        order.events.pop(event, None)
