"""What tests in a function's code tell of the objects that it goes on with: ``if not isinstance(x, C): raise``."""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.flow.domain.loop_carried import walk
from cupylint.program import ir


def insisted_on(code: ir.Function, name: str) -> str | None:
    """The class of which `name` has to be for the function to go on, None if it does not test that."""
    kinds: dict[ir.Name_, str] = {}
    for statement in walk(code.body):
        if isinstance(statement, ir.Call):
            kind = _asked(statement, name)
            if kind is not None:
                kinds[statement.target] = kind
        elif isinstance(statement, ir.Assert) and isinstance(statement.test, ir.Load) and statement.test.name in kinds:
            return kinds[statement.test.name]
        elif isinstance(statement, ir.If) and statement.then and isinstance(statement.then[-1], ir.Raise):
            test = statement.test
            held = test.operand if isinstance(test, ir.Unary) and test.operator == "not" else None
            if isinstance(held, ir.Load) and held.name in kinds:
                return kinds[held.name]
    return None


def _asked(call: ir.Call, name: str) -> str | None:
    """The class of ``isinstance(name, Class)``, None for other calls."""
    if not (isinstance(call.function, ir.Load) and call.function.name == "isinstance" and len(call.arguments) == 2):
        return None
    value, kind = (argument.value for argument in call.arguments)
    named = isinstance(value, ir.Load) and value.name == name
    return kind.name if named and isinstance(kind, ir.Load) and isinstance(kind.name, str) else None


def names_given(code: ir.Function, called: str, constructor: ir.Function, parameter: str) -> Iterator[str]:
    """The names that a function gives for a parameter where it calls the class `called`."""
    positions = [each.name for each in constructor.parameters if each.kind == "positional"][1:]
    for statement in walk(code.body):
        if not (isinstance(statement, ir.Call) and isinstance(statement.function, ir.Load)):
            continue
        if statement.function.name != called or any(argument.star for argument in statement.arguments):
            continue
        for position, argument in enumerate(statement.arguments):
            taken = argument.keyword or (positions[position] if position < len(positions) else "")
            if taken == parameter and isinstance(argument.value, ir.Load) and isinstance(argument.value.name, str):
                yield argument.value.name
