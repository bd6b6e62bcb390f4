"""Linting files and standard input, and telling what was found."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint import garbage, listings, runner
from cupylint.cache import command
from cupylint.cli.arguments import as_json, check_options, configuration, overrides
from cupylint.cli.changes import planned, show_diff, write
from cupylint.cli.options import STDIN, STDIN_NAME
from cupylint.cli.sources import Sources, decoded
from cupylint.cli.status import FOUND, NOTHING, WRONG, UsageError
from cupylint.cli.telling import Report, at_once, tell, tell_what_was_done, tell_what_was_read
from cupylint.cli.terminal import complain, print_text
from cupylint.config import Resolver
from cupylint.files import discover, force_excluded
from cupylint.findings import is_as_bad, seen_from
from cupylint.reading import read_stream
from cupylint.registry import INCOMPLETE
from cupylint.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from cupylint.cache.results import Results
    from cupylint.config import Resolver, Settings
    from cupylint.files import Target
    from cupylint.findings import Finding, Severity
    from cupylint.fixing.plan import Plan
    from cupylint.narrowing import Narrowing
    from cupylint.runner import Outcome


@garbage.seldom()
def lint(paths: Sequence[str], options: argparse.Namespace) -> int:
    """Lint what `paths` name and tell what was found; the exit status."""
    import time

    start = time.perf_counter()
    check_options(options, STDIN in paths)
    resolver = Resolver(overrides(options), config=configuration(options), isolated=options.isolated)
    settings = resolver.settings_for(".")
    _check_baseline(settings, options)
    discovery = discover((path for path in paths if path != STDIN), resolver)
    files = [target.path for target in discovery.targets]
    if options.show_files:
        return _show_files(files, discovery.problems, options)
    sources = Sources()
    narrow = _narrowing(settings, options, discovery.targets)
    is_told = narrow is None and STDIN not in paths and _tells_at_once(settings, options)
    outcome = _run(discovery.targets, settings, options, at_once(sources) if is_told else None)
    if STDIN in paths:
        files.append(options.stdin_filename or STDIN_NAME)
        outcome = _with_stdin(outcome, options.stdin_filename, resolver, sources)
    said: list[str] = []
    if _writes_baseline(options):
        line, narrow = _write_baseline(settings.baseline, outcome, discovery.targets, sources, options)
        said.append(line)
    outcome, gone = _narrowed(outcome, narrow, sources)
    changed = False
    if _changes(options):
        plan, lines = _planned(outcome, discovery.targets, paths, options)
        said += lines
        if options.diff:
            return show_diff(plan, [*discovery.problems, *said], outcome, options)
        changed = write(plan)
    if options.fix_only:
        outcome = replace(outcome, findings=(), suppressed=())
    elif changed:
        outcome, gone = _narrowed(_run(discovery.targets, settings, options), narrow, sources)
    report = Report(outcome, settings, files, sources)
    if not is_told:
        tell(report, options)
    complain(*discovery.problems, *said, *gone)
    if options.verbose:
        tell_what_was_read(outcome, {target.settings.root for target in discovery.targets}, configuration(options))
    if not options.quiet:
        tell_what_was_done(report, bool(discovery.problems), options, time.perf_counter() - start)
    return _status(outcome, settings, options, bool(discovery.problems), changed)


def _changes(options: argparse.Namespace) -> bool:
    """Whether files are to be changed, or a diff is to show how."""
    return bool(options.fix or options.diff or options.add_ignore is not None)


def _writes_baseline(options: argparse.Namespace) -> bool:
    return bool(options.write_baseline or options.update_baseline)


def _narrowed(outcome: Outcome, narrow: Narrowing | None, sources: Sources) -> tuple[Outcome, Sequence[str]]:
    """What is told of an outcome, and a line for each finding of the baseline that is gone."""
    return (outcome, []) if narrow is None else narrow.applied(outcome, sources.at)


def _planned(
    outcome: Outcome, targets: Sequence[Target], paths: Sequence[str], options: argparse.Namespace
) -> tuple[Plan, list[str]]:
    """What to change in the files, and the lines that tell of it."""
    from cupylint.fixing.words import told

    plan = planned(outcome, targets, paths, options)
    return plan, told(plan, verb="fix" if options.add_ignore is None else "silence", done=not options.diff)


def _check_baseline(settings: Settings, options: argparse.Namespace) -> None:
    """Refuse to write a baseline into a file that nobody named."""
    if _writes_baseline(options) and not settings.baseline:
        option = "--write-baseline" if options.write_baseline else "--update-baseline"
        raise UsageError(f"{option} needs a file: give --baseline FILE, or baseline in the configuration")


def _show_files(files: Sequence[str], problems: Sequence[str], options: argparse.Namespace) -> int:
    """Print what would be linted; the exit status."""
    for problem in problems:
        complain(problem)
    print_text(listings.files(files, as_json=as_json(options, "--show-files")))
    return WRONG if problems else NOTHING


def _status(outcome: Outcome, settings: Settings, options: argparse.Namespace, failed: bool, changed: bool) -> int:
    """The exit status of a run. `failed`: some paths could not be linted; `changed`: fixes were written."""
    if failed or outcome.internal_errors:
        return WRONG
    fails = _fails(outcome.findings, settings.fail_on) or (changed and options.exit_non_zero_on_fix)
    return FOUND if fails and not options.exit_zero else NOTHING


def _cache(options: argparse.Namespace, settings: Settings) -> Results | None:
    """What earlier runs have found out; None if that is not asked for."""
    if options.no_cache or options.debug or os.environ.get(command.OFF):
        return None
    return command.opened(settings.root, options.cache_dir)


def _fails(findings: Sequence[Finding], least: Severity) -> bool:
    """Whether one of the findings is at least as bad as `least`."""
    return any(is_as_bad(finding.severity, least) for finding in findings)


def _narrowing(settings: Settings, options: argparse.Namespace, targets: Sequence[Target]) -> Narrowing | None:
    """What limits the findings that are told, None for nothing."""
    baseline = "" if _writes_baseline(options) else settings.baseline
    if not baseline and options.diff_base is None:
        return None
    from cupylint.narrowing import narrowing

    return narrowing(baseline, options.diff_base, targets)


def _write_baseline(
    path: str, outcome: Outcome, targets: Sequence[Target], sources: Sources, options: argparse.Namespace
) -> tuple[str, Narrowing]:
    """Write the baseline that was asked for: one line that tells of it, and the narrowing by it."""
    from cupylint.narrowing import write_baseline

    shrink = options.update_baseline
    return write_baseline(path, outcome, targets, sources.at, overwrite=options.overwrite, shrink=shrink)


def _tells_at_once(settings: Settings, options: argparse.Namespace) -> bool:
    """Whether findings are printed while the run goes on: where that is all that is done with them."""
    writes = _writes_baseline(options) or options.output_file or options.output
    told = settings.output_format == "jsonl" and not (settings.show_suppressed or options.statistics)
    return told and not (_changes(options) or writes)


def _run(
    targets: Sequence[Target],
    settings: Settings,
    options: argparse.Namespace,
    tell: Callable[[Sequence[Finding]], None] | None = None,
) -> Outcome:
    """Lint files, with a line on a terminal that tells how far that is."""
    progress = runner.Progress(sys.stderr)
    try:
        return runner.run(
            targets,
            jobs=settings.jobs,
            progress=progress,
            hard_seconds=_PATIENCE * settings.time_limit,
            hard_memory=_PATIENCE * settings.memory_limit,
            cache=_cache(options, settings),
            tell=tell,
        )
    finally:
        progress.close()


_PATIENCE = 6  # a process that goes so far beyond the bounds of a file no longer heeds them, and is killed


def _with_stdin(outcome: Outcome, name: str | None, resolver: Resolver, sources: Sources) -> Outcome:
    """`outcome` with the findings in standard input, whose text goes into `sources`."""
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
    workspace = Workspace()
    if not runner.concerned(data, filename, workspace):
        return outcome
    sources.held[filename] = decoded(data)
    result = runner.check_data(data, filename, settings, workspace)
    told = [one for one in seen_from(result.findings, filename) if settings.maybe or one.code != INCOMPLETE]
    found = [one for one in told if not one.suppressed]
    return replace(
        outcome,
        findings=tuple(sorted([*outcome.findings, *found], key=lambda finding: finding.sort_key)),
        suppressed=(*outcome.suppressed, *(one for one in told if one.suppressed)),
        incomplete=(*outcome.incomplete, *(one for one in result.findings if one.code == INCOMPLETE)),
        cupy_files=outcome.cupy_files + 1,
        internal_errors=outcome.internal_errors + result.failed,
    )
