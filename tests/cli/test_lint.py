"""``cupylint [PATH ...]``: what is found, what is printed and the exit status."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import Any

import pytest

from cupylint.cli.terminal import width

RACY = "import cupy\nunordered-read()\n"
CLEAN = "import cupy\n"


def test_nothing_found(run: Any, write: Any) -> None:
    write("a.py", CLEAN)
    result = run()
    assert (result.status, result.out, result.err) == (0, "", "")


def test_findings_go_to_standard_output(run: Any, write: Any) -> None:
    write("pkg/a.py", RACY)
    result = run("--output-format", "concise")
    assert result.status == 1
    assert result.out.replace(os.sep, "/").startswith("pkg/a.py:2:1: CUP101")
    assert result.err == ""


def test_exit_zero(run: Any, write: Any) -> None:
    write("a.py", RACY)
    assert run("--exit-zero").status == 0


def test_paths_and_options_mix(run: Any, write: Any) -> None:
    write("a.py", RACY)
    write("b.py", RACY)
    result = run("a.py", "--output-format=json", "b.py")
    assert [one["filename"] for one in json.loads(result.out)] == ["a.py", "b.py"]


def test_two_dashes_end_the_options(run: Any, write: Any) -> None:
    write("-a.py", RACY)
    assert "CUP101" in run("--", "-a.py").out


def test_a_missing_path_is_named_and_the_rest_is_checked(run: Any, write: Any) -> None:
    write("a.py", RACY)
    result = run("a.py", "gone.py", "--exit-zero")
    assert result.status == 2
    assert result.err == "cupylint: gone.py: no such file or directory\n"
    assert "CUP101" in result.out


def test_no_python_files(run: Any) -> None:
    result = run()
    assert (result.status, result.err) == (0, "cupylint: warning: no Python files found\n")


def test_files_without_cupy_are_not_checked(run: Any, write: Any) -> None:
    write("a.py", "raise-now\n")
    assert run().status == 0


def test_an_internal_error_names_the_file_and_the_rest_is_checked(run: Any, write: Any) -> None:
    write("a.py", "import cupy\nraise-now\n")
    write("b.py", RACY)
    result = run("--output-format", "concise")
    assert result.status == 2
    assert "a.py:1:1: CUP900" in result.out
    assert "internal error: RuntimeError: a toy is broken; please report" in result.out
    assert "b.py:2:1: CUP101" in result.out


def test_output_file(run: Any, write: Any, project: Any) -> None:
    write("a.py", RACY)
    result = run("--output-format", "json", "--output-file", "found.json")
    assert (result.status, result.out) == (1, "")
    assert json.loads((project / "found.json").read_text())[0]["code"] == "CUP101"


def test_output_file_that_cannot_be_written(run: Any, write: Any) -> None:
    write("a.py", RACY)
    result = run("--output-file", "no/such/folder.txt")
    assert result.status == 2
    assert result.err.startswith("cupylint: no/such/folder.txt: cannot be written: ")


def test_statistics(run: Any, write: Any) -> None:
    write("a.py", RACY + "unordered-read()\nunordered-write()\n")
    assert run("--statistics").out.split() == ["2", "CUP101", "unordered-read", "1", "CUP102", "unordered-write"]


class _Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def test_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Stdin(RACY.encode()))
    result = run("-", "--stdin-filename", "src/a.py", "--output-format", "concise")
    assert result.status == 1
    assert result.out.startswith("src/a.py:2:1: CUP101")


def test_standard_input_uses_the_configuration_of_its_name(
    run: Any, write: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("src/pyproject.toml", '[tool.cupylint]\nignore = ["CUP101"]\n')
    monkeypatch.setattr(sys, "stdin", _Stdin(RACY.encode()))
    assert run("-", "--stdin-filename", "src/a.py").status == 0


def test_standard_input_that_is_excluded(run: Any, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write("pyproject.toml", '[tool.cupylint]\nexclude = ["gen/"]\n')
    monkeypatch.setattr(sys, "stdin", _Stdin(RACY.encode()))
    assert run("-", "--stdin-filename", "gen/a.py", "--force-exclude").status == 0
    monkeypatch.setattr(sys, "stdin", _Stdin(RACY.encode()))
    assert run("-", "--stdin-filename", "gen/a.py").status == 1


class _Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("columns", "size", "expected"), [("0", 0, 100), ("", 0, 100), ("0", 20, 20), ("33", 20, 33)])
def test_the_width_of_a_terminal(monkeypatch: pytest.MonkeyPatch, columns: str, size: int, expected: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(_Terminal, "fileno", lambda self: 1)
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((size, 0)))
    assert width(_Terminal()) == expected


def test_a_terminal_gets_a_summary(run: Any, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.py", RACY)
    write("b.py", "x = 1\n")
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run().out.endswith("\n\nFound 1 warning in 1 file.\n")
    assert terminal.getvalue().startswith("(2 files, 1 with CuPy, 0.")
    terminal.truncate(0)
    terminal.seek(0)
    run("--output-format", "concise")
    assert terminal.getvalue().startswith("1 finding in 1 file (2 files, 1 with CuPy, 0.")


def test_the_summary_when_nothing_is_found(run: Any, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.py", CLEAN)
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    run()
    assert terminal.getvalue().startswith("No findings. (1 file, 1 with CuPy, 0.")


@pytest.mark.parametrize(
    ("terminal", "variables", "colored"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {"FORCE_COLOR": "1"}, True),
        (True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour(
    run: Any,
    write: Any,
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    variables: dict[str, str],
    colored: bool,
) -> None:
    write("a.py", RACY)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    stream = _Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    run()
    assert ("\x1b[" in stream.getvalue()) is colored


def test_text_that_the_terminal_cannot_show(run: Any, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.py", "import cupy\nunordered-read()  # \N{GREEK SMALL LETTER ALPHA}\n")
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert run().status == 1
    assert b"CUP101" in raw.getvalue()
    assert b"\\u03b1" in raw.getvalue()


def test_a_reader_that_went_away(run: Any, write: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    write("a.py", RACY)
    monkeypatch.setattr(sys, "stdout", Closed())
    result = run()
    assert (result.status, result.err) == (1, "")


def test_interrupted(run: Any, write: Any, toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> list[Any]:
        raise KeyboardInterrupt

    from cupylint import runner

    write("a.py", RACY)
    monkeypatch.setattr(runner, "_engine", lambda: interrupt)
    result = run()
    assert (result.status, result.out, result.err) == (130, "", "")
