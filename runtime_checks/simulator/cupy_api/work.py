"""Memory that a call takes beside its result, as `cupylint.sizes` says: measured on a device, for static flow as well.

It counts where memory is the question (`Options.sized`). Asked for nothing but the calls of `tables.NO_WORK` and
`tables.SOME_WORK`: of these an H200 has told that the model is right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cupylint.sizes.calls import UNKNOWN, DType
from cupylint.sizes.evaluate import evaluate
from cupylint.sizes.forms import Form, shape_of

from ..engine import active
from ..results import NotSupported
from . import tables
from .pointers import alloc

BY_MASK = "a write through boolean indices"
_PLANNED = {short for short in tables.NO_WORK | tables.SOME_WORK if not short.startswith("random.")}
_MIXED = ("matmul", "dot", "tensordot", "outer", "kron")  # which make copies of one type first


def taken(name: str, function: Any, args: Sequence[Any], kwargs: Mapping[str, Any], kinds: set[Any]) -> int:
    """Bytes that ``name(*args, **kwargs)`` takes meanwhile; 0 where memory is not the question.

    Args:
        function: NumPy's, on whose kind it may depend.
        kinds: types of the arrays that it is given.

    Raises:
        NotSupported: nothing is known of that.
    """
    if not active().options.sized:
        return 0
    short = name.removeprefix("cupy.")
    if (isinstance(function, np.ufunc) or short in tables.NO_WORK) and (short not in _MIXED or len(kinds) <= 1):
        return 0
    known = _measured(short, args, kwargs)
    if known is None:
        shown = name if " " in name or name.startswith("cupy") else f"cupy.{name}"
        raise NotSupported(f"how much work memory {shown} takes is not known")
    return known


def planned(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Shape and type of the result of a call, where memory is the question and they are known; else None."""
    short = name.removeprefix("cupy.")
    if not active().options.sized or short not in _PLANNED:
        return None
    made = evaluate(
        f"cupy.{short}", [_described(arg) for arg in args], {key: _described(arg) for key, arg in kwargs.items()}
    )
    if made is None or made.view or made.many or len(made.forms) != 1:
        return None
    form = made.forms[0]
    if form.shape is None or form.dtype is None or not form.known or form.host:
        return None
    return tuple(side.value for side in form.shape), np.dtype(form.dtype)


def take(nbytes: int) -> None:
    """Take memory from the pool, and give it back."""
    if nbytes:
        alloc(nbytes)


def _measured(short: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> int | None:
    if short not in tables.SOME_WORK:
        return None
    name = "[]=" if short == BY_MASK else f"cupy.{short}"
    made = evaluate(name, [_described(arg) for arg in args], {key: _described(arg) for key, arg in kwargs.items()})
    return None if made is None or made.more else made.work.value


def _described(value: Any) -> Any:
    """A value as `cupylint.sizes.calls` wants it."""
    if hasattr(value, "__cupy_simulated__"):
        flags = value.flags
        layout = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "-"
        return Form(shape_of(*value.shape), value.dtype.name, layout)  # type: ignore[arg-type]
    if isinstance(value, (tuple, list)):
        return type(value)(map(_described, value))
    if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, np.generic)):
        return DType(np.dtype(value).name)
    if isinstance(value, np.generic):
        return value.item()
    return value if value is None or value is ... or isinstance(value, (bool, int, float, str, slice)) else UNKNOWN
