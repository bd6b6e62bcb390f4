"""Functions by which a program tells one of its modules to work with CuPy, where it begins with NumPy.

``xp = numpy`` and ``def use_gpu(): global xp; xp = cupy``: the module is followed as it is once that has been called.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cupylint.flow.domain.array_modules import home
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.loop_carried import targets_of, walk
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import FunctionValue
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.interp.interpreter import Interpreter


def switches(body: ir.Function, state: State, number: int) -> Iterator[tuple[FunctionValue, str]]:
    """The functions of a module that may put CuPy in the place of another library, each with the name that it binds.

    `state` is what the top level `body` leaves behind, `number` its frame.
    """
    held = state.memory.get
    hosts = frozenset(name for name, value in state.memory.members(number) if home(value) == "host")
    if not hosts:
        return
    for function in body.inner:
        value = held((number, function.name))
        if isinstance(value, FunctionValue) and value.function is function and not hosts.isdisjoint(function.idents):
            takes = any(home(held((number, name))) == "device" for name in function.idents)
            if takes or any(module.partition(".")[0] in ("cupy", "cupyx") for module in function.imports):
                yield from ((value, name) for name in _rebound(function) if name in hosts)


def _rebound(function: ir.Function) -> list[str]:
    """The names of its module that a function binds."""
    declared: set[str] = set()
    bound: dict[str, None] = {}
    for statement in walk(function.body):
        if isinstance(statement, ir.Scope):
            declared.update(statement.names if statement.kind == "global" else ())
        elif isinstance(statement, ir.Assign):
            bound.update((name, None) for name in targets_of(statement.target) if isinstance(name, str))
        elif isinstance(statement, ir.Import):
            bound[statement.name] = None
    return [name for name in bound if name in declared]


def call(interpreter: Interpreter, state: State, switch: FunctionValue) -> list[Outcome]:
    """A call of `switch` with nothing known of its arguments."""
    given = tuple(interpreter.unknown(each.name) for each in switch.function.parameters if each.kind == "positional")
    return interpreter.run_function(state, switch, given, ())


def with_cupy(ended: list[State], number: int, name: str) -> list[State]:
    """Those states after a call of a switch on which `name` is CuPy's."""
    return [state for state in ended if home(state.memory.get((number, name))) == "device"]
