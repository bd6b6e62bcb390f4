"""Functions that may make large arrays, by a glance at their code: worth following though nothing calls them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TYPE_CHECKING

from cupylint.flow.domain.values import Const
from cupylint.large_numbers import CREATES, Mention, is_large, reached
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State


def creates_much(function: ir.Function, base: State) -> bool:
    """Whether a function makes an array by a large number, or by a name that a large number goes into."""
    if not function.idents & CREATES:
        return False
    globals_ = ((name, base.memory.get((0, name))) for name in function.idents)
    known = {name for name, value in globals_ if isinstance(value, Const) and is_large(value.value)}
    known |= {item.name for item in function.parameters if item.default and _mention([item.default]).is_large(known)}
    if not (function.has_large or known):
        return False
    parts = list(_parts(function.body))
    names = reached(_bindings(parts), known)
    return any(isinstance(part, ir.Call) and _name(part.function) in CREATES and part.target in names for part in parts)


def _bindings(parts: Iterable[ir.Node]) -> Iterator[tuple[Mention, Mention]]:
    """Names and temporaries, and what goes into them."""
    for part in parts:
        if isinstance(part, ir.Assign):
            yield _mention([part.target]), _mention([part.value])
        elif isinstance(part, ir.For):
            yield _mention([part.target]), _mention([part.iterable])
        elif isinstance(part, ir.Call):
            yield Mention(False, {part.target}), _mention(argument.value for argument in part.arguments)


def _mention(roots: Iterable[ir.Node]) -> Mention:
    """What expressions mention."""
    number, names = False, set[Hashable]()
    for part in _parts(roots):
        if isinstance(part, _NAMED):
            names.add(part.name)
        elif isinstance(part, ir.Const):
            number = number or is_large(part.value)
        elif isinstance(part, ir.Binary):
            number = number or part.operator in ("<<", "**")
    return Mention(number, names)


_NAMED = (ir.Attr, ir.Load)


def _name(called: ir.Expr) -> object:
    return called.name if isinstance(called, _NAMED) else ""


def _parts(root: Iterable[ir.Node]) -> Iterator[ir.Node]:
    """All that something is made of, without inner functions."""
    pending = list(root)
    while pending:
        part = pending.pop()
        if not isinstance(part, ir.Function):
            yield part
            pending += ir.parts(part)
            if isinstance(part, ir.Call):
                pending += [argument.value for argument in part.arguments]
