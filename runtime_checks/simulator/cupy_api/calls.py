"""Turns a NumPy function into a CuPy one: device arrays in, deferred operation, device arrays out."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine import Touch, active
from ..host import host_touch, plain, scalar
from ..log import View
from . import tables
from .devices import current_device, session, target
from .errors import OutOfMemoryError
from .unknown import lacking, unknown_in
from .waits import waits as _waits
from .work import BY_MASK, planned, take, taken

if TYPE_CHECKING:
    from .arrays import ndarray

Function = Callable[..., Any]


def _array_type() -> type[ndarray]:
    from .arrays import ndarray

    return ndarray


def arrays_in(value: Any) -> Iterator[ndarray]:
    """The device arrays in nested lists, tuples and dictionaries."""
    if isinstance(value, _array_type()):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from arrays_in(item)
    elif isinstance(value, dict):
        yield from arrays_in(list(value.values()))


def call_waits(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Whether the call of a function or method makes the host wait for the current stream."""
    return _waits(name, args, kwargs, lambda value: isinstance(value, _array_type()))


def map_arrays(value: Any, change: Callable[[ndarray], Any]) -> Any:
    """`value` with every device array in it changed."""
    if isinstance(value, _array_type()):
        return change(value)
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(map_arrays(item, change) for item in value)
    if isinstance(value, dict):
        return {key: map_arrays(item, change) for key, item in value.items()}
    return value


def views_of(value: Any) -> Any:
    """`value` with the storage of every device array in its place."""
    return map_arrays(value, lambda array: array._view)


def touch(array: ndarray, writes: bool = False) -> Touch:
    """An access to the whole of `array`."""
    return array._view, writes, array._owner


def _written(arrays: Iterable[ndarray]) -> list[Touch]:
    return [touch(array, True) for array in arrays]


def _any_elements(arrays: Iterable[ndarray]) -> bool:
    return any(array.size for array in arrays)


def reject_host_arrays(values: Any) -> None:
    """CuPy's computing functions take no NumPy arrays.

    Raises:
        TypeError: there is one of more than one element.
    """
    for value in values.values() if isinstance(values, dict) else values:
        if isinstance(value, np.ndarray) and value.size != 1:
            raise TypeError(f"Unsupported type {type(value)}")


# -- shapes ------------------------------------------------------------------------------------


def _signature(value: Any) -> Hashable:
    if isinstance(value, _array_type()):
        return "array", value.shape, value.dtype.str, value._view.strides
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, *map(_signature, value))
    if isinstance(value, dict):
        return tuple((key, _signature(item)) for key, item in sorted(value.items()))
    return type(value).__name__, repr(value)


def _dry(value: Any) -> Any:
    return map_arrays(value, lambda array: np.ones(array.shape, array.dtype))


def _plan(result: Any) -> Any:
    """Shapes and types of a result; other values stay."""
    if isinstance(result, (tuple, list)):
        return [_plan(item) for item in result]
    result = np.asarray(result)
    return result.shape, result.dtype


def _allocate(plan: Any) -> Any:
    if isinstance(plan, list):
        return tuple(_allocate(item) for item in plan)
    return _array_type()(*plan)


def _store(results: Any, value: Any) -> None:
    if isinstance(results, tuple):
        for result, item in zip(results, value, strict=True):
            _store(result, item)
    else:
        np.copyto(results, value, casting="unsafe")


def _on_device(function: Function) -> Function:
    """`function`, for which the memory of this machine stands in for that of the device.

    Where NumPy has no room for a result, the device would have had none either, or it is larger than this machine.
    """

    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except OutOfMemoryError:
            raise
        except MemoryError as error:
            shape, kind = getattr(error, "shape", ()), getattr(error, "dtype", np.dtype(np.uint8))
            size = int(np.prod(shape, dtype=object)) * kind.itemsize
            refusal = active().memory.refusal(size, current_device())
        raise OutOfMemoryError(*refusal.args) if isinstance(refusal, MemoryError) else refusal

    return run


# -- calls -------------------------------------------------------------------------------------


def _load(name: str, args: Sequence[Any], sources: Sequence[ndarray]) -> None:
    """The host loads the kernel of a call, if it takes one: a fill with zeros does not."""
    if name in ("fill", "setitem") and not isinstance(args[-1], _array_type()):
        if np.any(args[-1]):
            active().progress.load(active(), ("fill", args[0].dtype))
        return
    active().progress.load(active(), (name, *(array.dtype for array in sources)))


def compute(
    name: str,
    function: Function,
    args: Sequence[Any],
    kwargs: dict[str, Any],
    writes: Sequence[ndarray] = (),
    waits: bool = False,
    also: Sequence[Touch] = (),
) -> Any:
    """Issue ``function(*args, **kwargs)`` on the current stream.

    Args:
        name: what the call is known by.
        function: works on NumPy arrays.
        args, kwargs: may contain device arrays, which are read.
        writes: those of them that are written in place instead of giving a new result.
        waits: the result's shape depends on the data, so that the host waits for it.
        also: further memory that the operation touches.

    Returns:
        new device arrays, or None if `writes` is given.
    """
    if next(unknown_in([args, kwargs]), None) is not None:
        return _of_unknown(name, args, kwargs, writes)
    engine = active()
    stream, label = target()
    args, kwargs = [scalar(plain(arg)) for arg in args], {key: scalar(plain(arg)) for key, arg in kwargs.items()}
    reject_host_arrays(args)
    sources = [array for array in arrays_in([args, kwargs]) if not any(array is out for out in writes)]
    touches = [*also, *map(touch, sources), *_written(writes)]
    work = taken(_masked(name) if waits else name, function, args, kwargs, {array.dtype for array in sources})
    _load(name, args, sources)
    run = partial(_on_device(function), *views_of(args), **views_of(kwargs))
    if writes:
        take(work)
        if _any_elements(writes):
            engine.issue(stream, label, touches, run, idle=name == "fill" and _can_fill(writes[0], args[-1]))
        if waits:
            engine.wait_for_stream(stream)
        return None
    if waits:
        box: list[Any] = []
        engine.issue(stream, label, touches, lambda: box.append(run()))
        engine.wait_for_stream(stream)
        results = _allocate(_plan(box[0]))
        take(work)
        targets = views_of(results)
        engine.issue(stream, label, _written(arrays_in(results)), lambda: _store(targets, box[0]))
        return results
    key = name, _signature(args), _signature(kwargs)
    captured = engine.capture is not None and engine.capture.covers(stream)
    if engine.in_turn and not captured and isinstance(function, np.ufunc) and _is_plain(function, kwargs):
        # The result is made where it belongs, without a copy.
        shape = np.broadcast_shapes(*(array.shape for array in sources))
        made = _array_type()(shape, _kind(function, args, kwargs))
        target_view, views, options = made._view, views_of(args), dict(kwargs)
        if made.size:
            engine.issue(
                stream,
                label,
                [*touches, touch(made, True)],
                lambda: function(*views, out=target_view, **options),
                idle=function is not np.power or made.dtype.kind not in "iu",  # NumPy refuses some of those
            )
        return made
    form = _form(key, function, args, kwargs) if engine.in_turn and not captured else None
    if form is not None:
        results = _allocate(form)
        take(work)
        targets = views_of(results)
        written = _written(arrays_in(results))
        if _any_elements(arrays_in(results)):
            engine.issue(stream, label, [*touches, *written], lambda: _store(targets, run()), idle=True)
        return results
    if engine.prompt and not captured:
        # Everything issued so far has run: the result is there before its memory is.
        value = run()
        plan = engine.shapes[key] = _plan(value)
    else:
        plan = engine.shapes.get(key)
        if plan is None:
            plan = engine.shapes[key] = _plan(_on_device(function)(*_dry(args), **_dry(kwargs)))
        value = None
    results = _allocate(plan)
    take(work)
    targets = views_of(results)
    touches += _written(arrays_in(results))
    if _any_elements(arrays_in(results)):
        engine.issue(stream, label, touches, lambda: _store(targets, run() if value is None else value))
    return results


def _masked(name: str) -> str:
    """What a call is known by that waits."""
    return {"getitem": "boolean indices", "setitem": BY_MASK}.get(name, name)


def _is_plain(function: np.ufunc, kwargs: Mapping[str, Any]) -> bool:
    """Whether a call works element by element and has one result, of the shape of its arguments."""
    return function.signature is None and function.nout == 1 and kwargs.keys() <= {"dtype"}


def _can_fill(array: ndarray, value: Any) -> bool:
    """Whether a fill is sure to work: with a number, of an array of numbers."""
    if array.dtype.kind not in "biufc" or not isinstance(value, (bool, int, float, np.number)):
        return False
    with np.errstate(all="ignore"):
        np.empty((), array.dtype).fill(value)
    return True


def _form(key: tuple[str, Any, Any], function: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """The plan of a result that is known before it is computed, None for others; `key`: of the call."""
    if key in active().shapes and "linalg." not in key[0]:  # those may fail
        return active().shapes[key]
    if function is np.matmul and not kwargs and len(args) == 2:
        one, two = args
        if all(isinstance(array, _array_type()) and array.ndim == 2 for array in args) and one.shape[1] == two.shape[0]:
            return (one.shape[0], two.shape[1]), np.matmul(np.ones((1, 1), one.dtype), np.ones((1, 1), two.dtype)).dtype
    return planned(key[0], args, kwargs)


def _kind(function: np.ufunc, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """The type of the result: single elements have that of whole arrays."""
    with np.errstate(all="ignore"):
        return function(*map_arrays(args, lambda array: np.ones((), array.dtype)), **kwargs).dtype


def _of_unknown(name: str, args: Sequence[Any], kwargs: dict[str, Any], writes: Sequence[ndarray]) -> Any:
    """The result of a call with something that is not known."""
    source = next(unknown_in([args, kwargs]))
    made = lacking(source._name, args, kwargs, writes)
    return None if writes else made


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
