"""Launches whose sizes make an index of the kernel too large for its type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cupylint.facts import IndexOverflow
from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.plain_values import plain
from cupylint.flow.domain.values import Const, Value
from cupylint.kernels.overflow import Launch, overflow
from cupylint.sizes.counts import Count

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.kernels.interface import Interface

_MANY = 2**31 - 1


def launched(
    interpreter: Interpreter,
    state: State,
    kernel: Interface,
    arguments: Arguments,
    items: Sequence[Value],
    node: CSTNode,
) -> None:
    """A kernel made from CUDA C is launched with as many arguments as it has parameters."""
    grid = _sizes(interpreter, state, arguments.either(0, "grid"))
    block = _sizes(interpreter, state, arguments.either(1, "block"))
    if grid is None or block is None:
        return
    numbers = [(place, _number(interpreter, state, item)) for place, item in enumerate(items)]
    known = tuple((place, number) for place, number in numbers if number is not None)
    threads = [blocks * threads for blocks, threads in zip(grid, block, strict=True)]
    most = threads[0] * threads[1] * threads[2]
    for _, number in known:
        most *= max(number, 1)
    if most < _MANY:  # nothing that is made of these is too large
        return
    found = overflow(kernel.code, kernel.name, Launch(grid, block, known))
    if found is not None and not state.unclear:
        fact = IndexOverflow(interpreter.spot(node), kernel.name, found.text, found.type, found.largest)
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
    found = value.value if isinstance(value, Const) else plain(state, value, interpreter.peak_memory.form)
    if isinstance(found, Count):
        found = found.value
    return found if type(found) is int and found >= 0 else None
