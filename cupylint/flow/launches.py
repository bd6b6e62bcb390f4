"""Kernels: how they use their arguments, and what a launch does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow import cuda
from cupylint.flow.arguments import Arguments
from cupylint.flow.arrays import new_array, symbol_array, work
from cupylint.flow.blocks import Recipe
from cupylint.flow.contents import arrays_in, items_of
from cupylint.flow.exchange import launch_numba
from cupylint.flow.jit_modes import interface_of
from cupylint.flow.state import State
from cupylint.flow.uses import Use
from cupylint.flow.values import NONE, Array, Const, Kernel, Symbol, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine


def _threads(state: State, arguments: Arguments) -> int:
    """How many threads ``k(grid, block, args)`` starts, 0 if that is not known."""
    count = 1
    for position, keyword in enumerate(("grid", "block")):
        for size in items_of(state, arguments.either(position, keyword) or NONE) or (NONE,):
            count *= size.value if isinstance(size, Const) and isinstance(size.value, int) else 0
    return count


def launch(machine: Machine, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> Value:
    """A kernel is launched: RawKernel style ``k(grid, block, args)`` or with its arrays as arguments."""
    if kernel.kind == "numba":
        return launch_numba(machine, state, kernel, arguments, node)
    stream, explicit = cuda.chosen_stream(machine, state, arguments.keyword("stream"), node)
    if kernel.kind in ("raw", "jit") and not kernel.launch:
        placed = arguments.at(2) or arguments.named("args")
        if placed is None:
            return machine.unknown()
        machine.launches.launched(machine, state, kernel, arguments, node)
        values = items_of(state, placed[0]) or ()
        places = arguments.element_places(2, len(values), placed[1])
        operands = list(zip(values, places, strict=True))
    else:
        operands = arguments.positional_placed()
    uses: list[Use] = []
    result: Array | None = None
    if kernel.kind in ("raw", "jit"):
        seen = interface_of(kernel)
        polled = {poll.parameter for poll in seen.polls} if seen is not None else set()
        for number, (value, place) in enumerate(operands):
            mode = kernel.modes[number] if number < len(kernel.modes) else "rw"
            if mode == "v" or number in polled:
                continue
            certain = kernel.known and number < len(kernel.modes)
            if isinstance(value, Symbol) and certain and not value.host and not _is_attribute(value):
                value = symbol_array(machine, value)
            uses += [Use(array, mode, place, certain or mode == "r") for array in arrays_in(state, value)]
        uses += machine.cancel.token(seen, node)
        work(machine, state, node, uses, call="kernel", stream=stream, explicit=explicit)
        machine.cancel.launched(state, seen, operands, stream, _threads(state, arguments))
        return NONE
    inputs = kernel.inputs if kernel.kind != "function" else len(operands)
    for number, (value, place) in enumerate(operands):
        mode = "r" if number < inputs else "w"
        uses += [Use(array, mode, place) for array in arrays_in(state, value)]
    out = arguments.named("out")
    if out is not None:
        uses += [Use(array, "w", out[1]) for array in arrays_in(state, out[0])]
    written = [use.array for use in uses if use.mode == "w"]
    if not written:
        recipe = Recipe("kernel", node, (kernel, *(value for value, _ in operands)))
        result = new_array(machine, state, recipe=recipe)
    work(machine, state, node, uses, result=result, call="kernel", stream=stream, explicit=explicit)
    return result if result is not None else written[0]


def _is_attribute(symbol: Symbol) -> bool:
    return isinstance(symbol.key, tuple) and symbol.key[:1] in (("attribute",), ("class attribute",))
