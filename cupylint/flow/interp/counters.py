"""What ``while`` loops count, as their code shows it: ``while i < n``, or ``if i >= n: break``, with ``i += 1``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cupylint.flow.domain.loop_carried import targets_of, updated, walk
from cupylint.flow.domain.relations import OPPOSITE, TURNED
from cupylint.program import ir
from cupylint.records import dataclass

_SIGNS = {"+": frozenset(("<", "<=", "!=")), "-": frozenset((">", ">="))}
"""How a counter is compared that goes up, or down, where the loop goes on."""
_FACTORS = frozenset(("*", "/", "//", "<<", ">>"))


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
    added = {name: (sign, step) for name, sign, step in filter(None, map(updated, loop.body))}
    bound = [name for statement in walk(loop.body) for name in _bound(statement)]
    for test in _tests(loop):
        for name, limit, way in test.sides():
            sign, step = added.get(name.name, ("", limit))
            if way not in _SIGNS.get(sign, ()) or bound.count(name.name) != 1 or not _is_kept(step, bound):
                continue
            measured = _measured(bound, test.before, limit)
            if measured is not None:
                is_first = test.is_asked and name.name not in [one for each in test.before for one in _bound(each)]
                return Counter(name, limit, step, sign == "-", way in ("<=", ">="), is_first, measured)
    return None


@dataclass(frozen=True, slots=True)
class _Test:
    """The comparison that says whether a loop goes on, what goes before it, and whether a ``break`` asks it."""

    left: ir.Expr
    operator: str
    right: ir.Expr
    before: Sequence[ir.Statement] = ()
    is_asked: bool = False

    def opposite(self) -> _Test:
        """The same test with ``not``."""
        return replace(self, operator=OPPOSITE.get(self.operator, ""))

    def sides(self) -> Iterator[tuple[ir.Load, ir.Expr, str]]:
        """The names that are compared, each with what it is compared with, and how."""
        if isinstance(self.left, ir.Load):
            yield self.left, self.right, self.operator
        if isinstance(self.right, ir.Load):
            yield self.right, self.left, TURNED.get(self.operator, "")


def grows_by_factors(loop: ir.While) -> bool:
    """Whether a loop compares a name that it multiplies or divides in each round: ``while stride < n: stride *= 2``."""
    names = {
        each.target.name
        for each in loop.body
        if isinstance(each, ir.Augment) and each.operator in _FACTORS and isinstance(each.target, ir.Load)
    }
    return any(name.name in names for test in _tests(loop) for name, _, _ in test.sides())


def is_endless(loop: ir.While) -> bool:
    """``while True``"""
    return isinstance(loop.test, ir.Const) and bool(loop.test.value)


def _tests(loop: ir.While) -> Iterator[_Test]:
    if (found := _compared(loop.test)) is not None:
        yield replace(found, before=loop.before)
    elif is_endless(loop):
        for number, statement in enumerate(loop.body):
            if isinstance(statement, ir.If) and statement.then and isinstance(statement.then[-1], ir.Break):
                if (found := _compared(statement.test)) is not None:
                    yield replace(found.opposite(), before=loop.body[:number], is_asked=True)
                return


def _compared(test: ir.Expr) -> _Test | None:
    if isinstance(test, ir.Unary) and test.operator == "not":
        inner = _compared(test.operand)
        return None if inner is None else inner.opposite()
    return _Test(test.left, test.operator, test.right) if isinstance(test, ir.Compare) else None


def _is_kept(expression: ir.Expr, bound: list[ir.Name_]) -> bool:
    """Whether an expression has nothing in it that a loop binds, or calls."""
    if isinstance(expression, (ir.Load, ir.Attr)) and (type(expression.name) is int or expression.name in bound):
        return False
    return all(_is_kept(part, bound) for part in ir.parts(expression))


def _measured(bound: list[ir.Name_], before: Sequence[ir.Statement], limit: ir.Expr) -> tuple[ir.Call, ...] | None:
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
