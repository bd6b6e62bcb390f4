"""What stands for the arguments of a function that is followed on its own: arrays, streams, objects, tensors."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from cupylint.flow.device import annotated, array_lists, callers, handed_streams, likely_buffers, torch_library
from cupylint.flow.device.array_evidence import evidence, lists
from cupylint.flow.device.array_names import Evidence, Scope
from cupylint.flow.device.arrays import symbol_array
from cupylint.flow.device.benchmark_parameters import fixture
from cupylint.flow.device.default_objects import is_made_where_left_out
from cupylint.flow.device.interop_arrays import hand_over
from cupylint.flow.device.tensor_parameters import is_network, is_tensor
from cupylint.flow.domain.number_types import stated_number
from cupylint.flow.domain.values import NONE, External, Symbol, Value
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_MODULE = "cupy"


def arguments(interpreter: Interpreter, state: State, code: ir.Function) -> tuple[tuple[str, Value], ...]:
    """Arguments of which only the kind is known, for a function that is followed on its own.

    Device arrays carry the work of the caller, see `callers`.
    """
    scope = Scope.of(interpreter, state)
    objects = _handed_objects(interpreter, state, code)  # first of all: their streams are none that the function makes
    objects |= handed_streams.hand_over(interpreter, state, code)
    made: list[tuple[str, Value]] = []
    for parameter in code.parameters:
        if parameter.kind in ("*", "**") or _is_library(parameter, scope):
            continue
        if parameter.name == _MODULE and parameter.default is None:  # what else is called so
            made.append((parameter.name, External(_MODULE)))
            continue
        if parameter.name in objects:
            made.append((parameter.name, objects[parameter.name]))
            continue
        if is_made_where_left_out(state, code, parameter):
            made.append((parameter.name, NONE))
            continue
        measures = fixture(interpreter, state, code, parameter.name)
        if measures is not None:
            made.append((parameter.name, measures))
            continue
        made.append((parameter.name, _unknown(interpreter, state, code, parameter, scope)))
    likely_buffers.handed_on(interpreter, state, code, made)
    return tuple(made)


def _unknown(interpreter: Interpreter, state: State, code: ir.Function, parameter: ir.Parameter, scope: Scope) -> Value:
    """What stands for an argument of which only the kind is known, if anything is."""
    symbol = interpreter.unknown(parameter.name)
    interpreter.names.name_unknown(symbol, parameter.name)
    known = evidence(code, scope).get(parameter.name, Evidence.NONE)
    if known is not Evidence.NONE:
        array = symbol_array(interpreter, symbol)
        if known is Evidence.ASKED:
            interpreter.parameters.optional.add(symbol)
        if known is not Evidence.LIKELY:
            callers.works_on(interpreter, state, code, parameter.name, array)
        return symbol if known is Evidence.ASKED else array
    if (of_torch := _of_torch(interpreter, state, code, parameter, scope, symbol)) is not None:
        return of_torch
    if parameter.name in lists(code, scope):
        array_lists.hand_over(interpreter, state, code, symbol)
    elif (number := stated_number(code, parameter)) is not None:
        interpreter.parameters.numbers[symbol] = number
    return symbol


def _of_torch(
    interpreter: Interpreter, state: State, code: ir.Function, parameter: ir.Parameter, scope: Scope, symbol: Symbol
) -> Value | None:
    """The tensor or network that a parameter is; None for what is none of torch's."""
    if is_tensor(interpreter, state, code, parameter, scope.dotted):
        tensor = hand_over(symbol_array(interpreter, symbol), "torch", None)
        callers.works_on(interpreter, state, code, parameter.name, tensor, library="torch")
        return tensor
    return torch_library.network(interpreter, parameter.name) if is_network(parameter, scope.dotted) else None


def _handed_objects(interpreter: Interpreter, state: State, code: ir.Function) -> dict[str, Value]:
    """The parameters of which annotations or tests tell what objects they are."""
    found: dict[str, Value] = {}
    for parameter in code.parameters:
        if parameter.kind not in ("*", "**"):
            held = annotated.handed_object(interpreter, state, code, parameter, arguments)
            if held is not None:
                found[parameter.name] = held
    return found


def _is_library(parameter: ir.Parameter, scope: Scope) -> bool:
    """Whether a parameter is CuPy if nothing else is given: ``def f(n, xp=cp)``."""
    default = parameter.default
    return isinstance(default, ir.Load) and scope.dotted(str(default.name)) in ("cupy", "cupyx")


def narrowed(interpreter: Interpreter, state: State, symbol: Symbol) -> None:
    """A test has shown that what `symbol` stands for is a device array."""
    array = symbol_array(interpreter, symbol)
    frame = interpreter.frame.number
    for name, value in state.memory.members(frame):
        if value is symbol:
            state.memory[(frame, name)] = array


def asked(interpreter: Interpreter, state: State, key: tuple[Hashable, ...], holds: bool) -> None:
    """A test came out as `holds`: ``isinstance(x, cp.ndarray)``, or ``x is None`` of what is an array otherwise."""
    if key[0] not in ("isinstance", "is") or len(key) != 3 or not isinstance(key[1], Symbol):
        return
    shown = (
        (holds and key[2] == External("cupy.ndarray")) if key[0] == "isinstance" else _is_array(interpreter, key, holds)
    )
    if shown:
        narrowed(interpreter, state, key[1])


def _is_array(interpreter: Interpreter, key: tuple[Hashable, ...], holds: bool) -> bool:
    return not holds and key[2] == NONE and key[1] in interpreter.parameters.optional
