"""Objects that stand for those of CuPy whose classes are compiled, and tell when they are used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..simulator.cupy_api.kernels import JitKernel
from .of_cupy import Tracer
from .trace import Range

_UFUNC_METHODS = ("reduce", "accumulate", "outer", "at", "reduceat")


class _Proxy:
    """Stands for an object, and is of its class for whoever asks."""

    def __init__(self, original: Any, **own: Any) -> None:
        for name, value in {"_original": original, **own}.items():
            object.__setattr__(self, name, value)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return type(self._original)

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "_original"), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._original, name, value)

    def __repr__(self) -> str:
        return repr(self._original)


class Ufunc(_Proxy):
    """A ufunc. `told` makes a function tell: it takes a name, the function, and how many arguments are inputs."""

    def __init__(self, name: str, original: Any, told: Callable[..., Any]) -> None:
        methods = {
            method: told(f"{name}.{method}", getattr(original, method), -1)
            for method in _UFUNC_METHODS
            if hasattr(original, method)
        }
        super().__init__(original, _call=told(name, original, original.nin), **methods)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._call(*args, **kwargs)


class Kernel(_Proxy):
    """A kernel of a module. `launched` is called with the kernel, its arguments and its stream."""

    def __init__(self, original: Any, launched: Callable[[Any, Any, Any], None]) -> None:
        super().__init__(original, _launched=launched)

    def __call__(self, grid: Any, block: Any, args: Any, *more: Any, **kwargs: Any) -> Any:
        result = self._original(grid, block, args, *more, **kwargs)
        self._launched(self._original, args, kwargs.get("stream"))
        return result


class Jit(_Proxy):
    """A kernel of ``cupyx.jit``: which arrays it uses how stands in its source."""

    def __init__(self, original: Any, uses: JitKernel, tracer: Tracer) -> None:
        super().__init__(original, _uses=uses, _tracer=tracer)

    def __getitem__(self, shape: Any) -> Callable[..., None]:
        return lambda *args, **kwargs: self(shape[0], shape[1], args, **kwargs)

    def __call__(self, grid: Any, block: Any, args: Any, *more: Any, **kwargs: Any) -> None:
        with self._tracer.inside():
            self._original(grid, block, args, *more, **kwargs)
        reads, writes = self._uses.split(args)
        if not self._tracer.depth:
            self._tracer.work(self._tracer.arrays_in(reads), self._tracer.arrays_in(writes), kwargs.get("stream"))


class Graph(_Proxy):
    """A graph, launched as one operation."""

    def __init__(self, original: Any, tracer: Tracer, touches: Sequence[tuple[Range, bool]]) -> None:
        super().__init__(original, _tracer=tracer, _touches=touches)

    def launch(self, stream: Any = None) -> None:
        """As the graph's."""
        self._original.launch(stream)
        self._tracer.work([], [], stream, self._touches)
