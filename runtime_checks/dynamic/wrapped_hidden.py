"""Memory that calls use without an array: work areas of FFT plans, states of generators, variables of modules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import wraps
from typing import Any

from .of_cupy import Tracer
from .replacing import Replacing
from .trace import Range

_PLANS = ("Plan1d", "PlanNd")
_MAKERS = frozenset(("seed", "bit_generator", "spawn"))  # of a generator: what draws nothing

Told = Callable[[str, Callable[..., Any]], Callable[..., Any]]


def wrap(replacing: Replacing, tracer: Tracer, told: Told) -> None:
    """Replace plans and generators.

    Args:
        told: makes a function tell that it was called; it takes its name and the function.
    """
    with suppress(Exception):  # whatever CuPy says where a library of CUDA is missing
        _plans(replacing, tracer, tracer.cupy.cuda.cufft)
    with suppress(Exception):
        _generators(replacing, tracer, told)


def _plans(replacing: Replacing, tracer: Tracer, cufft: Any) -> None:
    for name in _PLANS:
        replacing.replace(cufft, name, lambda it: _plan(it, tracer))


def _plan(original: Any, tracer: Tracer) -> Any:
    class Plan(original):  # type: ignore[misc]
        def fft(self, a: Any, out: Any, direction: Any) -> Any:
            area = [(part, True) for part in _of_pointer(tracer, getattr(self, "work_area", None))]
            result = super().fft(a, out, direction)
            if tracer.depth:
                tracer.beside(area)
            else:
                tracer.work([a], [out], None, area)
            return result

    Plan.__name__ = original.__name__
    return Plan


def _of_pointer(tracer: Tracer, pointer: Any) -> Iterator[Range]:
    """The memory behind a pointer; plans for several devices have a list of them."""
    if isinstance(pointer, list):
        for one in pointer:
            yield from _of_pointer(tracer, one)
    elif pointer is not None and pointer.mem.size:
        yield tracer.at_address(int(pointer.ptr), 1)


def _generators(replacing: Replacing, tracer: Tracer, told: Told) -> None:
    random = tracer.cupy.random
    places = [random]
    with suppress(ImportError):
        from cupy.random import _generator_api

        places.append(_generator_api)
    made = _generator(random.Generator, tracer, told)
    for place in places:
        replacing.replace(place, "Generator", lambda _: made)
    legacy = getattr(random, "RandomState", None)
    for name in _drawing(legacy):
        replacing.replace(legacy, name, lambda it, name=name: told(f"cupy.random.{name}", it))  # type: ignore[misc]


def _drawing(kind: Any) -> Iterator[str]:
    for name in dir(kind) if kind is not None else ():
        if not name.startswith("_") and name not in _MAKERS and callable(getattr(kind, name, None)):
            yield name


def _generator(original: Any, tracer: Tracer, told: Told) -> Any:
    def draws(name: str) -> Callable[..., Any]:
        method = getattr(original, name)

        @wraps(method)
        def drawn(self: Any, *args: Any, **kwargs: Any) -> Any:
            with suppress(Exception):  # a bit generator without a state
                tracer.beside([(tracer.at_address(int(self.bit_generator.state()), 1), True)])
            return method(self, *args, **kwargs)

        return told(f"cupy.random.{name}", drawn)

    made = type(original.__name__, (original,), {name: draws(name) for name in _drawing(original)})
    made.__module__ = original.__module__
    return made
