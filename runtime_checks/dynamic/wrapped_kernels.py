"""Kernels that tell what they read and write: each array through a pointer, written unless it is known to be const."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ..simulator.cupy_api.kernels import JitKernel, is_const, is_volatile, parameters_of
from .of_cupy import Tracer
from .proxies import Jit, Kernel
from .replacing import Replacing
from .trace import Range


def wrap(replacing: Replacing, tracer: Tracer) -> None:
    """Replace the classes of kernels."""
    replacing.replace(tracer.cupy, "RawKernel", lambda it: _raw_kernel(it, tracer))
    replacing.replace(tracer.cupy, "RawModule", lambda it: _raw_module(it, tracer))
    for name in ("ElementwiseKernel", "ReductionKernel"):
        replacing.replace(tracer.cupy, name, lambda it: _of_class(it, tracer))
    with suppress(ImportError):
        import cupyx.jit

        replacing.replace(cupyx.jit, "rawkernel", lambda it: _jit(it, tracer))


def _raw_kernel(original: Any, tracer: Tracer) -> Any:
    class RawKernel(original):  # type: ignore[misc]
        def __call__(self, grid: Any, block: Any, args: Any, *more: Any, **kwargs: Any) -> Any:
            result = super().__call__(grid, block, args, *more, **kwargs)
            launched(tracer, self, args, kwargs.get("stream"))
            return result

    return RawKernel


def _raw_module(original: Any, tracer: Tracer) -> Any:
    class RawModule(original):  # type: ignore[misc]
        def get_function(self, name: str) -> Any:
            return Kernel(super().get_function(name), lambda *what: launched(tracer, *what))

    return RawModule


def launched(tracer: Tracer, kernel: Any, args: Any, stream: Any) -> None:
    """A raw kernel was launched."""
    if tracer.depth:
        return
    code, name = getattr(kernel, "code", None) or "", getattr(kernel, "name", "")
    declared = [*parameters_of(code, name), *[""] * len(args)]
    found: list[tuple[Range, bool]] = []
    for value, text in zip(args, declared, strict=False):
        for array in tracer.arrays_in(value):
            for part in tracer.of_array(array):
                part = part._replace(shared=is_volatile(text))
                found += [(part, False)] if text and is_const(text) else [(part, False), (part, True)]
    tracer.work([], [], stream, found)


def _of_class(original: Any, tracer: Tracer) -> Any:
    """An element-wise or a reduction kernel: first come its inputs."""

    class Told(original):  # type: ignore[misc]
        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            with tracer.inside():
                result = super().__call__(*args, **kwargs)
            inputs = getattr(self, "nin", 1)
            outs = [*tracer.arrays_in(args[inputs:]), *tracer.arrays_in(kwargs.get("out"))]
            outs += [array for array in tracer.arrays_in(result) if not any(array is out for out in outs)]
            if not tracer.depth:
                tracer.work(tracer.arrays_in(args[:inputs]), outs, kwargs.get("stream"))
            return result

    Told.__name__ = original.__name__
    return Told


def _jit(factory: Any, tracer: Tracer) -> Any:
    def rawkernel(*args: Any, **kwargs: Any) -> Any:
        decorate = factory(*args, **kwargs)
        return lambda function: Jit(decorate(function), JitKernel(function), tracer)

    return rawkernel
