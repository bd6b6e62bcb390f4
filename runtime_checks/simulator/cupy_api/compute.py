"""NumPy's functions as work of a device: issued to the current stream, with device arrays for their results."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from cupylint.cupy_model import Waits
from cupylint.order import Stream

from ..engine import Touch, active
from ..host import plain, scalar
from .devices import current_device, target
from .errors import OutOfMemoryError
from .operands import any_elements, array_type, arrays_in, map_arrays, reject_host_arrays, touch, views_of, written
from .unknown import lacking, unknown_in
from .work import BY_MASK, planned, take, taken

if TYPE_CHECKING:
    from .arrays import ndarray

Function = Callable[..., Any]


def compute(
    name: str,
    function: Function,
    args: Sequence[Any],
    kwargs: dict[str, Any],
    writes: Sequence[ndarray] = (),
    waits: Waits = Waits.NO,
    also: Sequence[Touch] = (),
) -> Any:
    """Issue ``function(*args, **kwargs)`` on the current stream.

    Args:
        name: what the call is known by.
        function: works on NumPy arrays.
        args, kwargs: may contain device arrays, which are read.
        writes: those of them that are written in place instead of giving a new result.
        waits: the host waits, as for a result whose shape depends on the data, and whether for what is written, too.
        also: further memory that the operation touches.

    Returns:
        new device arrays, or None if `writes` is given.
    """
    if next(unknown_in([args, kwargs]), None) is not None:
        return _of_unknown(name, args, kwargs, writes)
    stream, label = target()
    args, kwargs = [scalar(plain(arg)) for arg in args], {key: scalar(plain(arg)) for key, arg in kwargs.items()}
    reject_host_arrays(args)
    sources = [array for array in arrays_in([args, kwargs]) if not any(array is out for out in writes)]
    touches = [*also, *map(touch, sources), *written(writes)]
    work = taken(
        name if waits is Waits.NO else _masked(name), function, args, kwargs, {array.dtype for array in sources}
    )
    _load(name, args, sources)
    issued = _Issued(name, function, args, kwargs, sources, touches, work, stream, label)
    if writes:
        return _in_place(issued, writes, waits)
    if waits is not Waits.NO:
        return _of_any_shape(issued, waits)
    return _with_results(issued)


@dataclass(frozen=True, slots=True)
class _Issued:
    """A call that is issued.

    Attributes:
        name, function, args, kwargs: see `compute`.
        sources: the device arrays that it only reads.
        touches: all memory that it is known to touch before it has a result.
        work: bytes that it takes meanwhile.
        stream, label: where to, and what that is called.
    """

    name: str
    function: Function
    args: Sequence[Any]
    kwargs: dict[str, Any]
    sources: list[ndarray]
    touches: list[Touch]
    work: int
    stream: Stream
    label: str

    @property
    def run(self) -> Callable[[], Any]:
        """Computes on the host what the device would."""
        return partial(_on_device(self.function), *views_of(self.args), **views_of(self.kwargs))

    @property
    def key(self) -> tuple[str, Any, Any]:
        """Calls with equal keys have results of one shape, unless that depends on the data."""
        return self.name, _signature(self.args), _signature(self.kwargs)


def _in_place(issued: _Issued, writes: Sequence[ndarray], waits: Waits) -> None:
    """The call writes arrays that there are."""
    engine, run = active(), issued.run
    take(issued.work)
    if waits is Waits.EARLIER:
        engine.wait_for_stream(issued.stream)
    if any_elements(writes):
        is_idle = issued.name == "fill" and _can_fill(writes[0], issued.args[-1])
        engine.issue(issued.stream, issued.label, issued.touches, run, idle=is_idle)
    if waits is Waits.YES:
        engine.wait_for_stream(issued.stream)


_READS_AGAIN = frozenset(("getitem",))
"""What reads its arguments once more when the host has asked how large the result is: masks."""


def _of_any_shape(issued: _Issued, waits: Waits) -> Any:
    """The shapes of the results depend on the data: the host waits for them, then they are stored."""
    engine, run = active(), issued.run
    box: list[Any] = []
    engine.issue(issued.stream, issued.label, issued.touches, lambda: box.append(run()))
    engine.wait_for_stream(issued.stream)
    results = _allocate(_plan(box[0]))
    take(issued.work)
    targets = views_of(results)
    again = issued.touches if issued.name in _READS_AGAIN else []
    engine.issue(issued.stream, issued.label, [*again, *written(arrays_in(results))], lambda: _store(targets, box[0]))
    if waits is Waits.YES:
        engine.wait_for_stream(issued.stream)
    return results


def _with_results(issued: _Issued) -> Any:
    """The shapes of the results follow from those of the arguments."""
    engine = active()
    is_captured = engine.capture is not None and engine.capture.covers(issued.stream)
    in_turn = engine.in_turn and not is_captured
    if in_turn and isinstance(issued.function, np.ufunc) and _is_plain(issued.function, issued.kwargs):
        return _by_element(issued, issued.function)
    key = issued.key
    if in_turn:
        form = _form(key, issued.function, issued.args, issued.kwargs)
        if form is not None:
            return _stored(issued, form, issued.run, idle=True)
    if engine.prompt and not is_captured:
        # Everything issued so far has run: the result is there before its memory is.
        value = issued.run()
        plan = engine.shapes[key] = _plan(value)
        return _stored(issued, plan, lambda: value)
    return _stored(issued, _tried_plan(issued, key), issued.run)


def _tried_plan(issued: _Issued, key: Hashable) -> Any:
    """The plan of the results, from a call with ones that is made once for each form of arguments."""
    plans = active().shapes
    if plans.get(key) is None:
        plans[key] = _plan(_on_device(issued.function)(*_dry(issued.args), **_dry(issued.kwargs)))
    return plans[key]


def _stored(issued: _Issued, plan: Any, value: Callable[[], Any], idle: bool = False) -> Any:
    """New arrays by a plan, into which what the call computes is stored when the stream gets there."""
    results = _allocate(plan)
    take(issued.work)
    targets, made = views_of(results), list(arrays_in(results))
    if any_elements(made):
        touches = [*issued.touches, *written(made)]
        active().issue(issued.stream, issued.label, touches, lambda: _store(targets, value()), idle=idle)
    return results


def _by_element(issued: _Issued, function: np.ufunc) -> Any:
    """The result is made where it belongs, without a copy."""
    shape = np.broadcast_shapes(*(array.shape for array in issued.sources))
    made = array_type()(shape, _kind(function, issued.args, issued.kwargs))
    out, views, options = made._view, views_of(issued.args), dict(issued.kwargs)
    if made.size:
        active().issue(
            issued.stream,
            issued.label,
            [*issued.touches, touch(made, True)],
            lambda: function(*views, out=out, **options),
            idle=function is not np.power or made.dtype.kind not in "iu",  # NumPy refuses some of those
        )
    return made


# -- shapes ------------------------------------------------------------------------------------


def _signature(value: Any) -> Hashable:
    if isinstance(value, array_type()):
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
    return array_type()(*plan)


def _store(results: Any, value: Any) -> None:
    if isinstance(results, tuple):
        for result, item in zip(results, value, strict=True):
            _store(result, item)
    else:
        np.copyto(results, value, casting="unsafe")


# -- calls -------------------------------------------------------------------------------------


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


def _load(name: str, args: Sequence[Any], sources: Sequence[ndarray]) -> None:
    """The host loads the kernel of a call, if it takes one: a fill with zeros does not."""
    if name in ("fill", "setitem") and not isinstance(args[-1], array_type()):
        if np.any(args[-1]):
            active().progress.load(active(), ("fill", args[0].dtype))
        return
    active().progress.load(active(), (name, *(array.dtype for array in sources)))


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
        if all(isinstance(array, array_type()) and array.ndim == 2 for array in args) and one.shape[1] == two.shape[0]:
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
