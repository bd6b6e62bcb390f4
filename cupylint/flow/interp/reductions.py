"""``reduce``, ``map``, and Python's operators as functions: what is done with several values, one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    BoundMethod,
    ClassValue,
    External,
    FunctionValue,
    Generator,
    Kernel,
    ListValue,
    Method,
    Partial,
    TupleValue,
)
from cupylint.flow.interp import generators, iterators
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
_MAPS = frozenset(("builtins.map", "itertools.starmap"))
_CALLED = (BoundMethod, ClassValue, External, FunctionValue, Kernel, Method, Partial)
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


def mapped(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``map(function, first, second)`` and ``starmap(function, rows)``: a generator; None if it is none of these."""
    function, given = arguments.position(0), arguments.positional_placed()[1:]
    if dotted not in _MAPS or not isinstance(function, _CALLED) or not given or arguments.partial:
        return None
    alone = len(given) == 1
    rows = given[0][0] if alone else iterators.zipped(interpreter, state, Arguments(given, {}), node)
    star = "" if alone and dotted == "builtins.map" else "*"
    calling = FunctionValue(_calling_for_each(node, star), (interpreter.frame.module,))
    return [(state, generators.made(state, Generator(calling, (function, rows), (), key=interpreter.fresh())))]


def _calling_for_each(node: CSTNode, star: str) -> ir.Function:
    """``for row in rows: yield function(row)``, or ``function(*row)``."""
    body: ir.Block = [
        ir.Call(node, 1, ir.Load(node, "function"), [ir.Argument(ir.Load(node, "row"), None, star)], node),
        ir.Yield(node, 2, ir.Load(node, 1)),
    ]
    loop = ir.For(node, ir.Load(node, "row"), ir.Load(node, "rows"), body, [])
    parameters = [ir.Parameter("function", None, "positional"), ir.Parameter("rows", None, "positional")]
    return ir.Function(
        node, "map", parameters, [loop], frozenset(("function", "rows", "row")), frozenset(), False, True, False,
        frozenset(("function", "rows", "row")), temporaries=2,
    )  # fmt: skip


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
