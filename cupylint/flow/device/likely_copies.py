"""Copies of what is likely an array of the device, made between a wait and a message of MPI.

Where code waits for the device before it sends, its buffers are the device's, though nothing else says so. A copy
that it makes after that wait is pending work again: ``synchronize(); comm.Send(x.copy())``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.findings import Premise
from cupylint.flow.device import arrays, cuda
from cupylint.flow.device.accesses import perform
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.senders import MPI_NAMES
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import External, Symbol, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


def copied(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> Value | None:
    """The copy that ``x.copy()`` or ``xp.ascontiguousarray(x)`` makes of an unknown `x`; None for other calls."""
    source = _source(receiver, name, arguments)
    if (
        source is None
        or source.host
        or MPI_NAMES.isdisjoint(interpreter.entries.idents)
        or not _has_waited(interpreter, state)
    ):
        return None
    result = interpreter.unknown(source.label)
    array = arrays.symbol_array(interpreter, result)
    what = f"{source.label or 'what is copied'} is an array of the device"
    text = f"{what}, and not contiguous" if name == "ascontiguousarray" else what
    use = Effect(array, "w", node, certain=False, premise=Premise("device-buffer", text))
    perform(interpreter, state, node, cuda.current_stream(interpreter, state), [use], call=name)
    return array if receiver == _CUPY else result


_CUPY = External("cupy")


def _source(receiver: Value, name: str, arguments: Arguments) -> Symbol | None:
    values = arguments.values()
    source = receiver if name == "copy" and not values else None
    if name == "ascontiguousarray" and len(values) == 1:
        source = values[0]
    return source if isinstance(source, Symbol) and source.label not in _CONTIGUOUS else None


_CONTIGUOUS = frozenset(f"{name}{like}" for name in ("empty", "zeros", "ones", "full") for like in ("", "_like"))
"""What makes arrays that need no copy to be contiguous."""


def _has_waited(interpreter: Interpreter, state: State) -> bool:
    """Whether the code that is followed waits for the device in words, here or on another way through the function."""
    trace = state.trace
    while trace is not None:
        trace, step = trace
        if step.kind == "sync" and not step.implicit:
            return True
    entered = interpreter.frames[0].function
    return any(function is entered for _, function in interpreter.events.waits_of)
