"""What a run proved: verdicts and the results that carry them. Plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Verdict(Enum):
    """What was observed of a finding or a fixture."""

    CONFIRMED = "CONFIRMED"  # the later access ran (or the host got there) while the earlier one was held back
    ORDERED = "ORDERED"  # something made it wait: a false alarm on this path, `evidence` names the edge
    NOT_REACHED = "NOT REACHED"  # the run did not come to both places
    INCONCLUSIVE = "INCONCLUSIVE"  # `evidence` says why
    HANGS = "HANGS"
    OUT_OF_MEMORY = "OUT OF MEMORY"
    FAILED = "FAILED"  # the program itself failed or did not end
    NOT_SUPPORTED = "NOT SUPPORTED"  # the simulator lacks a call; `evidence` names it
    ENDS = "ENDS"  # the control of a hang or memory case ended normally


def printed(output: str) -> str:
    """The evidence of a run that ended normally: the end of what it printed."""
    last = " ".join(next((line for line in reversed(output.splitlines()) if line.strip()), "").split())
    return f"it ended and printed {last[:60]}" if last else "it ended"


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of the user's program when it ran.

    Attributes:
        error: how it failed, did not start or was stopped; "" if it came to its end well.
        output: the end of what it printed.
        stopped: it did not come to its end by itself.
    """

    error: str = ""
    output: str = ""
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """Something observed on one lane at one time, for the picture of a case.

    ``start`` and ``end`` are milliseconds from the start of the case; ``kind`` is "work", "gate",
    "wait" or "host".
    """

    lane: str
    start: float
    end: float
    text: str
    kind: str = "work"


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one case (a fixture's marked line, or a finding in a user's program).

    Attributes:
        case: the fixture's name ("CUP101/bad_textbook") or the program's path.
        code: rule code.
        row, column: the later access, from 1; column 0 if unknown.
        expected: what the fixture says, or what the linter said ("CONFIRMED" for a finding).
        harm: what went wrong in numbers ("wrong 262144 of 262144"), "" if the numbers were equal or not compared.
        evidence: one sentence: what was held back, what ran meanwhile, or the edge that ordered them.
        backend: "cuda" or "simulator".
        peak: the most bytes of a device that the program held at once, 0 if nobody looked.
        fixed: what was observed with the fix of the linter, the end of `evidence`; "" if that was not tried.
    """

    case: str
    code: str
    filename: str
    row: int
    column: int
    expected: str
    verdict: Verdict
    evidence: str
    milliseconds: float
    backend: str
    streams: tuple[str, ...] = ()
    harm: str = ""
    steps: tuple[Step, ...] = field(default=())
    peak: int = 0
    fixed: str = ""

    @property
    def as_expected(self) -> bool:
        """Whether the verdict is the expected one."""
        return self.verdict.value == self.expected
