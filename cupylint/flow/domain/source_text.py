"""Expressions as the source writes them."""

from __future__ import annotations

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
