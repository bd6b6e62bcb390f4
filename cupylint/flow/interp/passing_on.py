"""Decorators that only pass a call on: what they make is followed as the function itself.

Beside the call they may write messages, hold a lock, raise other errors, and read clocks.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from cupylint.flow.domain import source_text
from cupylint.flow.interp.unfollowed import tells_only
from cupylint.flow.library.wall_clocks import CLOCKS
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import FunctionValue

_TELLS = frozenset(("functools", "inspect", "logging", "warnings"))
"""Modules of Python that do nothing to the work of a device; of other libraries `tells_only` knows some."""
_KEEPS = frozenset(("append", "add", "setdefault", "update"))
"""Methods that keep a number or a name for later."""
_READS_CLOCK = frozenset((*CLOCKS, "time"))
_LOCK = re.compile(r"lock|mutex|semaphore", re.IGNORECASE)
_ERROR = re.compile(r"\w*(Error|Exception|Warning)$")


class PassesOn(Enum):
    """What a wrapper does with the calls of the function that it was made of."""

    NOTHING_ELSE = "passes them on"
    BETWEEN_CLOCKS = "passes them on, and reads a clock"
    SOMETHING_ELSE = "something else"


def passes_on(state: State, wrapper: FunctionValue, function: FunctionValue) -> PassesOn:
    """Whether a wrapper calls a function once with all that it is given, and returns what that returns.

    What it does besides does nothing to the device, chooses nothing, and comes to the call on every path.
    """
    code = wrapper.function
    kinds = [parameter.kind for parameter in code.parameters]
    if code.is_generator or code.is_async or set(kinds) - {"positional", "*", "**"}:
        return PassesOn.SOMETHING_ELSE
    body = _Body(state, wrapper, function)
    if not body.is_harmless(code.body) or not body.returns:
        return PassesOn.SOMETHING_ELSE
    return PassesOn.BETWEEN_CLOCKS if body.reads_clock else PassesOn.NOTHING_ELSE


class _Body:
    """What a wrapper does, statement by statement.

    Attributes:
        passed: names and temporaries that hold what the function has returned.
        told: temporaries that hold what calls return that only tell something.
        returns: whether it has returned what the function has.
        reads_clock: whether it has read a clock.
    """

    def __init__(self, state: State, wrapper: FunctionValue, function: FunctionValue) -> None:
        self._state, self._wrapper, self._function = state, wrapper, function
        self.passed: set[ir.Name_] = set()
        self.told: set[ir.Name_] = set()
        self.returns = self.reads_clock = False

    def is_harmless(self, block: ir.Block, *, always: bool = True) -> bool:
        """Whether each statement is the one call, hands on its result, or does nothing to the device.

        Args:
            always: the block is come to on every path.
        """
        return all(self._is_harmless(statement, always) for statement in block)

    def _is_harmless(self, statement: ir.Statement, always: bool) -> bool:
        match statement:
            case ir.Call():
                return self._called(statement, always)
            case ir.Assign():
                if _name(statement.value) in self.passed and isinstance(statement.target, ir.Load):
                    self.passed.add(statement.target.name)
                return isinstance(statement.target, (ir.Load, ir.Item, ir.Attr))
            case ir.Return():
                self.returns = always and statement.value is not None and _name(statement.value) in self.passed
                return self.returns
            case ir.With():
                is_lock = _LOCK.search(source_text.last_name(statement.manager)) is not None
                is_told = _name(statement.manager) in self.told
                return (is_lock or is_told) and self.is_harmless(statement.body, always=always)
            case ir.Try():
                return self._tries(statement, always)
            case ir.If():
                sides = (statement.then, statement.orelse)
                return all(self.is_harmless(side, always=False) for side in sides)
        return isinstance(statement, (ir.Augment, ir.Evaluate))

    def _tries(self, statement: ir.Try, always: bool) -> bool:
        """Whether whatever the call raises leaves the wrapper, be it as another error."""
        caught = [handler.body for handler in statement.handlers]
        return (
            all(body and isinstance(body[-1], ir.Raise) for body in caught)
            and all(self.is_harmless(body[:-1], always=False) for body in caught)
            and self.is_harmless(statement.final, always=False)
            and self.is_harmless([*statement.body, *statement.orelse], always=always)
        )

    def _called(self, statement: ir.Call, always: bool) -> bool:
        is_first = always and not self.passed and _gives_all(statement, self._wrapper.function)
        if is_first and _calls(self._state, self._wrapper, statement, self._function):
            self.passed.add(statement.target)
            return True
        self.told.add(statement.target)
        name = source_text.dotted(statement.function)
        last = source_text.last_name(statement.function)
        if last in _READS_CLOCK:
            self.reads_clock = True
            return True
        given = {_name(argument.value) for argument in statement.arguments}
        keeps = isinstance(statement.function, ir.Attr) and last in _KEEPS and given.isdisjoint(self.passed)
        return keeps or _only_tells(name) or _ERROR.match(name) is not None


def _name(expression: ir.Expr) -> ir.Name_ | None:
    return expression.name if isinstance(expression, ir.Load) else None


def _calls(state: State, wrapper: FunctionValue, statement: ir.Call, function: FunctionValue) -> bool:
    """Whether a call is one of the function, by the name that it has in the decorator."""
    called = statement.function
    if not isinstance(called, ir.Load):
        return False
    values = (state.memory.get((frame, called.name)) for frame in wrapper.frames)
    return next((value for value in values if value is not None), None) == function


def _gives_all(statement: ir.Call, wrapper: ir.Function) -> bool:
    """Whether a call is given just what the wrapper is given: ``(self, *args, **kwargs)``."""
    given = [(each.star, each.keyword, getattr(each.value, "name", None)) for each in statement.arguments]
    stars = {"positional": ""}
    return given == [(stars.get(each.kind, each.kind), None, each.name) for each in wrapper.parameters]


def _only_tells(name: str) -> bool:
    return tells_only(name, None) or name.partition(".")[0] in _TELLS
