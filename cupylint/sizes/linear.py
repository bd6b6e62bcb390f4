"""Products and linear algebra."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from cupylint.sizes import dtypes
from cupylint.sizes.calls import Given, Table, as_form, as_operand, rows, written_to
from cupylint.sizes.counts import ZERO, Count, smaller
from cupylint.sizes.dtypes import promote
from cupylint.sizes.forms import Form, Made, Shape, copied, rounded
from cupylint.sizes.shapes import broadcast, multiplied, reduced

# -- products --------------------------------------------------------------------------------------


def multiply(first: object, second: object, version: int) -> Made | None:
    """``first @ second``."""
    left, right = as_form(first), as_form(second)
    if left is None or right is None:
        return None
    dtype = _common(first, second, version)
    return Made((Form(multiplied(left.shape, right.shape), dtype),), _copies((left, right), dtype))


def _common(first: object, second: object, version: int) -> str | None:
    kinds = [as_operand(first), as_operand(second)]
    known = [kind for kind in kinds if kind is not None]
    return dtypes.result_type(known, version) if len(known) == 2 else None


def _copies(forms: tuple[Form, ...], dtype: str | None) -> Count:
    """Operands of two or more dimensions are copied if they are of another type, or have gaps."""
    work = ZERO
    for form in forms:
        if form.shape is not None and len(form.shape) > 1:
            work = work + copied(form, dtype)
    return work


def matmul(given: Given) -> Made | None:
    return written_to(given) or multiply(given.get("a"), given.get("b"), given.version)


def dot(given: Given) -> Made | None:
    """``dot``: rows with columns; a vector with a vector needs their products."""
    left, right = given.form("a"), given.form("b")
    if left is None or right is None or left.shape is None or right.shape is None:
        return written_to(given)
    dtype = _common(given.get("a"), given.get("b"), given.version)
    if not left.shape or not right.shape:
        return written_to(given) or Made((Form(left.shape or right.shape, dtype),))
    shape = (*left.shape[:-1], *right.shape[:-2], *right.shape[-1:]) if len(right.shape) > 1 else left.shape[:-1]
    work = _copies((left, right), dtype) if shape else rounded(left.of(dtype).nbytes)
    made = written_to(given)
    return Made((Form(shape, dtype),), work) if made is None else made


def inner(given: Given) -> Made | None:
    left, right = given.form("a"), given.form("b")
    if left is None or right is None or left.shape is None or right.shape is None:
        return None
    dtype = _common(given.get("a"), given.get("b"), given.version)
    if not left.shape or not right.shape:
        return Made((Form(left.shape or right.shape, dtype),))
    return Made((Form((*left.shape[:-1], *right.shape[:-1]), dtype),))


def vdot(given: Given) -> Made | None:
    left = given.form("a")
    dtype = _common(given.get("a"), given.get("b"), given.version)
    return Made((Form((), dtype),), ZERO if left is None else rounded(left.of(dtype).nbytes))


def outer(given: Given) -> Made | None:
    left, right = given.form("a"), given.form("b")
    if left is None or right is None or left.count is None or right.count is None:
        return written_to(given)
    dtype = _common(given.get("a"), given.get("b"), given.version)
    return written_to(given) or Made((Form((left.count, right.count), dtype),))


def kron(given: Given) -> Made | None:
    left, right = given.form("a"), given.form("b")
    if left is None or right is None or left.shape is None or right.shape is None:
        return None
    dimensions = max(len(left.shape), len(right.shape))
    one = (Count.of(1),)
    first = one * (dimensions - len(left.shape)) + left.shape
    second = one * (dimensions - len(right.shape)) + right.shape
    shape = tuple(a * b for a, b in zip(first, second, strict=True))
    return Made((Form(shape, _common(given.get("a"), given.get("b"), given.version)),))


def tensordot(given: Given) -> Made | None:
    left, right = given.form("a"), given.form("b")
    if left is None or right is None or left.shape is None or right.shape is None:
        return None
    shape = _uncontracted(left.shape, right.shape, given.get("axes", 2))
    if shape is None:
        return None
    dtype = _common(given.get("a"), given.get("b"), given.version)
    return Made((Form(shape, dtype),), ZERO if shape else rounded(left.of(dtype).nbytes))


def _uncontracted(left: Shape, right: Shape, axes: object) -> Shape | None:
    """The axes of both shapes that ``tensordot`` does not sum over."""
    if isinstance(axes, int):
        return (*left[: len(left) - axes], *right[axes:]) if axes <= min(len(left), len(right)) else None
    if not isinstance(axes, (tuple, list)) or len(axes) != 2:
        return None
    pair = [(axis,) if isinstance(axis, int) else axis for axis in axes]
    if not all(isinstance(item, (tuple, list)) and all(isinstance(axis, int) for axis in item) for item in pair):
        return None
    first, second = reduced(left, tuple(pair[0])), reduced(right, tuple(pair[1]))
    return None if first is None or second is None else first + second


def einsum(given: Given) -> Made | None:
    """``einsum("ij,jk->ik", ...)``: only with the subscripts written in a text."""
    text = given.get("subscripts")
    if not isinstance(text, str):
        return None
    left, arrow, result = text.replace(" ", "").partition("->")
    names, result = left.split(","), result if arrow else _implied(left)
    forms = [form for value in given.rest if (form := as_form(value)) is not None]
    if not len(names) == len(forms) == len(given.rest):
        return None
    lengths = _lengths(names, forms)
    ahead, ellipsis, behind = result.partition("...")
    wanted = [token for token in (*ahead, ellipsis, *behind) if token]
    if lengths is None or not lengths.keys() >= set(wanted):
        return None
    shape = tuple(length for token in wanted for length in lengths[token])
    known = [form.dtype for form in forms if form.dtype is not None]
    dtype = given.dtype(dtypes.result_type(known, given.version) if len(known) == len(forms) else None)
    permutes = len(forms) == 1 and sorted(names[0]) == sorted(result) and len(set(result)) == len(result)
    return written_to(given) or Made((Form(shape, dtype),), _arranged(names, forms, result, dtype), view=permutes)


def _implied(operands: str) -> str:
    """The result where none is written: the letters that occur once, by the alphabet."""
    letters = operands.replace(",", "").replace(".", "")
    return "..." * ("..." in operands) + "".join(sorted(a for a in set(letters) if letters.count(a) == 1))


def _lengths(names: list[str], forms: list[Form]) -> dict[str, Shape] | None:
    """The axes that each letter, and ``...``, stands for in all operands; None if these do not fit together."""
    found: dict[str, list[Shape | None]] = {}
    for subscripts, form in zip(names, forms, strict=True):
        if form.shape is None:
            return None
        ahead, ellipsis, behind = subscripts.partition("...")
        extra = len(form.shape) - len(ahead) - len(behind)
        if extra < 0 or (extra and not ellipsis):
            return None
        axes = iter(form.shape)
        for token in (*ahead, "...", *behind):
            found.setdefault(token, []).append(tuple(islice(axes, extra if token == "..." else 1)))
    fitting = {token: shape for token, shapes in found.items() if (shape := broadcast(shapes)) is not None}
    return fitting if len(fitting) == len(found) else None


def _arranged(names: list[str], forms: list[Form], result: str, dtype: str | None) -> Count:
    """Copies of two operands whose axes do not stand as the product needs them."""
    work = ZERO
    if len(names) != 2:
        return work
    first, second = names
    summed = set(first) & set(second) - set(result)
    plain = all(len(set(letters)) == len(letters) and "." not in letters for letters in (*names, result))
    if not plain or len(summed) != 1 or set(result) != (set(first) | set(second)) - summed:
        return work
    ahead = [letter for letter in first if letter in second and letter in result]
    if first[len(ahead) + 1 :] == "".join(summed) and len(first) == len(ahead) + 2:
        work = work + rounded(forms[0].of(dtype).nbytes)
    if second[len(ahead) :][:1] == "".join(summed) and len(second) == len(ahead) + 2:
        work = work + rounded(forms[1].of(dtype).nbytes)
    return work


def cross(given: Given) -> Made | None:
    left, right = given.form("a"), given.form("b")
    if left is None or right is None or any(given.has(name) for name in ("axisa", "axisb", "axisc", "axis")):
        return None
    shape = broadcast([left.shape, right.shape])
    if not shape or shape[-1] != 3:
        return None
    return Made((Form(shape, _common(given.get("a"), given.get("b"), given.version)),))


# -- linear algebra --------------------------------------------------------------------------------


def real_or_complex(dtype: str | None) -> str | None:
    """What cuSOLVER works in."""
    if dtype is None:
        return None
    return dtype if dtype in ("float32", "complex64", "complex128") else "float64" if dtype != "float16" else "float32"


def real_part(dtype: str | None) -> str | None:
    """The dtype of absolute values."""
    return {"complex64": "float32", "complex128": "float64"}.get(dtype or "", dtype)


def _matrix(given: Given) -> tuple[Form, Shape, str | None] | None:
    form = given.form()
    if form is None or form.shape is None or len(form.shape) < 2:
        return None
    return form, form.shape, real_or_complex(form.dtype)


def factorised(copies: int) -> Callable[[Given], Made | None]:
    """A matrix of the same shape, with so many copies meanwhile."""

    def follow(given: Given) -> Made | None:
        found = _matrix(given)
        if found is None:
            return None
        form, _, dtype = found
        return Made((form.of(dtype),), rounded(form.of(dtype).nbytes) * copies)

    return follow


def solve(given: Given) -> Made | None:
    found, right = _matrix(given), given.form("b")
    if found is None or right is None or right.shape is None:
        return None
    form, shape, dtype = found
    other = real_or_complex(right.dtype)
    common = None if dtype is None or other is None else promote(dtype, other)
    rows_ = right.shape if len(right.shape) > 1 else None
    result = right.shape if rows_ is None else multiplied(shape, rows_)
    return Made((Form(result, common),), rounded(form.of(common).nbytes))


def determinant(given: Given) -> Made | None:
    found = _matrix(given)
    if found is None:
        return None
    form, shape, dtype = found
    work = rounded(form.of(dtype).nbytes)
    one = Form(shape[:-2], dtype)
    if given.name.endswith("slogdet"):
        return Made((one, one.of(real_part(dtype))), work, many=True)
    return Made((one,), work)


def svd(given: Given) -> Made | None:
    found = _matrix(given)
    if found is None:
        return None
    form, shape, dtype = found
    batch, high, wide = shape[:-2], shape[-2], shape[-1]
    short = smaller(high, wide)
    values = Form((*batch, short), real_part(dtype))
    work = ZERO if batch else rounded(form.of(dtype).nbytes) * 2
    if given.flag("compute_uv", True) is False:
        return Made((values,), work, more=True)
    full = given.flag("full_matrices", True)
    if full is None or given.flag("compute_uv", True) is None:
        return None
    left = Form((*batch, high, high if full else short), dtype)
    right = Form((*batch, wide if full else short, wide), dtype)
    return Made((left, values, right), work, many=True, more=True)


def qr(given: Given) -> Made | None:
    found = _matrix(given)
    if found is None:
        return None
    form, shape, dtype = found
    batch, high, wide = shape[:-2], shape[-2], shape[-1]
    short = smaller(high, wide)
    mode = given.get("mode", "reduced")
    work = rounded(form.of(dtype).nbytes)
    if mode == "r":
        return Made((Form((*batch, short, wide), dtype),), work)
    if mode not in ("reduced", "complete"):
        return None
    inside = high if mode == "complete" else short
    return Made((Form((*batch, high, inside), dtype), Form((*batch, inside, wide), dtype)), work, many=True)


def eigen(given: Given) -> Made | None:
    """``eigh``, ``eigvalsh``: the workspace is several times the matrix."""
    found = _matrix(given)
    if found is None:
        return None
    form, shape, dtype = found
    values = Form(shape[:-1], real_part(dtype))
    times = (3 if given.name.endswith("eigh") else 4) if len(shape) == 2 else 1
    work = rounded(form.of(dtype).nbytes) * times
    if given.name.endswith("eigh"):
        return Made((values, form.of(dtype)), work, many=True, more=True)
    return Made((values,), work, more=True)


def pseudo_inverse(given: Given) -> Made | None:
    found = _matrix(given)
    if found is None:
        return None
    form, shape, dtype = found
    return Made((Form((*shape[:-2], shape[-1], shape[-2]), dtype),), rounded(form.of(dtype).nbytes) * 2)


def rank(given: Given) -> Made | None:
    found = _matrix(given)
    if found is None:
        return None
    form, shape, dtype = found
    return Made((Form(shape[:-2], "int64"),), rounded(form.of(dtype).nbytes) * 2)


def power(given: Given) -> Made | None:
    form = given.form()
    if form is None:
        return None
    times = given.get("n")
    return Made((form.of(form.dtype),), rounded(form.nbytes) if isinstance(times, int) and times > 2 else ZERO)


_L = "cupy.linalg."
TABLE: Table = {
    **rows("cupy.", "matmul", "a b out", matmul),
    **rows(_L, "matmul", "a b out", matmul),
    **rows("cupy.", "dot", "a b out", dot),
    **rows("cupy.ndarray.", "dot", "a b out", dot),
    **rows("cupy.", "inner", "a b", inner),
    **rows("cupy.", "vdot", "a b", vdot),
    **rows("cupy.", "outer", "a b out", outer),
    **rows("cupy.", "kron", "a b", kron),
    **rows("cupy.", "tensordot", "a b axes", tensordot),
    **rows("cupy.", "einsum", "subscripts *", einsum),
    **rows("cupy.", "cross", "a b axisa axisb axisc axis", cross),
    **rows(_L, "inv", "a", factorised(1)),
    **rows(_L, "cholesky", "a", factorised(0)),
    **rows(_L, "solve", "a b", solve),
    **rows(_L, "det slogdet", "a", determinant),
    **rows(_L, "svd", "a full_matrices compute_uv", svd),
    **rows(_L, "qr", "a mode", qr),
    **rows(_L, "eigh eigvalsh", "a UPLO", eigen),
    **rows(_L, "pinv", "a rcond", pseudo_inverse),
    **rows(_L, "matrix_rank", "a tol", rank),
    **rows(_L, "matrix_power", "a n", power),
}
