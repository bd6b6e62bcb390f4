"""Ufuncs, operators, reductions and statistics."""

from __future__ import annotations

from collections.abc import Callable

from cupylint.sizes import dtypes
from cupylint.sizes.calls import UNKNOWN, Given, Row, Table, as_terms, rows, written_to
from cupylint.sizes.counts import ZERO
from cupylint.sizes.dtypes import CODES, Operand, kind_of
from cupylint.sizes.forms import Form, Made, Shape, rounded
from cupylint.sizes.linear import multiply
from cupylint.sizes.shapes import broadcast, normal_axis, reduced, replaced
from cupylint.sizes.ufunc_types import LOOPS

OPERATORS = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "true_divide", "//": "floor_divide", "%": "remainder",
    "**": "power", "&": "bitwise_and", "|": "bitwise_or", "^": "bitwise_xor", "<<": "left_shift", ">>": "right_shift",
    "==": "equal", "!=": "not_equal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
}  # fmt: skip
UNARY = {"-": "negative", "+": "positive", "~": "invert"}


def loop(name: str, operands: list[Operand], version: int) -> tuple[str, ...] | None:
    """The dtypes that a ufunc writes for these operands; None if it has no loop for them."""
    wanted = dtypes.settled(operands, version)
    for types in LOOPS.get(name, ()):
        inputs, _, outputs = types.partition("->")
        if len(inputs) == len(wanted) and all(
            dtypes.casts(dtype, CODES[code]) for dtype, code in zip(wanted, inputs, strict=True)
        ):
            written = tuple(CODES[code] for code in outputs)
            if name in ("cupy.abs", "cupy.absolute") and kind_of(wanted[0]) == "complex":
                return tuple(real_part(dtype) for dtype in written)
            return written
    return None


def elementwise(given: Given) -> Made | None:
    """Any ufunc, called as a function."""
    loops = LOOPS[given.name]
    inputs, _, outputs = loops[0].partition("->")
    operands = list(given.rest[: len(inputs)])
    if isinstance(given.get("out"), Form):
        return Made((given.get("out"),), view=True)  # type: ignore[arg-type]
    if len(operands) < len(inputs) or len(given.rest) > len(inputs):
        return None
    return combined(given.name, operands, len(outputs), given)


def combined(name: str, operands: list[object], outputs: int, given: Given) -> Made | None:
    """The result of a ufunc with these operands."""
    forms, kinds = as_terms(operands)
    if any(operand is UNKNOWN for operand in operands):
        return None
    shape = broadcast([None if form is None else form.shape for form in forms])
    written: tuple[str | None, ...] = (None,) * outputs
    if (asked := given.dtype("")) != "":
        written = (asked,) * outputs
    else:
        known = [kind for kind in kinds if kind is not None]
        found = loop(name, known, given.version) if len(known) == len(kinds) else None
        written = written if found is None else found
        if found is None and all(loop_.endswith("?") for loop_ in LOOPS[name]):
            written = ("bool",) * outputs
    return Made(tuple(Form(shape, dtype) for dtype in written), many=outputs > 1)


def operate(operator: str, operands: list[object], version: int) -> Made | None:
    """``left operator right`` or ``operator value`` with an array among the operands."""
    if operator == "@":
        return multiply(operands[0], operands[1], version) if len(operands) == 2 else None
    short = (UNARY if len(operands) == 1 else OPERATORS).get(operator)
    if short is None:
        return None
    return combined(f"cupy.{short}", operands, 1, Given(f"cupy.{short}", {}, (), version))


def real_part(dtype: str) -> str:
    """The dtype of absolute values."""
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)


# -- reductions ------------------------------------------------------------------------------------


def wide(dtype: str) -> str:
    """What sums are counted in."""
    kind = kind_of(dtype)
    return dtype if kind not in ("bool", "int") else "uint64" if dtype.startswith("u") else "int64"


def fraction(dtype: str) -> str:
    """What means are counted in."""
    return dtype if kind_of(dtype) in ("float", "complex") else "float64"


def _same(dtype: str) -> str:
    return dtype


def _to(name: str) -> Callable[[str], str]:
    return lambda dtype: name


Choice = Callable[[str], str]


def reduction(choice: Choice) -> Callable[[Given], Made | None]:
    """A reduction over ``axis``, whose dtype follows by `choice`."""

    def follow(given: Given) -> Made | None:
        if (made := written_to(given)) is not None:
            return made
        form = given.form()
        if form is None:
            return None
        shape = reduced(form.shape, given.axes(), bool(given.flag("keepdims")))
        return Made((Form(shape, given.dtype(None if form.dtype is None else choice(form.dtype))),))

    return follow


def accumulation(given: Given) -> Made | None:
    """``cumsum`` and its kin: along an axis, or over all elements in a row."""
    if (made := written_to(given)) is not None:
        return made
    form = given.form()
    if form is None:
        return None
    shape = form.shape if given.has("axis") else None if form.count is None else (form.count,)
    return Made((Form(shape, given.dtype(None if form.dtype is None else wide(form.dtype))),))


def average(given: Given) -> Made | None:
    form = given.form()
    if form is None:
        return None
    shape = reduced(form.shape, given.axes(), bool(given.flag("keepdims")))
    dtype = None if form.dtype is None else fraction(form.dtype)
    work = rounded(form.of(dtype).nbytes) if given.has("weights") else ZERO
    result = Form(shape, dtype)
    return Made((result, result), work, many=True) if given.flag("returned") else Made((result,), work)


def trace(given: Given) -> Made | None:
    form = given.form()
    if form is None or form.shape is None or len(form.shape) < 2:
        return None
    axes = (given.axis("axis1", 0), given.axis("axis2", 1))
    if None in axes:
        return None
    shape = reduced(form.shape, axes)  # type: ignore[arg-type]
    return Made((Form(shape, given.dtype(None if form.dtype is None else wide(form.dtype))),))


# -- element by element ----------------------------------------------------------------------------


def like(dtype: str | None, parameter: str = "a") -> Callable[[Given], Made | None]:
    """As many elements as the argument has, of `dtype` (None: its own)."""

    def follow(given: Given) -> Made | None:
        if (made := written_to(given)) is not None:
            return made
        form = given.form(parameter)
        return None if form is None else Made((form.of(dtype or form.dtype),))

    return follow


def rounded_values(given: Given) -> Made | None:
    """``round``: whole numbers stay what they are."""
    return like(None)(given)


def clip(given: Given) -> Made | None:
    if (made := written_to(given)) is not None:
        return made
    operands = [given.get("a"), *(given.get(name) for name in ("a_min", "a_max") if given.has(name))]
    forms, found = as_terms(operands)
    kinds = [kind for kind in found if kind is not None]
    dtype = dtypes.result_type(kinds, given.version) if len(kinds) == len(operands) else None
    return Made((Form(broadcast([None if form is None else form.shape for form in forms]), dtype),))


def angle(given: Given) -> Made | None:
    form = given.form("z")
    return None if form is None else Made((form.of(None if form.dtype is None else real_part(fraction(form.dtype))),))


def close(given: Given) -> Made | None:
    forms = [given.form("a"), given.form("b")]
    return Made((Form(broadcast([None if form is None else form.shape for form in forms]), "bool"),))


def all_close(given: Given) -> Made | None:
    made = close(given)
    return Made((Form((), "bool"),), ZERO if made is None else made.allocated)


def diff(given: Given) -> Made | None:
    form = given.form()
    if form is None or form.shape is None or given.has("prepend") or given.has("append"):
        return None
    times, axis = given.axis("n", 1), normal_axis(given.axis(default=-1) or 0, len(form.shape))
    if times is None or axis is None or given.axis(default=-1) is None or times < 0:
        return None
    length = form.shape[axis]
    if length.value is not None and length.value < times:
        return None
    result = Form(replaced(form.shape, axis, length - times), form.dtype)
    return Made((result,), ZERO if times < 2 else rounded(result.nbytes))


def gradient(given: Given) -> Made | None:
    form = given.form("f")
    if form is None or form.shape is None or given.has("axis"):
        return None
    result = form.of(None if form.dtype is None else fraction(form.dtype))
    many = len(form.shape) > 1
    return Made((result,) * max(1, len(form.shape)), many=many)


def interpolated(given: Given) -> Made | None:
    form = given.form("x")
    return None if form is None else Made((form.of("float64"),), rounded(form.of("float64").nbytes))


def covariance(given: Given) -> Made | None:
    form = given.form()
    if form is None or form.shape is None or len(form.shape) != 2 or given.has("y") or form.dtype is None:
        return None
    names = form.shape[0] if given.flag("rowvar", True) else form.shape[1]
    dtype = given.dtype(dtypes.promote(form.dtype, "float64"))
    return Made((Form((names, names), dtype),), rounded(form.of(dtype).nbytes))


def norm(given: Given) -> Made | None:
    form = given.form("x")
    if form is None:
        return None
    dtype = None if form.dtype is None else real_part(fraction(form.dtype))
    shape: Shape | None = reduced(form.shape, given.axes(), bool(given.flag("keepdims")))
    work = ZERO
    if form.dtype is not None and kind_of(form.dtype) in ("bool", "int"):
        work = rounded(form.of("float64").nbytes)
    if not given.has("axis"):
        work = work + rounded(form.of(dtype).nbytes)
    return Made((Form(shape, dtype),), work)


_REDUCES = "a axis dtype out keepdims"
_SHORT = "a axis out keepdims"
_BOTH = ("cupy.", "cupy.ndarray.")

TABLE: Table = {name: Row(("*",), elementwise) for name in LOOPS}
for _prefix in _BOTH:
    TABLE |= {
        **rows(_prefix, "sum prod", _REDUCES, reduction(wide)),
        **rows(_prefix, "mean", _REDUCES, reduction(fraction)),
        **rows(_prefix, "std var", "a axis dtype out ddof keepdims", reduction(lambda t: real_part(fraction(t)))),
        **rows(_prefix, "max min ptp", _SHORT, reduction(_same)),
        **rows(_prefix, "argmax argmin", _REDUCES, reduction(_to("int64"))),
        **rows(_prefix, "all any", _SHORT, reduction(_to("bool"))),
        **rows(_prefix, "cumsum cumprod", "a axis dtype out", accumulation),
        **rows(_prefix, "trace", "a offset axis1 axis2 dtype out", trace),
        **rows(_prefix, "clip", "a a_min a_max out", clip),
        **rows(_prefix, "round", "a decimals out", rounded_values),
    }
TABLE |= {
    **rows("cupy.", "nansum nanprod product", _REDUCES, reduction(wide)),
    **rows("cupy.", "nanmean", _REDUCES, reduction(fraction)),
    **rows("cupy.", "nanstd nanvar", "a axis dtype out ddof keepdims", reduction(lambda t: real_part(fraction(t)))),
    **rows("cupy.", "amax amin nanmax nanmin", _SHORT, reduction(_same)),
    **rows("cupy.", "nanargmax nanargmin", _REDUCES, reduction(_to("int64"))),
    **rows("cupy.", "alltrue sometrue", _SHORT, reduction(_to("bool"))),
    **rows("cupy.", "count_nonzero", "a axis keepdims", reduction(_to("int64"))),
    **rows("cupy.", "nancumsum nancumprod cumproduct", "a axis dtype out", accumulation),
    **rows("cupy.", "average", "a axis weights returned keepdims", average),
    **rows("cupy.", "around round_", "a decimals out", rounded_values),
    **rows("cupy.", "nan_to_num", "x copy nan", like(None, "x")),
    **rows("cupy.", "angle", "z deg", angle),
    **rows("cupy.", "isin in1d", "a test_elements", like("bool")),
    **rows("cupy.", "iscomplex isreal isneginf isposinf", "a", like("bool")),
    **rows("cupy.", "isclose", "a b rtol atol equal_nan", close),
    **rows("cupy.", "allclose", "a b rtol atol equal_nan", all_close),
    **rows("cupy.", "array_equal", "a b equal_nan", all_close),
    **rows("cupy.", "diff", "a n axis prepend append", diff),
    **rows("cupy.", "gradient", "f axis", gradient),
    **rows("cupy.", "interp", "x xp fp", interpolated),
    **rows("cupy.", "cov corrcoef", "a y rowvar bias ddof dtype", covariance),
    **rows("cupy.linalg.", "norm", "x ord axis keepdims", norm),
}
