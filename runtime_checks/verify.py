"""Verdicts on findings: which pair of accesses to judge, and what the backend's answer means."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from cupylint.findings import Finding
from cupylint.options import DEVICE_MEMORY
from cupylint.reading import is_folder_gone

from . import endings, fixes, memory, proofs
from .backends import Backend
from .children import Ending
from .command import Command
from .jobs import Job, Outcome, Pair, Seen, Site, Watch, Watched
from .judging import failed_before, judged, result_of
from .results import Ran, Result, Verdict
from .rewrite import RewriteError, read_text
from .timings import CLOCKS, interval

LIMIT = 120.0
"""Seconds for all runs of a program together."""

UNNAMED = frozenset(("CUP111", "CUP112"))
"""Rules about memory that no expression of the source names: a temporary argument, the work area of a plan."""
_ARGUMENT = "CUP111"
HOST = "host"
"""The lane of the program itself; a function that a stream calls on the host has another one."""


def provable(finding: Finding) -> bool:
    """Whether a gate can judge it: it is about the order of two operations, on streams or by the program itself."""
    return len(finding.accesses) == 2 and not any(side.host and side.stream != HOST for side in finding.accesses)


def pair_of(finding: Finding, path: str = "") -> Pair:
    """The two accesses of a `provable` finding; `path` is the file of accesses that name none."""
    here = path or finding.filename
    if finding.code in CLOCKS:
        return interval(finding, here)
    unseen = finding.code in UNNAMED
    earlier, later = (
        Site(
            side.filename or here,
            side.location,
            side.host,
            side.stream,
            unseen,
            unseen,
            behind=side.after_wait,
            reads=side.mode == "read",
        )
        for side in finding.accesses
    )
    # The argument itself is computed earlier, on the current stream; what comes later is the call around it.
    return Pair(earlier, replace(later, own=False) if finding.code == _ARGUMENT else later)


@dataclass(frozen=True, slots=True)
class Verified:
    """One result a finding, in order, and how the program ended."""

    results: tuple[Result, ...]
    ran: Ran


def verify_command(
    command: Command,
    findings: Sequence[Finding],
    backend: Backend,
    *,
    limit: float = LIMIT,
    per_thread_default_stream: bool = False,
    device_memory: int = DEVICE_MEMORY,
    on_result: Callable[[int, Result], None] = lambda number, result: None,
) -> Verified:
    """Run a program and say of each finding what happens. One result a finding, in order.

    Findings may be in modules that the program imports; `Finding.filename` says so. Everything that
    can go wrong in the program becomes a verdict, nothing an exception. Without findings it is run once.

    Args:
        on_result: told the number of a finding and its result; also while the program runs, once it is confirmed, and
            again when its fix was tried.
    """
    job = _job(command, findings, limit, per_thread_default_stream)
    return _Verifying(command, findings, backend, job, device_memory, on_result).verified()


def _job(command: Command, findings: Sequence[Finding], limit: float, per_thread_default_stream: bool) -> Job:
    """The program, with the pairs of accesses to judge and the statements to watch."""
    path = command.path
    chosen = [finding for finding in findings if provable(finding)]
    watched = [finding for finding in findings if _is_watched(finding)]
    return Job(
        path=path,
        module=command.module,
        pairs=tuple(pair_of(finding, finding.filename or path) for finding in chosen),
        texts=_texts([*([path] if path else []), *(finding.filename or path for finding in [*chosen, *watched])]),
        argv=command.arguments,
        directory=os.getcwd(),
        per_thread_default_stream=per_thread_default_stream,
        limit=limit,
        watch=tuple(Watch(_site(finding, path), proofs.later_too(finding.code)) for finding in watched),
    )


def _is_watched(finding: Finding) -> bool:
    """Whether what a statement raises or waits for shows it, and no gate does."""
    return not provable(finding) and proofs.watched(finding)


class _Verifying:
    """One program, and what its runs have shown of the findings."""

    def __init__(
        self,
        command: Command,
        findings: Sequence[Finding],
        backend: Backend,
        job: Job,
        device_memory: int,
        on_result: Callable[[int, Result], None],
    ) -> None:
        self._command, self._findings, self._backend, self._job = command, findings, backend, job
        self._device_memory, self._on_result = device_memory, on_result
        self._until = time.monotonic() + 2 * job.limit
        self._numbers = [number for number, finding in enumerate(findings) if provable(finding)]
        self._watched = [finding for finding in findings if _is_watched(finding)]
        self._texts = dict(job.texts)
        self._outcomes: list[Outcome] = []

    def verified(self) -> Verified:
        """Run the program as often as the findings need it."""
        answers = iter(judged(self._job, self._backend, self._outcomes.append, self._early))
        self._end = _ended(self._job, self._backend, self._findings, self._outcomes)
        if not self._outcomes:
            self._outcomes.append(self._backend.run(replace(self._job, pairs=())))
        self._ran = _ran(self._outcomes)
        self._places = _watched(self._outcomes)
        self._filled = _filled(self._job, self._backend, self._findings, self._device_memory)
        results = []
        for number, finding in enumerate(self._findings):
            if provable(finding):
                result = self._with_fix(finding, *next(answers))
            else:
                result = _of_run(self._command, finding, self._seen(finding), self._backend)
            results.append(result)
            self._on_result(number, result)
        return Verified(tuple(results), self._ran)

    def _early(self, number: int, seen: Seen) -> None:
        if seen.verdict == Verdict.CONFIRMED.name:  # the only one that stays whatever else happens
            finding = self._findings[self._numbers[number]]
            self._on_result(self._numbers[number], self._of_pair(finding, self._job.pairs[number], seen))

    def _of_pair(self, finding: Finding, pair: Pair, seen: Seen) -> Result:
        case = _case(self._command, pair.later.filename)
        result = result_of(case, finding.code, Verdict.CONFIRMED, pair, seen, self._backend, self._texts)
        place = finding.location
        return replace(result, row=place.row, column=place.column) if pair.later.clock else result

    def _with_fix(self, finding: Finding, pair: Pair, seen: Seen) -> Result:
        """The result for a finding that a gate judges, with what its fix does."""
        result = self._of_pair(finding, pair, seen)
        if result.verdict is not Verdict.CONFIRMED or finding.fix is None:
            return result
        if time.monotonic() >= self._until:
            said = "the fix was not tried: no time is left"
        elif is_folder_gone():
            said = "the fix was not tried: the program has removed the current folder"
        else:
            said = fixes.tried(self._job, pair, finding, self._backend)
        return replace(result, evidence=f"{result.evidence}; {said}", fixed=said)

    def _seen(self, finding: Finding) -> Seen:
        """What is seen of a finding that no gate judges."""
        there = self._places.get(self._watched.index(finding)) if finding in self._watched else None
        if endings.provable(finding):
            seen = endings.judged(finding, self._end)
            if seen.verdict != Verdict.CONFIRMED.name and there is not None:
                raised = proofs.judged(finding, there, self._backend.name)
                return raised if raised.verdict == Verdict.CONFIRMED.name else seen
            return seen
        if finding in self._watched:
            in_main = not self._command.module and (finding.filename or self._command.path) == self._command.path
            return _at_place(finding, there, self._backend, self._ran, in_main)
        if finding.code in memory.TOO_LARGE:
            return memory.of_finding(finding, self._filled, self._device_memory)
        return proofs.unprovable(finding)


def _site(finding: Finding, path: str) -> Site:
    """The statement to watch: the work whose stream is lost, where the finding is about that."""
    filename = finding.filename or path
    if finding.code == "CUP110" and finding.related:
        work = finding.related[0]
        return Site(work.filename or filename, work.location)
    return Site(filename, finding.location)


def _watched(outcomes: Sequence[Outcome]) -> dict[int, Watched]:
    """What was seen of the statements to watch, in the first run that told it."""
    found: dict[int, Watched] = {}
    for outcome in outcomes:
        found = {**outcome.watched, **found}
    return found


def _at_place(finding: Finding, there: Watched | None, backend: Backend, ran: Ran, in_main: bool) -> Seen:
    """What is seen of a finding that is shown by what a statement raises or waits for."""
    seen = proofs.judged(finding, there or Watched(), backend.name)
    if seen.verdict == Verdict.NOT_REACHED.name and ran.error:
        return failed_before(seen, ran.error, in_main)
    return seen


def _case(command: Command, filename: str) -> str:
    """What a result is called: the program, or another file."""
    if command.module or filename == command.path:  # the folder of relative names may be gone
        return filename
    same = os.path.realpath(filename) == os.path.realpath(command.path)
    return command.path if same else filename


def _ran(outcomes: Sequence[Outcome]) -> Ran:
    """What became of the program when it ran as it is."""
    for outcome in outcomes:
        if outcome.ran:
            return Ran(outcome.failed, outcome.output)
    for outcome in outcomes:
        if outcome.error or outcome.stopped:
            return Ran(outcome.error or outcome.stopped, outcome.output, bool(outcome.stopped))
    return Ran()


def _texts(files: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The texts of files, read before the program runs: it may change or remove them. Not of those that are no text."""
    found = {}
    for name in dict.fromkeys(files):
        with suppress(RewriteError):
            found[name] = read_text(name)
    return tuple(found.items())


def _of_run(command: Command, finding: Finding, seen: Seen, backend: Backend) -> Result:
    """The result for a finding that a whole run tells something about."""
    filename = finding.filename or command.path
    return Result(
        case=_case(command, filename),
        code=finding.code,
        filename=filename,
        row=finding.location.row,
        column=finding.location.column,
        expected=proofs.expected(finding.code).value,
        verdict=Verdict[seen.verdict],
        evidence=seen.evidence,
        milliseconds=seen.milliseconds,
        backend=backend.name,
        harm=seen.harm,
    )


def _filled(job: Job, backend: Backend, findings: Sequence[Finding], device_memory: int) -> Ending | None:
    """How the program ends on a device of so much memory, for the findings about that; None: that cannot be seen."""
    if not any(finding.code in memory.TOO_LARGE for finding in findings):
        return None
    if backend.name != "cuda":
        return memory.bounded(backend, job, device_memory)
    backend.close()  # what its children hold of the device would be missing
    program, argv = ("-m", (job.module, *job.argv)) if job.module else (job.path, job.argv)
    return memory.ended(program, argv, job.limit, device_memory)


def _ended(job: Job, backend: Backend, findings: Sequence[Finding], outcomes: list[Outcome]) -> Seen:
    """How a run of the program ends, for the findings about that."""
    if not any(endings.provable(finding) for finding in findings):
        return Seen(0, Verdict.NOT_REACHED.name, "")
    reuse = any(finding.code == endings.REUSE for finding in findings)
    outcome = backend.run(replace(job, pairs=(), reuse=reuse))
    outcomes.append(outcome)
    if 0 in outcome.seen:
        return outcome.seen[0]
    lost = Verdict.INCONCLUSIVE if outcome.stopped in ("unusable", "unfit") else Verdict.FAILED
    return Seen(0, lost.name, outcome.error or "no answer")
