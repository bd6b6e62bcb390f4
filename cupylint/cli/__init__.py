"""The command line.

Exit status: 0 nothing found, 1 findings, 2 wrong usage or configuration or an error of cupylint itself,
130 interrupted. What is found goes to standard output; everything else to standard error, one line each.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress

from cupylint import __version__
from cupylint.cli.options import ADDING, HOOK, SERVER_HELP, STDIN, as_words, parser, unknown_option
from cupylint.cli.status import INTERRUPTED, WRONG, UsageError
from cupylint.cli.terminal import complain, print_text


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with `argv` (default: the process's arguments) and return the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _dispatch(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from cupylint.failures import show
        from cupylint.reading import is_folder_gone

        if isinstance(error, FileNotFoundError) and is_folder_gone():
            error = UsageError("the current folder is gone: change to another one, or give absolute paths")
        told = _expected(error)
        if not told and "--debug" in arguments[: arguments.index("--") if "--" in arguments else None]:
            with suppress(OSError, ValueError):
                show(error)
        text = " ".join(str(error).split())
        with suppress(UsageError, ValueError):  # nowhere to say it: the status still does
            complain(
                text if told else f"internal error: {type(error).__name__}: {text}; please report (--debug shows where)"
            )
        return WRONG


def command() -> int:
    """`main` for a process that ends with it."""
    status = main()
    gc.freeze()  # Python would go through all objects once more, and ends anyway
    return status


def _expected(error: Exception) -> bool:
    """Whether an exception tells of a mistake of the user, not of cupylint."""
    from cupylint.config import ConfigError
    from cupylint.registry import RegistryError

    return isinstance(error, (UsageError, ConfigError, RegistryError))


def _dispatch(arguments: list[str]) -> int:
    if arguments[:1] == ["sweep"] and (len(arguments) > 1 or not os.path.exists("sweep")):
        from cupylint.cli.sweep import sweep

        return sweep(arguments[1:])
    words, behind = _parted(arguments)
    if option := next((option for option in ("--verify", "--dynamic") if option in words), None):
        from cupylint.cli.commands import run

        return run(option, [word for word in words if word not in (option, "--debug")], behind)
    known = parser()
    options, rest = known.parse_known_args(words)
    if unknown := next((word for word in rest if word.startswith("-") and word != STDIN), None):
        raise UsageError(unknown_option(unknown, known))
    is_server = rest == ["server"] and not behind[1:] and not options.hook
    if options.help:
        return print_text(SERVER_HELP if is_server else known.format_help())
    if options.version:
        return print_text(f"cupylint {__version__}\n")
    return _linted(rest, behind[1:], options, is_server)


def _parted(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What stands before ``--``, as the parser takes it, and that with all behind it."""
    arguments = _named_safely(arguments) if HOOK in arguments else arguments
    end = arguments.index("--") if "--" in arguments else len(arguments)
    return [f"{word}=" if word in ADDING else word for word in arguments[:end]], arguments[end:]


def _linted(rest: list[str], behind: list[str], options: argparse.Namespace, is_server: bool) -> int:
    """Do what the options ask for with the paths before and behind ``--``."""
    from cupylint.cli import commands
    from cupylint.cli.arguments import check_color

    check_color(options)
    as_words(rest, options)
    paths = rest + behind
    for asked, told in commands.TOLD.items():
        if getattr(options, asked) not in (None, False):
            return print_text(told(paths, options))
    if is_server:
        return commands.server(options)
    if rest in (["cache", "show"], ["cache", "clean"]):
        return print_text(commands.cache(rest[1], options))
    paths = paths or ["." if options.stdin_filename is None else STDIN]
    if options.watch:
        from cupylint.cli.watch import watch

        return watch(paths, options)
    from cupylint.cli.lint import lint  # what prints a text alone needs none of it

    return lint(paths, options)


def _named_safely(arguments: list[str]) -> list[str]:
    """`arguments` in which what names a file and looks like an option is written so that it is none.

    pre-commit puts the names of tracked files behind the options, whatever these files are called, and users may
    replace the options: there is no place for a ``--`` that stays. But all the files are there.

    Raises:
        UsageError: a word before the first file is an option, and there is a file of that name, too: whoever may add
            files must neither give options nor take one away.
    """
    known = parser()._option_string_actions
    safe: list[str] = []
    named = is_value = False
    for word in arguments:
        option = None if word == STDIN or not word.startswith("-") else _option(word, known)
        is_file = word.startswith("-") and os.path.lexists(word)
        if is_file and option is not None and not named:
            raise UsageError(f"{word}: a file is called like this option: rename the file, or exclude it from the hook")
        named = named or (option is None and not is_value)
        is_whole = word == option and option not in ADDING  # no value stands in the word itself
        is_value = option is not None and is_whole and not is_file and known[option].nargs is None
        safe.append(os.path.join(os.curdir, word) if is_file else word)
    return safe


def _option(word: str, known: Collection[str]) -> str | None:
    """The option that a word gives, perhaps with its value; None if it gives none."""
    name = word.partition("=")[0]
    if name in known:
        return name
    return word[:2] if not word.startswith("--") and word[:2] in known else None
