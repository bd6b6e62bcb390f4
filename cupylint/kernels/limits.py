"""Which threads of a launch come to a place: what the tests on the way to it leave of them."""

from __future__ import annotations

from cupylint.kernels.formulas import BLOCKS, Formula, Formulas
from cupylint.kernels.model import Const, Expr, Operation, Span
from cupylint.kernels.vocabulary import NOT, TURNED
from cupylint.records import dataclass

_SMALL = 64
"""A range that begins or ends below this may be an edge of the data; above it, it is a good part of them."""


@dataclass(frozen=True, slots=True)
class Test:
    """A condition on the way to a place, and whether it holds there."""

    condition: Expr
    holds: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Limits:
    """What tests leave.

    Attributes:
        pinned: symbols that have one value, or some few.
        floor: the threads below this number do not come.
        within: the number of a thread in its block has limits: those at the edge of the block may not come.
    """

    pinned: frozenset[str] = frozenset()
    floor: int = 0
    within: bool = False

    def along(self, other: Limits) -> Limits:
        """What is left where both hold."""
        return Limits(self.pinned | other.pinned, max(self.floor, other.floor), self.within or other.within)


def limits(formulas: Formulas, tests: tuple[Test, ...]) -> Limits | None:
    """What some tests leave; None if nobody knows, or only a border of what the threads number."""
    found: list[Limits | None] = []
    for test in tests:
        formulas.at = test.span[0]
        found.append(_of(formulas, test.condition, test.holds))
    return _together(found)


def _together(parts: list[Limits | None]) -> Limits | None:
    found = Limits()
    for part in parts:
        if part is None:
            return None
        found = found.along(part)
    return found


def _of(formulas: Formulas, condition: Expr, holds: bool) -> Limits | None:
    if isinstance(condition, Operation) and condition.operator == "!":
        return _of(formulas, condition.operands[0], not holds)
    if isinstance(condition, Operation) and condition.operator in ("&&", "||"):
        return _together([_of(formulas, part, holds) for part in condition.operands])
    if isinstance(condition, Operation) and condition.operator in NOT:
        operator = condition.operator if holds else NOT[condition.operator]
        return _compared(formulas, operator, *condition.operands)
    if formulas.is_uniform(condition):
        return Limits()
    return _compared(formulas, "!=" if holds else "==", condition, Const(0, (0, 0)))


def _compared(formulas: Formulas, operator: str, left: Expr, right: Expr) -> Limits | None:
    one, other = formulas.of(left), formulas.of(right)
    if one is None or other is None:
        return None
    apart = one.plus(other, -1)
    threads = formulas.own(apart)
    bound = threads.plus(apart, -1)  # threads <operator> bound
    signs = {by > 0 for _, by in threads.terms}
    if signs == {False}:
        threads, bound, operator = Formula().plus(threads, -1), Formula().plus(bound, -1), TURNED[operator]
    elif len(signs) > 1:
        return None  # a triangle, or a remainder
    return _bounded(formulas, threads, operator, bound) if threads.terms else Limits()


def _bounded(formulas: Formulas, threads: Formula, operator: str, bound: Formula) -> Limits | None:
    """What ``threads <operator> bound`` leaves."""
    own, number = formulas.differs(threads), bound.constant
    within = own.isdisjoint(BLOCKS) and own.isdisjoint(formulas.quotients)
    if operator == "!=":
        return Limits(frozenset(), 0 if number is None else number + 1, within)
    if formulas.is_counted(bound):
        return None
    if operator == "==":
        return Limits(own | _inside(formulas, own))
    if operator in ("<", "<="):
        large = number > _SMALL if number is not None else _is_whole(bound)
        return Limits(within=within) if large else None
    if number is None:
        names = bound.symbols
        return Limits(frozenset(), 1, within) if names and names <= formulas.source.constants else None
    return Limits(frozenset(), number + (operator == ">"), within) if number <= _SMALL else None


def _is_whole(bound: Formula) -> bool:
    """Whether it is a size, or a size but for an edge: not a half of one, or what is left of one."""
    largest = [product for product, by in bound.terms if by > 0 and product]
    return bool(largest) and not any(name.startswith("(") for name in bound.symbols)


def _inside(formulas: Formulas, names: frozenset[str]) -> frozenset[str]:
    """The symbols that quotients among some are made of."""
    return frozenset(
        symbol for name in names if name in formulas.quotients for symbol in formulas.quotients[name].whole.symbols
    )
