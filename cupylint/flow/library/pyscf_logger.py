"""PySCF's logger, which programs beside it use to tell times: ``log.timer("step", *t0)`` reads the clock and prints.

Source: ``pyscf/lib/logger.py`` of PySCF 2.14.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.readings import Interval, Reading, Span, TimeLogger
from cupylint.flow.domain.values import NONE, TupleValue
from cupylint.flow.library import wall_clocks

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_MODULE = "pyscf.lib.logger."
_READ = frozenset(("process_clock", "perf_counter"))
_MADE = frozenset(("Logger", "new_logger"))
_TIMERS = frozenset(("timer", "timer_debug1"))


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A call of the module; None for what tells no times."""
    name = dotted.removeprefix(_MODULE) if dotted.startswith(_MODULE) else ""
    if name in _READ:
        return [(state, wall_clocks.read(interpreter, state, node))]
    if name in _MADE:
        return [(state, TimeLogger())]
    return _told(interpreter, state, arguments, 1, node) if name in _TIMERS else None


def method(interpreter: Interpreter, state: State, name: str, arguments: Arguments, node: CSTNode) -> list[Outcome]:
    """A method of a logger. What is not about times shows what it is given, if at all."""
    if name == "init_timer":
        return [(state, _now(interpreter, state, node))]
    if name in _TIMERS:
        return _told(interpreter, state, arguments, 0, node)
    if any(arrays_in(state, value) for value, _ in arguments.all()):
        state.maybe_waited |= state.order.issued
    return [(state, NONE)]


def _told(interpreter: Interpreter, state: State, arguments: Arguments, message: int, node: CSTNode) -> list[Outcome]:
    """``timer(message, cpu0, wall0)``: the time since then is printed; the readings of now are returned."""
    now = _now(interpreter, state, node)
    then = arguments.either(message + 2, "wall0")
    if isinstance(then, Reading):
        wall = now.items[1]
        assert isinstance(wall, Reading)
        interpreter.announce.used(state, Interval((Span(then, wall),)))
    return [(state, now)]


def _now(interpreter: Interpreter, state: State, node: CSTNode) -> TupleValue:
    """``process_clock(), perf_counter()``"""
    return TupleValue(tuple(wall_clocks.read(interpreter, state, node) for _ in range(2)))
