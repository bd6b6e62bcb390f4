"""Functions and methods of plain Python values that are worked out where all they are given is known."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import items_of, new_list
from cupylint.flow.domain.enums import Member, plain, settled
from cupylint.flow.domain.values import Const, ListValue, TupleValue, Value

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_TEXT = (
    "capitalize casefold count endswith find index isalnum isalpha isascii isdecimal isdigit isidentifier "
    "islower isnumeric isspace istitle isupper lower lstrip partition removeprefix removesuffix rfind rindex "
    "rpartition rsplit rstrip split splitlines startswith strip swapcase title upper join replace format"
)
METHODS: dict[type, frozenset[str]] = {
    str: frozenset(_TEXT.split()),
    bytes: frozenset("startswith endswith find index count strip split lower upper".split()),  # noqa: SIM905
    int: frozenset("bit_length bit_count conjugate as_integer_ratio is_integer".split()),  # noqa: SIM905
    bool: frozenset(("bit_length", "bit_count")),
    float: frozenset(("is_integer", "hex", "as_integer_ratio")),
    tuple: frozenset(("index", "count")),
    list: frozenset(("index", "count")),
    range: frozenset(("index", "count")),
}
"""Methods without effects, whose results are no larger than what they are given."""

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs, "all": all, "any": any, "ascii": ascii, "bin": bin, "bool": bool, "chr": chr, "divmod": divmod,
    "float": float, "hex": hex, "int": int, "max": max, "min": min, "oct": oct, "ord": ord, "pow": pow, "repr": repr,
    "round": round, "str": str, "sum": sum,
}  # fmt: skip
_LONGEST = 1 << 12
_UNKNOWN = object()


def function(interpreter: Interpreter, state: State, name: str, arguments: Arguments) -> Value | None:
    """The result of a built-in function, None if it cannot be told."""
    call = FUNCTIONS.get(name)
    if call is None or arguments.keyword_names():
        return None
    given = [known(state, value) for value in arguments.values()]
    if any(value is _UNKNOWN for value in given) or (name == "pow" and not _small_power(given)):
        return None
    if name in ("str", "repr", "ascii") and not all(isinstance(value, (str, int, float)) for value in given):
        return None
    return _result(interpreter, state, call, given)


def method(interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments) -> Value | None:
    """The result of a method of a constant or of a sequence of constants, None if it cannot be told."""
    value = known(state, receiver)
    if value is _UNKNOWN or name not in METHODS.get(type(value), ()) or arguments.keyword_names():
        return None
    given = [known(state, argument) for argument in arguments.values()]
    if any(argument is _UNKNOWN for argument in given):
        return None
    if isinstance(value, str) and not _stays_short(value, name, given):
        return None
    return _result(interpreter, state, getattr(value, name), given)


def known(state: State, value: Value) -> Any:
    """The Python object that a value is, or a mark of its own if that is not known."""
    value = settled(value)
    if isinstance(value, Const):
        held = plain(value.value)
        return _UNKNOWN if isinstance(held, tuple) or _is_large(held) else held
    if isinstance(value, (TupleValue, ListValue)):
        items = [known(state, item) for item in items_of(state, value) or ()]
        if any(item is _UNKNOWN for item in items):
            return _UNKNOWN
        return tuple(items) if isinstance(value, TupleValue) else items
    return _UNKNOWN


def as_value(interpreter: Interpreter, state: State, found: object) -> Value:
    """A Python object as a value."""
    if isinstance(found, tuple):
        return TupleValue(tuple(as_value(interpreter, state, item) for item in found))
    if isinstance(found, list):
        return new_list(interpreter, state, [as_value(interpreter, state, item) for item in found])
    return Const(found)


def _is_large(value: object) -> bool:
    if isinstance(value, (range, str, bytes)):
        return len(value) > _LONGEST
    return isinstance(value, int) and value.bit_length() > 128


def _result(interpreter: Interpreter, state: State, call: Callable[..., Any], given: list[Any]) -> Value | None:
    try:
        found = call(*given)
    except Exception:  # what the program would raise here
        return None
    if not isinstance(found, (str, bytes, int, float, tuple, list, Member, type(None))) or _is_large(found):
        return None
    if isinstance(found, (tuple, list)) and len(found) > _LONGEST:
        return None
    return as_value(interpreter, state, found)


def _small_power(given: list[Any]) -> bool:
    return all(isinstance(value, (int, float)) and abs(value) < 64 for value in given[1:])


def _stays_short(text: str, name: str, given: list[Any]) -> bool:
    size = len(text) + sum(len(value) for value in given if isinstance(value, (str, list, tuple)))
    if name == "format":
        return size < _LONGEST and re.search(r"\d{3}|\{[^}]*\{", text) is None
    return size < _LONGEST
