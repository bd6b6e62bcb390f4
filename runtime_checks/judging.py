"""From a backend's answers to what is seen of each pair of accesses, whatever becomes of the processes."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from .backends import Backend
from .jobs import Job, Outcome, Pair, Seen
from .launch import ENDED
from .results import Result, Step, Verdict
from .timings import worded

_HOST_WAITED = re.compile(r"^the host waited in line (\d+)(?: of (.+))?(?= until )")


_FIRST, _SERIAL = "a first run", "wait after each line"  # words of stages


def judged(
    job: Job,
    backend: Backend,
    on_outcome: Callable[[Outcome], None] = lambda outcome: None,
    on_seen: Callable[[int, Seen], None] = lambda number, seen: None,
) -> list[tuple[Pair, Seen]]:
    """What is seen of each pair of a job, in order, whatever becomes of the processes.

    Args:
        on_seen: told the number of a pair and what was seen of it, while the program runs; not always the last word.
    """
    pairs = _Pairs(job)
    while pairs.left:
        start, asked = time.monotonic(), pairs.left
        outcome = backend.run(pairs.part_of(job), _numbered(asked, on_seen))
        on_outcome(outcome)
        pairs.take(outcome)
        has_more = len(pairs.left) < len(asked) or outcome.partly
        if has_more and not outcome.stopped and not outcome.error:
            continue  # threads that the program left behind: another process goes on
        slower = _with_less(job, outcome)
        if slower is None:
            pairs.give_up(asked, outcome, 1e3 * (time.monotonic() - start))
        else:
            job = slower
    return [(pair, replace(pairs.seen[number], pair=number)) for number, pair in enumerate(job.pairs)]


class _Pairs:
    """The pairs of a job by their numbers, and what was seen of them in one process after another.

    Attributes:
        left: those that nothing was seen of.
    """

    def __init__(self, job: Job) -> None:
        self._path, self._pairs = job.path, job.pairs
        self._partly: dict[int, Seen] = {}
        self._tested: dict[int, tuple[tuple[int, int], ...]] = {}
        self.seen: dict[int, Seen] = {}
        self.left = list(range(len(job.pairs)))

    def part_of(self, job: Job) -> Job:
        """The job with those pairs alone that are left."""
        tested = tuple(self._tested.get(number, ()) for number in self.left)
        return replace(job, pairs=tuple(self._pairs[number] for number in self.left), tested=tested)

    def take(self, outcome: Outcome) -> None:
        """Note what a process has seen of those that were left."""
        for index, number in enumerate(self.left):
            if index in outcome.partly:
                self._partly[number], self._tested[number] = outcome.partly[index]
            if index in outcome.seen:
                pair = self._pairs[number]
                in_main = self._path in (pair.earlier.filename, pair.later.filename)
                seen = _reached(outcome.seen[index], outcome, in_main)
                was_reached = seen.verdict != Verdict.NOT_REACHED.name
                self.seen[number] = seen if was_reached else self._partly.get(number, seen)
        self.left = [number for number in self.left if number not in self.seen]

    def give_up(self, asked: Sequence[int], outcome: Outcome, milliseconds: float) -> None:
        """Note what ended the process of those that are left; where that is the fault of the first one, of that."""
        blamed = self.left[:1] if outcome.stopped and "with a gate" in outcome.stage else self.left
        for number in blamed:
            self.seen[number] = _unseen(outcome, asked.index(number), self._pairs[number], milliseconds)
        self.left = self.left[len(blamed) :]


def _numbered(left: Sequence[int], on_seen: Callable[[int, Seen], None]) -> Callable[[Seen], None]:
    """Tells `on_seen` of the pairs of a part of a job by their numbers in the whole."""
    numbers = tuple(left)

    def told(seen: Seen) -> None:
        if 0 <= seen.pair < len(numbers):
            on_seen(numbers[seen.pair], seen)

    return told


def _with_less(job: Job, outcome: Outcome) -> Job | None:
    """The job that can still tell something where this one took too long; None: there is none."""
    if outcome.stopped != "time-out" or job.hurried:
        return None
    if job.warm_up and _FIRST in outcome.stage:
        return replace(job, warm_up=False, serial=False, hurried=True)  # one run with all gates, as far as it comes
    if job.serial and _SERIAL in outcome.stage:
        return replace(job, serial=False)  # work that waits for the host to go on, say
    return None


def _reached(seen: Seen, outcome: Outcome, in_main: bool) -> Seen:
    error = outcome.failed or outcome.error
    if seen.verdict == Verdict.NOT_REACHED.name and error:
        return failed_before(seen, error, in_main)
    return seen


def failed_before(seen: Seen, error: str, in_main: bool) -> Seen:
    """The verdict on what a program that failed did not come to; `in_main`: it stands in the program's own file."""
    if not in_main and error.startswith(ENDED):  # a test runner says so that some test failed
        return replace(seen, evidence=f"{seen.evidence}; {error}")
    return replace(seen, verdict=Verdict.FAILED.name, evidence=f"the program failed before: {error}")


def _unseen(outcome: Outcome, index: int, pair: Pair, milliseconds: float) -> Seen:
    """The verdict on a pair that the child said nothing about; `index` is its number there."""
    if outcome.stopped in ("unusable", "unfit"):
        return Seen(0, Verdict.INCONCLUSIVE.name, outcome.error)
    if outcome.stopped == "time-out" and outcome.came:
        missed = [line for role, line in enumerate(pair.lines()) if (index, role) not in outcome.came]
        if missed:
            text = f"the run did not come to {missed[0]}: {outcome.error}"
            return Seen(0, Verdict.NOT_REACHED.name, text, milliseconds=milliseconds)
        text = f"{' and '.join(pair.lines())} were executed, but nothing was seen of their order: {outcome.error}"
        return Seen(0, Verdict.INCONCLUSIVE.name, text, milliseconds=milliseconds)
    during = f", during {outcome.stage}" if outcome.stopped and outcome.stage else ""
    text = f"the program failed: {outcome.error or 'no answer'}{during}"
    return Seen(0, Verdict.FAILED.name, text, milliseconds=milliseconds)


def result_of(
    case: str, code: str, expected: Verdict, pair: Pair, seen: Seen, backend: Backend, texts: Mapping[str, str]
) -> Result:
    """A result for what was seen of a pair; `texts` are those of its files, by name."""
    sides = {"earlier": pair.earlier, "later": pair.later}
    lines = {name: text.splitlines() for name, text in texts.items()}
    streams = (pair.earlier.stream, pair.later.stream)
    lanes = {"earlier": streams[0], "later": streams[1], "host": "host"}

    def shown(lane: str, row: int, filename: str = "") -> str:
        name = filename or sides.get(lane, pair.later).filename
        return _line(lines.get(name, ()), row)

    steps = tuple(
        Step(lanes.get(lane, lane), start, end, "gate" if kind == "gate" else shown(lane, row), kind)
        for lane, start, end, kind, row in seen.steps
    )
    evidence = worded(seen.evidence, code) if pair.later.clock else seen.evidence
    if match := _HOST_WAITED.match(evidence):
        evidence += f": `{shown('host', int(match.group(1)), match.group(2) or '')}`"
    return Result(
        case=case,
        code=code,
        filename=pair.later.filename,
        row=pair.later.location.row,
        column=pair.later.location.column,
        expected=expected.value,
        verdict=Verdict[seen.verdict],
        evidence=evidence,
        milliseconds=seen.milliseconds,
        backend=backend.name,
        streams=streams,
        harm=seen.harm,
        steps=steps,
    )


def _line(lines: Sequence[str], row: int) -> str:
    return lines[row - 1].partition("  #")[0].strip() if 0 < row <= len(lines) else f"line {row}"
