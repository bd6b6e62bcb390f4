"""Parameters that go to MPI and are likely arrays of the device, by the methods beside.

Nothing says so of the buffers of a communicator that serves NumPy and CuPy. But where a method waits for the device
before it hands ``quantity.data`` to MPI, that memory is the device's, and another method of the same class that hands
on the same attribute and waits for nothing hands on what its caller may still be writing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cupylint.cupy_model.consumers import MPI
from cupylint.findings import Premise
from cupylint.flow.device import callers
from cupylint.flow.device.arrays import symbol_array
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.senders import sends
from cupylint.flow.domain.source_text import last_name
from cupylint.flow.domain.values import ClassValue, FunctionValue, Symbol, Value
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_WAIT = re.compile(r"synchroni[sz]e", re.IGNORECASE)


def handed_on(interpreter: Interpreter, state: State, code: ir.Function, given: Iterable[tuple[str, Value]]) -> None:
    """The caller's work on what `code`, which is followed on its own, hands on to MPI may still run.

    Of its parameters `given`, that concerns those (or the attributes of those) that a method beside it waits for.
    """
    cls = state.memory.get((0, code.parent_class))
    if MPI.keys().isdisjoint(code.idents) or not isinstance(cls, ClassValue) or _waits(code):
        return
    beside = (member.function for member in cls.members.values() if isinstance(member, FunctionValue))
    shown = frozenset[str]().union(*(_waited_for(other) for other in beside if other is not code))
    parameters = dict(given)
    for buffer in _sent(code) if shown else ():
        attribute = buffer.name if isinstance(buffer, ir.Attr) else ""
        owner = last_name(buffer.base if isinstance(buffer, ir.Attr) else buffer)
        value = parameters.get(owner)
        if isinstance(value, Symbol) and attribute:
            value = interpreter.get_attribute(state, value, attribute)
        if last_name(buffer) in shown and isinstance(value, Symbol) and not value.host:
            name = f"{owner}.{attribute}" if attribute else owner
            array = symbol_array(interpreter, value, name)
            callers.works_on(interpreter, state, code, owner, array, attribute, _premise(name))


def _premise(what: str) -> Premise:
    return Premise("device-buffer", f"{what} is an array of the device")


def _sent(code: ir.Function) -> Iterator[ir.Expr]:
    """What `code` hands to methods of MPI that read it."""
    for statement in walk(code.body):
        if isinstance(statement, ir.Call) and isinstance(statement.function, ir.Attr):
            message = MPI.get(statement.function.name)
            for position in () if message is None else message.reads:
                if position < len(statement.arguments):
                    yield statement.arguments[position].value


def _waits(code: ir.Function) -> bool:
    return any(_WAIT.search(name) for name in code.idents)


def _waited_for(code: ir.Function) -> frozenset[str]:
    """The names and attributes that a function hands to a communicator after it has waited for the device."""
    if not _waits(code) or not any(sends(name) for name in code.idents):
        return frozenset()
    found: set[str] = set()
    waited = False
    for statement in walk(code.body):
        if not isinstance(statement, ir.Call):
            continue
        name = last_name(statement.function)
        waited = waited or _WAIT.search(name) is not None
        if waited and sends(name) and isinstance(statement.function, ir.Attr):
            found |= {last_name(argument.value) for argument in statement.arguments if argument.keyword is None}
    return frozenset(found - {""})
