"""Generators of random numbers: their methods fill arrays on the current stream, as the functions of the module do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint import cupy_model
from cupylint.flow.device import arrays
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Symbol, Value

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_MAKERS = frozenset(f"cupy.random.{name}" for name in ("default_rng", "Generator", "RandomState", "get_random_state"))


def is_generator(value: Value) -> bool:
    """Whether CuPy made it to draw numbers with."""
    key = value.key if isinstance(value, Symbol) else None
    return isinstance(key, tuple) and key[:1] == ("made",) and key[1] in _MAKERS


def draw(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> Value | None:
    """The result of a method of a generator; None if it draws nothing."""
    if name.startswith("_"):
        return None
    spec = cupy_model.generator_method(name, interpreter.options.cupy_version)
    value = arrays.apply(interpreter, state, spec, name, arguments, node)
    dotted = f"cupy.random.Generator.{name}"
    interpreter.forms.called(state, dotted, arguments.values(), arguments.keyword_values(), value, node)
    return value
