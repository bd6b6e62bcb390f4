"""Functions that may make large arrays, by a glance at their code: worth following though nothing calls them."""

from __future__ import annotations

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
    """Whether a function names what makes arrays, and a large number, be it one of the module's."""
    if not function.idents & _CREATES:
        return False
    if any(_is_large(base.memory.get((0, name))) for name in function.idents):
        return True
    return _has_large(function.body)


def _is_large(value: object) -> bool:
    return isinstance(value, Const) and type(value.value) in (int, float) and abs(value.value) >= _LARGE  # type: ignore[arg-type]


def _has_large(body: ir.Block) -> bool:
    pending: list[object] = list(body)
    while pending:
        part = pending.pop()
        if isinstance(part, ir.Const):
            if type(part.value) in (int, float) and abs(part.value) >= _LARGE:  # type: ignore[arg-type]
                return True
        elif isinstance(part, (list, tuple)):
            pending += part
        elif isinstance(part, (ir.Node, ir.Argument)) and not isinstance(part, ir.Function):
            if isinstance(part, ir.Binary) and part.operator in ("<<", "**"):
                return True
            pending += [getattr(part, name) for name in slots_of(type(part)) if name not in ("node", "statement")]
    return False
