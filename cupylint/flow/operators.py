"""Operators: on device arrays they are work, on sizes linear forms, on constants constants."""

from __future__ import annotations

import operator as python
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupylint.flow import arrays, clocks, cuda, enums, host_memory, special
from cupylint.flow.conditions import is_none, truth
from cupylint.flow.contents import MAX_ITEMS, dict_items, items_of, new_list
from cupylint.flow.cuda import actual
from cupylint.flow.enums import settled
from cupylint.flow.numpy_values import carried
from cupylint.flow.regions import combine, linear, scale
from cupylint.flow.values import (
    Array,
    ClassValue,
    Const,
    DictValue,
    Done,
    EventValue,
    External,
    FunctionValue,
    HostArray,
    HostView,
    Instance,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.machine import Machine
    from cupylint.flow.state import State


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


_BIG = 1 << 64
MAX_TEXT = 1 << 20  # characters of a string that is put together


def binary(
    machine: Machine, state: State, expression: ir.Node, operator: str, operands: list[tuple[Value, Any]]
) -> Value:
    """``left operator right``; `operands` are the values with the places they stand at."""
    operands = [(settled(value), place) for value, place in operands]
    (left, _), (right, _) = operands
    if (own := special.binary(machine, state, operator, left, right, expression.node)) is not None:
        return own
    if machine.clocks.active and (made := clocks.binary(machine, state, operator, left, right)) is not None:
        return made
    into_text = operator == "%" and isinstance(left, Const) and isinstance(left.value, str)
    if into_text and arrays.shown_as_text(machine, state, right, operands[1][1] or expression.node):
        return machine.unknown("text", host=True)
    if isinstance(left, Array) or isinstance(right, Array):
        return arrays.elementwise(machine, state, expression.node, operands, operator)
    for side, node in operands:
        host_memory.touch(machine, state, side, "r", node)
    if isinstance(left, Const) and isinstance(right, Const):
        return carried(_fold(machine, operator, left.value, right.value), (left, right))
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
    flags = enums.combined(operator, left, right)
    if flags is not None:
        return Const(flags)
    left, right = enums.plain(left), enums.plain(right)
    if operator == "**" and not (isinstance(right, (int, float)) and abs(right) < 64):
        return machine.unknown()
    if any(isinstance(side, (str, bytes)) for side in (left, right)) and not _stays_short(operator, left, right):
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


def _stays_short(operator: str, left: Any, right: Any) -> bool:
    """Whether an operation on text gives no more than a program's own text may have."""
    if operator == "+":
        return type(left) is type(right) and len(left) + len(right) <= MAX_TEXT
    return operator == "%" and isinstance(left, str) and re.search(r"\d{4}|\*", left) is None


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


def unary(machine: Machine, state: State, expression: ir.Unary, value: Value) -> Value:
    """``operator value``."""
    value = settled(value)
    if expression.operator == "not":
        return negate(machine, state, value, expression)
    name = special.UNARY.get(expression.operator, "")
    if (own := special.call(machine, state, value, name, node=expression.node)) is not None:
        return own
    if isinstance(value, Array):
        return arrays.elementwise(
            machine, state, expression.node, [(value, expression.operand.node)], expression.operator
        )
    if isinstance(value, HostView):
        host_memory.touch(machine, state, value, "r", expression.operand.node)
        return HostArray()
    if isinstance(value, Const):
        if isinstance(value.value, enums.Member) and expression.operator == "~":
            flags = enums.inverted(value.value)
            return machine.unknown() if flags is None else Const(flags)
        number = enums.plain(value.value)
        if isinstance(number, int) and expression.operator == "~":
            return Const(~number)
        if isinstance(number, (int, float)) and expression.operator in "+-":
            return carried(Const(-number if expression.operator == "-" else +number), (value,))
    if expression.operator == "-" and (form := linear(value)) is not None:
        return from_linear(machine, scale(form, -1))
    return machine.symbol(("unary", expression.operator, value))


def negate(machine: Machine, state: State, value: Value, expression: ir.Node) -> Value:
    """``not value``."""
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


def compare(machine: Machine, state: State, expression: ir.Compare, left: Value, right: Value) -> Value:
    """``left operator right`` for a comparison."""
    operator = expression.operator
    left, right = settled(left), settled(right)
    if operator in ("is", "is not"):
        return _identity(machine, state, operator, left, right)
    if (own := special.compared(machine, state, operator, left, right, expression.node)) is not None:
        return negate(machine, state, own, expression) if operator == "not in" else own
    if isinstance(left, Array) or isinstance(right, Array):
        if operator in ("in", "not in"):
            for side, part in ((left, expression.left), (right, expression.right)):
                if isinstance(side, Array):
                    arrays.host_read(machine, state, side, part.node)
            return machine.unknown()
        operands = [(left, expression.left.node), (right, expression.right.node)]
        return arrays.elementwise(machine, state, expression.node, operands, operator, boolean=True)
    for side, part in ((left, expression.left), (right, expression.right)):
        host_memory.touch(machine, state, side, "r", part.node)
    if operator in ("==", "!=") and _constant_tuples(left, right):
        return Const((left == right) == (operator == "=="))
    if operator in ("==", "!=") and isinstance(left, External) and isinstance(right, External):
        return Const((left == right) == (operator == "=="))
    if operator in ("==", "!=") and left is right and isinstance(left, Symbol) and left.host:
        return Const(operator == "==")
    if operator in ("in", "not in"):
        return _contains(machine, state, operator, left, right)
    if operator in ("==", "!=") and isinstance(left, Symbol) and isinstance(right, Symbol):
        first_key, second_key = left.key, right.key
        if (
            isinstance(first_key, tuple)
            and isinstance(second_key, tuple)
            and first_key[:1] == second_key[:1] == ("ptr",)
        ):
            if machine.lifetimes.may_share_handle(state, first_key[1], second_key[1]):
                return machine.symbol(("same handle", first_key[1], second_key[1], operator), operator, host=True)
            return Const((first_key[1] == second_key[1]) == (operator == "=="))
    if operator in ("==", "!=") and (cuda.is_own_handle(left, right) or cuda.is_own_handle(right, left)):
        return Const(operator == "!=")
    if isinstance(left, Const) and isinstance(right, Const) and operator in _RELATIONS:
        try:
            return Const(bool(_RELATIONS[operator](enums.plain(left.value), enums.plain(right.value))))
        except Exception:
            return machine.unknown()
    if operator in ("==", "!=") and (same := _same_stream(state, left, right)) is not None:
        return Const(same == (operator == "=="))
    if operator in ("<", "<=", ">", ">="):
        first, second = linear(left), linear(right)
        if first is not None and second is not None:
            gap = combine(second, first, -1)
            if set(gap) <= {1}:
                return Const(bool(_RELATIONS[operator](0, gap.get(1, 0))))
    if operator in _OPPOSITE:
        return machine.symbol(("not", machine.symbol((_OPPOSITE[operator], left, right))))
    return machine.symbol((operator, left, right))


def _same_stream(state: State, left: Value, right: Value) -> bool | None:
    """Whether two streams are one, None if these are no streams. One from elsewhere is another one."""
    if not (isinstance(left, StreamValue) and isinstance(right, StreamValue)):
        return None
    return actual(state, left.stream) == actual(state, right.stream)


def _constant_tuples(left: Value, right: Value) -> bool:
    return (
        isinstance(left, TupleValue)
        and isinstance(right, TupleValue)
        and all(isinstance(item, Const) for item in (*left.items, *right.items))
    )


def _contains(machine: Machine, state: State, operator: str, left: Value, right: Value) -> Value:
    """``left in right``: decided for lists, sets and dicts of known things."""
    if isinstance(right, Const) and (known := _inside(left, right.value)) is not None:
        return Const(known == (operator == "in"))
    items = items_of(state, right)
    if items is None and isinstance(right, ClassValue) and enums.is_enumeration(right.bases):
        items = tuple(value for value in right.members.values() if isinstance(value, Const))
    if items is None and isinstance(right, DictValue):
        items = tuple(key for key, _ in dict_items(state, right))
    if items is None:
        found: Value = machine.symbol(("in", left, right), "in", host=True)
    elif left in items:
        found = Const(True)
    elif isinstance(left, _COMPARABLE) and all(isinstance(item, _COMPARABLE) for item in items):
        found = Const(_equal_inside(left, items))
    elif _are_constant_tuples(left, items):
        found = Const(False)
    else:
        found = machine.symbol(("in", left, items), "in", host=True)
    if operator == "in":
        return found
    return Const(not found.value) if isinstance(found, Const) else machine.symbol(("not", found))


def _inside(left: Value, right: object) -> bool | None:
    """``left in right`` for text, ranges and flags; None if that cannot be told."""
    if not isinstance(left, Const):
        return None
    if isinstance(right, enums.Member) and isinstance(left.value, enums.Member):
        both = enums.combined("&", left.value, right)
        return None if both is None else both == left.value
    inner = enums.plain(left.value)
    if isinstance(right, (str, bytes)) and type(inner) is type(right):
        return inner in right  # type: ignore[operator]
    return inner in right if isinstance(right, range) and isinstance(inner, int) else None


def _equal_inside(left: Value, items: tuple[Value, ...]) -> bool:
    """Whether a number or text is among constants that are equal, if of another type (``1.0 in (1, 2)``)."""
    if not isinstance(left, Const):
        return False
    wanted = enums.plain(left.value)
    return any(isinstance(item, Const) and enums.plain(item.value) == wanted for item in items)


def _are_constant_tuples(left: Value, items: tuple[Value, ...]) -> bool:
    return all(_constant_tuples(left, item) or isinstance(item, Const) for item in items) and isinstance(
        left, TupleValue
    )


def _identity(machine: Machine, state: State, operator: str, left: Value, right: Value) -> Value:
    wanted = operator == "is"
    none_left, none_right = is_none(left), is_none(right)
    if none_left and none_right:
        return Const(wanted)
    if (none_left and none_right is False) or (none_right and none_left is False):
        return Const(not wanted)
    if (one := _same_stream(state, left, right)) is not None:
        return Const(one == wanted)
    if isinstance(left, External) and isinstance(right, External):
        return Const((left == right) == wanted)
    for kinds in ((Const,), (Instance,), (FunctionValue, ClassValue)):
        if isinstance(left, kinds) and isinstance(right, kinds):
            return Const((left == right) == wanted)
    same = machine.symbol(("is", left, right))
    return same if wanted else machine.symbol(("not", same))
