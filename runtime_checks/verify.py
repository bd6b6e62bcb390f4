"""Verdicts on findings: which pair of accesses to judge, and what the backend's answer means."""

from __future__ import annotations

import difflib
import os
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from cupylint.findings import Finding, Fix, Location
from cupylint.options import DEVICE_MEMORY

from . import memory, proofs, wholes
from .backends import Backend
from .children import Ending
from .command import Command
from .jobs import Job, Outcome, Pair, Seen, Site, Watch, Watched
from .launch import ENDED
from .results import Ran, Result, Step, Verdict
from .rewrite import RewriteError, is_store, read_text, statements, unit_text
from .timings import CLOCK, interval, worded

LIMIT = 120.0
"""Seconds for all runs of a program together."""

UNNAMED = frozenset(("CUP111", "CUP112"))
"""Rules about memory that no expression of the source names: a temporary argument, the work area of a plan."""
_ARGUMENT = "CUP111"
HOST = "host"
"""The lane of the program itself; a function that a stream calls on the host has another one."""
_HOST_WAITED = re.compile(r"^the host waited in line (\d+)(?: of (.+))?(?= until )")
_ALIKE = 0.6


def provable(finding: Finding) -> bool:
    """Whether a gate can judge it: it is about the order of two operations, on streams or by the program itself."""
    return len(finding.accesses) == 2 and not any(side.host and side.stream != HOST for side in finding.accesses)


def pair_of(finding: Finding, path: str = "") -> Pair:
    """The two accesses of a `provable` finding; `path` is the file of accesses that name none."""
    here = path or finding.filename
    if finding.code == CLOCK:
        return interval(finding, here)
    unseen = finding.code in UNNAMED
    earlier, later = (
        Site(side.filename or here, side.location, side.host, side.stream, unseen, unseen) for side in finding.accesses
    )
    # The argument itself is computed earlier, on the current stream; what comes later is the call around it.
    return Pair(earlier, replace(later, own=False) if finding.code == _ARGUMENT else later)


@dataclass(frozen=True, slots=True)
class Verified:
    """One result a finding, in order, and how the program ended."""

    results: tuple[Result, ...]
    ran: Ran


def verify_program(
    path: str, findings: Sequence[Finding], backend: Backend, args: Sequence[str] = (), **more: Any
) -> list[Result]:
    """The results of `verify_command` for the program at `path` with these arguments."""
    return list(verify_command(Command(path, "", tuple(args)), findings, backend, **more).results)


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
    path, start = command.path, time.monotonic()
    chosen = [finding for finding in findings if provable(finding)]
    watched = [finding for finding in findings if finding not in chosen and proofs.watched(finding)]
    job = Job(
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
    outcomes: list[Outcome] = []
    numbers = [number for number, finding in enumerate(findings) if provable(finding)]
    texts = dict(job.texts)

    def as_result(finding: Finding, pair: Pair, seen: Seen) -> Result:
        case = _case(command, pair.later.filename)
        result = result_of(case, finding.code, Verdict.CONFIRMED, pair, seen, backend, texts)
        place = finding.location
        return replace(result, row=place.row, column=place.column) if pair.later.clock else result

    def early(number: int, seen: Seen) -> None:
        if seen.verdict == Verdict.CONFIRMED.name:  # the only one that stays whatever else happens
            on_result(numbers[number], as_result(chosen[number], job.pairs[number], seen))

    answers = iter(judged(job, backend, outcomes.append, early))
    ended = _ended(job, backend, findings, outcomes)
    if not outcomes:
        outcomes.append(backend.run(replace(job, pairs=())))
    places = _watched(outcomes)
    filled = _filled(job, backend, findings, device_memory)
    results = []
    for number, finding in enumerate(findings):
        if finding in chosen:
            pair, seen = next(answers)
            result = as_result(finding, pair, seen)
            if result.verdict is Verdict.CONFIRMED and finding.fix is not None:
                left = time.monotonic() < start + 2 * limit
                said = _fixed(job, pair, finding, backend) if left else "the fix was not tried: no time is left"
                result = replace(result, evidence=f"{result.evidence}; {said}", fixed=said)
        elif wholes.provable(finding):
            seen = wholes.judged(finding, ended)
            there = places.get(watched.index(finding)) if finding in watched else None
            if seen.verdict != Verdict.CONFIRMED.name and there is not None:
                raised = proofs.judged(finding, there, backend.name)
                seen = raised if raised.verdict == Verdict.CONFIRMED.name else seen
            result = _of_run(command, finding, seen, backend)
        elif finding in watched:
            there = places.get(watched.index(finding))
            in_main = not command.module and (finding.filename or path) == path
            result = _of_run(command, finding, _at_place(finding, there, backend, _ran(outcomes), in_main), backend)
        elif finding.code in memory.TOO_LARGE:
            result = _of_run(command, finding, memory.of_finding(finding, filled, device_memory), backend)
        else:
            result = _of_run(command, finding, proofs.unprovable(finding), backend)
        results.append(result)
        on_result(number, result)
    return Verified(tuple(results), _ran(outcomes))


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
        return _failed_before(seen, ran.error, in_main)
    return seen


def _case(command: Command, filename: str) -> str:
    """What a result is called: the program, or another file."""
    same = not command.module and os.path.realpath(filename) == os.path.realpath(command.path)
    return command.path if same else filename


def _ran(outcomes: Sequence[Outcome]) -> Ran:
    """What became of the program when it ran as it is."""
    for outcome in outcomes:
        if outcome.ran:
            return Ran(outcome.failed, outcome.output)
    for outcome in outcomes:
        if outcome.error or outcome.stopped:
            return Ran(outcome.error or outcome.stopped, outcome.output)
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
        expected=Verdict.CONFIRMED.value,
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
        return memory.simulated(backend, job, device_memory)
    backend.close()  # what its children hold of the device would be missing
    program, argv = ("-m", (job.module, *job.argv)) if job.module else (job.path, job.argv)
    return memory.ended(program, argv, job.limit, device_memory)


def _ended(job: Job, backend: Backend, findings: Sequence[Finding], outcomes: list[Outcome]) -> Seen:
    """How a run of the program ends, for the findings about that."""
    if not any(wholes.provable(finding) for finding in findings):
        return Seen(0, Verdict.NOT_REACHED.name, "")
    reuse = any(finding.code == wholes.REUSE for finding in findings)
    outcome = backend.run(replace(job, pairs=(), reuse=reuse))
    outcomes.append(outcome)
    if 0 in outcome.seen:
        return outcome.seen[0]
    lost = Verdict.INCONCLUSIVE if outcome.stopped in ("unusable", "unfit") else Verdict.FAILED
    return Seen(0, lost.name, outcome.error or "no answer")


# -- from the backend's answer to a verdict --------------------------------------------------------


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
    seen: dict[int, Seen] = {}
    partly: dict[int, Seen] = {}
    tested: dict[int, tuple[tuple[int, int], ...]] = {}
    left = list(range(len(job.pairs)))
    while left:
        done = tuple(tested.get(number, ()) for number in left)
        part = replace(job, pairs=tuple(job.pairs[number] for number in left), tested=done)
        start = time.monotonic()
        outcome = backend.run(part, _numbered(left, on_seen))
        on_outcome(outcome)
        for index, number in enumerate(left):
            if index in outcome.partly:
                partly[number], more = outcome.partly[index]
                tested[number] = more
            if index in outcome.seen:
                in_main = job.path in (job.pairs[number].earlier.filename, job.pairs[number].later.filename)
                seen[number] = _reached(outcome.seen[index], outcome, in_main)
                if number in partly and seen[number].verdict == Verdict.NOT_REACHED.name:
                    seen[number] = partly[number]
        asked, left = left, [number for number in left if number not in seen]
        if not left:
            break
        if (len(left) < len(asked) or outcome.partly) and not outcome.stopped and not outcome.error:
            continue  # threads that the program left behind: another process goes on
        slower = _with_less(job, outcome)
        if slower is not None:
            job = slower
            continue
        blamed = left[:1] if outcome.stopped and "with a gate" in outcome.stage else left
        spent = 1e3 * (time.monotonic() - start)
        for number in blamed:
            seen[number] = _unseen(outcome, asked.index(number), job.pairs[number], spent)
        left = left[len(blamed) :]
    return [(pair, replace(seen[number], pair=number)) for number, pair in enumerate(job.pairs)]


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
        return _failed_before(seen, error, in_main)
    return seen


def _failed_before(seen: Seen, error: str, in_main: bool) -> Seen:
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
    evidence = worded(seen.evidence) if pair.later.clock else seen.evidence
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


# -- fixes -----------------------------------------------------------------------------------------


def verify_fix(job: Job, pair: Pair, fix: Fix, backend: Backend) -> Seen:
    """What is seen of `pair` in the program of `job` when the fix is applied, to the file that it names.

    Raises:
        RewriteError: the file cannot be read, or has no such line.
    """
    name = fix.filename or pair.later.filename
    real = os.path.realpath(name)
    texts = {os.path.realpath(known): text for known, text in job.texts}
    before = texts.get(real) or read_text(name)
    if not 0 < fix.before_row <= before.count("\n") + 1:
        raise RewriteError(f"has no line {fix.before_row}")
    text = fix.applied(before)

    def moved(site: Site) -> Site:
        place = site.location
        if os.path.realpath(site.filename) != real:
            return site
        return replace(site, location=replace(place, row=fix.moves(place.row), end_row=fix.moves(place.end_row)))

    fixed = replace(
        job,
        pairs=(Pair(moved(pair.earlier), moved(pair.later)),),
        texts=tuple({**texts, real: text}.items()),
        warm_up=False,
    )
    return judged(fixed, backend)[0][1]


def _fixed(job: Job, pair: Pair, finding: Finding, backend: Backend) -> str:
    assert finding.fix is not None
    fix = replace(finding.fix, filename=finding.fix.filename or finding.filename or pair.later.filename)
    try:
        seen = verify_fix(job, pair, fix, backend)
    except RewriteError as error:
        return f"the fix was not tried: {fix.filename} {error}"
    if seen.verdict == Verdict.ORDERED.name:
        return "with the fix they are ordered"
    return f"with the fix the verdict is {Verdict[seen.verdict].value} ({seen.evidence})"


# -- the same accesses in another text -------------------------------------------------------------


def same_access(text: str, location: Location, other: str) -> Location | None:
    """Where the access at `location` of `text` stands in `other`, a changed version of it.

    The statement with the same text, the same one of several; else the most similar that has the
    text of the access in it; None if there is no such statement.
    """
    found = unit_text(text, location)
    if found is None:
        return None
    unit, place = found
    candidates = sorted(statements(other), key=lambda item: item[1])
    stored = is_store(text, location)
    same = [where for candidate, where in candidates if candidate == unit]
    if same:
        before = [where for candidate, where in statements(text) if candidate == unit and where < place]
        target = same[min(len(before), len(same) - 1)]
        return _relative(location, place, target)
    lines = text.splitlines()
    access = lines[location.row - 1][location.column - 1 : location.end_column - 1]
    pattern = re.compile(rf"(?<!\w){re.escape(access)}(?!\w)")
    best: tuple[float, Location] | None = None
    for candidate, where in candidates:
        likeness = difflib.SequenceMatcher(None, unit, candidate).ratio()
        if likeness < _ALIKE or (best and likeness <= best[0]):
            continue
        for match in pattern.finditer(candidate.partition("\n")[0]):
            column = where.column + match.start()
            place = Location(where.row, column, where.row, column + len(access))
            if is_store(other, place) == stored:
                best = (likeness, place)
                break
    return best[1] if best else None


def _relative(location: Location, place: Location, target: Location) -> Location:
    """`location`, which stands in the text at `place`, in the same text at `target`."""

    def moved(row: int, column: int) -> tuple[int, int]:
        shift = target.column - place.column if row == place.row else 0
        return row - place.row + target.row, column + shift

    return Location(*moved(location.row, location.column), *moved(location.end_row, location.end_column))
