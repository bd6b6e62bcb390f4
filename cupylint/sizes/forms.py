"""What an array is: shape, dtype, layout; and how many bytes it takes in CuPy's pool."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Literal, Union

from cupylint.pool.sizes import UNIT
from cupylint.records import dataclass
from cupylint.sizes.counts import ONE, ZERO, Count, Countable, total
from cupylint.sizes.dtypes import ITEMSIZE

Shape = tuple[Count, ...]
Layout = Literal["C", "F", "-", "?"]  # row by row, column by column, with gaps or permuted, not known


@dataclass(frozen=True, slots=True)
class Form:
    """An array without its elements.

    Attributes:
        shape: None if not even the number of dimensions is known.
        dtype: NumPy's name, or None.
        layout: "C" also for what is contiguous either way.
        host: it is NumPy's.
    """

    shape: Shape | None
    dtype: str | None
    layout: Layout = "C"
    host: bool = False

    @property
    def count(self) -> Count | None:
        """How many elements there are, None if that is not known."""
        return None if self.shape is None else total(self.shape)

    @property
    def nbytes(self) -> Count | None:
        """Bytes of all elements, None if that is not known."""
        count = self.count
        return None if count is None or self.dtype is None else count * ITEMSIZE[self.dtype]

    @property
    def known(self) -> bool:
        """Whether shape and dtype are known to the last number."""
        return self.dtype is not None and self.shape is not None and all(n.value is not None for n in self.shape)

    def of(self, dtype: str | None) -> Form:
        """The same shape with another dtype, freshly allocated."""
        return Form(self.shape, dtype)

    def viewed(self, shape: Shape | None, layout: Layout | None = None) -> Form:
        """The same elements in another shape."""
        return replace(self, shape=shape, layout=self.layout if layout is None else layout)

    def __str__(self) -> str:
        shape = "?" if self.shape is None else f"({', '.join(map(str, self.shape))}{',' * (len(self.shape) == 1)})"
        return f"{shape} {self.dtype or '?'}"


@dataclass(frozen=True, slots=True)
class Made:
    """What a call gives back and takes.

    Attributes:
        forms: the arrays of the result, one for most calls.
        work: bytes that are allocated meanwhile beside the result, and free at its end.
        view: the result shares the memory of the first argument.
        many: the result is a tuple or list of arrays, also if it is of one.
        more: `work` is only a part of what a library takes meanwhile.
        by_rows: some rows of it need these rows of the arguments alone.
    """

    forms: tuple[Form, ...]
    work: Count = ZERO
    view: bool = False
    many: bool = False
    more: bool = False
    by_rows: bool = field(default=False, compare=False)

    @property
    def allocated(self) -> Count:
        """Bytes that are taken from the pool and still held at the end, as far as they are known."""
        if self.view:
            return ZERO
        held = ZERO
        for form in self.forms:
            held = held + rounded(form.nbytes)
        return held


def shape_of(*lengths: Countable) -> Shape:
    """A shape of counts, numbers and unknowns."""
    return tuple(Count.of(length) for length in lengths)


def rounded(count: Union[Count, int, None]) -> Count:
    """Bytes as the pool counts them: a multiple of `UNIT`; zero for what is not known."""
    if count is None:
        return ZERO
    value = count if isinstance(count, int) else count.value
    if value is None:
        return Count.of(count)  # less than a unit too little
    return Count.of(-(-value // UNIT) * UNIT)


def contiguous(form: Form) -> bool:
    """Whether the elements certainly stand one after the other, in this order."""
    if form.layout == "C":
        return True
    return form.layout == "F" and form.shape is not None and sum(length != 1 for length in form.shape) <= 1


def copied(form: Form, dtype: str | None = None) -> Count:
    """Bytes of a contiguous copy if one is certainly needed for `dtype` (None: its own), else zero."""
    if form.layout == "-" or (dtype is not None and form.dtype is not None and dtype != form.dtype):
        return rounded(form.of(dtype or form.dtype).nbytes)
    return ZERO


__all__ = ["ONE", "UNIT", "ZERO", "Form", "Layout", "Made", "Shape", "contiguous", "copied", "rounded", "shape_of"]
