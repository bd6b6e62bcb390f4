"""What calls outside the file do: CuPy's streams and arrays, NumPy, Python, a few other libraries."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from cupylint import cupy_model
from cupylint.cupy_model.spec import Returns, Runs
from cupylint.flow import arrays, cuda, python_calls
from cupylint.flow.arguments import Arguments
from cupylint.flow.device import Use, perform
from cupylint.flow.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.state import Current, State
from cupylint.flow.values import (
    NONE,
    Array,
    BoundMethod,
    Const,
    DeviceValue,
    DictValue,
    EventValue,
    External,
    FunctionValue,
    HostArray,
    HostView,
    Kernel,
    ListValue,
    Method,
    Module,
    NoEvent,
    Partial,
    Pointer,
    StreamValue,
    Symbol,
    Thread,
    TupleValue,
    Value,
)
from cupylint.kernels.signature import kernel_modes
from cupylint.order import HOST, Kind, Stream
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine

Outcome = tuple[State, Value]
Handler = Callable[["Machine", State, Arguments, "CSTNode"], Value]

_WAITS_FOR_DEVICE = frozenset(
    [
        "cupy.cuda.runtime.deviceSynchronize",
        "cupy.cuda.driver.ctxSynchronize",
        "numba.cuda.synchronize",
        "torch.cuda.synchronize",
        "cupy.cuda.Device.synchronize",
        "cupyx.profiler.benchmark",
        "pycuda.driver.Context.synchronize",
        "pycuda.autoinit.context.synchronize",
        "rmm.mr.synchronize",
    ]
)
_HOST_VIEWS = frozenset(("numpy.ctypeslib.as_array", "numpy.frombuffer", "numpy.asarray"))
_GETS_MODULE = frozenset(("cupy.get_array_module", "cupyx.scipy.get_array_module"))


def call_external(
    machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call by dotted name; None if nothing is known of it."""
    if dotted in machine.options.waits or dotted in _WAITS_FOR_DEVICE:
        device = state.device if dotted.startswith("cupy") else None
        cuda.host_wait_device(machine, state, device, node)
        return [(state, machine.unknown())]
    handler = _EXTERNAL.get(dotted)
    if handler is not None:
        return [(state, handler(machine, state, arguments, node))]
    root = dotted.partition(".")[0]
    if root in ("cupy", "cupyx"):
        return [(state, _modelled(machine, state, dotted, arguments, node))]
    if root == "numpy":
        return [(state, _numpy(machine, state, dotted, arguments, node))]
    return python_calls.call(machine, state, dotted, arguments, node)


def _modelled(machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Value:
    if dotted in _GETS_MODULE:
        return External("cupy")
    name = dotted.rpartition(".")[2]
    if not cupy_model.is_listed(dotted) and dotted.startswith(("cupy.cuda.", "cupy.testing.")):
        if SOUNDS_LIKE_WAITING.search(name):
            state.doubt |= state.order.issued
        return machine.symbol(("made", dotted, machine.fresh()), name)
    version = machine.options.cupy_version
    names = arguments.keyword_names()
    spec = cupy_model.refine(dotted, len(arguments.values()), names, version, arguments.arrays())
    if spec.returns is Returns.OTHER and spec.runs is Runs.NOWHERE:
        return machine.symbol(("made", dotted, machine.fresh()), name)
    return arrays.apply(machine, state, spec, name, arguments, node)


def _numpy(machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Value:
    """NumPy hands calls with device arrays on to CuPy; the rest stays on the host."""
    if dotted in _HOST_VIEWS and isinstance(value := arguments.position(0), HostView):
        return value
    for value, place in arguments.all():
        if isinstance(value, HostView):
            arrays.host_touch(machine, state, value.array, "r", place)
        if isinstance(value, Pointer):
            return HostView(value.array)
    if any(arrays.arrays_in(state, value) for value, _ in arguments.all()):
        return _modelled(machine, state, "cupy" + dotted[len("numpy") :], arguments, node)
    if dotted.rpartition(".")[2] in ("int32", "int64", "uint32", "uint64", "float32", "float64", "intp"):
        value = arguments.position(0)
        if isinstance(value, (Const, Symbol)):
            return value
    return HostArray()


# -- streams, events, devices ----------------------------------------------------------------------


def _stream(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    null, flag = arguments.either(0, "null"), arguments.either(1, "non_blocking")
    ptds = arguments.either(2, "ptds")
    if isinstance(null, Const) and null.value:
        mistaken = arguments.position(0) is not None or (isinstance(flag, Const) and flag.value)
        return StreamValue(cuda.NULL, node if mistaken else None)
    if isinstance(ptds, Const) and ptds.value:
        return StreamValue(cuda.per_thread(state))
    if flag is None or isinstance(flag, Const):
        kind = Kind.NON_BLOCKING if flag is not None and flag.value else Kind.BLOCKING
    else:
        kind = Kind.UNKNOWN
    return cuda.new_stream(machine, state, kind)


def _foreign_stream(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    pointer = arguments.position(0)
    if isinstance(pointer, Symbol):
        if isinstance(pointer.key, tuple) and pointer.key and pointer.key[0] == "ptr":
            return pointer.key[1]  # type: ignore[no-any-return]
        return StreamValue(Stream(("external", pointer), Kind.UNKNOWN, state.device))
    if isinstance(pointer, Const) and pointer.value in (0, 1):
        return StreamValue(cuda.NULL)
    return cuda.new_stream(machine, state, Kind.UNKNOWN)


def _event(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    event = cuda.new_event(machine, node)
    machine.entry_events.add(event.key)
    return event


def _get_current(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return StreamValue(cuda.current_stream(machine, state))


def _device(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    number = arguments.either(0, "device")
    if number is None or number == NONE:
        return DeviceValue(state.device)
    return DeviceValue(number.value if isinstance(number, Const) and isinstance(number.value, int) else None)


def _stream_synchronize(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    stream = cuda.as_stream(machine, state, arguments.position(0))
    if stream is not None:
        cuda.host_wait_stream(machine, state, stream, node)
    return NONE


def _linked(arguments: Arguments, position: int) -> Value | None:
    """The stream or event behind ``stream.ptr`` or ``event.ptr``."""
    value = arguments.position(position)
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key and value.key[0] == "ptr":
        return value.key[1] if isinstance(value.key[1], Value) else None
    return None


def _event_record(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    event, stream = _linked(arguments, 0), cuda.as_stream(machine, state, arguments.position(1))
    if isinstance(event, EventValue) and stream is not None:
        cuda.record(machine, state, event, stream, node)
    return NONE


def _stream_wait_event(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    event, stream = _linked(arguments, 1), cuda.as_stream(machine, state, arguments.position(0))
    if isinstance(event, EventValue) and stream is not None:
        cuda.wait_event(machine, state, stream, event, node)
    else:
        state.doubt |= state.order.issued
    return NONE


def _event_synchronize(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    event = _linked(arguments, 0)
    if isinstance(event, EventValue):
        cuda.host_wait_event(machine, state, event, node)
    else:
        state.doubt |= state.order.issued
    return NONE


def _set_device(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    number = arguments.position(0)
    if isinstance(number, Const) and isinstance(number.value, int):
        state.device = number.value
    return NONE


def _memcpy_async(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    stream, explicit = cuda.chosen_stream(machine, state, arguments.either(4, "stream"), node)
    _raw_copy(machine, state, arguments, node, stream, explicit)
    return NONE


def _memcpy(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    stream = cuda.null_of(state.device)
    _raw_copy(machine, state, arguments, node, stream, False)
    cuda.may_wait_for(state, stream)
    return NONE


def _raw_copy(
    machine: Machine, state: State, arguments: Arguments, node: CSTNode, stream: Stream, explicit: bool
) -> None:
    uses = []
    for position, mode in ((1, "r"), (0, "w")):
        placed = arguments.at(position)
        if placed is not None:
            uses += [Use(array, mode, placed[1]) for array in arrays.arrays_in(state, placed[0])]
    perform(machine, state, node, stream, uses, call="memcpy", explicit=explicit)


def _raw_kernel(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    code, name = arguments.either(0, "code"), arguments.either(1, "name")
    return _kernel_of(code.value if isinstance(code, Const) else None, name)


def _kernel_of(code: object, name: Value | None) -> Kernel:
    if isinstance(code, str) and isinstance(name, Const) and isinstance(name.value, str):
        modes = kernel_modes(code, name.value)
        if modes is not None:
            return Kernel("raw", modes)
    return Kernel("raw", known=False)


def _raw_module(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    code = arguments.either(0, "code")
    return Module(code.value if isinstance(code, Const) and isinstance(code.value, str) else None)


def _elementwise_kernel(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Kernel("elementwise", inputs=_parameters(arguments.either(0, "in_params")))


def _reduction_kernel(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Kernel("reduction", inputs=_parameters(arguments.either(0, "in_params")))


def _parameters(text: Value | None) -> int:
    """How many parameters a CuPy parameter list names."""
    if isinstance(text, Const) and isinstance(text.value, str):
        return len([part for part in text.value.split(",") if part.strip()])
    return 1 << 16


def _fuse(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    if arguments.position(0) is not None:
        return Kernel("function")
    return machine.symbol(("made", "cupy.fuse"), "fuse")


def _jit(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return machine.symbol(("made", "cupyx.jit.rawkernel"), "rawkernel")


def _array_of_memory(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``cupy.ndarray(shape, dtype, memptr)``: a view if memory is given, else uninitialised memory."""
    memory = arguments.either(2, "memptr")
    if isinstance(memory, Pointer):
        return arrays.view(memory.array, "memptr")
    return arrays.new_array(machine, state)


def _allocate(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return Pointer(arrays.new_array(machine, state))


def _pinned(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    return HostArray(machine.fresh(), pinned=True)


_EXTERNAL: dict[str, Handler] = {
    "cupy.cuda.Stream": _stream,
    "cupy.cuda.ExternalStream": _foreign_stream,
    "cupy.cuda.Stream.from_external": _foreign_stream,
    "cupy.cuda.Event": _event,
    "cupy.cuda.get_current_stream": _get_current,
    "cupy.cuda.Device": _device,
    "cupy.cuda.runtime.streamSynchronize": _stream_synchronize,
    "cupy.cuda.runtime.eventRecord": _event_record,
    "cupy.cuda.runtime.streamWaitEvent": _stream_wait_event,
    "cupy.cuda.runtime.eventSynchronize": _event_synchronize,
    "cupy.cuda.runtime.setDevice": _set_device,
    "cupy.cuda.runtime.memcpyAsync": _memcpy_async,
    "cupy.cuda.runtime.memcpy": _memcpy,
    "cupy.RawKernel": _raw_kernel,
    "cupy.RawModule": _raw_module,
    "cupy.ElementwiseKernel": _elementwise_kernel,
    "cupy.ReductionKernel": _reduction_kernel,
    "cupy.fuse": _fuse,
    "cupy.vectorize": _fuse,
    "cupyx.jit.rawkernel": _jit,
    "cupy.ndarray": _array_of_memory,
    "cupy.cuda.alloc": _allocate,
    "cupy.cuda.malloc_managed": _allocate,
    "cupy.cuda.memory.malloc_managed": _allocate,
    "cupyx.empty_pinned": _pinned,
    "cupyx.zeros_pinned": _pinned,
    "cupyx.empty_like_pinned": _pinned,
    "cupyx.zeros_like_pinned": _pinned,
}


# -- methods ---------------------------------------------------------------------------------------


def call_method(
    machine: Machine,
    state: State,
    receiver: Value,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    source: ir.Expr | None,
) -> list[Outcome] | None:
    """A method of an object that is not of this file."""
    place = source.base.node if isinstance(source, ir.Attr) and source.base.node is not None else node
    if isinstance(receiver, Array):
        full = arguments.with_receiver(receiver, place)
        version = machine.options.cupy_version
        spec = cupy_model.refine_method(name, len(full.values()), full.keyword_names(), version, full.arrays())
        return [(state, arrays.apply(machine, state, spec, name, full, node))]
    if isinstance(receiver, Pointer):
        spec = cupy_model.memory_method(name)
        return [(state, arrays.apply(machine, state, spec, name, arguments.with_receiver(receiver, place), node))]
    if isinstance(receiver, StreamValue):
        return _stream_method(machine, state, receiver, name, arguments, node)
    if isinstance(receiver, EventValue):
        return _event_method(machine, state, receiver, name, arguments, node, source)
    if isinstance(receiver, DeviceValue):
        return _device_method(machine, state, receiver, name, node)
    if isinstance(receiver, Module) and name == "get_function":
        return [(state, _kernel_of(receiver.code, arguments.position(0)))]
    if isinstance(receiver, HostView):
        arrays.host_touch(machine, state, receiver.array, "rw" if name in ("fill", "sort", "put") else "r", place)
        return [(state, HostArray())]
    if isinstance(receiver, Kernel):
        return [(state, machine.unknown())]
    if isinstance(receiver, NoEvent):
        return [(state, machine.unknown())]
    if isinstance(receiver, HostArray):
        return [(state, HostArray(None))]
    if isinstance(receiver, (ListValue, DictValue, TupleValue, Const, Thread)):
        return python_calls.method(machine, state, receiver, name, arguments, node)
    return None


def _stream_method(
    machine: Machine, state: State, receiver: StreamValue, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    stream = cuda.actual(state, receiver.stream)
    cuda.used_as_stream(machine, receiver)
    if name == "synchronize":
        cuda.host_wait_stream(machine, state, stream, node)
    elif name == "wait_event":
        cuda.wait_event(machine, state, stream, arguments.either(0, "event"), node)
    elif name == "record":
        event = cuda.as_event(arguments.either(0, "event"))
        if event is None:
            event = cuda.new_event(machine, node)
        cuda.record(machine, state, event, stream, node)
        return [(state, event)]
    elif name == "__enter__":
        state.memory[("entered", receiver)] = cuda.enter(machine, state, receiver.stream, node)
        return [(state, receiver)]
    elif name == "__exit__":
        before = state.memory.get(("entered", receiver))
        if isinstance(before, Current) and state.blocks:
            cuda.leave(machine, state, before, node)
    elif name == "use":
        cuda.use(machine, state, receiver.stream, node)
        return [(state, receiver)]
    elif name == "__exit__":
        cuda.use(machine, state, cuda.default_stream(machine, state), node)
    elif name == "begin_capture":
        machine.capturing += 1
    elif name == "end_capture":
        machine.capturing = max(0, machine.capturing - 1)
        return [(state, machine.unknown("graph"))]
    elif name in ("launch_host_func", "add_callback"):
        perform(machine, state, node, stream, [], call=name)
        cuda.may_wait_for(state, stream)  # the host may be told by it
    elif name == "from_external":
        return [(state, _foreign_stream(machine, state, arguments, node))]
    elif name != "is_capturing":
        return None
    return [(state, NONE)]


def _event_method(
    machine: Machine,
    state: State,
    receiver: EventValue,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    source: ir.Expr | None,
) -> list[Outcome] | None:
    if name == "record":
        stream, _ = cuda.chosen_stream(machine, state, arguments.either(0, "stream"), node)
        cuda.record(machine, state, receiver, stream, node)
        text = source.base.name if isinstance(source, ir.Attr) and isinstance(source.base, ir.Load) else "Event()"
        return [(state, NoEvent(node, str(text) if isinstance(text, str) else "Event()"))]
    if name == "synchronize":
        cuda.host_wait_event(machine, state, receiver, node)
        return [(state, NONE)]
    return None


def _device_method(
    machine: Machine, state: State, receiver: DeviceValue, name: str, node: CSTNode
) -> list[Outcome] | None:
    if name == "synchronize":
        cuda.host_wait_device(machine, state, receiver.number, node)
    elif name == "use":
        state.device = state.device if receiver.number is None else receiver.number
    else:
        return None
    return [(state, NONE)]


_THREAD_WAITS = frozenset(("wait", "join", "get", "result", "acquire", "as_completed"))
_FUNCTIONS = (FunctionValue, BoundMethod, Partial)
_STREAM_METHODS = frozenset(("wait_event", "synchronize", "use", "record"))


def call_symbol(
    machine: Machine, state: State, function: Symbol, arguments: Arguments, node: CSTNode, source: ir.Expr | None
) -> list[Outcome] | None:
    """A call of something unknown: a method that only a stream, event or array has tells what it is."""
    key = function.key
    if not (isinstance(key, tuple) and key and key[0] == "attribute" and isinstance(key[1], Value)):
        if any(isinstance(value, Pointer) for value, _ in arguments.all()):
            pointer = next(value for value, _ in arguments.all() if isinstance(value, Pointer))
            return [(state, HostView(pointer.array))]
        return None
    receiver, name = key[1], key[2]
    if name in _THREAD_WAITS and isinstance(receiver, Symbol) and receiver.host:
        _meet_threads(state)
        if state.host != HOST:
            state.muted = max(1, state.muted)  # the other thread may have gone on meanwhile
    if name == "submit" and isinstance(arguments.position(0), _FUNCTIONS):
        return python_calls.run_in_thread(
            machine, state, arguments.values()[0], arguments.values()[1:], arguments.keyword_values(), node
        )
    if (
        name in ("error", "exit")
        and isinstance(receiver, Symbol)
        and re.search("parser", receiver.label, re.IGNORECASE)
    ):
        return []
    if name == "result" and isinstance(kept := state.memory.get(("result", receiver)), Value):
        return [(state, kept)]
    if name == "enter_context":
        state.muted += 1
        return [(state, arguments.position(0) or machine.unknown("entered"))]
    if name in ("get", "getenv", "getboolean", "getint") and all(isinstance(v, Const) for v in arguments.values()):
        return [(state, machine.symbol(("get", receiver, name, arguments.values()), name))]
    streamlike = isinstance(receiver, Symbol) and re.search("stream", receiver.label or "", re.IGNORECASE)
    if name == "wait_event" or (name in _STREAM_METHODS and streamlike and not getattr(receiver, "host", False)):
        stream = cuda.as_stream(machine, state, receiver)
        if stream is not None:
            return _stream_method(machine, state, StreamValue(stream), name, arguments, node)
    if name == "from_address" and arguments.position(0) is not None:
        value = arguments.position(0)
        if isinstance(value, Pointer):
            return [(state, HostView(value.array))]
    if name in ("synchronize", "record") and isinstance(receiver, Symbol):
        event = cuda.as_event(receiver)
        looks = re.search("event|evt|ev$|done|ready", receiver.label or "", re.IGNORECASE)
        if event is not None and looks and name == "synchronize":
            cuda.host_wait_event(machine, state, event, node)
            return [(state, NONE)]
        if event is not None and looks:
            chosen, _ = cuda.chosen_stream(machine, state, arguments.either(0, "stream"), node)
            cuda.record(machine, state, event, chosen, node)
            return [(state, machine.unknown("recorded"))]
    if name in ("get", "set") and isinstance(receiver, Symbol) and receiver in machine.symbol_buffers:
        array = arrays.symbol_array(machine, receiver)
        return call_method(machine, state, array, name, arguments, node, source)
    return None


def _meet_threads(state: State) -> None:
    """The running thread waits for others through Python: it may know all that they have waited for."""
    for order in (state.order, state.raw):
        if order is not None:
            for other in list(order.hosts):
                order.host_signal(other, state.host)


_ = (Method,)
