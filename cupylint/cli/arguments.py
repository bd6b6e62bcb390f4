"""What the options of the command say, and whether they go together."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from cupylint.cli.options import ADD_IGNORE, ADD_NOQA
from cupylint.cli.status import UsageError
from cupylint.config import LISTS, checked, inline
from cupylint.escape import shortened
from cupylint.reading import NOTEBOOK

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
    named = {key: getattr(options, key) for key in (*LISTS, *_VALUES) if getattr(options, key) is not None}
    given = {key: _parts(value) if key in LISTS else value for key, value in named.items()}
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
