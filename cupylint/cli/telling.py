"""What a run tells: its report on standard output or in files, and remarks on standard error."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

from cupylint import report as formats
from cupylint.cli.arguments import further
from cupylint.cli.sources import Sources
from cupylint.cli.status import UsageError
from cupylint.cli.terminal import PLAIN_WIDTH, colored, complain, emit, unicode, width
from cupylint.counted import counted
from cupylint.reading import is_folder_gone
from cupylint.records import dataclass
from cupylint.report import Page, Run
from cupylint.report.places import line

if TYPE_CHECKING:
    from cupylint.config import Settings
    from cupylint.findings import Finding
    from cupylint.report import Page
    from cupylint.runner import Outcome

_BOUNDS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to tell.

    Attributes:
        files: the names of all that was linted.
    """

    outcome: Outcome
    settings: Settings
    files: Sequence[str]
    sources: Sources

    def text(self, form: str, page: Page) -> str:
        """The findings in a format, with those that something silences if they were asked for."""
        shown = self.outcome.suppressed if self.settings.show_suppressed else ()
        return formats.render([*self.outcome.findings, *shown], form, page)

    def page(self, stream: TextIO | None = None, color: str = "never") -> Page:
        """What the report is written on: a stream, or a file."""
        sources, run = self.sources, Run(tuple(self.files), "" if is_folder_gone() else os.getcwd())
        if stream is None:
            return Page(sources.text, width=PLAIN_WIDTH, cells=sources.cells, run=run)
        painted = colored(stream, color)
        links = painted and stream.isatty()
        return Page(sources.text, painted, width(stream), unicode(stream), sources.cells, run, links)


def tell(report: Report, options: argparse.Namespace) -> None:
    """Write the report to the file that was asked for or to standard output, and those that were asked for besides."""
    for form, path in further(options):
        _write(path, report.text(form, report.page()))
    if options.output_file is not None:
        _write(options.output_file, _main(report, options, report.page()))
    elif sys.stdout is not None:
        emit(sys.stdout, _main(report, options, report.page(sys.stdout, options.color)))


def at_once(sources: Sources) -> Callable[[Sequence[Finding]], None]:
    """What prints a line of JSON for each finding that it is told."""

    def told(found: Sequence[Finding]) -> None:
        text = formats.render(found, "jsonl", Page(sources.text, cells=sources.cells))
        if sys.stdout is not None:
            emit(sys.stdout, text)

    return told


def _main(report: Report, options: argparse.Namespace, page: Page) -> str:
    """The report that is told first; the one for people ends with a count."""
    found, form = report.outcome.findings, report.settings.output_format
    if options.statistics:
        return formats.statistics(found, as_json=options.output_format == "json")
    text = report.text(form, page)
    closing = formats.closing(found) if form == "full" and not options.quiet else ""
    return f"{text}\n{closing}" if text and closing else text


def _write(path: str, text: str) -> None:
    from cupylint.writing import write_report

    try:
        write_report(path, text)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None


def tell_what_was_read(outcome: Outcome, roots: Iterable[str], config: str | None) -> None:
    """Say where the configuration stands, and which files with CuPy were checked.

    Args:
        roots: the folders whose configuration held; empty for none.
        config: the file that was read instead.
    """
    from cupylint.config import PROJECT_FILE

    files = {config or os.path.join(root, PROJECT_FILE) for root in roots if config or root}
    complain(*(f"configuration: {name}" for name in sorted(files) or ["none"]))
    complain(*(f"{name}: {'kept from an earlier run' if kept else 'checked'}" for name, kept in outcome.checked))


def tell_what_was_done(report: Report, failed: bool, options: argparse.Namespace, seconds: float) -> None:
    """Say which functions were not followed to their ends and, on a terminal, how much was looked at.

    Args:
        failed: some of the paths could not be linted, which was told.
    """
    outcome = report.outcome
    for remark in _bounds(outcome.incomplete, len(outcome.incomplete) if options.verbose else _BOUNDS_SHOWN):
        complain(remark)
    if not (outcome.files or failed or report.settings.force_exclude):
        complain("warning: no Python files found")
    elif sys.stderr is not None and (options.verbose or sys.stderr.isatty()):
        is_counted = report.settings.output_format == "full" and options.output_file is None and not options.statistics
        summary = _summary(outcome, seconds, is_counted)
        if sys.stderr.isatty():
            emit(sys.stderr, summary + "\n")
        else:
            complain(summary)


def _bounds(incomplete: Sequence[Finding], shown: int) -> list[str]:
    """What to say of functions that were not followed to their ends."""
    lines = [f"note: {_where(one)}: {one.message}" for one in incomplete[:shown]]
    more = len(incomplete) - len(lines)
    return [*lines, f"note: and in {more} more functions (--maybe lists them)"] if more > 0 else lines


def _where(finding: Finding) -> str:
    place = finding.location
    return f"{finding.filename}: {line(place.row, place.cell)}" if place.cell else f"{finding.filename}:{place.row}"


def _summary(outcome: Outcome, seconds: float, is_counted: bool) -> str:
    """One line for a person at a terminal; `is_counted`: the report has said how many findings there are."""
    searched = f"({counted(outcome.files, 'file')}, {outcome.cupy_files} with CuPy, {seconds:.1f} s)"
    if not outcome.findings:
        return f"No findings. {searched}"
    if is_counted:
        return searched
    where = len({finding.filename for finding in outcome.findings})
    return f"{counted(len(outcome.findings), 'finding')} in {counted(where, 'file')} {searched}"
