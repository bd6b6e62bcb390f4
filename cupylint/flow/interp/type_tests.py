"""Of what class a value is: ``isinstance``, ``callable``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.device.interop_arrays import ForeignStream, Handed
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.enums import Member, settled
from cupylint.flow.domain.number_types import number_type
from cupylint.flow.domain.numpy_values import Number, is_numpy_array
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    Array,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    EventValue,
    External,
    FunctionValue,
    Instance,
    ListValue,
    Partial,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


_BUILTIN_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,), "float": (float,), "str": (str,), "bytes": (bytes,), "bool": (bool,), "complex": (complex,),
}  # fmt: skip
_CONTAINERS: dict[str, type] = {"list": ListValue, "tuple": TupleValue, "dict": DictValue}
_KNOWN = (StreamValue, EventValue, Array, Const, TupleValue, ListValue, DictValue)
"""What is no object of a class of the file."""


def is_instance(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``isinstance(value, kind)``, also of several kinds."""
    value, kind = arguments.position(0), arguments.position(1)
    if value is not None and kind is not None:
        kinds = kind.items if isinstance(kind, TupleValue) else (kind,)
        answers = [_is_a(settled(value), each) for each in kinds]
        if True in answers:
            return Const(True)
        if None not in answers:
            return Const(False)
    return interpreter.symbol(("isinstance", value, kind), "isinstance", host=True)


def _is_a(value: Value, kind: Value) -> bool | None:
    """Whether a value is of a class, None if that cannot be told."""
    if isinstance(kind, ClassValue):
        return _is_of_class(value, kind)
    return _is_of_external(value, kind.dotted) if isinstance(kind, External) else None


def _is_of_class(value: Value, kind: ClassValue) -> bool | None:
    if isinstance(value, Instance):
        return derives(value.cls, kind)
    return False if isinstance(value, _KNOWN) and not _has_own_type(value) else None


def _is_of_external(value: Value, dotted: str) -> bool | None:
    """Likewise for a class of another library, or of Python's own."""
    if isinstance(value, (StreamValue, EventValue, ForeignStream)):
        return _is_stream_of(value, dotted)
    if isinstance(value, Array):
        return _is_array_of(value, dotted)
    if dotted in _ARRAYS and (known := _is_host_array(value)) is not None:
        return known and dotted == "numpy.ndarray"
    if (isinstance(value, Symbol) and value.host and dotted == "cupy.ndarray") or _is_text_for_numpy(value, dotted):
        return False
    name = dotted.removeprefix("builtins.")
    kind = number_type(value, {})
    return _is_number_of(kind, dotted, name) if kind else _is_of_builtin(value, name)


def _is_stream_of(value: StreamValue | EventValue | ForeignStream, dotted: str) -> bool | None:
    """Whether a stream or an event is of a class."""
    if isinstance(value, ForeignStream):
        return False if dotted.startswith(("cupy.", "builtins.")) else None
    if dotted.startswith("cupy.cuda."):
        return dotted.endswith("Stream" if isinstance(value, StreamValue) else "Event")
    return False if dotted in _ARRAYS or dotted.partition(".")[0] in _NOT_OF_CUPY else None


def _is_array_of(array: Array, dotted: str) -> bool | None:
    """Whether a device array is of a class."""
    if dotted == "cupy.ndarray":
        return not (isinstance(array, Handed) and array.foreign)
    name = dotted.removeprefix("builtins.")
    return False if name in _BUILTIN_TYPES or name in _CONTAINERS or dotted == "numpy.ndarray" else None


_SCALARS = ("numpy.generic", "numpy.number")
"""What numbers of NumPy are, ``np.int32(3)``, and arrays are not."""
_ALSO = {"bool": ("bool", "int"), "float64": ("float",), "complex128": ("complex",)}
"""Built-in types that numbers are of as well."""


def _is_number_of(kind: str, dotted: str, name: str) -> bool | None:
    """Whether a number is of a class; `kind`: see `number_type`."""
    if name in _BUILTIN_TYPES or name == "complex":
        return name == kind or name in _ALSO.get(kind, ())
    if dotted in _ARRAYS:
        return False
    of_numpy = kind not in ("bool", "float", "int")
    if dotted in _SCALARS:
        return of_numpy
    return False if dotted.startswith("numpy.") and not of_numpy else None


def _is_text_for_numpy(value: Value, dotted: str) -> bool:
    """Whether this is something plain of Python that is no number, and the class one of NumPy."""
    is_plain = isinstance(value, Const) and not isinstance(value, Number) and not _has_own_type(value)
    return is_plain and dotted.startswith("numpy.")


def _is_of_builtin(value: Value, name: str) -> bool | None:
    """Likewise for a class of Python's own."""
    if name in _BUILTIN_TYPES and isinstance(value, Const) and not _has_own_type(value):
        return isinstance(value.value, _BUILTIN_TYPES[name])
    if name not in _CONTAINERS or not isinstance(value, tuple(_CONTAINERS.values())):
        return None
    return isinstance(value, _CONTAINERS[name])  # sets are lists here


_ARRAYS = ("numpy.ndarray", "cupy.ndarray")
_NOT_OF_CUPY = frozenset(("builtins", "cuda", "jax", "numba", "pycuda", "torch"))
"""What no stream or event of CuPy is of a class of."""


def _is_host_array(value: Value) -> bool | None:
    """Whether something that is no device array is an array of NumPy, None if that cannot be told."""
    if is_numpy_array(value):
        return True
    if isinstance(value, Instance):
        return False if all(_stands_apart(base) for base in value.cls.outside()) else None
    return False if isinstance(value, (Const, StreamValue, EventValue, TupleValue, ListValue, DictValue)) else None


def _has_own_type(value: Value) -> bool:
    """Whether a constant stands for an object that is of no built-in type."""
    return isinstance(value, Const) and isinstance(value.value, (Member, tuple))


def derives(cls: ClassValue, other: ClassValue) -> bool | None:
    """Whether a class is another one or derives from it, None if it has bases that are not known."""
    if any(member is other or member == other for member in cls.family()):
        return True
    return False if all(_stands_apart(base) for base in cls.outside()) else None


def _stands_apart(base: Value) -> bool:
    """Whether a base derives from no class of a program, since it is one of the standard library."""
    return isinstance(base, External) and base.dotted.partition(".")[0] in ("builtins", "enum", "typing", "abc")


def is_callable(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    if isinstance(value, (FunctionValue, BoundMethod, Partial, ClassValue)):
        return Const(True)
    if isinstance(value, (Array, DictValue, ListValue, StreamValue, TupleValue)) or type(value) is Const:
        return Const(False)
    return interpreter.symbol(("callable", value), "callable", host=True)
