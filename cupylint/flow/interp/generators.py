"""Generators that a function of Python goes through to their end: ``list(batches())``."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import MAX_ITEMS, new_list
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, External, Generator, TupleValue, Value
from cupylint.flow.interp import special_methods

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

Outcome = tuple[State, Value]
COLLECT = frozenset(("builtins.list", "builtins.tuple", "builtins.set", "builtins.sorted", "collections.deque"))
"""What takes the items of its first argument and does nothing between two of them."""


def collect(interpreter: Interpreter, state: State, function: Value, arguments: Arguments) -> list[Outcome] | None:
    """Follow a generator of the file to its end and return its items; None if this is no such call."""
    generator = arguments.position(0)
    if isinstance(function, External) and function.dotted == "builtins.enumerate":
        return _enumerated(state, generator, arguments)
    if not (isinstance(function, External) and function.dotted in COLLECT):
        return None
    if not isinstance(generator, Generator) or generator.manager:
        return None

    key = ("collected", interpreter.fresh())

    def keep(state: State, value: Value) -> list[State]:
        value = counted(state, generator, key, value)
        items = state.memory.get(key, ())
        state.memory[key] = (*(items if isinstance(items, tuple) else ()), value)[:MAX_ITEMS]
        return [state]

    outcomes: list[Outcome] = []
    for after, _ in interpreter.run_function(state, generator.function, generator.arguments, generator.keywords, keep):
        items = after.memory.get(key, ())
        after.memory.discard(key)
        after.memory.discard(("count", key))
        values = items if isinstance(items, tuple) else ()
        whole = function.dotted == "builtins.tuple"
        outcomes.append((after, TupleValue(values) if whole else new_list(interpreter, after, values)))
    return outcomes


def _enumerated(state: State, generator: Value | None, arguments: Arguments) -> list[Outcome] | None:
    """``enumerate(generator)`` runs nothing yet."""
    start = arguments.either(1, "start")
    first = start.value if isinstance(start, Const) else 0 if start is None else None
    if not isinstance(generator, Generator) or generator.count is not None or not isinstance(first, int):
        return None
    return [(state, replace(generator, count=first))]


def counted(state: State, generator: Generator, key: Hashable, value: Value) -> Value:
    """What an enumerated generator yields for `value`; each path counts under `key`."""
    if generator.count is None:
        return value
    known = state.memory.get(("count", key))
    number = known if isinstance(known, int) else generator.count
    state.memory[("count", key)] = number + 1
    return TupleValue((Const(number), value))


_GO_THROUGH = COLLECT | {"builtins.iter", "builtins.enumerate"}


def through(
    interpreter: Interpreter, state: State, function: Value, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``list(x)``, ``iter(x)`` of an object of the file begin with its ``__iter__``; None if this is no such call."""
    first = arguments.at(0)
    if first is None or not (isinstance(function, External) and function.dotted in _GO_THROUGH):
        return None

    made = special_methods.iterators(interpreter, state, first[0], node)
    if made is None or any(value == first[0] for _, value in made):  # it is its own iterator
        return None
    rest = arguments.positional_placed()[1:]
    named = {name: (value, node) for name, value in arguments.keyword_values()}
    return [
        outcome
        for after, value in made
        for outcome in interpreter.invoke(after, function, Arguments([(value, first[1]), *rest], named), node)
    ]
