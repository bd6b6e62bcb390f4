"""Sizes that are known only in part: enough to tell whether one certainly fits into the place of another.

What is not known is a key, equal for computations that give equally much.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, NamedTuple

from cupylint.pool.sizes import UNIT, device_class
from cupylint.sizes.counts import ZERO, Count
from cupylint.sizes.dtypes import ITEMSIZE, kind_of
from cupylint.sizes.fourier import complex_of
from cupylint.sizes.numeric import OPERATORS

Fit = Literal["same", "smaller"]

RAW = "bytes"
"""The dtype of memory without one."""

_SYMBOLS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/", "floor_divide": "//", "mod": "%",
    "remainder": "%", "negative": "-", "positive": "+", "abs": "+", "absolute": "+", "maximum": "+", "minimum": "+",
    "square": "*",
}  # fmt: skip
"""Ufuncs, with an operator that has the same dtype."""
COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))
ARITHMETIC = frozenset(OPERATORS) - COMPARISONS | {"~"}
_KEEP_WHOLE = ARITHMETIC - {"/", "**"}


class Extent(NamedTuple):
    """A size: how many elements, and their type.

    Attributes:
        elements: a `Count` if it is known, of one term; or a key.
        dtype: a name of NumPy's, `RAW`, or a key.
    """

    elements: Hashable
    dtype: Hashable

    def bytes(self) -> Count | None:
        """The bytes it takes, None if that is not known."""
        item = 1 if self.dtype == RAW else ITEMSIZE.get(self.dtype) if isinstance(self.dtype, str) else None
        return self.elements * item if isinstance(self.elements, Count) and item else None

    def size_class(self) -> Hashable:
        """Equal for sizes that take each other's blocks for certain: a number of bytes if they are known."""
        total = self.bytes()
        if total is None:
            return self
        return total if total.value is None else device_class(total.value)

    def transformed(self) -> Extent:
        """Its Fourier transform: as many numbers, and complex."""
        known = isinstance(self.dtype, str)
        return Extent(self.elements, complex_of(str(self.dtype)) if known else ("complex", self.dtype))


def fit(new: Extent, old: Extent | None) -> Fit | None:
    """Whether `new` certainly fits into the block of `old`: whole, or into its first part. None: that is not known."""
    mine, theirs = new.bytes(), None if old is None else old.bytes()
    if mine is None:
        return None
    if mine.value is not None and mine.value <= UNIT:
        return "same" if theirs is not None and theirs.value is not None and theirs.value <= UNIT else "smaller"
    if theirs is None or (mine.value is None) != (theirs.value is None):
        return None
    if mine.value is not None and theirs.value is not None:
        mine, theirs = Count.of(device_class(mine.value)), Count.of(device_class(theirs.value))
    gap = theirs - mine
    if len(gap.terms) > 1:
        return None
    return "same" if gap == ZERO else "smaller" if next(iter(gap.terms))[1] > 0 else None


def elementwise_dtype(operator: str, dtypes: frozenset[Hashable], scalars: frozenset[type | None]) -> Hashable:
    """The dtype of a result that is computed element by element.

    Args:
        operator: an operator or the last part of a ufunc's name.
        dtypes: those of the arrays.
        scalars: the types of the numbers of Python, None for one that is not known.
    """
    operator = _SYMBOLS.get(operator, operator)
    if len(dtypes) == 1:
        (dtype,) = dtypes
        if _keeps(operator, dtype, scalars):
            return dtype
        if wide := _widened(operator, dtype, scalars):
            return wide
    return ("result", operator, dtypes, scalars)


def _keeps(operator: str, dtype: Hashable, scalars: frozenset[type | None]) -> bool:
    """Whether the result has the dtype of the operands; one that is not known is taken to be no Boolean."""
    whole = scalars <= {int, bool}
    if not isinstance(dtype, str):
        return whole and operator in ("+", "-", "*")
    kind = kind_of(dtype)
    if complex in scalars or kind in ("float", "complex"):
        return complex not in scalars or kind == "complex"
    return whole and dtype.startswith(("int", "uint")) and operator in _KEEP_WHOLE


def _widened(operator: str, dtype: Hashable, scalars: frozenset[type | None]) -> str | None:
    """What whole numbers and Booleans become with numbers of Python, as far as that is simple."""
    if dtype not in ("bool", "int32", "int64", "uint32", "uint64") or not scalars <= {bool, int, float}:
        return None
    if operator not in ("+", "-", "*", "/"):
        return None
    if operator == "/" or float in scalars:
        return "float64"
    return "int64" if dtype == "bool" and int in scalars else None
