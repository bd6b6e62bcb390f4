"""CuPy's dtypes by NumPy's names, and how they combine: NEP 50 from CuPy 14 on, by value before that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, Union

from cupylint.records import dataclass

NEP50 = 14
"""The first major version of CuPy where the value of a Python number does not matter."""

ITEMSIZE = {
    "bool": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "float16": 2, "int32": 4, "uint32": 4, "float32": 4,
    "int64": 8, "uint64": 8, "float64": 8, "complex64": 8, "complex128": 16,
}  # fmt: skip
"""Bytes of one element."""

CODES = {
    "?": "bool", "b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "i": "int32", "I": "uint32", "l": "int64",
    "L": "uint64", "q": "int64", "Q": "uint64", "e": "float16", "f": "float32", "d": "float64", "F": "complex64",
    "D": "complex128",
}  # fmt: skip
"""One-letter codes, as on platforms where C's ``long`` has 64 bits."""

_OTHER_NAMES = {
    **CODES,
    "int": "int64", "float": "float64", "complex": "complex128", "bool_": "bool", "b1": "bool", "bool8": "bool",
    "i1": "int8", "u1": "uint8", "i2": "int16", "u2": "uint16", "i4": "int32", "u4": "uint32", "i8": "int64",
    "u8": "uint64", "f2": "float16", "f4": "float32", "f8": "float64", "c8": "complex64", "c16": "complex128",
    "half": "float16", "single": "float32", "double": "float64", "csingle": "complex64", "cdouble": "complex128",
    "float_": "float64", "complex_": "complex128", "cfloat": "complex128", "int_": "int64", "uint": "uint64",
    "intp": "int64", "uintp": "uint64", "p": "int64", "P": "uint64", "longlong": "int64", "ulonglong": "uint64",
    "byte": "int8", "ubyte": "uint8", "short": "int16", "ushort": "uint16", "intc": "int32", "uintc": "uint32",
}  # fmt: skip

Kind = Literal["bool", "int", "float", "complex"]
_RANK: dict[str, int] = {"bool": 0, "int": 1, "float": 2, "complex": 3}
_DEFAULT = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number of Python, which adapts its type to the arrays that it meets; `value` None: not known."""

    kind: Kind
    value: complex | None = None


Operand = Union[str, Scalar]  # the dtype of an array or NumPy scalar, or a number of Python


def named(text: str) -> str | None:
    """The dtype that a text means (``"f4"``, ``"<f8"``, ``"float32"``), None if it is none of CuPy's."""
    text = text.lstrip("<=|>")
    return text if text in ITEMSIZE else _OTHER_NAMES.get(text)


def kind_of(dtype: str) -> Kind:
    """Boolean, whole, real or complex numbers."""
    for kind in ("bool", "float", "complex"):
        if dtype.startswith(kind):
            return kind
    return "int"


def scalar_of(value: object) -> Scalar | None:
    """The number of Python that `value` is, None if it is none."""
    for python, kind in ((bool, "bool"), (int, "int"), (float, "float"), (complex, "complex")):
        if isinstance(value, python):
            return Scalar(kind, value)  # type: ignore[arg-type]
    return None


def default(scalar: Scalar) -> str:
    """The dtype of an array made of a number of Python."""
    return _DEFAULT[scalar.kind]


@lru_cache(maxsize=1024)
def promote(first: str, second: str) -> str:
    """The dtype that both can be cast to without loss: ``numpy.promote_types``."""
    if first == second:
        return first
    low, high = sorted((first, second), key=lambda dtype: (_RANK[kind_of(dtype)], ITEMSIZE[dtype]))
    low_kind, high_kind = kind_of(low), kind_of(high)
    if low_kind == "bool":
        return high
    if high_kind == "int":
        return _promote_whole(low, high)
    if low_kind == "int":  # the real type that holds it
        low = {1: "float16", 2: "float32"}.get(ITEMSIZE[low], "float64")
        return promote(low, high)
    if high_kind == "complex" and low_kind == "float":
        return "complex128" if low == "float64" or high == "complex128" else "complex64"
    return high


def _promote_whole(low: str, high: str) -> str:
    if low.startswith("u") == high.startswith("u"):
        return high
    signed, unsigned = (low, high) if high.startswith("u") else (high, low)
    if ITEMSIZE[signed] > ITEMSIZE[unsigned]:
        return signed
    return {1: "int16", 2: "int32", 4: "int64"}.get(ITEMSIZE[unsigned], "float64")


def casts(source: str, target: str) -> bool:
    """Whether a cast loses nothing: ``numpy.can_cast(source, target, "safe")``."""
    return promote(source, target) == target


def settled(operands: Sequence[Operand], version: int) -> tuple[str, ...]:
    """The dtype that each operand counts as when a ufunc looks for its loop."""
    strong = [operand for operand in operands if isinstance(operand, str)]
    if not strong:
        return tuple(default(operand) for operand in operands if isinstance(operand, Scalar))
    common = strong[0]
    for dtype in strong[1:]:
        common = promote(common, dtype)
    adapt = _weak if version >= NEP50 else _by_value
    return tuple(operand if isinstance(operand, str) else adapt(operand, common) for operand in operands)


def result_type(operands: Sequence[Operand], version: int) -> str | None:
    """The dtype of the operands together, as for ``concatenate`` or ``where``; None without any."""
    result = None
    for dtype in settled(operands, version):
        result = dtype if result is None else promote(result, dtype)
    return result


def _weak(scalar: Scalar, common: str) -> str:
    kind = kind_of(common)
    if scalar.kind == "bool" or _RANK[scalar.kind] < _RANK[kind]:
        return "bool" if scalar.kind == "bool" else common
    if scalar.kind == kind:
        return common
    if scalar.kind == "complex" and kind == "float":
        return "complex128" if common == "float64" else "complex64"
    return default(scalar)


def _by_value(scalar: Scalar, common: str) -> str:
    """Where arrays are of no lesser kind (real and complex are one), the least type for the value."""
    if min(_RANK[scalar.kind], 2) > min(_RANK[kind_of(common)], 2):
        return default(scalar)
    value = scalar.value
    if scalar.kind == "int":
        return _least_whole(value, common) if isinstance(value, int) else "int8"
    if scalar.kind == "bool" or value is None:
        return {"bool": "bool", "float": "float16", "complex": "complex64"}[scalar.kind]
    size = max(abs(value.real), abs(value.imag))
    if scalar.kind == "complex":
        return "complex64" if size <= 3.4028234663852886e38 or size == float("inf") else "complex128"
    if size <= 65504 or size == float("inf") or size != size:
        return "float16"
    return "float32" if size <= 3.4028234663852886e38 else "float64"


def _least_whole(value: int, common: str) -> str:
    """The least type that holds a value; one that is not negative fits signed and unsigned ones."""
    signed = value < 0 or common.startswith("int")
    for bits in (8, 16, 32, 64):
        if signed and -(1 << bits - 1) <= value < 1 << bits - 1:
            return f"int{bits}"
        if not signed and value < 1 << bits:
            return f"uint{bits}"
    return "uint64"
