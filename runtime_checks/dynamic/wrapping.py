"""Puts calls that tell into the place of CuPy's public ones, for the time of a run.

Functions of modules are replaced where they are looked up; methods of classes that are written in Python (`Stream`,
`Event`, `ndarray`) are replaced in the class; classes that are compiled (`RawKernel`, `Device`, `MemoryPointer`, ...)
are replaced by subclasses. What CuPy does inside of its own code is not seen, nor are sparse matrices, NCCL, and other
libraries on the same streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, wraps
from types import ModuleType
from typing import Any

import numpy as np

from ..simulator.cupy_api import tables
from . import wrapped_hidden, wrapped_kernels, wrapped_memory, wrapped_streams
from .importing import on_import
from .of_cupy import Tracer
from .proxies import Ufunc
from .replacing import Replacing
from .trace import Kind

_BINARY = [f"__{sign}{name}__" for name in tables.OPERATORS for sign in ("", "r", "i")]
_OTHER = [f"__{name}__" for name in (*tables.COMPARISONS, *tables.UNARY)]
_METHODS = [*_BINARY, *_OTHER, *tables.METHODS, *tables.MUTATORS, "__getitem__"]
_CONVERSIONS = ("float", "int", "bool", "complex", "repr", "str", "format", "reduce")
_TO_HOST = ("item", "tolist", "tobytes", "dump", "dumps", *(f"__{name}__" for name in _CONVERSIONS))
_FROM_HOST = frozenset(("array", "asarray", "asanyarray", "ascontiguousarray"))
_MODULES = ("cupy", "cupy.linalg", "cupy.fft", "cupy.random")
_FURTHER = ("cupyx", *(f"cupyx.scipy.{name}" for name in ("fft", "linalg", "ndimage", "signal", "special", "stats")))
_LEFT_OUT = frozenset(
    ("asnumpy", "get_default_memory_pool", "get_default_pinned_memory_pool", "get_array_module", "is_available", "fuse")
)
_GET = ("stream", "order", "out", "blocking")


class Wrapping:
    """What replaces what; `installed` does it.

    Args:
        names: those of a module.
    """

    def __init__(self, tracer: Tracer, names: Callable[[Any], Iterable[str]] = dir) -> None:
        self._tracer, self._names = tracer, names
        self._replacing = Replacing()

    @contextmanager
    def installed(self) -> Iterator[None]:
        """In the block CuPy's calls tell what they do."""
        with self._replacing.undo:
            self._functions()
            self._arrays()
            wrapped_streams.wrap(self._replacing, self._tracer)
            wrapped_kernels.wrap(self._replacing, self._tracer)
            wrapped_memory.wrap(self._replacing, self._tracer)
            wrapped_hidden.wrap(self._replacing, self._tracer, self._told)
            yield

    # -- functions -----------------------------------------------------------------------------

    def _functions(self) -> None:
        cupy = self._tracer.cupy
        for name in _MODULES:
            part = name.partition(".")[2]
            module = getattr(cupy, part, None) if part else cupy
            if module is not None:
                self._module(name, module)
        self._replacing.replace(cupy, "asnumpy", self._asnumpy)
        self._replacing.undo.enter_context(on_import(_FURTHER, self._module))

    def _module(self, dotted: str, module: Any) -> None:
        """Replace the functions of a module. Those of CuPy itself are called by their own names alone."""
        prefix = "" if dotted == "cupy" else f"{dotted}."
        for name in self._names(module):
            value = _found(module, name)
            if callable(value) and not isinstance(value, (type, ModuleType)) and name not in _LEFT_OUT:
                self._replacing.replace(module, name, partial(self._wrapped, prefix + name))

    def _wrapped(self, name: str, function: Any) -> Any:
        if isinstance(getattr(function, "nin", None), int):
            return Ufunc(name, function, self._told)
        return self._told(name, function)

    def _told(self, name: str, function: Callable[..., Any], inputs: int = -1) -> Callable[..., Any]:
        """`function`, which tells that it was called."""
        tracer = self._tracer

        def telling(*args: Any, **kwargs: Any) -> Any:
            if tracer.depth:
                return function(*args, **kwargs)
            with tracer.inside():
                result = function(*args, **kwargs)
                if name not in _FROM_HOST or not args or not self._imported(args[0], result):
                    tracer.called(name, args, kwargs, result, inputs)
                if kwargs.get("blocking") is True:
                    tracer.step(Kind.JOIN_STREAM)
            return result

        return wraps(function)(telling) if hasattr(function, "__name__") else telling

    def _imported(self, source: Any, result: Any) -> bool:
        """Tell of an array that is made of something that is none; whether it is."""
        tracer = self._tracer
        if isinstance(source, np.ndarray):
            parts = list(tracer.of_host(source))
            tracer.work([], tracer.arrays_in(result), more=[(part, False) for part in parts])
            tracer.kept(parts)
            return True
        if isinstance(source, tracer.cupy.ndarray) or not hasattr(source, "__cuda_array_interface__"):
            return False
        stream = source.__cuda_array_interface__.get("stream")  # it is the same memory, and CuPy waits for that
        if stream is not None:
            tracer.step(Kind.JOIN_STREAM, stream)
        return True

    def _asnumpy(self, function: Any) -> Any:
        array = self._tracer.cupy.ndarray

        def asnumpy(a: Any, stream: Any = None, order: str = "C", out: Any = None, **kwargs: Any) -> Any:
            if isinstance(a, array):
                return a.get(stream, order, out, **kwargs)
            return function(a, stream, order, out, **kwargs)

        return asnumpy

    # -- arrays --------------------------------------------------------------------------------

    def _arrays(self) -> None:
        array, replace = self._tracer.cupy.ndarray, self._replacing.replace
        for name in _METHODS:
            replace(array, name, lambda method, name=name: self._told(name, method))  # type: ignore[misc]
        for name in _TO_HOST:
            replace(array, name, self._to_host)
        replace(array, "__setitem__", self._setitem)
        replace(array, "get", self._get)
        replace(array, "set", self._set)

    def _to_host(self, method: Any) -> Any:
        tracer = self._tracer

        def telling(self: Any, *args: Any, **kwargs: Any) -> Any:
            if not tracer.depth:
                tracer.work([self], [])
            with tracer.inside():
                result = method(self, *args, **kwargs)
            tracer.step(Kind.JOIN_STREAM)
            return result

        return telling

    def _setitem(self, method: Any) -> Any:
        tracer = self._tracer

        def part_of(array: Any, key: Any) -> Any:
            """The view that a basic index means; for others the array."""
            parts = key if isinstance(key, tuple) else (key,)
            if any(isinstance(part, (list, np.ndarray, tracer.cupy.ndarray)) for part in parts):
                return array
            part = array[key]
            return part if isinstance(part, tracer.cupy.ndarray) and part.data.mem is array.data.mem else array

        def telling(self: Any, key: Any, value: Any) -> None:
            if tracer.depth:
                method(self, key, value)
                return
            with tracer.inside():
                method(self, key, value)
                tracer.work(tracer.arrays_in([key, value]), [part_of(self, key)])
                if any(index.dtype.kind == "b" for index in tracer.arrays_in([key])):
                    tracer.step(Kind.JOIN_STREAM)

        return telling

    def _get(self, method: Any) -> Any:
        tracer = self._tracer

        def get(self: Any, *args: Any, **kwargs: Any) -> Any:
            given = {**dict(zip(_GET, args, strict=False)), **kwargs}
            stream, out = given.get("stream"), given.get("out")
            copies = [] if out is None else [(part, True) for part in tracer.of_host(out)]
            if not tracer.depth:
                tracer.work([self], [], stream, copies)
            with tracer.inside():
                result = method(self, *args, **kwargs)
            if not copies or given.get("blocking", True):
                tracer.step(Kind.JOIN_STREAM, stream)
            return result

        return get

    def _set(self, method: Any) -> Any:
        tracer = self._tracer

        def set_from(self: Any, arr: Any, stream: Any = None) -> Any:
            with tracer.inside():
                result = method(self, arr, stream)
            if not tracer.depth:
                tracer.work([], [self], stream, [(part, False) for part in tracer.of_host(arr)])
            return result

        return set_from


def _found(module: Any, name: str) -> Any:
    """What a module calls so; None for what is its own affair."""
    with suppress(Exception):  # whatever a lazy module says
        return None if name.startswith("_") else getattr(module, name)
    return None
