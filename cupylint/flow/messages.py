"""MPI, UCX and NCCL: buffers on the device that go to other processes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.cupy_model.consumers import COMMUNICATORS, MPI, MPI_ALONE, NCCL, UCX, Message
from cupylint.facts import HandOff
from cupylint.flow import cuda
from cupylint.flow.arguments import Arguments
from cupylint.flow.contents import arrays_in
from cupylint.flow.device import perform
from cupylint.flow.handed import hand_over
from cupylint.flow.state import State
from cupylint.flow.uses import Use
from cupylint.flow.values import NONE, Array, Const, External, Pointer, Symbol, Value
from cupylint.order import Kind, bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine

Outcome = tuple[State, Value]
_COMMUNICATOR = re.compile(r"comm|world|mpi", re.IGNORECASE)


def call_mpi(machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> list[Outcome] | None:
    """A function or method of mpi4py."""
    owner, _, name = dotted.rpartition(".")
    if name in COMMUNICATORS:
        return [(state, External("mpi4py.MPI.Comm"))]
    if name in MPI and owner != "mpi4py.MPI" and _send(machine, state, f"MPI's {name}", MPI[name], arguments, "MPI"):
        return [(state, machine.unknown("request", host=True))]
    if any(arrays_in(state, value) for value, _ in arguments.all()):
        return None
    return [(state, machine.unknown(name, host=True))]


def call_ucx(machine: Machine, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> list[Outcome] | None:
    """A function of UCX-Py, or a method of an endpoint that it made."""
    owner, _, name = dotted.rpartition(".")
    if name in ("create_endpoint", "create_endpoint_from_worker_address"):
        return [(state, External(f"{owner}.Endpoint"))]
    if name in UCX and _send(machine, state, f"UCX's {name}", UCX[name], arguments, "UCX"):
        return [(state, NONE)]
    return None


def call_unknown(
    machine: Machine, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of something that is called like a communicator, with buffers of the device."""
    label = receiver.label if isinstance(receiver, Symbol) else ""
    if name in MPI and {"MPI", "mpi4py"} & machine.idents and (name in MPI_ALONE or _COMMUNICATOR.search(label)):
        if _send(machine, state, f"MPI's {name}", MPI[name], arguments, "MPI"):
            return [(state, machine.unknown("request", host=True))]
        return None
    pointers = any(isinstance(value, Pointer) for value in arguments.values())
    if name in NCCL and pointers and "nccl" in {ident.lower() for ident in machine.idents}:
        return _call_nccl(machine, state, name, arguments, node)
    return None


def _send(machine: Machine, state: State, call: str, message: Message, arguments: Arguments, taker: str) -> bool:
    """The host reads and writes the buffers, whatever is queued for them; False if none of them is an array."""
    uses = [
        Use(hand_over(array, taker, HandOff(machine.spot(place), call, taker, "nothing")), mode, place)
        for mode, positions, names in (
            ("r", message.reads, message.read_names),
            ("w", message.writes, message.write_names),
        )
        for placed in (*map(arguments.at, positions), *map(arguments.named, names))
        if placed is not None
        for array, place in [(array, placed[1]) for array in arrays_in(state, placed[0])]
    ]
    for use in uses:
        graded = replace(use, certain=not _may_be_ordered(machine, state, use))
        perform(machine, state, use.node, None, [graded], call=call)
    return bool(uses)


def _may_be_ordered(machine: Machine, state: State, use: Use) -> bool:
    """Whether all that is pending is on the null stream, behind which some builds of MPI and UCX copy."""
    pending = 0
    for buffer in use.array.buffers:
        pending |= state.writers.get(buffer, 0) | (state.readers.get(buffer, 0) if "w" in use.mode else 0)
    streams = [machine.touches[number].stream for number in bits(pending & ~state.order.hosts.get(state.host, 0))]
    return all(stream is None or stream.kind in (Kind.NULL, Kind.PER_THREAD) for stream in streams)


def _call_nccl(machine: Machine, state: State, name: str, arguments: Arguments, node: CSTNode) -> list[Outcome] | None:
    """A call of NCCL is work on the stream that is its last argument."""
    message, position = NCCL[name]
    given = arguments.at(position) or arguments.named("stream")
    stream = None if given is None else cuda.as_stream(machine, state, given[0])
    if stream is None:
        return None
    uses = []
    for mode, positions in (("r", message.reads), ("w", message.writes)):
        for placed in map(arguments.at, positions):
            if placed is not None and isinstance(placed[0], Pointer):
                array: Array = placed[0].array
                hand_off = HandOff(machine.spot(placed[1]), f"NCCL's {name}", "NCCL", "nothing")
                uses.append(Use(hand_over(array, "NCCL", hand_off), mode, placed[1]))
    perform(machine, state, node, stream, uses, call=name, explicit=given is not None and given[0] != Const(0))
    return [(state, NONE)]
