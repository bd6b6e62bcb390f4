"""Fixtures that tests get: which parameters stand for those of pytest-benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.readings import Fixture
from cupylint.flow.domain.values import FunctionValue

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir

_NAMES = frozenset(("benchmark", "gpubenchmark"))
_FOLDERS = 4  # upwards from the file, in which a ``conftest.py`` is looked for


def takes_fixture(code: ir.Function) -> bool:
    """Whether a function is a test that gets such a fixture, going by names."""
    return code.name.startswith("test") and any(parameter.name in _NAMES for parameter in code.parameters)


def fixture(interpreter: Interpreter, state: State, code: ir.Function, name: str) -> Fixture | None:
    """What the parameter `name` of a function stands for, if it is such a fixture and the project has none so named."""
    if name not in _NAMES or not takes_fixture(code) or isinstance(state.memory.get((0, name)), FunctionValue):
        return None
    return None if _is_replaced(interpreter, name) else Fixture(name)


def _is_replaced(interpreter: Interpreter, name: str) -> bool:
    """Whether a ``conftest.py`` beside the checked file, or above it, binds the name."""
    library, path = interpreter.library, interpreter.modules.paths.get(0)
    if library is None or path is None:
        return False
    found = (library.find(path, f"{'.' * level}conftest") for level in range(1, _FOLDERS + 1))
    bodies = (library.body(member.path) for member in found if member is not None and not member.names)
    return any(body is not None and name in body.assigned for body in bodies)
