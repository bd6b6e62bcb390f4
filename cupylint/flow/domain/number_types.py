"""Of which type a number certainly is, though its value is not known: ``len(x)``, ``float(x)``, ``n / 2``."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple, cast

from cupylint.findings import Premise
from cupylint.flow.domain.numpy_values import Number
from cupylint.flow.domain.values import Array, Const, Symbol, Value
from cupylint.program import ir

_INTS_OF_ARRAYS = frozenset(("size", "ndim", "nbytes", "itemsize"))
_INTS_OF_MATH = frozenset("ceil comb factorial floor gcd isqrt lcm perm trunc".split())  # noqa: SIM905
_NO_FLOATS_OF_MATH = frozenset("frexp isclose isfinite isinf isnan modf prod sumprod".split())  # noqa: SIM905
_KEEP = frozenset(("abs", "min", "max"))
_ARITHMETIC = frozenset(("+", "-", "*", "/", "//", "%", "**"))

_TYPES = {bool: "bool", int: "int", float: "float"}


class StatedNumber(NamedTuple):
    """What a function says of a parameter.

    Attributes:
        type: as of `number_type`.
        premise: that callers keep to it.
    """

    type: str
    premise: Premise


Known = Mapping[Symbol, StatedNumber]
Of = Callable[[Value], str]


def stated_number(code: ir.Function, parameter: ir.Parameter) -> StatedNumber | None:
    """The type of number that a parameter is said to be, by its annotation or its default; None if nothing says so.

    A function that tests types takes others as well.
    """
    if "isinstance" in code.idents:
        return None
    name, annotation = parameter.name, parameter.annotation
    if annotation in ("float", "int"):
        return StatedNumber(annotation, Premise("argument", f"{name} is a Python {annotation}, as it is annotated"))
    value = parameter.default.value if isinstance(parameter.default, ir.Const) else None
    found = _TYPES.get(type(value))
    if annotation or found is None:
        return None
    return StatedNumber(found, Premise("argument", f"{name} is left at {value!r}, or is a Python {found} as that is"))


def number_type(value: Value, known: Known) -> str:
    """ "int", "float", "bool", or the dtype of a number of NumPy; "" where that is not certain.

    Args:
        known: the types of symbols that are known otherwise.
    """
    found: dict[Symbol, str] = {}  # a symbol may stand many times in others

    def of(part: Value) -> str:
        if isinstance(part, Number):
            return part.dtype
        if isinstance(part, Const):
            return type(part.value).__name__ if isinstance(part.value, (int, float)) else ""
        if not isinstance(part, Symbol):
            return ""
        if part not in found:
            found[part] = known[part].type if part in known else _by_key(part.key, of)
        return found[part]

    return of(value)


def _by_key(key: Hashable, of: Of) -> str:
    look = _BY_KEY.get(key[0]) if isinstance(key, tuple) and key else None
    return look(key, of) if look is not None and isinstance(key, tuple) else ""


def premise(value: Value, known: Known) -> Premise | None:
    """What the type of a value rests on; None: on the code alone."""
    pending, seen = [cast("object", value)], set[Symbol]()
    while pending:
        part = pending.pop()
        if isinstance(part, tuple) and part[:1] not in (("float",), ("int",)):
            pending += part
        elif isinstance(part, Symbol) and part not in seen:
            seen.add(part)
            if part in known:
                return known[part].premise
            pending.append(part.key)
    return None


def _itself(key: tuple[object, ...], of: Of) -> str:
    return str(key[0])


def _joined(key: tuple[object, ...], of: Of) -> str:
    """What two paths have left under one name, both of one type."""
    return str(key[2]) if len(key) == 3 else ""


def _int(key: tuple[object, ...], of: Of) -> str:
    return "int"


def _numpy(key: tuple[object, ...], of: Of) -> str:
    return str(key[1])


def _math(key: tuple[object, ...], of: Of) -> str:
    name = str(key[1])
    return "int" if name in _INTS_OF_MATH else "" if name in _NO_FLOATS_OF_MATH else "float"


def _attribute(key: tuple[object, ...], of: Of) -> str:
    return "int" if len(key) == 3 and isinstance(key[1], Array) and key[2] in _INTS_OF_ARRAYS else ""


def _item(key: tuple[object, ...], of: Of) -> str:
    """``x.shape[0]``."""
    base = key[1].key if len(key) == 3 and isinstance(key[1], Symbol) else None
    is_shape = isinstance(base, tuple) and base[:1] == ("attribute",) and base[2:] == ("shape",)
    is_one = is_shape and isinstance(key[2], Const) and type(key[2].value) is int
    return "int" if is_one and isinstance(base, tuple) and isinstance(base[1], Array) else ""


def _kept(key: tuple[object, ...], of: Of) -> str:
    types = {of(part) for part in key[1:] if isinstance(part, Value)}
    return types.pop() if len(types) == 1 else ""


def _linear(key: tuple[object, ...], of: Of) -> str:
    """A sum of symbols, each times a whole number."""
    terms = key[1] if isinstance(key[1], tuple) else ()
    types = {of(part) for part, _ in terms if isinstance(part, Value)}
    return _together(types, "+")


def _binary(key: tuple[object, ...], of: Of) -> str:
    types = {of(part) for part in key[2:] if isinstance(part, Value)}
    return _together(types, str(key[1])) if len(key) == 4 and key[1] in _ARITHMETIC else ""


def _together(types: set[str], operator: str) -> str:
    if not types or not types <= {"int", "float"}:
        return ""
    if operator == "**":
        return "float" if types == {"float"} else ""  # `2 ** -n` is none of the two for sure
    return "float" if "float" in types or operator == "/" else "int"


_BY_KEY: Mapping[str, Callable[[tuple[object, ...], Of], str]] = {
    **dict.fromkeys(("int", "float", "bool"), _itself),
    **dict.fromkeys(_KEEP, _kept),
    "len": _int,
    "joined": _joined,
    "numpy number": _numpy,
    "math": _math,
    "attribute": _attribute,
    "item": _item,
    "linear": _linear,
    "binary": _binary,
}
"""What a symbol's key tells, by how it begins."""
