"""Which functions read wall clocks, by what they name."""

from __future__ import annotations

from cupylint.flow.device.benchmark_parameters import takes_fixture
from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.library.wall_clocks import CLOCKS
from cupylint.program import ir

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
