"""The order in which Python works out the parts of a statement, and how long it holds the temporaries.

The intermediate program has the calls of a statement before its operators. What matters for memory is the order of
the source: in ``a * b, f()`` the product is there before the call. So the expressions are put together again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING

from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode


@dataclass(slots=True, eq=False)
class Order:
    """One function.

    Attributes:
        places: each operation -> its place in the order.
        spans: each temporary -> the place where it is made and that where it is used last.
    """

    places: dict[CSTNode, int] = field(default_factory=dict)
    spans: dict[int, tuple[int, int]] = field(default_factory=dict)

    def held(self, node: CSTNode | None, below: int) -> set[int]:
        """The temporaries that Python holds while it carries out `node`; with `below` 1 not those it was given."""
        at = None if node is None else self.places.get(node)
        if at is None:
            return set()
        return {number for number, (made, used) in self.spans.items() if made < at <= used - below}


def order_of(function: ir.Function) -> Order:
    """The order of a function's operations."""
    walk = _Walk(function.homes)
    walk.block(function.body)
    return walk.order


_BLOCKS = ("then", "orelse", "body", "handlers", "final")


class _Walk:
    def __init__(self, homes: list[CSTNode | None]) -> None:
        self.order = Order()
        self._homes = homes  # the statement that each temporary is of
        self._count = 0
        self._calls: dict[int, ir.Call] = {}  # not reached yet
        self._made: dict[int, int] = {}  # temporary -> where it is made

    def _next(self, node: CSTNode | None) -> int:
        self._count += 1
        if node is not None:
            self.order.places[node] = self._count
        return self._count

    def block(self, block: ir.Block) -> None:
        for statement in block:
            if not isinstance(statement, ir.Call):
                self._statement(statement)
                continue
            if any(self._home(target) is not self._home(statement.target) for target in self._calls):
                self._flush([])
            self._calls[statement.target] = statement
        self._flush([])

    def _home(self, target: int) -> CSTNode | None:
        return self._homes[target - 1] if 0 < target <= len(self._homes) else None

    def _statement(self, statement: ir.Statement) -> None:
        if isinstance(statement, ir.While):
            for inner in statement.before:
                if isinstance(inner, ir.Call):
                    self._calls[inner.target] = inner
                else:
                    self._statement(inner)
        held: list[int] = []
        for field_ in ("value", "manager", "iterable", "test", "key", "target"):
            part = getattr(statement, field_, None)
            if isinstance(part, ir.Node):
                held += self._visit(part)
        if isinstance(statement, ir.Augment):
            self._close(held, self._next(statement.node))
        if isinstance(statement, ir.Append):
            self._made.setdefault(statement.target, self._next(None))
        if isinstance(statement, ir.Assign) and isinstance(statement.target, ir.Load):
            name = statement.target.name
            if isinstance(name, int):
                self._made.setdefault(name, self._next(None))
        self._flush(held)
        for block in _inner_blocks(statement):
            self.block(block)
        if isinstance(statement, (ir.For, ir.While)):
            self._next(statement.node)

    def _flush(self, held: list[int]) -> None:
        """A statement ends: what it holds goes, and so do calls whose result nobody takes."""
        given = {name for call in self._calls.values() for part in _given(call) for name in _loads(part)}
        for target in [target for target in self._calls if target not in given] + list(self._calls):
            if target in self._calls:
                held += self._call(self._calls.pop(target))
        self._close(held, self._next(None))

    def _close(self, held: list[int], place: int) -> None:
        for number in held:
            self.order.spans[number] = (self._made[number], place)

    def _call(self, call: ir.Call) -> list[int]:
        held = [number for part in _given(call) for number in self._visit(part)]
        place = self._next(call.node)
        self._close(held, place)
        self._made[call.target] = place
        return [call.target]

    def _visit(self, part: ir.Node) -> list[int]:
        """Go through an expression in its order; the temporaries that are still held afterwards."""
        if isinstance(part, ir.Load):
            if not isinstance(part.name, int):
                return []
            call = self._calls.pop(part.name, None)
            if call is not None:
                return self._call(call)
            return [part.name] if part.name in self._made else []
        if isinstance(part, ir.Closure):
            return []
        held = [number for inner in ir.parts(part) for number in self._visit(inner)]
        if isinstance(part, (ir.Binary, ir.Unary, ir.Compare)):
            self._close(held, self._next(part.node))
            return []
        if isinstance(part, ir.Item):
            self._next(part.node)
        return held


def _inner_blocks(statement: ir.Statement) -> Iterator[ir.Block]:
    for name in _BLOCKS:
        inside = getattr(statement, name, None)
        if name == "handlers":
            yield from (handler.body for handler in inside or ())
        elif isinstance(inside, list):
            yield inside


def _given(call: ir.Call) -> list[ir.Expr]:
    return [call.function, *(argument.value for argument in call.arguments)]


def _loads(part: ir.Expr) -> list[int]:
    """The temporaries in an expression."""
    if isinstance(part, ir.Load):
        return [part.name] if isinstance(part.name, int) else []
    return [] if isinstance(part, ir.Closure) else [name for inner in ir.parts(part) for name in _loads(inner)]
