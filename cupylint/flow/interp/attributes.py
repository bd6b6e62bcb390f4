"""Attributes of objects, arrays, streams and modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupylint.cupy_model import attribute, canonical
from cupylint.flow.device import arrays, cuda, host_memory, interop, known_shapes
from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.contents import class_members
from cupylint.flow.domain.modules import module_attribute, name_of
from cupylint.flow.domain.readings import Interval
from cupylint.flow.domain.values import (
    NONE,
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
from cupylint.flow.interp import special_methods
from cupylint.flow.interp.concern import concerns
from cupylint.flow.library.thread_local import ThreadLocal, local_attribute
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


def get_attribute(interpreter: Interpreter, state: State, base: Value, name: str) -> Value:
    """``base.name``."""
    return _ATTRIBUTE_OF[type(base)](interpreter, state, base, name)


def _member(interpreter: Interpreter, state: State, base: External, name: str) -> Value:
    return external(interpreter, state, External(canonical(f"{base.dotted}.{name}")))


def _inherited(interpreter: Interpreter, state: State, base: Super, name: str) -> Value:
    family = list(base.instance.cls.family())
    if base.owner not in family:
        family = list(base.owner.family())
    for cls in family[family.index(base.owner) + 1 :]:
        if isinstance(found := cls.members.get(name), FunctionValue):
            return BoundMethod(base.instance, found)
    if name == "__setattr__":
        return Partial(External("builtins.object.__setattr__"), (base.instance,), ())
    return interpreter.unknown(name)


def _stream_attribute(interpreter: Interpreter, state: State, base: StreamValue, name: str) -> Value:
    if name == "done":
        return Done(base)
    if name in ("ptr", "__cuda_stream__"):
        return interpreter.symbol(("ptr", base), name, host=True)
    if name in ("null", "ptds"):  # attributes of the class, whatever object they are asked of
        return external(interpreter, state, External(f"cupy.cuda.Stream.{name}"))
    return Const(base.stream.device) if name == "device_id" else Method(base, name)


def _event_attribute(interpreter: Interpreter, state: State, base: EventValue, name: str) -> Value:
    if name == "ptr":
        return interpreter.symbol(("ptr", base), name, host=True)
    return Done(base) if name == "done" else Method(base, name)


def _pointer_attribute(interpreter: Interpreter, state: State, base: Pointer, name: str) -> Value:
    if name == "ptr":
        return Pointer(base.array, number=True)
    return base if name == "mem" else Method(base, name)


def _symbol_attribute(interpreter: Interpreter, state: State, base: Symbol, name: str) -> Value:
    found = state.memory.get((base, name))
    return found if isinstance(found, Value) else interpreter.symbol(("attribute", base, name), name, base.host)


def _attribute_of_either(interpreter: Interpreter, state: State, base: Either, name: str) -> Value:
    """A method of one of several objects; of other attributes nothing is known but that it is the same each time."""
    found = tuple(dict.fromkeys(get_attribute(interpreter, state, option, name) for option in base.options))
    if len(found) == 1:
        return found[0]
    if all(isinstance(method, BoundMethod) for method in found):
        return Either(found)
    return interpreter.symbol(("attribute", base, name), name)


def _thread_local_attribute(interpreter: Interpreter, state: State, base: ThreadLocal, name: str) -> Value:
    own = local_attribute(state, base, name)
    return interpreter.symbol(("attribute", base, state.host, name), name) if own is None else own


def _device_attribute(interpreter: Interpreter, state: State, base: DeviceValue, name: str) -> Value:
    return Method(base, name) if name != "id" or base.number is None else Const(base.number)


def _class_attribute(interpreter: Interpreter, state: State, base: ClassValue, name: str) -> Value:
    stored = state.memory.get((base, name))
    if isinstance(stored, Value):
        return stored
    if name == "__dict__":
        return class_members(interpreter, state, base)
    found = base.find(name)
    if isinstance(found, FunctionValue) and "classmethod" in found.function.decorator_names:
        return BoundMethod(base, found)
    if found is None and isinstance(base.metaclass, ClassValue):
        above = _class_attribute(interpreter, state, base.metaclass, name)
        return BoundMethod(base, above) if isinstance(above, FunctionValue) else above
    return interpreter.symbol(("class attribute", base, name), name) if found is None else found


def _instance_attribute(interpreter: Interpreter, state: State, base: Instance, name: str) -> Value:
    found = state.memory.get((base.key, name))
    if isinstance(found, Value):
        return found
    if (position := ir.matched(name)) is not None:
        fields = base.cls.all_fields()
        return _instance_attribute(interpreter, state, base, fields[position]) if position < len(fields) else NONE
    stored = state.memory.get((base.cls, name))
    if isinstance(stored, Value):
        return stored
    member = base.cls.find(name)
    if isinstance(member, FunctionValue):
        return _bound(interpreter, state, base, name, member)
    if member is not None:
        return member
    if not name.startswith("__") and (
        own := special_methods.call(interpreter, state, base, "__getattr__", Const(name), node=None)
    ):
        return own
    return interpreter.symbol(("attribute", base, name), name)


_PROPERTIES = frozenset(("property", "cached_property", "functools.cached_property"))


def _bound(interpreter: Interpreter, state: State, base: Instance, name: str, member: FunctionValue) -> Value:
    """What a function of a class is where an object is asked for it."""
    decorators = member.function.decorator_names
    if "staticmethod" in decorators:
        return member
    if not _PROPERTIES.isdisjoint(decorators):
        value = _of_property(interpreter, state, base, name, member)
        if any(text.endswith("cached_property") for text in decorators):
            state.memory[(base.key, name)] = value
        return value
    return BoundMethod(base.cls if "classmethod" in decorators else base, member)


def _of_property(interpreter: Interpreter, state: State, base: Instance, name: str, getter: FunctionValue) -> Value:
    """What a property gives; `state` goes on with the only path through it, or with what all have in common."""
    if not concerns(interpreter, getter):
        return interpreter.unknown(name)
    results = interpreter.run_function(state, getter, (base,), ())
    if len(results) == 1:
        result, value = results[0]
        if result is not state:  # the other way through it
            state.become(result)
        return value
    value = next((value for result, value in results if result is state), interpreter.unknown(name))
    state.weaken_by(result for result, _ in results if result is not state)
    return value


def _interval_attribute(interpreter: Interpreter, state: State, base: Interval, name: str) -> Value:
    return base if name in ("seconds", "microseconds") else Method(base, name)


def _foreign_attribute(interpreter: Interpreter, state: State, base: Value, name: str) -> Value:
    return interop.attribute(interpreter, state, base, name) or Method(base, name)


def _array_attribute(interpreter: Interpreter, state: State, base: Array, name: str) -> Value:
    if (held := interop.attribute(interpreter, state, base, name)) is not None:
        return held
    if name == "data":
        return Pointer(base)
    if name == "device":
        homes = {interpreter.allocations.devices.get(buffer) for buffer in base.buffers}
        return DeviceValue(homes.pop() if len(homes) == 1 else None)
    kind = attribute(name)
    if kind is not None and kind.value == "view":
        shown = arrays.view(base, name)
        interpreter.forms.called(None, f"cupy.ndarray.{name}", (base,), (), shown, None)
        return shown
    if kind is not None and kind.value == "host":
        known = known_shapes.attribute(interpreter, base, name)
        return interpreter.symbol(("attribute", base, name), name, host=True) if known is None else known
    return Method(base, name)


def _function_attribute(interpreter: Interpreter, state: State, base: FunctionValue, name: str) -> Value:
    stored = state.memory.get((base, name))
    if isinstance(stored, Value):
        return stored
    home = name_of(interpreter, base.frames[-1]) if name == "__module__" and base.frames else None
    return Method(base, name) if home is None else Const(home)


_ATTRIBUTE_OF: ByClass[Callable[[Interpreter, State, Any, str], Value]] = ByClass(
    {
        **dict.fromkeys(interop.VALUES, _foreign_attribute),
        External: _member,
        Instance: _instance_attribute,
        ModuleValue: module_attribute,
        Super: _inherited,
        Array: _array_attribute,
        StreamValue: _stream_attribute,
        EventValue: _event_attribute,
        Pointer: _pointer_attribute,
        Interval: _interval_attribute,
        HostView: lambda interpreter, state, base, name: host_memory.attribute(interpreter, base, name),
        ClassValue: _class_attribute,
        FunctionValue: _function_attribute,
        Symbol: _symbol_attribute,
        ThreadLocal: _thread_local_attribute,
        DeviceValue: _device_attribute,
        Either: _attribute_of_either,
        Value: lambda interpreter, state, base, name: Method(base, name),
    }
)


_POOLS = {
    "cupy._default_memory_pool": "cupy.get_default_memory_pool",
    "cupy._default_pinned_memory_pool": "cupy.get_default_pinned_memory_pool",
}
"""Private names of CuPy's pools, and what gives the same for the asking."""


def external(interpreter: Interpreter, state: State, value: External) -> Value:
    """Members of CuPy that are objects of their own."""
    if value.dotted == "cupy.cuda.Stream.null":
        return StreamValue(cuda.NULL)
    if value.dotted == "cupy.cuda.Stream.ptds":
        return StreamValue(cuda.per_thread(state))
    if (getter := _POOLS.get(value.dotted)) is not None:
        return interpreter.symbol(("made", getter, value.dotted), getter.rpartition(".")[2])
    if value.dotted in ("typing.TYPE_CHECKING",):
        return Const(False)
    return value
