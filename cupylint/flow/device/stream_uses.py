"""What a function does with streams by their names: whether anybody else can get hold of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device.escapes import holds
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.source_text import expressions_in
from cupylint.program import ir

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream

_GOES_THROUGH = frozenset(("zip", "enumerate", "reversed", "len", "range", "cycle"))
"""Functions that give on what they are given, or ask for its length."""


def names_of(state: State, stream: Stream, frame: int) -> frozenset[str]:
    """The variables of a frame that hold a stream, or a list or the like with it in."""
    return frozenset(str(name) for name, held in state.memory.members(frame) if holds(state, [held], stream))


def stays_inside(interpreter: Interpreter, state: State, stream: Stream) -> bool:
    """Whether the function that runs does no more with a stream than to enter it, to call its methods and to hand it to
    functions as ``stream=``, so that nobody else can wait for it."""
    frame = interpreter.frame
    names = names_of(state, stream, frame.number)
    if not names or (frame.number == 0 and not names.isdisjoint(interpreter.entries.mentioned)):
        return False
    return all(_hands_on(statement).isdisjoint(names) for statement in walk(frame.function.body))


def _hands_on(statement: ir.Statement) -> set[str]:
    """The names of which a statement makes something else than is known to keep them inside."""
    if isinstance(statement, ir.Define):
        return set(statement.function.idents)
    if isinstance(statement, ir.DefineClass):
        return set(statement.idents)
    harmless = {id(load) for load in _harmless(statement)}
    found: set[str] = set()
    for expression in expressions_in(statement):
        if isinstance(expression, ir.Closure):
            found |= expression.function.idents
        elif isinstance(expression, ir.Load) and isinstance(expression.name, str) and id(expression) not in harmless:
            found.add(expression.name)
    return found


def _harmless(statement: ir.Statement) -> Iterator[ir.Expr]:
    """The names in it that give nothing to anybody."""
    if isinstance(statement, (ir.Assign, ir.For, ir.With)) and statement.target is not None:
        yield from ir.inside(statement.target)  # type: ignore[misc]
    if isinstance(statement, ir.With):
        yield _root(statement.manager)
    elif isinstance(statement, ir.For):
        yield statement.iterable
    elif isinstance(statement, ir.Delete):
        yield from expressions_in(statement)
    elif isinstance(statement, ir.Assign) and isinstance(statement.target, ir.Load):
        yield _root(statement.value)
    elif isinstance(statement, ir.Call):
        function = statement.function
        if isinstance(function, ir.Attr):
            yield _root(function.base)
        is_known = isinstance(function, ir.Load) and function.name in _GOES_THROUGH
        yield from (each.value for each in statement.arguments if is_known or each.keyword == "stream")


def _root(expression: ir.Expr) -> ir.Expr:
    """What an item is taken of, else the expression itself."""
    return expression.base if isinstance(expression, ir.Item) else expression
