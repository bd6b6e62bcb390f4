"""Parameters that callers may leave out, for which a function then makes an object of a class of the project.

``def __init__(self, cache=None): self.cache = TableCache() if cache is None else cache``. Of what callers give instead
nothing is known; the function is followed for those who give nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import ClassValue, Imported
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State


def is_made_where_left_out(state: State, code: ir.Function, parameter: ir.Parameter) -> bool:
    """Whether a function makes such an object in the place of a parameter that is None."""
    if not _is_none(parameter.default):
        return False
    names: set[ir.Name_] = {parameter.name}
    for statement in walk(code.body):
        if isinstance(statement, ir.Assign) and isinstance(statement.target, ir.Load):
            if isinstance(statement.value, ir.Load) and statement.value.name == parameter.name:
                names.add(statement.target.name)  # ``parameter or TableCache()``
        elif isinstance(statement, ir.If) and _makes_object(state, _if_none(statement, names)):
            return True
    return False


def _if_none(statement: ir.If, names: set[ir.Name_]) -> ir.Block:
    """What a statement does where one of some variables is None, or false."""
    test, arm = statement.test, statement.orelse
    if isinstance(test, ir.Unary) and test.operator == "not":
        test, arm = test.operand, statement.then
    elif isinstance(test, ir.Compare) and test.operator in _ASKS_FOR_NONE and _is_none(test.right):
        arm = statement.then if _ASKS_FOR_NONE[test.operator] else arm
        test = test.left
    return arm if isinstance(test, ir.Load) and test.name in names else []


_ASKS_FOR_NONE = {"is": True, "==": True, "is not": False, "!=": False}
"""Comparisons with None, and whether they are true of it."""


def _makes_object(state: State, block: ir.Block) -> bool:
    """Whether statements store what a call of a class of the project makes, and go on."""
    if any(isinstance(each, (ir.Raise, ir.Return)) for each in walk(block)):
        return False
    made = {each.target for each in block if isinstance(each, ir.Call) and _is_class(state, each.function)}
    stored = (each.value for each in block if isinstance(each, ir.Assign))
    return any(isinstance(value, ir.Load) and value.name in made for value in stored)


def _is_class(state: State, called: ir.Expr) -> bool:
    held = state.memory.get((0, called.name)) if isinstance(called, ir.Load) else None
    if isinstance(held, Imported) and held.names:  # not looked up: its name is written as those of classes are
        return held.names[-1][:1].isupper() and not held.names[-1].isupper()
    return isinstance(held, ClassValue)


def _is_none(expression: ir.Expr | None) -> bool:
    return isinstance(expression, ir.Const) and expression.value is None
