"""Python's questions about the attributes of objects: getattr, hasattr, super."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    Array,
    ClassValue,
    Const,
    EventValue,
    FunctionValue,
    Instance,
    StreamValue,
    Super,
    Symbol,
    Value,
)
from cupylint.flow.interp.evaluate import load
from cupylint.flow.library.thread_local import ThreadLocal, local_attribute

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


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
    has = True if default is None else _has_or_gets(interpreter, state, base, name.value)
    if has is None:
        return interpreter.symbol(("getattr", base, name, default), name.value)
    return interpreter.get_attribute(state, base, name.value) if has or default is None else default


def _has_or_gets(interpreter: Interpreter, state: State, base: Value, name: str) -> bool | None:
    """Whether a value has an attribute; None if code that is not seen may have given it one."""
    if isinstance(base, ClassValue) and _is_whole(base):
        return _class_has(state, base, name)
    if isinstance(base, Instance) and not _has(state, base, name):
        return None if base.cls.open or _is_set_by_others(interpreter, base, name) else False
    return True if isinstance(base, (Instance, StreamValue, EventValue, Array)) else None


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
    """``hasattr(object, "name")``."""
    base, name = arguments.position(0), arguments.position(1)
    known = (
        _is_known_to_have(state, base, name.value) if isinstance(name, Const) and isinstance(name.value, str) else None
    )
    return interpreter.symbol(("hasattr", base, name), "hasattr", host=True) if known is None else Const(known)


def _is_known_to_have(state: State, base: Value | None, name: str) -> bool | None:
    """Whether a value has an attribute, None if that cannot be told."""
    if isinstance(base, Instance) and not base.cls.open:
        return _has(state, base, name)
    if isinstance(base, ClassValue) and _is_whole(base):
        return _class_has(state, base, name)
    if type(base) is Const and isinstance(base.value, (bool, float, int, str)):
        return hasattr(base.value, name)
    if isinstance(base, ThreadLocal):  # another function may have set others before
        has = local_attribute(state, base, name) is not None
    elif isinstance(base, FunctionValue):
        has = state.memory.get((base, name)) is not None
    else:
        has = name in (_STREAM_ATTRIBUTES if isinstance(base, StreamValue) else _ARRAY_ATTRIBUTES)
        has = has and (isinstance(base, StreamValue) or type(base) is Array)
    return has or None


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
