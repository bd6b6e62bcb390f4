"""Expressions as the source writes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from cupylint.program import ir


def dotted(expression: object) -> str:
    """``cp.linalg.qr`` or ``self.begin`` as it is written, "" for what is no plain name or attribute of one."""
    parts: list[str] = []
    while isinstance(expression, ir.Attr):
        parts.append(expression.name)
        expression = expression.base
    if not (isinstance(expression, ir.Load) and isinstance(expression.name, str)):
        return ""
    return ".".join([expression.name, *reversed(parts)])


def last_name(expression: object) -> str:
    """The name that an expression ends in, "" for none."""
    if isinstance(expression, ir.Attr):
        return expression.name
    return expression.name if isinstance(expression, ir.Load) and isinstance(expression.name, str) else ""


_STATEMENTS = get_args(ir.Statement)


def expressions_in(statement: ir.Statement) -> Iterator[ir.Expr]:
    """All expressions of a statement, but for those of the statements inside it."""
    pending = [
        held
        for name in getattr(statement, "__slots__", ())
        for value in (getattr(statement, name),)
        for held in (value if isinstance(value, list) else [value])
        if isinstance(held, (ir.Node, ir.Argument)) and not isinstance(held, _STATEMENTS)
    ]
    while pending:
        held = pending.pop()
        if isinstance(held, ir.Argument):
            pending.append(held.value)
        elif not isinstance(held, (ir.Function, ir.Handler)):
            yield held  # type: ignore[misc]
            pending += ir.parts(held)
