"""The door between CuPy and other libraries: arrays that are handed over, and what is done with them there."""

from __future__ import annotations

from itertools import chain, repeat
from typing import TYPE_CHECKING, Literal

from cupylint.cupy_model.consumers import CONSUMERS, NUMBA_KERNEL, Consumer, Orders
from cupylint.cupy_model.consumers import ArgumentUse as Taken
from cupylint.facts import HandOff
from cupylint.flow.device import (
    cuda,
    cuda_core_library,
    cvcuda_library,
    kvikio_library,
    messages,
    mpi_requests,
    onnxruntime_library,
    pinned_pool,
    tensorrt_library,
    torch_library,
)
from cupylint.flow.device.accesses import peek, perform
from cupylint.flow.device.cuda_core_library import CoreDevice
from cupylint.flow.device.interop_arrays import (
    CUPY,
    Capsule,
    ForeignEvent,
    ForeignStream,
    Handed,
    Interface,
    current,
    follow,
    hand_over,
)
from cupylint.flow.device.jit_parameters import JitModes, jit_modes
from cupylint.flow.device.kvikio_library import OpenFile
from cupylint.flow.device.mpi_requests import Request
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in, dict_items, items_of
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    Const,
    DictValue,
    Done,
    EventValue,
    FunctionValue,
    HostArray,
    Instance,
    Kernel,
    Method,
    Pointer,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

VALUES: tuple[type, ...] = (Array, ForeignStream, ForeignEvent, Capsule, Request, CoreDevice, OpenFile)
"""What has attributes and methods of other libraries, or such as are about them."""
_EXPORT_NO_STREAM = ("torch", "numba", cvcuda_library.LIBRARY)  # Numba: none for its default stream
_LEGACY, _PER_THREAD = (0, 1), 2  # streams as integers, in the interface and in DLPack


_BY_PLACE = {
    **dict.fromkeys(cvcuda_library.ROOTS, cvcuda_library.call_external),
    "mpi4py": messages.call_mpi,
    "torch": torch_library.call_external,
}
_LIBRARIES = {
    **dict.fromkeys(("ucp", "ucxx"), messages.call_ucx),
    "cuda": cuda_core_library.call_external,
    "onnxruntime": onnxruntime_library.call_external,
}
"""Libraries that have models of their own, by the first part of names; those above are told where a call stands."""


# -- handing over ----------------------------------------------------------------------------------


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call of another library by dotted name; None if it has nothing to do with arrays that are known."""
    consumer, placed = CONSUMERS.get(dotted), arguments.at(0)
    given = None if consumer is None or placed is None else _given(placed[0])
    if consumer is not None and placed is not None and given is not None:
        return [(state, _taken(interpreter, state, consumer, dotted, arguments, given, placed[1], node))]
    root, _, rest = dotted.partition(".")
    if (call := _BY_PLACE.get(root)) is not None:
        return call(interpreter, state, dotted, arguments, node)
    if (call_anywhere := _LIBRARIES.get(root)) is not None:
        return call_anywhere(interpreter, state, dotted, arguments)
    if root == "kvikio":
        return kvikio_library.call_external(interpreter, state, dotted)
    if root == "jax" and rest.startswith("numpy.") and any(isinstance(value, Handed) for value, _ in arguments.all()):
        return [(state, torch_library.compute(interpreter, state, "jax", rest, arguments, node))]
    return _numba(interpreter, state, rest, arguments) if dotted.startswith("numba.cuda.") else None


def _given(value: Value) -> Value | None:
    """What is handed over, if it is CuPy's: an array, or a capsule of one."""
    if isinstance(value, Capsule) or (isinstance(value, Array) and not (isinstance(value, Handed) and value.foreign)):
        return value
    return None


def _taken(
    interpreter: Interpreter,
    state: State,
    consumer: Consumer,
    dotted: str,
    arguments: Arguments,
    given: Value,
    place: CSTNode,
    node: CSTNode,
) -> Value:
    """Another library takes an array of CuPy; what it makes of it."""
    library, orders = consumer.library, consumer.orders
    array = given.array if isinstance(given, Capsule) else given
    assert isinstance(array, Array)
    if isinstance(given, Capsule) or (arguments.keyword("sync") or Const(True)) == Const(False):
        orders = Orders.NOTHING
    behind = cuda.current_stream(interpreter, state)
    target = current(interpreter, state, library)
    if orders is Orders.EXCHANGE:
        follow(interpreter, state, behind, target)
    elif orders is Orders.HOST:
        cuda.host_wait_stream(interpreter, state, behind, node, implicit=True)
    name = "" if orders is Orders.NOTHING else interpreter.names.stream(behind)
    hand_off = HandOff(interpreter.spot(place), dotted, library, orders.value, name)
    held = hand_over(array, library, hand_off)
    if library == "torch" and _is_host(arguments.keyword("device")):
        perform(interpreter, state, node, target, [Effect(held, "r", place)], call=dotted)
        cuda.host_wait_stream(interpreter, state, target, node, implicit=True)
        return interpreter.symbol(("torch on the host", interpreter.fresh()), dotted.rpartition(".")[2])
    if consumer.use is Taken.VIEW:
        return held
    if consumer.use is Taken.MAYBE:
        peek(interpreter, state, node, target, [Effect(held, "r", place, certain=False)], call=dotted)
        return interpreter.unknown(dotted.rpartition(".")[2])
    return torch_library.compute(interpreter, state, library, dotted, arguments, node, held)


def _is_host(device: Value | None) -> bool:
    return isinstance(device, Const) and isinstance(device.value, str) and device.value.startswith("cpu")


def export(interpreter: Interpreter, state: State, array: Array, name: str, arguments: Arguments) -> Value:
    """``x.toDlpack()`` and ``x.__dlpack__(stream=...)`` of an array of CuPy."""
    stream = arguments.keyword("stream")
    if name == "__dlpack__" and stream in (None, NONE, Const(1), Const(0)):
        follow(interpreter, state, cuda.current_stream(interpreter, state), cuda.null_of(state.device))
    elif name == "__dlpack__" and stream != Const(-1):
        cuda.may_wait_for(state, cuda.current_stream(interpreter, state))
    return Capsule(array, interpreter.fresh())


TAKE_CAPSULES = frozenset(
    ("cupy.from_dlpack", "cupy.fromDlpack", "numpy.from_dlpack", "torch.from_dlpack", "torch.utils.dlpack.from_dlpack")
)
"""Functions that are given arrays, or capsules, by DLPack."""


# -- taking in -------------------------------------------------------------------------------------


def taken_in(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> Arguments:
    """The arguments of a call of CuPy, with what belongs to other libraries as arrays of CuPy."""
    placed = [(_own(interpreter, state, dotted, value, place), place) for value, place in arguments.positional_placed()]
    keywords = {
        name: (_own(interpreter, state, dotted, value, node), node) if isinstance(value, (Handed, Instance)) else given
        for name, value in arguments.keyword_values()
        if (given := arguments.named(name)) is not None
    }
    return Arguments(placed, keywords, arguments.partial)


def _own(interpreter: Interpreter, state: State, dotted: str, value: Value, place: CSTNode) -> Value:
    if isinstance(value, Capsule):
        hand_off = HandOff(interpreter.spot(place), dotted, CUPY, "nothing")
        return hand_over(value.array, CUPY, hand_off)
    if isinstance(value, Handed) and value.foreign:
        return _imported(interpreter, state, dotted, value, place)
    interface = _interface(interpreter, state, value) if isinstance(value, Instance) else None
    if interface is None:
        return value
    if interface.stream is not None:
        cuda.host_wait_stream(interpreter, state, interface.stream, place, implicit=True)
    name = "" if interface.stream is None else interpreter.names.stream(cuda.actual(state, interface.stream))
    orders: Literal["host", "nothing"] = "nothing" if interface.stream is None else "host"
    return hand_over(interface.array, CUPY, HandOff(interpreter.spot(place), dotted, CUPY, orders, name))


def _imported(interpreter: Interpreter, state: State, dotted: str, value: Handed, place: CSTNode) -> Array:
    """A tensor of another library as an array of CuPy, which reads it on CuPy's current stream."""
    theirs = current(interpreter, state, value.library)
    if dotted == "cupy.from_dlpack":
        follow(interpreter, state, theirs, cuda.current_stream(interpreter, state))
        hand_off = HandOff(interpreter.spot(place), dotted, CUPY, "exchange", interpreter.names.stream(theirs))
    else:
        hand_off = HandOff(interpreter.spot(place), dotted, CUPY, "nothing")
        if value.library not in _EXPORT_NO_STREAM:
            cuda.may_wait_for(state, theirs)
    return hand_over(value, CUPY, hand_off)


def _interface(interpreter: Interpreter, state: State, value: Instance) -> Interface | None:
    """What an object of the program says in its ``__cuda_array_interface__``."""

    name = "__cuda_array_interface__"
    if value.cls.find(name) is None and state.memory.get((value.key, name)) is None:
        return None
    found = interpreter.get_attribute(state, value, name)
    if isinstance(found, Interface):
        return found
    if not isinstance(found, DictValue):
        return None
    entries = {key.value: item for key, item in dict_items(state, found) if isinstance(key, Const)}
    data = items_of(state, entries.get("data", NONE)) or ()
    if not data or not isinstance(data[0], Pointer):
        return None
    stream = entries.get("stream", NONE)
    if stream == NONE:
        return Interface(data[0].array, None)
    if isinstance(stream, Const) and stream.value in _LEGACY:
        return Interface(data[0].array, cuda.null_of(state.device))
    if stream == Const(_PER_THREAD):
        return Interface(data[0].array, cuda.per_thread(state))
    return Interface(data[0].array, cuda.as_stream(interpreter, state, stream))


# -- attributes and methods ------------------------------------------------------------------------


def attribute(interpreter: Interpreter, state: State, base: Value, name: str) -> Value | None:
    """An attribute of one of `VALUES`; None for those that CuPy's arrays have."""
    if isinstance(base, ForeignStream):
        if name in ("cuda_stream", "__cuda_stream__", "ptr", "handle"):
            return interpreter.symbol(("ptr", StreamValue(base.stream)), name, host=True)
        return Method(base, name)
    if isinstance(base, CoreDevice):
        return cuda_core_library.attribute(base, name)
    if isinstance(base, ForeignEvent) and name == "is_done":
        return Done(EventValue(base.key))
    if isinstance(base, (ForeignEvent, Capsule, Request, OpenFile)):
        return Method(base, name)
    assert isinstance(base, Array)
    if isinstance(base, Handed) and base.foreign:
        return torch_library.attribute(interpreter, base, name)
    if name == "__cuda_array_interface__":
        return Interface(base, cuda.current_stream(interpreter, state))
    return None


def call_method(
    interpreter: Interpreter,
    state: State,
    receiver: Value,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    place: CSTNode,
) -> list[Outcome] | None:
    """A method of one of `VALUES`, which stands at `place`; None if it is CuPy's own, or not known."""
    if isinstance(receiver, (ForeignStream, ForeignEvent)):
        return torch_library.call_stream(interpreter, state, receiver, name, arguments, node)
    if isinstance(receiver, CoreDevice):
        return cuda_core_library.call_device(interpreter, state, receiver, name, arguments, node)
    if isinstance(receiver, OpenFile):
        return kvikio_library.call_method(interpreter, state, name, arguments, node)
    if isinstance(receiver, Request):
        return mpi_requests.call_method(interpreter, state, receiver, name, node)
    if isinstance(receiver, Handed) and receiver.foreign:
        return torch_library.call_tensor(interpreter, state, receiver, name, arguments, node, place)
    if isinstance(receiver, Array) and name in ("toDlpack", "__dlpack__"):
        return [(state, export(interpreter, state, receiver, name, arguments))]
    return None


def call_unknown(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of something unknown that is, by what it was made by, or by name and arguments, one of a library's."""
    for call_unknown_of in (
        pinned_pool.call_unknown,
        messages.call_unknown,
        tensorrt_library.call_unknown,
        onnxruntime_library.call_unknown,
        torch_library.call_unknown,
    ):
        found = call_unknown_of(interpreter, state, receiver, name, arguments, node)
        if found is not None:
            return found
    return None


# -- Numba -----------------------------------------------------------------------------------------


def _numba(interpreter: Interpreter, state: State, name: str, arguments: Arguments) -> list[Outcome] | None:
    name = name.partition(".")[2]
    if name == "jit":
        function = arguments.position(0)
        if isinstance(function, FunctionValue):
            return [(state, Kernel("numba", jit_modes(function.function)))]
        return [(state, interpreter.symbol(("made", "numba.cuda.jit"), "jit"))]
    if name == "stream":  # ordered with the null stream, as Stream() of CuPy is
        return [(state, ForeignStream(Stream(interpreter.fresh(), Kind.BLOCKING, state.device), "numba"))]
    if name in ("default_stream", "legacy_default_stream"):
        return [(state, ForeignStream(cuda.null_of(state.device), "numba"))]
    if name == "per_thread_default_stream":
        return [(state, ForeignStream(cuda.per_thread(state), "numba"))]
    if name == "external_stream":
        stream = cuda.as_stream(interpreter, state, arguments.position(0))
        return None if stream is None else [(state, ForeignStream(stream, "numba"))]
    return None


def launch_numba(interpreter: Interpreter, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> Value:
    """``kernel[grid, block](x)``: the host waits for CuPy's current stream, the kernel runs on Numba's.

    An array of NumPy is copied to the device and back again, and on the default stream the host waits for that.
    So it may for what is not known to be something else.
    """
    if not kernel.launch:
        return interpreter.unknown()
    operands = arguments.positional_placed()
    behind, name = cuda.current_stream(interpreter, state), ""
    if any(isinstance(value, Array) and not isinstance(value, Handed) for value, _ in operands):
        cuda.host_wait_stream(interpreter, state, behind, node, implicit=True)
        name = interpreter.names.stream(behind)
    uses = [
        Effect(_in_numba(interpreter, array, place, name), mode, place)
        for (value, place), mode in zip(operands, chain(kernel.modes, repeat("r")), strict=False)
        for array in arrays_in(state, value)
    ]
    settings = kernel.launch[0].items if isinstance(kernel.launch[0], TupleValue) else ()
    given = settings[2] if len(settings) > 2 else None
    stream = _launched_on(interpreter, state, given)
    perform(interpreter, state, node, stream, uses, call="kernel", explicit=given is not None)
    if stream.kind is Kind.NULL and any(isinstance(value, HostArray) for value, _ in operands):
        cuda.host_wait_stream(interpreter, state, stream, node, implicit=True)
    elif any(_may_be_on_host(kernel, number, value) for number, (value, _) in enumerate(operands)):
        cuda.may_wait_for(state, stream)
    return NONE


def _may_be_on_host(kernel: Kernel, number: int, value: Value) -> bool:
    """Whether what a Numba kernel is given may be an array of NumPy."""
    if isinstance(kernel.modes, JitModes) and number in kernel.modes.numbers:
        return False
    return isinstance(value, (HostArray, Symbol)) and getattr(value, "label", "") not in _ON_DEVICE


_ON_DEVICE = frozenset(("to_device", "device_array", "device_array_like", "as_cuda_array", "from_cuda_array_interface"))
"""What Numba makes is called, where no more is known of it."""


def _in_numba(interpreter: Interpreter, array: Array, place: CSTNode, stream: str) -> Array:
    """An array as Numba has it, to which it is handed at `place`; the host has waited for CuPy's `stream`, if any."""
    if isinstance(array, Handed) and array.library == "numba":
        return array
    hand_off = HandOff(interpreter.spot(place), "a Numba kernel", "numba", NUMBA_KERNEL.orders.value, stream)
    return hand_over(array, "numba", hand_off)


def _launched_on(interpreter: Interpreter, state: State, given: Value | None) -> Stream:
    """The stream that a kernel of Numba runs on which is launched with `given`."""
    null = cuda.null_of(state.device)
    if given is None or given == Const(0):
        return null
    return (given.stream if isinstance(given, ForeignStream) else cuda.as_stream(interpreter, state, given)) or null
