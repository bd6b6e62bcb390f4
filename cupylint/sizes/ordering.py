"""Sorting and searching."""

from __future__ import annotations

from cupylint.sizes import dtypes
from cupylint.sizes.calls import Given, Table, as_form, as_terms, rows, written_to
from cupylint.sizes.counts import ZERO, Count, Unknown, smaller
from cupylint.sizes.forms import Form, Made, rounded
from cupylint.sizes.numeric import fraction
from cupylint.sizes.shapes import broadcast, normal_axis, reduced

_CHUNK = 1 << 22
"""So many elements of several rows are sorted at once."""
_KEYS = 24
"""Bytes for each of them: the number of its row, and what the sort needs."""


def _sorted_work(form: Form, axis: int | None) -> Count:
    """What a sort allocates beside the copy: as much again for one axis; a copy for one that is not the last."""
    if form.shape is None or axis is None:
        return ZERO
    if len(form.shape) == 1:
        return rounded(form.nbytes)
    count = form.count
    keys = ZERO if count is None else smaller(count, Count.of(_CHUNK)) * _KEYS
    return keys if normal_axis(axis, len(form.shape)) == len(form.shape) - 1 else keys + rounded(form.nbytes)


def sort(given: Given) -> Made | None:
    form = given.form()
    if form is None:
        return None
    if "axis" in given.values and given.get("axis") is None:
        form = Form(None if form.count is None else (form.count,), form.dtype)
    if given.name.startswith("cupy.ndarray."):
        return Made((), _sorted_work(form, given.axis(default=-1)))
    return Made((form.of(form.dtype),), _sorted_work(form, given.axis(default=-1)))


def argsort(given: Given) -> Made | None:
    form = given.form()
    if form is None:
        return None
    if "axis" in given.values and given.get("axis") is None:
        form = Form(None if form.count is None else (form.count,), form.dtype)
    work = rounded(form.nbytes)
    if form.shape is not None and len(form.shape) == 1 and form.count is not None:
        work = work * 2 + rounded(form.count * 8)
    return Made((form.of("int64"),), work)


def partition(given: Given) -> Made | None:
    form = given.form()
    if form is None:
        return None
    if given.name.startswith("cupy.ndarray."):
        return Made(())
    return Made((form.of(form.dtype),))


def _by_data(label: str, most: Count | None) -> Count:
    """As many as the data says: equal to no other count."""
    return Count.of(Unknown(object(), label, 0, None if most is None else most.most))


def nonzero(given: Given) -> Made | None:
    form = given.form()
    if form is None or form.shape is None:
        return None
    found = _by_data("nonzero", form.count)
    work = rounded(form.count) if form.dtype != "bool" else ZERO
    short = given.name.rpartition(".")[2]
    if short == "flatnonzero":
        return Made((Form((found,), "int64"),), work)
    if short == "argwhere":
        return Made((Form((found, Count.of(len(form.shape))), "int64"),), work)
    return Made((Form((found,), "int64"),) * max(1, len(form.shape)), work, many=True)


def where(given: Given) -> Made | None:
    if "x" not in given.values:
        return nonzero(Given("cupy.nonzero", {"a": given.get("condition")}, (), given.version))
    operands = [given.get(name) for name in ("condition", "x", "y")]
    forms, _ = as_terms(operands)
    _, kinds = as_terms(operands[1:])
    known = [kind for kind in kinds if kind is not None]
    dtype = dtypes.result_type(known, given.version) if len(known) == 2 else None
    return Made((Form(broadcast([None if form is None else form.shape for form in forms]), dtype),))


def unique(given: Given) -> Made | None:
    form = given.form("ar")
    if form is None or form.count is None or given.has("axis"):
        return None
    found = _by_data("unique", form.count)
    forms = [Form((found,), form.dtype)]
    whole = Form((form.count,), "int64")
    forms += [Form((found,), "int64")] * bool(given.flag("return_index"))
    forms += [whole] * bool(given.flag("return_inverse"))
    forms += [Form((found,), "int64")] * bool(given.flag("return_counts"))
    work = rounded(form.nbytes) + rounded(form.count * 5)
    return Made(tuple(forms), work, many=len(forms) > 1)


def order_statistic(given: Given) -> Made | None:
    """``median``, ``percentile``: reductions that sort a copy."""
    form = given.form()
    if form is None or isinstance(given.get("out"), Form):
        return written_to(given)
    shape = reduced(form.shape, given.axes(), bool(given.flag("keepdims")))
    dtype = None if form.dtype is None else fraction(form.dtype)
    if "q" in given.values:
        quantiles = as_form(given.get("q"))
        ahead = None if quantiles is None else quantiles.shape
        shape = None if shape is None or ahead is None else (*ahead, *shape)
        if ahead and dtype is not None:
            dtype = dtypes.promote(dtype, "float64")
    return Made((Form(shape, dtype),), rounded(form.nbytes) * 2)


def found_in(given: Given) -> Made | None:
    """``searchsorted``, ``digitize``: an index for each element."""
    form = given.form("v")
    return None if form is None else Made((form.of("int64"),))


def histogram(given: Given) -> Made | None:
    bins = given.count("bins", 10)
    form = given.form("x")
    if bins is None or form is None:
        return None
    counted = "int64" if not given.has("weights") and not given.flag("density") else "float64"
    edges = None if form.dtype is None else fraction(form.dtype)
    return Made((Form((bins,), counted), Form((bins + 1,), edges)), many=True)


TABLE: Table = {}
for _prefix in ("cupy.", "cupy.ndarray."):
    TABLE |= {
        **rows(_prefix, "sort", "a axis", sort),
        **rows(_prefix, "argsort", "a axis", argsort),
        **rows(_prefix, "partition", "a kth axis", partition),
        **rows(_prefix, "nonzero", "a", nonzero),
    }
TABLE |= {
    **rows("cupy.", "median nanmedian", "a axis out overwrite_input keepdims", order_statistic),
    **rows("cupy.", "percentile quantile", "a q axis out overwrite_input method keepdims", order_statistic),
    **rows("cupy.", "argwhere flatnonzero", "a", nonzero),
    **rows("cupy.", "where", "condition x y", where),
    **rows("cupy.", "unique", "ar return_index return_inverse return_counts axis", unique),
    **rows("cupy.", "searchsorted", "a v side sorter", found_in),
    **rows("cupy.ndarray.", "searchsorted", "a v side sorter", found_in),
    **rows("cupy.", "digitize", "v bins right", found_in),
    **rows("cupy.", "histogram", "x bins range weights density", histogram),
}
