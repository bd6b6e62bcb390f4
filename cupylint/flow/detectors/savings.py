"""Memory that could be saved; looked for only where a rule asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.detectors.double_precision import Doubles, Operation
from cupylint.flow.detectors.temporaries import Expressions
from cupylint.flow.domain.values import Array

if TYPE_CHECKING:
    from cupylint.facts import Fact
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir
    from cupylint.sizes.forms import Form


class Savings:
    """What one file could save."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._expressions = Expressions(interpreter)
        self._doubles = Doubles(interpreter)

    def called(self, state: State, operation: Operation, buffer: int) -> None:
        """An operation has made a new array of one allocation."""
        form = self._interpreter.peak_memory.form
        operands: list[tuple[Array | None, Form | None]] = [
            (value, form(value)) if isinstance(value, Array) else (None, None) for value in operation.values
        ]
        self._expressions.computed(operation.name, operation.made, operands, operation.node)
        self._doubles.called(state, operation, buffer)

    def assigned(self, state: State, statement: ir.Assign) -> None:
        """An assignment is done."""
        self._expressions.assigned(state, statement)

    def found(self) -> list[Fact]:
        """All that could be saved."""
        return [*self._expressions.found(), *self._doubles.found()]
