"""Judges jobs in the simulator: what it says of a program, in the words of the device's verdicts."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace

from . import endings, hook, spawned, timings
from .dynamic import simulated as dynamic
from .jobs import Job, Pair, RaceAt, Seen
from .journal import Journal
from .lines import Line, Lines, Watching, rows, straight
from .preparing import prepared
from .results import Verdict, printed
from .rewrite import RewriteError, read_text
from .simulator import Options, Place, Race, Report, run
from .simulator.results import NotSupported

_OUTPUT = 10_000  # characters of what a program printed, from the end
_HARM = 0.25  # of the time that a job may take, for the search for wrong values

Rows = set[Line]
"""All lines of a statement."""


class Simulated:
    """Runs each job's program once; all its pairs are judged on that one trace."""

    devices = 16

    def __call__(self, job: Job, say: Callable[..., None]) -> tuple[str, bool]:
        """The program's error ("" if none), and whether this process can be used again."""
        say(kind="stage", stage="the simulated run")
        environment, before = dict(os.environ), set(threading.enumerate())
        journal = Journal()
        try:
            report = dynamic.judged(job, say, journal) if job.dynamic else _Run(job, say, journal).judge()
        except RewriteError as error:
            return str(error), True
        finally:
            journal.remove()
            os.environ.clear()
            os.environ.update(environment)
        return report.error, not set(threading.enumerate()) - before


class _Run:
    """One job. What is proven is told as soon as it is: the run may be ended from outside."""

    def __init__(self, job: Job, say: Callable[..., None], journal: Journal) -> None:
        self._job, self._say, self._journal = job, say, journal
        self._texts = {os.path.realpath(name): text for name, text in job.texts}
        self._process, self._start = os.getpid(), time.perf_counter()
        self._sites = {
            (number, role): rows(site, self._texts)
            for number, pair in enumerate(job.pairs)
            for role, site in enumerate((pair.earlier, pair.later))
        }
        self._by_line: dict[Line, list[tuple[int, int]]] = {}
        for access, wanted in self._sites.items():
            for line in wanted:
                self._by_line.setdefault(line, []).append(access)
        self._came: set[tuple[int, int]] = set()
        clocks = timings.split(job.pairs)
        self._readings = timings.Readings(clocks, {number: self._sites[number, 0] for number in clocks})
        self._clocks = clocks
        self._watching = Watching(job.watch, self._texts)
        self._files = frozenset(name for name, _ in self._by_line) | self._watching.files
        self._lines = Lines(self._files, self._process, journal, self._reached)
        self._idle: set[Line] = set()
        self._report = Report()
        self._lacking: dict[Line, str] = {}
        self._doubtful: set[tuple[Line, Line]] = set()

    def judge(self) -> Report:
        """Run the program, and tell what is seen of each pair.

        Raises:
            RewriteError: a file cannot be read or prepared.
        """
        job = self._job
        options = Options(
            per_thread_default_stream=job.per_thread_default_stream,
            devices=job.devices,
            arguments=job.argv,
            named=not job.pairs,
            schedules="races" if job.pairs else "none",
            module=job.module,
            patience=_HARM * job.limit if job.warm_up else 0.0,  # of a fix that is tried nobody asks for it
            sized=job.peak or job.memory > 0,
            pool_limit=job.memory,
        )
        real = os.path.realpath(job.path)
        texts = {name: text for name, text in self._texts.items() if not _is_on_disk(name, text)}
        texts |= prepared(self._texts, self._clocks)[0] if self._clocks else {}
        source = "" if job.module else texts.get(real) or self._texts.get(real) or read_text(job.path)
        NotSupported.met.clear()
        followed = spawned.followed(options, texts, self._files, self._journal)
        with hook.installed(texts), self._readings.named(), followed, self._lines.followed():
            report = run(job.path, options=options, source=source, told=self._told)
            if report.lacking:
                other = run(job.path, options=replace(options, lacking_waits=True, schedules="none"), source=source)
                self._doubtful = _doubtful(report, other)
                report.races = [race for race in report.races if _places(race) not in self._doubtful]
        self._tell_all(report)
        if not job.pairs:
            milliseconds = self._milliseconds
            self._say(kind="seen", seen=asdict(_of_run(report, job, options, source, milliseconds)))
            for race in _inside(real, report):
                self._say(kind="race", race=asdict(at(race)))
        return report

    @property
    def _milliseconds(self) -> float:
        return 1e3 * (time.perf_counter() - self._start)

    def _told(self, what: Race | Report) -> None:
        """A race was found, or the first execution is over."""
        if isinstance(what, Race):
            self._found(what)
            return
        self._say(kind="ran", error=what.failure, output=what.stdout[-_OUTPUT:])
        if not what.lacking:
            self._tell_all(what)

    def _found(self, race: Race) -> None:
        if os.getpid() != self._process:
            self._journal.note(race=asdict(race))
            return
        report = Report(races=[race])
        for number, role in self._by_line.get((os.path.realpath(race.later.filename), race.later.row), ()):
            if role == 1 and number not in self._clocks and _is_at(race.earlier, self._sites[number, 0]):
                self._judge(number, report)

    def _reached(self, line: Line) -> None:
        for access in self._by_line.get(line, ()):
            if access not in self._came:
                self._came.add(access)
                self._say(kind="came", pair=access[0], role=access[1])
        for number in self._watching.concerned(line):
            self._tell_watched(number)

    def _tell_all(self, report: Report) -> None:
        """Tell what is seen of each pair; with what other processes saw."""
        for entry in self._journal.read():
            self._lines.noted(entry)
            with suppress(KeyError, TypeError):
                race = spawned.race_of(entry["race"])
                if race not in report.races:
                    report.races.append(race)
        for place in (*report.idle_waits, *report.forsaken):
            self._idle.add((os.path.realpath(place.filename), place.row))
        self._lacking |= {_line(place): name for place, name in report.lacking.items()}
        self._report = report
        for number in range(len(self._watching)):
            self._tell_watched(number)
        for number in range(len(self._job.pairs)):
            self._judge(number, report)

    def _tell_watched(self, number: int) -> None:
        seen = self._watching.seen(number, self._lines, self._idle, self._lacking)
        report, kernels = self._report, tuple(self._report.kernels.items())
        if report.hangs:
            rows = self._watching.rows(number)
            waiting = [(os.path.realpath(name), row) for name, row in report.waiting]
            place = f"line {waiting[-1][1]}" if waiting else "its end"
            if waiting and waiting[-1][0] not in {name for name, _ in rows}:
                place += f" of {os.path.basename(waiting[-1][0])}"
            here = not rows.isdisjoint(waiting)
            seen = replace(seen, stuck=tuple(report.stuck), waits=place, here=here)
        self._say(kind="watched", number=number, seen=asdict(replace(seen, kernels=kernels)))

    def _judge(self, number: int, report: Report) -> None:
        if number in self._clocks and not report.not_supported:
            seen = self._readings.seen(number, self._milliseconds)
        else:
            sites = self._sites[number, 0], self._sites[number, 1]
            if report.not_supported and self._settled(sites, report.row):
                report = replace(report, not_supported="")
            seen = judged(number, self._job.pairs[number], report, self._lines.met, sites, self._milliseconds)
            if seen.verdict == Verdict.ORDERED.name and (lacks := self._lacks(sites)):
                seen = replace(seen, verdict=Verdict.NOT_SUPPORTED.name, evidence=lacks)
        self._say(kind="seen", seen=asdict(seen))

    def _settled(self, sites: tuple[Rows, Rows], row: int) -> bool:
        """Whether a run that ended in a row of the program had done all that it would do in some lines."""
        rows = sites[0] | sites[1]
        if self._job.module or not row or not rows <= self._lines.met:
            return False
        real = os.path.realpath(self._job.path)
        here = straight(self._texts.get(real) or read_text(self._job.path))
        return all(name == real and at < row and at in here for name, at in rows)

    def _lacks(self, sites: tuple[Rows, Rows]) -> str:
        """What the simulator lacks, so that the order of two accesses cannot be told; "" if it can."""
        at = [name for line, name in self._lacking.items() if line in sites[0] | sites[1]]
        if not at and any(second in sites[1] for _, second in self._doubtful):
            at = [f"whether {next(iter(self._lacking.values()))} waits is not known"]
        return at[0] if at else ""


def _line(place: Place) -> Line:
    return os.path.realpath(place.filename), place.row


def _places(race: Race) -> tuple[Line, Line]:
    return _line(race.earlier), _line(race.later)


def _doubtful(one: Report, other: Report) -> set[tuple[Line, Line]]:
    """The races that are there only if calls that the simulator lacks wait, or only if they do not; or if these take no
    memory."""
    first, second = ({_places(race) for race in report.races} for report in (one, other))
    return (first ^ second) | {_places(race) for race in (*one.races, *other.races) if race.reuse}


def _is_on_disk(name: str, text: str) -> bool:
    try:
        return read_text(name) == text
    except RewriteError:
        return False


def _of_run(report: Report, job: Job, options: Options, source: str, milliseconds: float) -> Seen:
    """How the run ended, and if that is asked, whether it prints the same without reuse of memory."""
    seen = replace(ended(report, milliseconds), peak=report.used if job.peak else report.taken)
    if not job.reuse or seen.verdict != Verdict.ENDS.name:
        return seen
    again = run(job.path, options=replace(options, reuse=False, named=False), source=source)
    return endings.compared(seen, {endings.PRINTED: report.stdout}, {endings.PRINTED: again.stdout})


def _inside(real: str, report: Report) -> Iterator[Race]:
    """The races both of whose accesses stand in one file."""
    for race in report.races:
        if os.path.realpath(race.earlier.filename) == os.path.realpath(race.later.filename) == real:
            yield race


def judged(number: int, pair: Pair, report: Report, lines: Rows, sites: tuple[Rows, Rows], milliseconds: float) -> Seen:
    """The verdict on one pair.

    Args:
        lines: the lines that were executed.
        sites: those of the earlier and of the later access.
    """
    earlier, later = sites
    at_later = [race for race in report.races if _is_at(race.later, later)]
    exact = [race for race in at_later if _is_at(race.earlier, earlier)]
    first, row = pair.lines()
    if at_later:
        race = (exact or at_later)[0]
        place = first if exact else f"line {race.earlier.row}"
        text = f"nothing orders {row} after {place}"
        return Seen(number, Verdict.CONFIRMED.name, text, _harm(race, report), milliseconds)
    if report.not_supported:
        return Seen(number, Verdict.NOT_SUPPORTED.name, report.not_supported, "", milliseconds)
    missed = [place for place, wanted in ((first, earlier), (row, later)) if wanted.isdisjoint(lines)]
    if missed:
        text = f"the run did not come to {missed[0]}"
        if NotSupported.met:
            text = f"{NotSupported.met[-1]}: {text}"
            return Seen(number, Verdict.NOT_SUPPORTED.name, text, "", milliseconds)
        return Seen(number, Verdict.NOT_REACHED.name, text, "", milliseconds)
    text = f"{row} has no unordered access after {first} in this run"
    return Seen(number, Verdict.ORDERED.name, text, "", milliseconds)


def ended(report: Report, milliseconds: float) -> Seen:
    """How a whole run ended."""
    if report.unread and (report.error or report.hangs):
        return Seen(0, Verdict.NOT_SUPPORTED.name, next(iter(report.unread.values())), "", milliseconds)
    if report.hangs:
        where = f" at line {report.row}" if report.row else " at its end"
        return Seen(0, Verdict.HANGS.name, f"{report.error}{where}", "", milliseconds)
    if report.not_supported or report.lacking:
        text = report.not_supported or next(iter(report.lacking.values()))
        return Seen(0, Verdict.NOT_SUPPORTED.name, text, "", milliseconds)
    if report.error.startswith("ModuleNotFoundError"):
        return Seen(0, Verdict.NOT_SUPPORTED.name, report.error.partition(": ")[2], "", milliseconds)
    if report.error:
        text = report.error.removeprefix("cupy_backends.cuda.api.runtime.")
        return Seen(0, Verdict.FAILED.name, f"{text} (line {report.row})" if report.row else text, "", milliseconds)
    return Seen(0, Verdict.ENDS.name, printed(report.stdout), "", milliseconds)


def at(race: Race) -> RaceAt:
    """A race as data for another process."""
    first, then = race.earlier, race.later
    return RaceAt(
        (first.row, then.row),
        (first.column, then.column),
        race.names,
        race.kinds,
        race.streams,
        race.hosts,
        race.reuse,
    )


def _is_at(place: Place, wanted: Rows) -> bool:
    return (os.path.realpath(place.filename), place.row) in wanted


def _harm(race: Race, report: Report) -> str:
    """What goes wrong in numbers when the stream of the earlier access is late."""
    found = [harm for harm in report.harm if harm.late == race.streams[0]]
    here = [harm for harm in found if harm.place.row == race.later.row]
    chosen = (here or found)[:1]
    if chosen and not chosen[0].total:
        return f"the program fails: {chosen[0].what}"
    return f"line {chosen[0].place.row}: wrong {chosen[0].wrong} of {chosen[0].total}" if chosen else ""
