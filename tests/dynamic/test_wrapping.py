"""What wraps CuPy on a device, put around the simulator's stand-in: it sees the races that are marked, without a GPU.

So the wrapping is tested against CuPy's public calls as they are documented, not against what is compiled in CuPy.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Hashable, Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from cupylint.runtime_checks.dynamic.analysis import Analysis
from cupylint.runtime_checks.dynamic.of_cupy import Tracer
from cupylint.runtime_checks.dynamic.stacks import HIDDEN, rank
from cupylint.runtime_checks.dynamic.wrapping import Wrapping
from cupylint.runtime_checks.simulator import Options, run
from cupylint.runtime_checks.simulator.engine import Engine, Touch
from tests.dynamic.programs import PRELUDE, PROGRAMS

HOOK = "cupylint_test_hook"
COMPILED = "the methods of MemoryPointer are compiled"
UNSEEN = {
    "a memset and a reader": COMPILED,
    "a memset after a reader": COMPILED,
    "a copy on the device": COMPILED,
    "a copy on the device, and its target": COMPILED,
    "a host function writes what the program reads": "on a device nobody sees when a host function runs",
    "managed memory": "nobody tells that it is not the device's alone",
}


class Told(Engine):
    """An engine that tells a tracer what the host does."""

    tracer: Tracer | None = None

    def host_access(self, touches: Sequence[Touch]) -> None:
        if self.tracer is not None:
            self.tracer.host_access(touches)
        super().host_access(touches)

    def signal(self, source: Hashable, target: Hashable) -> None:
        if self.tracer is not None:
            self.tracer.signal(self._named(source), self._named(target))
        super().signal(source, target)

    def _named(self, host: Hashable) -> Hashable:
        assert self.tracer is not None
        return self.tracer.host if host == self.host else host


def names(module: Any) -> list[str]:
    """The stand-in's modules make functions when they are asked for."""
    listed = {*vars(module), *(dir(np) if module.__name__ == "cupy" else ())}
    return sorted(name for name in listed if not name.startswith("_"))


@contextlib.contextmanager
def hooked(analysis: Analysis, engines: list[Told]) -> Iterator[None]:
    """In the block a program that imports `HOOK` is wrapped from there on."""
    with contextlib.ExitStack() as stack:

        def start(cupy: Any) -> None:
            engines[0].tracer, tracer.cupy = tracer, cupy
            stack.enter_context(Wrapping(tracer, names).installed())

        tracer = Tracer(
            None, analysis.take, lambda file: HIDDEN if file == __file__ else rank(file)
        )  # its lock is none of the program's

        module = ModuleType(HOOK)
        module.start = start  # type: ignore[attr-defined]
        sys.modules[HOOK] = module
        try:
            yield
        finally:
            del sys.modules[HOOK]


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_wrapped_calls_show_the_same(name: str) -> None:
    text = f"import cupy, {HOOK}; {HOOK}.start(cupy); " + PRELUDE + PROGRAMS[name]
    analysis, engines = Analysis(), []

    def engine(*args: Any, **kwargs: Any) -> Told:
        engines.append(Told(*args, **kwargs, judge=False))
        return engines[0]

    with hooked(analysis, engines):
        report = run("program.py", options=Options(schedules="none"), source=text, engine=engine)
    assert not report.error and not report.not_supported
    marked = {row for row, line in enumerate(text.splitlines(), 1) if "# race" in line}
    seen = {observed.later.stack[0].row for observed in analysis.observed.values()}
    assert seen <= marked
    if name not in UNSEEN:
        assert seen == marked
