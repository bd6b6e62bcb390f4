"""Values of the flow as `cupylint.sizes` wants them: numbers, counts, texts, dtypes, forms of arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from cupylint.flow.domain.by_class import ByClass
from cupylint.flow.domain.numpy_values import HostBuffer, Number
from cupylint.flow.domain.values import (
    Array,
    Const,
    External,
    HostArray,
    ListValue,
    SliceValue,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.sizes.calls import UNKNOWN, DType
from cupylint.sizes.counts import Count, Unknown, larger, smaller
from cupylint.sizes.dtypes import NEP50, Scalar, kind_of, named
from cupylint.sizes.forms import Form

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State

FormOf = Callable[[Array], "Form | None"]
_MODULES = ("cupy", "numpy", "builtins")
_NUMBERS = {"pi": 3.141592653589793, "e": 2.718281828459045, "inf": float("inf"), "nan": float("nan"), "newaxis": None}
_DEPTH = 6


def plain(state: State, value: Value | None, form_of: FormOf, depth: int = _DEPTH) -> object:
    """What a value is, as far as sizes go; `UNKNOWN` if it may be anything."""
    if value is None or not depth:
        return None if value is None else UNKNOWN
    return _PLAIN[type(value)](state, value, form_of, depth)


def _all_plain(state: State, values: Iterable[object], form_of: FormOf, depth: int) -> list[object]:
    return [plain(state, value, form_of, depth) for value in values if isinstance(value, Value)]


def _or_unknown(form: Form | None) -> object:
    return UNKNOWN if form is None else form


def _plain_list(state: State, value: ListValue, form_of: FormOf, depth: int) -> object:
    items = state.memory.get(value.key)
    if not isinstance(items, tuple):
        return UNKNOWN
    return [plain(state, item, form_of, depth - 1) if isinstance(item, Value) else UNKNOWN for item in items]


def _plain_slice(state: State, value: SliceValue, form_of: FormOf, depth: int) -> object:
    return slice(*(plain(state, part, form_of, depth - 1) for part in (value.start, value.stop, value.step)))


def _plain_symbol(state: State, symbol: Symbol, form_of: FormOf, depth: int) -> object:
    key = symbol.key
    found = _computed(state, key, form_of, depth - 1) if isinstance(key, tuple) and key else None
    return Count.of(Unknown(symbol, symbol.label or "?")) if found is None else found


_PLAIN: ByClass[Callable[[State, Any, FormOf, int], object]] = ByClass(
    {
        Array: lambda state, value, form_of, depth: _or_unknown(form_of(value)),
        HostArray: lambda state, value, form_of, depth: _or_unknown(value.form),
        Const: lambda state, value, form_of, depth: _constant(value.value),
        TupleValue: lambda state, value, form_of, depth: tuple(_all_plain(state, value.items, form_of, depth - 1)),
        ListValue: _plain_list,
        SliceValue: _plain_slice,
        External: lambda state, value, form_of, depth: _external(value.dotted),
        Symbol: _plain_symbol,
        Value: lambda state, value, form_of, depth: UNKNOWN,
    }
)


def operand(value: Value, found: object, version: int) -> object:
    """What a number of NumPy counts as beside arrays: it has a dtype of its own from CuPy 14 on, before its value."""
    single = isinstance(found, Form) and found.host and found.shape == () and not isinstance(value, HostBuffer)
    if single and isinstance(found, Form) and found.dtype is not None:
        return found if version >= NEP50 else Scalar(kind_of(found.dtype))
    if version >= NEP50 and isinstance(value, Number) and value.dtype.startswith("float"):
        return Form((), value.dtype, host=True)
    return found


def numpy_number(value: Value, found: object) -> object:
    """What an array that is filled with a number takes its type from: that of NumPy's number, if it is one."""
    return Form((), value.dtype, host=True) if isinstance(value, Number) and value.dtype else found


def _constant(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(_constant(item) for item in value)
    known = value is None or value is Ellipsis or isinstance(value, (bool, int, float, complex, str))
    return value if known else UNKNOWN


def _external(dotted: str) -> object:
    module, _, name = dotted.partition(".")
    if module not in _MODULES or "." in name:
        return UNKNOWN
    if name in _NUMBERS:
        return _NUMBERS[name]
    dtype = named(name) if len(name) > 2 else None
    return UNKNOWN if dtype is None else DType(dtype)


def _computed(state: State, key: tuple[object, ...], form_of: FormOf, depth: int) -> object | None:
    if key[0] == "attribute" and len(key) == 3 and isinstance(key[1], Array):
        return _attribute(form_of(key[1]), str(key[2]))
    if key[0] == "len" and len(key) == 2 and isinstance(key[1], Array):
        form = form_of(key[1])
        return form.shape[0] if form is not None and form.shape else None
    if key[0] == "item" and len(key) == 3 and isinstance(key[1], Symbol):
        return _item(plain(state, key[1], form_of, depth), key[2])
    if key[0] == "linear" and len(key) == 2 and isinstance(key[1], tuple):
        return _linear(state, key[1], form_of, depth)
    if key[0] == "binary" and len(key) == 4:
        return _combined(str(key[1]), _all_plain(state, key[2:], form_of, depth))
    if key[0] in ("min", "max"):
        return _extreme(str(key[0]), _all_plain(state, key[1:], form_of, depth))
    return None


def _attribute(form: Form | None, name: str) -> object | None:
    if form is None:
        return None
    if name == "shape":
        return form.shape
    if name == "dtype":
        return UNKNOWN if form.dtype is None else DType(form.dtype)
    if name == "ndim" and form.shape is not None:
        return len(form.shape)
    counts = {"size": form.count, "nbytes": form.nbytes}
    return counts.get(name)


def _item(base: object, key: object) -> object | None:
    index = key.value if isinstance(key, Const) else key
    if not isinstance(base, tuple):
        return None
    if isinstance(index, int) and -len(base) <= index < len(base):
        found: object = base[index]
        return found
    if isinstance(key, SliceValue):
        parts = (key.start, key.stop, key.step)
        bounds = [part.value if isinstance(part, Const) and isinstance(part.value, int) else None for part in parts]
        if all(part is None or isinstance(part, Const) for part in parts):
            return base[slice(*bounds)]
    return None


def _linear(state: State, terms: tuple[object, ...], form_of: FormOf, depth: int) -> object | None:
    total = Count.of(0)
    for term in terms:
        if not isinstance(term, tuple) or len(term) != 2 or not isinstance(term[1], int):
            return None
        part, factor = term
        count = Count.of(1) if part == 1 else _count(plain(state, part, form_of, depth))
        if count is None:
            return None
        total = total + count * factor
    return total


def _count(value: object) -> Count | None:
    return Count.of(value) if isinstance(value, (int, Count)) and not isinstance(value, bool) else None


def _combined(operator: str, sides: list[object]) -> object | None:
    if len(sides) != 2:
        return None
    if operator == "+" and isinstance(sides[0], tuple) and isinstance(sides[1], tuple):
        return sides[0] + sides[1]
    left, right = _count(sides[0]), _count(sides[1])
    if left is None or right is None:
        return None
    if operator == "*":
        return left * right
    if operator in "+-":
        return left + right if operator == "+" else left - right
    if operator == "//" and right.value is not None and right.value > 0:
        return left // right.value
    if operator == "**" and right.value is not None and 0 <= right.value <= 4:
        result = Count.of(1)
        for _ in range(right.value):
            result = result * left
        return result
    return None


def _extreme(which: str, sides: list[object]) -> object | None:
    counts = [_count(side) for side in sides]
    if len(counts) < 2 or any(count is None for count in counts):
        return None
    known = [count for count in counts if count is not None]
    result = known[0]
    for count in known[1:]:
        result = (larger if which == "max" else smaller)(result, count)
    return result
