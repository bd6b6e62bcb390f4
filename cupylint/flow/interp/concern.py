"""Which functions of other files are worth following for what is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.launchers import KERNEL_MAKERS
from cupylint.large_numbers import CREATES

if TYPE_CHECKING:
    from cupylint.flow.domain.values import FunctionValue
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.options import ModelOptions


def concerns(interpreter: Interpreter, function: FunctionValue) -> bool:
    """Whether what is asked may hang on the code of a function.

    When work runs hangs on all that is called. Sizes and kernels hang on what makes arrays and kernels; whether NumPy
    converts an array of the file itself hangs on no other file.
    """
    entries = interpreter.entries
    if entries.of_schedules or 0 in function.frames[-1:]:
        return True
    return not entries.makers.isdisjoint(function.function.idents)


def makers(options: ModelOptions) -> frozenset[str]:
    """The names that functions of other files mention which make what is asked for."""
    return (CREATES if options.sizes or options.savings else frozenset[str]()) | (
        KERNEL_MAKERS if options.launches else frozenset[str]()
    )
