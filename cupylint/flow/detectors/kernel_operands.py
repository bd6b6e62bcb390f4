"""What a kernel whose code is seen gets for each of its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device.jit_parameters import interface_of
from cupylint.flow.domain.arguments import Placed
from cupylint.flow.domain.values import TupleValue

if TYPE_CHECKING:
    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.values import Kernel
    from cupylint.kernels.interface import Interface


def operands(kernel: Kernel, arguments: Arguments) -> tuple[Interface, list[Placed]] | None:
    """The kernel and what it is given as ``kernel(grid, block, args)``; None if not each parameter gets its own."""
    seen, listed = interface_of(kernel), arguments.at(2) or arguments.named("args")
    if kernel.kind == "jit" or seen is None or listed is None or arguments.partial:
        return None
    value, place = listed
    if not isinstance(value, TupleValue) or len(value.items) != len(seen.parameters):
        return None
    return seen, list(zip(value.items, arguments.element_places(len(value.items), place), strict=True))
