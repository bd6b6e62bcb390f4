"""What calls outside the file do: CuPy's streams and arrays, NumPy, Python, a few other libraries."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cupylint import cupy_model
from cupylint.converters import CONVERT
from cupylint.cupy_model.extras import RUNTIME_PARAMETERS
from cupylint.cupy_model.passed_on import PASSED_ON
from cupylint.cupy_model.spec import Returns, Runs
from cupylint.flow.device import (
    arrays,
    copied_memory,
    cuda,
    cuda_core_launches,
    fft_plans,
    graph_capture,
    interop,
    likely_copies,
    messages,
    native_code,
    peer_copies,
    random_numbers,
    textures,
    torch_library,
)
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.array_uses import GET_ASKS
from cupylint.flow.device.cuda_api import HANDLERS, KERNEL_MAKERS, foreign_stream, kernel_of
from cupylint.flow.device.interop_arrays import Handed
from cupylint.flow.device.textures import CudaArray
from cupylint.flow.domain import candidates, contents, numpy_values
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.cuda_calls import contact, named_call
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.graphs import GraphValue
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.number_types import number_type
from cupylint.flow.domain.readings import Fixture, TimeLogger, Timer
from cupylint.flow.domain.state import Current, State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    ClassValue,
    Const,
    DeviceValue,
    DictValue,
    EventValue,
    External,
    HostArray,
    HostView,
    Kernel,
    ListValue,
    Module,
    NoEvent,
    Pointer,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp import callbacks, containers, namespaces, objects, python_calls
from cupylint.flow.library import (
    array_api,
    benchmark_fixtures,
    concurrency,
    numpy_calls,
    processes,
    pyscf_logger,
    wall_clocks,
)
from cupylint.order import Stream
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


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
_ASKS_FOR_DEVICE = frozenset(
    ("cupy.is_available", "cupy.cuda.is_available", "numba.cuda.is_available", "torch.cuda.is_available")
)
"""Whether there is a device: programs are followed as they run where there is one."""
_LOOKS_AT = "all any bool callable float hasattr hash id int isinstance issubclass len print range repr str type"
_KEEP_NOTHING = frozenset(f"builtins.{name}" for name in (*_LOOKS_AT.split(), "memoryview"))
"""Built-in functions that keep nothing of what they are given, and return nothing of it that is not seen."""
_SPARSE, _RUNTIME = "cupyx.scipy.sparse.", "cupy.cuda.runtime."
_GETS_MODULE = frozenset(("cupy.get_array_module", "cupyx.scipy.get_array_module"))


def _keeps_nothing(dotted: str) -> bool:
    return dotted in _KEEP_NOTHING or numpy_calls.reads_at_once(dotted)


_LIBRARIES: tuple[Callable[[Interpreter, State, str, Arguments, CSTNode], list[Outcome] | None], ...] = (
    pyscf_logger.call_external, array_api.call_external, interop.call_external, processes.call_external,
    concurrency.call_external, numpy_calls.call_external, cuda_core_launches.call_external,
)  # fmt: skip
"""Models of other libraries; each is asked in turn."""


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call by dotted name; None if nothing is known of it."""
    named_call(interpreter, state, dotted, node)
    interpreter.announce.named_call(state, dotted, arguments, node)
    if dotted in interpreter.options.waits or dotted in _WAITS_FOR_DEVICE:
        device = state.device if dotted.startswith("cupy") else None
        cuda.host_wait_device(interpreter, state, device, node)
        return [(state, interpreter.unknown())]
    if dotted in _ASKS_FOR_DEVICE:
        return [(state, Const(True))]
    if dotted.startswith(_RUNTIME) and arguments.keyword_names():
        arguments = arguments.in_order(RUNTIME_PARAMETERS.get(dotted.removeprefix(_RUNTIME), ()))
    handler = HANDLERS.get(dotted)
    if handler is not None:
        if dotted in KERNEL_MAKERS:
            interpreter.announce.kernel_made(state, dotted, arguments, node)
        return [(state, handler(interpreter, state, arguments, node))]
    if (outcome := wall_clocks.call_external(interpreter, state, dotted, arguments, node)) is not None:
        return outcome
    root = dotted.partition(".")[0]
    if root in ("cupy", "cupyx"):
        return [(state, _modelled(interpreter, state, dotted, arguments, node))]
    interpreter.host_work += root != "builtins"
    if root == "numpy":
        value = _numpy(interpreter, state, dotted, arguments, node)
        given = arguments.values(), arguments.keyword_values()
        return [(state, interpreter.forms.on_host(state, dotted, *given, value))]
    if not _keeps_nothing(dotted):
        interpreter.pinned.keep_all(interpreter, state, arguments)
    for model in _LIBRARIES:
        if (outcome := model(interpreter, state, dotted, arguments, node)) is not None:
            return outcome
    return python_calls.call(interpreter, state, dotted, arguments, node)


def _modelled(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Value:
    messages.group_called(interpreter, state, dotted)
    if (told := messages.call_distributed(interpreter, state, dotted, arguments, node)) is not None:
        return told
    if (found := _on_host(interpreter, state, dotted, arguments)) is not None:
        return found
    arguments = interop.taken_in(interpreter, state, dotted, arguments, node)
    arguments = native_code.as_arrays(interpreter, state, _last(dotted), arguments)
    if (copy := likely_copies.copied(interpreter, state, External("cupy"), _last(dotted), arguments, node)) is not None:
        return copy
    is_listed = cupy_model.is_listed(dotted)
    if dotted.startswith(cupy_model.NATIVE) or (not is_listed and dotted.startswith(("cupy.cuda.", "cupy.testing."))):
        return _beside_arrays(interpreter, state, dotted, arguments, node)
    version = interpreter.options.cupy_version
    names = arguments.keyword_names()
    spec = cupy_model.refine(dotted, len(arguments.values()), names, version, arguments.arrays())
    if spec.returns is Returns.OTHER and spec.runs is Runs.NOWHERE:
        return _made(interpreter, dotted)
    uses = fft_plans.area(interpreter, state, dotted, arguments, node)
    with peer_copies.ordered(state, dotted, arguments):
        result = arrays.apply(interpreter, state, spec, _last(dotted), arguments, node, uses)
    fft_plans.made(interpreter, dotted, arguments, result)
    interpreter.forms.called(state, dotted, arguments.values(), arguments.keyword_values(), result, node)
    is_sparse = dotted.startswith(_SPARSE) and spec.returns is Returns.OTHER
    is_own = "._" in dotted and not is_listed  # of CuPy's own, which may return anything
    return _made(interpreter, dotted) if is_sparse or is_own else result


def _on_host(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments) -> Value | None:
    """What a function of CuPy gives that does nothing on the device with what it is given; None for others."""
    first = arguments.position(0)
    if dotted in PASSED_ON and isinstance(first, HostArray):
        found = numpy_calls.call(interpreter, state, f"numpy{dotted.removeprefix('cupy')}", arguments)
        return HostArray() if found is None else found
    if dotted in _GETS_MODULE:
        return External(_module_of(arguments))
    if (number := numpy_values.number(dotted, arguments)) is not None:
        return number
    if numpy_values.makes_number(dotted) and isinstance(first, Symbol):
        return numpy_number(interpreter, dotted, first)
    return _dtype(interpreter, first) if dotted == "cupy.dtype" and first is not None else None


def _dtype(interpreter: Interpreter, given: Value) -> Symbol:
    """``np.dtype(x)``: the same for the same, and for what is one already."""
    kind = given.key[:1] if isinstance(given, Symbol) and isinstance(given.key, tuple) else ()
    is_one = kind == ("dtype",) or (kind == ("attribute",) and given.key[2:] == ("dtype",))  # type: ignore[attr-defined]
    return given if is_one else interpreter.symbol(("dtype", given), "dtype", host=True)  # type: ignore[return-value]


def _module_of(arguments: Arguments) -> str:
    """The module that ``cupy.get_array_module`` returns."""
    on_host = [isinstance(value, HostArray) for value, _ in arguments.all()]
    return "numpy" if on_host and all(on_host) else "cupy"


def _beside_arrays(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Value:
    """CuPy's calls of CUDA's libraries, and those of `cupy.cuda` that the model does not list."""
    name = _last(dotted)
    if dotted.startswith(cupy_model.NATIVE):
        stream = cuda.current_stream(interpreter, state)
        native_code.work(interpreter, state, name, arguments.all(), node, stream)
    elif SOUNDS_LIKE_WAITING.search(name):
        state.maybe_waited |= state.order.issued
    made = _made(interpreter, dotted)
    fft_plans.planned(interpreter, dotted, arguments, made)
    return made


def _made(interpreter: Interpreter, dotted: str) -> Value:
    """Something that a call makes and that nothing is known of."""
    return interpreter.symbol(("made", dotted, interpreter.fresh()), _last(dotted))


def numpy_number(interpreter: Interpreter, dotted: str, value: Symbol) -> Symbol:
    """A number of NumPy made of one that is not known: a whole number stays what sizes are worked out with."""
    name = _last(dotted)
    is_whole = "int" in name and number_type(value, interpreter.parameters.numbers) in ("int", "")
    return value if is_whole else interpreter.symbol(("numpy number", name, value), value.label, value.host)


def _last(dotted: str) -> str:
    return dotted.rpartition(".")[2]


def _holds_device_array(state: State, arguments: Arguments) -> bool:
    """Whether what is converted is an array of the device, or holds one."""
    given = arguments.position(0)
    return given is not None and bool(contents.arrays_in(state, given))


def _numpy(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Value:
    """NumPy hands calls with device arrays on to CuPy; the rest stays on the host."""
    found = numpy_calls.call(interpreter, state, dotted, arguments)
    if found is not None:
        return found
    if dotted.partition(".")[2] in CONVERT and _holds_device_array(state, arguments):
        return HostArray()  # where that does not fail, as it does with what CuPy has made
    if (address := numpy_values.address(dotted, arguments)) is not None:
        return address
    if any(contents.arrays_in(state, value) for value, _ in arguments.all()):
        return _modelled(interpreter, state, "cupy" + dotted[len("numpy") :], arguments, node)
    if (made := numpy_values.made(state, dotted, arguments)) is not None:
        return made
    if numpy_values.makes_number(dotted) and isinstance(value := arguments.position(0), Symbol):
        return numpy_number(interpreter, dotted, value)
    if dotted == "numpy.dtype" and (first := arguments.position(0)) is not None:
        return _dtype(interpreter, first)
    if dotted == "numpy.prod" and len(arguments.all()) == 1:
        return interpreter.unknown("prod", host=True)  # of a shape: a number that tells parts of arrays apart
    return HostArray()


# -- methods ---------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class _Call:
    """A method call. `source` is the expression that was called, if it is one."""

    interpreter: Interpreter
    state: State
    receiver: Any
    name: str
    arguments: Arguments
    node: CSTNode
    source: ir.Expr | None = None

    @property
    def place(self) -> CSTNode:
        """Where the receiver stands."""
        base = self.source.base.node if isinstance(self.source, ir.Attr) else None
        return self.node if base is None else base


def call_method(
    interpreter: Interpreter,
    state: State,
    receiver: Value,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    source: ir.Expr | None,
) -> list[Outcome] | None:
    """A method of an object that is not of this file."""
    return _METHOD_OF[type(receiver)](_Call(interpreter, state, receiver, name, arguments, node, source))


def _foreign_method(call: _Call) -> list[Outcome] | None:
    return interop.call_method(
        call.interpreter, call.state, call.receiver, call.name, call.arguments, call.node, call.place
    )


def _array_method(call: _Call) -> list[Outcome] | None:
    outcome = _foreign_method(call)
    if outcome is not None or (isinstance(call.receiver, Handed) and call.receiver.foreign):
        return outcome
    interpreter, state, name = call.interpreter, call.state, call.name
    full = call.arguments.with_receiver(call.receiver, call.place)
    values, keywords, version = full.values(), full.keyword_names(), interpreter.options.cupy_version
    spec = cupy_model.refine_method(name, len(values), keywords, version, full.arrays())
    value = arrays.apply(interpreter, state, spec, name, full, call.node)
    interpreter.forms.called(state, f"cupy.ndarray.{name}", values, full.keyword_values(), value, call.node)
    return [(state, value)]


def _pointer_method(call: _Call) -> list[Outcome]:
    arguments = copied_memory.pointed(call.interpreter, call.name, call.arguments)
    full = arguments.with_receiver(call.receiver, call.place)
    spec = cupy_model.memory_method(call.name)
    if call.name.startswith("copy_"):
        values = (full.position(1), full.position(0), full.either(2, "size"))
        call.interpreter.announce.raw_copied(call.name, *values, call.node)
    return [(call.state, arrays.apply(call.interpreter, call.state, spec, call.name, full, call.node))]


def _cuda_array_method(call: _Call) -> list[Outcome] | None:
    made = textures.method(call.interpreter, call.state, call.receiver, call.name, call.arguments, call.node)
    return None if made is None else [(call.state, made)]


def _of_unknown_pointer(call: _Call) -> list[Outcome]:
    """``x.data.copy_from_device_async(y.data, size, stream)``, whatever `x` is: only memory of the device has this."""
    return _pointer_method(
        replace(call, receiver=copied_memory.pointer(call.interpreter, call.receiver) or call.receiver)
    )


def _timer_method(call: _Call) -> list[Outcome] | None:
    timed = call.name in ("timeit", "repeat")
    return wall_clocks.timed(call.interpreter, call.state, call.receiver, call.node) if timed else None


def _logger_method(call: _Call) -> list[Outcome]:
    return pyscf_logger.method(call.interpreter, call.state, call.name, call.arguments, call.node)


def _fixture_method(call: _Call) -> list[Outcome] | None:
    if call.name != "pedantic":
        return None
    return benchmark_fixtures.pedantic(call.interpreter, call.state, call.receiver, call.arguments, call.node)


def _graph_method(call: _Call) -> list[Outcome] | None:
    if call.name != "launch":
        return None
    interpreter, state, node = call.interpreter, call.state, call.node
    stream, explicit = cuda.chosen_stream(interpreter, state, call.arguments.either(0, "stream"), node)
    uses = graph_capture.uses(interpreter, state, call.receiver, node)
    perform(interpreter, state, node, stream, uses, call="launch", explicit=explicit)
    return [(state, NONE)]


def _module_method(call: _Call) -> list[Outcome] | None:
    if call.name == "compile":  # cuda.core's gives what kernels are taken from
        return [(call.state, call.receiver)]
    made = call.name in ("get_function", "get_kernel")
    return [(call.state, kernel_of(call.receiver.code, call.arguments.position(0)))] if made else None


def _host_method(call: _Call) -> list[Outcome]:
    call.interpreter.host_work += 1
    value = numpy_calls.method(call.interpreter, call.state, call.receiver, call.name, call.arguments, call.place)
    given = call.arguments.values(), call.arguments.keyword_values()
    drawn = f"numpy.random.Generator.{call.name}"  # what draws numbers is no array, and has no other methods
    return [(call.state, call.interpreter.forms.on_host(call.state, drawn, *given, value))]


def _unknown_method(call: _Call) -> list[Outcome]:
    return [(call.state, call.interpreter.unknown())]


def _thread_method(call: _Call) -> list[Outcome] | None:
    call.interpreter.pinned.keep_all(call.interpreter, call.state, call.arguments)
    return concurrency.call_method(call.interpreter, call.state, call.receiver, call.name, call.arguments, call.node)


def _container_method(call: _Call) -> list[Outcome] | None:
    return containers.method(call.interpreter, call.state, call.receiver, call.name, call.arguments, call.node)


# -- methods of streams and events -----------------------------------------------------------------


def _stream_method(call: _Call) -> list[Outcome] | None:
    stream = cuda.actual(call.state, call.receiver.stream)
    cuda.used_as_stream(call.interpreter, call.receiver)
    if call.name in ("launch_host_func", "add_callback"):
        return _launch_host_function(call, stream)
    method = _OF_STREAM.get(call.name)
    return None if method is None else [(call.state, method(call, stream))]


def _launch_host_function(call: _Call, stream: Stream) -> list[Outcome]:
    interpreter, state, name, arguments, node = call.interpreter, call.state, call.name, call.arguments, call.node
    interpreter.announce.host_function_queued(state, name, arguments, node, stream)
    if (called := callbacks.queue(interpreter, state, stream, name, arguments, node)) is not None:
        return called
    perform(interpreter, state, node, stream, [], call=name)
    cuda.may_wait_for(state, stream)  # the host may be told by it
    return [(state, NONE)]


def _synchronize(call: _Call, stream: Stream) -> Value:
    base = call.source.base if isinstance(call.source, ir.Attr) else None
    call.interpreter.announce.stream_waited_for(call.receiver.stream, base, call.node)
    cuda.host_wait_stream(call.interpreter, call.state, stream, call.node)
    return NONE


def _wait_event(call: _Call, stream: Stream) -> Value:
    cuda.wait_event(call.interpreter, call.state, stream, call.arguments.either(0, "event"), call.node)
    return NONE


def _record(call: _Call, stream: Stream) -> Value:
    event = cuda.as_event(call.arguments.either(0, "event")) or cuda.new_event(call.interpreter, call.node)
    cuda.record(call.interpreter, call.state, event, stream, call.node)
    return event


def _enter(call: _Call, stream: Stream) -> Value:
    receiver: Value = call.receiver
    call.state.memory[("entered", receiver)] = cuda.enter(call.interpreter, call.state, call.receiver.stream, call.node)
    return receiver


def _exit(call: _Call, stream: Stream) -> Value:
    before = call.state.memory.get(("entered", call.receiver))
    if isinstance(before, Current) and call.state.blocks:
        cuda.leave(call.interpreter, call.state, before, call.node)
    return NONE


def _use(call: _Call, stream: Stream) -> Value:
    receiver: Value = call.receiver
    cuda.use(call.interpreter, call.state, call.receiver.stream, call.node)
    return receiver


def _begin_capture(call: _Call, stream: Stream) -> Value:
    graph_capture.begin(call.interpreter, call.state, stream, call.node)
    return NONE


def _is_capturing(call: _Call, stream: Stream) -> Value:
    capture = call.state.capture
    return NONE if capture is None or not capture.covers(stream) else Const(True)


_OF_STREAM: dict[str, Callable[[_Call, Stream], Value]] = {
    "synchronize": _synchronize,
    "wait_event": _wait_event,
    "record": _record,
    "__enter__": _enter,
    "__exit__": _exit,
    "use": _use,
    "begin_capture": _begin_capture,
    "end_capture": lambda call, stream: graph_capture.end(call.interpreter, call.state, stream, call.node),
    "is_capturing": _is_capturing,
    "from_external": lambda call, stream: foreign_stream(call.interpreter, call.state, call.arguments, call.node),
}


def _event_method(call: _Call) -> list[Outcome] | None:
    interpreter, state, node = call.interpreter, call.state, call.node
    if call.name == "record":
        stream, _ = cuda.chosen_stream(interpreter, state, call.arguments.either(0, "stream"), node)
        cuda.record(interpreter, state, call.receiver, stream, node)
        return [(state, NoEvent(node))]
    if call.name == "synchronize":
        cuda.host_wait_event(interpreter, state, call.receiver, node)
        return [(state, NONE)]
    return None


def _device_method(call: _Call) -> list[Outcome] | None:
    interpreter, state, number = call.interpreter, call.state, call.receiver.number
    if call.name == "synchronize":
        interpreter.streams.devices_waited_for_vary |= number is None
        cuda.host_wait_device(interpreter, state, number, call.node)
    elif call.name == "use":
        contact(interpreter, state, call.node, "Device.use")
        cuda.choose_device(interpreter, state, number)
        return [(state, call.receiver)]
    else:
        return None
    return [(state, NONE)]


_METHOD_OF: ByClass[Callable[[_Call], list[Outcome] | None]] = ByClass(
    {
        **dict.fromkeys(interop.VALUES, _foreign_method),
        Array: _array_method,
        Pointer: _pointer_method,
        CudaArray: _cuda_array_method,
        StreamValue: _stream_method,
        EventValue: _event_method,
        Timer: _timer_method,
        Fixture: _fixture_method,
        TimeLogger: _logger_method,
        GraphValue: _graph_method,
        DeviceValue: _device_method,
        Module: _module_method,
        HostArray: _host_method,
        Kernel: _unknown_method,
        NoEvent: _unknown_method,
        **dict.fromkeys(concurrency.VALUES, _thread_method),
        **dict.fromkeys((ListValue, DictValue, TupleValue, Const), _container_method),
        Value: lambda call: None,
    }
)


# -- methods of something unknown ------------------------------------------------------------------

_STREAMS_ONLY = frozenset(("wait_event", "begin_capture", "end_capture"))


def call_symbol(
    interpreter: Interpreter,
    state: State,
    function: Symbol,
    arguments: Arguments,
    node: CSTNode,
    source: ir.Expr | None,
) -> list[Outcome] | None:
    """A call of something unknown: a method that only a stream, event or array has tells what it is."""
    key = function.key
    if not (isinstance(key, tuple) and key and key[0] == "attribute" and isinstance(key[1], Value)):
        made = torch_library.call_network(interpreter, state, function, arguments, node)
        return _given_addresses(interpreter, state, arguments) if made is None else made
    receiver, name = key[1], key[2]
    if name == "free_all_blocks" and "pinned" not in getattr(receiver, "label", ""):
        interpreter.lifetimes.release(state)
    interpreter.announce.unknown_method(state, receiver, name, arguments, node)
    if random_numbers.is_generator(receiver):
        drawn = random_numbers.draw(interpreter, state, name, arguments, node)
        if drawn is not None:
            return [(state, drawn)]
    for call_unknown in (interop.call_unknown, processes.call_unknown, concurrency.call_unknown):
        outcome = call_unknown(interpreter, state, receiver, name, arguments, node)
        if outcome is not None:
            return outcome
    if (copy := likely_copies.copied(interpreter, state, receiver, name, arguments, node)) is not None:
        return [(state, copy)]
    if (copy := copied_memory.made(interpreter, state, receiver, name, node)) is not None:
        return [(state, copy)]
    numpy_calls.unknown_method(interpreter, state, receiver, name, arguments)
    call = _Call(interpreter, state, receiver, name, arguments, node, source)
    outcomes = (method(call) for method in _OF_SYMBOL.get(name, ()))
    return next((outcome for outcome in outcomes if outcome is not None), None)


def _given_addresses(interpreter: Interpreter, state: State, arguments: Arguments) -> list[Outcome] | None:
    """A function of C that is given an address of the device returns no view."""
    for given, _ in arguments.all():
        if isinstance(given, Pointer) and not given.array.buffers.isdisjoint(interpreter.pinned.blocks):
            return [(state, HostView(given.array))]
    return None


def _parser_exit(call: _Call) -> list[Outcome] | None:
    """``parser.error(...)`` ends the program."""
    is_parser = isinstance(call.receiver, Symbol) and re.search("parser", call.receiver.label, re.IGNORECASE)
    return [] if is_parser else None


def _enter_context(call: _Call) -> list[Outcome]:
    call.state.tentative += 1
    return [(call.state, call.arguments.position(0) or call.interpreter.unknown("entered"))]


def _setting(call: _Call) -> list[Outcome] | None:
    """``config.get("name")``: the same each time."""
    values = call.arguments.values()
    if not all(isinstance(value, Const) for value in values):
        return None
    return [(call.state, call.interpreter.symbol(("get", call.receiver, call.name, values), call.name))]


def _of_unknown_stream(call: _Call) -> list[Outcome] | None:
    receiver = call.receiver
    if call.name not in _STREAMS_ONLY:
        streamlike = isinstance(receiver, Symbol) and re.search("stream", receiver.label or "", re.IGNORECASE)
        if not streamlike or receiver.host:
            return None
    stream = cuda.as_stream(call.interpreter, call.state, receiver)
    return None if stream is None else _stream_method(replace(call, receiver=StreamValue(stream), source=None))


def _of_null_stream(call: _Call) -> list[Outcome] | None:
    """``backend.cuda.Stream.null.synchronize()``, whatever gives `Stream`."""
    key = call.receiver.key if isinstance(call.receiver, Symbol) else None
    if not (isinstance(key, tuple) and key[:1] == ("attribute",) and key[2] == "null"):
        return None
    if not (isinstance(key[1], Symbol) and key[1].label == "Stream"):
        return None
    return _stream_method(replace(call, receiver=StreamValue(cuda.NULL), source=None))


def _wait_for_device(call: _Call) -> list[Outcome]:
    """``xp.cuda.runtime.deviceSynchronize()``, whatever `xp` is."""
    cuda.host_wait_device(call.interpreter, call.state, call.state.device, call.node)
    return [(call.state, NONE)]


def _of_unknown_event(call: _Call) -> list[Outcome] | None:
    interpreter, state, receiver, node = call.interpreter, call.state, call.receiver, call.node
    event = cuda.as_event(receiver) if isinstance(receiver, Symbol) else None
    is_named = re.search("event|evt|ev$|done|ready", getattr(receiver, "label", ""), re.IGNORECASE)
    if event is None or not (is_named or candidates.events(state, receiver)):
        return None
    if call.name == "synchronize":
        cuda.host_wait_event(interpreter, state, receiver, node)
        return [(state, NONE)]
    stream, _ = cuda.chosen_stream(interpreter, state, call.arguments.either(0, "stream"), node)
    cuda.record(interpreter, state, event, stream, node)
    return [(state, interpreter.unknown("recorded"))]


def _of_sparse(call: _Call) -> list[Outcome] | None:
    """``matrix.get()`` and ``matrix.toarray()`` of a sparse matrix, which is no array, wait (measured)."""
    interpreter, state, receiver, node = call.interpreter, call.state, call.receiver, call.node
    key = receiver.key if isinstance(receiver, Symbol) else None
    if not (isinstance(key, tuple) and key[:1] == ("made",) and str(key[1]).startswith(_SPARSE)):
        return None
    dense = None if call.name == "get" else arrays.new_array(interpreter, state)
    stream = cuda.current_stream(interpreter, state)
    if dense is not None:
        perform(interpreter, state, node, stream, [Effect(dense, "w", node)], call=call.name)
    cuda.host_wait_stream(interpreter, state, stream, node, implicit=True)
    return [(state, dense or interpreter.unknown("get", host=True))]


def _from_address(call: _Call) -> list[Outcome] | None:
    value = call.arguments.position(0)
    return [(call.state, HostView(value.array))] if isinstance(value, Pointer) else None


def _of_unknown_array(call: _Call) -> list[Outcome] | None:
    receiver = call.receiver
    if not isinstance(receiver, Symbol) or receiver not in call.interpreter.parameters.buffers:
        return None
    return _array_method(replace(call, receiver=arrays.symbol_array(call.interpreter, receiver)))


def _of_result(call: _Call) -> list[Outcome] | None:
    """``y.get()`` of what code that is not seen returned; ``y.get("name")`` is a dict's."""
    values = call.arguments.values()
    made = native_code.as_array(call.interpreter, call.receiver)
    if made is call.receiver or (values and all(isinstance(value, Const) for value in values)):
        return None
    return _array_method(replace(call, receiver=made))


def _of_asked_array(call: _Call) -> list[Outcome] | None:
    """``x.get(out=host, stream=s)`` and ``x.set(host, stream=s)``: only an array of CuPy takes these arguments."""
    receiver, names, positional = call.receiver, call.arguments.keyword_names(), call.arguments.values()
    if not isinstance(receiver, Symbol) or receiver.host or call.arguments.partial:
        return None
    on_stream = isinstance(call.arguments.either(1, "stream"), StreamValue)
    if call.name == "get":
        own = not positional and names <= GET_ASKS and (on_stream or bool(names & {"out", "blocking"}))
    else:
        given = isinstance(call.arguments.position(0), (HostArray, Symbol))
        own = on_stream and given and names <= {"stream"} and len(positional) + len(names) == 2
    return _array_method(replace(call, receiver=arrays.symbol_array(call.interpreter, receiver))) if own else None


def _monkeypatched(call: _Call) -> list[Outcome] | None:
    """``monkeypatch.setattr(object, name, value)`` of pytest, which undoes that when the test ends."""
    if call.receiver.label != "monkeypatch":
        return None
    return [(call.state, namespaces.set_attribute_by_name(call.interpreter, call.state, call.arguments, call.node))]


def _by_metaclass(call: _Call) -> list[Outcome] | None:
    """``super().__call__(*args)`` in a metaclass: a new object of the class."""
    cls = call.receiver.key[1] if isinstance(call.receiver.key, tuple) and call.receiver.key[:1] == ("super",) else None
    if not isinstance(cls, ClassValue):
        return None
    return objects.made(call.interpreter, call.state, cls, call.arguments, call.node)


def _bare(call: _Call) -> list[Outcome] | None:
    """``super().__new__(cls)``."""
    if call.receiver.label != "super":
        return None
    return [(call.state, objects.bare(call.interpreter, call.state, call.arguments, call.node))]


def _by_plan(call: _Call) -> list[Outcome] | None:
    """``plan.fft(a, out, direction)`` of ``cupy.cuda.cufft``, on the current stream."""
    uses = fft_plans.by_plan(call.interpreter, call.state, call.receiver, call.arguments, call.node)
    if uses is None:
        return None
    arrays.work(call.interpreter, call.state, call.node, uses, call="fft")
    return [(call.state, NONE)]


def _to_numpy(call: _Call) -> list[Outcome]:
    """``table.to_numpy()``, of every library that has it."""
    return [(call.state, HostArray())]


_OF_SYMBOL: dict[str, tuple[Callable[[_Call], list[Outcome] | None], ...]] = {
    "__call__": (_by_metaclass,),
    "__new__": (_bare,),
    "error": (_parser_exit,),
    "exit": (_parser_exit,),
    "enter_context": (_enter_context,),
    "get": (_of_sparse, _of_asked_array, _of_result, _setting, _of_unknown_array),
    "fft": (_by_plan,),
    "setattr": (_monkeypatched,),
    "to_numpy": (_to_numpy,),
    "toarray": (_of_sparse,),
    "todense": (_of_sparse,),
    "getenv": (_setting,),
    "getboolean": (_setting,),
    "getint": (_setting,),
    "set": (_of_asked_array, _of_unknown_array),
    "astype": (_of_unknown_array,),
    **dict.fromkeys(copied_memory.METHODS, (_of_unknown_pointer,)),
    "from_address": (_from_address,),
    "deviceSynchronize": (_wait_for_device,),
    "synchronize": (_of_null_stream, _of_unknown_stream, _of_unknown_event),
    "record": (_of_unknown_stream, _of_unknown_event),
    "wait_event": (_of_unknown_stream,),
    "use": (_of_unknown_stream,),
    "begin_capture": (_of_unknown_stream,),
    "end_capture": (_of_unknown_stream,),
}
"""What a method of something unknown may be, the likeliest first."""
