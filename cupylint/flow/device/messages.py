"""MPI, UCX and NCCL: buffers on the device that go to other processes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.cupy_model.consumers import (
    COMMUNICATORS,
    DISTRIBUTED,
    DISTRIBUTED_MAKERS,
    GROUP_ENDS,
    GROUP_STARTS,
    MPI,
    MPI_ALONE,
    MPI_KNOWS_NO_STREAMS,
    MPI_VIEWS,
    NCCL,
    UCX,
    Message,
    mpi_message,
)
from cupylint.facts import HandOff
from cupylint.findings import Premise
from cupylint.flow.device import arrays, cuda, host_copies, host_memory, mpi_requests
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.interop_arrays import hand_over
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in, items_of
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.modules import look_up
from cupylint.flow.domain.senders import MPI_SIGNS
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    NONE,
    Array,
    ClassValue,
    Const,
    External,
    FunctionValue,
    HostView,
    Imported,
    Pointer,
    Symbol,
    Value,
)
from cupylint.order import Kind, Stream, bits
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_COMMUNICATOR_OF_CUPY = "cupyx.distributed.Communicator"
_COMMUNICATOR = re.compile(r"comm|world|mpi", re.IGNORECASE)


def call_mpi(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A function or method of mpi4py."""
    owner, _, name = dotted.rpartition(".")
    if name in COMMUNICATORS:
        return [(state, External("mpi4py.MPI.Comm"))]
    if name in MPI_VIEWS and (given := arguments.position(0)) is not None:
        return [(state, given)]
    if (
        name in MPI
        and owner != "mpi4py.MPI"
        and (sent := _call_mpi(interpreter, state, name, MPI[name], arguments, node))
    ):
        return [(state, sent)]
    if (waited := mpi_requests.call_static(interpreter, state, name, arguments, node)) is not None:
        return waited
    if any(arrays_in(state, value) for value, _ in arguments.all()):
        return None
    return [(state, interpreter.unknown(name, host=True))]


def call_ucx(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments) -> list[Outcome] | None:
    """A function of UCX-Py, or a method of an endpoint that it made."""
    owner, _, name = dotted.rpartition(".")
    if name in ("create_endpoint", "create_endpoint_from_worker_address"):
        return [(state, External(f"{owner}.Endpoint"))]
    if name in UCX and _send(interpreter, state, f"UCX's {name}", UCX[name], arguments, "UCX"):
        return [(state, NONE)]
    return None


def call_distributed(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> Value | None:
    """``cupyx.distributed``: a communicator, or a method of one, which is work on the stream that it is given."""
    if dotted in DISTRIBUTED_MAKERS:
        return External(_COMMUNICATOR_OF_CUPY)
    owner, _, name = dotted.rpartition(".")
    if owner != _COMMUNICATOR_OF_CUPY or name not in DISTRIBUTED:
        return None
    message, position = DISTRIBUTED[name]
    given = arguments.at(position) or arguments.named("stream")
    is_given = given is not None and given[0] != NONE
    stream = cuda.as_stream(interpreter, state, given[0]) if given is not None and is_given else None
    if stream is None and is_given:
        return None
    stream = stream or cuda.stream_for_work(interpreter, state, node)
    uses = [
        Effect(array, mode, place)
        for mode, (value, place) in _given(message, arguments)
        for array in arrays_in(state, value)
    ]
    perform(interpreter, state, node, stream, uses, call=name, explicit=is_given)
    return NONE


def call_unknown(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of something that is called like a communicator, with buffers of the device."""
    message = mpi_message(name)
    if message is not None and _is_message(interpreter, receiver, name):
        if _arrays(interpreter, state, arguments) and _is_wrapped(interpreter, state, name):
            return None
        sent = _call_mpi(interpreter, state, name, message, arguments, node)
        return None if sent is None else [(state, sent)]
    of_mpi = _is_communicator(receiver) and _mentions_mpi(interpreter)
    if name in MPI_KNOWS_NO_STREAMS and of_mpi and not _arrays(interpreter, state, arguments):
        return [(state, interpreter.unknown(name, host=True))]
    pointers = any(isinstance(value, Pointer) for value in arguments.values())
    if name in NCCL and pointers and "nccl" in {ident.lower() for ident in interpreter.entries.idents}:
        return _call_nccl(interpreter, state, name, arguments, node)
    return None


def _is_message(interpreter: Interpreter, receiver: Value, name: str) -> bool:
    """Whether a message is one of MPI: by two of its name, what its object is called, and what the file is about."""
    alone, labelled = name.partition("_in")[0] in MPI_ALONE, _is_communicator(receiver)
    return (alone and labelled) or (_mentions_mpi(interpreter) and (alone or labelled))


def _call_mpi(
    interpreter: Interpreter, state: State, name: str, message: Message, arguments: Arguments, node: CSTNode
) -> Value | None:
    """What a call that is given buffers returns; None if it is given none."""
    uses = _send(interpreter, state, f"MPI's {name}", message, arguments, "MPI")
    if not uses:
        return None
    if name.startswith("I"):
        return mpi_requests.begin(interpreter, state, name, uses, node)
    return interpreter.unknown("message", host=True)


def _is_wrapped(interpreter: Interpreter, state: State, name: str) -> bool:
    """Whether a class of the project that the file imports has such a method, no abstract one: it may wait itself."""
    imported = (value for _, value in state.memory.members(interpreter.frame.module) if isinstance(value, Imported))
    classes = (look_up(interpreter, state, value) for value in imported)
    methods = (cls.find(name) for cls in classes if isinstance(cls, ClassValue))
    return any(isinstance(each, FunctionValue) and not _is_abstract(each) for each in methods)


def _is_abstract(method: FunctionValue) -> bool:
    code = method.function
    is_marked = any(decorator.endswith("abstractmethod") for decorator in code.decorator_names)
    return is_marked or not any(isinstance(statement, (ir.Call, ir.Return)) for statement in walk(code.body))


def _is_communicator(receiver: Value) -> bool:
    return isinstance(receiver, Symbol) and _COMMUNICATOR.search(receiver.label) is not None


def _mentions_mpi(interpreter: Interpreter) -> bool:
    """Whether the checked file is about MPI, or the function that is followed now, which may stand in another."""
    return not (
        MPI_SIGNS.isdisjoint(interpreter.entries.idents) and MPI_SIGNS.isdisjoint(interpreter.frame.function.idents)
    )


def _arrays(interpreter: Interpreter, state: State, arguments: Arguments) -> bool:
    return any(_buffers(interpreter, state, value) for value, _ in arguments.all())


def _send(
    interpreter: Interpreter, state: State, call: str, message: Message, arguments: Arguments, taker: str
) -> list[Effect]:
    """The host reads and writes the buffers, whatever is queued for them; what it does with which of them."""
    found: list[Effect] = []
    for mode, (value, place) in _given(message, arguments):
        for buffer in _buffers(interpreter, state, value, mode):
            array = buffer.array if isinstance(buffer, HostView) else buffer
            found.append(Effect(array, mode, place))
            if isinstance(buffer, HostView):
                host_memory.touch(interpreter, state, buffer, mode, place)
                continue
            hand_off = HandOff(interpreter.spot(place), call, taker, "nothing")
            use = _graded(interpreter, state, Effect(hand_over(buffer, taker, hand_off), mode, place), taker)
            perform(interpreter, state, place, None, [use], call=call)
    return found


def _given(message: Message, arguments: Arguments) -> list[tuple[str, tuple[Value, CSTNode]]]:
    """What a call is given to read ("r") and to write ("w"), by position or by name, each with its place."""
    sides = (("r", message.reads, message.read_names), ("w", message.writes, message.write_names))
    return [
        (mode, given)
        for mode, positions, names in sides
        for given in (*map(arguments.at, positions), *map(arguments.named, names))
        if given is not None
    ]


def _buffers(
    interpreter: Interpreter, state: State, value: Value, mode: str = "", depth: int = 3
) -> list[Array | HostView]:
    """The buffers in an argument: an array, its address, a view of either, or a list that holds one."""
    if mode == "r" and isinstance(value, Symbol) and value in interpreter.parameters.buffers:
        host = _is_annotated_as_host(interpreter, state, value)
        return [] if host else [arrays.symbol_array(interpreter, value)]
    if isinstance(value, HostView):
        return [value if host_copies.is_host(interpreter, value) else value.array]
    if depth and (items := items_of(state, value)) is not None:
        return [buffer for item in items for buffer in _buffers(interpreter, state, item, mode, depth - 1)]
    return list(arrays_in(state, value))


def _is_annotated_as_host(interpreter: Interpreter, state: State, value: Symbol) -> bool:
    """Whether the running function says that it takes an array of NumPy there."""
    frame = interpreter.frame
    for parameter in frame.function.parameters:
        module, _, name = parameter.annotation.partition(".")
        if name == "ndarray" and state.memory.get((frame.number, parameter.name)) is value:
            return state.memory.get((frame.module, module)) == External("numpy")
    return False


def _graded(interpreter: Interpreter, state: State, use: Effect, taker: str) -> Effect:
    """How sure a conflict with `use` is: some builds copy behind the null stream, which waits for blocking ones."""
    kinds = _pending_kinds(interpreter, state, use)
    if Kind.NON_BLOCKING in kinds:
        return use
    if taker == "MPI":
        text = f"{taker} takes the buffer at once, and not behind the null stream"
        return replace(use, premise=Premise("library-contract", text))
    return replace(use, certain=bool(kinds - {Kind.NULL, Kind.PER_THREAD}))


def _pending_kinds(interpreter: Interpreter, state: State, use: Effect) -> set[Kind]:
    """The kinds of the streams on which work that conflicts with `use` may still run."""
    pending = 0
    for buffer in use.array.buffers:
        pending |= state.writers.get(buffer, 0) | (state.readers.get(buffer, 0) if "w" in use.mode else 0)
    streams = [interpreter.touches[number].stream for number in bits(pending & ~state.order.hosts.get(state.host, 0))]
    return {stream.kind for stream in streams if stream is not None}


def _call_nccl(
    interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call of NCCL is work on the stream that is its last argument."""
    message, position = NCCL[name]
    given = arguments.at(position) or arguments.named("stream")
    stream = None if given is None else cuda.as_stream(interpreter, state, given[0])
    if stream is None:
        return None
    uses, where = [], interpreter.names.stream(stream)
    for mode, positions in (("r", message.reads), ("w", message.writes)):
        for placed in map(arguments.at, positions):
            if placed is not None and isinstance(placed[0], Pointer):
                array: Array = placed[0].array
                hand_off = HandOff(interpreter.spot(placed[1]), f"NCCL's {name}", "NCCL", "nothing", where)
                uses.append(Effect(hand_over(array, "NCCL", hand_off), mode, placed[1]))
    call = _Queued(node, stream, tuple(uses), name, given is not None and given[0] != Const(0))
    depth, queue = _group(state)
    if depth:
        state.memory[_GROUP] = (depth, (*queue, call))
    else:
        call.issue(interpreter, state)
    return [(state, NONE)]


# -- groups of NCCL --------------------------------------------------------------------------------

_GROUP = ("NCCL", "group")
"""Where a state's memory keeps how many groups are open, one inside the other, and what was called in them."""


@dataclass(frozen=True, slots=True)
class _Queued:
    """A call of NCCL: work that goes to its stream at once or, in a group, when that ends."""

    node: CSTNode
    stream: Stream
    uses: tuple[Effect, ...]
    name: str
    explicit: bool

    def issue(self, interpreter: Interpreter, state: State) -> None:
        """The work goes to its stream."""
        perform(interpreter, state, self.node, self.stream, self.uses, call=self.name, explicit=self.explicit)


def _group(state: State) -> tuple[int, tuple[_Queued, ...]]:
    found = state.memory.get(_GROUP)
    return found if isinstance(found, tuple) else (0, ())


def group_called(interpreter: Interpreter, state: State, dotted: str) -> None:
    """``cupy.cuda.nccl.groupStart()`` and ``groupEnd()``: what is called in between goes to its streams at the end."""
    depth, queue = _group(state)
    if dotted in GROUP_STARTS:
        state.memory[_GROUP] = (depth + 1, queue)
    elif dotted in GROUP_ENDS and depth:
        state.memory[_GROUP] = (depth - 1, queue if depth > 1 else ())
        for call in queue if depth == 1 else ():
            call.issue(interpreter, state)
