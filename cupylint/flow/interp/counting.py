"""Numbers that a loop counts: those of a range, and those of ``while i < n`` that adds to ``i`` in each round.

Where it is not known how many there are, there are taken to be as many as rounds are followed, and what else depends on
that goes with it: which round is the last one, and what it has left to do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain import number_bounds, truths, unknown_sizes
from cupylint.flow.domain.values import Const, Symbol, TupleValue, Value
from cupylint.flow.interp.evaluate import evaluate, resolve
from cupylint.flow.interp.operators import binary, is_less
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.counters import Counter
    from cupylint.flow.interp.interpreter import Interpreter

Bounds = tuple[Value, Value, Value]
"""Where counting starts, what it does not reach, and the step."""


def numbers(interpreter: Interpreter, state: State, bounds: Bounds, rounds: int, node: CSTNode | None) -> Value:
    """What a range of which not all `bounds` are known has, or its first numbers."""
    number_bounds.note_whole(state, bounds)
    start, stop, step = bounds
    taken = _taken(interpreter, state, bounds, rounds)
    if taken is not None and isinstance(step, Const):
        return Const(range(*taken, step.value))  # type: ignore[call-overload]
    return TupleValue(tuple(_first(interpreter, state, (start, stop, step), rounds, node)))


def _taken(interpreter: Interpreter, state: State, bounds: Bounds, rounds: int) -> tuple[int, int] | None:
    """The bounds, where one of two is a number and the other one can be taken to be so many `rounds` from it.

    Where a loop counts down and goes round a ring, the number says which slot is the first: there it stays open, so
    that what is found for small numbers names them.
    """
    start, stop, step = bounds
    function = interpreter.frame.function
    has_rings = function.has_modulo or bool(function.moduli)
    if step == Const(1) and _is_int(start) and isinstance(stop, Symbol):
        return start.value, unknown_sizes.take_rounds(state, stop, start.value + rounds).value  # type: ignore
    if step == Const(-1) and not has_rings and _is_int(stop) and isinstance(start, Symbol):
        return unknown_sizes.take_rounds(state, start, stop.value + rounds).value, stop.value  # type: ignore
    return None


def _first(interpreter: Interpreter, state: State, bounds: Bounds, rounds: int, node: CSTNode | None) -> list[Value]:
    """The first numbers, `rounds` of them unless a path knows that there are fewer; there are taken to be no more."""
    start, stop, step = bounds
    items: list[Value] = []
    place = ir.Node(node)
    for number in range(rounds + 1):
        offset = binary(interpreter, state, place, "*", [(Const(number), node), (step, node)])
        item = resolve(state, binary(interpreter, state, place, "+", [(start, node), (offset, node)]))
        if number and (number == rounds or not _goes_on(interpreter, state, item, stop, step)):
            _has_ended(interpreter, state, item, stop, step)
            break
        items.append(item)
    return items


def _goes_on(interpreter: Interpreter, state: State, item: Value, stop: Value, step: Value) -> bool:
    """Whether there is another `item`, which a path may know; it is remembered that there is."""
    if _may_go_down(item, stop, step):
        return True
    test = is_less(interpreter, state, item, stop)
    if truths.truth_of(state, test) is False:
        return False
    truths.remember(state, test, True)
    return True


def _has_ended(interpreter: Interpreter, state: State, item: Value, stop: Value, step: Value) -> None:
    """What would be the next `item` is beyond the end: ``if i + n < stop`` is false in the last round."""
    test = None if _may_go_down(item, stop, step) else is_less(interpreter, state, item, stop)
    if test is not None and truths.truth_of(state, test) is None:
        truths.remember(state, test, False)


def _may_go_down(item: Value, stop: Value, step: Value) -> bool:
    """Whether a range may count down, or is of more than numbers that are not known."""
    up = isinstance(step, Symbol) or (_is_int(step) and step.value > 0)  # type: ignore[attr-defined]
    return not (up and isinstance(item, Symbol) and isinstance(stop, Symbol))


def _is_int(value: Value) -> bool:
    return isinstance(value, Const) and type(value.value) is int


def begin_while(interpreter: Interpreter, state: State, counter: Counter, rounds: int) -> None:
    """A ``while`` loop begins that counts, and of which it is not known how often it goes round: it does so often."""
    for call in counter.measured:  # ``len(x)``, which the test asks for
        interpreter.run([call], [state])
    start, limit, step = (evaluate(interpreter, state, each) for each in (counter.name, counter.limit, counter.step))
    unknown_sizes.note(interpreter, (start, limit))
    fewer = counter.reaches_limit + counter.is_asked_first
    if counter.goes_down:
        if step == Const(1):
            _taken(interpreter, state, (start, limit, Const(-1)), rounds - fewer)
    elif _taken(interpreter, state, (start, limit, step), rounds - fewer) is None and not fewer:
        _goes_on(interpreter, state, start, limit, step)
        _first(interpreter, state, (start, limit, step), rounds, counter.name.node)
