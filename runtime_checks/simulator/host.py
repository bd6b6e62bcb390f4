"""Host memory that a device can reach: pinned and managed arrays whose use by the host is logged.

A `HostArray` is a NumPy array; element access, ufuncs, NumPy functions and methods on it are
accesses by the host. Not seen: the buffer protocol (``memoryview``), C code, and addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .engine import Touch, _running, active
from .log import View
from .memory import Allocation

_as_array = np.asarray  # NumPy's own, which is replaced while a program runs
_SHAPE_ONLY = {"empty_like", "zeros_like", "ones_like", "shape", "ndim", "size", "result_type", "can_cast"}
_SHAPE_ONLY |= {"may_share_memory", "shares_memory"}
_WRITES_FIRST = frozenset({"copyto", "put", "place", "putmask", "fill_diagonal", "put_along_axis"})


def plain(value: Any) -> Any:
    """The NumPy array without the logging; other values as they are."""
    return value.view(np.ndarray) if isinstance(value, HostArray) else value


def scalar(value: Any) -> Any:
    """`value` itself, or the number in a NumPy array of one element, which calls take by value."""
    return value.reshape(())[()] if isinstance(value, np.ndarray) and value.size == 1 else value


def basic(view: View, key: Any) -> View:
    """``view[key]``, an array also where one element is meant."""
    parts = key if isinstance(key, tuple) else (key,)
    result: View = view[parts if any(part is Ellipsis for part in parts) else (*parts, ...)]
    return result


def _plain_all(value: Any) -> Any:
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(map(_plain_all, value))
    return plain(value)


def host_touch(view: View, writes: bool) -> Touch | None:
    """The access to `view` if a device can reach its memory, else None."""
    if not view.size:
        return None
    block = active().memory.find(int(np.lib.array_utils.byte_bounds(plain(view))[0]))
    if block is None or block.kind == "device":
        return None
    return _unowned(plain(view)), writes, getattr(view, "_owner", None)


class _Bytes:
    """Bytes at an address, which nobody keeps alive."""

    def __init__(self, interface: dict[str, Any]) -> None:
        self.__array_interface__ = interface


def _unowned(view: View) -> View:
    """The same elements. What is logged lets go of the memory when the program does, so that it is given away again."""
    return _as_array(_Bytes(view.__array_interface__)) if view.dtype.names is None else view


def log(view: View, writes: bool = False) -> None:
    """The host reads or writes `view`."""
    if _running:
        found = host_touch(view, writes)
        if found is not None:
            active().host_access([found])


def reachable(array: View, owner: Allocation | None = None) -> View:
    """`array` as a `HostArray` if a device can reach its memory."""
    if type(array) is not np.ndarray or not _running or host_touch(array, False) is None:
        return array
    watched = array.view(HostArray)
    watched._owner = owner
    return watched


class HostArray(np.ndarray):
    """See the module."""

    _owner: Allocation | None = None

    def __array_finalize__(self, source: Any) -> None:
        self._owner = getattr(source, "_owner", None)

    def _again(self, result: Any) -> Any:
        """A result that shares this memory stays logged."""
        if isinstance(result, np.ndarray) and np.may_share_memory(result, plain(self)):
            view = result.view(HostArray)
            view._owner = self._owner
            return view
        return plain(result)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, out: Any = (), **kwargs: Any) -> Any:
        if any(hasattr(value, "__cupy_simulated__") for value in (*inputs, *out)):
            return NotImplemented
        for position, value in enumerate(inputs):
            if isinstance(value, HostArray):
                log(value, method == "at" and position == 0)
        if out:
            kwargs["out"] = tuple(map(plain, out))
        result = getattr(ufunc, method)(*map(plain, inputs), **kwargs)
        for value in out:
            if isinstance(value, HostArray):
                log(value, True)
        return (out[0] if len(out) == 1 else out) if out else result

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        name = function.__name__
        first = args[0] if args else None
        out = kwargs.get("out")
        result = function(*_plain_all(args), **{key: _plain_all(value) for key, value in kwargs.items()})
        if isinstance(result, np.ndarray) and np.may_share_memory(result, plain(self)):
            return out if out is not None else self._again(result)
        if name not in _SHAPE_ONLY:
            for value in _host_arrays([args, kwargs]):
                log(value, value is out or (value is first and name in _WRITES_FIRST))
        return result

    def __getitem__(self, key: Any) -> Any:
        key = _plain_all(key)
        result = plain(self)[key]
        if isinstance(result, np.ndarray):
            again = self._again(result)
            if not isinstance(again, HostArray):
                log(self)
            return again
        log(basic(plain(self), key))
        return result

    def __setitem__(self, key: Any, value: Any) -> None:
        key = _plain_all(key)
        if isinstance(value, HostArray):
            log(value)
        part = basic(plain(self), key)
        log(part if np.may_share_memory(part, plain(self)) else self, True)
        plain(self)[key] = plain(value)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        log(self)
        return value in plain(self)


def _host_arrays(value: Any) -> Iterator[HostArray]:
    if isinstance(value, HostArray):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _host_arrays(item)
    elif isinstance(value, dict):
        yield from _host_arrays(list(value.values()))


def _method(name: str, writes: bool) -> Callable[..., Any]:
    def method(self: HostArray, *args: Any, **kwargs: Any) -> Any:
        log(self, writes)
        for value in _host_arrays([args, kwargs]):
            log(value, value is kwargs.get("out"))
        return getattr(plain(self), name)(
            *_plain_all(args), **{key: _plain_all(value) for key, value in kwargs.items()}
        )

    method.__name__ = name
    return method


_READERS = """
    all any argmax argmin argsort astype copy cumprod cumsum dot flatten item max mean min nonzero prod repeat round
    searchsorted std sum take tobytes tofile tolist trace var __bool__ __float__ __int__ __complex__ __index__ __repr__
    __str__ __format__ __copy__ __deepcopy__ __reduce__
"""
for _name in _READERS.split():
    setattr(HostArray, _name, _method(_name, False))
for _name in ("fill", "sort", "partition", "put"):
    setattr(HostArray, _name, _method(_name, True))


def _keeping(function: Callable[..., Any]) -> Callable[..., Any]:
    """A maker of NumPy arrays whose result stays logged if a device can reach it."""

    def keeping(*args: Any, **kwargs: Any) -> Any:
        source = args[0] if args else None
        buffer = getattr(source, "_buffer", None)
        if buffer is not None:  # pinned memory as CuPy hands it out
            args = (buffer, *args[1:])
        result = function(*_plain_all(args), **kwargs)
        if isinstance(source, HostArray) and not np.may_share_memory(result, plain(source)):
            log(source)  # a copy was made
        owner = getattr(source, "_owner", None)
        return reachable(result, owner if isinstance(owner, Allocation) else None)

    return keeping


PATCHES: list[tuple[Any, str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = [
    (np, name, _keeping) for name in ("array", "asarray", "asanyarray", "ascontiguousarray", "frombuffer")
] + [(np.ctypeslib, "as_array", _keeping)]
"""Functions of NumPy to replace while a program runs: owner, name, what makes the replacement."""
