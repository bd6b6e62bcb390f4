"""Assignments: names, attributes, items, unpacking, ``+=``, ``del``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cupylint.facts import NoneEvent
from cupylint.flow.device import arrays, host_memory, parameters, rewrites
from cupylint.flow.device.interop_arrays import ForeignStream
from cupylint.flow.device.textures import CudaArray
from cupylint.flow.domain import candidates, modules
from cupylint.flow.domain.contents import MAX_ITEMS, dict_items, items_of
from cupylint.flow.domain.values import (
    NONE,
    Array,
    ClassValue,
    Const,
    DictValue,
    EventValue,
    FunctionValue,
    Generator,
    HostArray,
    HostView,
    Instance,
    ListValue,
    ModuleValue,
    NoEvent,
    Pointer,
    SliceValue,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
    is_of_many,
    is_whole,
)
from cupylint.flow.interp import generators, refusals, special_methods
from cupylint.flow.interp.evaluate import evaluate, load
from cupylint.flow.interp.items import get_item
from cupylint.flow.interp.operators import binary
from cupylint.flow.library.thread_local import ThreadLocal, local_key
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

Items = tuple[Value, ...]


def bind(interpreter: Interpreter, state: State, name: ir.Name_, value: Value) -> None:
    """Bind a name in the current frame (or the module, after ``global``)."""
    frame = interpreter.frame
    if isinstance(name, str) and name in frame.globals:
        state.memory[(frame.module, name)] = value
        return
    if isinstance(name, str) and name not in frame.function.assigned:
        for number, names in zip(frame.closure, frame.names, strict=False):  # nonlocal
            if name in names:
                state.memory[(number, name)] = value
                return
    state.memory[(frame.number, name)] = value


def store(interpreter: Interpreter, state: State, target: ir.Target, value: Value, source: ir.Expr | None) -> None:
    """``target = value``. `source` is the expression the value came from, if it is one."""
    if isinstance(target, ir.Unpack):
        _unpack(interpreter, state, target, value)
        return
    _note(interpreter, state, target, value)
    if isinstance(target, ir.Load):
        before = state.memory.get((interpreter.frame.number, target.name))
        if interpreter.lifetimes.elsewhere:
            interpreter.lifetimes.drop(state, before, "rebound", value)
        bind(interpreter, state, target.name, value)
        if isinstance(before, Generator):
            generators.left_open(state)
    elif isinstance(target, ir.Attr):
        store_attribute(interpreter, state, evaluate(interpreter, state, target.base), target.name, value, target)
    else:
        base = evaluate(interpreter, state, target.base)
        key = evaluate(interpreter, state, target.key)
        _store_item(interpreter, state, base, key, value, target, source)


def _unpack(interpreter: Interpreter, state: State, target: ir.Unpack, value: Value) -> None:
    count = len(target.targets)
    items = _unpacked(interpreter, state, value, target, range(count))
    if items is not None and target.star is not None and len(items) >= count - 1:
        star, rest = target.star, len(items) - count + 1
        middle = TupleValue(items[star : star + rest])
        items = (*items[:star], middle, *items[star + rest :])
    for index, part in enumerate(target.targets):
        item = items[index] if items is not None and index < len(items) else interpreter.unknown()
        store(interpreter, state, part, item, None)


def _unpacked(interpreter: Interpreter, state: State, value: Value, target: ir.Unpack, numbers: range) -> Items | None:
    """What is assigned when a value is unpacked, None if that is not known."""
    if isinstance(value, Const) and isinstance(value.value, (range, str)) and len(value.value) <= MAX_ITEMS:
        return tuple(Const(item) for item in value.value)
    if isinstance(value, Array):
        return tuple(arrays.index(interpreter, state, value, Const(number), target.node) for number in numbers)
    if isinstance(value, Symbol):
        return tuple(interpreter.symbol(("item", value, number), "item", value.host) for number in numbers)
    if isinstance(value, HostView):
        return tuple(host_memory.index(interpreter, state, value, Const(number), target.node) for number in numbers)
    return tuple(HostArray() for _ in numbers) if isinstance(value, HostArray) else items_of(state, value)


_ASSIGNMENTS = ("Assign", "AnnAssign")


def _text(target: ir.Expr | ir.Target) -> str:
    """``name``, ``self.name`` or ``name[3]`` as the source has it; '' for anything longer."""
    if isinstance(target, ir.Load):
        return target.name if isinstance(target.name, str) else ""
    if isinstance(target, ir.Attr):
        base = _text(target.base)
        return f"{base}.{target.name}" if base else ""
    if isinstance(target, ir.Item) and isinstance(target.key, ir.Const):
        base = _text(target.base)
        return f"{base}[{target.key.value!r}]" if base else ""
    if isinstance(target, ir.Item) and isinstance(target.key, ir.Load) and isinstance(target.key.name, str):
        base = _text(target.base)
        return f"{base}[{target.key.name}]" if base else ""
    return ""


def _note(interpreter: Interpreter, state: State, target: ir.Load | ir.Attr | ir.Item, value: Value) -> None:
    """Names for messages, and ``e = Event().record()``."""
    text = _text(target)
    interpreter.announce.named(state, target, value, text)
    if isinstance(value, NoEvent) and text not in ("", "_"):
        instead = rewrites.recording(interpreter, state, value.node)
        interpreter.emit(NoneEvent(interpreter.spot(value.node), text, instead), key=value.node)
    if not text:
        return
    name_value(interpreter, state, value, text)
    if isinstance(value, Symbol):
        interpreter.names.name_unknown(value, text)
        if (buffer := interpreter.parameters.buffers.get(value)) is not None:
            interpreter.names.name_array(buffer, text)
    elif isinstance(value, Array):
        if is_whole(value) and type(interpreter.statement).__name__ in _ASSIGNMENTS:
            interpreter.names.name_array(next(iter(value.buffers)), text, interpreter.statement)
        for buffer in value.buffers:
            number = interpreter.allocations.creators.get(buffer)
            if number is None or number >= len(interpreter.touches):  # what makes it was not followed to its end
                continue
            if interpreter.touches[number].statement.node is interpreter.statement:
                assert target.node is not None
                interpreter.allocations.names[number] = interpreter.spot(target.node)


def name_value(interpreter: Interpreter, state: State, value: Value, text: str, depth: int = 0) -> None:
    """Remember how the source calls a stream, event or array, also inside a list."""
    if isinstance(value, (StreamValue, ForeignStream)):
        interpreter.names.name_stream(value.stream, text, interpreter.frame.function.name)
    elif isinstance(value, EventValue):
        interpreter.names.name_event(value.key, text)
    elif isinstance(value, Array) and len(value.buffers) == 1:
        interpreter.names.name_array(next(iter(value.buffers)), text)
    elif isinstance(value, (HostView, Pointer, CudaArray)):
        name_value(interpreter, state, value.array, text, depth)
    elif isinstance(value, Instance):
        _name_members(interpreter, state, value, text, depth)
    elif depth < 2:
        for item, part in _named_items(state, value, text):
            name_value(interpreter, state, item, part, depth + 1)


def _name_members(interpreter: Interpreter, state: State, value: Instance, text: str, depth: int) -> None:
    """Remember how the source calls the streams of an object."""
    if depth >= 2 or text.startswith("self"):
        return
    for name, member in state.memory.members(value.key):
        if isinstance(member, StreamValue):
            interpreter.names.name_part(member.stream, str(name), f"{text}.{name}")


def _named_items(state: State, value: Value, text: str) -> Iterator[tuple[Value, str]]:
    """What a container holds under keys that are known, and how the source calls each."""
    if isinstance(value, (TupleValue, ListValue)):
        for index, item in enumerate(items_of(state, value) or ()):
            yield item, f"{text}[{index}]"
    elif isinstance(value, DictValue):
        for key, item in dict_items(state, value):
            if isinstance(key, Const):
                yield item, f"{text}[{key.value!r}]"


def store_attribute(
    interpreter: Interpreter, state: State, base: Value, name: str, value: Value, target: ir.Attr
) -> None:
    """``base.name = value``."""
    if isinstance(base, ThreadLocal):
        state.memory[(local_key(state, base), name)] = value
    elif isinstance(base, Instance):
        setter = base.cls.find(f"{name}.setter")
        if isinstance(setter, FunctionValue):
            interpreter.run_function(state, setter, (base, value), ())
            return
        interpreter.lifetimes.drop(state, state.memory.get((base.key, name)), "rebound", value)
        state.memory[(base.key, name)] = value
    elif isinstance(base, ClassValue) or (
        isinstance(base, FunctionValue) and isinstance(value, (StreamValue, EventValue))
    ):
        state.memory[(base, name)] = value
    elif isinstance(base, ModuleValue):
        modules.store(interpreter, state, base, name, value)
    elif isinstance(base, Symbol):
        state.memory[(base, name)] = value
        interpreter.lifetimes.hold(state, value)
        arrays.escape(state, value)
    elif isinstance(base, Array) and name in ("real", "imag", "flat"):
        assert target.node is not None
        arrays.store(interpreter, state, arrays.view(base, name), value, target.node, target.base.node, None)


def _store_item(
    interpreter: Interpreter,
    state: State,
    base: Value,
    key: Value,
    value: Value,
    target: ir.Item,
    source: ir.Expr | None,
) -> None:
    interpreter.announce.item_stored(state, base, key, value, target.node, None if source is None else source.node)
    refusals.indexed(interpreter, state, base, key)
    if isinstance(base, Array):
        assert target.node is not None
        arrays.store_item(interpreter, state, base, key, value, target, source)
        interpreter.forms.called(state, "[]=", (base, key), (), NONE, target.node)
    elif isinstance(base, HostView):
        if type(value) is Array and not value.guess and not is_of_many(key):  # NumPy calls float(): a wait (measured)
            arrays.host_read(interpreter, state, value, target.node)
        host_memory.store_item(interpreter, state, base, key, value, target.node)
    elif isinstance(base, ListValue):
        _store_in_list(interpreter, state, base, key, value)
    elif isinstance(base, DictValue):
        interpreter.lifetimes.drop(state, base, "removed", value)
        items = [(known, held) for known, held in dict_items(state, base) if known != key]
        state.memory[base.key] = (*items, (key, value))
    elif isinstance(base, Instance):
        special_methods.call(interpreter, state, base, "__setitem__", key, value, node=target.node)
    elif isinstance(base, Symbol):
        _store_in_symbol(interpreter, state, base, key, value, target, source)


def _store_in_symbol(
    interpreter: Interpreter,
    state: State,
    base: Symbol,
    key: Value,
    value: Value,
    target: ir.Item,
    source: ir.Expr | None,
) -> None:
    """An item of something that is not known, which may be a device array if it is given one."""
    takes_array = isinstance(value, Array) and not base.host
    if takes_array and (_goes_through(key) or interpreter.was_asked(base, "dtype", "ndim", "shape")):
        parameters.narrowed(interpreter, state, base)  # NumPy's arrays take none of the device
        name = getattr(target.base, "name", "")
        array = arrays.symbol_array(interpreter, base, name if isinstance(name, str) else "")
        _store_item(interpreter, state, array, key, value, target, source)
        return
    if takes_array and isinstance(value, Array) and target.node is not None:
        arrays.store_in_unknown(interpreter, state, base, key, value, target)
    if isinstance(value, HostView) and _goes_through(key):  # a device array takes none of NumPy (measured)
        host_memory.touch(interpreter, state, value, "r", target.node)
    state.memory[("item", base, key)] = value
    candidates.store(interpreter, state, base, key, value)
    interpreter.lifetimes.hold(state, value)
    arrays.escape(state, value)


def _goes_through(key: Value) -> bool:
    """Whether an index goes through an axis: ``a[:] = b`` writes what is in `b`."""
    return isinstance(key, SliceValue) or (isinstance(key, TupleValue) and any(map(_goes_through, key.items)))


def _store_in_list(interpreter: Interpreter, state: State, base: ListValue, key: Value, value: Value) -> None:
    items = list(items_of(state, base) or ())
    if isinstance(key, Const) and isinstance(key.value, int) and -len(items) <= key.value < len(items):
        interpreter.lifetimes.drop(state, items[key.value], "removed", value)
        items[key.value] = value
    elif isinstance(key, Const) and isinstance(key.value, int):
        return
    elif key == SliceValue(None, None, None) and (given := items_of(state, value)) is not None:
        interpreter.lifetimes.drop(state, base, "removed", value)  # ``items[:] = others``
        items = list(given)
    else:
        interpreter.lifetimes.hold(state, *items, value)
        items = [candidates.one_of_slot(interpreter, item, value) for item in items]
    state.memory[base.key] = tuple(items)


def augment(interpreter: Interpreter, state: State, statement: ir.Augment) -> None:
    """``target op= value``: in place for device arrays and lists, a new object otherwise."""
    target = statement.target
    value = evaluate(interpreter, state, statement.value)
    if isinstance(target, ir.Unpack):
        return
    base: Value | None = None
    key: Value | None = None
    if isinstance(target, ir.Load):
        old = load(interpreter, state, target.name)
    else:
        base = evaluate(interpreter, state, target.base)
        if isinstance(target, ir.Attr):
            old = interpreter.get_attribute(state, base, target.name)
        else:
            key = evaluate(interpreter, state, target.key)
            if isinstance(base, Array):
                arrays.augment_item(interpreter, state, base, key, value, target, statement)
                return
            if isinstance(base, HostView):
                host_memory.store_item(interpreter, state, base, key, value, target.node, "rw")
                return
            old = get_item(interpreter, state, base, key, target)
    if _augment_in_place(interpreter, state, statement, old, value):
        return
    operands = [(old, target.node), (value, statement.value.node)]
    assert statement.node is not None
    new = special_methods.augmented(interpreter, state, statement.operator, old, value, statement.node)
    if new is None:
        new = binary(interpreter, state, statement, statement.operator, operands)
    interpreter.announce.named(state, target, new, _text(target))
    if isinstance(target, ir.Load):
        bind(interpreter, state, target.name, new)
    elif isinstance(target, ir.Attr) and base is not None:
        store_attribute(interpreter, state, base, target.name, new, target)
    elif isinstance(target, ir.Item) and base is not None and key is not None:
        _store_item(interpreter, state, base, key, new, target, None)


def _augment_in_place(interpreter: Interpreter, state: State, statement: ir.Augment, old: Value, value: Value) -> bool:
    """``target op= value`` where the object itself changes. Whether it does."""
    target = statement.target
    if isinstance(old, Array) and statement.operator != "@":  # arrays have no `__imatmul__`: Python makes a new one
        assert target.node is not None and statement.node is not None
        arrays.augment(interpreter, state, old, value, target.node, statement)
        return True
    if isinstance(old, HostView):
        host_memory.touch_all(interpreter, state, [(value, "r", statement.value.node), (old, "rw", target.node)])
        return True
    more = items_of(state, value)
    if isinstance(old, ListValue) and more is not None and statement.operator == "+":
        state.memory[old.key] = ((items_of(state, old) or ()) + more)[:MAX_ITEMS]
        return True
    return False


def delete(interpreter: Interpreter, state: State, target: ir.Target) -> None:
    """``del target``."""
    _delete(interpreter, state, target)
    generators.left_open(state)


def _delete(interpreter: Interpreter, state: State, target: ir.Target) -> None:
    if isinstance(target, ir.Load):
        interpreter.lifetimes.drop(state, state.memory.get((interpreter.frame.number, target.name)), "del")
        state.memory.discard((interpreter.frame.number, target.name))
    elif isinstance(target, ir.Attr):
        base = evaluate(interpreter, state, target.base)
        if isinstance(base, Instance):
            interpreter.lifetimes.drop(state, state.memory.get((base.key, target.name)), "del")
            state.memory.discard((base.key, target.name))
    elif isinstance(target, ir.Item):
        base = evaluate(interpreter, state, target.base)
        key = evaluate(interpreter, state, target.key)
        interpreter.lifetimes.drop(state, base, "removed")
        if isinstance(base, Instance):
            special_methods.call(interpreter, state, base, "__delitem__", key, node=target.node)
        elif isinstance(base, DictValue):
            state.memory[base.key] = tuple(item for item in dict_items(state, base) if item[0] != key)
        elif isinstance(base, ListValue) and isinstance(key, Const) and isinstance(key.value, int):
            items = list(items_of(state, base) or ())
            if -len(items) <= key.value < len(items):
                del items[key.value]
            state.memory[base.key] = tuple(items)


def append(interpreter: Interpreter, state: State, statement: ir.Append) -> None:
    """One element of a comprehension."""
    container = load(interpreter, state, statement.target)
    value = evaluate(interpreter, state, statement.value)
    interpreter.announce.used(state, value)
    if isinstance(container, ListValue):
        state.memory[container.key] = (*(items_of(state, container) or ()), value)
    elif isinstance(container, DictValue) and statement.key is not None:
        key = evaluate(interpreter, state, statement.key)
        items = [item for item in dict_items(state, container) if item[0] != key]
        state.memory[container.key] = (*items, (key, value))
