"""``cupy.ndarray``: metadata and storage now, elements when the stream gets there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cupylint import cupy_model
from cupylint.cupy_model import Waits

from ..engine import active
from ..host import basic, plain
from ..log import View
from ..memory import Allocation
from . import tables
from .calls import call, call_waits, from_host, to_host, view_call
from .compute import compute
from .devices import LEGACY, Device, Stream, current_handle, queue_of, target
from .operands import arrays_in, touch, views_of
from .pointers import MemoryPointer, UnownedMemory, alloc
from .work import BY_MASK, take, taken

_SCATTER = 256  # rows up to which a write through an index array is logged row by row


def imported(source: Any) -> ndarray:
    """The array that another object's ``__cuda_array_interface__`` describes; waits for the stream that it names."""
    form = source.__cuda_array_interface__
    if form.get("stream") is not None:
        active().wait_for_stream(queue_of(form["stream"])[0])
    kind, shape = np.dtype(form["typestr"]), form["shape"]
    size = int(np.prod(shape, dtype=object)) * kind.itemsize
    return ndarray(shape, kind, MemoryPointer(UnownedMemory(form["data"][0], size, source)), form.get("strides"))


class PyCapsule:
    """What ``toDlpack`` gives: an array that one consumer takes. Not the real one, but with its name in errors."""

    def __init__(self, array: ndarray) -> None:
        self._array: ndarray | None = array

    def taken(self) -> ndarray:
        """The array.

        Raises:
            ValueError: it was taken before.
        """
        array, self._array = self._array, None
        if array is None:
            raise ValueError(
                "A DLPack tensor object cannot be consumed multiple times (or object was not a DLPack capsule)."
            )
        return array._like(array._view)

    def __repr__(self) -> str:
        return f'<capsule object "{"dltensor" if self._array is not None else "used_dltensor"}">'


class ndarray:
    """An array in device memory. See CuPy's class of this name."""

    __module__ = "cupy"  # programs tell arrays of CuPy from others by it
    __cupy_simulated__ = True
    __array_priority__ = 100
    __hash__ = None  # type: ignore[assignment]
    _view: View
    _owner: Allocation

    def __init__(
        self,
        shape: Any,
        dtype: Any = float,
        memptr: MemoryPointer | None = None,
        strides: Any = None,
        order: str | None = "C",
    ) -> None:
        shape = (int(shape),) if isinstance(shape, (int, np.integer)) else tuple(int(n) for n in shape)
        kind = np.dtype(dtype)
        if kind.char not in "?bhilqBHILQefdFD":
            raise ValueError(f"Unsupported dtype {kind}")
        size = int(np.prod(shape, dtype=object)) * kind.itemsize
        pointer = alloc(size) if memptr is None else memptr
        self._owner = pointer.mem
        start = pointer._offset
        raw = self._owner.bytes[start : start + max(size, 0)]
        if strides is not None:
            raw = self._owner.bytes[start:]
        self._view = np.ndarray(shape, kind, raw, strides=strides, order="F" if order == "F" else "C")

    def _like(self, view: View) -> ndarray:
        """Another array that shows a part of the same memory."""
        array = object.__new__(ndarray)
        array._view, array._owner = plain(view), self._owner
        return array

    # -- metadata ------------------------------------------------------------------------------

    shape = property(lambda self: self._view.shape, lambda self, shape: setattr(self._view, "shape", shape))
    dtype = property(lambda self: self._view.dtype)
    ndim = property(lambda self: self._view.ndim)
    size = property(lambda self: self._view.size)
    nbytes = property(lambda self: self._view.nbytes)
    itemsize = property(lambda self: self._view.itemsize)
    strides = property(lambda self: self._view.strides)
    flags = property(lambda self: self._view.flags)
    device = property(lambda self: Device(self._owner.block.device))
    base = property(lambda self: None)
    cstruct = property(lambda self: self)

    @property
    def data(self) -> MemoryPointer:
        """The address."""
        return MemoryPointer(self._owner, int(self._view.ctypes.data) - self._owner.address)

    def __len__(self) -> int:
        return len(self._view)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        # Names the stream that is current now, not the one that produced the data.
        handle = current_handle() or LEGACY
        return {"shape": self.shape, "typestr": self.dtype.str, "descr": self.dtype.descr, "strides": self.strides,
                "data": (self.data.ptr, False), "version": 3, "stream": handle}  # fmt: skip

    # -- views ---------------------------------------------------------------------------------

    T = property(lambda self: self._like(self._view.T))
    mT = property(lambda self: self._like(self._view.mT))
    flat = property(lambda self: self.ravel())
    real = property(lambda self: self._like(self._view.real), lambda self, value: self.real.__setitem__(..., value))
    imag = property(lambda self: view_call(np.imag, (self,), {}) or call("imag", np.imag, (self,), {}))

    def __getitem__(self, key: Any) -> Any:
        parts = key if isinstance(key, tuple) else (key,)
        indices = list(arrays_in(parts))
        for part in parts:
            if isinstance(part, np.ndarray) and part.dtype != bool and part.ndim:
                raise TypeError(f"Unsupported type {type(part)}")
        if not indices:
            view = basic(self._view, parts)
            if np.may_share_memory(view, self._view) or not view.size:
                return self._like(view)
        waits = any(index.dtype == bool for index in indices) or any(_is_mask(part) for part in parts)
        how = Waits.EARLIER if waits else Waits.NO
        return compute("getitem", lambda array, key: array[key], (self, key), {}, waits=how)

    def __setitem__(self, key: Any, value: Any) -> None:
        parts = key if isinstance(key, tuple) else (key,)
        indices = list(arrays_in(parts))
        if isinstance(value, np.ndarray) and value.size != 1:
            raise ValueError("Refuse assignment from CPU arrays (numpy.ndarray). Use cupy.asarray first.")
        waits = any(index.dtype == bool for index in indices) or any(_is_mask(part) for part in parts)
        shared = None if indices else basic(self._view, parts)
        if shared is not None and np.may_share_memory(shared, self._view):
            part = self._like(shared)
            compute("setitem", lambda array, item: array.__setitem__(..., item), (part, value), {}, [part])
            return
        take(taken(BY_MASK if waits else "setitem", None, (self, key), {}, set()))
        stream, label = target()
        touches = [touch(array) for array in arrays_in([key, value])]
        touches += [(view, True, self._owner) for view in self._selected(key)]
        view, where, item = self._view, views_of(key), views_of(value)
        if waits:  # the host asks how many elements there are, then they are stored
            active().wait_for_stream(stream)
        if view.size:
            active().issue(stream, label, touches, lambda: view.__setitem__(where, item))

    def _selected(self, key: Any) -> list[View]:
        """The parts that an index array selects, where they are known and few; else the whole."""
        if not active().prompt or isinstance(key, tuple):
            return [self._view]
        rows = np.asarray(views_of(key))
        if rows.dtype == bool and rows.ndim == 1:
            rows = np.flatnonzero(rows)
        if rows.dtype.kind not in "iu" or rows.size > _SCATTER:
            return [self._view]
        return [self._view[int(row) : int(row) + 1] for row in np.unique(rows % len(self._view))]

    def __iter__(self) -> Iterator[Any]:
        if not self.ndim:
            raise TypeError("iteration over a 0-d array")
        return (self[index] for index in range(len(self)))

    # -- to and from the host ------------------------------------------------------------------

    def get(
        self, stream: Stream | None = None, order: str = "C", out: View | None = None, blocking: bool = True
    ) -> Any:
        """A copy on the host, made on `stream` (by default the current one), which alone is waited for."""
        if out is not None:
            if not isinstance(out, np.ndarray):
                raise TypeError("Only numpy.ndarray can be obtained from cupy.ndarray")
            if out.dtype != self.dtype or out.shape != self.shape:
                raise ValueError(f"Shape or dtype mismatch. Expected: {self.shape} {self.dtype}")
            result = out
        else:
            result = np.empty(self.shape, self.dtype, "F" if order == "F" else "C")
        to_host(self, stream, result, blocking)
        return result

    def set(self, arr: View, stream: Stream | None = None) -> None:
        """Copy from a NumPy array. Pinned memory is read when the stream gets there."""
        if not isinstance(arr, np.ndarray):
            raise TypeError("Only numpy.ndarray can be set to cupy.ndarray")
        if arr.dtype != self.dtype:
            raise TypeError(f"{arr.dtype} array cannot be set to {self.dtype} array")
        if arr.shape != self.shape:
            raise ValueError(f"Shape mismatch. Old shape: {self.shape}, new shape: {arr.shape}")
        from_host(self, arr, stream)

    def item(self) -> Any:
        """The only element."""
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self.get().item()

    def tolist(self) -> Any:
        """Nested lists."""
        return self.get().tolist()

    def tobytes(self, order: str = "C") -> bytes:
        """The bytes."""
        result = self.get().tobytes(order)
        assert isinstance(result, bytes)
        return result

    def __bool__(self) -> bool:
        return bool(self.get())

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __repr__(self) -> str:
        return repr(self.get())

    def __str__(self) -> str:
        return str(self.get())

    def __format__(self, spec: str) -> str:
        return format(self.get() if self.ndim else self.item(), spec)

    def __reduce__(self) -> Any:
        from .functions import array

        return array, (self.get(),)

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct one.")

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *args: Any, **kwargs: Any) -> Any:
        if method != "__call__":
            return NotImplemented
        return call(ufunc.__name__, ufunc, args, kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        module = function.__module__.replace("numpy", "cupy", 1)
        if not cupy_model.is_listed(f"{module}.{function.__name__}"):
            return NotImplemented
        return call(f"{module}.{function.__name__}", function, args, kwargs)

    # -- work ----------------------------------------------------------------------------------

    def fill(self, value: Any) -> None:
        """Set all elements."""
        compute("fill", _fill, (self, value), {}, [self])

    def __copy__(self) -> ndarray:
        return self.copy()  # type: ignore[attr-defined, no-any-return]

    def __deepcopy__(self, memo: Any) -> ndarray:
        return self.__copy__()

    def astype(
        self, dtype: Any, order: str = "K", casting: Any = None, subok: Any = None, copy: bool = True
    ) -> ndarray:
        """Another type; the array itself with ``copy=False`` if it has it already."""
        if not copy and np.dtype(dtype) == self.dtype:
            return self
        result: ndarray = call("astype", np.ndarray.astype, (self, np.dtype(dtype)), {})
        return result

    def scatter_add(self, slices: Any, value: Any) -> None:
        """Add at indices, repeated ones included."""
        compute("scatter_add", lambda array, key, item: np.add.at(array, key, item), (self, slices, value), {}, [self])

    def toDlpack(self) -> PyCapsule:
        """A capsule that can be taken once."""
        return PyCapsule(self)


def _is_mask(part: Any) -> bool:
    return isinstance(part, (list, np.ndarray)) and np.asarray(part).dtype == bool


def _fill(array: View, value: Any) -> None:
    array.fill(value)


def _method(name: str) -> Callable[..., Any]:
    function = getattr(np.ndarray, name)

    def method(self: ndarray, *args: Any, **kwargs: Any) -> Any:
        return call(name, function, (self, *args), kwargs)

    method.__name__ = name
    return method


def _mutator(name: str) -> Callable[..., None]:
    function = getattr(np.ndarray, name)

    def method(self: ndarray, *args: Any, **kwargs: Any) -> None:
        compute(name, function, (self, *args), kwargs, [self], call_waits(name, (self, *args), kwargs))

    method.__name__ = name
    return method


def _binary(ufunc: np.ufunc, reflected: bool) -> Callable[[ndarray, Any], Any]:
    def operator(self: ndarray, other: Any) -> Any:
        if other is None or isinstance(other, str):
            return NotImplemented
        args = (other, self) if reflected else (self, other)
        return call(ufunc.__name__, ufunc, args, {})

    return operator


def _method_of(ufunc: np.ufunc) -> Callable[[ndarray], Any]:
    return lambda self: call(ufunc.__name__, ufunc, (self,), {})


def _in_place(ufunc: np.ufunc) -> Callable[[ndarray, Any], ndarray]:
    def operator(self: ndarray, other: Any) -> ndarray:
        call(ufunc.__name__, ufunc, (self, other), {"out": self})
        return self

    return operator


for _name in tables.METHODS - {"astype"}:
    setattr(ndarray, _name, _method(_name))
for _name in tables.MUTATORS - {"fill"}:
    setattr(ndarray, _name, _mutator(_name))
for _name, _ufunc in (tables.OPERATORS | tables.COMPARISONS).items():
    setattr(ndarray, f"__{_name}__", _binary(getattr(np, _ufunc), False))
    if _name in tables.OPERATORS:
        setattr(ndarray, f"__r{_name}__", _binary(getattr(np, _ufunc), True))
        if _name != "divmod":
            setattr(ndarray, f"__i{_name}__", _in_place(getattr(np, _ufunc)))
for _name, _ufunc in tables.UNARY.items():
    setattr(ndarray, f"__{_name}__", _method_of(getattr(np, _ufunc)))
