"""Calls of what is one of a few functions or methods: each is a path of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain import dict_keys, parted, truths
from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING, WAITING
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import (
    BoundMethod,
    ByKey,
    ClassValue,
    Either,
    EitherFunction,
    FunctionValue,
    Value,
)
from cupylint.flow.interp import conditions
from cupylint.flow.interp.joins import join_outcomes
from cupylint.flow.interp.operators import equality

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter


def call_either(
    interpreter: Interpreter, state: State, function: Either | EitherFunction, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """Each of the methods that it may be is a path of its own, on which the test that chose it came out so."""
    outcomes: list[Outcome] = []
    for option in function.options:
        chosen, by = state.copy(), parted.chosen_by(state, function, option)
        if by is not None:
            if truths.truth_of(state, by[0]) is (not by[1]):
                continue  # it is another one on this path
            conditions.assume(interpreter, chosen, *by, node)
        outcomes += interpreter.invoke(chosen, option, arguments, node)
    return join_outcomes(outcomes, interpreter.work.paths_kept, interpreter.unknown)


def call_either_function(
    interpreter: Interpreter, state: State, function: EitherFunction, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """Likewise for functions."""
    _hangs_on_choice(state, function.options)
    return call_either(interpreter, state, function, arguments, node)


def call_by_key(
    interpreter: Interpreter, state: State, function: ByKey, arguments: Arguments, node: CSTNode
) -> list[Outcome]:
    """Each of what a dict holds is a path of its own, on which the key is that of it."""
    _hangs_on_choice(state, function.options)
    outcomes: list[Outcome] = []
    for key, option in zip(function.keys, function.options, strict=True):
        chosen = state.copy()
        for other in (*(each for each in function.keys if each != key), key):  # once it is known, nothing is asked
            test = equality(interpreter, chosen, function.key, other)
            conditions.assume(interpreter, chosen, test, other == key, node)
        dict_keys.is_same(chosen, function.key, key)
        outcomes += interpreter.invoke(chosen, option, arguments, node)
    return join_outcomes(outcomes, interpreter.work.paths_kept, interpreter.unknown)


def _hangs_on_choice(state: State, options: tuple[Value, ...]) -> None:
    """What was issued before hangs on the same choice as which function is called, so that each may wait for it."""
    if any(_may_wait(option) for option in options):
        state.unseen_work += 1
        state.maybe_waited |= state.order.issued


def _may_wait(option: Value) -> bool:
    """Whether a function mentions anything that may wait."""
    made = option.find("__init__") if isinstance(option, ClassValue) else option
    held = made.function if isinstance(made, BoundMethod) else made
    if isinstance(option, ClassValue) and held is None:
        return False
    if not isinstance(held, FunctionValue):
        return True
    return any(SOUNDS_LIKE_WAITING.search(ident) or ident in WAITING for ident in held.function.idents)
