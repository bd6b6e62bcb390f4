"""Generators that a function of Python goes through to their end: ``list(batches())``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.arguments import Arguments
from cupylint.flow.items import MAX_ITEMS, new_list
from cupylint.flow.state import State
from cupylint.flow.values import External, Generator, TupleValue, Value

if TYPE_CHECKING:
    from cupylint.flow.machine import Machine

Outcome = tuple[State, Value]
_COLLECT = frozenset(("builtins.list", "builtins.tuple", "builtins.set", "builtins.sorted", "collections.deque"))
"""What takes the items of its first argument and does nothing between two of them."""


def collect(machine: Machine, state: State, function: Value, arguments: Arguments) -> list[Outcome] | None:
    """Follow a generator of the file to its end and return its items; None if this is no such call."""
    generator = arguments.position(0)
    if not (isinstance(function, External) and function.dotted in _COLLECT):
        return None
    if not isinstance(generator, Generator) or generator.manager:
        return None
    from cupylint.flow.calls import run_function

    key = ("collected", machine.fresh())

    def keep(state: State, value: Value) -> list[State]:
        items = state.memory.get(key, ())
        state.memory[key] = (*(items if isinstance(items, tuple) else ()), value)[:MAX_ITEMS]
        return [state]

    outcomes: list[Outcome] = []
    for after, _ in run_function(machine, state, generator.function, generator.arguments, generator.keywords, keep):
        items = after.memory.get(key, ())
        after.memory.discard(key)
        values = items if isinstance(items, tuple) else ()
        whole = function.dotted == "builtins.tuple"
        outcomes.append((after, TupleValue(values) if whole else new_list(machine, after, values)))
    return outcomes
