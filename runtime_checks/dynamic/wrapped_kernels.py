"""Kernels that tell what they read and write: each array through a pointer, written unless it is known to be const."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..simulator.cupy_api.kernels import JitKernel, body_of, is_const, is_volatile, parameters_of
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
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self._variables: dict[str, Range] = {}

        def get_function(self, name: str) -> Any:
            def told(kernel: Any, args: Any, stream: Any) -> None:
                launched(tracer, kernel, args, stream, _uses(self.code or "", name, self._variables))

            return Kernel(super().get_function(name), told)

        def get_global(self, name: str) -> Any:
            found = super().get_global(name)
            self._variables[name] = tracer.at_address(int(found.ptr), 1)
            return found

    return RawModule


def _uses(code: str, kernel: str, variables: Mapping[str, Range]) -> list[tuple[Range, bool]]:
    """The variables of a module that a kernel names, of those that the program has asked for."""
    body, found = body_of(code, kernel), list[tuple[Range, bool]]()
    for name, part in variables.items():
        if re.search(rf"\b{name}\b", body):
            found.append((part, False))
            if not re.search(rf"__constant__[^;]*\b{name}\b", code):
                found.append((part, True))
    return found


def launched(tracer: Tracer, kernel: Any, args: Any, stream: Any, beside: Sequence[tuple[Range, bool]] = ()) -> None:
    """A raw kernel was launched, which uses memory beside its arguments."""
    if tracer.depth:
        return
    code, name = getattr(kernel, "code", None) or "", getattr(kernel, "name", "")
    declared = [*parameters_of(code, name), *[""] * len(args)]
    found = list(beside)
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
