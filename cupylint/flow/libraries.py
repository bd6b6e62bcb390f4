"""What calls outside the file do: CuPy's streams and arrays, NumPy, Python, a few other libraries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cupylint import cupy_model
from cupylint.cupy_model.spec import Returns, Runs
from cupylint.flow import (
    arrays,
    callback_calls,
    callbacks,
    captures,
    clocks,
    concurrency,
    containers,
    contents,
    costs,
    cuda,
    exchange,
    limits,
    lost,
    numpy_calls,
    numpy_values,
    plans,
    processes,
    python_calls,
    random_numbers,
)
from cupylint.flow.arguments import Arguments
from cupylint.flow.contact import contact, named_call
from cupylint.flow.cuda_api import HANDLERS, foreign_stream, kernel_of
from cupylint.flow.device import perform
from cupylint.flow.handed import Handed
from cupylint.flow.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.readings import Timer
from cupylint.flow.state import Current, State
from cupylint.flow.values import (
    NONE,
    Array,
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
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine

Outcome = tuple[State, Value]

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
_GETS_MODULE = frozenset(("cupy.get_array_module", "cupyx.scipy.get_array_module"))


def call_external(
    machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call by dotted name; None if nothing is known of it."""
    named_call(machine, state, dotted, node)
    if dotted in machine.options.waits or dotted in _WAITS_FOR_DEVICE:
        device = state.device if dotted.startswith("cupy") else None
        cuda.host_wait_device(machine, state, device, node)
        return [(state, machine.unknown())]
    handler = HANDLERS.get(dotted)
    if dotted in costs.KERNELS:
        costs.built(machine, state, dotted, arguments, node)
    if handler is not None:
        return [(state, handler(machine, state, arguments, node))]
    if dotted in clocks.READINGS:
        return [(state, clocks.read(machine, state, node))]
    if dotted in clocks.TIMERS:
        return clocks.timed(machine, state, clocks.timer(arguments), node)
    if dotted == "timeit.Timer":
        return [(state, clocks.timer(arguments))]
    root = dotted.partition(".")[0]
    if root in ("cupy", "cupyx"):
        return [(state, _modelled(machine, state, dotted, arguments, node))]
    machine.clocks.host_calls += root != "builtins"
    if root == "numpy":
        value = _numpy(machine, state, dotted, arguments, node)
        given = arguments.values(), arguments.keyword_values()
        return [(state, machine.footprint.on_host(state, dotted, *given, value))]
    machine.pinned.keep_all(machine, state, arguments)
    outcome = exchange.call_external(machine, state, dotted, arguments, node)
    if outcome is None:
        outcome = processes.call_external(machine, state, dotted, arguments, node)
    if outcome is None:
        outcome = concurrency.call_external(machine, state, dotted, arguments, node)
    return python_calls.call(machine, state, dotted, arguments, node) if outcome is None else outcome


def _modelled(machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Value:
    if dotted in _GETS_MODULE:
        on_host = [isinstance(value, (HostArray, HostView)) for value, _ in arguments.all()]
        return External("numpy" if on_host and all(on_host) else "cupy")
    if (number := numpy_values.number(dotted, arguments)) is not None:
        return number
    arguments = exchange.taken_in(machine, state, dotted, arguments, node)
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
    uses = plans.area(machine, state, dotted, arguments, node)
    result = arrays.apply(machine, state, spec, name, arguments, node, uses)
    plans.made(machine, dotted, arguments, result)
    machine.footprint.called(state, dotted, arguments.values(), arguments.keyword_values(), result, node)
    if "._" in dotted and not cupy_model.is_listed(dotted):
        return machine.symbol(("made", dotted, machine.fresh()), name)  # of CuPy's own, which may return anything
    return result


def _numpy(machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Value:
    """NumPy hands calls with device arrays on to CuPy; the rest stays on the host."""
    found = numpy_calls.call(machine, state, dotted, arguments, node)
    if found is not None:
        return found
    if (address := numpy_values.address(dotted, arguments)) is not None:
        return address
    if any(contents.arrays_in(state, value) for value, _ in arguments.all()):
        return _modelled(machine, state, "cupy" + dotted[len("numpy") :], arguments, node)
    if (made := numpy_values.made(state, dotted, arguments)) is not None:
        return made
    if dotted.rpartition(".")[2] in ("int32", "int64", "uint32", "uint64", "float32", "float64", "intp"):
        value = arguments.position(0)
        if isinstance(value, (Const, Symbol)):
            return value
    return HostArray()


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
    if isinstance(receiver, exchange.VALUES):
        outcome = exchange.call_method(machine, state, receiver, name, arguments, node, place)
        own = isinstance(receiver, Array) and not (isinstance(receiver, Handed) and receiver.foreign)
        if outcome is not None or not own:
            return outcome
    if isinstance(receiver, Array):
        full = arguments.with_receiver(receiver, place)
        version = machine.options.cupy_version
        spec = cupy_model.refine_method(name, len(full.values()), full.keyword_names(), version, full.arrays())
        value = arrays.apply(machine, state, spec, name, full, node)
        dotted = f"cupy.ndarray.{name}"
        machine.footprint.called(state, dotted, full.values(), full.keyword_values(), value, node)
        return [(state, value)]
    if isinstance(receiver, Pointer):
        spec = cupy_model.memory_method(name)
        return [(state, arrays.apply(machine, state, spec, name, arguments.with_receiver(receiver, place), node))]
    if isinstance(receiver, StreamValue):
        return _stream_method(machine, state, receiver, name, arguments, node, source)
    if isinstance(receiver, EventValue):
        return _event_method(machine, state, receiver, name, arguments, node, source)
    if isinstance(receiver, Timer) and name in ("timeit", "repeat"):
        return clocks.timed(machine, state, receiver, node)
    if isinstance(receiver, captures.GraphValue) and name == "launch":
        stream, explicit = cuda.chosen_stream(machine, state, arguments.either(0, "stream"), node)
        uses = captures.uses(machine, state, receiver, node)
        perform(machine, state, node, stream, uses, call="launch", explicit=explicit)
        return [(state, NONE)]
    if isinstance(receiver, DeviceValue):
        return _device_method(machine, state, receiver, name, node)
    if isinstance(receiver, Module) and name == "get_function":
        return [(state, kernel_of(receiver.code, arguments.position(0)))]
    if isinstance(receiver, HostArray):
        return [(state, numpy_calls.method(machine, state, receiver, name, arguments, place))]
    if isinstance(receiver, Kernel):
        return [(state, machine.unknown())]
    if isinstance(receiver, NoEvent):
        return [(state, machine.unknown())]
    if isinstance(receiver, concurrency.VALUES):
        machine.pinned.keep_all(machine, state, arguments)
        return concurrency.call_method(machine, state, receiver, name, arguments, node)
    if isinstance(receiver, (ListValue, DictValue, TupleValue, Const)):
        return containers.method(machine, state, receiver, name, arguments, node)
    return None


def _stream_method(
    machine: Machine,
    state: State,
    receiver: StreamValue,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    source: ir.Expr | None = None,
) -> list[Outcome] | None:
    stream = cuda.actual(state, receiver.stream)
    cuda.used_as_stream(machine, receiver)
    if name == "synchronize":
        lost.waited(machine, receiver.stream, source.base if isinstance(source, ir.Attr) else None, node)
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
    elif name == "begin_capture":
        captures.begin(machine, state, stream, node)
    elif name == "end_capture":
        return [(state, captures.end(machine, state, stream, node))]
    elif name == "is_capturing" and state.capture is not None and state.capture.covers(stream):
        return [(state, Const(True))]
    elif name in ("launch_host_func", "add_callback"):
        callback_calls.check(machine, state, name, arguments, node, stream)
        if (called := callbacks.queue(machine, state, stream, name, arguments, node)) is not None:
            return called
        perform(machine, state, node, stream, [], call=name)
        cuda.may_wait_for(state, stream)  # the host may be told by it
    elif name == "from_external":
        return [(state, foreign_stream(machine, state, arguments, node))]
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
        machine.costs.several |= receiver.number is None
        cuda.host_wait_device(machine, state, receiver.number, node)
    elif name == "use":
        contact(machine, state, node, "Device.use")
        cuda.choose_device(machine, state, receiver.number)
    else:
        return None
    return [(state, NONE)]


_STREAM_METHODS = frozenset(("wait_event", "synchronize", "use", "record"))


_STREAMS_ONLY = frozenset(("wait_event", "begin_capture", "end_capture"))


def call_symbol(
    machine: Machine, state: State, function: Symbol, arguments: Arguments, node: CSTNode, source: ir.Expr | None
) -> list[Outcome] | None:
    """A call of something unknown: a method that only a stream, event or array has tells what it is."""
    key = function.key
    if not (isinstance(key, tuple) and key and key[0] == "attribute" and isinstance(key[1], Value)):
        for given, _ in arguments.all():  # a function of C that is given an address of the device returns no view
            if isinstance(given, Pointer) and not given.array.buffers.isdisjoint(machine.pinned.blocks):
                return [(state, HostView(given.array))]
        return None
    receiver, name = key[1], key[2]
    if name == "free_all_blocks" and "pinned" not in getattr(receiver, "label", ""):
        machine.lifetimes.release(state)
        machine.footprint.freed(state, node)
    if (
        random_numbers.is_generator(receiver)
        and (drawn := random_numbers.draw(machine, state, name, arguments, node)) is not None
    ):
        return [(state, drawn)]
    if name == "set_limit":
        limits.set_limit(state, receiver, arguments, node)
    outcome = exchange.call_unknown(machine, state, receiver, name, arguments, node)
    if outcome is None:
        outcome = processes.call_unknown(machine, state, receiver, name, arguments, node)
    if outcome is None:
        outcome = concurrency.call_unknown(machine, state, receiver, name, arguments, node)
    if outcome is not None:
        return outcome
    numpy_calls.unknown_method(machine, state, receiver, name, arguments)
    if (
        name in ("error", "exit")
        and isinstance(receiver, Symbol)
        and re.search("parser", receiver.label, re.IGNORECASE)
    ):
        return []
    if name == "enter_context":
        state.muted += 1
        return [(state, arguments.position(0) or machine.unknown("entered"))]
    if name in ("get", "getenv", "getboolean", "getint") and all(isinstance(v, Const) for v in arguments.values()):
        return [(state, machine.symbol(("get", receiver, name, arguments.values()), name))]
    streamlike = isinstance(receiver, Symbol) and re.search("stream", receiver.label or "", re.IGNORECASE)
    if name in _STREAMS_ONLY or (name in _STREAM_METHODS and streamlike and not getattr(receiver, "host", False)):
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
