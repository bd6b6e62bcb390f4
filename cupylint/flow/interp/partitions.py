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
    """The states joined, but for those in which these names of a frame have different numbers.

    Of more than a few numbers the last ones are given up: a path for several of them would take what the list has at
    one number for what it has at another one.
    """
    groups: dict[Hashable, list[State]] = {}
    for state in states:
        groups.setdefault(tuple(state.memory.get((frame, name)) for name in names), []).append(state)
    kept = list(groups.values())[: max(_FEW, limit)]
    joined = [state for group in kept for state in join(group, max(1, limit // len(kept)))]
    for state in joined if len(kept) < len(groups) else ():
        state.incomplete = True
    return joined


_FEW = 4
