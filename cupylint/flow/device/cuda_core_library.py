"""cuda.core: NVIDIA's devices, streams and events in Python.

Streams are non-blocking unless they are asked for otherwise, and no call waits for another library's stream
(cuda.core, `Device.create_stream`, `StreamOptions`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device import cuda
from cupylint.flow.device.interop_arrays import ForeignEvent, ForeignStream
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Const,
    EventValue,
    Instance,
    Method,
    Module,
    StreamValue,
    Symbol,
    Value,
)
from cupylint.order import Kind, Stream
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

LIBRARY = "cuda.core"
_ROOTS = ("cuda.core.experimental.", "cuda.core.")
_SOURCE = "c++"
_BUILDER = "create_graph_builder"


@dataclass(frozen=True, slots=True)
class CoreDevice(Value):
    """``Device()``; `number` is None where it is not known which."""

    number: int | None


@dataclass(frozen=True, slots=True)
class StreamOptions(Value):
    """What a stream is asked to be."""

    nonblocking: Value


def name_in(dotted: str) -> str:
    """The name of a function or class of cuda.core, "" for others."""
    root = next((root for root in _ROOTS if dotted.startswith(root)), None)
    return "" if root is None else dotted.removeprefix(root)


def call_external(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments) -> list[Outcome] | None:
    """A call of a class of cuda.core; None for others."""
    name = name_in(dotted)
    if name == "Device":
        return [(state, _device(state, arguments.either(0, "device_id")))]
    if name == "StreamOptions":
        return [(state, StreamOptions(arguments.either(0, "nonblocking") or Const(True)))]
    if name == "Program":
        return [(state, Module(_source(arguments)))]
    if name == "Stream.from_handle":
        stream = cuda.as_stream(interpreter, state, arguments.either(0, "handle"))
        return None if stream is None else [(state, ForeignStream(stream, LIBRARY))]
    return None


def _device(state: State, number: Value | None) -> CoreDevice:
    if number is None or number == NONE:
        return CoreDevice(state.device)
    return CoreDevice(number.value if isinstance(number, Const) and isinstance(number.value, int) else None)


def _source(arguments: Arguments) -> str | None:
    """The CUDA source that a program is made of, None where it is none or not known."""
    code, kind = arguments.either(0, "code"), arguments.either(1, "code_type")
    is_source = kind == Const(_SOURCE) and isinstance(code, Const) and isinstance(code.value, str)
    return code.value if is_source else None  # type: ignore[union-attr]


# -- devices ---------------------------------------------------------------------------------------


def attribute(device: CoreDevice, name: str) -> Value:
    """An attribute of a device."""
    if name == "default_stream" and device.number is not None:
        return ForeignStream(cuda.null_of(device.number), LIBRARY)
    return Method(device, name)


def call_device(
    interpreter: Interpreter, state: State, device: CoreDevice, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of a device; None if it is not known what it does."""
    if name == "sync":
        cuda.host_wait_device(interpreter, state, device.number, node)
        return [(state, NONE)]
    if name == "set_current":
        cuda.choose_device(interpreter, state, device.number)
        return [(state, interpreter.unknown(name, host=True))]
    if name == "create_stream":
        return [(state, _created(interpreter, state, device, arguments))]
    if name == "create_event":
        return [(state, ForeignEvent(interpreter.fresh(), LIBRARY))]
    return None


def _created(interpreter: Interpreter, state: State, device: CoreDevice, arguments: Arguments) -> Value:
    """A new stream of a device, or the stream of another library that it is made of."""
    made_of, options = arguments.either(0, "obj"), arguments.keyword("options")
    number = state.device if device.number is None else device.number
    if made_of is not None and made_of != NONE:
        held = stream_of(interpreter, state, made_of)
        return ForeignStream(held or Stream(interpreter.fresh(), Kind.UNKNOWN, number), LIBRARY)
    asked = options.nonblocking if isinstance(options, StreamOptions) else Const(options in (None, NONE) or None)
    kind = Kind.UNKNOWN
    if isinstance(asked, Const) and isinstance(asked.value, bool):
        kind = Kind.NON_BLOCKING if asked.value else Kind.BLOCKING
    return ForeignStream(Stream(interpreter.fresh(), kind, number), LIBRARY)


# -- streams and events ----------------------------------------------------------------------------


def stream_of(interpreter: Interpreter, state: State, value: Value) -> Stream | None:
    """The stream that a call is given: cuda.core's, CuPy's, or that of an object made around one; None if none is."""
    if isinstance(value, ForeignStream):
        return value.stream
    if isinstance(value, Instance):
        held = {each for _, each in state.memory.members(value.key) if isinstance(each, (ForeignStream, StreamValue))}
        return stream_of(interpreter, state, held.pop()) if len(held) == 1 else None
    if isinstance(value, Symbol) and value.label == _BUILDER:
        return None
    return cuda.as_stream(interpreter, state, value)


def wait(interpreter: Interpreter, state: State, stream: Stream, awaited: Value | None, node: CSTNode) -> None:
    """``stream.wait(event)``, or for all that another stream has to do now."""
    if isinstance(awaited, (EventValue, ForeignEvent)):
        cuda.wait_event(interpreter, state, stream, EventValue(awaited.key), node)
    elif awaited is not None and (other := stream_of(interpreter, state, awaited)) is not None:
        event = EventValue(("wait_stream", interpreter.fresh()))
        cuda.record(interpreter, state, event, other, node)
        cuda.wait_event(interpreter, state, stream, event, node)
    else:
        state.maybe_waited |= state.order.issued
