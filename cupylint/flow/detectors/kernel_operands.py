"""What a kernel whose code is seen gets for each of its parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cupylint.flow.device.jit_parameters import interface_of
from cupylint.flow.domain.arguments import Placed
from cupylint.flow.domain.values import TupleValue
from cupylint.flow.domain.written import by_the_caller

if TYPE_CHECKING:
    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.frames import Frame
    from cupylint.flow.domain.values import Kernel
    from cupylint.kernels.interface import Interface


def operands(frames: Sequence[Frame], kernel: Kernel, arguments: Arguments) -> tuple[Interface, list[Placed]] | None:
    """The kernel and what it is given as ``kernel(grid, block, args)``; None if not each parameter gets its own.

    Args:
        frames: the functions that are followed, the one that launches it last.
    """
    seen, listed = interface_of(kernel), arguments.at(2) or arguments.named("args")
    if kernel.kind == "jit" or seen is None or listed is None or arguments.partial:
        return None
    value, place = listed
    if not isinstance(value, TupleValue) or len(value.items) != len(seen.parameters):
        return None
    return seen, by_the_caller(frames, arguments.elements(value.items, place))
