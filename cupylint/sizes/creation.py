"""Functions that make arrays from shapes, numbers and other arrays; random numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil

from cupylint.sizes import dtypes
from cupylint.sizes.calls import (
    UNKNOWN,
    Given,
    Row,
    Table,
    as_count,
    as_form,
    as_number,
    as_operand,
    as_shape,
    bind,
    may_be_array,
    rows,
)
from cupylint.sizes.counts import ONE, ZERO, Count, Unknown
from cupylint.sizes.forms import Form, Made, Shape, rounded
from cupylint.sizes.shapes import broadcast

# -- filled with a value ---------------------------------------------------------------------------


def filled(given: Given) -> Made | None:
    """``empty``, ``zeros``, ``ones``."""
    return Made((Form(given.shape(), given.dtype("float64")),))


def full(given: Given) -> Made | None:
    fill = given.get("fill_value")
    value = None if may_be_array(fill) else as_operand(fill)
    dtype = dtypes.default(value) if isinstance(value, dtypes.Scalar) else value
    return Made((Form(given.shape(), given.dtype(dtype)),))


def like(given: Given) -> Made | None:
    form = given.form()
    if form is None:
        return None
    shape = given.shape() if given.has("shape") else form.shape
    return Made((Form(shape, given.dtype(form.dtype)),))


def eye(given: Given) -> Made | None:
    high = given.count("N")
    wide = given.count("M") if given.has("M") else high
    if high is None or wide is None:
        return None
    return Made((Form((high, wide), given.dtype("float64")),))


# -- ranges ----------------------------------------------------------------------------------------


def arange(given: Given) -> Made | None:
    start, stop, step = (given.get(name) for name in ("start", "stop", "step"))
    values = [0, start, 1] if stop is None else [start, stop, 1]
    if step is not None:
        values[2] = step
    dtype = "float64" if any(isinstance(value, float) for value in values) else "int64"
    if any(as_operand(value) is None for value in values):
        dtype = ""
    return Made((Form(_range(values), given.dtype(dtype or None)),))


def _range(values: list[object]) -> Shape | None:
    start, stop, step = values
    if all(isinstance(value, (int, float)) for value in values):
        if not step:
            return None
        length = (stop - start) / step  # type: ignore[operator]
        return (Count.of(max(0, ceil(length))),) if abs(length) < 1 << 62 else None
    first, last = as_count(start), as_count(stop)
    if first is None or last is None or step != 1:
        return (Count.of(Unknown(object())),)
    return (last - first,)


def linspace(given: Given) -> Made | None:
    count = given.count("num", 50)
    if count is None or given.has("axis"):
        return None
    ends = [as_number(given.get(name)) for name in ("start", "stop")]
    ahead = broadcast([None if form is None else form.shape for form in ends])
    kinds = [form.dtype for form in ends if form is not None]
    natural = "float64" if not any(kind is not None and kind.startswith("complex") for kind in kinds) else "complex128"
    dtype = given.dtype(natural)
    shape = None if ahead is None else (count, *ahead)
    result = Form(shape, dtype)
    work = ZERO if dtype == natural else rounded(result.of(natural).nbytes)
    if given.name.endswith("logspace"):
        work = work + rounded(result.of(natural).nbytes)
    return Made((result,), work) if given.flag("retstep") is not True else None


def meshgrid(given: Given) -> Made | None:
    forms = [as_form(value) for value in given.rest]
    lengths: list[Count] = []
    for form in forms:
        if form is None or form.count is None:
            return None
        lengths.append(form.count)
    order = list(lengths)
    crossed = given.get("indexing", "xy") == "xy" and len(order) > 1
    if crossed:
        order[:2] = order[1], order[0]
    made = []
    for place, form in enumerate(forms):
        axis = 1 - place if crossed and place < 2 else place
        shape = tuple(order)
        if given.flag("sparse"):
            shape = tuple(length if at == axis else ONE for at, length in enumerate(order))
        made.append(Form(shape, None if form is None else form.dtype))
    return Made(tuple(made), many=True)


def indices(given: Given) -> Made | None:
    shape = given.shape("dimensions")
    if shape is None or given.flag("sparse", False) is not False:
        return None
    return Made((Form((Count.of(len(shape)), *shape), given.dtype("int64")),))


def from_function(given: Given) -> Made | None:
    return Made((Form(given.shape(), None),))


# -- from other data -------------------------------------------------------------------------------


def array(given: Given) -> Made | None:
    """``array``, ``asarray`` and their kin: a copy, or the array itself."""
    obj, form = given.get("obj"), given.form("obj")
    if form is None:
        chosen = given.dtype(None)
        return None if chosen is None else Made((Form(None, chosen),))
    dtype = given.dtype(form.dtype)
    short = given.name.rpartition(".")[2]
    shape = form.shape
    if shape is not None and short == "array" and isinstance(least := given.get("ndmin"), int):
        shape = (*(ONE,) * (least - len(shape)), *shape)
    same = isinstance(obj, Form) and not form.host and dtype == form.dtype
    kept = given.flag("copy", True) in (False, None) if short == "array" else short in _KEEP
    if same and (kept or form.layout == _LAYOUTS.get(short)):
        return Made((form if shape == form.shape else form.viewed(shape),), view=True)
    return Made((Form(shape, dtype, "F" if short == "asfortranarray" else "C"),))


_KEEP = ("asarray", "asanyarray")
_LAYOUTS = {"ascontiguousarray": "C", "asfortranarray": "F"}


def copy(given: Given) -> Made | None:
    form = given.form()
    if form is None:
        return None
    return Made((Form(form.shape, form.dtype, form.layout if form.layout in ("C", "F") else "C"),))


def astype(given: Given) -> Made | None:
    form, dtype = given.form(), given.dtype(None)
    if form is None:
        return None if dtype is None or given.flag("copy", True) is not True else Made((Form(None, dtype),))
    if given.flag("copy", True) is False and dtype == form.dtype and dtype is not None:
        return Made((form,), view=True)
    return Made((Form(form.shape, dtype, form.layout if form.layout in ("C", "F") else "C"),))


# -- random numbers --------------------------------------------------------------------------------


def random_by_dimensions(given: Given) -> Made | None:
    """``rand(d0, d1, ...)``."""
    return Made((Form(as_shape(given.rest), given.dtype("float64")),))


def drawn(dtype: str, work: int = 0) -> Callable[[Given], Made | None]:
    """Random numbers in the shape ``size``; without it, one, or as many as the parameters have."""

    def follow(given: Given) -> Made | None:
        if isinstance(out := given.get("out"), Form):
            return Made((out,), view=True)
        shape: Shape | None
        if given.has("size"):
            shape = given.shape("size")
        else:
            others = [as_form(value) for name, value in given.values.items() if name not in ("size", "dtype", "out")]
            shape = broadcast([None if form is None else form.shape for form in others]) if others else ()
        result = Form(shape, given.dtype(dtype))
        return Made((result,), rounded(result.of("float64").nbytes) * work)

    return follow


def whole_numbers(given: Given) -> Made | None:
    """``randint``: drawn as 32-bit numbers first."""
    shape = given.shape("size") if given.has("size") else ()
    result = Form(shape, given.dtype("int64"))
    return Made((result,), rounded(result.of("uint32").nbytes))


def permutation(given: Given) -> Made | None:
    form = given.form()
    if isinstance(given.get("a"), (int, Count)):
        count = given.count("a")
        form = None if count is None else Form((count,), "int64")
    if form is None:
        return None
    work = ZERO
    if form.shape:
        work = rounded(form.shape[0] * 20)
    return Made(() if given.name.endswith("shuffle") else (form.of(form.dtype),), work)


def choice(given: Given) -> Made | None:
    form = given.form()
    if isinstance(given.get("a"), (int, Count)):
        form = Form(None, "int64")
    if form is None:
        return None
    result = Form(given.shape("size") if given.has("size") else (), form.dtype)
    return Made((result,))


_C, _R = "cupy.", "cupy.random."
TABLE: Table = {
    **rows(_C, "empty zeros ones", "shape dtype order", filled),
    **rows(_C, "ndarray", "shape dtype memptr", filled),
    **rows(_C, "full", "shape fill_value dtype order", full),
    **rows(_C, "empty_like zeros_like ones_like", "a dtype order subok shape", like),
    **rows(_C, "full_like", "a fill_value dtype order subok shape", like),
    **rows(_C, "eye", "N M k dtype order", eye),
    **rows(_C, "identity", "N dtype", eye),
    **rows(_C, "tri", "N M k dtype", eye),
    **rows(_C, "arange", "start stop step dtype", arange),
    **rows(_C, "linspace", "start stop num endpoint retstep dtype axis", linspace),
    **rows(_C, "logspace", "start stop num endpoint base dtype axis", linspace),
    **rows(_C, "meshgrid", "*", meshgrid),
    **rows(_C, "indices", "dimensions dtype sparse", indices),
    **rows(_C, "fromfunction", "function shape", from_function),
    **rows(_C, "array", "obj dtype copy order subok ndmin", array),
    **rows(_C, "asarray asanyarray", "obj dtype order", array),
    **rows(_C, "ascontiguousarray asfortranarray", "obj dtype", array),
    **rows(_C, "copy", "a order", copy),
    **rows("cupy.ndarray.", "copy __copy__ __deepcopy__", "a order", copy),
    **rows("cupy.ndarray.", "astype", "a dtype order casting subok copy", astype),
    **rows(_C, "astype", "a dtype copy", astype),
    **rows(_C, "bartlett blackman hamming hanning", "size", drawn("float64")),
    **rows(_C, "kaiser", "size beta", drawn("float64")),
    **rows(_R, "rand randn", "*", random_by_dimensions),
    **rows(_R, "random random_sample ranf sample standard_cauchy standard_normal", "size dtype", drawn("float64")),
    **rows(_R, "standard_exponential", "size dtype", drawn("float64")),
    **rows(_R, "standard_gamma standard_t", "shape size dtype", drawn("float64")),
    **rows(_R, "uniform normal laplace gumbel logistic lognormal", "low high size dtype", drawn("float64")),
    **rows(_R, "beta f gamma vonmises wald", "a b size dtype", drawn("float64")),
    **rows(_R, "exponential", "scale size dtype", drawn("float64", work=1)),
    **rows(_R, "chisquare pareto rayleigh weibull", "a size dtype", drawn("float64")),
    **rows(_R, "poisson geometric zipf", "lam size dtype", drawn("int64")),
    **rows(_R, "binomial negative_binomial", "n p size dtype", drawn("int64")),
    **rows(_R, "randint integers", "low high size dtype", whole_numbers),
    **rows(_R, "permutation shuffle", "a", permutation),
    **rows(_R, "choice", "a size replace p", choice),
}


def takes_dtype(name: str) -> bool:
    """Whether a function that makes arrays has a parameter ``dtype``."""
    row = _row(name)
    return row is not None and ("dtype" in row.parameters or row.parameters == ("*",))


def _row(name: str) -> Row | None:
    row = TABLE.get(name)
    if row is None and name.startswith(_R):  # methods of generators
        row = TABLE.get(_R + name.rpartition(".")[2])
    return row


def by_default(name: str, positional: Sequence[object], keywords: Mapping[str, object]) -> bool:
    """Whether a call makes an array whose dtype nobody chose: neither ``dtype`` nor another array is given."""
    row = _row(name)
    if row is None:
        return False
    given = bind(name, row, positional, keywords, version=0)
    return not given.has("dtype") and not any(_has_array(value) for value in (*given.values.values(), *given.rest))


def _has_array(value: object) -> bool:
    if isinstance(value, (tuple, list)):
        return any(map(_has_array, value))
    return isinstance(value, Form) or value is UNKNOWN
