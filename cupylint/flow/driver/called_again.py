"""Functions that are called again while what they have begun still runs."""

from __future__ import annotations

from cupylint.flow.device import cuda
from cupylint.flow.device.callers import is_public
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import FunctionValue
from cupylint.flow.driver.left_behind import left_behind
from cupylint.flow.driver.method_premises import pair_rests_on
from cupylint.flow.driver.repeated_calls import TWICE
from cupylint.flow.driver.run import Run
from cupylint.flow.driver.sequences import Mentions, unfinished
from cupylint.order import HOST

_TOP_LEVEL = 0
"""The frame of the checked file's own names."""


def follow_again(run: Run, function: FunctionValue, begin: State, ends: list[State]) -> list[State]:
    """The states that a public function ends in right after a call of it, which began in `begin` and ended in `ends`.

    Only where the second call can tell that the first has begun something: memory that it takes again, names of the
    module. And only where callers need not wait for that in order to use what they get: where it is ordered before
    what comes next on their stream.
    """
    if not is_public(function.function) or function.function.name.startswith("test"):  # a test runs alone
        return []
    mentioned: frozenset[str] | None = None
    told: list[State] = []
    for end in ends:
        if not (pending := unfinished(end)) or pending & ~end.order.known(cuda.null_of(end.device), HOST):
            continue
        left = left_behind(run.interpreter, begin, end, _TOP_LEVEL)
        if mentioned is None:
            mentioned = Mentions.of(value for _, value in run.base.memory.items()).reached(function)
        if left.is_told_by(mentioned):
            told.append(end)
    if not told:
        return []
    rests = pair_rests_on(function, function, [], run.interpreter.entries.functions, TWICE)
    return run.after(told, lambda state: run.function(function, state), rests)[1]
