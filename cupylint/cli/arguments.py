"""The options of the command: what they are, and whether they go together."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from cupylint.cli.status import UsageError
from cupylint.config import checked, inline
from cupylint.escape import shortened
from cupylint.reading import NOTEBOOK
from cupylint.selectors import nearest

STDIN = "-"
HOOK = "--hook"
ADD_IGNORE, ADD_NOQA = ADDING = ("--add-ignore", "--add-noqa")
"""Their value stands behind ``=`` or not at all: a word of its own would be taken for a path, or a path for it."""
STDIN_NAME = "<stdin>"


class Parser(argparse.ArgumentParser):
    """Raises `UsageError` where argparse would print its usage and end the process."""

    def error(self, message: str) -> NoReturn:
        told = _MUST.sub(r"\1 ", message)
        raise UsageError(f"{told} (see cupylint --help)")


_MUST = re.compile(r"^argument (?:-\w/)?(\S+): (?=must )")
"""What argparse says before what an option must be."""


def whole(text: str) -> int:
    """The whole number that an option is given."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {shortened(text)}") from None


def seconds(text: str) -> float:
    """The number of seconds that an option is given."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a number of seconds, not {shortened(text)}") from None


def parser() -> Parser:
    # Paths are what is left over: argparse does not mix positionals and options in any order.
    parser = Parser(
        prog="cupylint",
        usage="cupylint [OPTION ...] [PATH ...]",
        description="Finds stream and synchronisation misuse in CuPy programs. PATH is a file or a folder "
        "(default: the working directory); - reads standard input.",
        epilog="Exit status: 0 nothing found, 1 findings, 2 wrong usage, configuration or internal error.",
        add_help=False,
        allow_abbrev=False,
    )
    add_rules(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--output-format",
        metavar="FORMAT",
        help="full (default), concise, json, jsonl, sarif, github, gitlab, junit or html",
    )
    output.add_argument("-o", "--output-file", metavar="FILE", help="write the findings to FILE")
    output.add_argument(
        "--output", metavar="FORMAT=FILE", action="append", default=[], help="write a further report, as often as given"
    )
    output.add_argument("--overwrite", action="store_true", help="replace FILE although it holds no report of cupylint")
    output.add_argument("--show-suppressed", action="store_true", help="also what is silenced, marked; it never counts")
    output.add_argument("--statistics", action="store_true", help="only count the findings of each rule")
    output.add_argument("--color", metavar="WHEN", default="auto", help="auto (default), always or never")
    output.add_argument(
        "--docs-url", metavar="URL", help="where this documentation is read; findings name their rule's page"
    )
    output.add_argument("-q", "--quiet", action="store_true", help="print findings and errors, no notes and no counts")
    output.add_argument("-v", "--verbose", action="store_true", help="say what was read, and all that was not followed")
    output.add_argument("--exit-zero", action="store_true", help="exit with 0 although there are findings")
    output.add_argument(
        "--fail-on", metavar="SEVERITY", help="exit with 1 for error, warning or info (default) and worse"
    )
    known = parser.add_argument_group("code that has findings already")
    known.add_argument("--baseline", metavar="FILE", help="leave out the findings that FILE lists, and name fixed ones")
    known.add_argument("--write-baseline", action="store_true", help="list what is found in that file instead")
    known.add_argument(
        "--update-baseline", action="store_true", help="take what is fixed out of that file, add nothing"
    )
    known.add_argument("--diff-base", metavar="REV", help="only findings that lines changed since this revision touch")
    known.add_argument(ADD_IGNORE, metavar="[=REASON]", help="write comments that silence what is found")
    known.add_argument(ADD_NOQA, metavar="[=REASON]", help="the same as # noqa: CODE, which other linters read, too")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply the safe fixes, and tell what is left")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: the unsafe ones, too")
    fixes.add_argument(
        "--diff", action="store_true", help="write nothing; print what --fix or --add-ignore would change"
    )
    fixes.add_argument("--fix-only", action="store_true", help="apply the fixes, and tell nothing of what is left")
    fixes.add_argument("--exit-non-zero-on-fix", action="store_true", help="exit with 1 if something was changed")
    files = parser.add_argument_group("files and configuration")
    files.add_argument("--stdin-filename", metavar="NAME", help="what standard input is called")
    files.add_argument("--force-exclude", action="store_true", help="exclude files that were named, too")
    files.add_argument(HOOK, action="store_true", help="for pre-commit: the name of a file is never an option")
    files.add_argument(
        "--config",
        metavar="FILE",
        action="append",
        default=[],
        help="read the configuration from this file; KEY = VALUE sets a key of it, as often as given",
    )
    files.add_argument("--isolated", action="store_true", help="read no configuration")
    files.add_argument("--time-limit", metavar="SECONDS", type=seconds, help="for each file (default: 10)")
    files.add_argument("--memory-limit", metavar="SIZE", help="for each file (default: 500MB)")
    files.add_argument("-j", "--jobs", metavar="N", type=whole, help="number of processes (default: as it pays)")
    files.add_argument("--no-cache", action="store_true", help="check all files, also those that have not changed")
    files.add_argument("--cache-dir", metavar="FOLDER", help="where results are kept (default: .cupylint_cache)")
    files.add_argument("--watch", action="store_true", help="lint again whenever a file changes, until interrupted")
    other = parser.add_argument_group("other commands")
    other.add_argument("--explain", metavar="RULE", help="print the documentation of a rule (code or name)")
    other.add_argument("--rules", action="store_true", help="list all rules")
    other.add_argument("--schema", metavar="WHAT", help="print the JSON schema of the configuration or of findings")
    other.add_argument("--completion", metavar="SHELL", help="print what completes options in bash, zsh or fish")
    other.add_argument("--show-files", action="store_true", help="list the files that would be linted")
    other.add_argument("--show-settings", action="store_true", help="print the settings for PATH")
    other.add_argument(
        "--memory",
        metavar="FILE",
        help="print what a program holds of the device, line by line; the peak with --output-format json",
    )
    other.add_argument("--verify", action="store_true", help="prove findings on a device (see --verify --help)")
    other.add_argument("--dynamic", action="store_true", help="run a program and tell its races (see --dynamic --help)")
    other.add_argument("--debug", action="store_true", help="show the tracebacks of errors of cupylint itself")
    other.add_argument("--version", action="store_true", help="print the version")
    other.add_argument("-h", "--help", action="store_true", help="print this text")
    return parser


def as_words(rest: list[str], options: argparse.Namespace) -> None:
    """Take words for what they mean to those who know other linters: ``check PATH``, ``rules``, ``rule CUP101``.

    A file or folder of such a name is meant where there is one. What is understood leaves `rest`.
    """
    if not rest or os.path.lexists(rest[0]):
        return
    if rest[0] == "check":
        del rest[0]
    elif rest == ["rules"]:
        options.rules = True
    elif rest[0] == "rule" and len(rest) == 2:
        options.explain = rest[1]


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The options that say what is a finding."""
    rules = parser.add_argument_group("rules (lists are comma separated: codes, prefixes, names, ALL)")
    rules.add_argument("--select", metavar="LIST", action="append", help="run these rules instead of the default ones")
    rules.add_argument(
        "--ignore", "--extend-ignore", metavar="LIST", action="append", help="leave these rules out, too"
    )
    rules.add_argument("--extend-select", metavar="LIST", action="append", help="run these rules as well")
    rules.add_argument(
        "--per-file-ignores", metavar="GLOB:LIST", action="append", help="leave these rules out in files of such names"
    )
    rules.add_argument(
        "--min-severity", metavar="LEVEL", help="leave out findings that are less bad: error, warning or info (default)"
    )
    rules.add_argument(
        "--min-confidence",
        metavar="LEVEL",
        help="leave out findings that rest on something less likely: high, medium (default) or low",
    )
    rules.add_argument(
        "--maybe", dest="min_confidence", action="store_const", const="low", help="the same as --min-confidence low"
    )
    rules.add_argument("--pedantic", action="store_true", help="all rules, whatever their findings rest on")
    program = parser.add_argument_group("the program")
    program.add_argument("--cupy-version", metavar="N", type=whole, help="major version of CuPy: 12, 13 or 14")
    program.add_argument(
        "--per-thread-default-stream", action="store_true", help="CUPY_CUDA_PER_THREAD_DEFAULT_STREAM=1 is set"
    )
    program.add_argument(
        "--device-memory", metavar="SIZE", help="memory of each device: 24GiB, 80GB, or a card's name (default: 80GiB)"
    )


def unknown_option(word: str, parser: argparse.ArgumentParser) -> str:
    option = word.split("=")[0]
    names = [name[2:] for name in parser._option_string_actions if name.startswith("--")]
    near = nearest(option.lstrip("-"), names)  # dashes are no likeness
    return f"unknown option {option}: " + (f"did you mean --{near}?" if near else "see cupylint --help")


_LISTS = ("select", "ignore", "extend_select")
_VALUES = (
    "cupy_version", "output_format", "jobs", "device_memory", "time_limit", "memory_limit", "min_confidence",
    "min_severity", "baseline", "fail_on", "docs_url",
)  # fmt: skip
_SWITCHES = ("per_thread_default_stream", "force_exclude")


def overrides(options: argparse.Namespace) -> dict[str, object]:
    """The options that stand above the configuration, checked, by the field of `Settings` they set."""
    values = {key: checked(key.replace("_", "-"), value, where="--") for key, value in _given(options).items()}
    own = {
        "debug": options.debug,
        "fixing": options.add_ignore is None and (options.fix or options.diff or bool(options.output)),
        "show_suppressed": options.show_suppressed,
    }
    _add_lines(values, options.config)
    return values | {key: True for key, value in own.items() if value}


def _given(options: argparse.Namespace) -> dict[str, object]:
    """The options that were given of those that stand above the configuration, as they were given."""
    named = {key: getattr(options, key) for key in (*_LISTS, *_VALUES) if getattr(options, key) is not None}
    given = {key: _parts(value) if key in _LISTS else value for key, value in named.items()}
    if options.pedantic:
        given["extend_select"] = [*(options.extend_select or ()), "ALL"]
        given.setdefault("min_confidence", "low")
    if options.per_file_ignores is not None:
        given["per_file_ignores"] = _ignores_of_files(options.per_file_ignores)
    if options.statistics:
        as_json(options, "--statistics")
        given["output_format"] = "concise"  # nothing that is only looked up for other formats
    return given | {key: True for key in _SWITCHES if getattr(options, key)}


def _parts(lists: Sequence[str]) -> list[str]:
    """The words of lists that are separated by commas."""
    return [word for text in lists for word in text.split(",") if word.strip()]


def _add_lines(values: dict[str, object], config: Sequence[str]) -> None:
    """Add the lines of configuration among the values of ``--config`` below what options say."""
    for line in reversed([line for line in config if _is_inline(line)]):  # the last one counts
        for key, value in inline(line).items():
            adds = key in ("ignore", "extend_select") and key in values
            values[key] = (*value, *values[key]) if adds else values.get(key, value)  # type: ignore[misc]


def configuration(options: argparse.Namespace) -> str | None:
    """The file that the configuration is read from, None for the nearest one."""
    files = [name for name in options.config if not _is_inline(name)]
    if len(files) > 1:
        raise UsageError(f"--config {files[1]}: one file can be given, and {files[0]} is")
    if files and options.isolated:
        raise UsageError("--config and --isolated exclude each other: leave one out")
    return files[0] if files else None


def _is_inline(text: str) -> bool:
    """Whether a value of ``--config`` is a line of configuration and no file."""
    return "=" in text and not os.path.exists(text)


def _ignores_of_files(pairs: Sequence[str]) -> dict[str, list[str]]:
    """``GLOB:LIST``, each glob with its rules."""
    found: dict[str, list[str]] = {}
    for pair in pairs:
        glob, colon, codes = pair.rpartition(":")
        if not colon or not glob:
            raise UsageError(f"--per-file-ignores {pair}: must be a glob, a colon and rules, such as 'tests/*:CUP101'")
        found.setdefault(glob, []).extend(_parts([codes]))
    return found


def check_options(options: argparse.Namespace, stdin: bool) -> None:
    """Raise `UsageError` where options exclude each other, or ask for what cannot be."""
    configuration(options)
    _check_outputs(options)
    if wrong := next((text for is_wrong, text in _contradictions(options, stdin) if is_wrong), None):
        raise UsageError(wrong)
    if options.fix_only:
        options.fix = options.fix or not options.diff
    if options.add_noqa is not None:
        options.add_ignore = options.add_noqa
    if options.add_ignore is not None:
        from cupylint.fixing.ignores import wrong_reason

        if wrong := wrong_reason(options.add_ignore, noqa=options.add_noqa is not None):
            raise UsageError(f"{ADD_IGNORE if options.add_noqa is None else ADD_NOQA}: the reason {wrong}")


def _check_outputs(options: argparse.Namespace) -> None:
    """Raise `UsageError` where a report must not go to the file that was named."""
    files = [path for _, path in further(options)]
    if options.output_file is not None:
        files.append(options.output_file)
    if files and options.diff:
        option = "--output" if options.output_file is None else "--output-file"
        raise UsageError(f"--diff prints nothing but a diff: leave out {option}")
    for path in files:
        _check_output(path, options.overwrite)


def _contradictions(options: argparse.Namespace, stdin: bool) -> Iterator[tuple[object, str]]:
    """What cannot be asked for together: whether it is, and what to say then."""
    ignores = not options.add_ignore is options.add_noqa is None
    fixes = options.fix or (options.fix_only and not options.diff)
    writes = options.write_baseline or options.update_baseline
    alone = {
        "--fix": options.fix,
        ADD_IGNORE: options.add_ignore is not None,
        ADD_NOQA: options.add_noqa is not None,
        "--write-baseline": options.write_baseline,
        "--update-baseline": options.update_baseline,
    }
    chosen = [name for name, value in alone.items() if value]
    yield len(chosen) > 1, f"{' and '.join(chosen[:2])} exclude each other: leave one out"
    yield options.quiet and options.verbose, "--quiet and --verbose exclude each other: leave one out"
    narrow = options.diff or options.diff_base is not None
    yield writes and narrow, "a baseline is written of all that is found: leave out --diff and --diff-base"
    changes = "--exit-non-zero-on-fix is about what is changed: give --fix or --add-ignore, too"
    yield options.exit_non_zero_on_fix and not (fixes or ignores), changes
    applies = not ignores and (fixes or options.diff)
    yield options.unsafe_fixes and not applies, "--unsafe-fixes says which fixes to apply: give --fix or --diff, too"
    yield stdin and (fixes or options.diff or ignores), "standard input cannot be changed: give the name of a file"


def check_no_notebook(words: Sequence[str], what: str) -> None:
    """Raise `UsageError` if one of `words` names a notebook."""
    for word in words:
        if word.endswith(NOTEBOOK):
            raise UsageError(f"{word}: {what} takes no notebook: convert it to a program first (jupyter nbconvert)")


def as_json(options: argparse.Namespace, what: str) -> bool:
    """Whether what is no report is to be JSON.

    Raises:
        UsageError: it is to be something that only a report can be.
        ConfigError: there is no such format.
    """
    if options.output_format is None or checked("output-format", options.output_format, where="--") in _FOR_PEOPLE:
        return False
    if options.output_format != "json":
        raise UsageError(f"{what} cannot be written as {options.output_format}: json is possible, or leave it out")
    return True


def further(options: argparse.Namespace) -> list[tuple[str, str]]:
    """The further reports that were asked for: format and file of each."""
    found = []
    for text in options.output:
        form, equals, path = text.partition("=")
        if not equals or not path:
            raise UsageError(f"--output {text}: must be a format and a file, such as sarif=report.sarif")
        found.append((str(checked("output-format", form, where="--output: ")), path))
    return found


_WHEN = ("auto", "always", "never")
_FOR_PEOPLE = ("full", "concise")


def check_color(options: argparse.Namespace) -> None:
    if options.color not in _WHEN:
        raise UsageError(f"--color must be one of {', '.join(_WHEN)}, not {shortened(options.color)}")


def _check_output(path: str, overwrite: bool) -> None:
    """Say before the work begins that a report must not go to `path`."""
    from cupylint.writing import Foreign, check_place

    try:
        check_place(path, overwrite=overwrite)
    except Foreign as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
