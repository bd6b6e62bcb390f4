"""Loops of which only the first rounds are followed: what the other ones would keep of the device's memory."""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import Const, Value
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter

_SHRINKS = frozenset("pop popleft popitem clear remove maxlen deque rotate discard lru_cache".split())  # noqa: SIM905
"""Names in files whose containers may stop growing after some rounds."""


class Growth:
    """One loop: what was in use before it, and a number for each round: allocations of the round have larger ones."""

    def __init__(self, interpreter: Interpreter, used: tuple[int, ...]) -> None:
        self._interpreter = interpreter
        self.used = used
        self.begins: list[int] = []

    def rounds(self, statement: ir.For, iterable: Value) -> int:
        """How many there are, if those that were not followed are like those that were; else 0."""
        if not isinstance(iterable, Const) or not isinstance(iterable.value, range) or len(self.begins) < 2:
            return 0
        return 0 if _may_stop(self._interpreter, statement.body) else len(iterable.value)

    def one_of_each(self, buffers: list[int]) -> bool:
        """Whether each round made one of `buffers`."""
        return [bisect(self.begins, buffer) for buffer in buffers] == list(range(1, len(self.begins) + 1))


def _may_stop(interpreter: Interpreter, body: ir.Block) -> bool:
    """Whether later rounds may keep less than the first ones, or there may be fewer of them."""
    seen = (*interpreter.entries.entered, interpreter.frames[0].function)
    if any(function.idents & _SHRINKS or function.has_modulo for function in seen):
        return True
    if any(isinstance(inner, (ir.Break, ir.Return, ir.Raise, ir.Yield)) for inner in walk(body)):
        return True
    if any(
        _cuts(inner)
        for block in (body, *(function.body for function in interpreter.entries.entered))
        for inner in walk(block)
    ):
        return True
    called = [function.body for function in interpreter.entries.entered if "len" in function.idents]
    return any(_forgets(inner) for block in (body, *called) for inner in walk(block))


def _cuts(statement: ir.Statement) -> bool:
    """``kept = kept[-5:]``, be it an attribute."""
    if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Item):
        return False
    target, base = statement.target, statement.value.base
    if not isinstance(target, (ir.Load, ir.Attr)) or not isinstance(base, (ir.Load, ir.Attr)):
        return False
    return isinstance(statement.value.key, ir.Slice) and target.name == base.name


def _forgets(statement: ir.Statement) -> bool:
    """Whether a statement may drop what earlier rounds kept: ``del``, or a name set in one branch alone."""
    if isinstance(statement, ir.Delete):
        return True
    if isinstance(statement, ir.Assign) and isinstance(statement.target, ir.Item):
        return not isinstance(statement.target.key, ir.Load)  # a place that may be taken again
    if not isinstance(statement, ir.If):
        return False
    inside = (*walk(statement.then), *walk(statement.orelse))
    return any(isinstance(inner, (ir.Assign, ir.Delete)) for inner in inside)
