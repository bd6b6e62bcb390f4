"""Which calls make the host wait for the stream: as `cupylint.cupy_model` says, and by their values where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cupylint import cupy_model
from cupylint.cupy_model import Waits

from . import tables

__all__ = ["DECIDED", "Waits", "waits"]

_ROOTS = ("cupy.", "cupyx.")

Arguments = tuple[Sequence[Any], Mapping[str, Any]]


def _argument(given: Arguments, position: int, name: str, default: Any = None) -> Any:
    args, kwargs = given
    return args[position] if len(args) > position else kwargs.get(name, default)


def _number(value: Any) -> bool:
    return isinstance(value, (int, float, np.number))


def _draws_again(given: Arguments) -> bool:
    """Whether some random numbers may be rejected: not where the range is a power of two."""
    low, high = _argument(given, 0, "low"), _argument(given, 1, "high")
    if not _number(low) or not (high is None or _number(high)):
        return True
    size = int(low) if high is None else int(high) - int(low)
    return size <= 0 or bool(size & (size - 1))


DECIDED: dict[str, Callable[[Arguments], bool]] = {
    "choose": lambda given: _argument(given, 3, "mode", "raise") == "raise",
    "put": lambda given: _argument(given, 3, "mode", "wrap") == "raise",
    "ravel_multi_index": lambda given: _argument(given, 2, "mode", "raise") == "raise",
    "repeat": lambda given: not isinstance(_argument(given, 1, "repeats"), (int, list, tuple)),
    "average": lambda given: _argument(given, 2, "weights") is not None,
    "histogram": lambda given: (
        _argument(given, 2, "range") is None or not isinstance(_argument(given, 1, "bins", 10), int)
    ),
    "norm": lambda given: (
        _argument(given, 1, "ord") in (2, -2, "nuc") and getattr(_argument(given, 0, "x"), "ndim", 0) > 1
    ),
    "randint": _draws_again,
}
"""Calls that wait or not, depending on values that a program's text need not show. All others of which that is true
are taken not to wait, so that a missing wait is seen."""


def waits(name: str, args: Sequence[Any], kwargs: Mapping[str, Any], is_array: Callable[[Any], bool]) -> Waits:
    """Whether a call waits for its stream, and whether what it writes comes after that.

    Args:
        name: ``cupy.linalg.svd``; or ``nonzero``, a function of ``cupy`` or a method whose array is the first argument.
        is_array: whether a value is a device array.
    """
    dotted = name if name.startswith(_ROOTS) else f"cupy.{name}"
    if not name.startswith(_ROOTS) and name in tables.METHODS and not cupy_model.is_listed(dotted):
        dotted = f"cupy.ndarray.{name}"
    arrays = [number for number, value in enumerate(args) if is_array(value)]
    named = [key for key, value in kwargs.items() if is_array(value)]
    found = cupy_model.refine(dotted, len(args), [*kwargs], arrays=[*arrays, *named]).waits
    if found not in (Waits.SOMETIMES, Waits.SOMETIMES_EARLIER):
        return found
    decide = DECIDED.get(dotted.rpartition(".")[2])
    return Waits.EARLIER if decide is not None and decide((args, kwargs)) else Waits.NO
