"""Python's questions about objects: isinstance, getattr, hasattr, callable, super."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.arguments import Arguments
from cupylint.flow.state import State
from cupylint.flow.values import (
    Array,
    BoundMethod,
    ClassValue,
    Const,
    EventValue,
    External,
    FunctionValue,
    Instance,
    Partial,
    StreamValue,
    Super,
    Symbol,
    Value,
)

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.machine import Machine


def is_instance(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value, kind = arguments.position(0), arguments.position(1)
    known = isinstance(kind, External) and kind.dotted.startswith("cupy.cuda.")
    if known and isinstance(value, (StreamValue, EventValue)) and isinstance(kind, External):
        return Const(kind.dotted.endswith("Stream" if isinstance(value, StreamValue) else "Event"))
    if isinstance(value, Array) and kind == External("cupy.ndarray"):
        return Const(True)
    if isinstance(value, Instance) and isinstance(kind, ClassValue) and value.cls is kind:
        return Const(True)
    return machine.symbol(("isinstance", value, kind), "isinstance", host=True)


def get_attribute_by_name(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``getattr(object, "name", default)``."""
    from cupylint.flow.attributes import get_attribute

    base, name, default = arguments.position(0), arguments.position(1), arguments.position(2)
    if base is None or not (isinstance(name, Const) and isinstance(name.value, str)):
        return machine.unknown("getattr")
    if isinstance(base, Symbol) and isinstance(stored := state.memory.get((base, name.value)), Value):
        return stored
    if default is not None and not isinstance(base, (Instance, StreamValue, EventValue, Array)):
        return machine.symbol(("getattr", base, name, default), name.value)
    if default is not None and isinstance(base, Instance) and not _has(state, base, name.value):
        return default if not base.cls.open else machine.symbol(("getattr", base, name, default), name.value)
    return get_attribute(machine, state, base, name.value)


def _has(state: State, base: Instance, name: str) -> bool:
    return state.memory.get((base.key, name)) is not None or base.cls.find(name) is not None


_STREAM_ATTRIBUTES = frozenset(("synchronize", "record", "wait_event", "use", "done", "ptr", "device_id"))


def has_attribute(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    base, name = arguments.position(0), arguments.position(1)
    if isinstance(name, Const) and isinstance(name.value, str):
        if isinstance(base, Instance) and not base.cls.open:
            return Const(_has(state, base, name.value))
        if isinstance(base, StreamValue) and name.value in _STREAM_ATTRIBUTES:
            return Const(True)
    return machine.symbol(("hasattr", base, name), "hasattr", host=True)


def is_callable(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    value = arguments.position(0)
    if isinstance(value, (FunctionValue, BoundMethod, Partial, ClassValue)):
        return Const(True)
    return machine.symbol(("callable", value), "callable", host=True)


def super_object(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``super()`` in a method whose object is known."""
    from cupylint.flow.evaluate import load

    owner, parameters = machine.frame.owner, machine.frame.function.parameters
    if owner is None or not parameters or arguments.values():
        return machine.unknown("super")
    receiver = load(machine, state, parameters[0].name)
    return Super(receiver, owner) if isinstance(receiver, Instance) else machine.unknown("super")
