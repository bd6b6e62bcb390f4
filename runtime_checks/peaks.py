"""Peaks: how much memory a program holds at once, as the linter predicts it and as a hook in CuPy's pools counts it."""

from __future__ import annotations

from dataclasses import dataclass

from .jobs import Seen
from .memory import amount
from .results import Verdict

WITHIN = 0.1
"""By how much a prediction may be off."""

_SHOWN = 40  # characters
_SLACK = 1 << 20  # bytes: partial sums and the like


@dataclass(frozen=True, slots=True)
class Predicted:
    """What the linter says before the run.

    Attributes:
        nbytes: the most bytes that are alive at once, as far as sizes are known.
        gaps: operations whose size is not known, ready for a sentence ("line 4 (u = cp.unique(x))").
    """

    nbytes: int
    gaps: tuple[str, ...] = ()


def judged(predicted: Predicted, seen: Seen) -> Seen:
    """The verdict on a program that was watched.

    `Verdict.ENDS` where the prediction is near, or says itself what it lacks; `Verdict.FAILED` where it is wrong.
    """
    if seen.verdict != Verdict.ENDS.name:
        return seen
    both = f"{amount(seen.peak)} at its peak, {amount(predicted.nbytes)} predicted"
    difference = predicted.nbytes - seen.peak
    near = abs(difference) <= max(WITHIN * seen.peak, _SLACK)
    if near:
        return _said(seen, Verdict.ENDS, f"within {WITHIN:.0%}: {both}")
    if difference < 0 and predicted.gaps:
        return _said(seen, Verdict.ENDS, f"{both}; not modelled: {', '.join(predicted.gaps)}")
    return _said(seen, Verdict.FAILED, f"{both}: {difference / seen.peak if seen.peak else 1:+.0%}")


def is_near(evidence: str) -> bool:
    """Whether the text of a verdict says that the prediction was near."""
    return evidence.startswith("within ")


def shortened(text: str) -> str:
    """A line of source that fits into a sentence."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def _said(seen: Seen, verdict: Verdict, text: str) -> Seen:
    return Seen(seen.pair, verdict.name, text, milliseconds=seen.milliseconds, peak=seen.peak)
