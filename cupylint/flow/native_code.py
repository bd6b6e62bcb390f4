"""Code in C that is given addresses: of arrays of the device, with a stream or without one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.facts import HandOff
from cupylint.findings import Premise
from cupylint.flow import arrays, cuda, host_copies
from cupylint.flow.arguments import Arguments, Placed
from cupylint.flow.device import peek, perform
from cupylint.flow.handed import hand_over
from cupylint.flow.state import State
from cupylint.flow.uses import Use
from cupylint.flow.values import Array, HostView, Pointer, Symbol, Value
from cupylint.order import Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine

_UNSEEN = "the library"


def given_pointers(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> None:
    """Code that is not seen gets ``x.data.ptr`` and no stream: perhaps it works on the null stream."""
    placed = arguments.all()
    if any(_is_stream_pointer(value) for value, _ in placed):
        return
    uses = [
        replace(_given_out(machine, value.array, place), certain=False)
        for value, place in placed
        if isinstance(value, HostView) or (isinstance(value, Pointer) and value.number)
    ]
    if uses:
        peek(machine, state, node, cuda.null_of(state.device), uses, call="call")


def given_stream(machine: Machine, state: State, name: str, arguments: Arguments, node: CSTNode) -> int:
    """Code that is not seen gets ``x.data.ptr`` and ``stream.ptr``: work on that stream, which it does not wait for.

    That it reads what it is given rests on a premise; whether it writes it is a guess. Returns the accesses.
    """
    before = state.order.issued
    placed = arguments.all()
    streams = [value for value, _ in placed if _is_stream_pointer(value)]
    stream = cuda.as_stream(machine, state, streams[0]) if len(set(streams)) == 1 else None
    if stream is not None:
        work(machine, state, name, placed, node, stream)
    return state.order.issued & ~before


def work(machine: Machine, state: State, name: str, placed: list[Placed], node: CSTNode, stream: Stream) -> None:
    """Code in C works on `stream` with the arrays whose addresses it is given."""
    text = f"{name or 'the code that is called'} works with it on that stream"
    premise = Premise("library-contract", text)
    places: dict[Array, CSTNode] = {}
    for value, place in placed:
        for array in _addressed(machine, value):
            places.setdefault(array, place)
    uses = []
    for array, place in places.items():
        use = _given_out(machine, array, place, stream)
        uses += [replace(use, premise=premise), replace(use, mode="w", certain=False)]
    if uses:
        perform(machine, state, node, stream, uses, call=name, explicit=True)


def _given_out(machine: Machine, array: Array, place: CSTNode, stream: Stream | None = None) -> Use:
    name = "" if stream is None else machine.names.stream(stream)
    hand_off = HandOff(machine.spot(place), "a raw pointer", _UNSEEN, "nothing", name)
    return Use(hand_over(array, _UNSEEN, hand_off), "r", place)


def _addressed(machine: Machine, value: Value) -> list[Array]:
    """The array of the device whose address a value is, also ``a.data.ptr`` of an unknown `a`."""
    if isinstance(value, Pointer) and value.number and not host_copies.is_host(machine, HostView(value.array)):
        return [value.array]
    if (symbol := address_of(value)) is not None:
        return [arrays.symbol_array(machine, symbol)]
    return []


def address_of(value: Value) -> Symbol | None:
    """The unknown `a` of ``a.data.ptr``, which only an array of the device has."""
    for name in ("ptr", "data"):
        key = value.key if isinstance(value, Symbol) else None
        if not (isinstance(key, tuple) and key[:1] == ("attribute",) and key[2] == name and isinstance(key[1], Value)):
            return None
        value = key[1]
    return value if isinstance(value, Symbol) else None


def is_address(value: Value | None) -> bool:
    """Whether a value is the address of a stream, or of an array of which nothing else is known."""
    return value is not None and (_is_stream_pointer(value) or address_of(value) is not None)


def _is_stream_pointer(value: Value) -> bool:
    return isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == ("ptr",)
