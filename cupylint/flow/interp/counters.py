"""What ``while`` loops count, as their code shows it: ``while i < n``, or ``if i >= n: break``, with ``i += 1``."""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.flow.domain.loop_carried import targets_of, walk
from cupylint.flow.domain.relations import OPPOSITE, TURNED
from cupylint.program import ir
from cupylint.records import dataclass

_SIGNS = {"+": frozenset(("<", "<=", "!=")), "-": frozenset((">", ">="))}
"""How a counter is compared that goes up, or down, where the loop goes on."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A loop goes on while a name compares to `limit`, and adds `step` to the name once in each round.

    Attributes:
        goes_down: it takes the step away.
        reaches_limit: it goes on where the name is the limit, too.
        is_asked_first: a ``break`` ends it, which stands before the name is changed.
        measured: the calls of ``len`` that the limit is computed with.
    """

    name: ir.Load
    limit: ir.Expr
    step: ir.Expr
    goes_down: bool
    reaches_limit: bool
    is_asked_first: bool
    measured: tuple[ir.Call, ...]


def counter(loop: ir.While) -> Counter | None:
    """What a loop counts; None if it does not in each round, or if it goes to something that it changes."""
    if any(isinstance(each, ir.Continue) for each in walk(loop.body)):
        return None
    added = {name: step for statement in loop.body for name, step in _added(statement)}
    bound = [name for statement in walk(loop.body) for name in _bound(statement)]
    for (left, operator, right), before, is_first in _tests(loop):
        for name, limit, way in ((left, right, operator), (right, left, TURNED.get(operator, ""))):
            if not isinstance(name, ir.Load) or name.name not in added:
                continue
            sign, step = added[name.name]
            measured = _measured(bound, before, limit) if _is_kept(step, bound) else None
            if measured is not None and bound.count(name.name) == 1 and way in _SIGNS.get(sign, ()):
                is_asked_first = is_first and not any(name.name in _bound(each) for each in before)
                return Counter(name, limit, step, sign == "-", way in ("<=", ">="), is_asked_first, measured)
    return None


_Test = tuple[ir.Expr, str, ir.Expr]


def _tests(loop: ir.While) -> Iterator[tuple[_Test, ir.Block, bool]]:
    """The comparison that says whether a loop goes on, what goes before it, and whether a ``break`` asks it."""
    if (found := _compared(loop.test)) is not None:
        yield found, loop.before, False
    elif isinstance(loop.test, ir.Const) and loop.test.value:
        for number, statement in enumerate(loop.body):
            if isinstance(statement, ir.If) and statement.then and isinstance(statement.then[-1], ir.Break):
                if (found := _compared(statement.test)) is not None:
                    left, operator, right = found
                    yield (left, OPPOSITE.get(operator, ""), right), loop.body[:number], True
                return


def _compared(test: ir.Expr) -> _Test | None:
    if isinstance(test, ir.Unary) and test.operator == "not":
        inner = _compared(test.operand)
        return None if inner is None else (inner[0], OPPOSITE.get(inner[1], ""), inner[2])
    return (test.left, test.operator, test.right) if isinstance(test, ir.Compare) else None


def _added(statement: ir.Statement) -> Iterator[tuple[ir.Name_, tuple[str, ir.Expr]]]:
    """The name that ``i += n`` or ``i = i + n`` binds, with the operator and `n`."""
    target = statement.target if isinstance(statement, (ir.Assign, ir.Augment)) else None
    if not isinstance(target, ir.Load) or not isinstance(statement, (ir.Assign, ir.Augment)):
        return
    made = statement.value
    if isinstance(statement, ir.Augment):
        yield target.name, (statement.operator, made)
    elif isinstance(made, ir.Binary) and isinstance(made.left, ir.Load) and made.left.name == target.name:
        yield target.name, (made.operator, made.right)


def _is_kept(expression: ir.Expr, bound: list[ir.Name_]) -> bool:
    """Whether an expression has nothing in it that a loop binds, or calls."""
    if isinstance(expression, (ir.Load, ir.Attr)) and (type(expression.name) is int or expression.name in bound):
        return False
    return all(_is_kept(part, bound) for part in ir.parts(expression))


def _measured(bound: list[ir.Name_], before: ir.Block, limit: ir.Expr) -> tuple[ir.Call, ...] | None:
    """The calls of ``len`` behind a limit; None if a loop that binds these names may change it."""
    calls = {call.target: call for call in before if isinstance(call, ir.Call)}
    found: list[ir.Call] = []
    rest = [limit]
    for each in rest:
        if isinstance(each, ir.Load) and each.name in calls:
            call = calls[each.name]
            if not isinstance(call.function, ir.Load) or call.function.name != "len":
                return None
            found.append(call)
            rest += [argument.value for argument in call.arguments]
        elif isinstance(each, (ir.Load, ir.Attr)) and each.name in bound:
            return None
        else:
            rest += ir.parts(each)
    return tuple(found)


def _bound(statement: ir.Statement) -> Iterator[ir.Name_]:
    """Names and attributes that a statement binds, and those whose methods it calls."""
    if isinstance(statement, ir.Call) and isinstance(statement.function, ir.Attr):
        if isinstance(statement.function.base, (ir.Load, ir.Attr)):
            yield statement.function.base.name
    elif isinstance(statement, (ir.Assign, ir.Augment, ir.For)):
        yield from targets_of(statement.target)
        if isinstance(statement.target, ir.Attr):
            yield statement.target.name
