"""Fourier transforms."""

from __future__ import annotations

from math import prod

from cupylint.sizes.calls import Given, Table, as_count, rearranged, rows
from cupylint.sizes.counts import ZERO, Count, total
from cupylint.sizes.dtypes import kind_of
from cupylint.sizes.forms import Form, Made, Shape, rounded
from cupylint.sizes.linear import real_part
from cupylint.sizes.plan_areas import area
from cupylint.sizes.shapes import normal_axes, normal_axis, replaced

_DOUBLE = {"C2C": "Z2Z", "R2C": "D2Z", "C2R": "Z2D"}
_MOST_AXES = 3


def complex_of(dtype: str | None) -> str | None:
    """The dtype of a transform."""
    if dtype is None:
        return None
    return "complex64" if dtype in ("float16", "float32", "complex64") else "complex128"


def transform(given: Given) -> Made | None:
    """Any of ``fft`` to ``irfftn``: lengths from ``n`` or ``s``; for real numbers the last axis halves or doubles."""
    form = given.form()
    short = given.name.rpartition(".")[2]
    if form is None or form.shape is None:
        return None
    axes, lengths = _axes(given, short, len(form.shape))
    if axes is None or lengths is None or not axes or len(lengths) != len(axes):
        return None
    shape = form.shape
    for axis, length in zip(axes, lengths, strict=True):
        shape = shape if length is None else replaced(shape, axis, length)
    if short.startswith(("r", "ihfft")):
        return _of_real(given, form, axes, shape)
    if short.startswith(("irfft", "hfft")):
        if lengths[-1] is None:
            shape = replaced(shape, axes[-1], (shape[axes[-1]] - 1) * 2)
        return _to_real(given, form, axes, shape)
    return _of_complex(given, form, axes, shape)


def _of_real(given: Given, form: Form, axes: tuple[int, ...], shape: Shape) -> Made:
    dtype, last = complex_of(form.dtype), axes[-1]
    taken = form.dtype in ("float32", "float64", "float16", None)
    work = ZERO if taken else rounded(form.of(real_part(dtype)).nbytes)
    work = work + _area(given, "R2C", form, axes, shape)
    return Made((Form(replaced(shape, last, shape[last] // 2 + 1), dtype),), work, more=True)


def _to_real(given: Given, form: Form, axes: tuple[int, ...], shape: Shape) -> Made:
    dtype = complex_of(form.dtype)
    work = _conversion(form) + rounded(form.of(dtype).nbytes) + _area(given, "C2R", form, axes, shape)
    return Made((Form(shape, real_part(dtype)),), work, more=True)


def _of_complex(given: Given, form: Form, axes: tuple[int, ...], shape: Shape) -> Made:
    result, work = Form(shape, complex_of(form.dtype)), _conversion(form)
    if form.shape is not None and shape != form.shape:
        work = rounded(result.nbytes) if total(shape).least > total(form.shape).least else ZERO
    return Made((result,), work + _area(given, "C2C", form, axes, shape), more=True)  # plans of before are kept


def _conversion(form: Form) -> Count:
    """Bytes of a complex copy of numbers that are not complex."""
    is_complex = form.dtype is not None and kind_of(form.dtype) == "complex"
    return ZERO if is_complex else rounded(form.of(complex_of(form.dtype)).nbytes)


def _area(given: Given, transform: str, form: Form, axes: tuple[int, ...], shape: Shape) -> Count:
    """Bytes of the work area of the plan that CuPy makes, or has kept, for a transform.

    Args:
        transform: C2C, R2C or C2R.
        shape: that of the numbers on the real side.
    """
    numbers = [length.value or 0 for length in shape]
    last = tuple(range(len(numbers) - len(axes), len(numbers)))
    together = len(axes) == 1 or (axes == last and len(axes) <= _MOST_AXES and form.layout == "C")
    if given.has("plan") or form.dtype is None or not together or not all(numbers):
        return ZERO  # a plan of the program's own, or several, or not known
    lengths = tuple(numbers[axis] for axis in axes)
    name = transform if complex_of(form.dtype) == "complex64" else _DOUBLE[transform]
    return rounded(area(name, lengths, prod(numbers) // prod(lengths)))


def _axes(given: Given, short: str, dimensions: int) -> tuple[tuple[int, ...] | None, list[Count | None] | None]:
    """The axes that are transformed, and the lengths that are asked for along them."""
    if short.endswith(("2", "n")):
        asked = given.get("s")
        lengths = None if asked is None else given.shape("s")
        if asked is not None and lengths is None:
            return None, None
        standard = (-2, -1) if short.endswith("2") else None
        wanted = given.axes("axes", standard)
        if wanted is None and lengths is not None:
            wanted = tuple(range(-len(lengths), 0))
        axes = normal_axes(wanted, dimensions)
        return axes, [None] * len(axes or ()) if lengths is None else list(lengths)
    axis = given.axis(default=-1)
    place = None if axis is None else normal_axis(axis, dimensions)
    asked = given.get("n")
    if place is None or (asked is not None and as_count(asked) is None):
        return None, None
    return (place,), [as_count(asked)]


def frequencies(given: Given) -> Made | None:
    count = given.count("n")
    if count is None:
        return None
    if given.name.endswith(".rfftfreq"):
        return Made((Form((count // 2 + 1,), "float64"),))
    form = Form((count,), "float64")
    return Made((form,), rounded(form.nbytes))  # numbers before they are scaled


TABLE: Table = {}
for _prefix in ("cupy.fft.", "cupyx.scipy.fft."):
    TABLE |= {
        **rows(_prefix, "fft ifft rfft irfft hfft ihfft", "a n axis norm", transform),
        **rows(_prefix, "fft2 ifft2 fftn ifftn rfft2 irfft2 rfftn irfftn", "a s axes norm", transform),
        **rows(_prefix, "fftshift ifftshift", "a axes", rearranged),
        **rows(_prefix, "fftfreq rfftfreq", "n d", frequencies),
    }
