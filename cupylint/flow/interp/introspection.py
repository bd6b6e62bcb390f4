"""Python's questions about objects: isinstance, getattr, hasattr, callable, super."""

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
    Super,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp.evaluate import load
from cupylint.flow.library.thread_local import ThreadLocal, local_attribute

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
    if isinstance(value, (StreamValue, EventValue)):
        if dotted.startswith("cupy.cuda."):
            return dotted.endswith("Stream" if isinstance(value, StreamValue) else "Event")
        return False if dotted in _ARRAYS or dotted.partition(".")[0] in _NOT_OF_CUPY else None
    if isinstance(value, ForeignStream):
        return False if dotted.startswith(("cupy.", "builtins.")) else None
    name = dotted.removeprefix("builtins.")
    if isinstance(value, Array):
        is_other = name in _BUILTIN_TYPES or name in _CONTAINERS or dotted == "numpy.ndarray"
        is_foreign = isinstance(value, Handed) and value.foreign
        return not is_foreign if dotted == "cupy.ndarray" else False if is_other else None
    if dotted in _ARRAYS and (known := _is_host_array(value)) is not None:
        return known and dotted == "numpy.ndarray"
    if (isinstance(value, Symbol) and value.host and dotted == "cupy.ndarray") or _is_text_for_numpy(value, dotted):
        return False
    if kind := number_type(value, {}):
        return _is_number_of(kind, dotted, name)
    return _is_of_builtin(value, name)


_SCALARS = ("numpy.generic", "numpy.number")
"""What numbers of NumPy are, ``np.int32(3)``, and arrays are not."""
_ALSO = {"bool": ("bool", "int"), "float64": ("float",), "complex128": ("complex",)}
"""Built-in types that numbers are of as well."""


def _is_number_of(kind: str, dotted: str, name: str) -> bool | None:
    """Whether a number is of a class; `kind`: see `number_type`."""
    if name in _BUILTIN_TYPES or name == "complex":
        return name in (kind, *_ALSO.get(kind, ()))
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


def get_attribute_by_name(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``getattr(object, "name", default)``."""

    base, name, default = arguments.position(0), arguments.position(1), arguments.position(2)
    if base is None or not (isinstance(name, Const) and isinstance(name.value, str)):
        return interpreter.symbol(("looked up", base, name))
    if isinstance(base, ThreadLocal):
        own = local_attribute(state, base, name.value)
        return default if own is None and default is not None else interpreter.get_attribute(state, base, name.value)
    if isinstance(base, Symbol) and isinstance(stored := state.memory.get((base, name.value)), Value):
        return stored
    if default is not None and isinstance(base, ClassValue) and _is_whole(base):
        return interpreter.get_attribute(state, base, name.value) if _class_has(state, base, name.value) else default
    if default is not None and not isinstance(base, (Instance, StreamValue, EventValue, Array)):
        return interpreter.symbol(("getattr", base, name, default), name.value)
    if default is not None and isinstance(base, Instance) and not _has(state, base, name.value):
        if not (base.cls.open or _is_set_by_others(interpreter, base, name.value)):
            return default
        return interpreter.symbol(("getattr", base, name, default), name.value)
    return interpreter.get_attribute(state, base, name.value)


def _is_whole(cls: ClassValue) -> bool:
    """Whether nothing that is not seen gives a class attributes."""
    return not cls.open and cls.metaclass is None


def _class_has(state: State, cls: ClassValue, name: str) -> bool:
    """Whether a class has an attribute, by its body or since."""
    return cls.find(name) is not None or any(state.memory.get((each, name)) is not None for each in cls.family())


def _is_set_by_others(interpreter: Interpreter, base: Instance, name: str) -> bool:
    """Whether only code that is not seen can give an object an attribute: its class has no word of it but in a text."""
    followed_alone = interpreter.frames[0].function.name != "<module>"
    return followed_alone and not any(name in cls.idents for cls in base.cls.family())


def _has(state: State, base: Instance, name: str) -> bool:
    return state.memory.get((base.key, name)) is not None or base.cls.find(name) is not None


_STREAM_ATTRIBUTES = frozenset(("synchronize", "record", "wait_event", "use", "done", "ptr", "device_id"))


_ARRAY_ATTRIBUTES = frozenset(("get", "__cuda_array_interface__", "device", "data", "shape", "dtype"))


def has_attribute(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    base, name = arguments.position(0), arguments.position(1)
    if isinstance(name, Const) and isinstance(name.value, str):
        if isinstance(base, Instance) and not base.cls.open:
            return Const(_has(state, base, name.value))
        if isinstance(base, ClassValue) and _is_whole(base):
            return Const(_class_has(state, base, name.value))
        if isinstance(base, ThreadLocal) and local_attribute(state, base, name.value) is not None:
            return Const(True)  # else another function may have set it before
        if isinstance(base, FunctionValue) and state.memory.get((base, name.value)) is not None:
            return Const(True)
        if isinstance(base, StreamValue) and name.value in _STREAM_ATTRIBUTES:
            return Const(True)
        if type(base) is Array and name.value in _ARRAY_ATTRIBUTES:
            return Const(True)
        if type(base) is Const and isinstance(base.value, (bool, float, int, str)):
            return Const(hasattr(base.value, name.value))
    return interpreter.symbol(("hasattr", base, name), "hasattr", host=True)


def is_callable(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    if isinstance(value, (FunctionValue, BoundMethod, Partial, ClassValue)):
        return Const(True)
    if isinstance(value, (Array, DictValue, ListValue, StreamValue, TupleValue)) or type(value) is Const:
        return Const(False)
    return interpreter.symbol(("callable", value), "callable", host=True)


def super_object(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``super()`` in a method whose object is known, or ``super(Class, object)``."""
    owner, parameters = interpreter.frame.owner, interpreter.frame.function.parameters
    given = arguments.values()
    if len(given) == 2 and isinstance(given[0], ClassValue) and isinstance(given[1], Instance):
        return Super(given[1], given[0])
    if not parameters or given:
        return interpreter.unknown("super")
    receiver = load(interpreter, state, parameters[0].name)
    if owner is None and isinstance(receiver, Instance):  # a decorator has kept the function
        owner = _class_named(receiver.cls, interpreter.frame.function.parent_class)
    if isinstance(receiver, ClassValue):
        return interpreter.symbol(("super", receiver), "super")
    if owner is None:
        return interpreter.unknown("super")
    return Super(receiver, owner) if isinstance(receiver, Instance) else interpreter.unknown("super")


def _class_named(cls: ClassValue, name: str) -> ClassValue | None:
    """The class of this name among a class and its bases."""
    return next((member for member in cls.family() if member.name == name), None)
