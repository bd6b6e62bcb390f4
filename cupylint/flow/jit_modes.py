"""How ``cupyx.jit`` and Numba kernels use their parameters, read from the functions that they are made of."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from cupylint.flow.values import Kernel
from cupylint.kernels.interface import jit_interface
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.kernels.interface import Interface


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
