"""Arrays that kernels see as a pointer only: of which type their elements are, and whether they stand in a row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from cupylint.facts import KernelArrayLayout, KernelArrayType
from cupylint.facts.kernels import LayoutMistake
from cupylint.flow.detectors.in_place import text_of
from cupylint.flow.detectors.kernel_operands import operands
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.plain_values import plain
from cupylint.flow.domain.regions import strided
from cupylint.flow.domain.values import Array, Const, Pointer, Value
from cupylint.kernels.model import WIDTHS
from cupylint.program import ir
from cupylint.sizes.counts import Count
from cupylint.sizes.dtypes import ITEMSIZE
from cupylint.sizes.forms import Form, contiguous

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments, Placed
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Kernel
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.kernels.interface import Interface
    from cupylint.kernels.model import Parameter

_FLOATS = frozenset(("float", "float32", "double", "float64", "half", "__half", "float16"))
_TURNED = ("T", "transpose", "swapaxes", "permute_dims", "moveaxis", "mT", "matrix_transpose")
_OTHER_BITS = re.compile(r"reinterpret|_as_|\(\s*(?:const\s+|volatile\s+)*(?:unsigned\s+)?\w+(?:\s+\w+)?\s*\*+\s*\)")
"""What shows that a kernel reads the bits behind its pointers as another type."""
_ASKED = frozenset(("dtype", "itemsize", "kind", "char", "strides", "flags"))
"""Attributes whose tests tell which kernel is for which array."""


_ZEROS = frozenset(("zeros", "zeros_like"))
"""Zeros are zeros in each type that is not wider."""


class KernelArrays(Detector):
    """What is wrong with the arrays that the kernels of one analysis are given, on whatever path they are launched."""

    OPTION: ClassVar[str] = "launches"

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._found: dict[tuple[str, CSTNode], KernelArrayLayout | KernelArrayType] = {}
        self._fine: set[tuple[str, CSTNode]] = set()
        self._asks: dict[ir.Function, bool] = {}

    def facts(self, ends: list[State]) -> list[KernelArrayLayout | KernelArrayType]:
        """What is wrong on every path."""
        return [fact for key, fact in self._found.items() if key not in self._fine]

    def launched(self, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> None:
        """Are the arrays what the code of the kernel takes them for?"""
        found = operands(self.interpreter.frames, kernel, arguments)
        if found is not None:
            self._given(state, *found)

    def _given(self, state: State, kernel: Interface, placed: Sequence[Placed]) -> None:
        arrays = [(_array(value), place) for value, place in placed]
        for number, ((array, place), parameter) in enumerate(zip(arrays, kernel.parameters, strict=True)):
            kind = parameter.type
            if array is None or kind.pointers != 1 or number in kernel.unused:
                continue
            self._note("dtype", place, self._misread(kernel, array, parameter, place))
            self._note("layout", place, self._layout(state, kernel, placed, number, array, place))

    def _misread(self, kernel: Interface, array: Array, parameter: Parameter, place: CSTNode) -> KernelArrayType | None:
        """An array whose elements a kernel reads as another type, and not on purpose."""
        kind, form = parameter.type, self.interpreter.forms.form(array)
        width = WIDTHS.get(kind.name)
        if form is None or form.dtype is None or width is None or _OTHER_BITS.search(kernel.code):
            return None
        bits = ITEMSIZE[form.dtype] * 8
        as_bytes = width == 8 or (bits == 8 and form.dtype != "bool")
        same_kind = form.dtype.startswith("float") == (kind.name in _FLOATS)
        if as_bytes or form.dtype.startswith("complex") or (width == bits and same_kind):
            return None
        if kind.const and width <= bits and self.interpreter.forms.is_made_by(array, _ZEROS):
            return None
        spot, text = self.interpreter.spot(place), text_of(place)
        return KernelArrayType(spot, kernel.name, text, form.dtype, kind.name, parameter.name, width == bits)

    def raw_copied(
        self, name: str, source: Value | None, target: Value | None, count: Value | None, node: CSTNode
    ) -> None:
        """A raw copy of as many bytes as a part of an array has, from or to where it begins."""
        key = getattr(count, "key", None)
        counted = key[1] if isinstance(key, tuple) and key[:1] == ("attribute",) and key[2] == "nbytes" else None
        fact = None
        for value in (source, target):
            array = value.array if isinstance(value, Pointer) else None
            if array is not None and array == counted and self._has_gaps(array):
                fact = KernelArrayLayout(self.interpreter.spot(node), "copy", name, "")
        self._note("copy", node, fact)

    def _note(self, kind: str, place: CSTNode, fact: KernelArrayLayout | KernelArrayType | None) -> None:
        interpreter = self.interpreter
        if fact is None:
            self._fine.add((kind, place))
        elif (
            interpreter.frame.module == 0
            and not interpreter.modules.importing
            and not self._tests(interpreter.frame.function)
        ):
            self._found.setdefault((kind, place), fact)

    def _tests(self, function: ir.Function) -> bool:
        """Whether a function asks what its arrays are like: it knows what it launches."""
        known = self._asks.get(function)
        if known is None:
            known = self._asks[function] = any(map(_asks, walk(function.body)))
        return known

    # -- layout --------------------------------------------------------------------------------------

    def _has_gaps(self, array: Array) -> bool:
        """Whether the elements of a part of an array certainly do not stand in a row."""
        form, whole = self.interpreter.forms.form(array), self._base(array)
        if array.guess or whole is None or whole.layout != "C":
            return False
        if form is not None and form.layout in ("C", "F"):
            return False
        return (form is not None and form.layout == "-") or _steps(array)

    def _base(self, array: Array) -> Form | None:
        return self.interpreter.forms.form(Array(array.buffers))

    def _layout(
        self, state: State, kernel: Interface, placed: Sequence[Placed], number: int, array: Array, place: CSTNode
    ) -> KernelArrayLayout | None:
        if not array.region or array.guess or isinstance(placed[number][0], Pointer):
            return None
        form, whole = self.interpreter.forms.form(array), self._base(array)
        if form is None or form.shape is None or whole is None or whole.layout != "C" or whole.shape is None:
            return None
        turned = _is_turned(form)
        others = [_array(value) for value, _ in placed]
        if not (self._meets_rows(others) if turned else self._has_gaps(array)):
            return None
        own = {length.value for length in form.shape} if turned else set()
        strides = set(_strides(whole, _step(array))) - own - {1}
        if self._is_told(state, kernel, placed, [form, *self._forms(others)], strides):
            return None
        kind: LayoutMistake = "turned" if turned else "gaps"
        return KernelArrayLayout(self.interpreter.spot(place), kind, kernel.name, text_of(place))

    def _is_told(
        self, state: State, kernel: Interface, placed: Sequence[Placed], forms: Sequence[Form], strides: set[int | None]
    ) -> bool:
        """Whether a kernel may know how far apart elements are: by its source, or by a number that it is given."""
        if any(re.search(rf"\b{stride}\b", kernel.code) for stride in strides):
            return True
        allowed = {length for form in forms for length in _lengths(form)}
        numbers = [value for value, _ in placed if _array(value) is None]
        return not all(self._is_harmless(state, value, allowed, strides) for value in numbers)

    def _forms(self, arrays: Sequence[Array | None]) -> Iterator[Form]:
        for array in arrays:
            form = None if array is None else self.interpreter.forms.form(array)
            if form is not None and form.shape is not None:
                yield form

    def _meets_rows(self, arrays: Sequence[Array | None]) -> bool:
        """Whether another array of several axes stands row by row, so that not all of them are turned alike."""
        return any(
            form.layout == "C" and form.shape is not None and sum(length.least > 1 for length in form.shape) > 1
            for form in self._forms(arrays)
        )

    def _is_harmless(self, state: State, value: Value, allowed: set[Count], strides: set[int | None]) -> bool:
        """Whether a number cannot tell the kernel how far apart the elements are."""
        if isinstance(value, Const) and not isinstance(value.value, int):
            return True
        number = plain(state, value, self.interpreter.forms.form)
        if isinstance(number, int):
            return Count.of(number) in allowed or (number not in strides and None not in strides)
        return isinstance(number, Count) and number in allowed


def _is_turned(form: Form) -> bool:
    """Whether an array stands column by column, and that differs from row by row."""
    several = form.shape is not None and all(length.least > 1 for length in form.shape)
    return form.layout == "F" and several and not contiguous(form)


def _array(value: Value) -> Array | None:
    if isinstance(value, Pointer):
        value = value.array
    return value if type(value) is Array else None


def _steps(array: Array) -> bool:
    """Whether the last index of a part takes only some elements of an axis, ``x[::2]``."""
    return strided(array.region) and not any(str(axis and axis[1]).split()[0] in _TURNED for axis in array.region[-1])


def _lengths(form: Form) -> Iterator[Count]:
    yield from form.shape or ()
    if form.count is not None:
        yield form.count


def _step(array: Array) -> int:
    """Of how many elements the last index of a part takes one."""
    steps = [axis[3] for axis in array.region[-1] if axis is not None and axis[0] == "s"]
    known = [step.value for step in steps if isinstance(step, Const)]
    return max([abs(step) for step in known if isinstance(step, int)], default=1)


def _strides(form: Form, each: int) -> Iterator[int | None]:
    """How far apart the elements along each axis may be, in elements and in bytes; None where that is not known."""
    step, width = Count.of(1), ITEMSIZE.get(form.dtype or "", 1)
    for length in reversed(form.shape or ()):
        known = step.value
        yield from (None,) if known is None else (known, known * width, known * each, known * each * width)
        yield length.value
        step = step * length


def _asks(statement: ir.Statement) -> bool:
    """Whether a statement tests what an array is like."""
    if isinstance(statement, ir.Call):
        return getattr(statement.function, "name", "") in ("issubdtype", "isdtype", "is_contiguous")
    return isinstance(statement, (ir.If, ir.Assert)) and _mentions(statement.test)


def _mentions(expression: ir.Expr) -> bool:
    """Whether an expression mentions an attribute that tells what an array is like."""
    return any(isinstance(each, ir.Attr) and each.name in _ASKED for each in ir.inside(expression))


DETECTOR = KernelArrays
