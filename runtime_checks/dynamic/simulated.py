"""A traced run in the simulator."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any

from .. import hook, spawned
from ..jobs import Job
from ..journal import Journal
from ..rewrite import read_text
from ..simulator import Options, Report, run
from ..simulator.engine import Engine
from .analysis import Analysis
from .of_simulator import Traced
from .trace import Observed

_OUTPUT = 10_000  # characters of what a program printed, from the end


def judged(job: Job, say: Callable[..., None], journal: Journal) -> Report:
    """Run the program of `job`, and tell what is observed as soon as it is.

    Raises:
        RewriteError: its file cannot be read.
    """
    process = os.getpid()

    def told(observed: Observed) -> None:
        if os.getpid() == process:
            say(kind="observed", observed=asdict(observed))
        else:
            journal.note(observed=asdict(observed))

    analysis = Analysis(told)
    options = Options(
        per_thread_default_stream=job.per_thread_default_stream,
        devices=job.devices,
        arguments=job.argv,
        schedules="none",
        module=job.module,
        lacking_waits=True,  # of what is not known, the most order
    )
    source = "" if job.module else read_text(job.path)
    with hook.installed({}), spawned.followed(options, {}, frozenset(), journal, dynamic=True):
        report = run(job.path, options=options, source=source, engine=partial(_engine, analysis=analysis))
    for entry in journal.read():  # of other processes
        with suppress(KeyError, TypeError, ValueError):
            told(Observed.from_json(entry["observed"]))
    counts = [observed.count for observed in analysis.observed.values()]
    say(kind="ran", error=report.failure, output=report.stdout[-_OUTPUT:])
    say(kind="traced", summary=asdict(analysis.summary), counts=counts)
    return report


def trace(program: str, options: Options, source: str) -> tuple[Report, Analysis]:
    """Run a program in this process, without the processes that it may start."""
    analysis = Analysis()
    return run(program, options=options, source=source, engine=partial(_engine, analysis=analysis)), analysis


def engine_of_child(options: Options, journal: Journal) -> Engine:
    """The engine of a process that the program starts: it notes what it observes."""
    analysis = Analysis(lambda observed: journal.note(observed=asdict(observed)))
    return _engine(options, analysis=analysis)


def _engine(options: Options, *, analysis: Analysis, **more: Any) -> Engine:
    return Traced(options, **more, judge=False, take=analysis.take)
