"""``functools.reduce``, and Python's operators as functions: what is done with several values, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import ListValue, TupleValue
from cupylint.flow.interp.items import iterate
from cupylint.flow.interp.joins import join_outcomes
from cupylint.flow.interp.operators import binary
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


_OPERATORS = {
    "operator.add": "+", "operator.sub": "-", "operator.mul": "*", "operator.truediv": "/", "operator.floordiv": "//",
    "operator.mod": "%", "operator.pow": "**", "operator.matmul": "@", "operator.and_": "&", "operator.or_": "|",
    "operator.xor": "^", "operator.lshift": "<<", "operator.rshift": ">>",
}  # fmt: skip
_MOST = 64
"""Items that are taken one by one; of more the result is not known."""


def call(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call by dotted name; None if it is none of these, or is given what is not known well enough."""
    if dotted == "functools.reduce":
        return _reduce(interpreter, state, arguments, node)
    placed = arguments.positional_placed()
    if dotted not in _OPERATORS or len(placed) != 2 or arguments.partial:
        return None
    return [(state, binary(interpreter, state, ir.Node(node), _OPERATORS[dotted], placed))]


def _reduce(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> list[Outcome] | None:
    """``reduce(function, items, initial)``: the function is called with what was made until then, and the next item."""
    function, given = arguments.position(0), arguments.position(1)
    if function is None or not isinstance(given, (ListValue, TupleValue)):
        return None
    items, _ = iterate(interpreter, state, given, comprehension=True)
    if len(items) > _MOST:
        return None
    place = arguments.place(1, node)
    initial = arguments.either(2, "initial")
    values = [*([] if initial is None else [initial]), *items]
    if not values:
        return None
    outcomes: list[Outcome] = [(state, values[0])]
    for item in values[1:]:
        made: list[Outcome] = []
        for each, before in outcomes:
            made += interpreter.invoke(each, function, Arguments([(before, place), (item, place)], {}), node)
        outcomes = join_outcomes(made, interpreter.work.paths_kept, interpreter.unknown)
    return outcomes
