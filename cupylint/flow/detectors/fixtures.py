"""Fixtures of pytest that time what they are given: the clock is read before and after, and nothing is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.detectors import clocks
from cupylint.flow.detectors.readings import Fixture, Interval, Span
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.values import NONE, Const, DictValue, FunctionValue, TupleValue, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir

Outcome = tuple["State", Value]
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


def benchmarked(
    interpreter: Interpreter, state: State, by: Fixture, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """``benchmark(f, *args, **kwargs)``: calls f, keeps the time that took and returns what f does."""
    placed = arguments.positional_placed()
    if not placed:
        return [(state, interpreter.unknown(by.name))]
    keywords = {name: (value, node) for name, value in arguments.keyword_values()}
    first = clocks.read(interpreter, state, node)
    outcomes = interpreter.invoke(state, placed[0][0], Arguments(placed[1:], keywords, arguments.partial), node)
    for after, _ in outcomes:
        clocks.use(interpreter, after, Interval((Span(first, clocks.read(interpreter, after, node), by.name),)))
    return outcomes


def pedantic(interpreter: Interpreter, state: State, by: Fixture, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``benchmark.pedantic(f, args=(), kwargs={})``; what `setup` returns instead of these is not known."""
    target = arguments.either(0, "target")
    if target is None or arguments.either(3, "setup") not in (None, NONE):
        return [(state, interpreter.unknown(by.name))]
    items = items_of(state, arguments.either(1, "args") or TupleValue(()))
    named = arguments.either(2, "kwargs") or NONE
    pairs = list(dict_items(state, named)) if isinstance(named, DictValue) else []
    keywords = {str(key.value): (value, node) for key, value in pairs if isinstance(key, Const)}
    whole = items is not None and len(keywords) == len(pairs) and (named == NONE or isinstance(named, DictValue))
    positional = [(value, node) for value in (target, *(items or ()))]
    return benchmarked(interpreter, state, by, Arguments(positional, keywords, not whole), node)
