"""The command line.

Exit status: 0 nothing found, 1 findings, 2 wrong usage or configuration or an error of cupylint itself,
130 interrupted. What is found goes to standard output; everything else to standard error, one line each.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

    from cupylint.cache.results import Results
    from cupylint.config import Resolver, Settings
    from cupylint.files import Target
    from cupylint.findings import Finding, Severity
    from cupylint.fixing.plan import Plan
    from cupylint.narrowing import Narrowing
    from cupylint.runner import Outcome

NOTHING, FOUND, WRONG, INTERRUPTED = 0, 1, 2, 130

STDIN = "-"
HOOK = "--hook"
ADD_IGNORE = "--add-ignore"
"""Its value stands behind ``=`` or not at all: a word of its own would be taken for a path, or a path for it."""
STDIN_NAME = "<stdin>"
PLAIN_WIDTH = 100
"""Columns of output that does not go to a terminal."""


class UsageError(Exception):
    """The command line cannot be understood. The text is one line."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with `argv` (default: the process's arguments) and return the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if isinstance(error, FileNotFoundError) and _is_lost():
            error = UsageError("the current folder is gone: change to another one, or give absolute paths")
        told = _expected(error)
        if not told and "--debug" in arguments[: arguments.index("--") if "--" in arguments else None]:
            from cupylint.failures import show

            with suppress(OSError, ValueError):
                show(error)
        text = " ".join(str(error).split())
        with suppress(UsageError, ValueError):  # nowhere to say it: the status still does
            _complain(
                text if told else f"internal error: {type(error).__name__}: {text}; please report (--debug shows where)"
            )
        return WRONG


def _expected(error: Exception) -> bool:
    """Whether an exception tells of a mistake of the user, not of cupylint."""
    from cupylint.config import ConfigError
    from cupylint.registry import RegistryError

    return isinstance(error, (UsageError, ConfigError, RegistryError))


def _is_lost() -> bool:
    """Whether the current folder is gone."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _dispatch(arguments: list[str]) -> int:
    if HOOK in arguments:
        arguments = _named_safely(arguments)
    end = arguments.index("--") if "--" in arguments else len(arguments)
    arguments = [f"{word}=" if word == ADD_IGNORE and at < end else word for at, word in enumerate(arguments)]
    if "--verify" in arguments[:end]:
        _check_no_notebook(arguments[:end], "--verify")
        return _verify([word for word in arguments[:end] if word not in ("--verify", "--debug")] + arguments[end:])
    parser = _parser()
    options, rest = parser.parse_known_args(arguments[:end])
    for word in rest:
        if word.startswith("-") and word != STDIN:
            raise UsageError(_unknown_option(word, parser))
    paths = rest + arguments[end + 1 :]
    if options.help:
        return _print(parser.format_help())
    if options.version:
        from cupylint import __version__

        return _print(f"cupylint {__version__}\n")
    _check_color(options)
    if options.rules:
        from cupylint import listings, registry

        return _print(listings.rules(registry.rules(), as_json=_as_json(options, "--rules")))
    if options.explain is not None:
        return _print(_explanation(options))
    if options.memory is not None:
        return _print(_timeline(options))
    if options.show_settings:
        return _print(_settings(paths, options))
    if rest in (["cache", "show"], ["cache", "clean"]):
        return _print(_cache_command(rest[1], options))
    return _lint(paths or ["." if options.stdin_filename is None else STDIN], options)


def _named_safely(arguments: list[str]) -> list[str]:
    """`arguments` in which what names a file and looks like an option is written so that it is none.

    pre-commit puts the names of tracked files behind the options, whatever these files are called, and users may
    replace the options: there is no place for a ``--`` that stays. But all the files are there.

    Raises:
        UsageError: a word before the first file is an option, and there is a file of that name, too: whoever may add
            files must neither give options nor take one away.
    """
    known = _parser()._option_string_actions
    safe: list[str] = []
    named = is_value = False
    for word in arguments:
        option = None if word == STDIN or not word.startswith("-") else _option(word, known)
        is_file = word.startswith("-") and os.path.lexists(word)
        if is_file and option is not None and not named:
            raise UsageError(f"{word}: a file is called like this option: rename the file, or exclude it from the hook")
        named = named or (option is None and not is_value)
        is_value = option is not None and not is_file and word == option != ADD_IGNORE and known[option].nargs is None
        safe.append(os.path.join(os.curdir, word) if is_file else word)
    return safe


def _option(word: str, known: Collection[str]) -> str | None:
    """The option that a word gives, perhaps with its value; None if it gives none."""
    name = word.partition("=")[0]
    if name in known:
        return name
    return word[:2] if not word.startswith("--") and word[:2] in known else None


# --- options --------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Raises `UsageError` where argparse would print its usage and end the process."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see cupylint --help)")


def _parser() -> _Parser:
    # Paths are what is left over: argparse does not mix positionals and options in any order.
    parser = _Parser(
        prog="cupylint",
        usage="cupylint [OPTION ...] [PATH ...]",
        description="Finds stream and synchronisation misuse in CuPy programs. PATH is a file or a folder "
        "(default: the working directory); - reads standard input.",
        epilog="Exit status: 0 nothing found, 1 findings, 2 wrong usage, configuration or internal error.",
        add_help=False,
        allow_abbrev=False,
    )
    rules = parser.add_argument_group("rules (lists are comma separated: codes, prefixes, names, ALL)")
    rules.add_argument("--select", metavar="LIST", action="append", help="run these rules instead of the default ones")
    rules.add_argument("--ignore", metavar="LIST", action="append", help="leave these rules out")
    rules.add_argument("--extend-select", metavar="LIST", action="append", help="run these rules as well")
    rules.add_argument(
        "--min-confidence",
        metavar="LEVEL",
        help="leave out findings that rest on something less likely: high, medium (default) or low",
    )
    rules.add_argument(
        "--maybe", dest="min_confidence", action="store_const", const="low", help="the same as --min-confidence low"
    )
    program = parser.add_argument_group("the program")
    program.add_argument("--cupy-version", metavar="N", type=int, help="major version of CuPy: 12, 13 or 14")
    program.add_argument(
        "--per-thread-default-stream", action="store_true", help="CUPY_CUDA_PER_THREAD_DEFAULT_STREAM=1 is set"
    )
    program.add_argument(
        "--device-memory", metavar="SIZE", help="memory of each device: 24GiB, 80GB, or a card's name (default: 80GiB)"
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--output-format",
        metavar="FORMAT",
        help="full (default), concise, json, jsonl, sarif, github, gitlab, junit or html",
    )
    output.add_argument("-o", "--output-file", metavar="FILE", help="write the findings to FILE")
    output.add_argument("--overwrite", action="store_true", help="replace FILE although it holds no report of cupylint")
    output.add_argument("--statistics", action="store_true", help="only count the findings of each rule")
    output.add_argument("--color", metavar="WHEN", default="auto", help="auto (default), always or never")
    output.add_argument("-q", "--quiet", action="store_true", help="print findings and errors, no notes and no counts")
    output.add_argument("--exit-zero", action="store_true", help="exit with 0 although there are findings")
    output.add_argument(
        "--fail-on", metavar="SEVERITY", help="exit with 1 for error, warning or info (default) and worse"
    )
    known = parser.add_argument_group("code that has findings already")
    known.add_argument("--baseline", metavar="FILE", help="leave out the findings that FILE lists, and name fixed ones")
    known.add_argument("--write-baseline", action="store_true", help="list what is found in that file instead")
    known.add_argument("--diff-base", metavar="REV", help="only findings that lines changed since this revision touch")
    known.add_argument(ADD_IGNORE, metavar="[=REASON]", help="write comments that silence what is found")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply the safe fixes, and tell what is left")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: the unsafe ones, too")
    fixes.add_argument(
        "--diff", action="store_true", help="write nothing; print what --fix or --add-ignore would change"
    )
    files = parser.add_argument_group("files and configuration")
    files.add_argument("--stdin-filename", metavar="NAME", help="what standard input is called")
    files.add_argument("--force-exclude", action="store_true", help="exclude files that were named, too")
    files.add_argument(HOOK, action="store_true", help="for pre-commit: the name of a file is never an option")
    files.add_argument("--config", metavar="FILE", help="read the configuration from this file")
    files.add_argument("--isolated", action="store_true", help="read no configuration")
    files.add_argument("--time-limit", metavar="SECONDS", type=float, help="for each file (default: 10)")
    files.add_argument("--memory-limit", metavar="SIZE", help="for each file (default: 500MB)")
    files.add_argument("-j", "--jobs", metavar="N", type=int, help="number of processes (default: as it pays)")
    files.add_argument("--no-cache", action="store_true", help="check all files, also those that have not changed")
    files.add_argument("--cache-dir", metavar="FOLDER", help="where results are kept (default: .cupylint_cache)")
    other = parser.add_argument_group("other commands")
    other.add_argument("--explain", metavar="RULE", help="print the documentation of a rule (code or name)")
    other.add_argument("--rules", action="store_true", help="list all rules")
    other.add_argument("--show-files", action="store_true", help="list the files that would be linted")
    other.add_argument("--show-settings", action="store_true", help="print the settings for PATH")
    other.add_argument(
        "--memory",
        metavar="FILE",
        help="print what a program holds of the device, line by line; the peak with --output-format json",
    )
    other.add_argument("--verify", action="store_true", help="prove findings on a device (see --verify --help)")
    other.add_argument("--debug", action="store_true", help="show the tracebacks of errors of cupylint itself")
    other.add_argument("--version", action="store_true", help="print the version")
    other.add_argument("-h", "--help", action="store_true", help="print this text")
    return parser


def _unknown_option(word: str, parser: argparse.ArgumentParser) -> str:
    from cupylint.selectors import nearest

    option = word.split("=")[0]
    near = nearest(option, [name for name in parser._option_string_actions if name.startswith("--")])
    return f"unknown option {option}: " + (f"did you mean {near}?" if near else "see cupylint --help")


def _overrides(options: argparse.Namespace) -> dict[str, object]:
    """The options that stand above the configuration, checked, by the field of `Settings` they set."""
    from cupylint.config import checked

    given: dict[str, object] = {
        key: [word for text in getattr(options, key) for word in text.split(",") if word.strip()]
        for key in ("select", "ignore", "extend_select")
        if getattr(options, key) is not None
    }
    values_given = ("cupy_version", "output_format", "jobs", "device_memory", "time_limit", "memory_limit")
    for key in (*values_given, "min_confidence", "baseline", "fail_on"):
        if getattr(options, key) is not None:
            given[key] = getattr(options, key)
    if options.statistics:
        _as_json(options, "--statistics")
        given["output_format"] = "concise"  # nothing that is only looked up for other formats
    for key in ("per_thread_default_stream", "force_exclude"):
        if getattr(options, key):
            given[key] = True
    values = {key: checked(key.replace("_", "-"), value, where="--") for key, value in given.items()}
    own = {"debug": options.debug, "fixing": options.add_ignore is None and (options.fix or options.diff)}
    return values | {key: True for key, value in own.items() if value}


def _cache_command(what: str, options: argparse.Namespace) -> str:
    """What ``cupylint cache show`` and ``clean`` print."""
    from cupylint.cache.command import cleaned, shown
    from cupylint.config import Resolver

    root = Resolver({}, config=options.config, isolated=options.isolated).settings_for(".").root
    try:
        return (shown if what == "show" else cleaned)(root, options.cache_dir)
    except OSError as error:
        raise UsageError(f"{error.filename}: cannot be removed: {error.strerror or error}") from None


def _timeline(options: argparse.Namespace) -> str:
    """What ``--memory`` prints."""
    _check_no_notebook([options.memory], "--memory")
    from cupylint import source, timeline
    from cupylint.config import Resolver

    settings = Resolver(_overrides(options), config=options.config, isolated=options.isolated).settings_for(".")
    notes: list[str] = []
    try:
        text = timeline.render(options.memory, settings, notes)
    except OSError as error:
        raise UsageError(f"{options.memory}: cannot be read: {error.strerror or error}") from None
    except source.UnreadableSource as error:
        raise UsageError(f"{options.memory}:{error.row}: {error.reason}") from None
    for note in notes:
        _complain(note)
    return text


def _check_no_notebook(words: Sequence[str], what: str) -> None:
    """Raise `UsageError` if one of `words` names a notebook."""
    from cupylint.reading import NOTEBOOK

    for word in words:
        if word.endswith(NOTEBOOK):
            raise UsageError(f"{word}: {what} takes no notebook: convert it to a program first (jupyter nbconvert)")


# --- linting --------------------------------------------------------------------------------------


def _lint(paths: Sequence[str], options: argparse.Namespace) -> int:
    import time

    from cupylint import listings, report
    from cupylint.config import Resolver
    from cupylint.files import discover
    from cupylint.report.page import Run

    start = time.perf_counter()
    _check_options(options, STDIN in paths)
    resolver = Resolver(_overrides(options), config=options.config, isolated=options.isolated)
    settings = resolver.settings_for(".")
    if options.write_baseline and not settings.baseline:
        raise UsageError("--write-baseline needs a file: give --baseline FILE, or baseline in the configuration")
    discovery = discover((path for path in paths if path != STDIN), resolver)
    files = [target.path for target in discovery.targets]
    if options.show_files:
        for problem in discovery.problems:
            _complain(problem)
        _print(listings.files(files, as_json=_as_json(options, "--show-files")))
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

        plan = _planned(outcome, discovery.targets, paths, options)
        said += told(plan, verb="fix" if options.add_ignore is None else "silence", done=not options.diff)
        if options.diff:
            return _show_diff(plan, [*discovery.problems, *said], outcome, options)
        _write(plan)
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
            run=Run(tuple(files), "" if _is_lost() else os.getcwd()),
        )
        return f"{told}\n{report.closing(found)}" if told and form == "full" and not options.quiet else told

    _report(text, options)
    bounds = () if options.quiet else _bounds(outcome.incomplete)
    for remark in (*discovery.problems, *bounds, *said, *gone):
        _complain(remark)
    if options.quiet:
        pass
    elif not (outcome.files or discovery.problems or settings.force_exclude):
        _complain("warning: no Python files found")
    elif sys.stderr is not None and sys.stderr.isatty():
        counted = settings.output_format == "full" and options.output_file is None and not options.statistics
        _emit(sys.stderr, _summary(outcome, time.perf_counter() - start, counted) + "\n")
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


def _check_options(options: argparse.Namespace, stdin: bool) -> None:
    if options.config is not None and options.isolated:
        raise UsageError("--config and --isolated exclude each other: leave one out")
    if options.output_file is not None:
        if options.diff:
            raise UsageError("--diff prints nothing but a diff: leave out --output-file")
        _check_output(options.output_file, options.overwrite)
    ignores = options.add_ignore is not None
    given = {"--fix": options.fix, ADD_IGNORE: ignores, "--write-baseline": options.write_baseline}
    chosen = [name for name, value in given.items() if value]
    if len(chosen) > 1:
        raise UsageError(f"{chosen[0]} and {chosen[1]} exclude each other: leave one out")
    if options.write_baseline and (options.diff or options.diff_base is not None):
        raise UsageError("--write-baseline lists all that is found: leave out --diff and --diff-base")
    if options.unsafe_fixes and (ignores or not (options.fix or options.diff)):
        raise UsageError("--unsafe-fixes says which fixes to apply: give --fix or --diff, too")
    if stdin and (options.fix or options.diff or ignores):
        raise UsageError("standard input cannot be changed: give the name of a file")
    if ignores:
        from cupylint.fixing.ignores import wrong_reason

        if wrong := wrong_reason(options.add_ignore):
            raise UsageError(f"{ADD_IGNORE}: the reason {wrong}")


# --- changing files -------------------------------------------------------------------------------


def _planned(outcome: Outcome, targets: Sequence[Target], paths: Sequence[str], options: argparse.Namespace) -> Plan:
    """What to change in the files that were linted."""
    from cupylint import runner
    from cupylint.fixing.ignores import plan_ignores
    from cupylint.fixing.plan import plan

    files = {target.path: target.settings for target in targets}
    allowed = [os.path.realpath(path) for path in paths]
    if options.add_ignore is not None:
        return plan_ignores(files, outcome.findings, options.add_ignore, allowed)

    def check(data: bytes, filename: str, settings: Settings) -> Sequence[Finding]:
        return runner.check_data(data, filename, settings).findings

    return plan(files, outcome.findings, check, unsafe=options.unsafe_fixes, allowed=allowed)


def _write(plan: Plan) -> None:
    from cupylint.fixing.replace import NotReplaced, replace_all

    try:
        replace_all(plan.changes)
    except NotReplaced as error:
        raise UsageError(str(error)) from None


def _show_diff(plan: Plan, lines: Sequence[str], outcome: Outcome, options: argparse.Namespace) -> int:
    """Print the changes of a plan, for people or for ``patch``, and return the exit status."""
    from cupylint.fixing.diff import shown, unified

    diff = unified(plan.changes)
    if sys.stdout is not None:
        if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
            _emit(sys.stdout, shown(diff))
        else:
            _emit_bytes(sys.stdout, diff)
    for line in lines:
        _complain(line)
    if outcome.internal_errors:
        return WRONG
    return FOUND if diff and not options.exit_zero else NOTHING


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
    texts[filename] = _decoded(data)
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
        return _decoded(read_regular(filename))
    except OSError:
        return None


def _cells(text: str | None) -> dict[int, str]:
    """The texts of the cells of a notebook, none if it is none."""
    from cupylint import notebooks, source

    try:
        return notebooks.read((text or "").encode("utf-8", "surrogatepass")).texts
    except source.UnreadableSource:
        return {}


def _decoded(data: bytes) -> str:
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
            _emit(sys.stdout, text(_colored(sys.stdout, options.color), _width(sys.stdout), _unicode(sys.stdout)))
        return
    from cupylint.writing import write_report

    try:
        write_report(path, text(False, PLAIN_WIDTH, True))
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None


def _check_output(path: str, overwrite: bool) -> None:
    """Say before the work begins that a report must not go to `path`."""
    from cupylint.writing import Foreign, check_place

    try:
        check_place(path, overwrite=overwrite)
    except Foreign as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None


# --- other commands -------------------------------------------------------------------------------


def _verify(arguments: list[str]) -> int:
    import importlib

    name = "cupylint.runtime_checks.main"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise UsageError("--verify is not part of this installation") from None
    return int(module.main(arguments))


def _explanation(options: argparse.Namespace) -> str:
    from cupylint import listings, registry, selectors

    code_or_name = options.explain
    rule = registry.find(code_or_name)
    if rule is None:
        known = [text for rule in registry.rules() for text in (rule.code, rule.name)]
        near = selectors.nearest(code_or_name, known)
        hint = f"did you mean {near}?" if near else "see cupylint --rules"
        raise UsageError(f"no rule is called {code_or_name!r}: {hint}")
    colored = sys.stdout is not None and _colored(sys.stdout, options.color)
    return listings.explanation(rule, as_json=_as_json(options, "--explain"), colored=colored)


def _settings(paths: Sequence[str], options: argparse.Namespace) -> str:
    """What ``--show-settings`` prints: the settings for the first of `paths`, else for the current folder."""
    from cupylint import listings
    from cupylint.config import Resolver

    _check_options(options, stdin=False)
    resolver = Resolver(_overrides(options), config=options.config, isolated=options.isolated)
    path = paths[0] if paths and paths[0] != STDIN else options.stdin_filename or "."
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    return listings.settings(resolver.settings_for(folder), as_json=_as_json(options, "--show-settings"))


def _as_json(options: argparse.Namespace, what: str) -> bool:
    """Whether what is no report is to be JSON.

    Raises:
        UsageError: it is to be something that only a report can be.
        ConfigError: there is no such format.
    """
    from cupylint.config import checked

    if options.output_format is None or checked("output-format", options.output_format, where="--") in _FOR_PEOPLE:
        return False
    if options.output_format != "json":
        raise UsageError(f"{what} cannot be written as {options.output_format}: json is possible, or leave it out")
    return True


# --- terminal -------------------------------------------------------------------------------------


def _print(text: str) -> int:
    if sys.stdout is not None:
        _emit(sys.stdout, text)
    return NOTHING


def _complain(message: str) -> None:
    from cupylint import escape

    if sys.stderr is not None:
        _emit(sys.stderr, f"cupylint: {escape.line(message)}\n")


def _emit(stream: TextIO, text: str) -> None:
    """Write `text`. A reader that has gone away (``| head``) is no error, and nothing tells of it."""
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = stream.encoding or "ascii"
            stream.write(text.encode(encoding, errors="backslashreplace").decode(encoding))
        stream.flush()
    except OSError as error:
        _mute(stream)
        if not isinstance(error, BrokenPipeError) and error.errno != errno.EINVAL:  # Windows has no EPIPE here
            raise UsageError(f"output cannot be written: {error.strerror or error}") from None


def _emit_bytes(stream: TextIO, data: bytes) -> None:
    """`_emit` for bytes, which go out as they are."""
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.flush()
    except OSError as error:
        _mute(stream)
        if not isinstance(error, BrokenPipeError) and error.errno != errno.EINVAL:
            raise UsageError(f"output cannot be written: {error.strerror or error}") from None


def _mute(stream: TextIO) -> None:
    """Let what is still buffered go nowhere: the interpreter flushes once more at its end."""
    try:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())
    except (OSError, ValueError):
        pass  # not a real file


_WHEN = ("auto", "always", "never")
_FOR_PEOPLE = ("full", "concise")


def _check_color(options: argparse.Namespace) -> None:
    from cupylint.escape import shortened

    if options.color not in _WHEN:
        raise UsageError(f"--color must be one of {', '.join(_WHEN)}, not {shortened(options.color)}")


def _colored(stream: TextIO, when: str = "auto") -> bool:
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb" and _understands_escapes()


def _understands_escapes() -> bool:
    """Windows consoles must be told to; elsewhere every terminal does."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        output = kernel.GetStdHandle(-11)
        mode = ctypes.c_ulong()
        return bool(kernel.GetConsoleMode(output, ctypes.byref(mode)) and kernel.SetConsoleMode(output, mode.value | 4))
    return True


def _width(stream: TextIO) -> int:
    if not stream.isatty():
        return PLAIN_WIDTH
    columns = os.environ.get("COLUMNS", "")
    try:
        return int(columns) if columns.isdecimal() and int(columns) else os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return PLAIN_WIDTH


def _unicode(stream: TextIO) -> bool:
    """Whether line-drawing characters arrive as such."""
    try:
        "\u2500\u2502\u2573\u2572\u2022".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
