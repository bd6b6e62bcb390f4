"""Where the arguments of a launch are written that a function launches for its caller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Placed
    from cupylint.flow.domain.frames import Frame


def by_the_caller(frames: Sequence[Frame], operands: list[Placed]) -> list[Placed]:
    """Operands of a kernel with the places where they stand in a tuple, in this function or in one that calls it.

    ``def launch(kernel, n, args): kernel((n,), (64,), args)`` is told of where it is called.

    Args:
        frames: the functions that are followed, the one that launches the kernel last.
        operands: of a kernel; all have one place where what is launched is no tuple that is written there.
    """
    found: CSTNode | None = operands[0][1] if operands else None
    if any(place is not found for _, place in operands):
        return operands
    for frame in reversed(frames):
        if not isinstance(found, cst.Name):
            break
        found = _given(frame, found.value)
    if not isinstance(found, (cst.Tuple, cst.List)) or len(found.elements) != len(operands):
        return operands
    return [(value, element.value) for (value, _), element in zip(operands, found.elements, strict=True)]


def _given(frame: Frame, name: str) -> CSTNode | None:
    """What a parameter of a function is given where that is called by its name."""
    call, function = frame.caller, frame.function
    if not isinstance(call, cst.Call) or any(argument.star for argument in call.args):
        return None
    called = call.func.attr if isinstance(call.func, cst.Attribute) else call.func
    if not isinstance(called, cst.Name) or called.value != function.name:
        return None
    for argument in call.args:
        if argument.keyword is not None and argument.keyword.value == name:
            return argument.value
    is_bound = frame.receiver is not None and isinstance(call.func, cst.Attribute)
    names = [parameter.name for parameter in function.parameters if parameter.kind == "positional"][is_bound:]
    positional = [argument.value for argument in call.args if argument.keyword is None]
    return dict(zip(names, positional, strict=False)).get(name)
