"""Runs the engine over many files: in this process, or in several where that pays.

The result does not depend on how the work was split. Whatever goes wrong with one file becomes a finding of
that file; the others are checked all the same.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cupylint.config import Settings
from cupylint.failures import has_failed, isolated
from cupylint.findings import Finding, reaches
from cupylint.garbage import frozen
from cupylint.merging import Tell, Telling, together
from cupylint.progress import Progress as Progress
from cupylint.reading import NOTEBOOK, read_regular
from cupylint.records import dataclass
from cupylint.registry import INCOMPLETE, UNREADABLE
from cupylint.shares import groups
from cupylint.source import UnreadableSource
from cupylint.suppress import suppressions
from cupylint.survey import NEEDLE, Survey, survey_of
from cupylint.survey import concerned as concerned
from cupylint.survey import finding as finding_at
from cupylint.survey import unreadable as unreadable
from cupylint.workspace import Rests, Workspace

if TYPE_CHECKING:
    from cupylint.cache.results import Results
    from cupylint.files import Target
    from cupylint.workers import Lost
    from cupylint.workspace import Outlines

Check = Callable[[bytes, str, Settings, Workspace], Sequence[Finding]]
"""What finds: contents, file name, settings, the files around it. Must be a function of a module: it goes to other
processes."""

BREAK_EVEN_BYTES = 250_000
"""Source that mentions CuPy from which on a second process pays: about 20 files of usual size.

Starting a process and importing LibCST there costs as much as checking these files takes.
"""

_MOST_WORKERS = 61

_TRIAL = 1.0
"""Seconds of a processor after which it is looked at how fast this process is."""
_WORTH = 2.0
"""Seconds that the rest will take from which on other processes do it."""


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
        checked: the names of those files that mention CuPy, and whether an earlier run had kept what is told of each.
    """

    findings: tuple[Finding, ...]
    files: int = 0
    cupy_files: int = 0
    internal_errors: int = 0
    incomplete: tuple[Finding, ...] = ()
    suppressed: tuple[Finding, ...] = ()
    checked: tuple[tuple[str, bool], ...] = ()


class Checked(NamedTuple):
    """The findings of one file.

    Attributes:
        failed: one of them reports an error of cupylint itself, or the check was cut off.
        rests: what they rest on besides.
    """

    findings: list[Finding]
    failed: bool
    rests: Rests = Rests()


class _Task(NamedTuple):
    """A file to check: its position among the targets, the number of its settings, what it holds (None: read it)."""

    position: int
    path: str
    settings: int
    data: bytes | None = None


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
    workspace = Workspace()
    survey = survey_of(targets, cache, workspace)
    numbers, every = _numbered([target.settings for target in targets])
    tasks = [_Task(index, targets[index].path, numbers[index], survey.data.get(index)) for index in survey.sizes]
    paths = [target.path for target in targets]
    maybe = any(settings.maybe for settings in every)
    telling = None if tell is None else Telling(paths, lambda finding: _is_wanted(finding, maybe), tell)
    if telling is not None:
        known = {index: result.findings for index, result in survey.known.items()}
        telling.begin(survey.sizes, known, survey.unreadable)
    checker = _Checker(every, check, workspace)
    crew = _Crew(checker, progress or Progress(None), survey.sizes, hard_seconds, hard_memory, telling)
    try:
        results = crew.done(tasks, jobs)
    finally:
        if telling is not None:
            telling.end()
    if cache is not None:
        _keep(cache, targets, survey, results)
    results |= {index: Checked(list(known.findings), False) for index, known in survey.known.items()}
    found = [(paths[position], results[position].findings) for position in sorted(results)]
    outcome = _outcome(together([("", survey.unreadable), *found], paths), maybe)
    failed = sum(result.failed for result in results.values())
    checked = tuple((paths[index], index in survey.known) for index in sorted(results))
    return replace(outcome, files=len(targets), cupy_files=len(results), internal_errors=failed, checked=checked)


def _numbered(settings: Sequence[Settings]) -> tuple[list[int], tuple[Settings, ...]]:
    """For each settings its number among those that differ, and these."""
    distinct = {id(each): each for each in settings}  # comparing them takes longer
    every = tuple(dict.fromkeys(distinct.values()))
    number = {key: every.index(each) for key, each in distinct.items()}
    return [number[id(each)] for each in settings], every


def _outcome(findings: Sequence[Finding], maybe: bool) -> Outcome:
    """Findings by who wants them."""
    heeded = [finding for finding in findings if not finding.suppressed]
    return Outcome(
        tuple(finding for finding in heeded if _is_wanted(finding, maybe)),
        incomplete=tuple(finding for finding in heeded if finding.code == INCOMPLETE),
        suppressed=tuple(finding for finding in findings if finding.suppressed),
    )


def _is_wanted(finding: Finding, maybe: bool) -> bool:
    return not finding.suppressed and (maybe or finding.code != INCOMPLETE)


def _keep(cache: Results, targets: Sequence[Target], survey: Survey, results: Mapping[int, Checked]) -> None:
    """Keep what was found out, for later runs."""
    from cupylint.cache.results import Result

    for index, rests in survey.passed.items():
        path, settings = targets[index]
        cache.add(path, settings, Result(False, False, None if rests is None else False), rests or Rests())
    for index, checked in results.items():
        if checked.failed or any(map(_may_differ, checked.findings)):
            continue
        path, settings = targets[index]
        asked = survey.asked.get(index)
        result = Result(asked is None, index in survey.streams, True, tuple(checked.findings))
        cache.add(path, settings, result, checked.rests | (asked or Rests()))
    cache.save()


_COUNTED = "the bound on work was reached"  # which is the same everywhere, unlike those on time and memory


def _may_differ(finding: Finding) -> bool:
    """Whether a file with this finding may go better another time."""
    if finding.code == INCOMPLETE:
        return not finding.message.endswith(_COUNTED)
    return finding.code == UNREADABLE


def check_data(
    data: bytes, filename: str, settings: Settings, workspace: Workspace, check: Check | None = None
) -> Checked:
    """Check the contents of one file; an exception becomes a finding."""
    check = check or _engine()
    if filename.endswith(NOTEBOOK):
        check = partial(_check_notebook, check=check)
    found = isolated(
        "", filename, lambda: list(check(data, filename, settings, workspace)), expected=(), debug=settings.debug
    )
    return Checked(found, has_failed(found))


def _check_notebook(
    data: bytes, filename: str, settings: Settings, workspace: Workspace, check: Check
) -> list[Finding]:
    """The findings in the program that a notebook is, with their places as cells."""
    from cupylint import notebooks

    try:
        book = notebooks.read(data, settings.cell_magics)
        if NEEDLE not in book.data:
            return []
    except UnreadableSource as error:
        return [finding_at(filename, f"the file {error.reason}", error.row, error.column)]
    whole, wrong = book.mended()
    found = [finding_at(filename, f"the cell {error.reason}", error.row, error.column) for error in wrong]
    known = suppressions(book.program)
    if settings.show_suppressed:
        found = [replace(one, suppressed="comment") if known.silences(one) else one for one in found]
    else:
        found = [finding for finding in found if not known.silences(finding)]
    every = [*found, *check(whole.data, filename, settings, workspace)]
    told = [(finding, book.told(finding, filename)) for finding in every]
    least = settings.min_confidence
    return [new for old, new in told if reaches(new.confidence, least) or not reaches(old.confidence, least)]


def _engine() -> Check:
    from cupylint.engine import check_bytes

    return partial(check_bytes, bounds=True)


def _internal_error(filename: str, reason: str) -> Finding:
    return finding_at(filename, f"internal error: {reason}; please report")


def worker_count(size: int, files: int, jobs: int | None) -> int:
    """How many processes to use for `files` files with `size` bytes together; `jobs` is what the user wants."""
    if jobs is not None:
        return max(1, min(jobs, files, _MOST_WORKERS))
    if size < BREAK_EVEN_BYTES:
        return 1
    return max(1, min(processors(), files, _MOST_WORKERS, size // (BREAK_EVEN_BYTES // 2)))


def processors() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# --- sharing the work -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Checker:
    """Does tasks in this process.

    Attributes:
        settings: those of all tasks, which name theirs by its number.
        check: what finds; None: the engine.
    """

    settings: tuple[Settings, ...]
    check: Check | None
    workspace: Workspace

    def __call__(self, task: _Task) -> Checked:
        """Check the file of a task."""
        try:
            data = read_regular(task.path) if task.data is None else task.data
        except OSError as error:  # it has vanished meanwhile
            return Checked([unreadable(task.path, error)], False)
        with self.workspace.looking() as looked:
            checked = check_data(data, task.path, self.settings[task.settings], self.workspace, self.check)
        return checked._replace(rests=self.workspace.rested(looked))


class _Crew:
    """Does the tasks of one run. Results are keyed by the position of the target; so are the `sizes` of all files."""

    def __init__(
        self,
        checker: _Checker,
        progress: Progress,
        sizes: Mapping[int, int],
        hard_seconds: float | None = None,
        hard_memory: int | None = None,
        telling: Telling | None = None,
    ) -> None:
        self._telling = telling
        self._checker = checker
        self._progress = progress
        self._sizes = sizes
        self._seconds = hard_seconds
        self._memory = hard_memory
        self._results: dict[int, Checked] = {}

    def done(self, tasks: Sequence[_Task], jobs: int | None) -> dict[int, Checked]:
        """Do all tasks, in the way that takes least time; `jobs` is what the user wants."""
        workers = worker_count(self._size(tasks), len(tasks), jobs)
        if workers < 2:
            most = 1 if jobs is not None else min(processors(), _MOST_WORKERS)
            tasks = self._alone(tasks, most > 1)
            workers = min(most, len(tasks))
        if tasks:
            self._together(tasks, workers)
        return self._results

    def _alone(self, tasks: Sequence[_Task], may_stop: bool) -> Sequence[_Task]:
        """Do tasks in this process; those that are left, where it turns out that several processes are worth it."""
        size, left, start = 0, self._size(tasks), 0.0
        with frozen():
            for number, task in enumerate(tasks):
                if number <= 1:
                    start = time.process_time()  # anew at the second: the first one imports the engine
                self._note(task, self._checker(task))
                size, left = size + self._sizes[task.position], left - self._sizes[task.position]
                spent = time.process_time() - start
                if may_stop and number and spent > _TRIAL and spent * left > _WORTH * size:
                    return tasks[number + 1 :]
        return ()

    def _together(self, tasks: Sequence[_Task], workers: int) -> None:
        """Do the tasks in `workers` other processes; where that is impossible, in this one."""
        from cupylint.workers import Limits, Lost, NoWorkers, share

        sizes = [self._sizes[task.position] for task in tasks]
        checker = self._checker
        maker = (_prepared, (checker.settings, checker.check, checker.workspace.outlines()))
        limits = Limits(self._seconds, self._memory)
        shared = share(tasks, workers, maker, limits, lambda: groups(sizes, _needs(tasks, checker.workspace), workers))
        try:
            for number, result in shared:
                self._note(tasks[number], self._lost(tasks[number], result) if isinstance(result, Lost) else result)
        except NoWorkers:
            self._alone([task for task in tasks if task.position not in self._results], False)
        finally:
            shared.close()  # now, and not when nobody refers to it any more

    def _lost(self, task: _Task, lost: Lost) -> Checked:
        if lost.reason == "late":
            text = f"checking it took longer than {self._seconds:g} s and was stopped"
        elif lost.reason == "memory":
            text = f"checking it took more than {(self._memory or 0) / 1e6:.0f} MB of memory and was stopped"
        else:
            reason = f"checking the file ended its process ({lost.text})"
            return Checked([_internal_error(task.path, reason)], True)
        return Checked([finding_at(task.path, text)], False)

    def _size(self, tasks: Sequence[_Task]) -> int:
        return sum(self._sizes[task.position] for task in tasks)

    def _note(self, task: _Task, result: Checked) -> None:
        self._results[task.position] = result
        if self._telling is not None:
            self._telling.done(task.position, result.findings)
        self._progress.show(len(self._results), len(self._sizes))


def _needs(tasks: Sequence[_Task], workspace: Workspace) -> dict[int, set[str]]:
    """The files of its project that each task has to look at, itself among them."""
    found = {}
    for number, task in enumerate(tasks):
        path = os.path.abspath(task.path)
        is_program = task.data is not None and not path.endswith(NOTEBOOK)
        found[number] = {path, *(workspace.imported(path, task.data) if is_program and task.data else ())}
    return found


def _prepared(settings: tuple[Settings, ...], check: Check | None, outlines: Outlines) -> Callable[[_Task], Checked]:
    """What does the tasks in a worker, with all that it needs loaded."""
    workspace = Workspace()
    workspace.learn(outlines)
    return _Checker(settings, check or _engine(), workspace)
