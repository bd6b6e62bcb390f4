"""Options: selection, mistakes in them, and the other commands."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

ALL_RULES = "import cupy\nunordered-read()\nunordered-write()\nslow-copy()\n"


def codes(output: str) -> list[str]:
    """The codes in ``concise`` output, in order."""
    return [line.split()[1] for line in output.splitlines() if ": CUP" in line]


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        ([], ["CUP101", "CUP102"]),
        (["--select", "ALL"], ["CUP101", "CUP102", "CUP201"]),
        (["--select", "CUP2"], ["CUP201"]),
        (["--select", "slow-copy,cup101"], ["CUP101", "CUP201"]),
        (["--select", "CUP101", "--select", "CUP2"], ["CUP101", "CUP201"]),
        (["--extend-select", "CUP201"], ["CUP101", "CUP102", "CUP201"]),
        (["--ignore", "unordered-read"], ["CUP102"]),
        (["--ignore", "ALL"], []),
        (["--select", "CUP1", "--ignore", "CUP101"], ["CUP102"]),
        (["--select", "CUP101", "--ignore", "CUP1"], ["CUP101"]),
        (["--select", "CUP101", "--ignore", "CUP101"], []),
    ],
)
def test_selection(run: Any, write: Any, argv: list[str], expected: list[str]) -> None:
    write("a.py", ALL_RULES)
    assert codes(run("--output-format=concise", *argv).out) == expected


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--select", "CUP1O1"], "--select is wrong: no rule matches 'CUP1O1': did you mean CUP101?"),
        (["--ignore", "unorderd-read"], "no rule matches 'unorderd-read': did you mean unordered-read?"),
        (["--ignore", "XYZ"], "no rule matches 'XYZ': see cupylint --rules"),
        (["--ignore", "CUP900"], "CUP900 cannot be ignored: exclude the file instead"),
        (["--selct", "CUP101"], "unknown option --selct: did you mean --select?"),
        (["--output-fromat=json"], "unknown option --output-fromat: did you mean --output-format?"),
        (["--bogus"], "unknown option --bogus: see cupylint --help"),
        (["-z"], "unknown option -z: see cupylint --help"),
        (["--output-format", "jsn"], "--output-format cannot be 'jsn': did you mean json?"),
        (["--min-confidence", "sure"], "--min-confidence must be one of high, medium, low, not 'sure'"),
        (["--jobs", "0"], "--jobs must be a whole number of at least 1, not 0"),
        (["--jobs", "many"], "cupylint: --jobs must be a whole number, not 'many' (see cupylint --help)"),
        (["--time-limit", "soon"], "cupylint: --time-limit must be a number of seconds, not 'soon'"),
        (["sweep", "--target-time", "soon"], "cupylint: --target-time must be a number of seconds, not 'soon'"),
        (["--device-memory", "2000000"], '--device-memory needs a unit, such as "2000000B" or "24GiB"'),
        (["--cupy-version", "11"], "--cupy-version must be one of 12, 13, 14, not 11"),
        (["--config", "gone.toml"], "gone.toml: cannot be read: "),
        (["--config", "a.toml", "--isolated"], "--config and --isolated exclude each other"),
        (["--select"], "argument --select: expected one argument"),
        (["--explain", "cup9"], "no rule is called 'cup9': there are CUP900"),
        (["--explain", "unordered-raed"], "no rule is called 'unordered-raed': did you mean unordered-read?"),
    ],
)
def test_mistakes_get_one_line(run: Any, argv: list[str], message: str) -> None:
    result = run(*argv)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("cupylint: ")
    assert result.err.count("\n") == 1
    assert message in result.err


def test_explain(run: Any) -> None:
    by_code, by_name = run("--explain", "cup101"), run("--explain", "unordered-read")
    assert by_code.status == 0
    assert by_code.out == by_name.out
    assert by_code.out.startswith("CUP101 unordered-read (warning, default)\n\nA read races with a write.\n")
    assert "```bad\nracy()\n```" in by_code.out


def test_explain_in_colour_has_no_fences(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = run("--explain", "CUP101").out
    assert "```" not in out
    assert "    \x1b[36mracy()\x1b[0m\nEnd.\n" in out


def test_rules(run: Any) -> None:
    lines = run("--rules").out.splitlines()
    assert lines[0] == "CUP101  unordered-read   warning  default  -  A read races with a write."
    assert lines[2] == "CUP201  slow-copy        warning  opt-in   -  A copy that waits."


def test_version(run: Any) -> None:
    from cupylint import __version__

    assert run("--version").out == f"cupylint {__version__}\n"


def test_help_names_every_option(run: Any) -> None:
    result = run("--help")
    assert result.status == 0
    for option in ("--select", "--isolated", "--explain", "--verify", "--force-exclude"):
        assert option in result.out


def test_verify_hands_over_the_rest(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def fake_main(argv: list[str]) -> int:
        seen.append(argv)
        return 1

    module = ModuleType("cupylint.runtime_checks.main")
    module.main = fake_main  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cupylint.runtime_checks.main", module)
    assert run("--verify", "a.py", "--backend", "cuda", "--", "--verify").status == 1
    assert seen == [["a.py", "--backend", "cuda", "--", "--verify"]]


def test_verify_where_it_is_missing(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupylint.runtime_checks.main", None)
    result = run("--verify")
    assert (result.status, result.err) == (2, "cupylint: --verify is not part of this installation\n")


def test_nothing_runs_with_two_dashes_before_verify(run: Any) -> None:
    assert "--verify: no such file" in run("--", "--verify").err


def test_a_failure_of_the_command_itself(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError("oh")

    monkeypatch.setattr("cupylint.cli.lint.discover", fail)
    result = run()
    assert result.status == 2
    assert result.err.startswith("cupylint: internal error: LookupError: oh; please report")
