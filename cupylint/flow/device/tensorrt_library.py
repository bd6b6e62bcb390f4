"""TensorRT: an engine reads and writes arrays by their addresses, on the stream that the call is given.

``execute_async_v3`` works on what ``set_tensor_address`` was given before, ``execute_async_v2`` on a list
(TensorRT, Python API, IExecutionContext). Which of them it writes, the engine tells: those, it is taken, that nothing
else has written.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from cupylint.facts import HandOff
from cupylint.findings import Premise
from cupylint.flow.device import cuda
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.interop_arrays import hand_over
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Array, Const, Pointer, Value
from cupylint.order import bits

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_LIBRARY = "TensorRT"
_SET = "set_tensor_address"
_RUN = "execute_async_v3"
_RUN_ON_LIST = "execute_async_v2"
_PREMISE = Premise("library-contract", "TensorRT uses the arrays whose addresses it was given")


def call_unknown(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of something unknown that is, by its name, a context of TensorRT; None if it is none."""
    if name == _SET:
        _bind(state, receiver, arguments)
        return [(state, Const(True))]
    if name in (_RUN, _RUN_ON_LIST):
        bound = [array for _, array in _bound(state, receiver)] if name == _RUN else _listed(state, arguments)
        handle = arguments.position(0 if name == _RUN else 1) or arguments.keyword("stream_handle")
        stream = None if handle is None else cuda.as_stream(interpreter, state, handle)
        if stream is not None and bound:
            called = HandOff(
                interpreter.spot(node), f"{_LIBRARY}'s {name}", _LIBRARY, "nothing", interpreter.names.stream(stream)
            )
            uses = [
                Effect(hand_over(array, _LIBRARY, called), _mode(interpreter, state, array), node, premise=_PREMISE)
                for array in bound
            ]
            perform(interpreter, state, node, stream, uses, call=name, explicit=True)
        return [(state, Const(True))]
    return None


def _bind(state: State, receiver: Value, arguments: Arguments) -> None:
    """Remember the array that a name stands for from now on."""
    name, given = arguments.position(0), arguments.position(1)
    if isinstance(given, Pointer):
        label = name if isinstance(name, Const) else given.array.buffers
        others = (each for each in _bound(state, receiver) if each[0] != label)
        state.memory[(_LIBRARY, receiver)] = (*others, (label, given.array))


def _bound(state: State, receiver: Value) -> tuple[tuple[Hashable, Array], ...]:
    """The arrays that a context was given, with what tells them apart."""
    return state.memory.sequence((_LIBRARY, receiver))


def _listed(state: State, arguments: Arguments) -> list[Array]:
    given = arguments.position(0) or arguments.keyword("bindings")
    items = None if given is None else items_of(state, given)
    return [item.array for item in items or () if isinstance(item, Pointer)]


def _mode(interpreter: Interpreter, state: State, array: Array) -> str:
    """Whether an array is read or written: what was only ever written by engines is what they give."""
    writers = (number for buffer in array.buffers for number in bits(state.writers.get(buffer, 0)))
    others = any(interpreter.touches[number].call not in (_RUN, _RUN_ON_LIST) for number in writers)
    return "r" if others else "w"
