"""Functions that show the same elements in another way."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cupylint.sizes.calls import Given, Table, as_shape, rows
from cupylint.sizes.counts import ONE, Count, smaller, total
from cupylint.sizes.dtypes import ITEMSIZE
from cupylint.sizes.forms import Form, Made, Shape, contiguous
from cupylint.sizes.shapes import (
    AnyAxis,
    expanded,
    moved,
    normal_axes,
    normal_axis,
    permuted,
    replaced,
    reshaped,
    squeezed,
    turned,
)

# -- views -----------------------------------------------------------------------------------------


def _wanted(given: Given, parameter: str) -> object:
    """A shape or axes, as one argument or as many."""
    if given.rest:
        return (given.get(parameter), *given.rest)
    return given.get(parameter)


def reshape(given: Given) -> Made | None:
    form, wanted = given.form(), _wanted(given, "shape")
    if form is None:
        return None
    items = wanted if isinstance(wanted, (tuple, list)) else (wanted,)
    holes = [place for place, item in enumerate(items) if item == -1 and not isinstance(item, Count)]
    shape = as_shape(tuple(1 if place in holes else item for place, item in enumerate(items)))
    if shape is None or len(holes) > 1:
        return None
    return _maybe_copied(form, reshaped(form.count, shape, holes[0] if holes else None))


def _maybe_copied(form: Form, shape: Shape | None) -> Made:
    """A view if the elements stand in a row, else a copy (or nobody knows)."""
    if contiguous(form):
        return Made((form.viewed(shape, "C"),), view=True)
    if form.layout == "F" or (form.layout == "-" and shape is not None and len(shape) == 1):
        return Made((Form(shape, form.dtype),))
    return Made((form.viewed(shape, "?"),), view=True)


def ravel(given: Given) -> Made | None:
    form = given.form()
    return None if form is None else _maybe_copied(form, None if form.count is None else (form.count,))


def flatten(given: Given) -> Made | None:
    form = given.form()
    return None if form is None else Made((Form(None if form.count is None else (form.count,), form.dtype),))


def transpose(given: Given) -> Made | None:
    form, wanted = given.form(), _wanted(given, "axes")
    if form is None or form.shape is None:
        return None
    order = _numbers(wanted)
    if wanted is not None and order is None:
        return None
    return _turned(form, order)


def _numbers(value: object) -> tuple[int, ...] | None:
    items = value if isinstance(value, (tuple, list)) else (value,)
    numbers = tuple(item for item in items if isinstance(item, int))
    return numbers if len(numbers) == len(items) else None


def _turned(form: Form, order: Sequence[int] | None) -> Made | None:
    if form.shape is None:
        return None
    shape = permuted(form.shape, order)
    return None if shape is None else Made((form.viewed(shape, turned(form, order)),), view=True)


def swap(given: Given) -> Made | None:
    form = given.form()
    axes = (given.get("axis1", -1), given.get("axis2", -2))
    if form is None or form.shape is None or not all(isinstance(axis, int) for axis in axes):
        return None
    places = normal_axes(axes, len(form.shape))  # type: ignore[arg-type]
    if places is None:
        return Made((form,), view=True) if axes[0] == axes[1] else None
    order = list(range(len(form.shape)))
    order[places[0]], order[places[1]] = places[1], places[0]
    return _turned(form, order)


def move(given: Given) -> Made | None:
    form, source, target = given.form(), given.axes("source"), given.axes("destination")
    if form is None or form.shape is None or source is None or target is None:
        return None
    if isinstance(source, AnyAxis) or isinstance(target, AnyAxis):
        return None
    pairs = [(axes,) if isinstance(axes, int) else axes for axes in (source, target)]
    order = moved(len(form.shape), pairs[0], pairs[1])
    return None if order is None else _turned(form, order)


def squeeze(given: Given) -> Made | None:
    form = given.form()
    shape = None if form is None or form.shape is None else squeezed(form.shape, given.axes())
    return None if form is None or shape is None else Made((form.viewed(shape),), view=True)


def expand(given: Given) -> Made | None:
    form, axes = given.form(), given.axes()
    if form is None or form.shape is None or axes is None or isinstance(axes, AnyAxis):
        return None
    shape = expanded(form.shape, axes)
    return None if shape is None else Made((form.viewed(shape),), view=True)


def broadcast_to(given: Given) -> Made | None:
    form, shape = given.form(), given.shape()
    return None if form is None or shape is None else Made((form.viewed(shape, "?"),), view=True)


def at_least(dimensions: int) -> Callable[[Given], Made | None]:
    """``atleast_1d`` and its kin."""

    def follow(given: Given) -> Made | None:
        form = given.form()
        if form is None or form.shape is None or given.rest:
            return None
        shape = form.shape
        if dimensions == 3 and len(shape) == 2:
            shape = (*shape, ONE)
        elif dimensions == 3 and len(shape) == 1:
            shape = (ONE, *shape, ONE)
        else:
            shape = (*(ONE,) * (dimensions - len(shape)), *shape)
        return Made((form.viewed(shape),), view=True)

    return follow


def same_elements(given: Given) -> Made | None:
    """``flip`` and its kin: the same shape, other strides."""
    form = given.form()
    return None if form is None else Made((form.viewed(form.shape, "?"),), view=True)


def rotate(given: Given) -> Made | None:
    form, times = given.form(), given.get("k", 1)
    axes = given.axes("axes", (0, 1))
    if form is None or form.shape is None or not isinstance(times, int) or not isinstance(axes, tuple):
        return None
    places = normal_axes(axes, len(form.shape))
    if places is None or len(places) != 2:
        return None
    shape = list(form.shape)
    if times % 2:
        shape[places[0]], shape[places[1]] = shape[places[1]], shape[places[0]]
    return Made((form.viewed(tuple(shape), "?"),), view=True)


def parts(given: Given) -> Made | None:
    """``split`` and ``array_split`` into so many parts."""
    form, sections = given.form(), given.get("sections")
    if form is None or form.shape is None or not isinstance(sections, int) or not 0 < sections <= 64:
        return None
    short = given.name.rpartition(".")[2]
    fixed = {"vsplit": 0, "dsplit": 2, "hsplit": min(1, len(form.shape) - 1)}
    axis = normal_axis(fixed.get(short, given.axis(default=0) or 0), len(form.shape))
    if axis is None:
        return None
    length = form.shape[axis]
    made = []
    for number in range(sections):
        more = length.value is not None and number < length.value % sections
        made.append(form.viewed(replaced(form.shape, axis, length // sections + int(more)), "C" if not axis else "?"))
    return Made(tuple(made), view=True, many=True)


def diagonal(given: Given) -> Made | None:
    form = given.form()
    if form is None or form.shape is None or len(form.shape) != 2 or given.has("axis1") or given.has("axis2"):
        return None
    offset = given.get("offset", 0)
    if not isinstance(offset, int):
        return None
    high, wide = form.shape
    length = smaller(high + min(offset, 0), wide - max(offset, 0))
    return Made((form.viewed((length,), "?"),), view=True)


def diag(given: Given) -> Made | None:
    """A matrix of a vector, or the diagonal of a matrix."""
    form, offset = given.form(), given.get("k", 0)
    if form is None or form.shape is None or not isinstance(offset, int):
        return None
    if len(form.shape) == 1 or given.name.endswith("diagflat"):
        length = total(form.shape) + abs(offset)
        return Made((Form((length, length), form.dtype),))
    made = diagonal(Given("cupy.diagonal", {"a": form, "offset": offset}))
    return None if made is None else Made(tuple(item.of(item.dtype) for item in made.forms))


def real(given: Given) -> Made | None:
    """``real``: part of a complex array, or the array itself. ``imag`` of a real one is a new array of zeros."""
    form = given.form()
    if form is None:
        return None
    part = {"complex64": "float32", "complex128": "float64"}.get(form.dtype or "")
    if part is not None:
        return Made((Form(form.shape, part, "-"),), view=True)
    if given.name.endswith("imag") and form.dtype is not None:
        return Made((form.of(form.dtype),))
    return Made((form,), view=True)


def conjugate(given: Given) -> Made | None:
    form = given.form()
    if form is None:
        return None
    return Made((form.of(form.dtype),), view=not (form.dtype or "complex").startswith("complex"))


def viewed_as(given: Given) -> Made | None:
    """``view(dtype)``: the last axis counts other elements."""
    form, dtype = given.form(), given.dtype(None)
    if form is None or not given.has("dtype"):
        return None if form is None else Made((form,), view=True)
    if dtype is None or form.dtype is None or not form.shape:
        return None
    before, after = ITEMSIZE[form.dtype], ITEMSIZE[dtype]
    shape = (*form.shape[:-1], form.shape[-1] * before // after)
    return Made((Form(shape, dtype, form.layout),), view=True)


_BOTH = ("cupy.", "cupy.ndarray.")
TABLE: Table = {}
for _prefix in _BOTH:
    TABLE |= {
        **rows(_prefix, "reshape", "a shape", reshape),
        **rows(_prefix, "ravel", "a order", ravel),
        **rows(_prefix, "transpose", "a axes", transpose),
        **rows(_prefix, "swapaxes", "a axis1 axis2", swap),
        **rows(_prefix, "squeeze", "a axis", squeeze),
        **rows(_prefix, "diagonal", "a offset axis1 axis2", diagonal),
        **rows(_prefix, "real imag", "a", real),
    }
TABLE |= {
    **rows("cupy.ndarray.", "flatten", "a order", flatten),
    **rows("cupy.ndarray.", "T", "a", transpose),
    **rows("cupy.ndarray.", "mT", "a", swap),
    **rows("cupy.ndarray.", "conj conjugate", "a", conjugate),
    **rows("cupy.ndarray.", "view", "a dtype", viewed_as),
    **rows("cupy.", "permute_dims", "a axes", transpose),
    **rows("cupy.", "matrix_transpose", "a", swap),
    **rows("cupy.", "moveaxis", "a source destination", move),
    **rows("cupy.", "expand_dims", "a axis", expand),
    **rows("cupy.", "broadcast_to", "a shape", broadcast_to),
    **rows("cupy.", "atleast_1d", "a", at_least(1)),
    **rows("cupy.", "atleast_2d", "a", at_least(2)),
    **rows("cupy.", "atleast_3d", "a", at_least(3)),
    **rows("cupy.", "flip fliplr flipud", "a axis", same_elements),
    **rows("cupy.", "rot90", "a k axes", rotate),
    **rows("cupy.", "split array_split hsplit vsplit dsplit", "a sections axis", parts),
    **rows("cupy.", "diag diagflat", "a k", diag),
}
