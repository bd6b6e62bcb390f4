"""Which functions launch kernels of the file: worth following though they name no stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.source_text import expressions_in
from cupylint.flow.domain.values import Kernel, Module
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

KERNEL_MAKERS = frozenset(("RawKernel", "RawModule", "get_function", "rawkernel"))
_RAW_COPIES = frozenset(("memcpy", "memcpyAsync", "copy_from", "copy_from_device", "copy_from_device_async"))
_ARRAY_MAKERS = frozenset(
    (
        *("zeros", "ones", "empty", "full", "zeros_like", "ones_like", "empty_like", "full_like", "array", "asarray"),
        *("arange", "linspace", "eye", "rand", "randn", "random", "randint", "normal", "uniform", "random_sample"),
    )
)


_TURNED = frozenset(("T", "mT", "transpose", "swapaxes", "moveaxis", "permute_dims", "matrix_transpose"))


def launchers(functions: Sequence[ir.Function], base: State) -> set[ir.Function]:
    """Those of a file's `functions` that launch kernels of the file, or copy between arrays that they make, by name.

    So are those that give parts of arrays that they make to one that launches a kernel.

    Args:
        base: after the file's top level.
    """
    kernels = {
        str(key[1])
        for key, value in base.memory.items()
        if isinstance(key, tuple) and key[0] == 0 and isinstance(value, (Kernel, Module))
    }
    makers = [function for function in functions if function.idents & KERNEL_MAKERS]
    kernels |= KERNEL_MAKERS.union(*(_given(function) for function in makers))
    copies = {function for function in functions if function.idents & _ARRAY_MAKERS and function.idents & _RAW_COPIES}
    found = {function for function in functions if function.idents & kernels}
    names = frozenset(function.name for function in found if not function.name.startswith(("__", "<")))
    callers = (function for function in functions if function.idents & names and function.idents & _ARRAY_MAKERS)
    return copies | found | {function for function in callers if _takes_parts(function)}


def _takes_parts(function: ir.Function) -> bool:
    """Whether a function takes parts of arrays, or turns them: the elements need not stand in a row then."""
    if not _TURNED.isdisjoint(function.idents):
        return True
    return any(
        isinstance(expression, ir.Slice) and (expression.start or expression.stop or expression.step)
        for statement in walk(function.body)
        for expression in expressions_in(statement)
    )


def _given(maker: ir.Function) -> set[str]:
    """By which names others get at the kernels that a function makes: its own, and those of attributes."""
    statements = list(walk(maker.body))
    made = {
        statement.target
        for statement in statements
        if isinstance(statement, ir.Call) and getattr(statement.function, "name", None) in KERNEL_MAKERS
    }
    return {maker.name} | {
        statement.target.name
        for statement in statements
        if isinstance(statement, ir.Assign)
        and isinstance(statement.target, ir.Attr)
        and isinstance(statement.value, ir.Load)
        and statement.value.name in made
    }
