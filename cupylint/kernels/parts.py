"""Which numbers tell a kernel the part of an array that it writes: an offset, a parity, the side of a split."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from cupylint.kernels.first_elements import writes_first, writes_of
from cupylint.kernels.formulas import Formulas
from cupylint.kernels.global_accesses import Access
from cupylint.kernels.model import Expr, Name, Operation, walk
from cupylint.kernels.variables import Variable

_WORD = re.compile(r"[A-Za-z_]\w*")
_ORDER = frozenset(("<", "<=", ">", ">="))


@lru_cache(maxsize=256)
def part_names(code: str, kernel: str, pointer: str) -> frozenset[str]:
    """The names that tell which elements of `pointer` a kernel writes, if it is launched twice with other values.

    Args:
        code: a source of any kind. Of one that is no CUDA only the names in the indices are told.
    """
    return index_names(code, pointer) | _told(code, kernel, pointer)


def index_names(code: str, pointer: str) -> frozenset[str]:
    """The names that stand in every index of a pointer in the source of a kernel: ``out[offset + i]``."""
    found = [frozenset(_WORD.findall(index)) for index in re.findall(rf"\b{pointer}\s*\[([^\[\]]*)\]", code)]
    return frozenset.intersection(*found) if found and pointer else frozenset()


def _told(code: str, kernel: str, pointer: str) -> frozenset[str]:
    """The parameters that each write depends on, in its place or in the tests before it."""
    try:
        formulas, writes = writes_of(code, kernel)
        if formulas is None:
            return frozenset()
        scalars = {parameter.name for parameter in formulas.function.parameters if not parameter.type.pointers}
        found = [scalars & {*_names(formulas, access)} for access in writes if access.parameter == pointer]
        return frozenset(set.intersection(*found)) if found else frozenset()
    except RecursionError:
        return frozenset()


def _names(formulas: Formulas, access: Access) -> Iterator[str]:
    """The names that a write depends on.

    Limits that let the first thread write the first element (``i < n``) do not part two launches.
    """
    yield from access.place.symbols
    first = writes_first(formulas, access)
    for test in access.tests:
        if not (first and _is_limit(test.condition)):
            yield from _within(formulas, test.condition, test.span[0], set())


def _is_limit(condition: Expr) -> bool:
    """Whether a condition compares by order alone."""
    if isinstance(condition, Operation) and condition.operator in ("&&", "||", "!"):
        return all(map(_is_limit, condition.operands))
    return isinstance(condition, Operation) and condition.operator in _ORDER


def _within(formulas: Formulas, expression: Expr, place: int, met: set[Variable]) -> Iterator[str]:
    """The names in an expression, and in what its local variables are made of."""
    for part in walk(expression):
        if isinstance(part, Name):
            yield part.id
            variable = formulas.variables.at(part.id, place)
            if variable is not None and variable not in met:
                met.add(variable)
                for value in variable.values:
                    yield from _within(formulas, value, place, met)
