"""Does a program run out of memory? The real exception, its size and line; the corrected twin is the control.

Cards smaller than the one at hand are had by bounding CuPy's pool: it raises the same exception there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from cupylint.findings import Finding

from . import children
from .children import Ending
from .jobs import Seen
from .pairs import Pair
from .results import Result, Verdict

LIMIT = 120.0
"""Seconds that each of the programs may take."""

Run = Callable[[Path, float, int], Ending]


def _child(program: Path, limit: float, memory: int) -> Ending:
    return children.run(program, limit, memory=memory)


def judge(pair: Pair, limit: float = LIMIT, run: Run = _child, predicted: int = 0) -> list[Result]:
    """The verdicts on both programs: `Verdict.OUT_OF_MEMORY` and `Verdict.ENDS` where all is as expected.

    Args:
        limit: seconds for each program.
        predicted: bytes that the linter says are alive together, 0 if it says nothing.
    """
    return [
        _result(pair, bad, run((pair.bad if bad else pair.good).path, limit, pair.memory), limit, predicted)
        for bad in (True, False)
    ]


TOO_LARGE = ("CUP401", "CUP402", "CUP404")
"""The rules that announce the exception."""


def ended(program: str, arguments: Sequence[str], limit: float, memory: int) -> Ending:
    """How a user's program ends with a device of `memory` bytes."""
    return children.run(program, limit, memory=memory, arguments=arguments)


def of_finding(finding: Finding, end: Ending | None, memory: int) -> Seen:
    """What the end of a run with a device of `memory` bytes says of a finding of `TOO_LARGE`."""
    if end is None:
        return Seen(0, Verdict.NOT_SUPPORTED.name, "in the simulator no memory is taken: needs a device")
    verdict, said = _of_end(finding, end, f" within {amount(memory)}")
    return Seen(0, verdict.name, said, milliseconds=end.seconds * 1000)


def _of_end(finding: Finding, end: Ending, within: str) -> tuple[Verdict, str]:
    if not end.memory:
        if end.state == "ended":
            return Verdict.INCONCLUSIVE, f"the program ended{within}, the pool took {amount(end.pool)}"
        where = f" (line {end.row})" if end.row else ""
        return Verdict.INCONCLUSIVE, f"the program did not come to it: {end.kind or end.state} {end.error}{where}"
    sizes = f" for {amount(end.asked)} more" if end.asked else ""
    sizes += f", {amount(end.held)} in use" if end.held else ""
    said = f"{end.kind} at line {end.row}{sizes}{within}"
    said += f"; {amount(finding.needs)} predicted" if finding.needs else ""
    here = finding.location.row <= end.row <= finding.location.end_row
    return (Verdict.CONFIRMED if here else Verdict.INCONCLUSIVE), said


def _result(pair: Pair, bad: bool, end: Ending, limit: float, predicted: int) -> Result:
    bound = pair.memory or end.bound  # or the program's own
    within = f" within {amount(bound)}" if bound else ""
    if end.memory:
        sizes = f" for {amount(end.asked)} more" if end.asked else ""
        sizes += f", {amount(end.held)} in use" if end.held else ""
        said = f"{end.kind} at line {end.row}{sizes}{within}"
        if predicted and bad:
            said += f"; {amount(predicted)} predicted"
        verdict = Verdict.OUT_OF_MEMORY
        if bad and pair.row and end.row != pair.row:
            said += f"; the marked line is {pair.row}"
            verdict = Verdict.FAILED
    elif end.state == "ended":
        verdict, said = Verdict.ENDS, f"ends{within}, the pool took {amount(end.pool)}"
    elif end.state == "unusable":
        verdict, said = Verdict.INCONCLUSIVE, end.error
    elif end.state == "late":
        verdict, said = Verdict.FAILED, f"did not end within {limit:.0f} s"
    else:
        where = f" (line {end.row})" if end.row else ""
        verdict, said = Verdict.FAILED, f"{end.kind or end.state}: {end.error}{where}"
    return pair.result(bad, verdict, said, end.seconds * 1000)


def amount(count: int) -> str:
    """Bytes for a reader: "122 MiB"."""
    value, unit = float(count), "B"
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if value < 1024 or unit == "TiB":
            break
        value /= 1024
    return f"{value:.4g} {unit}"
