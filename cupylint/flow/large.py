"""Functions that may make large arrays, by a glance at their code: worth following though nothing calls them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cupylint.flow.liveness import _slots as slots_of
from cupylint.flow.values import Const
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.state import State

_CREATES = frozenset(
    (
        "zeros", "ones", "empty", "full", "arange", "linspace", "logspace", "eye", "identity", "indices", "rand",
        "randn", "random", "random_sample", "standard_normal", "normal", "uniform", "randint", "integers", "outer",
        "meshgrid", "tile", "repeat",
    )
)  # fmt: skip
_LARGE = 1000  # a length that is worth a look


def creates_much(function: ir.Function, base: State) -> bool:
    """Whether a function makes an array by a large number, or by a name that a large number goes into."""
    if not function.idents & _CREATES:
        return False
    parts = list(_parts(function.body))
    names: set[object] = {name for name in function.idents if _is_large(base.memory.get((0, name)))}
    names |= {item.name for item in function.parameters if item.default is not None and _mentions(item.default, names)}
    calls = [part for part in parts if isinstance(part, ir.Call)]
    known = -1
    while known < len(names):
        known = len(names)
        for part in parts:
            if isinstance(part, ir.Assign) and _mentions(part.value, names):
                names |= {inner.name for inner in _parts([part.target]) if isinstance(inner, (ir.Load, ir.Attr))}
        names |= {call.target for call in calls if _mentions(call.arguments, names)}
    return any(_name(call.function) in _CREATES and call.target in names for call in calls)


def _name(called: ir.Expr) -> object:
    return called.name if isinstance(called, (ir.Attr, ir.Load)) else ""


def _is_large(value: object) -> bool:
    return isinstance(value, Const) and _is_large_number(value.value)


def _is_large_number(value: object) -> bool:
    return isinstance(value, (int, float)) and abs(value) >= _LARGE


def _mentions(root: object, names: set[object]) -> bool:
    """Whether an expression has a large number in it, makes one, or has one of these names."""
    for part in _parts([root]):
        if isinstance(part, ir.Const) and _is_large_number(part.value):
            return True
        if isinstance(part, ir.Binary) and part.operator in ("<<", "**"):
            return True
        if isinstance(part, (ir.Load, ir.Attr)) and part.name in names:
            return True
    return False


def _parts(root: Sequence[object]) -> Iterator[object]:
    """All that something is made of, without inner functions."""
    pending: list[object] = list(root)
    while pending:
        part = pending.pop()
        if isinstance(part, (list, tuple)):
            pending += part
        elif isinstance(part, (ir.Node, ir.Argument)) and not isinstance(part, ir.Function):
            yield part
            pending += [getattr(part, name) for name in slots_of(type(part)) if name not in ("node", "statement")]
