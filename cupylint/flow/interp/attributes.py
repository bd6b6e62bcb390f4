"""Attributes of objects, arrays, streams and modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupylint.cupy_model import attribute, canonical
from cupylint.flow.detectors.readings import Interval
from cupylint.flow.device import arrays, cuda, exchange, host_memory, known_shapes
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.modules import module_attribute
from cupylint.flow.domain.values import (
    Array,
    BoundMethod,
    ClassValue,
    Const,
    DeviceValue,
    Done,
    Either,
    EventValue,
    External,
    FunctionValue,
    HostView,
    Instance,
    Method,
    ModuleValue,
    Partial,
    Pointer,
    StreamValue,
    Super,
    Symbol,
    Value,
)
from cupylint.flow.interp import special
from cupylint.flow.library.thread_local import ThreadLocal, local_attribute

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.machine import Machine


def get_attribute(machine: Machine, state: State, base: Value, name: str) -> Value:
    """``base.name``."""
    return _ATTRIBUTE_OF[type(base)](machine, state, base, name)


def _member(machine: Machine, state: State, base: External, name: str) -> Value:
    return external(machine, state, External(canonical(f"{base.dotted}.{name}")))


def _inherited(machine: Machine, state: State, base: Super, name: str) -> Value:
    for parent in base.owner.bases:
        found = parent.find(name) if isinstance(parent, ClassValue) else None
        if isinstance(found, FunctionValue):
            return BoundMethod(base.instance, found)
    if name == "__setattr__":
        return Partial(External("builtins.object.__setattr__"), (base.instance,), ())
    return machine.unknown(name)


def _stream_attribute(machine: Machine, state: State, base: StreamValue, name: str) -> Value:
    if name == "done":
        return Done(base)
    if name in ("ptr", "__cuda_stream__"):
        return machine.symbol(("ptr", base), name, host=True)
    return Const(base.stream.device) if name == "device_id" else Method(base, name)


def _event_attribute(machine: Machine, state: State, base: EventValue, name: str) -> Value:
    if name == "ptr":
        return machine.symbol(("ptr", base), name, host=True)
    return Done(base) if name == "done" else Method(base, name)


def _pointer_attribute(machine: Machine, state: State, base: Pointer, name: str) -> Value:
    if name == "ptr":
        return Pointer(base.array, number=True)
    return base if name == "mem" else Method(base, name)


def _symbol_attribute(machine: Machine, state: State, base: Symbol, name: str) -> Value:
    found = state.memory.get((base, name))
    return found if isinstance(found, Value) else machine.symbol(("attribute", base, name), name, base.host)


def _attribute_of_either(machine: Machine, state: State, base: Either, name: str) -> Value:
    """A method of one of several objects; of other attributes nothing is known but that it is the same each time."""
    found = tuple(dict.fromkeys(get_attribute(machine, state, option, name) for option in base.options))
    if len(found) == 1:
        return found[0]
    if all(isinstance(method, BoundMethod) for method in found):
        return Either(found)
    return machine.symbol(("attribute", base, name), name)


def _thread_local_attribute(machine: Machine, state: State, base: ThreadLocal, name: str) -> Value:
    own = local_attribute(state, base, name)
    return machine.symbol(("attribute", base, state.host, name), name) if own is None else own


def _device_attribute(machine: Machine, state: State, base: DeviceValue, name: str) -> Value:
    return Method(base, name) if name != "id" or base.number is None else Const(base.number)


def _class_attribute(machine: Machine, state: State, base: ClassValue, name: str) -> Value:
    stored = state.memory.get((base, name))
    if isinstance(stored, Value):
        return stored
    found = base.find(name)
    if isinstance(found, FunctionValue) and "classmethod" in found.function.decorator_names:
        return BoundMethod(base, found)
    return machine.symbol(("class attribute", base, name), name) if found is None else found


def _instance_attribute(machine: Machine, state: State, base: Instance, name: str) -> Value:
    found = state.memory.get((base.key, name))
    if isinstance(found, Value):
        return found
    stored = state.memory.get((base.cls, name))
    if isinstance(stored, Value):
        return stored
    member = base.cls.find(name)
    if isinstance(member, FunctionValue):
        decorators = member.function.decorator_names
        if "staticmethod" in decorators:
            return member
        if any(text in ("property", "cached_property", "functools.cached_property") for text in decorators):
            results = machine.run_function(state, member, (base,), ())
            if len(results) == 1:
                result, value = results[0]
                if result is not state:  # the other way through it
                    state.become(result)
            else:
                value = next((value for result, value in results if result is state), machine.unknown(name))
                state.doubt_waits_on(result for result, _ in results if result is not state)
            if any(text.endswith("cached_property") for text in decorators):
                state.memory[(base.key, name)] = value
            return value
        if "classmethod" in decorators:
            return BoundMethod(base.cls, member)
        return BoundMethod(base, member)
    if member is not None:
        return member
    if not name.startswith("__") and (own := special.call(machine, state, base, "__getattr__", Const(name), node=None)):
        return own
    return machine.symbol(("attribute", base, name), name)


def _interval_attribute(machine: Machine, state: State, base: Interval, name: str) -> Value:
    return base if name in ("seconds", "microseconds") else Method(base, name)


def _foreign_attribute(machine: Machine, state: State, base: Value, name: str) -> Value:
    return exchange.attribute(machine, state, base, name) or Method(base, name)


def _array_attribute(machine: Machine, state: State, base: Array, name: str) -> Value:
    if (held := exchange.attribute(machine, state, base, name)) is not None:
        return held
    if name == "data":
        return Pointer(base)
    if name == "device":
        homes = {machine.homes.get(buffer) for buffer in base.buffers}
        return DeviceValue(homes.pop() if len(homes) == 1 else None)
    kind = attribute(name)
    if kind is not None and kind.value == "view":
        shown = arrays.view(base, name)
        machine.footprint.called(None, f"cupy.ndarray.{name}", (base,), (), shown, None)
        return shown
    if kind is not None and kind.value == "host":
        known = known_shapes.attribute(machine, base, name)
        return machine.symbol(("attribute", base, name), name, host=True) if known is None else known
    return Method(base, name)


_ATTRIBUTE_OF: ByClass[Callable[[Machine, State, Any, str], Value]] = ByClass(
    {
        **dict.fromkeys(exchange.VALUES, _foreign_attribute),
        External: _member,
        Instance: _instance_attribute,
        ModuleValue: module_attribute,
        Super: _inherited,
        Array: _array_attribute,
        StreamValue: _stream_attribute,
        EventValue: _event_attribute,
        Pointer: _pointer_attribute,
        Interval: _interval_attribute,
        HostView: lambda machine, state, base, name: host_memory.attribute(machine, base, name),
        ClassValue: _class_attribute,
        Symbol: _symbol_attribute,
        ThreadLocal: _thread_local_attribute,
        DeviceValue: _device_attribute,
        Either: _attribute_of_either,
        Value: lambda machine, state, base, name: Method(base, name),
    }
)


def external(machine: Machine, state: State, value: External) -> Value:
    """Members of CuPy that are objects of their own."""
    if value.dotted == "cupy.cuda.Stream.null":
        return StreamValue(cuda.NULL)
    if value.dotted == "cupy.cuda.Stream.ptds":
        return StreamValue(cuda.per_thread(state))
    if value.dotted in ("typing.TYPE_CHECKING",):
        return Const(False)
    return value
