"""Which parameters of a function are tensors of torch: what annotations say, and what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cupylint.flow.device.named_parameters import handed_on
from cupylint.flow.device.torch_library import AUTOGRAD, NETWORK, is_a
from cupylint.flow.domain import source_text
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.values import ClassValue, External
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_HAND_OVER = frozenset(("data_ptr", "from_dlpack", "fromDlpack", "asarray", "array", "ExternalStream"))
"""Names by which CuPy takes tensors of torch that are on the device."""
_OF_TENSORS = frozenset(
    ("contiguous", "data_ptr", "detach", "is_cuda", "new_empty", "new_ones", "new_zeros", "numel", "requires_grad")
)
"""Attributes that tensors of torch have, and arrays of CuPy have not."""
_DEPTH = 2  # calls by which a parameter is handed on
_NETWORKS = frozenset((NETWORK, "torch.jit.ScriptModule"))
_CALLED_BY_TORCH = {NETWORK: ("forward",), AUTOGRAD: ("forward", "backward")}
"""Methods that torch calls, by the class that theirs inherits from."""


def is_tensor(
    interpreter: Interpreter, state: State, code: ir.Function, parameter: ir.Parameter, dotted: Callable[[str], str]
) -> bool:
    """Whether a parameter is a tensor, in a file that hands tensors to CuPy. `dotted` names what annotations name."""
    idents = interpreter.entries.idents
    if "torch" not in idents or _HAND_OVER.isdisjoint(idents):
        return False
    if parameter.annotation:
        return parameter.annotation.endswith("Tensor") and dotted(parameter.annotation) == "torch.Tensor"
    if _is_gradient(state, code, parameter):
        return True
    if _is_used_as_tensor(state, code, parameter.name):
        return True
    return is_called_by_torch(state, code) and parameter.name in _handed_on(state, code)


def is_network(parameter: ir.Parameter, dotted: Callable[[str], str]) -> bool:
    """Whether a parameter is a network of torch, by its annotation."""
    return parameter.annotation.endswith("Module") and dotted(parameter.annotation) in _NETWORKS


def is_called_by_torch(state: State, code: ir.Function) -> bool:
    """Whether a function is a method that torch calls with tensors whose work it does not wait for."""
    return any(code.name in names and _is_of(state, code, base) for base, names in _CALLED_BY_TORCH.items())


def _is_of(state: State, code: ir.Function, base: str) -> bool:
    """Whether a function is a method of a class that inherits from one of torch."""
    cls = state.memory.get((0, code.parent_class)) if code.parent_class else None
    return isinstance(cls, ClassValue) and is_a(cls, base)


def _is_gradient(state: State, code: ir.Function, parameter: ir.Parameter) -> bool:
    """Whether a parameter is one of the gradients that torch calls ``backward(ctx, *gradients)`` with."""
    return code.name == "backward" and parameter is not code.parameters[0] and _is_of(state, code, AUTOGRAD)


def _is_used_as_tensor(state: State, code: ir.Function, name: str, depth: int = _DEPTH) -> bool:
    """Whether attributes that only tensors of torch have are asked of a parameter, also where it is handed on."""
    if not _OF_TENSORS.isdisjoint(code.idents) and name in _used_as_tensors(code):
        return True
    return bool(depth) and any(
        _is_used_as_tensor(state, called, inside, depth - 1) for called, inside in handed_on(state, code, name)
    )


def _used_as_tensors(code: ir.Function) -> set[str]:
    """The names of which attributes are asked that only tensors of torch have."""
    return {
        str(expression.base.name)
        for statement in walk(code.body)
        for expression in source_text.expressions_in(statement)
        if isinstance(expression, ir.Attr) and isinstance(expression.base, ir.Load) and expression.name in _OF_TENSORS
    }


def _handed_on(state: State, code: ir.Function) -> set[str]:
    """The names that functions of torch, and what the object of a method holds, are called with first of all."""
    return {
        str(first.value.name)
        for call in _calls(code)
        if (first := next(iter(call.arguments), None)) is not None
        and first.keyword is None
        and not first.star
        and isinstance(first.value, ir.Load)
        and (_is_of_torch(state, call.function) or _is_held(code, call.function))
    }


def _calls(code: ir.Function) -> Iterator[ir.Call]:
    return (statement for statement in walk(code.body) if isinstance(statement, ir.Call))


def _is_of_torch(state: State, function: ir.Expr) -> bool:
    """``torch.relu``, ``F.relu``."""
    while isinstance(function, ir.Attr):
        function = function.base
    value = state.memory.get((0, function.name)) if isinstance(function, ir.Load) else None
    return isinstance(value, External) and value.dotted.partition(".")[0] == "torch"


def _is_held(code: ir.Function, function: ir.Expr) -> bool:
    """``self.layer``, or a method of it, as a network calls its layers."""
    while isinstance(function, ir.Attr) and isinstance(function.base, ir.Attr):
        function = function.base
    own = code.parameters[0].name if code.parameters else ""
    return isinstance(function, ir.Attr) and isinstance(function.base, ir.Load) and function.base.name == own
