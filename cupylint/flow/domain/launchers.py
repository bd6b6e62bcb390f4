"""Which functions launch kernels of the file on arrays that they make: worth following though they name no stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cupylint.flow.domain.values import Kernel, Module
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

_KERNEL_MAKERS = frozenset(("RawKernel", "RawModule", "get_function", "rawkernel"))
_RAW_COPIES = frozenset(("memcpy", "memcpyAsync", "copy_from", "copy_from_device", "copy_from_device_async"))
_ARRAY_MAKERS = frozenset(
    (
        *("zeros", "ones", "empty", "full", "zeros_like", "ones_like", "empty_like", "full_like", "array", "asarray"),
        *("arange", "linspace", "eye", "rand", "randn", "random", "randint", "normal", "uniform", "random_sample"),
    )
)


def launchers(functions: Sequence[ir.Function], base: State) -> set[ir.Function]:
    """Those of a file's `functions` that make arrays and launch kernels, by name. `base`: after its top level."""
    kernels = {
        str(key[1])
        for key, value in base.memory.items()
        if isinstance(key, tuple) and key[0] == 0 and isinstance(value, (Kernel, Module))
    }
    wanted = kernels | _KERNEL_MAKERS | _RAW_COPIES
    return {function for function in functions if function.idents & _ARRAY_MAKERS and function.idents & wanted}
