"""Types of C, and what becomes of values on their way from one to another."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

Value = Any
"""A NumPy array with an item for each thread, or a NumPy scalar that is the same for all of them."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type.

    Attributes:
        dtype: of its values; those of pointers, and of arrays, are addresses.
        to: what a pointer points to, or an array consists of.
        count: items of an array, 0 for anything else.
        volatile: others may change the memory at any time.
        const: the program must not write there.
    """

    dtype: np.dtype[Any]
    to: Kind | None = None
    count: int = 0
    volatile: bool = False
    const: bool = False

    @property
    def size(self) -> int:
        """Bytes."""
        return self.count * self.to.size if self.count and self.to else self.dtype.itemsize

    @property
    def plain(self) -> Kind:
        """The type of a copy."""
        return replace(self, volatile=False, const=False)


def _kind(name: str) -> Kind:
    return Kind(np.dtype(name))


ADDRESS = np.dtype(np.int64)
BOOL, CHAR, INT, UINT = _kind("?"), _kind("i1"), _kind("i4"), _kind("u4")
LONG, ULONG, FLOAT, DOUBLE = _kind("i8"), _kind("u8"), _kind("f4"), _kind("f8")
SHORT, USHORT, UCHAR = _kind("i2"), _kind("u2"), _kind("u1")

NAMES = {
    "bool": BOOL, "char": CHAR, "float": FLOAT, "double": DOUBLE, "int": INT, "uint": UINT, "uchar": UCHAR,
    "ushort": USHORT, "ulong": ULONG, "size_t": ULONG, "ssize_t": LONG, "ptrdiff_t": LONG, "intptr_t": LONG,
    "uintptr_t": ULONG, "int8_t": CHAR, "uint8_t": UCHAR, "int16_t": SHORT, "uint16_t": USHORT, "int32_t": INT,
    "uint32_t": UINT, "int64_t": LONG, "uint64_t": ULONG, "clock_t": LONG,
    # of CuPy's own kernels
    "int8": CHAR, "uint8": UCHAR, "int16": SHORT, "uint16": USHORT, "int32": INT, "uint32": UINT, "int64": LONG,
    "uint64": ULONG, "float32": FLOAT, "float64": DOUBLE,
}  # fmt: skip
"""Types by their names of one word."""

_SIZES = frozenset(("long", "short", "signed", "unsigned", "int", "char"))


def named(words: list[str]) -> Kind | None:
    """The type of a number that `words` name, without qualifiers; None if they name no such type."""
    if len(words) == 1 and words[0] in NAMES:
        return NAMES[words[0]]
    if not words or not _SIZES.issuperset(words):
        return None
    width = 1 if "char" in words else 2 if "short" in words else 8 if "long" in words else 4
    return _kind(f"{'u' if 'unsigned' in words else 'i'}{width}")


def pointer(to: Kind) -> Kind:
    """A pointer to a type."""
    return Kind(ADDRESS, to)


def promoted(kind: Kind) -> Kind:
    """The type in which a number is computed with: at least an int."""
    return INT if kind.dtype.kind in "?biu" and kind.dtype.itemsize < 4 else kind.plain


def common(one: Kind, other: Kind) -> Kind:
    """The type in which two numbers meet: C's usual arithmetic conversions."""
    one, other = promoted(one), promoted(other)
    if "f" in (one.dtype.kind, other.dtype.kind):
        return DOUBLE if DOUBLE in (one, other) else FLOAT
    size = max(one.dtype.itemsize, other.dtype.itemsize)
    unsigned = any(kind.dtype.kind == "u" and kind.dtype.itemsize == size for kind in (one, other))
    return _kind(f"{'u' if unsigned else 'i'}{size}")


def cast(value: Value, dtype: np.dtype[Any]) -> Value:
    """`value` as a number of another type. Integers wrap round; of floating-point numbers the nearest one is taken."""
    if value.dtype == dtype:
        return value
    if value.dtype.kind == "f" and dtype.kind in "iu":
        return _whole(value, dtype)
    return value.astype(dtype)


def _whole(value: Value, dtype: np.dtype[Any]) -> Value:
    limits = np.iinfo(dtype)
    low, high = value.dtype.type(limits.min), value.dtype.type(limits.max)
    inside = (value >= low) & (value < high)
    if inside.all():
        return value.astype(dtype)
    ends = np.where(value >= high, dtype.type(limits.max), dtype.type(limits.min))
    ends = np.where(np.isnan(value), dtype.type(0), ends)
    whole = np.where(inside, np.where(inside, value, value.dtype.type(0)).astype(dtype), ends)
    return whole if value.ndim else whole[()]
