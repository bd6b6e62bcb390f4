"""Which functions have to do with wall clocks, so that they are worth following."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.detectors.clocks import CLOCKS
from cupylint.flow.detectors.fixtures import takes_fixture
from cupylint.flow.domain.turns import walk
from cupylint.flow.domain.values import Imported
from cupylint.program import ir

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.machine import Machine

_IDENTS = frozenset((*CLOCKS, "default_timer", "timeit"))


def reads_clock(function: ir.Function) -> bool:
    """Whether a function itself reads the clock, or gets a fixture that does."""
    if function.idents & _IDENTS or takes_fixture(function):
        return True
    if not function.idents & {"time", "now", "utcnow"}:
        return False
    for statement in walk(function.body):
        called = statement.function if isinstance(statement, ir.Call) else None
        if isinstance(called, ir.Load) and called.name == "time":
            return True
        if isinstance(called, ir.Attr) and called.name in ("now", "utcnow"):
            return True
        if isinstance(called, ir.Attr) and called.name == "time" and isinstance(called.base, ir.Load):
            return called.base.name in ("time", "_time")
    return False


def imported(machine: Machine, state: State) -> set[str]:
    """What the checked file calls functions and classes of other files that read the clock.

    Those that it reaches through a module only (``log.timer()``) are not among them: loggers that know the time are
    used everywhere, and to follow all that uses them takes several times as long.
    """
    library = machine.library
    found: set[str] = set()
    for name, value in state.memory.members(0) if library is not None else ():
        if not (isinstance(value, Imported) and value.names) or library is None:
            continue
        if value.names[0].encode() in library.clock_names(value.path):
            found.add(str(name))
    return found
