"""What a call was given: plain values bound to the names of the parameters.

Numbers, texts, None, ``...`` and slices stand for themselves, `Count` for whole numbers that are not known, tuples
and lists for both, `Form` for arrays, `DType` for types, `UNKNOWN` for everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, reduce

from cupylint.records import dataclass
from cupylint.sizes import dtypes
from cupylint.sizes.counts import Count, Unknown
from cupylint.sizes.dtypes import Operand, Scalar
from cupylint.sizes.forms import Form, Made, Shape
from cupylint.sizes.shapes import ANY, Axes


class Missing:
    """Nothing was given, or nothing is known of it."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = Missing()


@dataclass(frozen=True, slots=True)
class DType:
    """A dtype, or a scalar type, that is named in the program."""

    name: str


@dataclass(frozen=True, slots=True)
class Given:
    """Arguments by parameter. Those that were not given are not in `values`.

    Attributes:
        name: canonical dotted name of what is called; for methods ``cupy.ndarray.<name>``.
        rest: positional arguments beyond the named parameters.
    """

    name: str
    values: Mapping[str, object]
    rest: tuple[object, ...] = ()
    version: int = 14

    def get(self, parameter: str, default: object = None) -> object:
        return self.values.get(parameter, default)

    def has(self, parameter: str) -> bool:
        """Whether it was given, and not as None."""
        return self.values.get(parameter) is not None

    def form(self, parameter: str = "a") -> Form | None:
        """The array that was given; a number of Python is one without dimensions."""
        return as_form(self.get(parameter))

    def axes(self, parameter: str = "axis", default: Axes = None) -> Axes:
        """Axes: a number, several, or None for all; `ANY` if they are not known."""
        value = self.get(parameter, default)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        if isinstance(value, (tuple, list)) and all(isinstance(item, int) for item in value):
            return tuple(value)
        return ANY

    def axis(self, parameter: str = "axis", default: int | None = None) -> int | None:
        """A single axis; None also where it is not known."""
        value = self.get(parameter, default)
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def dtype(self, default: str | None, parameter: str = "dtype") -> str | None:
        """The dtype that was asked for; None if it was asked for one that is not known."""
        value = self.get(parameter)
        return default if value is None else as_dtype(value)

    def count(self, parameter: str, default: int | None = None) -> Count | None:
        return as_count(self.get(parameter, default))

    def flag(self, parameter: str, default: bool = False) -> bool | None:
        """A truth value, None if it is not known."""
        value = self.get(parameter, default)
        return bool(value) if isinstance(value, (bool, int)) else None

    def shape(self, parameter: str = "shape") -> Shape | None:
        return as_shape(self.get(parameter))


Follow = Callable[[Given], "Made | None"]


@dataclass(frozen=True, slots=True)
class Row:
    """One function of a table: its parameters in order, and how its result follows."""

    parameters: tuple[str, ...]
    follow: Follow


Table = dict[str, Row]


def rearranged(given: Given) -> Made | None:
    """Something of the same shape and dtype."""
    form = given.form()
    return None if form is None else Made((form.of(form.dtype),))


def written_to(given: Given) -> Made | None:
    """The result where ``out=`` is given."""
    out = given.get("out")
    return Made((out,), view=True) if isinstance(out, Form) else None


def rows(prefix: str, names: str, parameters: str, follow: Follow) -> Table:
    """The same row for several functions."""
    row = Row(tuple(parameters.split()), follow)
    return {prefix + name: row for name in names.split()}


@lru_cache(maxsize=256)
def _splits(parameters: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Names of parameters, and whether any number of arguments may follow."""
    return (parameters[:-1], True) if parameters and parameters[-1] == "*" else (parameters, False)


def bind(name: str, row: Row, positional: Sequence[object], keywords: Mapping[str, object], version: int) -> Given:
    """Arguments as the function sees them."""
    names, _ = _splits(row.parameters)
    values = dict(zip(names, positional, strict=False)) | dict(keywords)
    return Given(name, values, tuple(positional[len(names) :]), version)


# -- reading values --------------------------------------------------------------------------------


def as_count(value: object) -> Count | None:
    """A whole number."""
    if isinstance(value, Count):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return Count.of(int(value)) if value == value and abs(value) < float(1 << 62) else None


def as_shape(value: object) -> Shape | None:
    """A shape: a number or several. A length that is not known stands for any."""
    if isinstance(value, (tuple, list)):
        return tuple(Count.of(Unknown(object())) if (length := as_count(item)) is None else length for item in value)
    count = as_count(value)
    return None if count is None else (count,)


def as_dtype(value: object) -> str | None:
    """The dtype that a value names."""
    if isinstance(value, DType):
        return value.name
    if isinstance(value, str):
        return dtypes.named(value)
    return value.dtype if isinstance(value, Form) else None


def as_operand(value: object) -> Operand | None:
    """What counts for the dtype of a result: the dtype of an array, or a number of Python."""
    if isinstance(value, Form):
        return value.dtype
    if isinstance(value, Count):
        return Scalar("int", value.value)
    return value if isinstance(value, Scalar) else dtypes.scalar_of(value)


def as_form(value: object) -> Form | None:
    """An array, or what an array made of numbers and (nested) lists is; what is not known may be either."""
    return None if may_be_array(value) else as_number(value)


def as_terms(operands: Sequence[object]) -> tuple[list[Form | None], list[Operand | None]]:
    """The forms of operands, and what they count as for the dtype: beside an array, what is not known is a number."""
    alone = not any(isinstance(operand, (Form, tuple, list)) for operand in operands)
    if alone and any(map(may_be_array, operands)):
        return [as_form(operand) for operand in operands], [None] * len(operands)
    return [as_number(operand) for operand in operands], [as_operand(operand) for operand in operands]


def may_be_array(value: object) -> bool:
    """Whether a value is a number that is not known, which may as well be an array."""
    return isinstance(value, Count) and value.value is None


def as_number(value: object) -> Form | None:
    """As `as_form`; what is not known is taken for a number."""
    if isinstance(value, Form):
        return value
    if isinstance(value, (tuple, list)):
        return _nested(value)
    operand = as_operand(value)
    if operand is None or isinstance(operand, str):
        return None
    return Form((), dtypes.default(operand))


def _nested(items: Sequence[object]) -> Form | None:
    """The array that a list makes."""
    if not items:
        return Form((Count.of(0),), "float64")
    known = [form for item in items if (form := as_form(item)) is not None]
    if not known:
        return None
    first = known[0].shape
    alike = first is not None and all(len(form.shape or ()) == len(first) for form in known)
    kinds = [form.dtype for form in known if form.dtype is not None]
    dtype = reduce(dtypes.promote, kinds) if len(kinds) == len(items) else None
    return Form((Count.of(len(items)), *first) if first is not None and alike else None, dtype)
