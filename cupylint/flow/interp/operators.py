"""Operators: on device arrays they are work, on sizes linear forms, on constants constants."""

from __future__ import annotations

import operator as python
import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cupylint.flow.device import arrays, cuda, host_memory
from cupylint.flow.device.cuda import actual
from cupylint.flow.domain import enums, unknown_sizes
from cupylint.flow.domain.contents import (
    MAX_ITEMS,
    dict_items,
    is_empty,
    is_filled,
    items_of,
    length_key,
    length_of,
    new_list,
)
from cupylint.flow.domain.enums import settled
from cupylint.flow.domain.numpy_values import carried
from cupylint.flow.domain.readings import Interval, Reading
from cupylint.flow.domain.regions import combine, linear, moved, offset_of, scale
from cupylint.flow.domain.relations import KEPT, OPPOSITE, RELATIONS, TURNED
from cupylint.flow.domain.values import (
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
    ListValue,
    Pointer,
    StreamValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.flow.interp import comparisons, quantifiers, special_methods
from cupylint.flow.interp.conditions import is_none, truth
from cupylint.flow.library import wall_clocks
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": python.add, "-": python.sub, "*": python.mul, "/": python.truediv, "//": python.floordiv,
    "%": python.mod, "<<": python.lshift, ">>": python.rshift, "&": python.and_, "|": python.or_,
    "^": python.xor, "**": python.pow,
}  # fmt: skip


_ORDER = frozenset(("<", "<=", ">", ">="))
_OPPOSITE = {"is not": "is", "not in": "in", **{sign: OPPOSITE[sign] for sign in OPPOSITE.keys() - KEPT}}


_COMPARABLE = (Const, StreamValue, EventValue)
_TIMES = (Reading, Interval)


_BIG = 1 << 64
MAX_TEXT = 1 << 20  # characters of a string that is put together


def binary(
    interpreter: Interpreter, state: State, expression: ir.Node, operator: str, operands: list[tuple[Value, Any]]
) -> Value:
    """``left operator right``; `operands` are the values with the places they stand at."""
    operands = [(settled(value), place) for value, place in operands]
    (left, _), (right, _) = operands
    if (own := special_methods.binary(interpreter, state, operator, left, right, expression.node)) is not None:
        return own
    timed = isinstance(left, _TIMES) or isinstance(right, _TIMES)
    if timed and (made := wall_clocks.binary(interpreter, operator, left, right)) is not None:
        return made
    if operator == "%" and _formats(interpreter, state, expression, operands):
        return interpreter.unknown("text", host=True)
    if isinstance(left, Array) or isinstance(right, Array):
        return arrays.elementwise(interpreter, state, expression.node, operands, operator)
    for side, node in operands:
        host_memory.touch(interpreter, state, side, "r", node)
    if isinstance(left, Const) and isinstance(right, Const):
        return carried(_fold(interpreter, operator, left.value, right.value), (left, right))
    if operator in _OF_NO_NUMBERS and (made := _OF_NO_NUMBERS[operator](interpreter, state, left, right)) is not None:
        return made
    return _symbolic(interpreter, operator, left, right)


def _formats(interpreter: Interpreter, state: State, expression: ir.Node, operands: list[tuple[Value, Any]]) -> bool:
    """Whether ``left % right`` puts an array into a text."""
    (left, _), (right, place) = operands
    if not (isinstance(left, Const) and isinstance(left.value, str)):
        return False
    interpreter.announce.used(state, right)
    return arrays.shown_as_text(interpreter, state, right, place or expression.node)


def _joined(interpreter: Interpreter, state: State, left: Value, right: Value) -> Value | None:
    """``left + right`` of lists and tuples."""
    first, second = items_of(state, left), items_of(state, right)
    if first is None or second is None:
        return None
    return _sequence(interpreter, state, left, (first + second)[:MAX_ITEMS])


def _repeated(interpreter: Interpreter, state: State, left: Value, right: Value) -> Value | None:
    """``left * right`` of a list or tuple. An unknown number is taken to be that of the rounds of loops."""
    items, times = items_of(state, left), right
    if items is not None and type(right) is HostArray:  # a number of NumPy's
        times = Const(interpreter.rounds())
    elif items is not None and isinstance(right, Symbol):
        times = unknown_sizes.take_rounds(state, right, interpreter.rounds())
    if items is None or not isinstance(times, Const) or not isinstance(times.value, int):
        return None
    short = 0 <= times.value * len(items) <= MAX_ITEMS
    return _sequence(interpreter, state, left, items * times.value) if short else None


def _sequence(interpreter: Interpreter, state: State, like: Value, items: tuple[Value, ...]) -> Value:
    return TupleValue(items) if isinstance(like, TupleValue) else new_list(interpreter, state, items)


def _moved(interpreter: Interpreter, left: Value, right: Value) -> Pointer | None:
    """``x.data.ptr + offset``; None: no address and a number."""
    base, offset = (left, right) if isinstance(left, Pointer) else (right, left)
    if not isinstance(base, Pointer) or (linear(offset) is None and not isinstance(offset, HostArray)):
        return None
    if isinstance(offset, HostArray):
        offset = interpreter.unknown("offset", host=True)
    before, region = offset_of(base.array.region), base.array.region
    if before is not None:
        region, offset = region[:-1], _symbolic(interpreter, "+", before, offset)
    return replace(base, array=replace(base.array, region=moved(region, offset)))


def _added(interpreter: Interpreter, state: State, left: Value, right: Value) -> Value | None:
    """``left + right`` of what are no numbers."""
    return _moved(interpreter, left, right) or _joined(interpreter, state, left, right)


_OF_NO_NUMBERS = {"+": _added, "*": _repeated}


def _fold(interpreter: Interpreter, operator: str, left: Any, right: Any) -> Value:
    flags = enums.combined(operator, left, right)
    if flags is not None:
        return Const(flags)
    left, right = enums.plain(left), enums.plain(right)
    if operator == "**" and not (isinstance(right, (int, float)) and abs(right) < 64):
        return interpreter.unknown()
    if any(isinstance(side, (str, bytes)) for side in (left, right)) and not _stays_short(operator, left, right):
        return interpreter.unknown()
    if operator == "<<" and not (isinstance(right, int) and 0 <= right < 128):
        return interpreter.unknown()
    try:
        result = _ARITHMETIC[operator](left, right)
    except Exception:
        return interpreter.unknown()
    if isinstance(result, int) and abs(result) > _BIG:
        return interpreter.unknown()
    return Const(result) if isinstance(result, (int, float, str, bytes, complex)) else interpreter.unknown()


def _stays_short(operator: str, left: Any, right: Any) -> bool:
    """Whether an operation on text gives no more than a program's own text may have."""
    if operator == "+":
        return type(left) is type(right) and len(left) + len(right) <= MAX_TEXT
    return operator == "%" and isinstance(left, str) and re.search(r"\d{4}|\*", left) is None


def _symbolic(interpreter: Interpreter, operator: str, left: Value, right: Value) -> Value:
    if isinstance(left, External) and left.dotted.startswith("ctypes."):  # ``c_byte * n`` is a type
        return interpreter.symbol(("binary", operator, left, right))
    if isinstance(left, HostArray) or isinstance(right, HostArray):
        return HostArray()
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
        return from_linear(interpreter, form)
    return interpreter.symbol(("binary", operator, left, right), "", host)


def from_linear(interpreter: Interpreter, form: dict[object, int]) -> Value:
    """The value of a linear form: a constant or symbol where it is one."""
    if not form:
        return Const(0)
    if set(form) == {1}:
        return Const(form[1])
    if len(form) == 1 and (symbol := next(iter(form))) is not None and form[symbol] == 1:
        assert isinstance(symbol, Symbol)
        return symbol
    return interpreter.symbol(("linear", tuple(sorted(form.items(), key=lambda item: (item[0] != 1, id(item[0]))))))


def unary(interpreter: Interpreter, state: State, expression: ir.Unary, value: Value) -> Value:
    """``operator value``."""
    value = settled(value)
    if expression.operator == "not":
        return negate(interpreter, state, value, expression)
    name = special_methods.UNARY.get(expression.operator, "")
    if (own := special_methods.call(interpreter, state, value, name, node=expression.node)) is not None:
        return own
    if isinstance(value, Array):
        return arrays.elementwise(
            interpreter, state, expression.node, [(value, expression.operand.node)], expression.operator
        )
    if isinstance(value, HostView):
        host_memory.touch(interpreter, state, value, "r", expression.operand.node)
        return HostArray()
    if isinstance(value, Const) and (folded := _fold_unary(interpreter, expression.operator, value)) is not None:
        return folded
    if expression.operator == "-" and (form := linear(value)) is not None:
        return from_linear(interpreter, scale(form, -1))
    return interpreter.symbol(("unary", expression.operator, value))


def _fold_unary(interpreter: Interpreter, operator: str, value: Const) -> Value | None:
    if isinstance(value.value, enums.Member) and operator == "~":
        flags = enums.inverted(value.value)
        return interpreter.unknown() if flags is None else Const(flags)
    number = enums.plain(value.value)
    if isinstance(number, int) and operator == "~":
        return Const(~number)
    if isinstance(number, (int, float)) and operator in "+-":
        return carried(Const(-number if operator == "-" else +number), (value,))
    return None


def negate(interpreter: Interpreter, state: State, value: Value, expression: ir.Node) -> Value:
    """``not value``."""
    if isinstance(value, Done):
        return Done(value.target, not value.negated)
    known = truth(interpreter, state, value, expression.node)
    if known is not None:
        return Const(not known)
    if isinstance(value, (ListValue, DictValue)) and is_filled(state, value) is None:
        return is_empty(interpreter.symbol(length_key(state, value), "len", host=True))
    return quantifiers.opposite(interpreter, value) if isinstance(value, Symbol) else interpreter.unknown()


def compare(interpreter: Interpreter, state: State, expression: ir.Compare, left: Value, right: Value) -> Value:
    """``left operator right`` for a comparison."""
    operator = expression.operator
    left, right = settled(left), settled(right)
    if operator in ("is", "is not"):
        return _identity(interpreter, state, operator, left, right)
    if (own := special_methods.compared(interpreter, state, operator, left, right, expression.node)) is not None:
        return negate(interpreter, state, own, expression) if operator == "not in" else own
    operands = [(left, expression.left.node), (right, expression.right.node)]
    if isinstance(left, Array) or isinstance(right, Array):
        return _compare_arrays(interpreter, state, expression, operands)
    for side, place in operands:
        host_memory.touch(interpreter, state, side, "r", place)
    comparisons.operands(interpreter, state, (left, right), expression.node)
    if isinstance(left, Const) and isinstance(right, Const) and operator in RELATIONS:
        try:
            return Const(bool(RELATIONS[operator](enums.plain(left.value), enums.plain(right.value))))
        except Exception:
            return interpreter.unknown()
    more, less = (left, right) if operator[0] == ">" else (right, left)
    if isinstance(more, Interval) and operator[0] in "<>":
        interpreter.announce.time_limited(more, less)
    if (filled := _asks_for_items(state, left, operator, right)) is not None:
        return filled
    known = _DECIDES[operator](interpreter, state, operator, left, right)
    return _test(interpreter, state, operator, left, right) if known is None else known


_ANY: dict[tuple[str, object], bool] = {
    (">", 0): True,
    (">=", 1): True,
    ("!=", 0): True,
    ("<", 1): False,
    ("<=", 0): False,
    ("==", 0): False,
}
"""Comparisons of a length that ask whether there is anything, or nothing."""


def _asks_for_items(state: State, left: Value, operator: str, right: Value) -> Value | None:
    """``len(xs) > 0`` and its kin, of a list or dict of which it is not known how much it holds."""
    asked = length_of(left)
    if asked is None or not isinstance(right, Const) or (any_ := _ANY.get((operator, right.value))) is None:
        return None
    if (filled := is_filled(state, asked)) is not None:
        return Const(filled == any_)
    return Symbol(("not", is_empty(left))) if any_ else is_empty(left)


def equality(interpreter: Interpreter, state: State, left: Value, right: Value) -> Value:
    """``left == right`` of values that are not both known."""
    return _test(interpreter, state, "==", left, right)


def _test(interpreter: Interpreter, state: State, operator: str, left: Value, right: Value) -> Value:
    """A comparison that is not decided; those that say the same are the same."""
    if operator in _ORDER and not (isinstance(left, Const) or isinstance(right, Const)):
        small, large = (left, right) if operator in ("<", ">=") else (right, left)
        test = is_less(interpreter, state, small, large)
        return test if operator in "<>" else quantifiers.opposite(interpreter, test)
    turned = TURNED.get(operator, "")
    if (found := _of_maximum(left, operator, right) or _of_maximum(right, turned, left)) is not None:
        return _test(interpreter, state, *found)
    is_same = operator in ("==", "!=")
    if is_same and (rest := _rest_of_minimum(state, left, right) or _rest_of_minimum(state, right, left)):
        test = is_less(interpreter, state, *rest)
        return test if operator == "!=" else quantifiers.opposite(interpreter, test)
    if operator in _OPPOSITE:
        return interpreter.symbol(("not", interpreter.symbol((_OPPOSITE[operator], left, right))))
    return interpreter.symbol((operator, left, right))


def _of_maximum(left: Value, operator: str, right: Value) -> tuple[str, Value, Value] | None:
    """``max(0, n) > 0`` is ``n > 0``, and where that is false, both are the same."""
    key = left.key if isinstance(left, Symbol) else None
    if not (isinstance(key, tuple) and key[:1] == ("max",) and len(key) == 3 and right in key):
        return None
    rest, way = key[1] if key[2] == right else key[2], {"!=": ">", "==": "<="}.get(operator, operator)
    return (way, rest, right) if way in (">", "<=") else None


def is_less(interpreter: Interpreter, state: State, small: Value, large: Value) -> Symbol:
    """The test ``small < large`` of two numbers that are not known. ``min(a, b) < a`` is ``b < a``."""
    return interpreter.symbol(("<", *(_rest_of_minimum(state, small, large) or (small, large))))


def _rest_of_minimum(state: State, small: Value, large: Value) -> tuple[Value, Value] | None:
    """``b`` and ``a``, where `small` is ``min(a, b)`` and `large` is ``a``, or a size that is taken to be ``a``."""
    key = small.key if isinstance(small, Symbol) else None
    if not (isinstance(key, tuple) and key[:1] == ("min",) and len(key) == 3):
        return None
    for part, rest in (key[1:], key[:0:-1]):
        if part in (large, unknown_sizes.number_taken(state, large)):
            return rest, large
    return None


def _compare_arrays(
    interpreter: Interpreter, state: State, expression: ir.Compare, operands: list[tuple[Value, Any]]
) -> Value:
    if expression.operator not in ("in", "not in"):
        return arrays.elementwise(interpreter, state, expression.node, operands, expression.operator, boolean=True)
    for side, place in operands:
        if isinstance(side, Array):
            arrays.host_read(interpreter, state, side, place)
    return interpreter.unknown()


def _equals(interpreter: Interpreter, state: State, operator: str, left: Value, right: Value) -> Value | None:
    """``left == right`` or ``left != right``, None if that cannot be told."""
    first, second = _handle_of(left), _handle_of(right)
    if first is not None and second is not None:
        if interpreter.lifetimes.may_share_handle(state, first, second):
            return interpreter.symbol(("same handle", first, second, operator), operator, host=True)
        same: bool | None = first == second
    elif _constant_tuples(left, right) or (isinstance(left, External) and isinstance(right, External)):
        same = left == right
    elif left is right and isinstance(left, Symbol) and left.host:
        same = True
    elif cuda.is_own_handle(left, right) or cuda.is_own_handle(right, left):
        same = False
    else:
        same = _same_stream(state, left, right)
    return None if same is None else Const(same == (operator == "=="))


def _handle_of(value: Value) -> object:
    """The stream or event whose ``ptr`` this is, else None."""
    key = value.key if isinstance(value, Symbol) else None
    return key[1] if isinstance(key, tuple) and key[:1] == ("ptr",) else None


def _comes_before(interpreter: Interpreter, state: State, operator: str, left: Value, right: Value) -> Value | None:
    """``left < right``, also with ``<=``, ``>`` or ``>=``, where only a number lies between them."""
    first, second = linear(left), linear(right)
    if first is None or second is None:
        return None
    gap = combine(second, first, -1)
    return Const(bool(RELATIONS[operator](0, gap.get(1, 0)))) if set(gap) <= {1} else None


def _same_stream(state: State, left: Value, right: Value) -> bool | None:
    """Whether two streams are one, None if these are no streams. One from elsewhere is another one."""
    if not (isinstance(left, StreamValue) and isinstance(right, StreamValue)):
        return None
    return actual(state, left.stream) == actual(state, right.stream)


def _constant_tuples(left: Value, right: Value) -> bool:
    return (
        isinstance(left, TupleValue)
        and isinstance(right, TupleValue)
        and all(isinstance(item, (ClassValue, Const)) for item in (*left.items, *right.items))
    )


def _contains(interpreter: Interpreter, state: State, operator: str, left: Value, right: Value) -> Value:
    """``left in right``: decided for lists, sets and dicts of known things."""
    known = _inside(left, right.value) if isinstance(right, Const) else None
    items = _members(state, right) if known is None else None
    if items is not None:
        known = _among(left, items)
    if known is not None:
        return Const(known == (operator == "in"))
    found = interpreter.symbol(("in", left, right if items is None else items), "in", host=True)
    return found if operator == "in" else interpreter.symbol(("not", found))


_DECIDES = {
    "==": _equals, "!=": _equals, "in": _contains, "not in": _contains,
    "<": _comes_before, "<=": _comes_before, ">": _comes_before, ">=": _comes_before,
}  # fmt: skip


def _members(state: State, container: Value) -> tuple[Value, ...] | None:
    """What ``in`` looks through: the items of a list or tuple, the keys of a dict, the members of an enumeration."""
    if isinstance(container, DictValue):
        return tuple(key for key, _ in dict_items(state, container))
    if isinstance(container, ClassValue) and enums.is_enumeration(container.bases):
        return tuple(value for value in container.members.values() if isinstance(value, Const))
    return items_of(state, container)


def _among(left: Value, items: tuple[Value, ...]) -> bool | None:
    """Whether a value is one of `items`, None if that cannot be told."""
    if left in items:
        return True
    if isinstance(left, ClassValue) and all(isinstance(item, (ClassValue, Const)) for item in items):
        return False
    if isinstance(left, _COMPARABLE) and all(isinstance(item, _COMPARABLE) for item in items):
        return _equal_inside(left, items)
    return False if _are_constant_tuples(left, items) else None


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


def _is_module(value: Value) -> bool:
    """Whether a value is a module outside of the project, and nothing in it."""
    return isinstance(value, External) and "." not in value.dotted


def _identity(interpreter: Interpreter, state: State, operator: str, left: Value, right: Value) -> Value:
    wanted = operator == "is"
    are_none = is_none(left), is_none(right)
    if all(are_none):
        return Const(wanted)
    if True in are_none and False in are_none:
        return Const(not wanted)
    if (one := _same_stream(state, left, right)) is not None:
        return Const(one == wanted)
    if (_is_module(left) and isinstance(right, Const)) or (_is_module(right) and isinstance(left, Const)):
        return Const(not wanted)
    for kinds in ((External,), (Const,), (Instance,), (FunctionValue, ClassValue)):
        if isinstance(left, kinds) and isinstance(right, kinds):
            return Const((left == right) == wanted)
    same = interpreter.symbol(("is", left, right))
    return same if wanted else interpreter.symbol(("not", same))
