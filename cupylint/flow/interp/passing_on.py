"""Decorators that only pass a call on, with a message perhaps: what they make is followed as the function itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain import source_text
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.interp.unfollowed import tells_only
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import FunctionValue

_TELLS = frozenset(("functools", "inspect", "logging", "warnings"))
"""Modules of Python that do nothing to the work of a device; of other libraries `tells_only` knows some."""


def only_passes_on(state: State, wrapper: FunctionValue, function: FunctionValue) -> bool:
    """Whether a wrapper calls a function once with all that it is given, and returns what that returns.

    What it does besides may tell something; it reads no clock, chooses nothing, and comes to the call on every path.
    """
    code = wrapper.function
    names = {parameter.kind: parameter.name for parameter in code.parameters}
    if code.is_generator or code.is_async or len(code.parameters) != 2 or names.keys() != {"*", "**"}:
        return False
    body = _Body(state, wrapper, function, names)
    return all(body.is_harmless(statement) for statement in walk(code.body)) and body.returns


class _Body:
    """What a wrapper does, statement by statement.

    Attributes:
        passed: names and temporaries that hold what the function has returned.
        told: temporaries that hold what calls return that only tell something.
        returns: whether it has returned what the function has.
    """

    def __init__(self, state: State, wrapper: FunctionValue, function: FunctionValue, names: dict[str, str]) -> None:
        self._state, self._wrapper, self._function, self._names = state, wrapper, function, names
        self.passed: set[ir.Name_] = set()
        self.told: set[ir.Name_] = set()
        self.returns = False

    def is_harmless(self, statement: ir.Statement) -> bool:
        """Whether a statement is the one call, hands on its result, or only tells something."""
        if isinstance(statement, ir.Call):
            return self._called(statement)
        if isinstance(statement, ir.Assign):
            if _name(statement.value) in self.passed and isinstance(statement.target, ir.Load):
                self.passed.add(statement.target.name)
            return isinstance(statement.target, ir.Load)
        if isinstance(statement, ir.Return):
            self.returns = statement.value is not None and _name(statement.value) in self.passed
            return self.returns
        if isinstance(statement, ir.With):
            return _name(statement.manager) in self.told
        return isinstance(statement, ir.Evaluate)

    def _called(self, statement: ir.Call) -> bool:
        is_first = not self.passed and _gives_all(statement, self._names)
        if is_first and _calls(self._state, self._wrapper, statement, self._function):
            self.passed.add(statement.target)
            return True
        self.told.add(statement.target)
        return _only_tells(source_text.dotted(statement.function))


def _name(expression: ir.Expr) -> ir.Name_ | None:
    return expression.name if isinstance(expression, ir.Load) else None


def _calls(state: State, wrapper: FunctionValue, statement: ir.Call, function: FunctionValue) -> bool:
    """Whether a call is one of the function, by the name that it has in the decorator."""
    called = statement.function
    if not isinstance(called, ir.Load):
        return False
    values = (state.memory.get((frame, called.name)) for frame in wrapper.frames)
    return next((value for value in values if value is not None), None) == function


def _gives_all(statement: ir.Call, names: dict[str, str]) -> bool:
    """Whether a call is given just what the wrapper is given: ``(*args, **kwargs)``."""
    given = [(each.star, getattr(each.value, "name", None)) for each in statement.arguments]
    return given == [("*", names["*"]), ("**", names["**"])]


def _only_tells(name: str) -> bool:
    return tells_only(name, None) or name.partition(".")[0] in _TELLS
