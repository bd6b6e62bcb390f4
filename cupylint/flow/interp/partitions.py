"""Paths that are kept apart by what a loop has counted: how much of a list is meant afterwards.

``for x in given: if isinstance(x, cp.ndarray): n += 1``, then ``given[:n]`` or ``range(n)``: a path that stands for
several of these numbers knows none of the elements that it goes on with. So paths with different numbers are not joined
as long as there are few.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from cupylint.flow.domain.loop_carried import sketch, walk
from cupylint.flow.domain.source_text import expressions_in
from cupylint.flow.domain.state import State
from cupylint.flow.interp.joins import join
from cupylint.program import ir


def counters(function: ir.Function) -> tuple[str, ...]:
    """What the loops of a function count, of those loops that count how much of a list is taken later."""
    counted = [
        sketch(statement.body).counted for statement in walk(function.body) if isinstance(statement, (ir.For, ir.While))
    ]
    if not any(counted):
        return ()
    bounds = set(_bounds(function.body))
    return tuple(sorted({name for names in counted if names & bounds for name in names}))


def _bounds(body: ir.Block) -> Iterator[str]:
    """Names that slices and ranges begin or end with."""
    for statement in walk(body):
        slices = (expression for expression in expressions_in(statement) if isinstance(expression, ir.Slice))
        parts = [part for each in slices for part in ir.parts(each)]
        if isinstance(statement, ir.Call) and getattr(statement.function, "name", "") == "range":
            parts += [argument.value for argument in statement.arguments]
        yield from (part.name for part in parts if isinstance(part, ir.Load) and isinstance(part.name, str))


def join_apart(states: list[State], limit: int, frame: int, names: tuple[str, ...]) -> list[State]:
    """The states joined, but for those in which these names of a frame have different numbers: the first few groups."""
    groups: dict[Hashable, list[State]] = {}
    few = max(2, limit // 2)
    for state in states:
        numbers = tuple(state.memory.get((frame, name)) for name in names)
        groups.setdefault(numbers if len(groups) < few or numbers in groups else _REST, []).append(state)
    return [joined for group in groups.values() for joined in join(group, max(1, limit // len(groups)))]


_REST = ()
