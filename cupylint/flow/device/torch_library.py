"""torch: its streams and events, and what is done with tensors. Work on them goes to torch's current stream."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.cupy_model.consumers import (
    TENSOR_ELEMENTWISE,
    TENSOR_FACTS,
    TENSOR_MAKERS,
    TENSOR_VIEWS,
    TENSOR_WAITS,
    TENSOR_WORK,
)
from cupylint.flow.device import cuda, cuda_core_library
from cupylint.flow.device.accesses import peek, perform
from cupylint.flow.device.arrays import new_array, symbol_array, view, writes_next
from cupylint.flow.device.interop_arrays import (
    Capsule,
    ForeignContext,
    ForeignEvent,
    ForeignStream,
    Handed,
    asked_current,
    computed,
    current,
    hand_over,
    set_current,
)
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.blocks import Recipe
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.cuda_calls import contact
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.regions import strided
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    ClassValue,
    Const,
    EventValue,
    External,
    FunctionValue,
    HostArray,
    Instance,
    Method,
    Pointer,
    Symbol,
    Value,
)
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

NETWORK, AUTOGRAD = "torch.nn.Module", "torch.autograd.Function"
"""Classes of torch whose methods torch itself calls."""
_TORCH = "torch"
_NETWORK = "torch network"
_LOADS_NETWORK = frozenset(("jit.load", "hub.load"))
"""Functions that give a network that was saved."""
_NO_NETWORKS = frozenset(("Parameter", "DataParallel"))
"""Classes of ``torch.nn`` whose objects are tensors, or work on several devices."""
_SAME_NETWORK = frozenset(("to", "cuda", "eval", "train", "half", "float", "double", "bfloat16", "requires_grad_"))
"""Methods of a network that give the network itself."""


# -- functions -------------------------------------------------------------------------------------


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call of a function of torch."""
    name = dotted.removeprefix("torch.")
    if name.startswith("cuda."):
        return _cuda(interpreter, state, name.removeprefix("cuda."), arguments, node)
    if name == "utils.dlpack.to_dlpack" and isinstance(exported := arguments.position(0), Handed):
        return [(state, Capsule(exported, interpreter.fresh()))]
    if name == "device":
        return [(state, arguments.position(0) or interpreter.unknown("device", host=True))]
    if name in TENSOR_MAKERS:
        tensor = _tensor(interpreter, state, name, arguments, node)
        return None if tensor is None else [(state, tensor)]
    short = name.rpartition(".")[2]
    if _makes_network(name, short):
        return [(state, network(interpreter, short))]
    return _on_tensors(interpreter, state, name, arguments, node) if _takes_tensors(state, arguments) else None


def _on_tensors(
    interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A function that is given tensors: it takes parts of one, or computes, or does what is not known."""
    short, whole = name.rpartition(".")[2], arguments.position(0)
    if name in TENSOR_VIEWS and isinstance(whole, Handed) and whole.library == _TORCH:
        return [(state, view(whole, name))]
    if short in TENSOR_WORK or name.startswith(("nn.functional.", "fft.", "linalg.", "special.")):
        return [(state, compute(interpreter, state, _TORCH, short, arguments, node))]
    _peek(interpreter, state, [placed for placed in arguments.all() if isinstance(placed[0], Handed)], node)
    return None


def _takes_tensors(state: State, arguments: Arguments) -> bool:
    """Whether tensors, or arrays that another library was handed, are among the arguments, or in lists there."""
    return any(isinstance(array, Handed) for value, _ in arguments.all() for array in arrays_in(state, value))


def _is_cuda(value: Value | None) -> bool:
    """Whether a device is one: ``"cuda:0"``, or that of a tensor on it."""
    if isinstance(value, Symbol):
        return (
            isinstance(value.key, tuple)
            and value.key[::2] == ("attribute", "device")
            and isinstance(value.key[1], Handed)
        )
    return isinstance(value, Const) and isinstance(value.value, str) and value.value.startswith("cuda")


def _tensor(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> Value | None:
    """``torch.ones(n, device="cuda")``, ``torch.ones_like(x)``; None if it is not known where the tensor is."""
    like, device = arguments.position(0) if name.endswith("_like") else None, arguments.keyword("device")
    if _is_cuda(device) or (isinstance(like, Handed) and like.library == _TORCH):
        return _made(interpreter, state, name, arguments, node)
    on_host = device is None and not name.endswith("_like")
    return interpreter.symbol(("torch on the host", interpreter.fresh()), name) if on_host else None


def _made(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> Array:
    """A new tensor on the device, written on torch's current stream."""
    stream = current(interpreter, state, _TORCH)
    made = new_array(interpreter, state, recipe=_recipe(name, arguments, node), library=_TORCH)
    tensor = replace(hand_over(made, _TORCH, None), detached=arguments.keyword("requires_grad") in (None, Const(False)))
    uses = [] if name.startswith("empty") else [Effect(tensor, "w", node)]
    writes_next(interpreter, tensor)
    perform(interpreter, state, node, stream, uses, call=name)
    return tensor


def _recipe(name: str, arguments: Arguments, node: CSTNode) -> Recipe | None:
    """What tells how large a new tensor is: as large as another one of the same arguments.

    None if its data tells, or if there may be no new one.
    """
    if name in _SIZED_BY_DATA or name in _TO_A_TYPE or isinstance(arguments.keyword("out"), Handed):
        return None
    given = arguments.values()[:1] if name in _FILLED else arguments.values()
    named = (value for key, value in arguments.keyword_values() if key not in _NO_SIZE)
    tells = tuple(value for value in (*given, *named) if isinstance(value, Array) or name not in TENSOR_ELEMENTWISE)
    return Recipe(f"torch.{name}", node, tells)


_FILLED = frozenset(("full", "full_like"))
_NO_SIZE = frozenset(("device", "fill_value", "generator", "out", "requires_grad"))


_SIZED_BY_DATA = frozenset(("argwhere", "bincount", "histc", "masked_select", "nonzero", "unique", "where"))
_TO_A_TYPE = frozenset(("bfloat16", "bool", "double", "float", "half", "int", "long", "short", "type_as"))
"""Methods that give the tensor itself if it is of that type."""


def compute(
    interpreter: Interpreter,
    state: State,
    library: str,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    instead: Handed | None = None,
) -> Array:
    """Work of a library that reads all arrays it is given (or `instead` of the first) and makes a new one."""
    stream = current(interpreter, state, library)
    uses = []
    for number, (value, place) in enumerate(arguments.all()):
        arrays = [instead] if instead is not None and number == 0 else arrays_in(state, value)
        uses += [Effect(array, "r", place) for array in arrays]
    source = next((use.array.hand_off for use in uses if isinstance(use.array, Handed)), None)
    recipe = _recipe(name, arguments, node) if library == _TORCH else None
    made = hand_over(new_array(interpreter, state, recipe=recipe, library=library), library, source)
    result = computed(interpreter, state, made, uses)
    out = arguments.keyword("out")
    written: Array = out if isinstance(out, Handed) else result
    writes_next(interpreter, result, uses)
    perform(interpreter, state, node, stream, [*uses, Effect(written, "w", node)], call=name)
    return written


def _peek(interpreter: Interpreter, state: State, placed: list[tuple[Value, CSTNode]], node: CSTNode) -> None:
    """Something is done with tensors, and it is not known what."""
    uses = [Effect(value, "r", place, certain=False) for value, place in placed if isinstance(value, Handed)]
    libraries = {use.array.library for use in uses if isinstance(use.array, Handed)}
    if len(libraries) == 1:
        peek(interpreter, state, node, current(interpreter, state, libraries.pop()), uses, call="call")


# -- networks --------------------------------------------------------------------------------------


def _makes_network(name: str, short: str) -> bool:
    """Whether a function of torch gives a layer or a network: one that it makes, or that was saved."""
    return name in _LOADS_NETWORK or (name.startswith("nn.") and short[:1].isupper() and short not in _NO_NETWORKS)


def network(interpreter: Interpreter, name: str) -> Symbol:
    """A network of which nothing else is known than what it is called."""
    return interpreter.symbol((_NETWORK, interpreter.fresh()), name)


def is_network(value: Value) -> bool:
    """Whether a value is made of a class of ``torch.nn``, or of one of the project that inherits from ``Module``."""
    if isinstance(value, Instance):
        return is_a(value.cls, NETWORK)
    return isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == (_NETWORK,)


def is_a(cls: ClassValue, dotted: str) -> bool:
    """Whether a class of the project inherits from one of torch."""
    return any(isinstance(base, External) and base.dotted == dotted for base in cls.outside())


def forward_of(function: Symbol) -> FunctionValue | None:
    """The function that ``Class.apply`` of an ``autograd.Function`` of the project calls; None for other functions."""
    key = function.key if isinstance(function.key, tuple) else ()
    if key[:1] != ("class attribute",) or key[2] != "apply" or not isinstance(key[1], ClassValue):
        return None
    forward = key[1].find("forward") if is_a(key[1], AUTOGRAD) else None
    return forward if isinstance(forward, FunctionValue) else None


def call_network(
    interpreter: Interpreter, state: State, network: Symbol, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``layer(x)`` makes a tensor of tensors, on torch's current stream; None where none is known to be one."""
    if not is_network(network) or not _takes_tensors(state, arguments):
        return None
    return [(state, compute(interpreter, state, _TORCH, network.label, arguments, node))]


# -- streams ---------------------------------------------------------------------------------------


def _cuda(
    interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    if name == "Stream":  # those of torch's pool are non-blocking
        return [(state, ForeignStream(Stream(interpreter.fresh(), Kind.NON_BLOCKING, state.device), _TORCH))]
    if name == "ExternalStream":
        stream = cuda.as_stream(interpreter, state, arguments.either(0, "stream_ptr"))
        return None if stream is None else [(state, ForeignStream(stream, _TORCH))]
    if name == "Event":
        return [(state, ForeignEvent(interpreter.fresh(), _TORCH))]
    if name == "current_stream":
        return [(state, ForeignStream(asked_current(interpreter, state, _TORCH), _TORCH))]
    if name == "default_stream":
        return [(state, ForeignStream(cuda.null_of(state.device), _TORCH))]
    if name in ("stream", "StreamContext", "set_stream"):
        chosen = _stream(interpreter, state, arguments.either(0, "stream"))
        if chosen is None:
            return None
        if name == "set_stream":
            set_current(state, _TORCH, chosen)
            return [(state, NONE)]
        return [(state, ForeignContext(chosen, _TORCH))]
    return None


def _stream(interpreter: Interpreter, state: State, value: Value | None) -> Stream | None:
    """The stream that is meant; one of unknown kind for what is not known, None for None."""
    if isinstance(value, ForeignStream):
        return value.stream
    if value is None or value == NONE:
        return None
    return cuda.as_stream(interpreter, state, value) or Stream(
        (_TORCH, interpreter.fresh()), Kind.UNKNOWN, state.device
    )


def call_stream(
    interpreter: Interpreter,
    state: State,
    receiver: ForeignStream | ForeignEvent,
    name: str,
    arguments: Arguments,
    node: CSTNode,
) -> list[Outcome] | None:
    """A method of a stream or event of another library."""
    if isinstance(receiver, ForeignEvent):
        return _call_event(interpreter, state, receiver, name, arguments, node)
    stream = receiver.stream
    if name in ("synchronize", "sync"):
        cuda.host_wait_stream(interpreter, state, stream, node)
    elif name == "wait_stream" and isinstance(other := arguments.either(0, "stream"), ForeignStream):
        event = EventValue(("wait_stream", interpreter.fresh()))
        cuda.record(interpreter, state, event, other.stream, node)
        cuda.wait_event(interpreter, state, stream, event, node)
    elif name == "wait_event" and isinstance(event_ := arguments.either(0, "event"), ForeignEvent):
        cuda.wait_event(interpreter, state, stream, EventValue(event_.key), node)
    elif name in ("record_event", "record"):
        made = arguments.either(0, "event")
        made = made if isinstance(made, ForeignEvent) else ForeignEvent(interpreter.fresh(), receiver.library)
        cuda.record(interpreter, state, EventValue(made.key), stream, node)
        return [(state, made)]
    elif name == "wait" and receiver.library == cuda_core_library.LIBRARY:
        cuda_core_library.wait(interpreter, state, stream, arguments.position(0), node)
    elif name in ("wait_stream", "wait_event"):
        state.maybe_waited |= state.order.issued
    elif name == "query":
        contact(interpreter, state, node, name)
        cuda.may_wait_for(state, stream)
        return [(state, interpreter.unknown(name, host=True))]
    elif name == "add_callback" and receiver.library == "numba":
        interpreter.announce.host_function_queued(state, name, arguments, node, stream)
        cuda.may_wait_for(state, stream)
    else:
        cuda.may_wait_for(state, stream)
        return [(state, interpreter.unknown(name))]
    return [(state, NONE)]


def _call_event(
    interpreter: Interpreter, state: State, receiver: ForeignEvent, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    event = EventValue(receiver.key)
    given = _stream(interpreter, state, arguments.either(0, "stream"))
    stream = current(interpreter, state, receiver.library) if given is None else given
    if name == "record":
        cuda.record(interpreter, state, event, stream, node)
    elif name == "wait":
        cuda.wait_event(interpreter, state, stream, event, node)
    elif name in ("synchronize", "sync"):
        cuda.host_wait_event(interpreter, state, event, node)
    else:
        state.maybe_waited |= state.order.events.get(receiver.key, 0)
        return [(state, interpreter.unknown(name, host=True))]
    return [(state, NONE)]


# -- tensors ---------------------------------------------------------------------------------------


def attribute(interpreter: Interpreter, base: Handed, name: str) -> Value:
    """An attribute of a tensor."""
    if name in TENSOR_VIEWS and name in ("T", "mT", "H", "data", "real"):
        return view(base, name)
    if name in TENSOR_FACTS and name not in ("size", "dim", "numel", "stride"):
        return interpreter.symbol(("attribute", base, name), name, host=True)
    if name == "grad":
        return hand_over(symbol_array(interpreter, interpreter.symbol(("attribute", base, name), name)), _TORCH, None)
    return Method(base, name)


def call_tensor(
    interpreter: Interpreter,
    state: State,
    tensor: Handed,
    name: str,
    arguments: Arguments,
    node: CSTNode,
    place: CSTNode,
) -> list[Outcome] | None:
    """A method of the tensor at `place`; None if it is not known what it does."""
    stream = current(interpreter, state, tensor.library)
    if (known := _without_work(interpreter, state, tensor, name)) is not None:
        return [(state, known)]
    if name in _NEW:
        return [(state, _made(interpreter, state, name.removeprefix("new_"), arguments, node))]
    to = arguments.position(0) if name == "to" else None
    if name in _TO_HOST or to == Const("cpu"):
        perform(interpreter, state, node, stream, [Effect(tensor, "r", place)], call=name)
        if arguments.keyword("non_blocking") in (None, Const(False)):
            cuda.host_wait_stream(interpreter, state, stream, node, implicit=True)
        return [(state, HostArray() if name != "cpu" else interpreter.unknown(name))]
    if name == "cuda" or _is_cuda(to):
        return [(state, tensor)]
    if name in _IN_PLACE:
        uses = [Effect(array, "r", at) for value, at in arguments.all() for array in arrays_in(state, value)]
        perform(interpreter, state, node, stream, [Effect(tensor, "rw", place), *uses], call=name)
        return [(state, tensor)]
    if name in TENSOR_WORK or name == "contiguous":
        full = arguments.with_receiver(tensor, place)
        return [(state, compute(interpreter, state, tensor.library, name, full, node))]
    _peek(interpreter, state, [(tensor, place)], node)
    return None


def _without_work(interpreter: Interpreter, state: State, tensor: Handed, name: str) -> Value | None:
    """What a method gives that does nothing on the device; None for other methods."""
    if name == "data_ptr":
        return Pointer(tensor, number=True)
    if name == "contiguous" and strided(tensor.region):
        return None
    if name in _ALL_OF_IT:
        return replace(tensor, detached=tensor.detached or name == "detach")
    if name in TENSOR_VIEWS:
        return view(tensor, name)
    if name == "record_stream":
        interpreter.lifetimes.recorded(state, tensor)
        return NONE
    return interpreter.unknown(name, host=True) if name in TENSOR_FACTS else None


_FOR_BACKWARD = frozenset(("mark_dirty", "mark_non_differentiable", "save_for_backward", "save_for_forward"))
"""Methods of the context of an ``autograd.Function``: they keep tensors and do nothing with them."""
_NEW = frozenset(("new_empty", "new_full", "new_ones", "new_zeros"))
"""Methods that make a tensor where the one that is asked lies."""
_ALL_OF_IT = frozenset(("contiguous", "detach", "requires_grad_"))
"""Methods that give all of a tensor, element by element where it was."""
_TO_HOST = TENSOR_WAITS | {"copy_to_host"}
_IN_PLACE = frozenset(
    f"{name}_"
    for name in (
        *TENSOR_WORK, "copy", "zero", "fill", "index_fill", "index_add", "index_copy", "normal", "uniform",
    )
    if not name.startswith("_")
)  # fmt: skip


def call_unknown(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``network.eval()``, ``ctx.save_for_backward(x)``, and ``torch.ones(n).cuda()`` of a tensor made on the host.

    The host waits for that upload, unless it is told not to.
    """
    if name in _FOR_BACKWARD:
        interpreter.lifetimes.hold(state, *arguments.values())
        return [(state, NONE)]
    if name in _SAME_NETWORK and is_network(receiver):
        return [(state, receiver)]
    if (
        name == "eval"
        and not arguments.all()
        and isinstance(receiver, Symbol)
        and "torch" in interpreter.entries.idents
    ):
        return [(state, network(interpreter, name))]
    if not isinstance(receiver, Symbol) or not (
        isinstance(receiver.key, tuple) and receiver.key[:1] == ("torch on the host",)
    ):
        return None
    if name == "cuda" or (name == "to" and _is_cuda(arguments.position(0))):
        uploaded = _made(interpreter, state, name, arguments.with_receiver(receiver, node), node)
        if arguments.keyword("non_blocking") in (None, Const(False)):
            cuda.host_wait_stream(interpreter, state, current(interpreter, state, _TORCH), node, implicit=True)
        return [(state, uploaded)]
    return [(state, interpreter.symbol(("torch on the host", interpreter.fresh()), name))]
