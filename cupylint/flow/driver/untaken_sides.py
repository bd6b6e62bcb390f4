"""Functions that the file calls in one way alone: others may call them so that another side of a test is taken.

A ``main`` at the end of a module calls its functions with numbers, and leaves out what these do not lead to. Such a
function is followed once more, with arguments of which only the kind is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cupylint.flow.device.callers import is_public
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import FunctionValue
from cupylint.flow.driver import relevance
from cupylint.flow.driver.run import Run
from cupylint.program import ir


def follow_untaken_sides(
    run: Run, is_entry: Callable[[str], bool], functions: Mapping[ir.Function, Sequence[FunctionValue]]
) -> list[State]:
    """Those public functions of `functions`, no methods, in which a side that does something was never taken."""
    ends: list[State] = []
    called = run.interpreter.entries.entered - relevance.methods(run.base)
    for function, values in functions.items():
        if function not in called or function.name in run.result.entry_work or not is_entry(function.name):
            continue
        if is_public(function) and leaves_out(run, function):
            with run.entry(function.name):
                for value in values:
                    ends += run.function(value)
    return ends


def leaves_out(run: Run, function: ir.Function) -> bool:
    """Whether a test in a function came out one way alone, and the other way calls something and goes on."""
    sides = run.interpreter.entries.sides
    for statement in walk(function.body):
        if isinstance(statement, ir.If) and len(taken := sides.get(statement, ())) == 1:
            left_out = statement.orelse if True in taken else statement.then
            works = any(isinstance(each, (ir.Call, ir.With)) for each in walk(left_out))
            if works and not isinstance(left_out[-1], ir.Raise):
                return True
    return False
