"""ONNX Runtime: a session reads and writes arrays by their addresses, on a stream of its own, and waits for its end.

``run_with_iobinding`` works on what ``bind_input`` and ``bind_output`` were given. The CUDA provider makes a stream
that is ordered with no other, unless it is given one (``user_compute_stream``); when the call returns, it is done.
``synchronize_inputs`` waits for the device. Source: ONNX Runtime, Python API, "IOBinding"; CUDA Execution Provider,
"user_compute_stream"; microsoft/onnxruntime#26609.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import HandOff
from cupylint.findings import Premise
from cupylint.flow.device import cuda
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.interop_arrays import hand_over
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in, dict_items, items_of
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, Array, Const, DictValue, Symbol, Value
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_LIBRARY = "ONNX Runtime"
_BINDS = {"bind_input": "r", "bind_output": "w"}
_ADDRESS = 5
_RUN = "run_with_iobinding"
_PREMISE = Premise("library-contract", "the session works on the device, on a stream of its own")
_GIVEN_STREAM = "a session with a stream that it was given"


def call_external(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments) -> list[Outcome] | None:
    """``onnxruntime.InferenceSession(...)``, of which it matters whether it is given a stream."""
    if dotted != "onnxruntime.InferenceSession":
        return None
    given = [value for value, _ in arguments.all()]
    if any(_names_a_stream(state, value) for value in given):
        return [(state, interpreter.symbol((_GIVEN_STREAM, interpreter.fresh()), "session", host=True))]
    return None


def _names_a_stream(state: State, value: Value, depth: int = 4) -> bool:
    """Whether options name a stream."""
    if isinstance(value, DictValue):
        return any(key == Const("user_compute_stream") for key, _ in dict_items(state, value))
    items = items_of(state, value) if depth else None
    return any(_names_a_stream(state, item, depth - 1) for item in items or ())


def call_unknown(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A method of something unknown that is, by its name, a binding or a session; None if it is none."""
    if name in _BINDS:
        _bind(state, receiver, _BINDS[name], arguments)
        return [(state, NONE)]
    if name == "synchronize_inputs":
        cuda.host_wait_device(interpreter, state, state.device, node)
        return [(state, NONE)]
    if name == _RUN:
        _run(interpreter, state, receiver, arguments, node)
        return [(state, interpreter.unknown(name, host=True))]
    return None


def _bind(state: State, binding: Value, mode: str, arguments: Arguments) -> None:
    """Remember the array that a name stands for from now on."""
    name, given = arguments.either(0, "name"), arguments.either(_ADDRESS, "buffer_ptr")
    key = (_LIBRARY, binding)
    others = tuple(each for each in state.memory.sequence(key) if each[:2] != (mode, name))
    arrays = () if given is None else tuple(arrays_in(state, given))
    state.memory[key] = (*others, *((mode, name, array) for array in arrays))


def _run(interpreter: Interpreter, state: State, session: Value, arguments: Arguments, node: CSTNode) -> None:
    """The session reads and writes what was bound, and waits until that is done."""
    binding = arguments.either(0, "iobinding")
    bound: tuple[tuple[str, Value, Array], ...] = () if binding is None else state.memory.sequence((_LIBRARY, binding))
    is_given = isinstance(session, Symbol) and isinstance(session.key, tuple) and session.key[:1] == (_GIVEN_STREAM,)
    if not bound or is_given:
        return
    stream = Stream((_LIBRARY, state.device), Kind.NON_BLOCKING, state.device)
    interpreter.names.name_stream(stream, f"{_LIBRARY}'s stream")
    called = HandOff(interpreter.spot(node), f"{_LIBRARY}'s {_RUN}", _LIBRARY, "nothing")
    uses = [Effect(hand_over(array, _LIBRARY, called), mode, node, premise=_PREMISE) for mode, _, array in bound]
    perform(interpreter, state, node, stream, uses, call=_RUN, explicit=True)
    cuda.host_wait_stream(interpreter, state, stream, node, implicit=True)
