"""Fourier transforms: NumPy's, with the work area that transforms of one plan share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine import Touch, active
from ..memory import Allocation
from .arrays import ndarray
from .calls import call
from .devices import current_device, session
from .functions import from_numpy
from .pointers import malloc_raw

_SMALL_PRIMES = (2, 3, 5, 7)


def _needs_work_area(length: int) -> bool:
    # Measured for primes (shared) and powers of two (not); lengths between are taken by their factors.
    for prime in _SMALL_PRIMES:
        while length > 1 and length % prime == 0:
            length //= prime
    return length > 1


def _touch(area: Allocation) -> Touch:
    return area.bytes[:8], True, area


class Plan:
    """``cupyx.scipy.fft.get_fft_plan``: an explicit plan with a work area of its own."""

    def __init__(self, a: ndarray, shape: Any = None, axes: Any = None, value_type: str = "C2C") -> None:
        self.area = malloc_raw(8).mem

    def __enter__(self) -> Plan:
        active().local.plan = self
        return self

    def __exit__(self, *_: object) -> None:
        active().local.plan = None


class PlanCache:
    """``cupy.fft.config.get_plan_cache()``: one plan for each shape, thread and device."""

    def set_size(self, size: int) -> None:
        """0: every transform makes a plan of its own."""
        session().plans["size"] = size

    def get_size(self) -> int:
        """Number of plans that are kept."""
        return int(session().plans.get("size", 16))

    def clear(self) -> None:
        """Forget all plans."""
        size = self.get_size()
        session().plans.clear()
        self.set_size(size)

    def area(self, key: Any) -> Allocation:
        """The work area of the plan for `key`."""
        plans = session().plans
        if self.get_size() == 0:
            area: Allocation = malloc_raw(8).mem
            return area
        if key not in plans:
            plans[key] = malloc_raw(8).mem
        found: Allocation = plans[key]
        return found


def transform(module: str, name: str) -> Callable[..., Any]:
    """``module.name``, a function of ``numpy.fft`` on device arrays."""
    plain = from_numpy("cupy.fft", name)
    if not name.strip("ihr").startswith("fft") or name.endswith(("shift", "freq")):
        return plain  # type: ignore[no-any-return]
    of = getattr(np.fft, name)

    def wrapped(a: ndarray, *args: Any, plan: Plan | None = None, overwrite_x: bool = False, **kwargs: Any) -> Any:
        plan = plan or getattr(active().local, "plan", None)
        several = name.strip("ihr") != "fft"
        axis = kwargs.get("axis", args[1] if len(args) > 1 and not several else -1)
        lengths = a.shape if several else (a.shape[axis],)
        also = []
        if any(map(_needs_work_area, lengths)):
            key = active().host, current_device(), a.shape, a.dtype.str, name.strip("i"), repr(axis)
            also = [_touch(PlanCache().area(key) if plan is None else plan.area)]
        return call(f"{module}.{name}", of, (a, *args), kwargs, also)

    wrapped.__name__ = name
    return wrapped
