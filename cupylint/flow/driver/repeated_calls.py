"""How often a method is followed, one call after the other, until it comes back to what an earlier call has used.

Two calls show what one leaves for the next. A method that takes the next slot of a ring each time, swaps two buffers or
drops what was put into a queue some calls ago comes back to the same memory later.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.flow.domain import source_text
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import ClassValue, Const, FunctionValue
from cupylint.flow.driver.preparation import called_on_object
from cupylint.flow.interp.unrolling import LARGEST_RING, RING_METHODS, for_rings, queue_bounds
from cupylint.program import ir

TWICE = 2
_MOST = 11  # that a queue may hold: one call more drops the first, and the next takes its memory


def _queue_lengths(cls: ClassValue) -> list[int] | None:
    """How long the queues may become that ``__init__`` makes; None if it makes none."""
    made = cls.find("__init__")
    if not isinstance(made, FunctionValue) or "deque" not in made.function.idents:
        return None
    return [bound for bound in queue_bounds(made.function) if bound <= _MOST]


def calls_in_a_row(cls: ClassValue, method: FunctionValue) -> int:
    """The number of calls to follow; at least two, and more of the method of a ring or queue."""
    reached = called_on_object(cls, method)
    idents = frozenset().union(*(code.idents for code in reached))
    sizes = [size for code in reached for size in (*code.moduli, *_turns(code)) if 1 < size <= LARGEST_RING]
    unknown = any(code.has_modulo and not code.moduli for code in reached) or not RING_METHODS.isdisjoint(idents)
    queues = _queue_lengths(cls) if "append" in idents else None
    unknown = unknown or queues is not None
    if not (sizes or unknown):
        return TWICE
    limits = [*(queues or ()), *(limit for code in reached for limit in _limits(cls, code) if unknown)]
    return max(for_rings(sizes, unknown), max(limits, default=0) + 2)


def rebinds(cls: ClassValue, method: FunctionValue) -> bool:
    """Whether a method gives an attribute a new value that is no constant: what it held before is dropped."""
    return any(
        isinstance(each, ir.Assign) and isinstance(each.target, ir.Attr) and not isinstance(each.value, ir.Const)
        for code in called_on_object(cls, method)
        for each in walk(code.body)
    )


def _limits(cls: ClassValue, code: ir.Function) -> Iterator[int]:
    """The small numbers that a method compares something with, such as ``len(self.kept) > self.MOST``."""
    for statement in walk(code.body):
        for expression in source_text.expressions_in(statement):
            if isinstance(expression, ir.Compare):
                for side in (expression.left, expression.right):
                    value = cls.find(side.name) if isinstance(side, ir.Attr) else side
                    number = value.value if isinstance(value, (Const, ir.Const)) else None
                    if type(number) is int and 0 < number <= _MOST:
                        yield number


def _turns(code: ir.Function) -> Iterator[int]:
    """The sizes of the rings that a method goes round by its assignments.

    ``self.a, self.b = self.b, self.a`` takes the next of two each time, as ``self.i = 1 - self.i`` does.
    """
    for statement in walk(code.body):
        if isinstance(statement, ir.Augment) and isinstance(statement.target, ir.Attr) and statement.operator == "^":
            yield 2
        elif isinstance(statement, ir.Assign) and isinstance(target := statement.target, ir.Attr):
            if _is_other_way(statement.value, target.name):
                yield 2
        elif isinstance(statement, ir.Assign) and isinstance(target, ir.Unpack):
            names = [each.name for each in target.targets if isinstance(each, ir.Attr)]
            sources = statement.value.items if isinstance(statement.value, ir.Build) else ()
            if names and sorted(names) == sorted(each.name for each in sources if isinstance(each, ir.Attr)):
                yield len(names)


def _is_other_way(value: ir.Expr, name: str) -> bool:
    """Whether a value is ``1 - self.name``, ``not self.name`` or ``self.name ^ 1``."""
    if isinstance(value, ir.Unary):
        return value.operator == "not" and _is_attribute(value.operand, name)
    if not isinstance(value, ir.Binary):
        return False
    if value.operator == "-":
        return isinstance(value.left, ir.Const) and _is_attribute(value.right, name)
    return value.operator == "^" and (_is_attribute(value.left, name) or _is_attribute(value.right, name))


def _is_attribute(value: ir.Expr, name: str) -> bool:
    return isinstance(value, ir.Attr) and value.name == name
