"""``launch`` of cuda.core: a kernel of CUDA's, on the stream that the call is given, with addresses of arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device import launches
from cupylint.flow.device.cuda_core_library import name_in, stream_of
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import NONE, Kernel

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``launch(stream, config, kernel, *arguments)``; None for other functions, and where the stream is not known."""
    if name_in(dotted) != "launch" or arguments.partial:
        return None
    given, kernel, operands = arguments.position(0), arguments.position(2), arguments.positional_placed()[3:]
    stream = None if given is None else stream_of(interpreter, state, given)
    if stream is None:
        return None
    launches.issue(
        interpreter, state, kernel if isinstance(kernel, Kernel) else launches.UNSEEN, operands, stream, node
    )
    return [(state, NONE)]
