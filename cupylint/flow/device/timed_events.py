"""Events whose times are asked for.

In files that ask for elapsed times each record counts as a piece of work of its own, so that it is known whether
the host has waited for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import Step
from cupylint.flow.domain.state import Touch

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import EventValue, Value
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream

ASKS = frozenset(("get_elapsed_time", "eventElapsedTime"))
"""Names that ask for an elapsed time."""
NO_BUFFER = -1
"""What the access that stands for a record touches."""
_MARK = "mark"  # of an event, with its key: the number of its newest record


def work_is_done(state: State) -> None:
    """All work until now is done, records of events as well."""
    for key, _ in state.memory.rest():
        if isinstance(key, tuple) and key[:1] == (_MARK,):
            state.memory.discard(key)


def recorded(interpreter: Interpreter, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
    """An event is about to be recorded."""
    if not interpreter.events.are_timed:
        return
    number = len(interpreter.touches)
    spot = interpreter.spot(node)
    step = Step("record", spot, stream, interpreter.names.stream(stream), event.key, interpreter.names.event(event.key))
    interpreter.touches.append(
        Touch(
            number=number, spot=spot, mode="read", stream=stream, buffer=NO_BUFFER, region=(), blocks=state.blocks,
            frame=interpreter.frame.number, host=state.host, certain=not state.unclear, statement=spot, step=step,
            call="record", explicit=False,
        )
    )  # fmt: skip
    for order in state.orders:
        order.issue(stream, 1 << number, state.host)
    state.memory[(_MARK, event.key)] = number


def last_record(state: State, event: EventValue) -> int | None:
    """The number of the newest record of an event, None if there is none."""
    mark = state.memory.get((_MARK, event.key))
    return mark if isinstance(mark, int) else None


def asked(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``get_elapsed_time(start, end)``"""
    interpreter.announce.elapsed_asked(state, arguments, node)
    return interpreter.unknown("elapsed", host=True)
