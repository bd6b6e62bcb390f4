"""Launches whose sizes make an index of the kernel too large for its type."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cupylint.facts import IndexOverflow
from cupylint.flow.detectors.kernel_operands import operands
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.plain_values import plain
from cupylint.flow.domain.values import Const, Value
from cupylint.kernels.overflow import Launch, overflow
from cupylint.sizes.counts import Count

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import Kernel
    from cupylint.flow.interp.interpreter import Interpreter

_MANY = 2**31 - 1


class IndexOverflows(Detector):
    """Launches of kernels made from CUDA C, whose sizes are known."""

    OPTION: ClassVar[str] = "launches"

    def launched(self, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> None:
        """Is an index of the kernel too large for its type?"""
        interpreter, found = self.interpreter, operands(self.interpreter.frames, kernel, arguments)
        grid = _sizes(interpreter, state, arguments.either(0, "grid"))
        block = _sizes(interpreter, state, arguments.either(1, "block"))
        if found is None or grid is None or block is None:
            return
        seen, placed = found
        numbers = [(place, _number(interpreter, state, item)) for place, (item, _) in enumerate(placed)]
        known = tuple((place, number) for place, number in numbers if number is not None)
        threads = [blocks * threads for blocks, threads in zip(grid, block, strict=True)]
        most = threads[0] * threads[1] * threads[2]
        for _, number in known:
            most *= max(number, 1)
        if most < _MANY:  # nothing that is made of these is too large
            return
        large = overflow(seen.code, seen.name, Launch(grid, block, known))
        if large is not None and not state.unclear:
            fact = IndexOverflow(interpreter.spot(node), seen.name, large.text, large.type, large.largest)
            interpreter.emit(fact, key=node)


def _sizes(interpreter: Interpreter, state: State, value: Value | None) -> tuple[int, int, int] | None:
    items = items_of(state, value) if value is not None else None
    if items is None or not 1 <= len(items) <= 3:
        return None
    found = [_number(interpreter, state, item) for item in items] + [1, 1]
    first, second, third = found[:3]
    if not first or not second or not third:
        return None
    return first, second, third


def _number(interpreter: Interpreter, state: State, value: Value) -> int | None:
    found = value.value if isinstance(value, Const) else plain(state, value, interpreter.forms.form)
    if isinstance(found, Count):
        found = found.value
    return found if type(found) is int and found >= 0 else None


DETECTOR = IndexOverflows
