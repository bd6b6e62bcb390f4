"""Which functions work by rows: some rows of their result need these rows of their arguments alone."""

from __future__ import annotations

from cupylint.sizes import creation
from cupylint.sizes.calls import Given, Row
from cupylint.sizes.shapes import normal_axes
from cupylint.sizes.ufunc_types import LOOPS

_LAST = dict.fromkeys(("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "sort", "argsort", "partition"), -1)
_LAST_TWO = dict.fromkeys(("fft2", "ifft2", "rfft2", "irfft2"), (-2, -1))
_AXES: dict[str, int | tuple[int, ...]] = {**_LAST, **_LAST_TWO}
"""Along which axes functions work that are told nothing of it; all others along all axes."""
_MIX = frozenset(("permutation", "shuffle", "choice"))
_ROWS = frozenset((*LOOPS, *creation.TABLE, "cupy.where", "cupy.dot", "cupy.matmul", "cupy.ndarray.dot"))


def works_by_rows(given: Given, row: Row) -> bool:
    """Whether a call can be made in chunks of rows. One along axes can if the first is none of these."""
    if given.name in _ROWS or given.name.startswith("cupy.random."):
        return given.name.rpartition(".")[2] not in _MIX
    name = next((each for each in ("axis", "axes") if each in row.parameters), "")
    form = given.form()
    if not name or form is None or form.shape is None:
        return False
    axes = normal_axes(given.axes(name, _AXES.get(given.name.rpartition(".")[2])), len(form.shape))
    return axes is not None and 0 not in axes
