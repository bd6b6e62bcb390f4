"""C's operators on NumPy values of one common type."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .kinds import Value


def _divided(one: Value, other: Value) -> Value:
    if one.dtype.kind == "f":
        return one / other
    if one.dtype.kind == "u":
        return one // other
    quotient = one // other
    return quotient + ((quotient < 0) & (quotient * other != one)).astype(one.dtype)  # towards zero


COMPUTING: dict[str, Callable[[Value, Value], Value]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": _divided,
    "%": np.fmod,
    "&": np.bitwise_and,
    "|": np.bitwise_or,
    "^": np.bitwise_xor,
}
"""Operators whose result has the common type of both operands."""

SHIFTS: dict[str, Callable[[Value, Value], Value]] = {"<<": np.left_shift, ">>": np.right_shift}
"""Operators whose result has the type of the left operand."""

COMPARING: dict[str, Callable[[Value, Value], Value]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
"""Operators whose result says whether something is so."""
