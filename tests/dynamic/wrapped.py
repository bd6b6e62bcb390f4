"""Runs a program with the wrapping of CuPy's calls around the simulator's stand-in: as on a device, without a GPU.

So the wrapping is tested against CuPy's public calls as they are documented, not against what is compiled in CuPy.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from cupylint.runtime_checks.dynamic.analysis import Analysis
from cupylint.runtime_checks.dynamic.of_cupy import Tracer
from cupylint.runtime_checks.dynamic.stacks import HIDDEN, rank
from cupylint.runtime_checks.dynamic.wrapping import Wrapping
from cupylint.runtime_checks.simulator import Options, Report, run
from cupylint.runtime_checks.simulator.engine import Engine, Touch

HOOK = "cupylint_test_hook"
_FURTHER = {"cupyx.scipy.fft": ("fft", "ifft", "get_fft_plan")}


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
    alike = {"cupy": np, "cupy.linalg": np.linalg, "cupy.fft": np.fft}.get(module.__name__)
    listed = {*vars(module), *(() if alike is None else dir(alike)), *_FURTHER.get(module.__name__, ())}
    return sorted(name for name in listed if not name.startswith("_"))


@contextlib.contextmanager
def hooked(analysis: Analysis, engines: list[Told], before: Callable[[Any], None]) -> Iterator[None]:
    """In the block a program that imports `HOOK` is wrapped from there on, after `before` got the stand-in."""
    with contextlib.ExitStack() as stack:

        def start(cupy: Any) -> None:
            before(cupy)
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


def traced(
    path: str, source: str, options: Options, before: Callable[[Any], None] = lambda cupy: None
) -> tuple[Report, Analysis]:
    """Run a program with wrapped calls; `before` may change the stand-in that is wrapped."""
    analysis, engines = Analysis(), list[Told]()

    def engine(*args: Any, **kwargs: Any) -> Told:
        engines.append(Told(*args, **kwargs, judge=False))
        return engines[0]

    # Fixtures begin with a docstring, in the first row of which there is room for what comes before it.
    text = f"import cupy, {HOOK}; {HOOK}.start(cupy); {source}"
    with hooked(analysis, engines, before):
        return run(path, options=options, source=text, engine=engine), analysis
