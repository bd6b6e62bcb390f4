"""Functions that remember what they have returned: ``functools.cache``, ``cupy.memoize``."""

from __future__ import annotations

from typing import NamedTuple

from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Symbol, Value
from cupylint.program import ir

_DECORATORS = ("lru_cache", "cache", "memoize")


class Memo(NamedTuple):
    """A call of a function that remembers what it has returned."""

    code: ir.Function
    receiver: tuple[Value, ...]
    values: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


def earlier(state: State, memo: Memo) -> list[Outcome]:
    """The path on which what a function is given is what it was given before, as far as that is known."""
    made: tuple[Memo, ...] = state.memory.sequence(("memos", memo.code))
    for before in reversed(made):
        same = before._replace(values=()) == memo._replace(values=()) and len(before.values) == len(memo.values)
        pairs = zip(before.values, memo.values, strict=False)
        if same and all(one == two or Symbol in (type(one), type(two)) for one, two in pairs):
            value = state.memory.get(before)
            return [(state.copy(), value)] if isinstance(value, Value) else []
    return []


def remembers(code: ir.Function) -> bool:
    """Whether a function does."""
    return any(name.rpartition(".")[2] in _DECORATORS for name in code.decorator_names)


def kept(memo: Memo, outcomes: list[Outcome]) -> list[Outcome]:
    """The ways out of a call, with what it returned remembered on each."""
    for state, value in outcomes:
        state.memory[memo] = value
        state.memory[("memos", memo.code)] = (*state.memory.sequence(("memos", memo.code)), memo)
    return outcomes
