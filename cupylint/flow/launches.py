"""Kernels: how they use their arguments, and what a launch does."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from cupylint.flow import cuda
from cupylint.flow.arguments import Arguments
from cupylint.flow.arrays import arrays_in, new_array, symbol_array, work
from cupylint.flow.blocks import Recipe
from cupylint.flow.device import Use
from cupylint.flow.items import items_of
from cupylint.flow.state import State
from cupylint.flow.values import NONE, Array, Const, Kernel, Symbol, Value
from cupylint.kernels.interface import Interface, jit_interface
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine


class JitModes(tuple[str, ...]):
    """How a ``cupyx.jit`` kernel uses its parameters, with the function that it is made of."""

    function: ir.Function

    @cached_property
    def interface(self) -> Interface | None:
        """How its callers see the kernel."""
        node = self.function.node
        return jit_interface(cst.Module([]).code_for_node(node)) if isinstance(node, cst.FunctionDef) else None


def interface_of(kernel: Kernel) -> Interface | None:
    """How its callers see a kernel, None if that is not known."""
    return kernel.modes.interface if isinstance(kernel.modes, JitModes) else kernel.interface


def jit_modes(function: ir.Function) -> JitModes:
    """How a ``cupyx.jit`` kernel uses its parameters: those it stores to or updates atomically are written."""
    stored: set[str] = set()
    read: set[str] = set()

    def expression(node: object) -> None:
        if isinstance(node, ir.Load) and isinstance(node.name, str):
            read.add(node.name)
        for part in _parts(node):
            expression(part)

    def block(statements: ir.Block) -> None:
        for statement in statements:
            if isinstance(statement, (ir.Assign, ir.Augment)) and isinstance(statement.target, ir.Item):
                base = statement.target.base
                if isinstance(base, ir.Load) and isinstance(base.name, str):
                    stored.add(base.name)
                    if isinstance(statement, ir.Augment):
                        read.add(base.name)
                expression(statement.target.key)
                expression(statement.value)
                continue
            if _is_atomic(statement) and isinstance(statement, ir.Call):
                base = statement.arguments[0].value
                if isinstance(base, ir.Load) and isinstance(base.name, str):
                    stored.add(base.name)
            for part in _parts(statement):
                if isinstance(part, list):
                    block([inner for inner in part if not isinstance(inner, ir.Argument)])
                    for inner in part:
                        if isinstance(inner, ir.Argument):
                            expression(inner.value)
                else:
                    expression(part)

    block(function.body)
    modes = []
    for parameter in function.parameters:
        writes, reads = parameter.name in stored, parameter.name in read
        modes.append("rw" if writes and reads else "w" if writes else "r")
    found = JitModes(modes)
    found.function = function
    return found


def _is_atomic(statement: ir.Statement) -> bool:
    if not (isinstance(statement, ir.Call) and statement.arguments and isinstance(statement.function, ir.Attr)):
        return False
    return statement.function.name.startswith("atomic_")


def _parts(node: object) -> list[object]:
    if not isinstance(node, ir.Node):
        return []
    fields = [getattr(node, name) for base in type(node).__mro__ for name in getattr(base, "__slots__", ())]
    return [value for value in fields if isinstance(value, (ir.Node, list)) and value is not None]


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
        from cupylint.flow.exchange import launch_numba

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
