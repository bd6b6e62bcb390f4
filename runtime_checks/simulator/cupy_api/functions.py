"""Functions of the module ``cupy``: creation, transfer, random numbers; the rest is NumPy's."""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..engine import active
from ..log import View
from ..results import NotSupported
from . import tables
from .arrays import PyCapsule, imported, ndarray
from .calls import call, call_waits, from_host
from .compute import compute
from .devices import session, target
from .operands import arrays_in, map_arrays, touch
from .unknown import Unknown
from .work import taken


class Ufunc:
    """``cupy.ufunc``: NumPy's of the same name, on device arrays."""

    def __init__(self, function: np.ufunc) -> None:
        self._function, self.__name__ = function, function.__name__
        self.nin, self.nout, self.nargs = function.nin, function.nout, function.nargs

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return call(self.__name__, self._function, args, kwargs)

    def at(self, a: ndarray, *args: Any) -> None:
        """In place, at indices, repeated ones included."""
        compute(self.__name__ + ".at", self._function.at, (a, *args), {}, [a])

    def reduce(self, *args: Any, **kwargs: Any) -> Any:
        """Reduce along an axis."""
        return call(self.__name__ + ".reduce", self._function.reduce, args, kwargs)

    def accumulate(self, *args: Any, **kwargs: Any) -> Any:
        """Accumulate along an axis."""
        return call(self.__name__ + ".accumulate", self._function.accumulate, args, kwargs)

    def outer(self, *args: Any, **kwargs: Any) -> Any:
        """All pairs."""
        return call(self.__name__ + ".outer", self._function.outer, args, kwargs)

    def __repr__(self) -> str:
        return f"<ufunc 'cupy_{self.__name__}'>"


@cache
def from_numpy(module: str, name: str) -> Any:
    """What ``cupy.module.name`` is, made from NumPy's.

    Raises:
        AttributeError: CuPy has no such name.
    """
    source = np
    for part in module.split(".")[1:]:
        source = getattr(source, part)
    if name.startswith("_") or name in tables.ABSENT or not hasattr(source, name):
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    value = getattr(source, name)
    if isinstance(value, np.ufunc):
        return Ufunc(value)
    if isinstance(value, type) or not callable(value):
        return Unknown(f"{module}.{name}") if isinstance(value, types.ModuleType) else value
    return function(f"{module}.{name}", value)


def function(name: str, of: Callable[..., Any]) -> Callable[..., Any]:
    """`of` on device arrays."""

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        return call(name, of, args, kwargs)

    wrapped.__name__ = wrapped.__qualname__ = name.rpartition(".")[2]
    wrapped.__doc__ = getattr(of, "__doc__", None)
    return wrapped


# -- creation ----------------------------------------------------------------------------------


def empty(shape: Any, dtype: Any = float, order: str = "C") -> ndarray:
    """Memory that nothing has written: no device work."""
    return ndarray(shape, dtype, order=order)


def empty_like(prototype: Any, dtype: Any = None, order: str = "K", subok: Any = None, shape: Any = None) -> ndarray:
    """The same with another array's shape and type."""
    return ndarray(prototype.shape if shape is None else shape, prototype.dtype if dtype is None else dtype)


def _filled(array: ndarray, value: Any) -> ndarray:
    """A new array, filled."""
    if type(value) is int and value == 0 and array._owner.blank:
        compute("fill", lambda array, value: None, (array, value), {}, [array])  # it is so large that this pays
    else:
        array.fill(value)
    return array


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C") -> ndarray:
    """Filled by a kernel on the current stream."""
    if dtype is None:
        dtype = fill_value.dtype if hasattr(fill_value, "dtype") else np.array(fill_value).dtype
    return _filled(ndarray(shape, dtype, order=order), fill_value)


def zeros(shape: Any, dtype: Any = float, order: str = "C") -> ndarray:
    """Zeros."""
    return _filled(ndarray(shape, dtype, order=order), 0)


def ones(shape: Any, dtype: Any = float, order: str = "C") -> ndarray:
    """Ones."""
    return _filled(ndarray(shape, dtype, order=order), 1)


def full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: str = "K", subok: Any = None, shape: Any = None
) -> ndarray:
    """Filled, with another array's shape and type."""
    return _filled(empty_like(a, dtype, order, subok, shape), fill_value)


def zeros_like(a: Any, dtype: Any = None, order: str = "K", subok: Any = None, shape: Any = None) -> ndarray:
    """Zeros, with another array's shape and type."""
    return full_like(a, 0, dtype, order, subok, shape)


def ones_like(a: Any, dtype: Any = None, order: str = "K", subok: Any = None, shape: Any = None) -> ndarray:
    """Ones, with another array's shape and type."""
    return full_like(a, 1, dtype, order, subok, shape)


def _are_arrays(obj: Any) -> bool:
    """Whether a list holds nothing but device arrays, so that they are put together on the device."""
    return all(map(_are_arrays, obj)) if isinstance(obj, (list, tuple)) else isinstance(obj, ndarray)


def array(
    obj: Any,
    dtype: Any = None,
    copy: bool | None = True,
    order: str = "K",
    subok: bool = False,
    ndmin: int = 0,
    *,
    blocking: bool = False,
) -> ndarray:
    """A new array from anything. The copy from the host is staged, except from pinned memory."""
    if isinstance(obj, Unknown):
        return obj  # type: ignore[return-value]
    if isinstance(obj, ndarray):
        kind = obj.dtype if dtype is None else np.dtype(dtype)
        if not copy and kind == obj.dtype and obj._owner.block.device == target()[0].device:
            return obj
        result: ndarray = compute("array", np.array, (obj,), {"dtype": kind, "ndmin": ndmin})
        return result
    if hasattr(obj, "__cuda_array_interface__"):
        result = imported(obj)
        return compute("array", np.array, (result,), {}) if copy else result
    if next(arrays_in(obj), None) is not None:
        if not _are_arrays(obj):
            np.array(obj)  # raises TypeError, as in CuPy
        result = call("array", np.array, (obj,), {} if dtype is None else {"dtype": np.dtype(dtype)})
        return result
    result = _copied(obj, dtype, order, ndmin)
    if blocking:
        active().wait_for_stream(target()[0])
    return result


def _copied(obj: Any, dtype: Any, order: str, ndmin: int) -> ndarray:
    """A new array from what the host has."""
    source = obj if isinstance(obj, np.ndarray) else np.array(obj)
    kind = source.dtype if dtype is None else np.dtype(dtype)
    if kind != source.dtype or source.ndim < ndmin:
        source = np.array(source, kind, ndmin=ndmin)
    result = ndarray(source.shape, kind, order="F" if order == "F" else "C")
    from_host(result, source, direct=source.flags.c_contiguous, keep=True)
    return result


def asarray(
    a: Any, dtype: Any = None, order: str | None = None, *, copy: bool | None = None, blocking: bool = False
) -> ndarray:
    """The array itself if it is one on this device, else a new one."""
    return array(a, dtype, copy=bool(copy), order=order or "K", blocking=blocking)


def ascontiguousarray(a: Any, dtype: Any = None) -> ndarray:
    """The array itself, or a copy in C order."""
    result = asarray(a, dtype)
    return result if result.flags.c_contiguous else copy(result)


def copy(a: ndarray, order: str = "K") -> ndarray:
    """A copy."""
    return call("copy", np.ndarray.copy, (asarray(a),), {})  # type: ignore[no-any-return]


def asnumpy(a: Any, stream: Any = None, order: str = "C", out: View | None = None, *, blocking: bool = True) -> View:
    """A copy on the host."""
    if not isinstance(a, ndarray):
        return np.asarray(a)
    result: View = a.get(stream=stream, order=order, out=out, blocking=blocking)
    return result


def from_capsule(capsule: Any) -> ndarray:
    """``cupy.fromDlpack``."""
    if not isinstance(capsule, PyCapsule):
        raise NotSupported("fromDlpack of another library's capsule")
    return capsule.taken()


def from_dlpack(source: Any, **_: Any) -> ndarray:
    """A view of a device array."""
    if not isinstance(source, ndarray):
        raise NotSupported("from_dlpack of another library's array")
    return source._like(source._view)


def fuse(*args: Any, **kwargs: Any) -> Any:
    """The function as it is: its operations run one by one on the current stream."""
    return args[0] if args and callable(args[0]) else lambda of: of


def vectorize(pyfunc: Any = None, *args: Any, **kwargs: Any) -> Any:
    """One kernel that does what the function does with each element."""
    if pyfunc is None:
        return lambda of: vectorize(of, *args, **kwargs)
    return function("cupy.vectorize", np.vectorize(pyfunc, *args, **kwargs))


def scatter_add(a: ndarray, slices: Any, value: Any) -> None:
    """``cupyx.scatter_add``."""
    a.scatter_add(slices, value)


def rsqrt(x: Any) -> Any:
    """``cupyx.rsqrt``."""
    return call("rsqrt", lambda value: 1 / np.sqrt(value), (x,), {})


# -- random numbers ----------------------------------------------------------------------------


def _numbers() -> np.random.RandomState:
    known = session()
    if known.random is None:
        known.random = np.random.RandomState(7)
    assert isinstance(known.random, np.random.RandomState)
    return known.random


class Generator:
    """``RandomState`` and ``Generator``: each call draws from a seed of its own, whenever it runs.

    With `shared`, the calls change a state in device memory, as those of ``Generator`` do.
    """

    def __init__(self, seed: Any = None, shared: bool = False) -> None:
        self._seeds: np.random.RandomState | None = None
        self._state = empty(8) if shared else None
        if seed is not None:
            self.seed(seed)

    def seed(self, seed: Any = None) -> None:
        """Start again."""
        self._seeds = np.random.RandomState(0 if seed is None else int(seed) & 0xFFFFFFFF)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_") or not (hasattr(np.random.RandomState, name) or hasattr(np.random.Generator, name)):
            raise AttributeError(name)

        def draw(*args: Any, dtype: Any = None, out: Any = None, **kwargs: Any) -> Any:
            seed = int((self._seeds or _numbers()).randint(1 << 31))
            in_place = name == "shuffle"

            def run(*args: Any, **kwargs: Any) -> Any:
                makers = np.random.RandomState(seed), np.random.Generator(np.random.PCG64(seed))
                maker = next(maker for maker in makers if hasattr(maker, name))
                result = getattr(maker, name)(*args, **kwargs)
                return result if in_place or dtype is None else np.asarray(result).astype(dtype)

            writes = list(arrays_in(args[:1])) if in_place else []
            waits = call_waits(f"cupy.random.{'randint' if name == 'integers' else name}", args, kwargs)
            also = [] if self._state is None else [touch(self._state, True)]
            if self._state is not None:
                taken("cupy.random.Generator", None, (), {}, set())
            results = compute(f"random.{name}", run, args, kwargs, writes, waits, also)
            if out is not None:
                call("copyto", np.copyto, (out, results), {})
                return out
            return results

        return draw


def default_rng(seed: Any = None) -> Generator:
    """``cupy.random.default_rng``."""
    return Generator(seed, shared=True)


def testing(name: str) -> Callable[..., Any]:
    """``cupy.testing.name``: NumPy's check after copying to the host."""
    check = getattr(np.testing, name)

    def compare(*args: Any, **kwargs: Any) -> None:
        check(*map_arrays(args, lambda array: array.get()), **kwargs)

    return compare
