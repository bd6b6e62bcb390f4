"""Generators that functions of Python go through: ``list(batches())`` to the end, ``next(batches)`` to a yield."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import MAX_ITEMS, new_list
from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, External, FunctionValue, Generator, TupleValue, Value
from cupylint.flow.interp import special_methods
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

Outcome = tuple[State, Value]
COLLECT = frozenset(("builtins.list", "builtins.tuple", "builtins.set", "builtins.sorted", "collections.deque"))
"""What takes the items of its first argument and does nothing between two of them."""


_NEW = Note(lambda mine, theirs: mine is True and theirs is True)
"""Whether nothing of a generator has run yet."""


def made(state: State, generator: Generator) -> Generator:
    """A generator that a call has just made."""
    state.memory[(_NEW, generator.key)] = True
    return generator


def begin(state: State, generator: Generator) -> bool:
    """Whether a generator, which runs now, does so from its beginning: where it stands otherwise is not known."""
    is_new = state.memory.get((_NEW, generator.key)) is True
    state.memory[(_NEW, generator.key)] = False
    return is_new


def collect(interpreter: Interpreter, state: State, function: Value, arguments: Arguments) -> list[Outcome] | None:
    """What a function makes of a generator of the file that it is given first; None if nobody knows."""
    generator, name = arguments.position(0), function.dotted if isinstance(function, External) else ""
    if not isinstance(generator, Generator) or generator.manager:
        return None
    if name == "builtins.iter":
        return [(state, generator)]
    if name == "builtins.enumerate":
        return _enumerated(state, generator, arguments)
    if not begin(state, generator):
        return None
    if name == "builtins.next":
        return _first(interpreter, state, generator, arguments.position(1))
    if name not in COLLECT:
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
        whole = name == "builtins.tuple"
        outcomes.append((after, TupleValue(values) if whole else new_list(interpreter, after, values)))
    return outcomes


def _first(interpreter: Interpreter, state: State, generator: Generator, default: Value | None) -> list[Outcome] | None:
    """``next(generator)`` of one that begins: its code up to the first yield, on each path.

    None where it would stand in a ``with`` or ``try`` meanwhile, whose end comes nobody knows when.
    """
    function = generator.function
    if not isinstance(function, FunctionValue) or _guards_yield(function.function):
        return None
    outcomes: list[Outcome] = []
    key, depth = ("next", interpreter.fresh()), len(interpreter.frames)
    before, inside = state.copy(), False

    def stop(state: State, value: Value) -> list[State]:
        nonlocal inside
        frames = interpreter.frames[depth:]
        inside = inside or any(_guards_yield(frame.function) for frame in frames[1:])  # what it yields from
        held = [
            value for frame in frames for name, value in state.memory.members(frame.number) if isinstance(name, str)
        ]
        state.memory[generator.key] = tuple(held)
        outcomes.append((state, counted(state, generator, key, value)))
        return []

    ended = interpreter.run_function(state, function, generator.arguments, generator.keywords, stop)
    if inside:
        state.become(before)
        return None
    for after, _ in ended:
        if default is not None:
            outcomes.append((after, default))
        else:
            special_methods.exhausted(interpreter, after)
    return outcomes


def _guards_yield(function: ir.Function) -> bool:
    """Whether a ``yield`` stands in a ``with`` or a ``try``."""
    guards = (statement for statement in walk(function.body) if isinstance(statement, (ir.With, ir.Try)))
    return any(isinstance(inner, ir.Yield) for guard in guards for inner in walk([guard]))


def _enumerated(state: State, generator: Generator, arguments: Arguments) -> list[Outcome] | None:
    """``enumerate(generator)`` runs nothing yet."""
    start = arguments.either(1, "start")
    first = start.value if isinstance(start, Const) else 0 if start is None else None
    if generator.count is not None or not isinstance(first, int):
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
