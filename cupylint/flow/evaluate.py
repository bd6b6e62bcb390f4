"""Values of expressions. May issue device work (``y + 1`` is a kernel), never splits the path."""

from __future__ import annotations

import operator as python
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from cupylint.cupy_model import attribute, is_listed
from cupylint.cupy_model import canonical as canonical
from cupylint.flow import arrays, cuda
from cupylint.flow.conditions import is_none
from cupylint.flow.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.regions import combine, linear, scale
from cupylint.flow.values import (
    Array,
    BoundMethod,
    ClassValue,
    Const,
    DeviceValue,
    DictValue,
    Done,
    EventValue,
    External,
    FunctionValue,
    HostArray,
    HostView,
    Instance,
    Kernel,
    ListValue,
    Method,
    NoEvent,
    Partial,
    Pointer,
    SliceValue,
    StreamValue,
    Super,
    Symbol,
    Thread,
    TupleValue,
    Value,
)
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.machine import Machine
    from cupylint.flow.state import State

_BUILTINS = frozenset(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)
_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": python.add, "-": python.sub, "*": python.mul, "/": python.truediv, "//": python.floordiv,
    "%": python.mod, "<<": python.lshift, ">>": python.rshift, "&": python.and_, "|": python.or_,
    "^": python.xor, "**": python.pow,
}  # fmt: skip
_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": python.eq, "!=": python.ne, "<": python.lt, "<=": python.le, ">": python.gt, ">=": python.ge,
}  # fmt: skip
_OPPOSITE = {"!=": "==", "is not": "is", "not in": "in", ">=": "<", ">": "<="}
_COMPARABLE = (Const, StreamValue, EventValue)
_STAR_NAMES = frozenset(
    f"{module}.{name}"
    for module, names in (
        ("cupy", "RawKernel RawModule ElementwiseKernel ReductionKernel ndarray fuse cuda random linalg fft"),
        ("cupy.cuda", "Stream Event ExternalStream Device get_current_stream runtime"),
        ("cupy.cuda.stream", "Stream Event ExternalStream get_current_stream"),
    )
    for name in names.split()
)
_BIG = 1 << 64
MAX_ITEMS = 512


def evaluate(machine: Machine, state: State, expression: ir.Expr) -> Value:
    """The value of `expression` on the path `state`."""
    return resolve(state, _EVALUATE[type(expression)](machine, state, expression))


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
    found = state.memory.get((0, name))
    if isinstance(found, Value):
        return found
    if name in _BUILTINS:
        return External(f"builtins.{name}")
    stars = state.memory.get((0, "*"))
    for star in stars if isinstance(stars, tuple) else ():
        dotted = f"{star.dotted}.{name}"
        if is_listed(dotted) or dotted in _STAR_NAMES:
            return External(canonical(dotted))
    if name == "__name__":
        return Const("__main__")
    return machine.symbol(("name", frame.number if name in frame.function.assigned else 0, name), name)


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


_KEEPS_FUNCTION = (
    "wraps",
    "lru_cache",
    "cache",
    "njit",
    "jit",
    "staticmethod",
    "classmethod",
    "override",
    "no_type_check",
)


def decorate(machine: Machine, state: State, value: FunctionValue, statement: ir.Define) -> Value:
    """The function as its decorators leave it."""
    decorated: Value = value
    for decorator, text in zip(statement.decorators, value.function.decorator_names, strict=False):
        made = evaluate(machine, state, decorator)
        target = made.receiver if isinstance(made, Method) else made
        dotted = target.dotted if isinstance(target, External) else ""
        if isinstance(target, Symbol) and isinstance(target.key, tuple) and target.key and target.key[0] == "made":
            dotted = str(target.key[1])
        if dotted in ("cupyx.jit.rawkernel",):
            decorated = Kernel("jit", arrays.jit_modes(value.function))
        elif dotted in ("cupy.fuse", "cupy.vectorize", "cupyx.jit.fuse"):
            decorated = Kernel("function")
        elif isinstance(made, (Symbol, External)) and SOUNDS_LIKE_WAITING.search(text):
            return machine.unknown(text)  # what it does around the function is not seen
        elif isinstance(made, FunctionValue):
            # a decorator of this file: what it returns is followed when called
            decorated = Partial(made, (decorated,), (("", Const("decorator")),))
        elif text.rpartition(".")[2] not in _KEEPS_FUNCTION and isinstance(made, Symbol) and not dotted:
            pass  # an unknown decorator is taken to keep what the function does
    return decorated


# -- attributes ------------------------------------------------------------------------------------


def _attr(machine: Machine, state: State, expression: ir.Attr) -> Value:
    base = evaluate(machine, state, expression.base)
    return get_attribute(machine, state, base, expression.name, expression)


def get_attribute(machine: Machine, state: State, base: Value, name: str, expression: ir.Node) -> Value:
    """``base.name``."""
    if isinstance(base, External):
        return external(machine, state, External(canonical(f"{base.dotted}.{name}")))
    if isinstance(base, Instance):
        return _instance_attribute(machine, state, base, name)
    if isinstance(base, Super):
        for parent in base.owner.bases:
            found = parent.find(name) if isinstance(parent, ClassValue) else None
            if isinstance(found, FunctionValue):
                return BoundMethod(base.instance, found)
        return machine.unknown(name)
    if isinstance(base, Array):
        return _array_attribute(machine, base, name, expression)
    if isinstance(base, StreamValue):
        if name == "done":
            return Done(base)
        if name in ("ptr", "__cuda_stream__"):
            return machine.symbol(("ptr", base), name, host=True)
        if name == "device_id":
            return Const(base.stream.device)
        return Method(base, name)
    if isinstance(base, EventValue):
        if name == "ptr":
            return machine.symbol(("ptr", base), name, host=True)
        return Done(base) if name == "done" else Method(base, name)
    if isinstance(base, Pointer):
        if name == "ptr":
            return Pointer(base.array, number=True)
        return base if name == "mem" else Method(base, name)
    if isinstance(base, ClassValue):
        return _class_attribute(machine, state, base, name)
    if isinstance(base, Symbol):
        found_ = state.memory.get((base, name))
        if isinstance(found_, Value):
            return found_
        return machine.symbol(("attribute", base, name), name, base.host)
    if isinstance(base, (ListValue, DictValue, Thread, DeviceValue, Kernel, NoEvent, TupleValue, HostView)):
        if isinstance(base, DeviceValue) and name == "id" and base.number is not None:
            return Const(base.number)
        return Method(base, name)
    if isinstance(base, HostArray):
        return Method(base, name)
    if isinstance(base, Const) and isinstance(base.value, str):
        return Method(base, name)
    return Method(base, name)


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
            from cupylint.flow.calls import run_function

            results = run_function(machine, state, member, (base,), ())
            value = next((value for result, value in results if result is state), machine.unknown(name))
            if len(results) != 1:
                state.doubt |= state.order.issued
            if any(text.endswith("cached_property") for text in decorators):
                state.memory[(base.key, name)] = value
            return value
        if "classmethod" in decorators:
            return BoundMethod(base.cls, member)
        return BoundMethod(base, member)
    if member is not None:
        return member
    return machine.symbol(("attribute", base, name), name)


def _array_attribute(machine: Machine, base: Array, name: str, expression: ir.Node) -> Value:
    if name in ("data",):
        return Pointer(base)
    kind = attribute(name)
    if kind is not None and kind.value == "view":
        return arrays.view(base, name)
    if kind is not None and kind.value == "host":
        return machine.symbol(("attribute", base, name), name, host=True)
    return Method(base, name)


def external(machine: Machine, state: State, value: External) -> Value:
    """Members of CuPy that are objects of their own."""
    if value.dotted == "cupy.cuda.Stream.null":
        return StreamValue(cuda.NULL)
    if value.dotted == "cupy.cuda.Stream.ptds":
        return StreamValue(cuda.per_thread(state))
    if value.dotted in ("typing.TYPE_CHECKING",):
        return Const(False)
    return value


# -- items -----------------------------------------------------------------------------------------


def _item(machine: Machine, state: State, expression: ir.Item) -> Value:
    base = evaluate(machine, state, expression.base)
    key = evaluate(machine, state, expression.key)
    return get_item(machine, state, base, key, expression)


def get_item(machine: Machine, state: State, base: Value, key: Value, expression: ir.Node) -> Value:
    """``base[key]``."""
    node = expression.node
    if isinstance(base, Array):
        return arrays.index(machine, state, base, key, node)
    if isinstance(base, HostView):
        arrays.host_touch(machine, state, base.array, "r", node)
        return HostArray()
    if isinstance(base, (ListValue, TupleValue)):
        return _sequence_item(machine, state, base, key)
    if isinstance(base, DictValue):
        for known, value in dict_items(state, base):
            if known == key:
                return value
        return machine.symbol(("item", base, key), "item")
    if isinstance(base, Kernel):
        return Kernel(base.kind, base.modes, base.inputs, base.known, (key,))
    if isinstance(base, Symbol):
        found = state.memory.get(("item", base, key))
        if isinstance(found, Value):
            return found
        return machine.symbol(("item", base, key), base.label, base.host)
    if isinstance(base, HostArray):
        return HostArray(None, base.pinned)
    return machine.unknown()


def items_of(state: State, value: Value) -> tuple[Value, ...] | None:
    """The items of a list or tuple, None if it is neither."""
    if isinstance(value, TupleValue):
        return value.items
    if isinstance(value, ListValue):
        items = state.memory.get(value.key, ())
        return items if isinstance(items, tuple) else ()
    if isinstance(value, Instance) and value.cls.fields and External("typing.NamedTuple") in value.cls.bases:
        held = [state.memory.get((value.key, name)) for name in value.cls.fields]
        return tuple(item for item in held if isinstance(item, Value))
    return None


def dict_items(state: State, value: DictValue) -> tuple[tuple[Value, Value], ...]:
    """Keys and values of a dict, in order."""
    items = state.memory.get(value.key, ())
    return items if isinstance(items, tuple) else ()


def _sequence_item(machine: Machine, state: State, base: ListValue | TupleValue, key: Value) -> Value:
    items = items_of(state, base) or ()
    if isinstance(key, Const) and isinstance(key.value, int):
        if -len(items) <= key.value < len(items):
            return items[key.value]
        return machine.unknown("item")
    if isinstance(key, SliceValue):
        parts = (key.start, key.stop, key.step)
        bounds = [part.value for part in parts if isinstance(part, Const) and isinstance(part.value, int)]
        if len(bounds) == sum(part is not None for part in parts):
            given = iter(bounds)
            start, stop, step = [None if part is None else next(given) for part in parts]
            chosen = items[slice(start, stop, step or None)]
            return TupleValue(chosen) if isinstance(base, TupleValue) else new_list(machine, state, chosen)
        return machine.unknown("slice")
    if items and all(item == items[0] for item in items):
        return items[0]
    return machine.symbol(("item", base, key), "item")


def new_list(machine: Machine, state: State, items: Iterable[Value]) -> ListValue:
    """A fresh list."""
    value = ListValue(machine.fresh())
    state.memory[value.key] = tuple(items)
    return value


def iterate(
    machine: Machine, state: State, iterable: Value, loop: ir.For, comprehension: bool
) -> tuple[list[Value], bool]:
    """The items that a loop is followed for, and whether these are all: else they are the first ones."""
    items = items_of(state, iterable)
    if items is not None:
        return list(items[:MAX_ITEMS]), len(items) <= MAX_ITEMS
    if isinstance(iterable, DictValue):
        return [key for key, _ in dict_items(state, iterable)], True
    if isinstance(iterable, Const) and isinstance(iterable.value, range):
        limit = machine.FULL_COMPREHENSION if comprehension else machine.FULL_LOOP
        numbers = iterable.value
        count = len(numbers) if len(numbers) <= limit else min(machine.rounds(), len(numbers))
        return [Const(number) for number in numbers[:count]], count == len(numbers)
    if isinstance(iterable, Array):
        return [arrays.index(machine, state, iterable, Const(number), loop.node) for number in range(3)], False
    if isinstance(iterable, Symbol):
        state.assumed[machine.symbol(("len", iterable), "len", host=True)] = Const(machine.rounds())
    return [machine.symbol(("item", iterable, number), "item") for number in range(machine.rounds())], False


# -- operators -------------------------------------------------------------------------------------


def _binary(machine: Machine, state: State, expression: ir.Binary) -> Value:
    left = evaluate(machine, state, expression.left)
    right = evaluate(machine, state, expression.right)
    operands = [(left, expression.left.node), (right, expression.right.node)]
    return binary(machine, state, expression, expression.operator, operands)


def binary(
    machine: Machine, state: State, expression: ir.Node, operator: str, operands: list[tuple[Value, Any]]
) -> Value:
    """``left operator right``; `operands` are the values with the places they stand at."""
    (left, _), (right, _) = operands
    if isinstance(left, Array) or isinstance(right, Array):
        return arrays.elementwise(machine, state, expression.node, operands, operator)
    for side, node in operands:
        if isinstance(side, HostView):
            arrays.host_touch(machine, state, side.array, "r", node)
    if isinstance(left, Const) and isinstance(right, Const):
        return _fold(machine, operator, left.value, right.value)
    items_left, items_right = items_of(state, left), items_of(state, right)
    if operator == "+" and items_left is not None and items_right is not None:
        joined = (items_left + items_right)[:MAX_ITEMS]
        return TupleValue(joined) if isinstance(left, TupleValue) else new_list(machine, state, joined)
    if operator == "*" and items_left is not None and isinstance(right, (Const, Symbol)):
        times = right.value if isinstance(right, Const) else machine.rounds()
        if isinstance(right, Symbol):
            state.assumed[right] = Const(times)
        if isinstance(times, int) and 0 <= times * len(items_left) <= MAX_ITEMS:
            repeated = items_left * times
            return TupleValue(repeated) if isinstance(left, TupleValue) else new_list(machine, state, repeated)
    if isinstance(left, HostArray) or isinstance(right, HostArray):
        return HostArray()
    return _symbolic(machine, operator, left, right)


def _fold(machine: Machine, operator: str, left: Any, right: Any) -> Value:
    if operator == "**" and not (isinstance(right, (int, float)) and abs(right) < 64):
        return machine.unknown()
    if operator in ("<<", "*") and isinstance(right, int) and isinstance(left, (str, bytes, list)):
        return machine.unknown()
    if operator == "<<" and not (isinstance(right, int) and 0 <= right < 128):
        return machine.unknown()
    try:
        result = _ARITHMETIC[operator](left, right)
    except Exception:
        return machine.unknown()
    if isinstance(result, int) and abs(result) > _BIG:
        return machine.unknown()
    return Const(result) if isinstance(result, (int, float, str, bytes, complex)) else machine.unknown()


def _symbolic(machine: Machine, operator: str, left: Value, right: Value) -> Value:
    host = isinstance(left, (Symbol, Const)) and isinstance(right, (Symbol, Const))
    first, second = linear(left), linear(right)
    form = None
    if first is not None and second is not None:
        if operator in "+-":
            form = combine(first, second, 1 if operator == "+" else -1)
        elif operator == "*" and isinstance(left, Const) and isinstance(left.value, int):
            form = scale(second, left.value)
        elif operator == "*" and isinstance(right, Const) and isinstance(right.value, int):
            form = scale(first, right.value)
    if form is not None:
        return from_linear(machine, form)
    return machine.symbol(("binary", operator, left, right), "", host)


def from_linear(machine: Machine, form: dict[object, int]) -> Value:
    """The value of a linear form: a constant or symbol where it is one."""
    if not form:
        return Const(0)
    if set(form) == {1}:
        return Const(form[1])
    if len(form) == 1 and (symbol := next(iter(form))) is not None and form[symbol] == 1:
        assert isinstance(symbol, Symbol)
        return symbol
    return machine.symbol(("linear", tuple(sorted(form.items(), key=lambda item: (item[0] != 1, id(item[0]))))))


def _unary(machine: Machine, state: State, expression: ir.Unary) -> Value:
    value = evaluate(machine, state, expression.operand)
    if expression.operator == "not":
        return negate(machine, state, value, expression)
    if isinstance(value, Array):
        return arrays.elementwise(
            machine, state, expression.node, [(value, expression.operand.node)], expression.operator
        )
    if isinstance(value, Const) and isinstance(value.value, (int, float)):
        if expression.operator == "-":
            return Const(-value.value)
        if expression.operator == "+":
            return value
    if expression.operator == "-" and (form := linear(value)) is not None:
        return from_linear(machine, scale(form, -1))
    return machine.symbol(("unary", expression.operator, value))


def negate(machine: Machine, state: State, value: Value, expression: ir.Node) -> Value:
    """``not value``."""
    from cupylint.flow.conditions import truth

    if isinstance(value, Done):
        return Done(value.target, not value.negated)
    known = truth(machine, state, value, expression.node)
    if known is not None:
        return Const(not known)
    if isinstance(value, Symbol):
        if isinstance(value.key, tuple) and value.key and value.key[0] == "not":
            inner = value.key[1]
            return inner if isinstance(inner, Value) else machine.unknown()
        return machine.symbol(("not", value))
    return machine.unknown()


def _compare(machine: Machine, state: State, expression: ir.Compare) -> Value:
    left = evaluate(machine, state, expression.left)
    right = evaluate(machine, state, expression.right)
    operator = expression.operator
    if operator in ("is", "is not"):
        return _identity(machine, operator, left, right)
    if isinstance(left, Array) or isinstance(right, Array):
        if operator in ("in", "not in"):
            for side, part in ((left, expression.left), (right, expression.right)):
                if isinstance(side, Array):
                    arrays.host_read(machine, state, side, part.node)
            return machine.unknown()
        operands = [(left, expression.left.node), (right, expression.right.node)]
        return arrays.elementwise(machine, state, expression.node, operands, operator, boolean=True)
    for side, part in ((left, expression.left), (right, expression.right)):
        if isinstance(side, HostView):
            arrays.host_touch(machine, state, side.array, "r", part.node)
    if operator in ("in", "not in"):
        return _contains(machine, state, operator, left, right)
    if operator in ("==", "!=") and isinstance(left, Symbol) and isinstance(right, Symbol):
        first_key, second_key = left.key, right.key
        if (
            isinstance(first_key, tuple)
            and isinstance(second_key, tuple)
            and first_key[:1] == second_key[:1] == ("ptr",)
        ):
            return Const((first_key[1] == second_key[1]) == (operator == "=="))
    if isinstance(left, Const) and isinstance(right, Const) and operator in _RELATIONS:
        try:
            return Const(bool(_RELATIONS[operator](left.value, right.value)))
        except Exception:
            return machine.unknown()
    if operator in ("==", "!=") and isinstance(left, StreamValue) and isinstance(right, StreamValue):
        return Const((left == right) == (operator == "=="))
    if operator in ("<", "<=", ">", ">="):
        first, second = linear(left), linear(right)
        if first is not None and second is not None:
            gap = combine(second, first, -1)
            if set(gap) <= {1}:
                return Const(bool(_RELATIONS[operator](0, gap.get(1, 0))))
    if operator in _OPPOSITE:
        return machine.symbol(("not", machine.symbol((_OPPOSITE[operator], left, right))))
    return machine.symbol((operator, left, right))


def _contains(machine: Machine, state: State, operator: str, left: Value, right: Value) -> Value:
    """``left in right``: decided for lists, sets and dicts of known things."""
    items = items_of(state, right)
    if items is None and isinstance(right, DictValue):
        items = tuple(key for key, _ in dict_items(state, right))
    if items is None:
        found: Value = machine.symbol(("in", left, right), "in", host=True)
    elif left in items:
        found = Const(True)
    elif isinstance(left, _COMPARABLE) and all(isinstance(item, _COMPARABLE) for item in items):
        found = Const(False)
    else:
        found = machine.symbol(("in", left, items), "in", host=True)
    if operator == "in":
        return found
    return Const(not found.value) if isinstance(found, Const) else machine.symbol(("not", found))


def _identity(machine: Machine, operator: str, left: Value, right: Value) -> Value:
    wanted = operator == "is"
    none_left, none_right = is_none(left), is_none(right)
    if none_left and none_right:
        return Const(wanted)
    if (none_left and none_right is False) or (none_right and none_left is False):
        return Const(not wanted)
    if isinstance(left, StreamValue) and isinstance(right, StreamValue):
        return Const((left == right) == wanted)
    if isinstance(left, External) and isinstance(right, External):
        return Const((left == right) == wanted)
    same = machine.symbol(("is", left, right))
    return same if wanted else machine.symbol(("not", same))


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
    for part in expression.items:
        if isinstance(part, ir.Star):
            value = evaluate(machine, state, part.value)
            items += items_of(state, value) or (machine.unknown(),)
        else:
            items.append(evaluate(machine, state, part))
    return TupleValue(tuple(items)) if expression.kind == "tuple" else new_list(machine, state, items)


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
        if isinstance(value, Array):
            arrays.host_read(machine, state, value, part.node, "print")
        elif isinstance(value, HostView):
            arrays.host_touch(machine, state, value.array, "r", part.node)
        text.append(str(value.value) if isinstance(value, Const) else None)
    if None in text:
        return machine.unknown("text", host=True)
    return Const("".join(piece for piece in text if piece is not None))


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
