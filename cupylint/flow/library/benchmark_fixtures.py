"""Fixtures of pytest that time what they are given: the clock is read before and after, and nothing is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.readings import Fixture, Interval, Span
from cupylint.flow.domain.values import NONE, Const, DictValue, TupleValue
from cupylint.flow.library import wall_clocks

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


def benchmarked(
    interpreter: Interpreter, state: State, by: Fixture, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """``benchmark(f, *args, **kwargs)``: calls f, keeps the time that took and returns what f does."""
    placed = arguments.positional_placed()
    if not placed:
        return [(state, interpreter.unknown(by.name))]
    keywords = {name: (value, node) for name, value in arguments.keyword_values()}
    first = wall_clocks.read(interpreter, state, node)
    outcomes = interpreter.invoke(state, placed[0][0], Arguments(placed[1:], keywords, arguments.partial), node)
    for after, _ in outcomes:
        span = Span(first, wall_clocks.read(interpreter, after, node), by.name)
        interpreter.announce.used(after, Interval((span,)))
    return outcomes


def pedantic(interpreter: Interpreter, state: State, by: Fixture, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """``benchmark.pedantic(f, args=(), kwargs={})``; what `setup` returns instead of these is not known."""
    target = arguments.either(0, "target")
    if target is None or arguments.either(3, "setup") not in (None, NONE):
        return [(state, interpreter.unknown(by.name))]
    items = items_of(state, arguments.either(1, "args") or TupleValue(()))
    named = arguments.either(2, "kwargs") or NONE
    pairs = list(dict_items(state, named)) if isinstance(named, DictValue) else []
    keywords = {str(key.value): (value, node) for key, value in pairs if isinstance(key, Const)}
    whole = items is not None and len(keywords) == len(pairs) and (named == NONE or isinstance(named, DictValue))
    positional = [(value, node) for value in (target, *(items or ()))]
    return benchmarked(interpreter, state, by, Arguments(positional, keywords, not whole), node)
