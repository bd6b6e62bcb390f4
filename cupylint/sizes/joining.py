"""Functions that join, repeat, choose or filter elements."""

from __future__ import annotations

from cupylint.sizes import dtypes
from cupylint.sizes.calls import Given, Table, as_count, as_form, rearranged, rows
from cupylint.sizes.counts import ONE, ZERO, Count, Unknown, total
from cupylint.sizes.forms import Form, Made, Shape, rounded
from cupylint.sizes.shapes import (
    broadcast,
    joined,
    normal_axis,
    replaced,
    stacked,
)

# -- joining and repeating -------------------------------------------------------------------------


def _items(value: object) -> list[Form | None] | None:
    if isinstance(value, Form) and value.shape and value.shape[0].value is not None:
        return [Form(value.shape[1:], value.dtype)] * value.shape[0].value
    return [as_form(item) for item in value] if isinstance(value, (tuple, list)) and value else None


def _joint_dtype(forms: list[Form | None], given: Given) -> str | None:
    if given.has("dtype"):
        return given.dtype(None)
    known = [form.dtype for form in forms if form is not None and form.dtype is not None]
    return dtypes.result_type(known, given.version) if len(known) == len(forms) else None


def concatenate(given: Given) -> Made | None:
    forms, axis = _items(given.get("tup")), given.get("axis", 0)
    if isinstance(out := given.get("out"), Form):
        return Made((out,), view=True)
    if forms is None or not (axis is None or isinstance(axis, int)):
        return None
    shapes = [None if form is None else form.shape for form in forms]
    if axis is None:
        shapes = [None if form is None or form.count is None else (form.count,) for form in forms]
    return Made((Form(joined(shapes, axis or 0), _joint_dtype(forms, given)),))


def stack(given: Given) -> Made | None:
    forms, axis = _items(given.get("tup")), given.axis(default=0)
    if isinstance(out := given.get("out"), Form):
        return Made((out,), view=True)
    if forms is None or axis is None:
        return None
    shape = stacked([None if form is None else form.shape for form in forms], axis)
    return Made((Form(shape, _joint_dtype(forms, given)),))


def side_by_side(given: Given) -> Made | None:
    """``vstack``, ``hstack``, ``dstack``, ``column_stack``."""
    forms = _items(given.get("tup"))
    if forms is None:
        return None
    short = given.name.rpartition(".")[2]
    shapes: list[Shape | None] = []
    for form in forms:
        shape = None if form is None else form.shape
        if shape is not None:
            shape = _for_stacking(short, shape)
        shapes.append(shape)
    first = next((shape for shape in shapes if shape is not None), None)
    beside = 0 if first and len(first) == 1 else 1
    axis = {"vstack": 0, "row_stack": 0, "dstack": 2, "column_stack": 1}.get(short, beside)
    return Made((Form(joined(shapes, axis), _joint_dtype(forms, given)),))


def _for_stacking(short: str, shape: Shape) -> Shape:
    if short in ("vstack", "row_stack") and len(shape) < 2:
        return (ONE, *(shape or (ONE,)))
    if short == "dstack" and len(shape) < 3:
        return (*((ONE,) * (2 - len(shape))), *shape, ONE)
    if short == "column_stack" and len(shape) == 1:
        return (*shape, ONE)
    return shape or (ONE,)


def append(given: Given) -> Made | None:
    values = [given.get("arr"), given.get("values")]
    axis = given.get("axis")
    return concatenate(Given(given.name, {"tup": values, "axis": axis}, (), given.version))


def tile(given: Given) -> Made | None:
    form, times = given.form(), given.shape("reps")
    if form is None or form.shape is None or times is None:
        return None
    dimensions = max(len(form.shape), len(times))
    first = (ONE,) * (dimensions - len(form.shape)) + form.shape
    second = (ONE,) * (dimensions - len(times)) + times
    return Made((Form(tuple(a * b for a, b in zip(first, second, strict=True)), form.dtype),))


def repeat(given: Given) -> Made | None:
    form, times = given.form(), given.count("repeats")
    if form is None or form.shape is None or times is None:
        return None
    if not given.has("axis"):
        return Made((Form((total(form.shape) * times,), form.dtype),))
    axis = normal_axis(given.axis() or 0, len(form.shape))
    if axis is None or given.axis() is None:
        return None
    return Made((Form(replaced(form.shape, axis, form.shape[axis] * times), form.dtype),))


def padded(given: Given) -> Made | None:
    form, width = given.form(), given.get("width")
    if form is None or form.shape is None:
        return None
    shape = []
    for place, length in enumerate(form.shape):
        added = _margins(width, place, len(form.shape))
        if added is None:
            return None
        shape.append(length + added)
    return Made((Form(tuple(shape), form.dtype),))


def _margins(width: object, axis: int, dimensions: int) -> Count | None:
    """What ``pad`` adds to an axis, before and behind."""
    if isinstance(width, (int, Count)):
        return Count.of(width) * 2
    if not isinstance(width, (tuple, list)) or not width:
        return None
    if all(isinstance(item, (tuple, list)) for item in width):
        pair = width[axis] if len(width) == dimensions else width[0] if len(width) == 1 else None
    else:
        pair = width
    counts = [] if pair is None else [as_count(item) for item in pair]
    if not counts or len(counts) > 2 or any(count is None for count in counts):
        return None
    known = [count for count in counts if count is not None]
    return known[0] + known[-1]


def masked(given: Given) -> Made | None:
    """``tril``, ``triu``: by a mask."""
    form = given.form()
    return None if form is None else Made((form.of(form.dtype),), rounded(form.of("bool").nbytes))


def take(given: Given) -> Made | None:
    form, chosen = given.form(), given.form("indices")
    if isinstance(out := given.get("out"), Form):
        return Made((out,), view=True)
    if form is None or form.shape is None or chosen is None or chosen.shape is None:
        return None
    if not given.has("axis"):
        return Made((Form(chosen.shape, form.dtype),))
    axis = normal_axis(given.axis() or 0, len(form.shape))
    if axis is None or given.axis() is None:
        return None
    return Made((Form((*form.shape[:axis], *chosen.shape, *form.shape[axis + 1 :]), form.dtype),))


def take_along(given: Given) -> Made | None:
    form, chosen = given.form(), given.form("indices")
    if form is None or chosen is None or chosen.shape is None or not given.has("axis"):
        return None
    return Made((Form(chosen.shape, form.dtype),))


def compressed(given: Given) -> Made | None:
    """As many elements as the data says."""
    form = given.form()
    if form is None or form.shape is None:
        return None
    most = None if form.count is None else form.count.most
    return Made((Form((Count.of(Unknown(object(), "chosen", 0, most)),), form.dtype),))


def packed(given: Given) -> Made | None:
    form = given.form()
    if form is None or form.count is None:
        return None
    return Made((Form(((form.count + 7) // 8,), "uint8"),))


def selected(given: Given) -> Made | None:
    forms = _items(given.get("choices"))
    if forms is None:
        return None
    shape = broadcast([None if form is None else form.shape for form in forms])
    return Made((Form(shape, _joint_dtype(forms, given)),))


# -- images and signals ----------------------------------------------------------------------------


def filtered(given: Given) -> Made | None:
    """A filter of ``ndimage``: an array like the input, unless ``output`` says otherwise."""
    form, output = given.form(), given.get("output")
    if isinstance(output, Form):
        return Made((output,), view=True)
    return None if form is None else Made((form.of(form.dtype if output is None else given.dtype(None, "output")),))


def convolved(given: Given) -> Made | None:
    """``fftconvolve`` and its kin: all of it, as large as the first, or what needs no padding."""
    left, right = given.form("a"), given.form("v")
    if left is None or right is None or left.shape is None or right.shape is None:
        return None
    if len(left.shape) != len(right.shape) or given.has("axes"):
        return None
    mode = given.get("mode", "valid" if given.name == "cupy.correlate" else "full")
    shape = _convolved(left.shape, right.shape, mode)
    if shape is None:
        return None
    transforms = given.name.endswith("fftconvolve")
    dtype = None if left.dtype is None or right.dtype is None else dtypes.promote(left.dtype, right.dtype)
    if transforms and dtype is not None and dtypes.kind_of(dtype) in ("bool", "int"):
        dtype = "float64"
    full = Form(_convolved(left.shape, right.shape, "full"), dtype)
    return Made((Form(shape, dtype),), rounded(full.nbytes) * 2 if transforms else ZERO)


def _convolved(left: Shape, right: Shape, mode: object) -> Shape | None:
    if mode == "full":
        return tuple(a + b - 1 for a, b in zip(left, right, strict=True))
    if mode == "valid":
        lengths = [(a - b + 1, b - a + 1) for a, b in zip(left, right, strict=True)]
        return tuple(a if a.least >= b.least else b for a, b in lengths)
    return left if mode == "same" else None


_BOTH = ("cupy.", "cupy.ndarray.")
TABLE: Table = {}
for _prefix in _BOTH:
    TABLE |= {
        **rows(_prefix, "repeat", "a repeats axis", repeat),
        **rows(_prefix, "take", "a indices axis out", take),
    }
TABLE |= {
    **rows("cupy.", "concatenate concat", "tup axis out dtype casting", concatenate),
    **rows("cupy.", "stack", "tup axis out dtype casting", stack),
    **rows("cupy.", "vstack hstack dstack column_stack row_stack", "tup dtype casting", side_by_side),
    **rows("cupy.", "append", "arr values axis", append),
    **rows("cupy.", "tile", "a reps", tile),
    **rows("cupy.", "pad", "a width mode", padded),
    **rows("cupy.", "tril triu", "a k", masked),
    **rows("cupy.", "roll", "a shift axis", rearranged),
    **rows("cupy.", "take_along_axis", "a indices axis", take_along),
    **rows("cupy.", "extract", "condition a", compressed),
    **rows("cupy.", "compress", "condition a axis out", compressed),
    **rows("cupy.", "packbits", "a axis bitorder", packed),
    **rows("cupy.", "select", "conditions choices default", selected),
    **rows("cupy.", "convolve correlate", "a v mode", convolved),
    **rows("cupyx.scipy.signal.", "fftconvolve convolve2d", "a v mode", convolved),
    **rows("cupyx.scipy.ndimage.", "gaussian_filter uniform_filter median_filter", "a sigma order output", filtered),
    **rows("cupyx.scipy.ndimage.", "convolve correlate", "a weights output", filtered),
    **rows("cupyx.scipy.ndimage.", "sobel prewitt", "a axis output", filtered),
    **rows("cupyx.scipy.ndimage.", "laplace", "a output", filtered),
    **rows("cupyx.scipy.ndimage.", "shift", "a shift output", filtered),
}
