"""Decorators: run where the function or class is defined, as Python does, so that what they register is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.flow.device import jit_parameters
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.readings import Fixture
from cupylint.flow.domain.values import (
    BoundMethod,
    ClassValue,
    External,
    FunctionValue,
    Generator,
    Instance,
    Kernel,
    Method,
    Partial,
    Symbol,
    Value,
)
from cupylint.flow.interp.evaluate import evaluate
from cupylint.flow.interp.joins import join_outcomes
from cupylint.flow.interp.passing_on import PassesOn, passes_on
from cupylint.flow.library import suspension
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_FUSED = ("cupy.fuse", "cupy.vectorize", "cupyx.jit.fuse")
_COMPILED = {"cupyx.jit.rawkernel": "jit", "numba.cuda.jit": "numba"}
"""Decorators that make kernels, and the kinds of these."""
_CHOOSES = ("functools.singledispatch", "functools.singledispatchmethod")
"""Decorators by which other functions may be called, as its argument is."""
_KINDS = ("property", "staticmethod", "classmethod", "cached_property", "functools.cached_property")
_OF_THE_FILE = (FunctionValue, BoundMethod, ClassValue, Instance)
_CALLS_AT_ONCE = (*_OF_THE_FILE, Fixture)


def decorated(
    interpreter: Interpreter, state: State, value: Value, statement: ir.Define | ir.DefineClass
) -> list[Outcome]:
    """The function or class as its decorators leave it; an unknown one is taken to keep what it does."""
    outcomes: list[Outcome] = [(state, value)]
    names = statement.function.decorator_names if isinstance(statement, ir.Define) else ("",) * 99
    for decorator, text in reversed(list(zip(statement.decorators, names, strict=False))):
        after: list[Outcome] = []
        for each, held in outcomes:
            after += _apply(interpreter, each, evaluate(interpreter, each, decorator), held, text, decorator.node)
        outcomes = join_outcomes(after, interpreter.work.paths_kept, interpreter.unknown)
    if isinstance(value, FunctionValue):
        wrapper = next((held for _, held in outcomes if held != value and not _is_hidden(held)), None)
        if wrapper is not None:
            interpreter.entries.decorated[value.function] = wrapper
    return outcomes


def _apply(
    interpreter: Interpreter, state: State, decorator: Value, held: Value, text: str, node: CSTNode | None
) -> list[Outcome]:
    dotted = _dotted(decorator)
    if isinstance(held, FunctionValue):
        if (kernel := compiled(decorator, held)) is not None:
            return [(state, kernel)]
        may_wait = isinstance(decorator, (Symbol, External)) and text and SOUNDS_LIKE_WAITING.search(text)
        if may_wait or dotted in _CHOOSES:
            return [(state, _hidden(held))]
        if dotted in suspension.MANAGERS:
            interpreter.tasks.managers.add(held.function)
    if not _is_followed(decorator) or node is None:
        return [(state, _kept(held, text if text in _KINDS else dotted))]
    statement = interpreter.statement
    found = interpreter.invoke(state, decorator, Arguments([(held, node)], {}), node)
    interpreter.statement = statement
    return [(after, _known(interpreter, after, held, made)) for after, made in found]


def compiled(compiler: Value, function: Value | None) -> Kernel | None:
    """The kernel that ``@compiler`` or ``compiler(function)`` makes of a function; None if it makes something else."""
    dotted = _dotted(compiler)
    if not dotted or not isinstance(function, FunctionValue):
        return None
    if dotted in _FUSED:
        return Kernel("function")
    kind = _COMPILED.get(dotted)
    return None if kind is None else Kernel(kind, jit_parameters.jit_modes(function.function))


def _known(interpreter: Interpreter, state: State, held: Value, made: Value) -> Value:
    if isinstance(held, ClassValue):
        return made if isinstance(made, ClassValue) else held
    if isinstance(held, FunctionValue) and isinstance(made, FunctionValue):
        how = passes_on(state, made, held)
        if how is PassesOn.NOTHING_ELSE:
            return held
        if how is PassesOn.BETWEEN_CLOCKS:
            return replace(held, by_way_of=made)
    if not isinstance(made, Symbol):
        return made
    if isinstance(held, FunctionValue):
        return _hidden(held)
    return interpreter.symbol(("decorated", interpreter.fresh()), made.label)


_HIDDEN = "<not seen>"


def is_hidden(function: ir.Function) -> bool:
    """Whether a decorator has put something around a function that is not seen, and that may wait for all work."""
    return _HIDDEN in function.decorator_names


def _is_hidden(value: Value) -> bool:
    return isinstance(value, FunctionValue) and is_hidden(value.function)


def _hidden(held: FunctionValue) -> FunctionValue:
    return _marked(held, _HIDDEN)


def _kept(held: Value, text: str) -> Value:
    """A function that another decorator made is a property (or bound to the class) like the one that was written."""
    if text not in _KINDS or not isinstance(held, FunctionValue) or text in held.function.decorator_names:
        return held
    return _marked(held, text)


def _marked(held: FunctionValue, text: str) -> FunctionValue:
    return replace(held, function=held.function.decorated(text))


def _dotted(decorator: Value) -> str:
    target = decorator.receiver if isinstance(decorator, Method) else decorator
    if isinstance(target, Symbol) and isinstance(target.key, tuple) and target.key and target.key[0] == "made":
        return str(target.key[1])
    return target.dotted if isinstance(target, External) else ""


def _is_followed(decorator: Value) -> bool:
    """Whether a decorator is code of this file."""
    if isinstance(decorator, Instance):
        return isinstance(decorator.cls.find("__call__"), FunctionValue) or wraps(decorator)
    if isinstance(decorator, Partial):
        return _is_followed(decorator.function)
    return isinstance(decorator, _CALLS_AT_ONCE) or wraps(decorator)


# -- context managers as decorators ----------------------------------------------------------------


def wraps(manager: Value) -> bool:
    """Whether calling a context manager with a function makes one that runs inside of it."""
    if isinstance(manager, Instance):
        enters = isinstance(manager.cls.find("__enter__"), FunctionValue)
        return enters and manager.cls.find("__call__") is None and manager.cls.open
    return isinstance(manager, Generator) and manager.manager


def wrapped(interpreter: Interpreter, state: State, manager: Value, function: Value, node: CSTNode) -> FunctionValue:
    """The function that ``manager(function)`` makes: ``with manager: return function(*args, **kwargs)``."""
    number = interpreter.fresh()
    state.memory[(number, "manager")] = manager
    state.memory[(number, "function")] = function
    closure = (number, *function.frames) if isinstance(function, FunctionValue) else (number, interpreter.frame.module)
    return FunctionValue(_inside(node), closure)


def _inside(node: CSTNode) -> ir.Function:
    arguments = [ir.Argument(ir.Load(node, "args"), None, "*"), ir.Argument(ir.Load(node, "kwargs"), None, "**")]
    body: ir.Block = [
        ir.Call(node, 1, ir.Load(node, "function"), arguments, node),
        ir.Return(node, ir.Load(node, 1)),
    ]
    parameters = [ir.Parameter("args", None, "*"), ir.Parameter("kwargs", None, "**")]
    with_ = ir.With(node, ir.Load(node, "manager"), None, body)
    return ir.Function(
        node, "wrapped", parameters, [with_], frozenset(("manager", "function")), frozenset(), False, False, False,
        frozenset(("args", "kwargs")), temporaries=1,
    )  # fmt: skip
