"""NumPy arrays and numbers, as far as launches of kernels have to know them.

A number has a width, an array is no pointer, and the memory behind either may be a flag.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import field
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.values import Array, Const, HostArray, HostView, ListValue, Method, Pointer, TupleValue, Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

FILLED = {"zeros": 0, "zeros_like": 0, "ones": 1, "ones_like": 1}
_MAKERS = frozenset("zeros ones empty full zeros_like ones_like empty_like full_like array arange".split())  # noqa: SIM905
_NUMBERS = frozenset(
    """int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 intp uintp single double intc uintc
    longlong ulonglong""".split()  # noqa: SIM905
)
_ALIASES = {"intp": "int64", "uintp": "uint64", "single": "float32", "double": "float64", "intc": "int32",
            "uintc": "uint32", "longlong": "int64", "ulonglong": "uint64"}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class HostBuffer(HostArray):
    """A NumPy array that is made here, equal to what is known of an array or number of NumPy from elsewhere.

    `initial` is what all its elements hold when it is made, if that is known.
    """

    initial: Const | None = field(default=None, compare=False)

    def __eq__(self, other: object) -> bool:
        return type(other) in (HostArray, HostBuffer) and getattr(other, "key", None) is None

    def __hash__(self) -> int:
        return HostArray.__hash__(self)


@dataclass(frozen=True, slots=True)
class Address(Value):
    """The address of a NumPy array, as a number: ``np.uint64(flag.ctypes.data)``."""

    array: Value


@dataclass(frozen=True, slots=True, eq=False)
class Number(Const):
    """A NumPy number, equal to the Python number of its value. `dtype` is "" where it is not known."""

    dtype: str = ""


def made(state: State, dotted: str, arguments: Arguments) -> Value | None:
    """The array or number that a function of NumPy makes, None if it makes none or nothing is known of it."""
    name = dotted.rpartition(".")[2]
    if dotted.count(".") != 1:
        return None
    if name in _NUMBERS:
        return number(dotted, arguments)
    first = arguments.position(0)
    if name not in _MAKERS:
        return None
    initial = Const(FILLED[name]) if name in FILLED else None
    if name == "array":
        initial = constant(state, first)
    elif name in ("full", "full_like"):
        initial = constant(state, arguments.either(1, "fill_value"))
    return HostBuffer(initial=initial)


def makes_number(dotted: str) -> bool:
    """Whether a function is a scalar type of NumPy, under its own name or as CuPy hands it on."""
    module, _, name = dotted.partition(".")
    return module in ("numpy", "cupy") and name in _NUMBERS


def number(dotted: str, arguments: Arguments) -> Number | None:
    """The number that a scalar type of NumPy makes (CuPy's names are the same types), None for anything else."""
    name, first = dotted.partition(".")[2], arguments.position(0)
    if not makes_number(dotted) or not isinstance(first, Const):
        return None
    return Number(first.value, _ALIASES.get(name, name)) if isinstance(first.value, (int, float)) else None


def address(dotted: str, arguments: Arguments) -> Value | None:
    """``np.uint64(flag.ctypes.data)``: the address of an array as a number of NumPy; None for anything else."""
    if dotted.rpartition(".")[2] not in _NUMBERS:
        return None
    return address_of(arguments.position(0))


def address_of(value: Value | None) -> Value | None:
    """What stands for the address of an array if `value` does: ``flag.ctypes.data``, or a number made of it."""
    if isinstance(value, (Address, Pointer)):
        return value
    if not isinstance(value, Method) or value.name != "data":
        return None
    base = value.receiver
    array = base.receiver if isinstance(base, Method) and base.name == "ctypes" else None
    return Address(array) if isinstance(array, HostArray) else None


def is_numpy_array(value: Value) -> bool:
    """Whether a value is certainly an array of NumPy, no number."""
    if isinstance(value, HostView):
        return getattr(value, "seen", None) is None
    return isinstance(value, HostBuffer) or (
        getattr(value, "pinned", False) and getattr(value, "key", None) is not None
    )


def memory_of(value: Value | None) -> list[Hashable]:
    """What tells the memory behind an array, on the device or on the host, or behind its address."""
    if isinstance(value, Address):
        value = value.array
    if isinstance(value, (Pointer, HostView)):
        value = value.array
    if isinstance(value, Array):
        return list(value.buffers)
    key = getattr(value, "key", None) if isinstance(value, HostArray) else None
    return [] if key is None else [("host", key)]


def carried(result: Value, operands: Iterable[Value]) -> Value:
    """The result of arithmetic: where NumPy numbers take part its width is not known."""
    if isinstance(result, Const) and any(isinstance(value, Number) for value in operands):
        return Number(result.value)
    return result


def constant(state: State, value: Value | None) -> Const | None:
    """The number that all elements hold which are made from `value`, None if not known."""
    if isinstance(value, Const):
        return value if isinstance(value.value, (int, float)) else None
    if isinstance(value, HostBuffer):
        return value.initial
    held = items_of(state, value) if isinstance(value, (ListValue, TupleValue)) else None
    found = [constant(state, item) for item in held or ()]
    return found[0] if found and all(item is not None and item == found[0] for item in found) else None
