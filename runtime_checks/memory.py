"""Does a program run out of memory? The real exception, its size and line; the corrected twin is the control.

Cards smaller than the one at hand are had by bounding CuPy's pool: it raises the same exception there. The simulator
has the pools, and counts what is taken of them; what a library takes beside the results it does not know, and so it
says nothing once a program calls one that may (`simulator.cupy_api.tables.NO_WORK`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from cupylint.findings import Finding

from . import children
from .backends import Backend
from .children import Ending
from .endings import ROW
from .jobs import Job, Outcome, Seen
from .pairs import Pair
from .program import SIZES
from .results import Result, Verdict

LIMIT = 120.0
"""Seconds that each of the programs may take."""

Run = Callable[[Path, float, int], Ending]


def _child(program: Path, limit: float, memory: int) -> Ending:
    return children.run(program, limit, memory=memory)


def judge(
    pair: Pair, limit: float = LIMIT, run: Run = _child, predicted: int = 0, backend: str = "cuda"
) -> list[Result]:
    """The verdicts on both programs: `Verdict.OUT_OF_MEMORY` and `Verdict.ENDS` where all is as expected.

    Args:
        limit: seconds for each program.
        predicted: bytes that the linter says are alive together, 0 if it says nothing.
    """
    found = []
    for bad in (True, False):
        end = run((pair.bad if bad else pair.good).path, limit, pair.memory)
        found.append(replace(_result(pair, bad, end, limit, predicted), backend=backend))
    return found


_WHOLE_DEVICE = 80 << 30


def bounded(backend: Backend, job: Job, memory: int) -> Ending:
    """How a program ends with pools of `memory` bytes, 0: as large as the program makes them (in the simulator)."""
    return of_outcome(backend.run(replace(job, pairs=(), watch=(), memory=memory or _WHOLE_DEVICE)))


def of_outcome(outcome: Outcome) -> Ending:
    """The ending that a backend tells of a run whose pools were bounded."""
    seen = outcome.seen.get(0)
    if seen is None:
        return Ending("late" if outcome.stopped == "time-out" else "lost", error=outcome.error)
    seconds = seen.milliseconds / 1000
    if seen.verdict == Verdict.NOT_SUPPORTED.name:
        return Ending("unknown", seconds, error=seen.evidence)
    if seen.verdict == Verdict.ENDS.name:
        return Ending("ended", seconds, pool=seen.peak)
    row = ROW.search(seen.evidence)
    kind, _, text = seen.evidence[: row.start() if row else None].partition(": ")
    sizes = SIZES.search(text)
    asked, held, bound = (int((size or "0").replace(",", "")) for size in (sizes.groups() if sizes else ("",) * 3))
    at = int(row[1]) if row else 0
    short = kind.rpartition(".")[2]
    refused = sizes is not None or short == MemoryError.__name__  # what Thrust was refused comes without sizes
    return Ending("failed", seconds, short, text, at, refused, asked, held, bound)


TOO_LARGE = ("CUP401", "CUP402", "CUP404")
"""The rules that announce the exception."""


def ended(program: str, arguments: Sequence[str], limit: float, memory: int) -> Ending:
    """How a user's program ends with a device of `memory` bytes."""
    return children.run(program, limit, memory=memory, arguments=arguments)


def of_finding(finding: Finding, end: Ending | None, memory: int) -> Seen:
    """What the end of a run with a device of `memory` bytes says of a finding of `TOO_LARGE`."""
    if end is None:
        return Seen(0, Verdict.NOT_SUPPORTED.name, "nobody looked how much memory is taken")
    if end.state == "unknown":
        return Seen(0, Verdict.NOT_SUPPORTED.name, f"{end.error}: needs a device", milliseconds=end.seconds * 1000)
    verdict, said = _of_end(finding, end, f" within {amount(memory)}")
    return Seen(0, verdict.name, said, milliseconds=end.seconds * 1000)


def _of_end(finding: Finding, end: Ending, within: str) -> tuple[Verdict, str]:
    if not end.memory:
        if end.state == "ended":
            return Verdict.INCONCLUSIVE, f"the program ended{within}, the pool took {amount(end.pool)}"
        where = f" (line {end.row})" if end.row else ""
        return Verdict.INCONCLUSIVE, f"the program did not come to it: {end.kind or end.state} {end.error}{where}"
    said = f"{_error(end)}{within}"
    said += f"; {amount(finding.needs)} predicted" if finding.needs else ""
    here = finding.location.row <= end.row <= finding.location.end_row
    return (Verdict.CONFIRMED if here else Verdict.INCONCLUSIVE), said


def _result(pair: Pair, bad: bool, end: Ending, limit: float, predicted: int) -> Result:
    bound = pair.memory or end.bound  # or the program's own
    within = f" within {amount(bound)}" if bound else ""
    if end.memory:
        verdict, said = _out_of_memory(pair, bad, end, within, predicted)
    else:
        where = f" (line {end.row})" if end.row else ""
        verdict, said = {
            "ended": (Verdict.ENDS, f"ends{within}, the pool took {amount(end.pool)}"),
            "unknown": (Verdict.NOT_SUPPORTED, f"{end.error}: needs a device"),
            "unusable": (Verdict.INCONCLUSIVE, end.error),
            "late": (Verdict.FAILED, f"did not end within {limit:.0f} s"),
        }.get(end.state, (Verdict.FAILED, f"{end.kind or end.state}: {end.error}{where}"))
    return pair.result(bad, verdict, said, end.seconds * 1000)


def _out_of_memory(pair: Pair, bad: bool, end: Ending, within: str, predicted: int) -> tuple[Verdict, str]:
    said = f"{_error(end)}{within}"
    if predicted and bad:
        said += f"; {amount(predicted)} predicted"
    if bad and pair.row and end.row != pair.row:
        return Verdict.FAILED, f"{said}; the marked line is {pair.row}"
    return Verdict.OUT_OF_MEMORY, said


def _error(end: Ending) -> str:
    """The error that a program ended with for lack of memory."""
    sizes = f" for {amount(end.asked)} more" if end.asked else ""
    sizes += f", {amount(end.held)} in use" if end.held else ""
    return f"{end.kind} at line {end.row}{sizes}"


def amount(count: int) -> str:
    """Bytes for a reader: "122 MiB"."""
    value, unit = float(count), "B"
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if value < 1024 or unit == "TiB":
            break
        value /= 1024
    return f"{value:.4g} {unit}"
