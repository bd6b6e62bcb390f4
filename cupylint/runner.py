"""Runs the engine over many files: in this process, or in several where that pays.

The result does not depend on how the work was split. Whatever goes wrong with one file becomes a finding of
that file; the others are checked all the same.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TextIO

from cupylint.config import Settings
from cupylint.failures import has_failed, isolated
from cupylint.findings import Finding, Location
from cupylint.garbage import frozen
from cupylint.merging import Tell, Telling, together
from cupylint.reading import NOTEBOOK, read_regular
from cupylint.registry import INCOMPLETE, UNREADABLE, UNREADABLE_NAME

if TYPE_CHECKING:
    from cupylint.cache.results import Result, Results
    from cupylint.files import Target
    from cupylint.workers import Lost

Looked = frozenset[str]
"""Paths as `cupylint.project.Project.looking` gives them."""

Check = Callable[[bytes, str, Settings], Sequence[Finding]]
"""What finds: contents, file name, settings. Must be a function of a module (it goes to other processes)."""

NEEDLE = b"cupy"
"""A file that does not contain this is counted and not looked at further."""

_STREAM = b"Stream"
_FEW = 200
"""In runs of more files, of which none with CuPy makes a stream, files without CuPy are not looked at further."""

BREAK_EVEN_BYTES = 250_000
"""Source that mentions CuPy from which on a second process pays: about 20 files of usual size.

Starting a process and importing LibCST there costs as much as checking these files takes.
"""

_MOST_WORKERS = 61


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found.

    Attributes:
        findings: sorted by file, place and code.
        files: how many files were looked at.
        cupy_files: how many of them mention CuPy.
        internal_errors: how many files the program itself failed on.
        incomplete: functions that were not followed to their ends; they are among `findings` with ``--maybe`` only.
        suppressed: what something silences, for those who ask (`Settings.show_suppressed`, a baseline).
    """

    findings: tuple[Finding, ...]
    files: int
    cupy_files: int
    internal_errors: int
    incomplete: tuple[Finding, ...] = ()
    suppressed: tuple[Finding, ...] = ()


class Checked(NamedTuple):
    """The findings of one file.

    Attributes:
        failed: one of them reports an error of cupylint itself, or the check was cut off.
        looked: the other files and folders that were looked at.
    """

    findings: list[Finding]
    failed: bool
    looked: Looked = frozenset()


class _Task(NamedTuple):
    position: int
    path: str
    settings: int


def run(
    targets: Sequence[Target],
    *,
    jobs: int | None = None,
    check: Check | None = None,
    progress: Progress | None = None,
    hard_seconds: float | None = None,
    hard_memory: int | None = None,
    cache: Results | None = None,
    tell: Tell | None = None,
) -> Outcome:
    """Check all `targets`.

    Args:
        jobs: number of processes; None decides by the amount of work.
        check: what to run instead of the engine.
        progress: told how far the work is.
        hard_seconds: after which the process that checks a file is killed; the file gives one finding that says so.
        hard_memory: bytes of memory beyond which that happens, where ``/proc`` tells. Both hold for work in other
            processes; what is done in this one cannot be stopped so.
        cache: what earlier runs have found out; takes in what this one does.
        tell: is told findings while the run goes on, as `cupylint.merging.Telling` says.
    """
    survey = _survey(targets, cache)
    distinct = {id(target.settings): target.settings for target in targets}  # comparing them takes longer
    every = list(dict.fromkeys(distinct.values()))
    number = {key: every.index(settings) for key, settings in distinct.items()}
    tasks = [_Task(index, targets[index].path, number[id(targets[index].settings)]) for index in survey.sizes]
    workers = worker_count(sum(survey.sizes.values()), len(tasks), jobs)
    paths = [target.path for target in targets]
    maybe = any(settings.maybe for settings in every)
    telling = None if tell is None else Telling(paths, lambda finding: _is_wanted(finding, maybe), tell)
    if telling is not None:
        known = {index: result.findings for index, result in survey.known.items()}
        telling.begin(survey.sizes, known, survey.unreadable)
    crew = _Crew(tuple(every), check, progress or Progress(None), len(tasks), hard_seconds, hard_memory, telling)
    try:
        results = crew.alone(tasks) if workers < 2 else crew.together(tasks, survey.sizes, workers)
    finally:
        if telling is not None:
            telling.end()
    if cache is not None:
        _keep(cache, targets, survey, results)
    results |= {index: Checked(list(known.findings), False) for index, known in survey.known.items()}
    found = [(paths[position], results[position].findings) for position in sorted(results)]
    every_one = together([("", survey.unreadable), *found], paths)
    unique = [finding for finding in every_one if not finding.suppressed]
    incomplete = tuple(finding for finding in unique if finding.code == INCOMPLETE)
    return Outcome(
        tuple(finding for finding in unique if _is_wanted(finding, maybe)),
        files=len(targets),
        cupy_files=len(results),
        internal_errors=sum(result.failed for result in results.values()),
        incomplete=incomplete,
        suppressed=tuple(finding for finding in every_one if finding.suppressed),
    )


def _is_wanted(finding: Finding, maybe: bool) -> bool:
    return not finding.suppressed and (maybe or finding.code != INCOMPLETE)


# --- which files are to be checked ----------------------------------------------------------------


@dataclass(slots=True)
class _Survey:
    """The files of a run, by their positions.

    Attributes:
        sizes: bytes of those that are to be checked.
        known: those of which an earlier run has told what a check would.
        streams: those that mention CuPy and may make streams.
        passed: those that are not to be checked, and what was looked at to tell; None: nobody asked.
        looked: what was looked at to tell that others, which do not mention CuPy, are.
        unreadable: findings of those that cannot be read.
    """

    sizes: dict[int, int] = field(default_factory=dict)
    known: dict[int, Result] = field(default_factory=dict)
    streams: set[int] = field(default_factory=set)
    passed: dict[int, Looked | None] = field(default_factory=dict)
    looked: dict[int, Looked] = field(default_factory=dict)
    unreadable: list[Finding] = field(default_factory=list)


def _survey(targets: Sequence[Target], cache: Results | None) -> _Survey:
    """Which files are to be checked, and what is known of the others."""
    survey = _Survey()
    streams = False
    rest: dict[int, Result | None] = {}
    for index, target in enumerate(targets):
        known = None if cache is None else cache.find(target.path, target.settings)
        if known is not None:
            streams |= known.streams
            (survey.known if known.cupy else rest)[index] = known
            continue
        try:
            data = read_regular(target.path)
        except OSError as error:
            survey.unreadable.append(unreadable(target.path, error))
            continue
        if NEEDLE not in data:
            rest[index] = None
            continue
        survey.sizes[index] = len(data)
        if _STREAM in data:
            survey.streams.add(index)
    asks = streams or bool(survey.streams) or len(rest) <= _FEW
    for index, known in rest.items():
        if not asks:
            if known is None:
                survey.passed[index] = None
        elif known is None or known.concerned is None:
            _ask(targets[index].path, index, survey)
        elif known.concerned:
            survey.known[index] = known
    return survey


def _ask(path: str, index: int, survey: _Survey) -> None:
    """Whether a file that does not mention CuPy takes streams from others that do."""
    from cupylint.project import project

    try:
        data = read_regular(path)
    except OSError:
        return
    with project().looking() as looked:
        is_concerned = concerned(data, path)
    if is_concerned:
        survey.sizes[index] = len(data)
        survey.looked[index] = frozenset(looked)
    else:
        survey.passed[index] = frozenset(looked)


def _keep(cache: Results, targets: Sequence[Target], survey: _Survey, results: Mapping[int, Checked]) -> None:
    """Keep what was found out, for later runs."""
    from cupylint.cache.results import Result

    for index, looked in survey.passed.items():
        path, settings = targets[index]
        cache.add(path, settings, Result(False, False, None if looked is None else False), looked or ())
    for index, checked in results.items():
        if checked.failed or any(finding.code in (INCOMPLETE, UNREADABLE) for finding in checked.findings):
            continue  # may go better another time
        path, settings = targets[index]
        asked = survey.looked.get(index)
        result = Result(asked is None, index in survey.streams, True, tuple(checked.findings))
        cache.add(path, settings, result, checked.looked | (asked or frozenset()))
    cache.save()


def concerned(data: bytes, path: str) -> bool:
    """Whether a file is to be checked: it mentions CuPy, or takes from a file of its project what may use streams."""
    if NEEDLE in data:
        return True
    if path.endswith(NOTEBOOK):
        return False
    from cupylint.project import project

    try:
        return project().imports_streams(os.path.abspath(path), data)
    except Exception:
        return True  # the check asks again, and tells of the error


def check_data(data: bytes, filename: str, settings: Settings, check: Check | None = None) -> Checked:
    """Check the contents of one file; an exception becomes a finding."""
    check = check or _engine()
    if filename.endswith(NOTEBOOK):
        check = partial(_check_notebook, check=check)
    found = isolated("", filename, lambda: list(check(data, filename, settings)), expected=(), debug=settings.debug)
    return Checked(found, has_failed(found))


def _check_notebook(data: bytes, filename: str, settings: Settings, check: Check) -> list[Finding]:
    """The findings in the program that a notebook is, with their places as cells."""
    from cupylint import notebooks
    from cupylint.source import UnreadableSource
    from cupylint.suppress import suppressions

    try:
        book = notebooks.read(data, settings.cell_magics)
        if NEEDLE not in book.data:
            return []
    except UnreadableSource as error:
        return [_finding(filename, f"the file {error.reason}", error.row, error.column)]
    whole, wrong = book.mended()
    found = [_finding(filename, f"the cell {error.reason}", error.row, error.column) for error in wrong]
    known = suppressions(book.program)
    if settings.show_suppressed:
        found = [replace(one, suppressed="comment") if known.silences(one) else one for one in found]
    else:
        found = [finding for finding in found if not known.silences(finding)]
    return [book.told(finding, filename) for finding in [*found, *check(whole.data, filename, settings)]]


def _engine() -> Check:
    from cupylint.engine import check_bytes

    return partial(check_bytes, bounds=True)


def unreadable(filename: str, error: OSError) -> Finding:
    """The finding for a file that cannot be opened."""
    return _finding(filename, f"cannot be read: {error.strerror or type(error).__name__}")


def _internal_error(filename: str, reason: str) -> Finding:
    return _finding(filename, f"internal error: {reason}; please report")


def _finding(filename: str, message: str, row: int = 1, column: int = 1) -> Finding:
    place = Location(row, column, row, column)
    return Finding(UNREADABLE, UNREADABLE_NAME, "error", message, place, filename=filename)


def worker_count(size: int, files: int, jobs: int | None) -> int:
    """How many processes to use for `files` files with `size` bytes together; `jobs` is what the user wants."""
    if jobs is not None:
        return max(1, min(jobs, files, _MOST_WORKERS))
    if size < BREAK_EVEN_BYTES:
        return 1
    return max(1, min(_processors(), files, _MOST_WORKERS, size // (BREAK_EVEN_BYTES // 2)))


def _processors() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# --- sharing the work -----------------------------------------------------------------------------


class _Crew:
    """Does the tasks of one run. Results are keyed by the position of the target."""

    def __init__(
        self,
        settings: tuple[Settings, ...],
        check: Check | None,
        progress: Progress,
        total: int,
        hard_seconds: float | None = None,
        hard_memory: int | None = None,
        telling: Telling | None = None,
    ) -> None:
        self._telling = telling
        self._settings = settings
        self._check = check
        self._progress = progress
        self._total = total
        self._seconds = hard_seconds
        self._memory = hard_memory
        self._done = 0

    def alone(self, tasks: Sequence[_Task]) -> dict[int, Checked]:
        """Do the tasks in this process."""
        results = {}
        with frozen():
            for task in tasks:
                results[task.position] = _do(task, self._settings, self._check)
                self._done_with(task, results[task.position])
        return results

    def together(self, tasks: Sequence[_Task], sizes: dict[int, int], workers: int) -> dict[int, Checked]:
        """Do the tasks in `workers` other processes; where that is impossible, in this one."""
        from cupylint.workers import Limits, Lost, NoWorkers, share

        tasks = sorted(tasks, key=lambda task: -sizes[task.position])
        results: dict[int, Checked] = {}
        shared = share(tasks, workers, (_prepared, (self._settings, self._check)), Limits(self._seconds, self._memory))
        try:
            for number, result in shared:
                task = tasks[number]
                results[task.position] = self._lost(task, result) if isinstance(result, Lost) else result
                self._done_with(task, results[task.position])
        except NoWorkers:
            results |= self.alone([task for task in tasks if task.position not in results])
        finally:
            shared.close()  # now, and not when nobody refers to it any more
        return results

    def _lost(self, task: _Task, lost: Lost) -> Checked:
        if lost.reason == "late":
            text = f"checking it took longer than {self._seconds:g} s and was stopped"
        elif lost.reason == "memory":
            text = f"checking it took more than {(self._memory or 0) / 1e6:.0f} MB of memory and was stopped"
        else:
            reason = f"checking the file ended its process ({lost.text})"
            return Checked([_internal_error(task.path, reason)], True)
        return Checked([_finding(task.path, text)], False)

    def _done_with(self, task: _Task, checked: Checked) -> None:
        self._done += 1
        if self._telling is not None:
            self._telling.done(task.position, checked.findings)
        self._progress.show(self._done, self._total)


def _prepared(settings: tuple[Settings, ...], check: Check | None) -> Callable[[_Task], Checked]:
    """What does the tasks in a worker, with all that it needs loaded."""
    if check is None:
        _engine()
    return partial(_do, settings=settings, check=check)


def _do(task: _Task, settings: tuple[Settings, ...], check: Check | None) -> Checked:
    try:
        data = read_regular(task.path)
    except OSError as error:  # it has vanished meanwhile
        return Checked([unreadable(task.path, error)], False)
    from cupylint.project import project

    with project().looking() as looked:
        checked = check_data(data, task.path, settings[task.settings], check)
    return checked._replace(looked=frozenset(looked))


# --- progress -------------------------------------------------------------------------------------


class Progress:
    """A line on a terminal that says how far a long run is.

    Args:
        stream: where to write, or None to stay silent.
        after: seconds until the line appears.
    """

    def __init__(self, stream: TextIO | None, after: float = 1.0) -> None:
        self._stream = stream if stream is not None and stream.isatty() else None
        self._start = time.monotonic()
        self._next = self._start + after
        self._width = 0

    def show(self, done: int, total: int) -> None:
        """Say that `done` of `total` files are done; at most ten times a second."""
        now = time.monotonic()
        if self._stream is None or now < self._next:
            return
        self._next = now + 0.1
        self._write(f"{done}/{total} files with CuPy, {done / (now - self._start):.0f} a second")

    def close(self) -> None:
        """Erase the line."""
        if self._width:
            self._write("")
            print("\r", end="", file=self._stream, flush=True)

    def _write(self, text: str) -> None:
        print(f"\r{text.ljust(self._width)}", end="", file=self._stream, flush=True)
        self._width = len(text)
