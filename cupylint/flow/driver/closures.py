"""Functions and classes inside functions that nothing in the file calls: returned, kept, handed on to unseen code."""

from __future__ import annotations

from cupylint.flow.domain.frames import Closure
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import FunctionValue
from cupylint.flow.driver import relevance
from cupylint.flow.driver.classes import follow_class
from cupylint.flow.driver.method_premises import returned_rests_on
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


def follow_local_classes(run: Run) -> list[State]:
    """The classes that functions define, each from what the function left behind with all its work done."""
    entries = run.interpreter.entries
    if not entries.local_classes:
        return []
    names = relevance.Names.of(run.interpreter, run.base)
    ends: list[State] = []
    for local in list(entries.local_classes.values()):
        methods = {member.function for member in local.value.members.values() if isinstance(member, FunctionValue)}
        if relevance.class_matters(local, names) and methods.isdisjoint(entries.entered):
            with run.entry(local.entry):
                made = follow_class(run, local.value, methods, frozenset(), local.made)
                ends += made.ends if made is not None else []
    return ends


def _followed(run: Run, closure: Closure) -> list[State]:
    interpreter = run.interpreter
    begun = len(interpreter.touches)
    ends = run.function(closure.value, run.begin(closure.made))
    accesses = range(begun, len(interpreter.touches))
    if closure.value in closure.returned and can_meet(interpreter, unfinished(closure.made), accesses):
        rests = returned_rests_on(closure)
        ends += run.after([closure.made], lambda state: run.function(closure.value, state), rests)[1]
    return ends
