"""Parameters that go to MPI and are likely arrays of the device, by the methods beside.

Nothing says so of the buffers of a communicator that serves NumPy and CuPy. But where a method waits for the device
before it hands ``quantity.data`` to MPI, that memory is the device's, and another method of the same class that hands
on the same attribute and waits for nothing hands on what its caller may still be writing. So does one whose parameter
is of a class that says of this attribute that it may be an array of CuPy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import libcst as cst

from cupylint.cupy_model.consumers import mpi_message
from cupylint.findings import Premise
from cupylint.flow.device import annotated, callers
from cupylint.flow.device.arrays import symbol_array
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.senders import sends
from cupylint.flow.domain.source_text import last_name
from cupylint.flow.domain.values import ClassValue, FunctionValue, Symbol, Value
from cupylint.program import ir
from cupylint.program.names import dotted_name

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_ARRAY = re.compile(r"\b(cupy|cp)\.ndarray\b")
_WAIT = re.compile(r"synchroni[sz]e", re.IGNORECASE)


def handed_on(interpreter: Interpreter, state: State, code: ir.Function, given: Iterable[tuple[str, Value]]) -> None:
    """The caller's work on what `code`, which is followed on its own, hands on to MPI may still run.

    Of its parameters `given`, that concerns those (or the attributes of those) that a method beside it waits for.
    """
    cls = state.memory.get((0, code.parent_class))
    if not isinstance(cls, ClassValue) or _waits(code) or not any(map(mpi_message, code.idents)):
        return
    beside = (member.function for member in cls.members.values() if isinstance(member, FunctionValue))
    shown = frozenset[str]().union(*(_waited_for(other) for other in beside if other is not code))
    parameters = dict(given)
    annotations = {parameter.name: parameter.annotation for parameter in code.parameters}
    for buffer in _sent(code):
        attribute = buffer.name if isinstance(buffer, ir.Attr) else ""
        owner = last_name(buffer.base if isinstance(buffer, ir.Attr) else buffer)
        value = parameters.get(owner)
        if not isinstance(value, Symbol):
            continue
        known = last_name(buffer) in shown
        if known or (attribute and _may_hold(interpreter, state, annotations[owner], attribute)):
            _worked_on(interpreter, state, code, value, (owner, attribute))


def _worked_on(interpreter: Interpreter, state: State, code: ir.Function, value: Value, place: tuple[str, str]) -> None:
    """The caller's work on a parameter, or an attribute of it, may still run."""
    owner, attribute = place
    if attribute:
        value = interpreter.get_attribute(state, value, attribute)
    if isinstance(value, Symbol) and not value.host:
        name = f"{owner}.{attribute}" if attribute else owner
        premise = Premise("device-buffer", f"{name} is an array of the device")
        array = symbol_array(interpreter, value, name)
        callers.works_on(interpreter, state, code, name, array, premise)


def _sent(code: ir.Function) -> Iterator[ir.Expr]:
    """What `code` hands to methods of MPI that read it."""
    for statement in walk(code.body):
        if isinstance(statement, ir.Call) and isinstance(statement.function, ir.Attr):
            message = mpi_message(statement.function.name)
            for position in () if message is None else message.reads:
                if position < len(statement.arguments):
                    yield statement.arguments[position].value


def _may_hold(interpreter: Interpreter, state: State, annotation: str, attribute: str) -> bool:
    """Whether the class that an annotation names says of an attribute that it may be an array of CuPy."""
    cls = annotated.named_class(interpreter, state, annotation)
    return cls is not None and any(_ARRAY.search(text) for text in _told_of(cls, attribute))


def _told_of(cls: ClassValue, attribute: str) -> Iterator[str]:
    """What a class and its bases annotate a property or a field with."""
    for each in cls.family():
        member = each.members.get(attribute)
        if isinstance(member, FunctionValue) and isinstance(member.function.node, cst.FunctionDef):
            node = member.function.node.returns
            yield from () if node is None else (_text(node),)
        for line in each.node.body.body if isinstance(each.node, cst.ClassDef) else ():
            for small in line.body if isinstance(line, cst.SimpleStatementLine) else ():
                if isinstance(small, cst.AnnAssign) and dotted_name(small.target) == attribute:
                    yield _text(small.annotation)


def _text(annotation: cst.Annotation) -> str:
    return cst.Module([]).code_for_node(annotation.annotation)


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
