"""Functions that CUDA C has, on NumPy values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .kinds import DOUBLE, FLOAT, INT, LONG, UINT, ULONG, Kind, Value, common

Function = Callable[..., Value]

_each = np.frompyfunc


def _by_python(function: Callable[[float], float]) -> Function:
    """A function that NumPy lacks, element by element."""
    made = _each(function, 1, 1)
    return lambda value: np.asarray(made(value)).astype(value.dtype)[()]


def _reciprocal_root(value: Value) -> Value:
    return value.dtype.type(1) / np.sqrt(value)


_SAME = "sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh floor ceil trunc rint cbrt"
_ONE: dict[str, Function] = {name: getattr(np, name) for name in _SAME.split()}
_ONE |= {
    "fabs": np.abs, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh,
    "acosh": np.arccosh, "atanh": np.arctanh, "rsqrt": _reciprocal_root, "nearbyint": np.rint,
    "round": lambda value: np.copysign(np.floor(np.abs(value) + value.dtype.type(0.5)), value),
    "erf": _by_python(math.erf), "erfc": _by_python(math.erfc), "tgamma": _by_python(math.gamma),
    "lgamma": _by_python(math.lgamma), "sinpi": lambda value: np.sin(value * value.dtype.type(math.pi)),
    "cospi": lambda value: np.cos(value * value.dtype.type(math.pi)),
}  # fmt: skip
_MORE: dict[str, Function] = {
    "pow": np.power, "atan2": np.arctan2, "fmod": np.fmod, "hypot": np.hypot, "fmin": np.fmin, "fmax": np.fmax,
    "copysign": np.copysign, "fma": lambda one, two, three: one * two + three, "fdim": lambda a, b: np.fmax(a - b, 0),
    "remainder": lambda one, two: one - two * np.rint(one / two),
}  # fmt: skip
_FAST = ("sin", "cos", "tan", "exp", "log", "log2", "log10", "pow")  # __sinf and so on

FLOATING: dict[str, tuple[Function, bool]] = {name: (function, False) for name, function in (_ONE | _MORE).items()}
FLOATING |= {f"{name}f": (function, True) for name, function in (_ONE | _MORE).items()}
FLOATING |= {f"__{name}f": ((_ONE | _MORE)[name], True) for name in _FAST}
FLOATING |= {
    "__fdividef": (np.divide, True), "fdividef": (np.divide, True), "__fmaf_rn": (_MORE["fma"], True),
    "__fma_rn": (_MORE["fma"], False), "__frcp_rn": (lambda value: np.float32(1) / value, True),
    "__fsqrt_rn": (np.sqrt, True), "__frsqrt_rn": (_reciprocal_root, True), "__fadd_rn": (np.add, True),
    "__fmul_rn": (np.multiply, True), "__dadd_rn": (np.add, False), "__dmul_rn": (np.multiply, False),
    "__saturatef": (lambda value: np.clip(value, np.float32(0), np.float32(1)), True),
}  # fmt: skip
"""Functions of floating-point numbers, and whether these are floats whatever the arguments are."""

TESTS: dict[str, Function] = {"isnan": np.isnan, "isinf": np.isinf, "isfinite": np.isfinite, "signbit": np.signbit}
"""Functions that say whether something is so."""

ALIKE: dict[str, Function] = {
    "min": np.minimum, "max": np.maximum, "umin": np.minimum, "umax": np.maximum, "llmin": np.minimum,
    "llmax": np.maximum,
}  # fmt: skip
"""Functions whose result has the common type of both arguments."""


def floating(kinds: list[Kind], single: bool) -> Kind:
    """The type in which a function of floating-point numbers computes: doubles, unless all arguments are floats."""
    return FLOAT if single or all(kind.dtype.char == "f" for kind in kinds) else DOUBLE


def _leading(value: Value) -> Value:
    bits = value.dtype.itemsize * 8
    unsigned = value.view(f"u{value.dtype.itemsize}")
    return (bits - np.ceil(np.log2(unsigned.astype(np.float64) + 1))).astype(np.int32)


def _first(value: Value) -> Value:
    unsigned = value.view(f"u{value.dtype.itemsize}")
    low = unsigned & (~unsigned + unsigned.dtype.type(1))
    return np.where(unsigned == 0, 0, np.log2(np.maximum(low, 1).astype(np.float64)) + 1).astype(np.int32)[()]


def _counted(value: Value) -> Value:
    return np.bitwise_count(value.view(f"u{value.dtype.itemsize}")).astype(np.int32)


def _as(dtype: str) -> Function:
    return lambda value: value.view(dtype)


def _high(one: Value, other: Value) -> Value:
    wide = np.uint64 if one.dtype.kind == "u" else np.int64
    return ((one.astype(wide) * other.astype(wide)) >> wide(32)).astype(one.dtype)


INTEGERS: dict[str, tuple[list[Kind], Kind, Any]] = {
    "__popc": ([UINT], INT, _counted), "__popcll": ([ULONG], INT, _counted), "__clz": ([INT], INT, _leading),
    "__clzll": ([LONG], INT, _leading), "__ffs": ([INT], INT, _first), "__ffsll": ([LONG], INT, _first),
    "__mul24": ([INT, INT], INT, np.multiply), "__umul24": ([UINT, UINT], UINT, np.multiply),
    "__mulhi": ([INT, INT], INT, _high), "__umulhi": ([UINT, UINT], UINT, _high),
    "__float_as_int": ([FLOAT], INT, _as("i4")), "__int_as_float": ([INT], FLOAT, _as("f4")),
    "__float_as_uint": ([FLOAT], UINT, _as("u4")), "__uint_as_float": ([UINT], FLOAT, _as("f4")),
    "__double_as_longlong": ([DOUBLE], LONG, _as("i8")), "__longlong_as_double": ([LONG], DOUBLE, _as("f8")),
    "__float2int_rn": ([FLOAT], INT, lambda value: np.rint(value).astype(np.int32)),
    "__float2int_rz": ([FLOAT], INT, lambda value: np.trunc(value).astype(np.int32)),
    "__uint2float_rn": ([UINT], FLOAT, lambda value: value.astype(np.float32)),
    "__int2float_rn": ([INT], FLOAT, lambda value: value.astype(np.float32)),
    "labs": ([LONG], LONG, np.abs), "llabs": ([LONG], LONG, np.abs),
}  # fmt: skip
"""Functions of whole numbers: the types of the arguments, and of the result."""


def same_kind(kinds: list[Kind]) -> Kind:
    """The type of the result of a function of `ALIKE`."""
    return kinds[0].plain if kinds[0] == kinds[-1] else common(kinds[0], kinds[-1])
