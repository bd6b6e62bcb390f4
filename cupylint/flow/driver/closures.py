"""Functions inside functions that nothing in the file calls: returned, kept, handed on to code that is not seen."""

from __future__ import annotations

from cupylint.flow.domain.frames import Closure
from cupylint.flow.domain.state import State
from cupylint.flow.driver import relevance
from cupylint.flow.driver.method_premises import weigh_returned
from cupylint.flow.driver.run import Run
from cupylint.flow.driver.sequences import can_meet, unfinished
from cupylint.program import ir


def follow_closures(run: Run) -> list[State]:
    """Each once, from what the function that made it left behind with all its work done.

    One that is returned is followed right after its return as well, with what the function had begun unfinished.
    """
    entries = run.interpreter.entries
    if not entries.closures:
        return []
    ends: list[State] = []
    met: set[ir.Function] = set()
    names = relevance.Names.of(run.interpreter, run.base)
    while waiting := entries.closures.keys() - met - entries.entered:
        for function in [each for each in entries.closures if each in waiting]:
            met.add(function)
            closure = entries.closures[function]
            if function not in entries.entered and relevance.matters(closure, names):
                entries.relevant.add(function)
                with run.entry(closure.entry):
                    ends += _followed(run, closure)
    return ends


def _followed(run: Run, closure: Closure) -> list[State]:
    interpreter = run.interpreter
    begun = len(interpreter.touches)
    ends = run.function(closure.value, run.begin(closure.made))
    accesses = range(begun, len(interpreter.touches))
    if closure.value in closure.returned and can_meet(interpreter, unfinished(closure.made), accesses):
        run.new_races()
        begun = len(interpreter.touches)
        ends += run.function(closure.value, closure.made.copy())
        weigh_returned([found.race for found in run.new_races() if found.earlier.number < begun], closure)
    return ends
