"""How ``cupyx.jit`` and Numba kernels use their parameters, read from the functions that they are made of."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeGuard

import libcst as cst

from cupylint.flow.domain.values import Kernel
from cupylint.kernels.interface import jit_interface
from cupylint.program import ir
from cupylint.records import interpreted

if TYPE_CHECKING:
    from cupylint.kernels.interface import Interface


_OF_NUMBERS = frozenset(("abs", "bool", "float", "int", "max", "min", "pow", "range", "round"))


@interpreted
class JitModes(tuple[str, ...]):
    """How a ``cupyx.jit`` kernel uses its parameters, with the function that it is made of.

    Attributes:
        numbers: the positions of those that are numbers, by all that is done with them.
    """

    function: ir.Function
    numbers: frozenset[int]

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
    seen = _Accesses()
    seen.block(function.body)
    names = [parameter.name for parameter in function.parameters]
    found = JitModes(map(seen.mode, names))
    found.function = function
    found.numbers = frozenset(at for at, name in enumerate(names) if seen.is_number(name))
    return found


class _Accesses:
    """The names that a kernel stores to, those that it reads, and those of which it takes parts or gives away."""

    def __init__(self) -> None:
        self._stored: set[str] = set()
        self._read: set[str] = set()
        self._taken_apart: set[str] = set()

    def is_number(self, name: str) -> bool:
        """Whether a parameter is a number."""
        return name not in self._stored and name not in self._taken_apart

    def mode(self, name: str) -> str:
        """How a parameter is used."""
        if name not in self._stored:
            return "r"
        return "rw" if name in self._read else "w"

    def block(self, statements: ir.Block) -> None:
        for statement in statements:
            if isinstance(statement, (ir.Assign, ir.Augment)) and isinstance(statement.target, ir.Item):
                self._stores(statement.target.base, reads=isinstance(statement, ir.Augment))
                self._expression(statement.target.key)
                self._expression(statement.value)
                continue
            if _is_atomic(statement):
                self._stores(statement.arguments[0].value)
            if isinstance(statement, ir.Call) and not _is_of_numbers(statement.function):
                for argument in statement.arguments:
                    self._takes_apart(argument.value)
            for part in _parts(statement):
                self._part(part)

    def _stores(self, base: ir.Expr, reads: bool = False) -> None:
        if isinstance(base, ir.Load) and isinstance(base.name, str):
            self._stored.add(base.name)
            if reads:
                self._read.add(base.name)

    def _part(self, part: object) -> None:
        if not isinstance(part, list):
            self._expression(part)
            return
        self.block([inner for inner in part if not isinstance(inner, ir.Argument)])
        for inner in part:
            if isinstance(inner, ir.Argument):
                self._expression(inner.value)

    def _takes_apart(self, base: ir.Expr) -> None:
        if isinstance(base, ir.Load) and isinstance(base.name, str):
            self._taken_apart.add(base.name)

    def _expression(self, node: object) -> None:
        if isinstance(node, ir.Load) and isinstance(node.name, str):
            self._read.add(node.name)
        if isinstance(node, (ir.Item, ir.Attr)):
            self._takes_apart(node.base)
        for part in ir.parts(node):
            self._expression(part)


def _is_of_numbers(function: ir.Expr) -> bool:
    """Whether a function that a kernel calls is about numbers alone."""
    if isinstance(function, ir.Attr):
        return isinstance(function.base, ir.Load) and function.base.name == "math"
    return isinstance(function, ir.Load) and function.name in _OF_NUMBERS


def _is_atomic(statement: ir.Statement) -> TypeGuard[ir.Call]:
    if not (isinstance(statement, ir.Call) and statement.arguments and isinstance(statement.function, ir.Attr)):
        return False
    return statement.function.name.startswith("atomic_")


def _parts(node: object) -> list[object]:
    if not isinstance(node, ir.Node):
        return []
    fields = [getattr(node, name) for base in type(node).__mro__ for name in getattr(base, "__slots__", ())]
    return [value for value in fields if isinstance(value, (ir.Node, list)) and value is not None]
