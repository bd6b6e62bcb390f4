"""``cupy.linalg``: NumPy's functions, which do not raise where a matrix is singular, unless somebody asks for that.

``cupyx.errstate(linalg=...)`` and ``cupyx.seterr(linalg=...)`` hold for the thread, as in CuPy.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from typing import Any

import numpy as np

from . import functions

_SILENT = frozenset(("cholesky", "inv", "solve", "tensorinv", "tensorsolve"))
"""Functions whose result has a shape that is known without it; the others raise as NumPy's do."""
_SHAPES = ("must be square", "at least two-dimensional", "dimension")
"""What NumPy says of arrays of a wrong shape, which CuPy looks at as well."""
_MODE = threading.local()


def seterr(*, linalg: str | None = None, **_: Any) -> dict[str, str]:
    """``cupyx.seterr``: what was set before."""
    before = geterr()
    _MODE.linalg = linalg or before["linalg"]
    return before


def geterr() -> dict[str, str]:
    """``cupyx.geterr``"""
    return {"linalg": getattr(_MODE, "linalg", "ignore")}


@contextmanager
def errstate(*, linalg: str | None = None, **_: Any) -> Iterator[None]:
    """``cupyx.errstate``"""
    before = seterr(linalg=linalg)
    try:
        yield
    finally:
        seterr(**before)


@cache
def find(name: str) -> Any:
    """What ``cupy.linalg.name`` is."""
    if name not in _SILENT:
        return functions.from_numpy("cupy.linalg", name)
    return functions.function(f"cupy.linalg.{name}", _in_silence(getattr(np.linalg, name)))


def _in_silence(of: Callable[..., Any]) -> Callable[..., Any]:
    """A function of NumPy that gives NaN where it would raise of a matrix that it cannot do."""

    @wraps(of)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return of(*args, **kwargs)
        except np.linalg.LinAlgError as error:
            if geterr()["linalg"] == "raise" or any(word in str(error) for word in _SHAPES):
                raise
            like = args[1] if of.__name__.endswith("solve") else args[0]
            return np.full_like(like, np.nan, dtype=np.result_type(like, np.float32))

    return run
