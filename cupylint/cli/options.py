"""The options of the command. Nothing is loaded for them that ``--help`` and ``--version`` can do without."""

from __future__ import annotations

import argparse
import os
import re
from typing import NoReturn

from cupylint.cli.status import UsageError
from cupylint.escape import shortened

STDIN = "-"
HOOK = "--hook"
ADD_IGNORE, ADD_NOQA = ADDING = ("--add-ignore", "--add-noqa")
"""Their value stands behind ``=`` or not at all: a word of its own would be taken for a path, or a path for it."""
STDIN_NAME = "<stdin>"


SERVER_HELP = """usage: cupylint server [OPTION ...]

Serves an editor by the Language Server Protocol over standard input and output: findings while typing, the page of a
rule and the picture of a finding on hover, fixes and comments that silence a finding as code actions.
Set-up of editors: docs/editors.md. Needs pygls: pip install 'cupylint[lsp]'.

The options for rules, for the program and for configuration are those of cupylint --help; they stand above the
configuration of the project. To lint a folder that is called server, write ./server.
"""


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
    """What is told of an option that there is none of."""
    option = word.split("=")[0]
    names = [name[2:] for name in parser._option_string_actions if name.startswith("--")]
    from cupylint.selectors import nearest

    near = nearest(option.lstrip("-"), names)  # dashes are no likeness
    return f"unknown option {option}: " + (f"did you mean --{near}?" if near else "see cupylint --help")
