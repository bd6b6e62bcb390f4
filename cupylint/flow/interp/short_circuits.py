"""``a and b``, ``a or b``: one test for both, where the paths that evaluate `b` or not become one again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from cupylint.flow.domain import parted
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
        evaluated = then if self.both else orelse
        seconds = {state.memory.get(self.place) for state in evaluated}
        first, second = self.first, seconds.pop() if len(seconds) == 1 else None
        if not isinstance(first, Symbol) or not isinstance(second, (Const, Symbol)):
            return
        if not self.is_asked and isinstance(second, Const) and not isinstance(second.value, bool):
            return  # ``name or "cupy"``
        truths = {parted.truth_of(state, second) for state in evaluated}
        if len(truths) == 1 and None not in truths:
            second = Const(truths.pop())  # the first part decides it
        value: Value | None = first
        if isinstance(second, Symbol) or bool(second.value) is not self.both:
            value = (quantifiers.all_of if self.both else quantifiers.any_of)(interpreter, (first, second))
        if isinstance(value, Symbol) and not (self.is_asked or _is_test(first) or _is_test(second)):
            value = quantifiers.as_it_is(interpreter, value)
        for state in (*then, *orelse) if value is not None else ():
            state.memory[self.place] = value


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
