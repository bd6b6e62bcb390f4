"""Double precision that nobody asked for, where it meets single precision and makes it double as well.

Of each array of double precision it is known whether that is so by default: it comes from a call without ``dtype``,
or from such arrays alone. Whether the default decides is asked by working out the operation once more, as if these
arrays had single precision.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cupylint.facts import DoubleByDefault
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.numpy_values import HostBuffer, Number
from cupylint.flow.domain.plain_values import FormOf
from cupylint.flow.domain.values import Array, HostArray, Value
from cupylint.records import dataclass
from cupylint.sizes import creation
from cupylint.sizes.forms import Form, Made
from cupylint.sizes.ufunc_types import LOOPS

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.operations import Operation
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.sizes.counts import Count

LEAST = 32 << 20
"""Bytes that single precision would save and that are worth a remark; where sizes are not known, all count."""
_NARROW = {"float64": "float32", "complex128": "complex64"}


@dataclass(frozen=True, slots=True)
class Origin:
    """Why something has double precision: the call that made it, or None for a number of NumPy."""

    node: CSTNode | None
    call: str
    dtype: str
    buffer: int = 0


class Doubles(Detector):
    """Arrays of one file that have double precision by default."""

    OPTION: ClassVar[str] = "savings"

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._origins: dict[int, Origin] = {}  # by allocation
        self._met: dict[CSTNode, tuple[Origin, CSTNode, Form, Form, int, int]] = {}

    def array_made(self, state: State, operation: Operation, buffer: int) -> None:
        """Is it of double precision because of what nobody chose?"""
        made = operation.made
        if made is None or len(made.forms) != 1 or made.many or made.view or made.forms[0].dtype not in _NARROW:
            return
        if self._is_default(state, operation):
            self._origins[buffer] = Origin(operation.node, operation.name, made.forms[0].dtype, buffer)
            return
        given = [*operation.values, *(value for _, value in operation.keywords)]
        found = [array for value in given for array in arrays_in(state, value)]
        sources = [origin for array in found if (origin := self._origin(array)) is not None]
        sources += [Origin(None, "", dtype) for value in given if (dtype := _number(value)) in _NARROW]
        narrow = self._in_single_precision(state, operation) if sources else None
        if narrow is None:
            return
        singles, wide = self._operands(found)
        if not singles:
            self._origins[buffer] = sources[0]
        elif _are_large(singles, wide, made.forms[0]):
            self._mixed(sources[0], operation, made, narrow)

    def _is_default(self, state: State, operation: Operation) -> bool:
        """Whether nobody chose the dtype of what a call makes."""
        name, forms = operation.name, self.interpreter.forms
        positional, named = forms.plain(state, name, operation.values, operation.keywords, forms.form)
        if "**" in named:
            return False
        return creation.by_default(name, positional, named) or (not named and takes_numbers(name, tuple(positional)))

    def _in_single_precision(self, state: State, operation: Operation) -> Made | None:
        """What would be made if nothing had double precision by default; None if that is not of single precision."""
        forms = self.interpreter.forms
        values = tuple(map(_narrow_number, operation.values))
        made = forms.evaluated(state, operation.name, values, operation.keywords, self._narrow(forms.form))
        single = made is not None and len(made.forms) == 1 and made.forms[0].dtype in _NARROW.values()
        return made if single else None

    def _operands(self, arrays: list[Array]) -> tuple[list[Form], list[Form]]:
        """The forms of the arrays of single precision, and of those that have double precision by default."""
        forms = [(array, form) for array in arrays if (form := self.interpreter.forms.form(array)) is not None]
        singles = [form for _, form in forms if form.dtype in _NARROW.values() and form.shape]
        return singles, [form for array, form in forms if self._origin(array) is not None]

    def facts(self, ends: list[State]) -> list[DoubleByDefault]:
        """Operations that are done in double precision by default, the first one of each cause."""
        spot, names = self.interpreter.spot, self.interpreter.names
        return [
            DoubleByDefault(
                spot=spot(node),
                made=None if origin.node is None else spot(origin.node),
                call=origin.call,
                name=names.array(origin.buffer) if origin.buffer else "",
                source=origin.dtype,
                dtype=form.dtype or "",
                narrow=narrow.dtype or "",
                nbytes=nbytes,
                saved=saved,
                takes_dtype=origin.call in LOOPS or creation.takes_dtype(origin.call),
            )
            for origin, node, form, narrow, nbytes, saved in self._met.values()
        ]

    def _mixed(self, origin: Origin, operation: Operation, made: Made, narrow: Made) -> None:
        form, nbytes, saved = made.forms[0], _bytes(made), _bytes(made) - _bytes(narrow)
        if form.known and saved < LEAST:
            return
        key = origin.node or operation.node
        figures = (nbytes, saved) if form.known else (0, 0)
        if key not in self._met or (self._met[key][1] is operation.node and figures > self._met[key][4:]):
            self._met[key] = (origin, operation.node, form, narrow.forms[0], *figures)

    def _origin(self, array: Array) -> Origin | None:
        found = [self._origins.get(buffer) for buffer in array.buffers]
        return found[0] if found and all(origin is not None for origin in found) else None

    def _narrow(self, form_of: FormOf) -> FormOf:
        """The forms of arrays, as if those with a default had single precision."""

        def narrowed(array: Array) -> Form | None:
            form = form_of(array)
            if form is None or form.dtype is None or self._origin(array) is None:
                return form
            return replace(form, dtype=_NARROW.get(form.dtype, form.dtype))

        return narrowed


def _bytes(made: Made) -> int:
    return made.allocated.least + made.work.least


def _are_large(singles: list[Form], wide: list[Form], result: Form) -> bool:
    """Whether an operand of single precision is what most of the result comes from."""
    counts: list[Count | None] = [form.count for form in wide if form.shape != ()]
    return any(
        single.count is not None and (single.count == result.count or all(_reaches(single, count) for count in counts))
        for single in singles
    )


def _reaches(single: Form, count: Count | None) -> bool:
    mine = single.count
    if mine is None or count is None:
        return False
    return mine == count or (mine.value is not None and count.value is not None and mine.value >= count.value)


def _number(value: Value) -> str:
    """The dtype of a number of NumPy, "" if it is none, or of no matter."""
    if isinstance(value, Number):
        return value.dtype
    form = value.form if isinstance(value, HostArray) and not isinstance(value, HostBuffer) else None
    return form.dtype or "" if form is not None and form.shape == () else ""


def _narrow_number(value: Value) -> Value:
    dtype = _NARROW.get(_number(value))
    return value if dtype is None else HostArray(form=Form((), dtype, host=True))


def takes_numbers(name: str, values: tuple[object, ...]) -> bool:
    """Whether a ufunc is applied to numbers of Python alone, which makes an array of double precision."""
    return name in LOOPS and bool(values) and all(isinstance(value, (bool, int, float, complex)) for value in values)


DETECTOR = Doubles
