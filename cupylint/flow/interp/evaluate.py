"""Values of expressions. May issue device work (``y + 1`` is a kernel), never splits the path."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupylint.cupy_model import canonical, is_listed
from cupylint.flow.detectors import clocks
from cupylint.flow.device import arrays, captures, host_memory
from cupylint.flow.domain.contents import LazyList, dict_items, items_of, new_list
from cupylint.flow.domain.modules import from_stars, look_up
from cupylint.flow.domain.values import (
    Array,
    Const,
    DictValue,
    External,
    FunctionValue,
    Imported,
    SliceValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp.attributes import get_attribute
from cupylint.flow.interp.items import get_item
from cupylint.flow.interp.operators import MAX_TEXT, binary, compare, unary
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.machine import Machine

_BUILTINS = frozenset(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)
_STAR_NAMES = frozenset(
    f"{module}.{name}"
    for module, names in (
        ("cupy", "RawKernel RawModule ElementwiseKernel ReductionKernel ndarray fuse cuda random linalg fft"),
        ("cupy.cuda", "Stream Event ExternalStream Device get_current_stream runtime"),
        ("cupy.cuda.stream", "Stream Event ExternalStream get_current_stream"),
    )
    for name in names.split()
)


def evaluate(machine: Machine, state: State, expression: ir.Expr) -> Value:
    """The value of `expression` on the path `state`."""
    value = resolve(state, _EVALUATE[type(expression)](machine, state, expression))
    return value if machine.assumed is None else machine.assumed.of(machine, value)


def resolve(state: State, value: Value) -> Value:
    """What is assumed of a symbol on this path, else the value itself."""
    for _ in range(4):
        if not isinstance(value, Symbol) or value not in state.assumed:
            break
        value = state.assumed[value]
    return value


# -- names -----------------------------------------------------------------------------------------


def _load(machine: Machine, state: State, expression: ir.Load) -> Value:
    return load(machine, state, expression.name)


def load(machine: Machine, state: State, name: ir.Name_) -> Value:
    """The value of a name in the current frame."""
    found = _named(machine, state, name)
    return look_up(machine, state, found) if isinstance(found, Imported) else found


def _named(machine: Machine, state: State, name: ir.Name_) -> Value:
    frame = machine.frame
    if isinstance(name, int) or (name in frame.function.assigned and name not in frame.globals):
        found = state.memory.get((frame.number, name))
        if isinstance(found, Value):
            return found
    if isinstance(name, int):
        return machine.unknown()
    if name not in frame.globals:
        for number in frame.closure:
            found = state.memory.get((number, name))
            if isinstance(found, Value):
                return found
    found = state.memory.get((frame.module, name))
    if isinstance(found, Value):
        return found
    if name in _BUILTINS:
        return External(f"builtins.{name}")
    stars = state.memory.get((frame.module, "*"))
    for star in stars if isinstance(stars, tuple) else ():
        if not isinstance(star, External):
            continue
        dotted = f"{star.dotted}.{name}"
        if is_listed(dotted) or dotted in _STAR_NAMES:
            return External(canonical(dotted))
    if isinstance(stars, tuple) and (starred := from_stars(machine, state, frame.module, name)) is not None:
        return starred
    if name == "__name__":
        return Const("__main__")
    return machine.symbol(("name", frame.number if name in frame.function.assigned else frame.module, name), name)


def function_value(machine: Machine, state: State, function: ir.Function) -> FunctionValue:
    """The function object of a definition, with its defaults evaluated and its frames remembered."""
    defaults = tuple(
        (parameter.name, evaluate(machine, state, parameter.default))
        for parameter in function.parameters
        if parameter.default is not None
    )
    frame = machine.frame
    return FunctionValue(function, (frame.number, *frame.closure), defaults)


def _closure(machine: Machine, state: State, expression: ir.Closure) -> Value:
    return function_value(machine, state, expression.function)


def _attr(machine: Machine, state: State, expression: ir.Attr) -> Value:
    base = evaluate(machine, state, expression.base)
    if expression.name == "done":
        captures.queried(machine, state, base, expression.node)
    return get_attribute(machine, state, base, expression.name)


def _item(machine: Machine, state: State, expression: ir.Item) -> Value:
    base = evaluate(machine, state, expression.base)
    key = evaluate(machine, state, expression.key)
    machine.launches.indexed(machine, base, key, expression.node)
    return get_item(machine, state, base, key, expression)


def _binary(machine: Machine, state: State, expression: ir.Binary) -> Value:
    left = evaluate(machine, state, expression.left)
    if isinstance(left, Array):
        with machine.lifetimes.holding(left):
            right = evaluate(machine, state, expression.right)
    else:
        right = evaluate(machine, state, expression.right)
    operands = [(left, expression.left.node), (right, expression.right.node)]
    return binary(machine, state, expression, expression.operator, operands)


def _unary(machine: Machine, state: State, expression: ir.Unary) -> Value:
    return unary(machine, state, expression, evaluate(machine, state, expression.operand))


def _compare(machine: Machine, state: State, expression: ir.Compare) -> Value:
    left = evaluate(machine, state, expression.left)
    return compare(machine, state, expression, left, evaluate(machine, state, expression.right))


# -- displays --------------------------------------------------------------------------------------


def _const(machine: Machine, state: State, expression: ir.Const) -> Value:
    return Const(expression.value)


def _slice(machine: Machine, state: State, expression: ir.Slice) -> Value:
    parts = [
        None if part is None else evaluate(machine, state, part)
        for part in (expression.start, expression.stop, expression.step)
    ]
    return SliceValue(*[None if isinstance(part, Const) and part.value is None else part for part in parts])


def _build(machine: Machine, state: State, expression: ir.Build) -> Value:
    items: list[Value] = []
    with machine.lifetimes.together() as used:
        for part in expression.items:
            value = evaluate(machine, state, part.value if isinstance(part, ir.Star) else part)
            used.append(value)
            items += (items_of(state, value) or (machine.unknown(),)) if isinstance(part, ir.Star) else (value,)
    if expression.kind == "tuple":
        return TupleValue(tuple(items))
    made = new_list(machine, state, items)
    return LazyList(made.key) if expression.kind == "lazy" else made


def _build_dict(machine: Machine, state: State, expression: ir.BuildDict) -> Value:
    value = DictValue(machine.fresh())
    items: list[tuple[Value, Value]] = []
    for key, part in expression.items:
        made = evaluate(machine, state, part)
        if key is None:
            items += dict_items(state, made) if isinstance(made, DictValue) else ()
        else:
            items.append((evaluate(machine, state, key), made))
    state.memory[value.key] = tuple(items)
    return value


def _format(machine: Machine, state: State, expression: ir.Format) -> Value:
    text: list[str | None] = []
    parts = iter(expression.parts)
    for piece in expression.text:
        if piece is not None:
            text.append(piece)
            continue
        part = next(parts)
        value = evaluate(machine, state, part)
        if machine.clocks.active:
            clocks.use(machine, state, value)
        if isinstance(value, Array):
            arrays.host_read(machine, state, value, part.node, "print")
        host_memory.touch(machine, state, value, "r", part.node)
        text.append(str(value.value) if isinstance(value, Const) else None)
    known = [piece for piece in text if piece is not None]
    if len(known) < len(text) or sum(map(len, known)) > MAX_TEXT:
        return machine.unknown("text", host=True)
    return Const("".join(known))


def _star(machine: Machine, state: State, expression: ir.Star) -> Value:
    return evaluate(machine, state, expression.value)


def _unknown(machine: Machine, state: State, expression: ir.Unknown) -> Value:
    for part in expression.parts:
        evaluate(machine, state, part)
    return machine.unknown()


_EVALUATE: dict[type, Callable[[Machine, State, Any], Value]] = {
    ir.Const: _const,
    ir.Load: _load,
    ir.Attr: _attr,
    ir.Item: _item,
    ir.Slice: _slice,
    ir.Binary: _binary,
    ir.Unary: _unary,
    ir.Compare: _compare,
    ir.Build: _build,
    ir.BuildDict: _build_dict,
    ir.Format: _format,
    ir.Star: _star,
    ir.Closure: _closure,
    ir.Unknown: _unknown,
}
