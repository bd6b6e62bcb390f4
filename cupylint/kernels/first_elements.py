"""Which arrays a kernel certainly writes the first element of.

Two kernels that share the work on an array, one inside and one along the border, write other elements of it. What they
write cannot be compared in general. That both write the first element is certain where the first thread of each does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cupylint.kernels.cuda import parse
from cupylint.kernels.formulas import BLOCKS, Formula, Formulas
from cupylint.kernels.global_accesses import Access, accesses_of
from cupylint.kernels.groups import Groups, functions_with_barriers
from cupylint.kernels.indices import THREADS
from cupylint.kernels.limits import Test
from cupylint.kernels.model import Expr, Operation
from cupylint.kernels.vocabulary import NOT

_HOLDS = {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1), "==": (0,), "!=": (-1, 1)}
"""The signs of a difference with which a comparison holds."""


@lru_cache(maxsize=128)
def first_written(code: str, name: str) -> frozenset[str]:
    """The parameters of which the kernel `name` of a CUDA source certainly writes the first element."""
    try:
        formulas, writes = writes_of(code, name)
        return frozenset(access.parameter for access in writes if formulas and writes_first(formulas, access))
    except RecursionError:
        return frozenset()


@lru_cache(maxsize=128)
def writes_of(code: str, name: str) -> tuple[Formulas | None, tuple[Access, ...]]:
    """What the kernel `name` of a CUDA source writes of its arrays, and its formulas; nothing if there is none.

    Raises:
        RecursionError: the source is nested too deeply.
    """
    source = parse(code)
    function = None if source is None else source.kernel(name)
    if source is None or function is None:
        return None, ()
    formulas = Formulas(source, function)
    accesses = accesses_of(formulas, Groups.of(function, functions_with_barriers(source)))
    return formulas, tuple(access for access in accesses if access.writes)


def writes_first(formulas: Formulas, access: Access) -> bool:
    """Whether the thread of number zero writes the element of number zero."""
    formulas.at = access.span[0]
    place = _at_zero(formulas, access.place)
    return place is not None and not place.terms and all(_lets_first(formulas, test) for test in access.tests)


def _at_zero(formulas: Formulas, formula: Formula) -> Formula | None:
    """What a formula is for the thread of number zero in the first rounds of loops; None if that is not known."""
    zero = {*THREADS, *BLOCKS, *formulas.quotients}
    for name in formula.symbols:
        counter, _, start = name.partition("@")
        if start:
            variable = formulas.variables.at(counter, int(start))
            begins = [formulas.of(value) for value in variable.values] if variable is not None else []
            if not begins or any(begin is None or not _is_zero(begin, zero) for begin in begins):
                return None
            zero.add(name)
    return Formula.made({product: by for product, by in formula.terms if zero.isdisjoint(product)})


def _is_zero(formula: Formula, zero: Iterable[str]) -> bool:
    return all(not set(product).isdisjoint(zero) for product, _ in formula.terms)


def _lets_first(formulas: Formulas, test: Test) -> bool:
    """Whether a test lets the thread of number zero pass."""
    formulas.at = test.span[0]
    return _comes_out(formulas, test.condition, test.holds) is True


def _comes_out(formulas: Formulas, condition: Expr, holds: bool) -> bool | None:
    """Whether a condition is as `holds` says for that thread; sizes are large. None if that is not known."""
    if not isinstance(condition, Operation):
        return None
    if condition.operator == "!":
        return _comes_out(formulas, condition.operands[0], not holds)
    if condition.operator in ("&&", "||"):
        parts = [_comes_out(formulas, part, holds) for part in condition.operands]
        every = (condition.operator == "&&") is holds
        decided = not every
        if decided in parts:
            return decided
        return None if None in parts else every
    if condition.operator not in NOT:
        return None
    left, right = (formulas.of(operand) for operand in condition.operands)
    apart = None if left is None or right is None else _at_zero(formulas, left.plus(right, -1))
    sign = None if apart is None else _sign(apart)
    return None if sign is None else (sign in _HOLDS[condition.operator]) is holds


def _sign(formula: Formula) -> int | None:
    """The sign of a sum in which sizes outweigh numbers; None if it depends on which size is larger."""
    sizes = {by > 0 for product, by in formula.terms if product}
    if len(sizes) > 1:
        return None
    if sizes:
        return 1 if sizes.pop() else -1
    number = formula.constant or 0
    return (number > 0) - (number < 0)
