"""Linting files and standard input, and telling what was found."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cupylint.cli.arguments import STDIN, STDIN_NAME, as_json, check_options, overrides
from cupylint.cli.changes import planned, show_diff, write
from cupylint.cli.status import FOUND, NOTHING, WRONG, UsageError, is_lost
from cupylint.cli.terminal import PLAIN_WIDTH, colored, complain, emit, print_text, unicode, width

if TYPE_CHECKING:
    from collections.abc import Callable

    from cupylint.cache.results import Results
    from cupylint.config import Resolver, Settings
    from cupylint.files import Target
    from cupylint.findings import Finding, Severity
    from cupylint.narrowing import Narrowing
    from cupylint.runner import Outcome


def lint(paths: Sequence[str], options: argparse.Namespace) -> int:
    """Lint what `paths` name and tell what was found; the exit status."""
    import time

    from cupylint import report
    from cupylint.config import Resolver
    from cupylint.files import discover
    from cupylint.report.page import Run

    start = time.perf_counter()
    check_options(options, STDIN in paths)
    resolver = Resolver(overrides(options), config=options.config, isolated=options.isolated)
    settings = resolver.settings_for(".")
    if options.write_baseline and not settings.baseline:
        raise UsageError("--write-baseline needs a file: give --baseline FILE, or baseline in the configuration")
    discovery = discover((path for path in paths if path != STDIN), resolver)
    files = [target.path for target in discovery.targets]
    if options.show_files:
        from cupylint import listings

        for problem in discovery.problems:
            complain(problem)
        print_text(listings.files(files, as_json=as_json(options, "--show-files")))
        return WRONG if discovery.problems else NOTHING
    text_of_stdin: dict[str, str] = {}

    def sources(filename: str) -> str | None:
        return text_of_stdin[filename] if filename in text_of_stdin else _source(filename)

    narrow = _narrowing(settings, options, discovery.targets)
    outcome = _run(discovery.targets, settings, options)
    if STDIN in paths:
        files.append(options.stdin_filename or STDIN_NAME)
        outcome = _with_stdin(outcome, options.stdin_filename, resolver, text_of_stdin)
    said: list[str] = []
    if options.write_baseline:
        from cupylint.narrowing import write_baseline

        line, narrow = write_baseline(
            settings.baseline, outcome, discovery.targets, sources, overwrite=options.overwrite
        )
        said.append(line)
    outcome, gone = (outcome, []) if narrow is None else narrow.applied(outcome, sources)
    if options.fix or options.diff or options.add_ignore is not None:
        from cupylint.fixing.words import told

        plan = planned(outcome, discovery.targets, paths, options)
        said += told(plan, verb="fix" if options.add_ignore is None else "silence", done=not options.diff)
        if options.diff:
            return show_diff(plan, [*discovery.problems, *said], outcome, options)
        write(plan)
        if plan.changes:
            outcome = _run(discovery.targets, settings, options)
            outcome, gone = (outcome, []) if narrow is None else narrow.applied(outcome, sources)

    def text(color: bool, width: int, unicode: bool) -> str:
        found, form = outcome.findings, settings.output_format
        if options.statistics:
            return report.statistics(found, as_json=options.output_format == "json")
        told = report.render(
            found,
            output_format=form,
            sources=sources,
            cells=lambda filename: _cells(sources(filename)),
            color=color,
            width=width,
            unicode=unicode,
            run=Run(tuple(files), "" if is_lost() else os.getcwd()),
        )
        return f"{told}\n{report.closing(found)}" if told and form == "full" and not options.quiet else told

    _report(text, options)
    bounds = () if options.quiet else _bounds(outcome.incomplete)
    for remark in (*discovery.problems, *bounds, *said, *gone):
        complain(remark)
    if options.quiet:
        pass
    elif not (outcome.files or discovery.problems or settings.force_exclude):
        complain("warning: no Python files found")
    elif sys.stderr is not None and sys.stderr.isatty():
        counted = settings.output_format == "full" and options.output_file is None and not options.statistics
        emit(sys.stderr, _summary(outcome, time.perf_counter() - start, counted) + "\n")
    if discovery.problems or outcome.internal_errors:
        return WRONG
    return FOUND if _fails(outcome.findings, settings.fail_on) and not options.exit_zero else NOTHING


def _cache(options: argparse.Namespace, settings: Settings) -> Results | None:
    """What earlier runs have found out; None if that is not asked for."""
    from cupylint.cache import command

    if options.no_cache or options.debug or os.environ.get(command.OFF):
        return None
    return command.opened(settings.root, options.cache_dir)


def _fails(findings: Sequence[Finding], least: Severity) -> bool:
    """Whether one of the findings is at least as bad as `least`."""
    from cupylint.findings import SEVERITIES

    return any(SEVERITIES.index(finding.severity) <= SEVERITIES.index(least) for finding in findings)


def _narrowing(settings: Settings, options: argparse.Namespace, targets: Sequence[Target]) -> Narrowing | None:
    """What limits the findings that are told, None for nothing."""
    baseline = "" if options.write_baseline else settings.baseline
    if not baseline and options.diff_base is None:
        return None
    from cupylint.narrowing import narrowing

    return narrowing(baseline, options.diff_base, targets)


def _run(targets: Sequence[Target], settings: Settings, options: argparse.Namespace) -> Outcome:
    """Lint files, with a line on a terminal that tells how far that is."""
    from cupylint import runner

    progress = runner.Progress(sys.stderr)
    try:
        return runner.run(
            targets,
            jobs=settings.jobs,
            progress=progress,
            hard_seconds=_PATIENCE * settings.time_limit,
            hard_memory=_PATIENCE * settings.memory_limit,
            cache=_cache(options, settings),
        )
    finally:
        progress.close()


_BOUNDS_SHOWN = 3
_PATIENCE = 6  # a process that goes so far beyond the bounds of a file no longer heeds them, and is killed


def _bounds(incomplete: Sequence[Finding]) -> list[str]:
    """What to say of functions that were not followed to their ends."""
    lines = [f"note: {_where(one)}: {one.message}" for one in incomplete[:_BOUNDS_SHOWN]]
    more = len(incomplete) - len(lines)
    return [*lines, f"note: and in {more} more functions (--maybe lists them)"] if more > 0 else lines


def _where(finding: Finding) -> str:
    from cupylint.report.places import line

    place = finding.location
    return f"{finding.filename}: {line(place.row, place.cell)}" if place.cell else f"{finding.filename}:{place.row}"


def _with_stdin(outcome: Outcome, name: str | None, resolver: Resolver, texts: dict[str, str]) -> Outcome:
    """`outcome` with the findings in standard input, whose text goes into `texts`."""
    from dataclasses import replace

    from cupylint import runner
    from cupylint.files import force_excluded
    from cupylint.findings import seen_from
    from cupylint.reading import read_stream
    from cupylint.registry import INCOMPLETE

    settings = resolver.settings_for(os.path.dirname(name or ""))
    filename = name or STDIN_NAME
    os.path.abspath(filename)  # fails where the current folder is gone: nobody knows what is imported from there
    unread: OSError | None = None
    try:
        data = read_stream(sys.stdin.buffer, filename) if sys.stdin is not None else b""
    except OSError as error:
        data, unread = b"", error
    if name is not None and force_excluded(name, settings):
        return outcome
    outcome = replace(outcome, files=outcome.files + 1)
    if unread is not None:
        found = [*outcome.findings, runner.unreadable(filename, unread)]
        return replace(outcome, findings=tuple(sorted(found, key=lambda finding: finding.sort_key)))
    if not runner.concerned(data, filename):
        return outcome
    texts[filename] = decoded(data)
    result = runner.check_data(data, filename, settings)
    found = [one for one in seen_from(result.findings, filename) if settings.maybe or one.code != INCOMPLETE]
    return replace(
        outcome,
        findings=tuple(sorted([*outcome.findings, *found], key=lambda finding: finding.sort_key)),
        incomplete=(*outcome.incomplete, *(one for one in result.findings if one.code == INCOMPLETE)),
        cupy_files=outcome.cupy_files + 1,
        internal_errors=outcome.internal_errors + result.failed,
    )


def _source(filename: str) -> str | None:
    """The text of a file, for excerpts; None if it cannot be read."""
    from cupylint.reading import read_regular

    try:
        return decoded(read_regular(filename))
    except OSError:
        return None


def _cells(text: str | None) -> dict[int, str]:
    """The texts of the cells of a notebook, none if it is none."""
    from cupylint import notebooks, source

    try:
        return notebooks.read((text or "").encode("utf-8", "surrogatepass")).texts
    except source.UnreadableSource:
        return {}


def decoded(data: bytes) -> str:
    """`data` in the encoding that it declares; without one, or with a wrong one, as well as possible."""
    from cupylint import source

    try:
        return source.decode(data)
    except source.UnreadableSource:
        return data.decode("utf-8", errors="replace")


def _summary(outcome: Outcome, seconds: float, counted: bool) -> str:
    """One line for a person at a terminal; `counted`: the report has said how many findings there are."""
    searched = f"({_number(outcome.files, 'file')}, {outcome.cupy_files} with CuPy, {seconds:.1f} s)"
    if not outcome.findings:
        return f"No findings. {searched}"
    if counted:
        return searched
    where = len({finding.filename for finding in outcome.findings})
    return f"{_number(len(outcome.findings), 'finding')} in {_number(where, 'file')} {searched}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _report(text: Callable[[bool, int, bool], str], options: argparse.Namespace) -> None:
    """Write what `text` makes of colour, width and Unicode to the file that was asked for, or to standard output."""
    path = options.output_file
    if path is None:
        if sys.stdout is not None:
            emit(sys.stdout, text(colored(sys.stdout, options.color), width(sys.stdout), unicode(sys.stdout)))
        return
    from cupylint.writing import write_report

    try:
        write_report(path, text(False, PLAIN_WIDTH, True))
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
