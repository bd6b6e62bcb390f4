"""What is made and done by name in cupy and cupy.cuda: streams, events, kernels, raw copies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.flow.device import arrays, cuda, pinned_pool, pools, signals, textures, timed_events
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.interop_arrays import ForeignStream
from cupylint.flow.domain import contents
from cupylint.flow.domain.arguments import Arguments, Handler
from cupylint.flow.domain.blocks import Recipe
from cupylint.flow.domain.cuda_calls import contact
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.regions import offset_of, sized
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Const,
    DeviceValue,
    EventValue,
    Kernel,
    Module,
    Pointer,
    StreamValue,
    Symbol,
    Value,
)
from cupylint.kernels.elementwise import written_out
from cupylint.kernels.interface import interface
from cupylint.kernels.signature import kernel_modes
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


def _stream(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    null, flag = arguments.either(0, "null"), arguments.either(1, "non_blocking")
    ptds = arguments.either(2, "ptds")
    if isinstance(null, Const) and null.value:
        mistaken = arguments.position(0) is not None or (isinstance(flag, Const) and flag.value)
        return StreamValue(cuda.NULL, node if mistaken else None)
    if isinstance(ptds, Const) and ptds.value:
        return StreamValue(cuda.per_thread(state))
    contact(interpreter, state, node, "Stream")
    if flag is None or isinstance(flag, Const):
        kind = Kind.NON_BLOCKING if flag is not None and flag.value else Kind.BLOCKING
    else:
        kind = Kind.UNKNOWN
    made = cuda.new_stream(interpreter, state, kind)
    interpreter.streams.created[made.stream.key] = node
    return made


def foreign_stream(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    pointer = arguments.position(0)
    if isinstance(pointer, ForeignStream):
        return StreamValue(pointer.stream)
    if isinstance(pointer, Symbol):
        if isinstance(pointer.key, tuple) and pointer.key and pointer.key[0] == "ptr":
            return pointer.key[1]  # type: ignore[no-any-return]
        return StreamValue(Stream(("external", pointer), Kind.UNKNOWN, state.device))
    if isinstance(pointer, Const) and pointer.value in (0, 1):
        return StreamValue(cuda.NULL)
    return cuda.new_stream(interpreter, state, Kind.UNKNOWN)


def _event(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    event = cuda.new_event(interpreter, node)
    interpreter.events.of_entry.add(event.key)
    interpreter.announce.event_made(state, event, arguments, node)
    return event


def _get_current(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return StreamValue(cuda.current_stream(interpreter, state))


def _device_count(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """How many devices there are: the same number each time."""
    return interpreter.symbol(("device count",), "getDeviceCount", host=True)


def _device(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    number = arguments.either(0, "device")
    if number is None or number == NONE:
        return DeviceValue(state.device)
    known = number.value if isinstance(number, Const) and isinstance(number.value, int) else None
    return DeviceValue(known, number if known is None else None)


def _stream_synchronize(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    stream = cuda.as_stream(interpreter, state, arguments.position(0))
    if stream is not None:
        cuda.host_wait_stream(interpreter, state, stream, node)
    return NONE


def _linked(arguments: Arguments, position: int) -> Value | None:
    """The stream or event behind ``stream.ptr`` or ``event.ptr``."""
    value = arguments.position(position)
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key and value.key[0] == "ptr":
        return value.key[1] if isinstance(value.key[1], Value) else None
    return None


def _event_record(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    event, stream = _linked(arguments, 0), cuda.as_stream(interpreter, state, arguments.position(1))
    if isinstance(event, EventValue) and stream is not None:
        cuda.record(interpreter, state, event, stream, node)
    return NONE


def _stream_wait_event(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    event, stream = _linked(arguments, 1), cuda.as_stream(interpreter, state, arguments.position(0))
    if isinstance(event, EventValue) and stream is not None:
        cuda.wait_event(interpreter, state, stream, event, node)
    else:
        state.maybe_waited |= state.order.issued
    return NONE


def _event_synchronize(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    event = _linked(arguments, 0)
    if isinstance(event, EventValue):
        cuda.host_wait_event(interpreter, state, event, node)
    else:
        state.maybe_waited |= state.order.issued
    return NONE


def _set_device(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    number = arguments.position(0)
    if isinstance(number, Const) and isinstance(number.value, int):
        cuda.choose_device(interpreter, state, number.value)
    return NONE


def _memcpy_async(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    stream, explicit = cuda.chosen_stream(interpreter, state, arguments.either(4, "stream"), node, "memcpyAsync")
    _raw_copy(interpreter, state, arguments, node, stream, explicit)
    return NONE


def _memcpy(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    stream = cuda.null_of(state.device)
    _raw_copy(interpreter, state, arguments, node, stream, False)
    cuda.may_wait_for(state, stream)
    return NONE


def _raw_copy(
    interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode, stream: Stream, explicit: bool
) -> None:
    uses = []
    for position, mode in ((1, "r"), (0, "w")):
        placed = arguments.at(position)
        if placed is not None:
            part = _copied_part(placed[0], arguments.position(2))
            uses += [Effect(array, mode, placed[1]) for array in contents.arrays_in(state, part)]
    interpreter.announce.raw_copied("memcpy", arguments.position(1), arguments.position(0), arguments.position(2), node)
    perform(interpreter, state, node, stream, uses, call="memcpy", explicit=explicit)


def _copied_part(value: Value, size: Value | None) -> Value:
    """What a copy of `size` bytes takes: only so much where the address is one inside the memory."""
    if not isinstance(value, Pointer) or offset_of(value.array.region) is None or size is None:
        return value
    return replace(value, array=replace(value.array, region=sized(value.array.region, size)))


def _raw_kernel(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    code, name = arguments.either(0, "code"), arguments.either(1, "name")
    return kernel_of(code.value if isinstance(code, Const) else None, name)


def kernel_of(code: object, name: Value | None) -> Kernel:
    if isinstance(code, str) and isinstance(name, Const) and isinstance(name.value, str):
        modes = kernel_modes(code, name.value)
        if modes is not None:
            return Kernel("raw", modes, interface=interface(code, name.value))
    return Kernel("raw", known=False)


def _raw_module(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    code = arguments.either(0, "code")
    return Module(code.value if isinstance(code, Const) and isinstance(code.value, str) else None)


def _elementwise_kernel(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    texts = [arguments.either(number, name) for number, name in enumerate(("in_params", "out_params", "operation"))]
    known = [text.value for text in texts if isinstance(text, Const) and isinstance(text.value, str)]
    named = arguments.either(3, "name")
    name = named.value if isinstance(named, Const) and isinstance(named.value, str) else "kernel"
    code = written_out(name, *known) if len(known) == len(texts) and name.isidentifier() else None
    seen = None if code is None else interface(code, name)
    return Kernel("elementwise", inputs=_parameters(texts[0]), interface=seen, result=_result(texts[1]))


def _result(text: Value | None) -> str:
    """The type of the one result that ``float64 y`` tells of; "" for several, and for types that the arguments tell."""
    words = text.value.split() if isinstance(text, Const) and isinstance(text.value, str) else []
    return words[0] if len(words) == 2 and words[1].isidentifier() and len(words[0]) > 1 else ""


def _reduction_kernel(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Kernel("reduction", inputs=_parameters(arguments.either(0, "in_params")))


def _parameters(text: Value | None) -> int:
    """How many parameters a CuPy parameter list names."""
    if isinstance(text, Const) and isinstance(text.value, str):
        return len([part for part in text.value.split(",") if part.strip()])
    return 1 << 16


def _fuse(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    if arguments.position(0) is not None:
        return Kernel("function")
    return interpreter.symbol(("made", "cupy.fuse"), "fuse")


def _jit(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return interpreter.symbol(("made", "cupyx.jit.rawkernel"), "rawkernel")


def _array_of_memory(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``cupy.ndarray(shape, dtype, memptr)``: a view if memory is given, else uninitialised memory.

    What is laid out at an offset in memory counts as memory of its own: it is one of several parts that lie apart.
    """
    memory = arguments.either(2, "memptr")
    if isinstance(memory, Pointer) and offset_of(memory.array.region) is None:
        return arrays.view(memory.array, "memptr")
    if memory is not None and memory != NONE:
        return arrays.new_array(interpreter, state)
    recipe = Recipe("ndarray", node, arguments.values(), arguments.keyword_values())
    return arrays.new_array(interpreter, state, recipe=recipe)


def _allocate(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Pointer(arrays.new_array(interpreter, state))


def _alloc(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Pointer(arrays.new_array(interpreter, state, recipe=Recipe("alloc", node, arguments.values())))


KERNEL_MAKERS = frozenset(f"cupy.{name}" for name in ("RawKernel", "RawModule", "ElementwiseKernel", "ReductionKernel"))
"""Classes of kernels, and of modules with several."""

HANDLERS: dict[str, Handler] = {
    **pools.HANDLERS,
    "cupy.cuda.Stream": _stream,
    "cupy.cuda.ExternalStream": foreign_stream,
    "cupy.cuda.Stream.from_external": foreign_stream,
    "cupy.cuda.Event": _event,
    "cupy.cuda.get_elapsed_time": timed_events.asked,
    "cupy.cuda.runtime.eventElapsedTime": timed_events.asked,
    "cupy.cuda.get_current_stream": _get_current,
    "cupy.cuda.Device": _device,
    "cupy.cuda.runtime.getDeviceCount": _device_count,
    "cupy.cuda.runtime.streamSynchronize": _stream_synchronize,
    "cupy.cuda.runtime.eventRecord": _event_record,
    "cupy.cuda.runtime.streamWaitEvent": _stream_wait_event,
    "cupy.cuda.runtime.eventSynchronize": _event_synchronize,
    "cupy.cuda.runtime.setDevice": _set_device,
    "cupy.cuda.runtime.memcpyAsync": _memcpy_async,
    "cupy.cuda.runtime.memcpy": _memcpy,
    "signal.signal": signals.handle,
    "cupy.RawKernel": _raw_kernel,
    "cupy.RawModule": _raw_module,
    "cupy.cuda.Module": lambda interpreter, state, arguments, node: Module(None),
    "cupy.ElementwiseKernel": _elementwise_kernel,
    "cupy.ReductionKernel": _reduction_kernel,
    "cupy.fuse": _fuse,
    "cupy.vectorize": _fuse,
    "cupyx.jit.rawkernel": _jit,
    "cupy.ndarray": _array_of_memory,
    "cupy.cuda.alloc": _alloc,
    "cupy.cuda.malloc_managed": _allocate,
    "cupy.cuda.memory.malloc_managed": _allocate,
    **pinned_pool.HANDLERS,
    **textures.HANDLERS,
}
