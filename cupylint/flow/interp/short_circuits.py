"""``a and b``, ``a or b``: one test for both, where the paths that evaluate `b` or not become one again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain import truths
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, Symbol, Value
from cupylint.flow.interp import quantifiers
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter

_TESTS = frozenset(("not", "any", "in", "is", "==", "<", "<=", "chained"))


class Operator(NamedTuple):
    """Where the value of a boolean operator stands, after its first part was evaluated.

    Attributes:
        both: it is ``and``.
        is_asked: nothing but its truth is asked.
        first: the value of the first part.
    """

    place: Hashable
    both: bool
    is_asked: bool
    first: object

    @classmethod
    def of(cls, frame: int, statement: ir.If, state: State) -> Operator:
        """The operator whose second part a statement evaluates, on a path."""
        place = (frame, getattr(statement.test, "name", None))
        return cls(place, bool(statement.then), statement.is_asked, state.memory.get(place))

    def put_together(self, interpreter: Interpreter, then: list[State], orelse: list[State]) -> None:
        """Both parts are known where the second one was evaluated: their test stands for them on all paths."""
        second = self._second(then if self.both else orelse)
        value = None if second is None else self._test(interpreter, second)
        for state in (*then, *orelse) if value is not None else ():
            state.memory[self.place] = value

    def _second(self, evaluated: list[State]) -> Const | Symbol | None:
        """The second part: whether it is true, where the first one decides that; None if paths differ in it."""
        values = {state.memory.get(self.place) for state in evaluated}
        value = values.pop() if len(values) == 1 else None
        known = {truths.truth_of(state, value) for state in evaluated}
        if isinstance(value, Const) and not self.is_asked:
            return value if isinstance(value.value, bool) else None  # ``name or "cupy"``
        if len(known) == 1 and None not in known:
            return Const(known.pop())
        return value if isinstance(value, Symbol) else None

    def _test(self, interpreter: Interpreter, second: Const | Symbol) -> Value | None:
        first = self.first
        if not isinstance(first, Symbol):
            return None
        if isinstance(second, Const) and bool(second.value) is self.both:
            return first
        value = (quantifiers.all_of if self.both else quantifiers.any_of)(interpreter, (first, second))
        if not isinstance(value, Symbol) or self.is_asked or _is_test(first) or _is_test(second):
            return value
        return quantifiers.as_it_is(interpreter, value)


def is_operator(statement: ir.If) -> bool:
    """Whether a statement evaluates the second part of a boolean operator."""
    test, second = statement.test, statement.then or statement.orelse
    if not isinstance(test, ir.Load) or type(test.name) is not int or bool(statement.then) == bool(statement.orelse):
        return False
    last = second[-1]
    return isinstance(last, ir.Assign) and isinstance(last.target, ir.Load) and last.target.name == test.name


def _is_test(value: Value) -> bool:
    """Whether a value is true or false, and nothing else."""
    return isinstance(value, Symbol) and isinstance(value.key, tuple) and bool(value.key) and value.key[0] in _TESTS
