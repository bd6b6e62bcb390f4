"""FFT plans: transforms of one shape share a cached plan, and all transforms of a plan share its work area.

A plan's work area is memory that each of its transforms writes, so it is treated as an array that the program
does not name. Plans are cached for each thread and device; the stream is no part of the key.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.values import Array, Const, External, Symbol, TupleValue, Value, is_whole
from cupylint.sizes.plan_areas import has_kernels

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_MODULES = ("cupy.fft.", "cupyx.scipy.fft.", "cupyx.scipy.fftpack.")
_COMPLEX = frozenset(("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn"))
_REAL = frozenset(("rfft", "irfft", "rfft2", "irfft2", "rfftn", "irfftn", "hfft", "ihfft"))
_SAME_SHAPE = frozenset("+-*/")
_RANDOM = ("random", "rand", "randn", "standard_normal", "random_sample", "uniform", "normal")
_SHAPED = frozenset(f"cupy.{name}" for name in ("zeros", "ones", "empty", "full", "arange", "linspace")) | frozenset(
    f"cupy.random.{name}" for name in _RANDOM
)
_PLANS = (".get_fft_plan", ".cufft.Plan1d", ".cufft.PlanNd")
_CACHE = frozenset(("get_plan_cache", "set_plan_cache_size", "clear_plan_cache", "enable_nd_planning"))


def made(interpreter: Interpreter, dotted: str, arguments: Arguments, result: Value) -> None:
    """Remember how an array was made: two that were made alike have one shape and type."""
    if dotted in _SHAPED and isinstance(result, Array):
        recipe = (dotted, arguments.values(), arguments.keyword_values())
        if all(_is_decided(value) for value in (*arguments.values(), *dict(arguments.keyword_values()).values())):
            _note(interpreter, result, recipe)


def computed(interpreter: Interpreter, operator: str, operands: list[Value], result: Array) -> None:
    """Remember how the result of an operator was made."""
    if operator not in _SAME_SHAPE:
        return
    parts = [recipe(interpreter, value) if isinstance(value, Array) else value for value in operands]
    if all(isinstance(part, (tuple, Const)) for part in parts):
        _note(interpreter, result, (operator, *parts))


def _is_decided(value: Value) -> bool:
    if isinstance(value, TupleValue):
        return all(_is_decided(item) for item in value.items)
    return isinstance(value, (Const, Symbol, External))


def _note(interpreter: Interpreter, array: Array, made: Hashable) -> None:
    for buffer in array.buffers:
        interpreter.allocations.recipes[buffer] = made


def recipe(interpreter: Interpreter, array: Array) -> Hashable:
    """What two arrays have in common only if they have one shape and type."""
    if is_whole(array):
        (buffer,) = array.buffers
        return interpreter.allocations.recipes.get(buffer, ("buffer", buffer))
    return ("view", array.buffers, array.region)


def area(interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode) -> list[Effect]:
    """The use of a plan's work area by a transform; none where no plan is shared for certain."""
    name = dotted.rpartition(".")[2]
    if not dotted.startswith(_MODULES) or name not in _COMPLEX | _REAL:
        return []
    array, plan = arguments.position(0), arguments.keyword("plan")
    if not isinstance(array, Array):
        return []
    if plan is not None and plan != Const(None):
        if not (isinstance(plan, Symbol) and is_plan(plan)):
            return []
        return [_use(interpreter, ("plan", plan), "the work area of the plan", node)]
    if interpreter.fft_plans.cache_varies or _needs_no_area(interpreter, array):
        return []
    rest = (*arguments.values()[1:], *arguments.keyword_values())
    if not all(_is_decided(value) for value in arguments.values()[1:]):
        return []
    family = "complex" if name.lstrip("i") in _COMPLEX else name
    key = ("cached", state.host, state.device, family, name.removeprefix("i")[3:], recipe(interpreter, array), rest)
    return [_use(interpreter, key, "the work area of the cached plan", node)]


def planned(interpreter: Interpreter, dotted: str, arguments: Arguments, plan: Value) -> None:
    """Remember of ``Plan1d(n, ...)`` whether its length was never seen to need a work area."""
    length = arguments.either(0, "nx") if dotted.endswith(".Plan1d") else None
    if isinstance(length, Const) and type(length.value) is int and has_kernels(length.value):
        interpreter.fft_plans.without_area.add(plan)


def by_plan(
    interpreter: Interpreter, state: State, plan: Value, arguments: Arguments, node: CSTNode
) -> list[Effect] | None:
    """``plan.fft(a, out, direction)`` of a plan that the program has made; None for other calls of that name."""
    given = [arrays_in(state, value) for value in arguments.values()[:2]]
    if not (isinstance(plan, Symbol) and is_plan(plan)) or len(given) < 2:
        return None
    uses = [Effect(array, mode, node) for arrays, mode in zip(given, "rw", strict=True) for array in arrays]
    if plan not in interpreter.fft_plans.without_area:
        uses.append(_use(interpreter, ("plan", plan), "the work area of the plan", node))
    return uses


def is_plan(plan: Symbol) -> bool:
    """Whether a value is a plan that the program has made."""
    key = plan.key
    return type(key) is tuple and bool(key) and key[0] == "made" and str(key[1]).endswith(_PLANS)


def _use(interpreter: Interpreter, key: Hashable, text: str, node: CSTNode) -> Effect:
    buffer = interpreter.fft_plans.areas.get(key)
    if buffer is None:
        buffer = interpreter.fft_plans.areas[key] = interpreter.fresh()
        interpreter.fft_plans.buffers.add(buffer)
        interpreter.names.name_array(buffer, text)
    return Effect(Array(frozenset((buffer,))), "w", node)


def _needs_no_area(interpreter: Interpreter, array: Array) -> bool:
    """Whether the transformed length is known, and such that transforms of it were never seen to go wrong."""
    return all(has_kernels(number) for number in _numbers(recipe(interpreter, array)) if number > 1)


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, Const):
        if isinstance(value.value, int) and not isinstance(value.value, bool):
            yield value.value
    elif isinstance(value, (TupleValue, tuple)):
        for item in value.items if isinstance(value, TupleValue) else value:
            yield from _numbers(item)


def plans_vary(idents: frozenset[str]) -> bool:
    """Whether a file changes how plans are cached, so that nothing is said of cached ones."""
    return bool(idents & _CACHE)
