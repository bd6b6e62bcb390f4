"""CV-CUDA: its streams, and its operators, which work on its own current stream.

``with cvcuda.Stream():`` makes a stream current for CV-CUDA alone, and a buffer of CuPy is taken, or given back by
``tensor.cuda()``, without a word of streams (CV-CUDA, python/mod_nvcv: Stream.cpp, ExternalBuffer.cpp).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device import cuda, torch_library
from cupylint.flow.device.accesses import perform
from cupylint.flow.device.interop_arrays import ForeignStream, Handed, current, set_current
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, TupleValue, Value
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

ROOTS = ("cvcuda", "nvcv")
LIBRARY = "cvcuda"
_RESULTS = {"min_loc": 3, "max_loc": 3, "min_max_loc": 6}
"""Operators that make several tensors, and how many."""


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A function of CV-CUDA by dotted name; None if nothing is known of it."""
    name = dotted.rpartition(".")[2]
    if name == "Stream":
        return [(state, ForeignStream(Stream(interpreter.fresh(), Kind.NON_BLOCKING, state.device), LIBRARY))]
    if name == "as_stream":
        stream = cuda.as_stream(interpreter, state, arguments.position(0))
        return None if stream is None else [(state, ForeignStream(stream, LIBRARY))]
    tensors = [array for value, _ in arguments.all() for array in arrays_in(state, value) if _is_tensor(array)]
    if not tensors:
        return None
    if name in ("as_tensor", "as_image", "as_images"):
        return [(state, tensors[0])]
    return [(state, _operator(interpreter, state, name, arguments, node))]


def _is_tensor(value: Value) -> bool:
    return isinstance(value, Handed) and value.library == LIBRARY


def _operator(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> Value:
    """``cvcuda.resize(x, ...)`` makes a tensor, ``cvcuda.resize_into(y, x, ...)`` fills one."""
    before, given = current(interpreter, state, LIBRARY), arguments.keyword("stream")
    chosen = given.stream if isinstance(given, ForeignStream) else before
    if name.endswith("_into"):
        uses = [
            Effect(array, "r" if number else "w", place)
            for number, (value, place) in enumerate(arguments.all())
            for array in arrays_in(state, value)
        ]
        perform(interpreter, state, node, chosen, uses, call=name, explicit=chosen is not before)
        return NONE
    set_current(state, LIBRARY, chosen)
    made = torch_library.compute(interpreter, state, LIBRARY, name, arguments, node)
    set_current(state, LIBRARY, before)
    return TupleValue((made,) * _RESULTS[name]) if name in _RESULTS else made
