"""Turns a NumPy function into a CuPy one: device arrays in, deferred operation, device arrays out."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from cupylint.cupy_model import Waits

from ..engine import Touch, active
from ..host import host_touch, plain
from ..log import View
from . import tables
from .compute import compute
from .devices import session, target
from .operands import array_type, arrays_in, map_arrays, touch, views_of
from .waits import waits as _waits

if TYPE_CHECKING:
    from .arrays import ndarray

Function = Callable[..., Any]


def call_waits(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Waits:
    """Whether the call of a function or method makes the host wait for the current stream, and for its own work."""
    return _waits(name, args, kwargs, lambda value: isinstance(value, array_type()))


@lru_cache(maxsize=1024)
def _out_position(function: Function) -> int | None:
    """The position of the parameter ``out``."""
    if isinstance(function, np.ufunc):
        return function.nin
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        return None
    usual = [name for name, parameter in parameters.items() if parameter.kind <= parameter.POSITIONAL_OR_KEYWORD]
    return usual.index("out") if "out" in usual else None


def call(
    name: str, function: Function, args: tuple[Any, ...], kwargs: dict[str, Any], also: Sequence[Touch] = ()
) -> Any:
    """``cupy.name(*args, **kwargs)``, where `function` is NumPy's. `also`: see `compute`."""
    short = name.rpartition(".")[2]
    if short in tables.METADATA:
        return function(*views_of(args), **views_of(kwargs))
    if short in tables.HOST:
        return function(*map_arrays(args, lambda array: array.get()), **map_arrays(kwargs, lambda array: array.get()))
    waits = call_waits(name, args, kwargs)
    if short in tables.VIEWS or (short == "einsum" and sum(1 for _ in arrays_in(args)) == 1):
        shared = view_call(function, args, kwargs)
        if shared is not None:
            return shared
    if short == "einsum":
        kwargs = {"optimize": True, **kwargs}  # as CuPy does: by products of matrices
    if short in tables.INPLACE:
        compute(name, function, args, kwargs, [args[tables.INPLACE[short]]], waits)
        return None
    position = _out_position(function)
    if position is not None and len(args) > position:
        kwargs = {**kwargs, "out": args[position] if len(args) == position + 1 else args[position:]}
        args = args[:position]
    out = kwargs.get("out")
    if out is None:
        kwargs = {key: value for key, value in kwargs.items() if key != "out"}
        return compute(name, function, args, kwargs, waits=waits, also=also)
    compute(name, function, args, kwargs, list(arrays_in(out)), waits, also)
    return out


def view_call(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result as views of the arguments' memory, None if it does not share it."""
    sources = list(arrays_in([args, kwargs]))
    if not sources:
        return None
    results = function(*views_of(args), **views_of(kwargs))
    parts = results if isinstance(results, (list, tuple)) else [results]
    found = []
    for part in parts:
        owner = next((source for source in sources if _inside(part, source)), None)
        if owner is None:
            return None
        found.append(owner._like(part))
    return found if isinstance(results, list) else tuple(found) if isinstance(results, tuple) else found[0]


def _inside(view: View, source: ndarray) -> bool:
    return not view.size or bool(np.may_share_memory(view, source._owner.bytes))


def to_host(array: ndarray, stream: Any, out: View, blocking: bool) -> None:
    """Copy to host memory `out`. To pageable memory the copy is finished on return in any case."""
    engine = active()
    queue, label = target(stream)
    source = array._view
    if engine.capture is not None and engine.capture.covers(queue):
        raise RuntimeError("the current stream is capturing, so D2H transfers are disallowed")
    watched = host_touch(out, True)
    touches = [touch(array)] + ([watched] if watched is not None else [])
    destination = plain(out)
    if source.size:
        engine.issue(queue, label, touches, lambda: np.copyto(destination, source), copies=True)
    if blocking or watched is None:
        engine.wait_for_stream(queue)
        engine.observe(destination)


def from_host(array: ndarray, source: View, stream: Any = None, direct: bool = True, keep: bool = False) -> None:
    """Copy from host memory. Pageable memory is read now, pinned memory (`direct`) when the stream gets there.

    With `keep`, pinned memory is kept from being handed out again until the host knows that it was read.
    """
    engine = active()
    queue, label = target(stream)
    destination = array._view
    watched = host_touch(source, False)
    touches = [touch(array, True)]
    staged = plain(source)
    if watched is not None and direct:
        touches.append(watched)
    else:
        if watched is not None:
            engine.host_access([watched])
        staged = np.array(staged)
    if destination.size:
        number = engine.issue(
            queue, label, touches, lambda: np.copyto(destination, staged, casting="unsafe"), copies=True
        )
        if keep and watched is not None:
            done = engine.order.hosts[engine.host]
            session().kept = [(of, owner) for of, owner in session().kept if not done >> of & 1] + [
                (number, watched[2])
            ]
