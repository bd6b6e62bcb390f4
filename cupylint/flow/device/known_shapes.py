"""Shapes of arrays that the call which made them tells: what tests of ``x.ndim`` and ``len(x.shape)`` come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device import fft_plans
from cupylint.flow.domain.allocation_sizes import FILLED
from cupylint.flow.domain.values import Array, Const, HostView, Symbol, TupleValue, Value

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter

_BY_SHAPE = frozenset(f"cupy.{name}" for name in FILLED)


def attribute(interpreter: Interpreter, array: Array, name: str) -> Value | None:
    """``array.ndim``, and ``array.shape`` where all of it is a number; None for what is not known."""
    if name not in ("ndim", "shape") or (extents := _extents(interpreter, array)) is None:
        return None
    if name == "ndim":
        return Const(len(extents))
    return TupleValue(extents) if all(isinstance(extent, Const) for extent in extents) else None


def length(interpreter: Interpreter, value: Value) -> int | None:
    """``len(array.shape)``, also of an array of the host; None for other values."""
    key = value.key if isinstance(value, Symbol) else None
    if not (isinstance(key, tuple) and key[:1] == ("attribute",) and key[2] == "shape"):
        return None
    if isinstance(key[1], HostView):
        return key[1].axes
    extents = _extents(interpreter, key[1]) if isinstance(key[1], Array) else None
    return None if extents is None else len(extents)


def _extents(interpreter: Interpreter, array: Array) -> tuple[Value, ...] | None:
    recipe = fft_plans.recipe(interpreter, array)
    if not (isinstance(recipe, tuple) and len(recipe) == 3 and recipe[0] in _BY_SHAPE):
        return None
    positional, keywords = recipe[1:]
    shape = positional[0] if positional else dict(keywords).get("shape")
    if isinstance(shape, TupleValue):
        return shape.items
    return (shape,) if isinstance(shape, Const) and type(shape.value) is int else None
