"""Functions that may make large arrays, by a glance at their code: worth following though nothing calls them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING

from cupylint.flow.reachability import slots_of
from cupylint.flow.values import Const
from cupylint.outline import CREATES, LARGE
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.state import State


def creates_much(function: ir.Function, base: State) -> bool:
    """Whether a function makes an array by a large number, or by a name that a large number goes into."""
    if not function.idents & CREATES:
        return False
    known: set[object] = {name for name in function.idents if _is_large(base.memory.get((0, name)))}
    return _makes_much(function, known, CREATES)


def _makes_much(function: ir.Function, known: set[object], makers: Set[str]) -> bool:
    """Whether one of `makers` is given a large number; `known` are names from outside that are large."""
    parts = list(_parts(function.body))
    names = _names_of_large(function, parts, known)
    calls = (part for part in parts if isinstance(part, ir.Call))
    return any(_name(call.function) in makers and call.target in names for call in calls)


def _names_of_large(function: ir.Function, parts: list[object], known: set[object]) -> set[object]:
    """Names and temporaries that a large number goes into; `known` are those from outside."""
    names = set(known)
    names |= {item.name for item in function.parameters if item.default is not None and _mentions(item.default, names)}
    before = -1
    while before < len(names):
        before = len(names)
        for part in parts:
            if isinstance(part, (ir.Assign, ir.For)):
                given = part.value if isinstance(part, ir.Assign) else part.iterable
                names |= _bound(part.target) if _mentions(given, names) else set()
            elif isinstance(part, ir.Call) and _mentions(part.arguments, names):
                names.add(part.target)
    return names


def _bound(target: object) -> set[object]:
    return {part.name for part in _parts([target]) if isinstance(part, _NAMED)}


_NAMED = (ir.Attr, ir.Load)


def _name(called: ir.Expr) -> object:
    return called.name if isinstance(called, _NAMED) else ""


def _is_large(value: object) -> bool:
    return isinstance(value, Const) and _is_large_number(value.value)


def _is_large_number(value: object) -> bool:
    return isinstance(value, (int, float)) and abs(value) >= LARGE


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
