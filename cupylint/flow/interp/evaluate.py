"""Values of expressions. May issue device work (``y + 1`` is a kernel), never splits the path."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupylint.cupy_model import canonical, is_listed
from cupylint.flow.device import arrays, graph_capture, host_memory
from cupylint.flow.domain import truths, unknown_sizes
from cupylint.flow.domain.contents import LazyList, arrays_in, dict_items, items_of, new_list
from cupylint.flow.domain.modules import from_stars, look_up
from cupylint.flow.domain.values import (
    Array,
    Const,
    DictValue,
    External,
    FunctionValue,
    Imported,
    Pointer,
    SliceValue,
    Symbol,
    TupleValue,
    Value,
    integer,
)
from cupylint.flow.interp import rare_rounds
from cupylint.flow.interp.attributes import get_attribute
from cupylint.flow.interp.items import get_item
from cupylint.flow.interp.operators import MAX_TEXT, binary, compare, unary
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

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


def evaluate(interpreter: Interpreter, state: State, expression: ir.Expr) -> Value:
    """The value of `expression` on the path `state`."""
    value = _EVALUATE[type(expression)](interpreter, state, expression)
    if not isinstance(value, Symbol):  # the others are what they are
        return value
    value = resolve(state, value)
    size = interpreter.entries.concrete_size
    return value if size is None else size.of(interpreter, value)


def as_written(interpreter: Interpreter, state: State, expression: ir.Expr) -> Value:
    """The value of `expression`, which is handed on: a size is what it is, whatever rounds are followed here."""
    value = evaluate(interpreter, state, expression)
    if type(value) is not Const or not isinstance(expression, (ir.Load, ir.Attr)) or not unknown_sizes.are_taken(state):
        return value
    with unknown_sizes.not_taken(state):
        whole = evaluate(interpreter, state, expression)
    return whole if isinstance(whole, Symbol) else value


def resolve(state: State, value: Value) -> Value:
    """What is assumed of a symbol on this path, else the value itself."""
    for _ in range(4):
        if not isinstance(value, Symbol) or value not in state.path_condition:
            break
        value = state.path_condition[value]
    return value if type(value) is not Symbol else _with_known_parts(state, value)


def _with_known_parts(state: State, value: Symbol) -> Value:
    """A sum of numbers, ``n - 1``, of which all that was not known is known on this path."""
    form = value.key[1] if type(value.key) is tuple and value.key[0] == "linear" else ()
    total = 0
    for part, factor in form:
        known = part if part == 1 else state.path_condition.get(part)
        number = known.value if isinstance(known, Const) else known
        if type(number) is not int:
            return value
        total += number * factor
    return Const(total) if form else value


# -- names -----------------------------------------------------------------------------------------


def _load(interpreter: Interpreter, state: State, expression: ir.Load) -> Value:
    return load(interpreter, state, expression.name)


def load(interpreter: Interpreter, state: State, name: ir.Name_) -> Value:
    """The value of a name in the current frame."""
    found = _named(interpreter, state, name)
    return look_up(interpreter, state, found) if isinstance(found, Imported) else found


def _named(interpreter: Interpreter, state: State, name: ir.Name_) -> Value:
    frame = interpreter.frame
    if isinstance(name, int) or (name in frame.function.assigned and name not in frame.globals):
        found = state.memory.get((frame.number, name))
        if isinstance(found, Value):
            return found
    if isinstance(name, int):
        return interpreter.unknown()
    for number in (frame.module,) if name in frame.globals else (*frame.closure, frame.module):
        found = state.memory.get((number, name))
        if isinstance(found, Value):
            return found
    if name in _BUILTINS:
        return External(f"builtins.{name}")
    if (starred := _starred(interpreter, state, frame.module, name)) is not None:
        return starred
    if name == "__name__":
        return Const("__main__")
    return interpreter.symbol(("name", frame.number if name in frame.function.assigned else frame.module, name), name)


def _starred(interpreter: Interpreter, state: State, module: int, name: str) -> Value | None:
    """What ``from m import *`` binds a name to."""
    stars = state.memory.get((module, "*"))
    if not isinstance(stars, tuple):
        return None
    for star in stars:
        if isinstance(star, External):
            dotted = f"{star.dotted}.{name}"
            if is_listed(dotted) or dotted in _STAR_NAMES:
                return External(canonical(dotted))
    return from_stars(interpreter, state, module, name)


def function_value(interpreter: Interpreter, state: State, function: ir.Function) -> FunctionValue:
    """The function object of a definition, with its defaults evaluated and its frames remembered."""
    defaults = tuple(
        (parameter.name, evaluate(interpreter, state, parameter.default))
        for parameter in function.parameters
        if parameter.default is not None
    )
    frame = interpreter.frame
    return FunctionValue(function, (frame.number, *frame.closure), defaults)


def _closure(interpreter: Interpreter, state: State, expression: ir.Closure) -> Value:
    return function_value(interpreter, state, expression.function)


def _attr(interpreter: Interpreter, state: State, expression: ir.Attr) -> Value:
    base = evaluate(interpreter, state, expression.base)
    if expression.name == "done":
        graph_capture.queried(interpreter, state, base, expression.node)
    return get_attribute(interpreter, state, base, expression.name)


def _item(interpreter: Interpreter, state: State, expression: ir.Item) -> Value:
    base = evaluate(interpreter, state, expression.base)
    key = evaluate(interpreter, state, expression.key)
    return get_item(interpreter, state, base, key, expression)


def _binary(interpreter: Interpreter, state: State, expression: ir.Binary) -> Value:
    left = evaluate(interpreter, state, expression.left)
    if isinstance(left, Array):
        with interpreter.lifetimes.holding(left):
            right = evaluate(interpreter, state, expression.right)
    else:
        right = evaluate(interpreter, state, expression.right)
    if expression.operator == "%" and unknown_sizes.are_taken(state):
        _settle_ring(interpreter, state, expression.right, left, right)
    operands = [(left, expression.left.node), (right, expression.right.node)]
    return binary(interpreter, state, expression, expression.operator, operands)


def _settle_ring(interpreter: Interpreter, state: State, length: ir.Expr, place: Value, taken: Value) -> None:
    """Where a place in a ring comes after its end, what was taken for its length stays it: for tests as well."""
    at, end = integer(place), integer(taken)
    if at is None or end is None or at < end or not isinstance(length, _PLAIN):
        return
    with unknown_sizes.not_taken(state):
        size = evaluate(interpreter, state, length)
    unknown_sizes.settle(state, size)


def _unary(interpreter: Interpreter, state: State, expression: ir.Unary) -> Value:
    return unary(interpreter, state, expression, evaluate(interpreter, state, expression.operand))


def _compare(interpreter: Interpreter, state: State, expression: ir.Compare) -> Value:
    left, right = evaluate(interpreter, state, expression.left), evaluate(interpreter, state, expression.right)
    if (rare := rare_rounds.undecided(interpreter, state, expression, left, right)) is not None:
        return rare
    found = compare(interpreter, state, expression, left, right)
    if not unknown_sizes.are_taken(state) or not _are_plain(left, right):
        return found
    with unknown_sizes.not_taken(state):
        whole = [evaluate(interpreter, state, side) for side in (expression.left, expression.right)]
        if whole == [left, right] or not _are_plain(*whole):
            return found
        of_any_size = compare(interpreter, state, expression, whole[0], whole[1])
    known = not isinstance(found, Const) or truths.is_asked_before(state, of_any_size)
    return of_any_size if known or _is_beyond_rounds(state, expression, (left, right), (whole[0], whole[1])) else found


def _are_plain(*values: Value) -> bool:
    """Whether to evaluate them once more does nothing on the device."""
    return all(isinstance(value, (Const, Symbol)) for value in values)


def _is_beyond_rounds(
    state: State, expression: ir.Compare, values: tuple[Value, Value], whole: tuple[Value, Value]
) -> bool:
    """Whether a size is compared with a limit, ``n > 4096``: few rounds are followed, but it may well be that large.

    Args:
        values: the two sides with the numbers that are taken for sizes.
        whole: the same without these.
    """
    limits = (expression.left, expression.right)
    return any(
        isinstance(limit, _PLAIN)
        and whole[1 - side] != values[1 - side]
        and unknown_sizes.may_be_more(state, whole[1 - side], values[side], isinstance(limit, ir.Const))
        for side, limit in enumerate(limits)
    )


_PLAIN = (ir.Const, ir.Load, ir.Attr)


# -- displays --------------------------------------------------------------------------------------


def _const(interpreter: Interpreter, state: State, expression: ir.Const) -> Value:
    return Const(expression.value)


def _slice(interpreter: Interpreter, state: State, expression: ir.Slice) -> Value:
    parts = [
        None if part is None else evaluate(interpreter, state, part)
        for part in (expression.start, expression.stop, expression.step)
    ]
    return SliceValue(*[None if isinstance(part, Const) and part.value is None else part for part in parts])


def _build(interpreter: Interpreter, state: State, expression: ir.Build) -> Value:
    items: list[Value] = []
    with interpreter.lifetimes.together() as used:
        for part in expression.items:
            value = evaluate(interpreter, state, part.value if isinstance(part, ir.Star) else part)
            used.append(value)
            items += _spliced(interpreter, state, value) if isinstance(part, ir.Star) else (value,)
    if expression.kind == "tuple":
        return TupleValue(tuple(items))
    made = new_list(interpreter, state, items)
    return LazyList(made.key) if expression.kind == "lazy" else made


def _spliced(interpreter: Interpreter, state: State, value: Value) -> tuple[Value, ...]:
    """What ``*value`` stands for: of what is not known one thing, the same each time."""
    if (items := items_of(state, value)) is not None:
        return items
    known = isinstance(value, Symbol) and not isinstance(value.key, int)
    return (interpreter.symbol(("items of", value), "items", host=value.host) if known else interpreter.unknown(),)  # type: ignore[attr-defined]


def _build_dict(interpreter: Interpreter, state: State, expression: ir.BuildDict) -> Value:
    value = DictValue(interpreter.fresh())
    items: list[tuple[Value, Value]] = []
    for key, part in expression.items:
        made = evaluate(interpreter, state, part)
        if key is None:
            items += dict_items(state, made) if isinstance(made, DictValue) else ()
        else:
            items.append((evaluate(interpreter, state, key), made))
    state.memory[value.key] = tuple(items)
    return value


def _format(interpreter: Interpreter, state: State, expression: ir.Format) -> Value:
    text: list[str | None] = []
    parts = iter(expression.parts)
    for piece in expression.text:
        if piece is not None:
            text.append(piece)
            continue
        part = next(parts)
        value = evaluate(interpreter, state, part)
        interpreter.announce.used(state, value)
        for array in () if isinstance(value, Pointer) else arrays_in(state, value):
            arrays.host_read(interpreter, state, array, part.node, "print")
        host_memory.touch(interpreter, state, value, "r", part.node)
        text.append(str(value.value) if isinstance(value, Const) else None)
    known = [piece for piece in text if piece is not None]
    if len(known) < len(text) or sum(map(len, known)) > MAX_TEXT:
        return interpreter.unknown("text", host=True)
    return Const("".join(known))


def _star(interpreter: Interpreter, state: State, expression: ir.Star) -> Value:
    return evaluate(interpreter, state, expression.value)


def _unknown(interpreter: Interpreter, state: State, expression: ir.Unknown) -> Value:
    for part in expression.parts:
        evaluate(interpreter, state, part)
    return interpreter.unknown()


_EVALUATE: dict[type, Callable[[Interpreter, State, Any], Value]] = {
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
