"""Pairs of bundled programs that are judged by how they end: ``verdict:`` in the docstring of the bad one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .cases import Case, load
from .jobs import Seen
from .results import Result, Step, Verdict

WHOLE_RUN = (Verdict.HANGS.value, Verdict.OUT_OF_MEMORY.value)
"""The verdicts that a whole run gives, not two accesses."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A program with a mistake, its corrected twin, and what is expected of the first.

    Attributes:
        memory: bytes that the device is to have, 0 for all.
        row: the marked line of the bad program, 0 without a mark.
    """

    bad: Case
    good: Case
    expected: str
    code: str
    row: int = 0
    memory: int = 0

    def result(
        self,
        bad: bool,
        verdict: Verdict,
        evidence: str,
        milliseconds: float,
        steps: tuple[Step, ...] = (),
        backend: str = "cuda",
    ) -> Result:
        """The result for one of the two programs."""
        case = self.bad if bad else self.good
        return Result(
            case=case.name,
            code=self.code,
            filename=str(case.path),
            row=self.row if bad else 0,
            column=0,
            expected=self.expected if bad else Verdict.ENDS.value,
            verdict=verdict,
            evidence=evidence,
            milliseconds=milliseconds,
            backend=backend,
            steps=steps,
        )


def pair(bad: Case) -> Pair | None:
    """The pair of the program `bad`; None unless its docstring expects a verdict on the whole run.

    Raises:
        OSError: the twin cannot be read.
        ValueError: an option makes no sense.
    """
    expected = dict(bad.fields).get("verdict", "").strip()
    if not bad.bad or expected not in WHOLE_RUN:
        return None
    first = bad.expects[0] if bad.expects else None
    return Pair(
        bad,
        load(bad.twin_path),
        expected,
        code=first.code if first else bad.code,
        row=first.row if first else 0,
        memory=bad.memory,
    )


def simulated(pair: Pair, run: Callable[[Path], Seen]) -> list[Result]:
    """The verdicts on a pair in the simulator, where one run of each tells.

    Args:
        run: runs a program, and says how it ended.
    """
    found = []
    for bad, case in ((True, pair.bad), (False, pair.good)):
        seen = run(case.path)
        found.append(pair.result(bad, Verdict[seen.verdict], seen.evidence, seen.milliseconds, backend="simulator"))
    return found
