"""One traced run of a command, and a second one that holds back the earlier access of each race that it showed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ..backends import Backend
from ..command import Command
from ..jobs import Job, Outcome, Pair, RaceAt
from ..judging import judged
from ..results import Ran, Verdict
from ..rewrite import RewriteError, read_text
from ..sites import pair_in
from .trace import Observed, Summary

OBSERVED, CONFIRMED = "OBSERVED", "CONFIRMED"
_MOST_CONFIRMED = 40
"""Races that are tried with a gate: each takes runs of its own."""


@dataclass(frozen=True, slots=True)
class Race:
    """A race that a run has shown.

    Attributes:
        verdict: CONFIRMED: the later access ran while the earlier one was held back; else OBSERVED.
        evidence: what the second run showed, "" if there was none.
        harm: what went wrong in numbers, if anything did.
    """

    observed: Observed
    verdict: str = OBSERVED
    evidence: str = ""
    harm: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a program runs in.

    Attributes:
        limit: seconds for the traced run.
        devices: how many it needs.
        per_thread_default_stream: ``CUPY_CUDA_PER_THREAD_DEFAULT_STREAM=1``.
    """

    limit: float
    devices: int = 1
    per_thread_default_stream: bool = False


@dataclass(frozen=True, slots=True)
class Observation:
    """What a run has shown.

    Attributes:
        summary: None if the run was cut, or nothing was traced.
    """

    races: tuple[Race, ...]
    summary: Summary | None
    ran: Ran


def observe(
    command: Command,
    backend: Backend,
    surroundings: Surroundings,
    *,
    wanted: Callable[[Observed], bool] = lambda observed: True,
    confirm: bool = True,
    told: Callable[[str], None] = lambda stage: None,
) -> Observation:
    """Run a command traced and, for what it shows, once more with gates. Nothing in the program is an exception here.

    Args:
        wanted: which races are told.
        confirm: run it again with gates for what was observed.
        told: called with what goes on.
    """
    job = Job(
        path=command.path,
        module=command.module,
        pairs=(),
        argv=command.arguments,
        directory=os.getcwd(),
        devices=surroundings.devices,
        per_thread_default_stream=surroundings.per_thread_default_stream,
        limit=surroundings.limit,
        dynamic=True,
    )
    told("the traced run")
    begun = time.monotonic()
    outcome = backend.run(job)
    races = [Race(observed) for observed in _merged(outcome.observed) if wanted(observed)]
    ran = _ran(outcome)
    if confirm and races and not outcome.stopped:
        told("runs with gates")
        left = max(job.limit, 4 * (time.monotonic() - begun))
        races = _confirmed(replace(job, dynamic=False, limit=left), races, backend)
    return Observation(tuple(races), outcome.traced, ran)


def _ran(outcome: Outcome) -> Ran:
    if outcome.ran:
        return Ran(outcome.failed, outcome.output)
    return Ran(outcome.error or outcome.stopped, outcome.output, bool(outcome.stopped))


def _merged(observed: Sequence[Observed]) -> list[Observed]:
    """Each pair of lines once: several processes may have seen it."""
    found: dict[object, Observed] = {}
    for one in observed:
        known = found.get(one.lines)
        if known is None:
            found[one.lines] = one
        else:
            known.count += one.count
    return list(found.values())


def _confirmed(job: Job, races: Sequence[Race], backend: Backend) -> list[Race]:
    """The races with what the runs with gates say of them."""
    pairs = [_pair(race.observed) for race in races[:_MOST_CONFIRMED]]
    chosen = [number for number, pair in enumerate(pairs) if pair is not None]
    asked = replace(job, pairs=tuple(pair for pair in pairs if pair is not None))
    found = list(races)
    for number, (_, seen) in zip(chosen, judged(asked, backend), strict=True):
        if seen.verdict == Verdict.CONFIRMED.name:
            found[number] = replace(races[number], verdict=CONFIRMED, evidence=seen.evidence, harm=seen.harm)
        else:
            said = f"a run with a gate says {Verdict[seen.verdict].value}: {seen.evidence}"
            found[number] = replace(races[number], evidence=said)
    return found


def _pair(observed: Observed) -> Pair | None:
    """The places of the gate and of the probe; None if the sources do not tell them."""
    sides = observed.earlier, observed.later
    frames = [side.stack[0] for side in sides]
    race = RaceAt(
        rows=(frames[0].row, frames[1].row),
        columns=(frames[0].column, frames[1].column),
        names=("", ""),
        kinds=(sides[0].mode, sides[1].mode),
        streams=(sides[0].label, sides[1].label),
        hosts=(sides[0].host, sides[1].host),
        reuse=observed.reuse,
    )
    with suppress(RewriteError, SyntaxError, ValueError, RecursionError):
        return pair_in(race, [(frame.filename, read_text(frame.filename)) for frame in frames])
    return None
