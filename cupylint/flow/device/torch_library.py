"""torch: its streams and events, and what is done with tensors. Work on them goes to torch's current stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.cupy_model.consumers import (
    TENSOR_FACTS,
    TENSOR_MAKERS,
    TENSOR_VIEWS,
    TENSOR_WAITS,
    TENSOR_WORK,
)
from cupylint.flow.detectors import callback_calls
from cupylint.flow.device import cuda
from cupylint.flow.device.accesses import peek, perform
from cupylint.flow.device.arrays import new_array, view
from cupylint.flow.device.handed import (
    Capsule,
    ForeignContext,
    ForeignEvent,
    ForeignStream,
    Handed,
    asked_current,
    current,
    hand_over,
    set_current,
)
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contact import contact
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.state import State
from cupylint.flow.domain.uses import Use
from cupylint.flow.domain.values import (
    NONE,
    Array,
    Const,
    EventValue,
    HostArray,
    Method,
    Pointer,
    Symbol,
    Value,
)
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.machine import Machine

Outcome = tuple[State, Value]
_TORCH = "torch"


# -- functions -------------------------------------------------------------------------------------


def call_external(
    machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call of a function of torch."""
    name = dotted.removeprefix("torch.")
    if name.startswith("cuda."):
        return _cuda(machine, state, name.removeprefix("cuda."), arguments, node)
    if name == "utils.dlpack.to_dlpack" and isinstance(exported := arguments.position(0), Handed):
        return [(state, Capsule(exported, machine.fresh()))]
    if name == "device":
        return [(state, arguments.position(0) or machine.unknown("device", host=True))]
    if name in TENSOR_MAKERS:
        tensor = _tensor(machine, state, name, arguments, node)
        return None if tensor is None else [(state, tensor)]
    short = name.rpartition(".")[2]
    tensors = any(isinstance(array, Handed) for value, _ in arguments.all() for array in arrays_in(state, value))
    computes = short in TENSOR_WORK or name.startswith(("nn.functional.", "fft.", "linalg.", "special."))
    if tensors and computes:
        return [(state, compute(machine, state, _TORCH, short, arguments, node))]
    if tensors:
        _peek(machine, state, [placed for placed in arguments.all() if isinstance(placed[0], Handed)], node)
    return None


def _is_cuda(value: Value | None) -> bool:
    return isinstance(value, Const) and isinstance(value.value, str) and value.value.startswith("cuda")


def _tensor(machine: Machine, state: State, name: str, arguments: Arguments, node: CSTNode) -> Value | None:
    """``torch.ones(n, device="cuda")``, ``torch.ones_like(x)``; None if it is not known where the tensor is."""
    like, device = arguments.position(0) if name.endswith("_like") else None, arguments.keyword("device")
    if _is_cuda(device) or (isinstance(like, Handed) and like.library == _TORCH):
        return _made(machine, state, name, node)
    on_host = device is None and not name.endswith("_like")
    return machine.symbol(("torch on the host", machine.fresh()), name) if on_host else None


def _made(machine: Machine, state: State, name: str, node: CSTNode) -> Array:
    """A new tensor on the device, written on torch's current stream."""
    stream = current(machine, state, _TORCH)
    tensor = hand_over(new_array(machine, state), _TORCH, None)
    uses = [] if name == "empty" else [Use(tensor, "w", node)]
    for buffer in tensor.buffers:
        machine.creator[buffer] = len(machine.touches)
    perform(machine, state, node, stream, uses, call=name)
    return tensor


def compute(
    machine: Machine,
    state: State,
    library: str,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    instead: Handed | None = None,
) -> Array:
    """Work of a library that reads all arrays it is given (or `instead` of the first) and makes a new one."""
    stream = current(machine, state, library)
    uses = []
    for number, (value, place) in enumerate(arguments.all()):
        arrays = [instead] if instead is not None and number == 0 else arrays_in(state, value)
        uses += [Use(array, "r", place) for array in arrays]
    source = next((use.array.hand_off for use in uses if isinstance(use.array, Handed)), None)
    result = hand_over(new_array(machine, state), library, source)
    out = arguments.keyword("out")
    written: Array = out if isinstance(out, Handed) else result
    for buffer in result.buffers:
        machine.creator[buffer] = len(machine.touches) + sum(len(use.array.buffers) for use in uses)
    perform(machine, state, node, stream, [*uses, Use(written, "w", node)], call=name)
    return written


def _peek(machine: Machine, state: State, placed: list[tuple[Value, CSTNode]], node: CSTNode) -> None:
    """Something is done with tensors, and it is not known what."""
    uses = [Use(value, "r", place, certain=False) for value, place in placed if isinstance(value, Handed)]
    libraries = {use.array.library for use in uses if isinstance(use.array, Handed)}
    if len(libraries) == 1:
        peek(machine, state, node, current(machine, state, libraries.pop()), uses, call="call")


# -- streams ---------------------------------------------------------------------------------------


def _cuda(machine: Machine, state: State, name: str, arguments: Arguments, node: CSTNode) -> list[Outcome] | None:
    if name == "Stream":  # those of torch's pool are non-blocking
        return [(state, ForeignStream(Stream(machine.fresh(), Kind.NON_BLOCKING, state.device), _TORCH))]
    if name == "ExternalStream":
        stream = cuda.as_stream(machine, state, arguments.either(0, "stream_ptr"))
        return None if stream is None else [(state, ForeignStream(stream, _TORCH))]
    if name == "Event":
        return [(state, ForeignEvent(machine.fresh(), _TORCH))]
    if name == "current_stream":
        return [(state, ForeignStream(asked_current(machine, state, _TORCH), _TORCH))]
    if name == "default_stream":
        return [(state, ForeignStream(cuda.null_of(state.device), _TORCH))]
    if name in ("stream", "StreamContext", "set_stream"):
        chosen = _stream(machine, state, arguments.either(0, "stream"))
        if chosen is None:
            return None
        if name == "set_stream":
            set_current(state, _TORCH, chosen)
            return [(state, NONE)]
        return [(state, ForeignContext(chosen, _TORCH))]
    return None


def _stream(machine: Machine, state: State, value: Value | None) -> Stream | None:
    """The stream that is meant; one of unknown kind for what is not known, None for None."""
    if isinstance(value, ForeignStream):
        return value.stream
    if value is None or value == NONE:
        return None
    return cuda.as_stream(machine, state, value) or Stream((_TORCH, machine.fresh()), Kind.UNKNOWN, state.device)


def call_stream(
    machine: Machine,
    state: State,
    receiver: ForeignStream | ForeignEvent,
    name: str,
    arguments: Arguments,
    node: CSTNode,
) -> list[Outcome] | None:
    """A method of a stream or event of another library."""
    if isinstance(receiver, ForeignEvent):
        return _call_event(machine, state, receiver, name, arguments, node)
    stream = receiver.stream
    if name == "synchronize":
        cuda.host_wait_stream(machine, state, stream, node)
    elif name == "wait_stream" and isinstance(other := arguments.either(0, "stream"), ForeignStream):
        event = EventValue(("wait_stream", machine.fresh()))
        cuda.record(machine, state, event, other.stream, node)
        cuda.wait_event(machine, state, stream, event, node)
    elif name == "wait_event" and isinstance(event_ := arguments.either(0, "event"), ForeignEvent):
        cuda.wait_event(machine, state, stream, EventValue(event_.key), node)
    elif name in ("record_event", "record"):
        made = arguments.either(0, "event")
        made = made if isinstance(made, ForeignEvent) else ForeignEvent(machine.fresh(), receiver.library)
        cuda.record(machine, state, EventValue(made.key), stream, node)
        return [(state, made)]
    elif name in ("wait_stream", "wait_event"):
        state.doubt |= state.order.issued
    elif name == "query":
        contact(machine, state, node, name)
        cuda.may_wait_for(state, stream)
        return [(state, machine.unknown(name, host=True))]
    elif name == "add_callback" and receiver.library == "numba":
        callback_calls.check(machine, state, name, arguments, node, stream)
        cuda.may_wait_for(state, stream)
    else:
        cuda.may_wait_for(state, stream)
        return [(state, machine.unknown(name))]
    return [(state, NONE)]


def _call_event(
    machine: Machine, state: State, receiver: ForeignEvent, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    event = EventValue(receiver.key)
    given = _stream(machine, state, arguments.either(0, "stream"))
    stream = current(machine, state, receiver.library) if given is None else given
    if name == "record":
        cuda.record(machine, state, event, stream, node)
    elif name == "wait":
        cuda.wait_event(machine, state, stream, event, node)
    elif name == "synchronize":
        cuda.host_wait_event(machine, state, event, node)
    else:
        state.doubt |= state.order.events.get(receiver.key, 0)
        return [(state, machine.unknown(name, host=True))]
    return [(state, NONE)]


# -- tensors ---------------------------------------------------------------------------------------


def attribute(machine: Machine, state: State, base: Handed, name: str) -> Value:
    """An attribute of a tensor."""
    if name in TENSOR_VIEWS and name in ("T", "mT", "H", "data", "real"):
        return view(base, name)
    if name in TENSOR_FACTS and name not in ("size", "dim", "numel", "stride"):
        return machine.symbol(("attribute", base, name), name, host=True)
    return Method(base, name)


def call_tensor(
    machine: Machine, state: State, tensor: Handed, name: str, arguments: Arguments, node: CSTNode, place: CSTNode
) -> list[Outcome] | None:
    """A method of the tensor at `place`; None if it is not known what it does."""
    stream = current(machine, state, tensor.library)
    if name == "data_ptr":
        return [(state, Pointer(tensor, number=True))]
    if name in TENSOR_VIEWS:
        return [(state, view(tensor, name))]
    if name in TENSOR_FACTS:
        return [(state, machine.unknown(name, host=True))]
    to = arguments.position(0) if name == "to" else None
    if name in _TO_HOST or to == Const("cpu"):
        perform(machine, state, node, stream, [Use(tensor, "r", place)], call=name)
        if arguments.keyword("non_blocking") in (None, Const(False)):
            cuda.host_wait_stream(machine, state, stream, node, implicit=True)
        return [(state, HostArray() if name != "cpu" else machine.unknown(name))]
    if name == "cuda" or _is_cuda(to):
        return [(state, tensor)]
    if name in _IN_PLACE:
        uses = [Use(array, "r", at) for value, at in arguments.all() for array in arrays_in(state, value)]
        perform(machine, state, node, stream, [Use(tensor, "rw", place), *uses], call=name)
        return [(state, tensor)]
    if name in TENSOR_WORK:
        full = arguments.with_receiver(tensor, place)
        return [(state, compute(machine, state, tensor.library, name, full, node))]
    _peek(machine, state, [(tensor, place)], node)
    return None


_TO_HOST = TENSOR_WAITS | {"copy_to_host"}
_IN_PLACE = frozenset(
    f"{name}_"
    for name in (
        *TENSOR_WORK, "copy", "zero", "fill", "index_fill", "index_add", "index_copy", "normal", "uniform",
    )
    if not name.startswith("_")
)  # fmt: skip


def call_symbol(
    machine: Machine, state: State, receiver: Symbol, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``torch.ones(n).cuda()`` of a tensor that was made on the host."""
    if not (isinstance(receiver.key, tuple) and receiver.key[:1] == ("torch on the host",)):
        return None
    if name == "cuda" or (name == "to" and _is_cuda(arguments.position(0))):
        return [(state, _made(machine, state, name, node))]
    return [(state, machine.symbol(("torch on the host", machine.fresh()), name))]
