"""``%%cupylint``: a cell is linted behind those that ran before it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

import cupylint
from cupylint.findings import Finding
from tests.bundled import CASES

MAKE = "import cupy as cp\na, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)"
WRITE = "with a:\n    x = cp.ones(9)"
READ = "with b:\n    y = x + 1\n"


class Shell:
    """Of IPython what the extension uses."""

    def __init__(self, *typed: str) -> None:
        self.history_manager = SimpleNamespace(input_hist_raw=["", *typed])
        self.magics: dict[str, Any] = {}
        self.ran: list[str] = []

    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None:
        self.magics[f"{magic_kind} {magic_name}"] = func

    def run_cell(self, raw_cell: str, store_history: bool) -> None:
        self.ran.append(raw_cell)


@pytest.mark.parametrize("stored", [True, False])
def test_a_cell_is_linted_behind_the_others_and_run(capsys: pytest.CaptureFixture[str], stored: bool) -> None:
    shell = Shell(MAKE, WRITE, *([f"%%cupylint\n{READ}"] if stored else []))
    cupylint.load_ipython_extension(shell)  # type: ignore[attr-defined]
    shell.magics["cell cupylint"]("", READ)
    out = capsys.readouterr().out
    assert "CUP101 unordered-read: x is read on b while a may still be writing it (cell 2, line 2)\n" in out
    assert "session.ipynb: cell 3, line 3, column 9\n   |\n 2 | with b:\n 3 |     y = x + 1\n" in out
    assert out.endswith("Found 1 error in 1 file.\n")
    assert shell.ran == [READ]


def test_what_was_found_before_is_not_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell(MAKE, WRITE, READ, "a.synchronize()")
    cupylint.load_ipython_extension(shell)  # type: ignore[attr-defined]
    shell.magics["cell cupylint"]("", READ)
    assert (capsys.readouterr().out, shell.ran) == ("", [READ])


def test_a_syntax_error_is_left_to_ipython(capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell(MAKE, WRITE)
    cupylint.load_ipython_extension(shell)  # type: ignore[attr-defined]
    shell.magics["cell cupylint"]("", "with b:\n    y = x +\n")
    assert (capsys.readouterr().out, shell.ran) == ("", ["with b:\n    y = x +\n"])


def test_options_are_said_to_be_none(capsys: pytest.CaptureFixture[str]) -> None:
    shell = Shell(MAKE, WRITE)
    cupylint.load_ipython_extension(shell)  # type: ignore[attr-defined]
    shell.magics["cell cupylint"]("--select CUP2", READ)
    assert capsys.readouterr().err == "cupylint: %%cupylint takes no options: --select CUP2\n"
    assert shell.ran == [READ]


@pytest.fixture
def ipython(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A real session with the extension, and a CuPy that does nothing."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    pytest.importorskip("IPython")
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setitem(sys.modules, "cupy", MagicMock())
    shell = InteractiveShell.instance()  # type: ignore[no-untyped-call]
    shell.run_cell("%load_ext cupylint", store_history=True)
    yield shell
    shell.clear_instance()


def test_in_ipython(ipython: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for cell in (MAKE, WRITE, f"%%cupylint\n{READ}print('it ran')"):
        ipython.run_cell(cell, store_history=True)
    out = capsys.readouterr().out
    assert "CUP101 unordered-read: x is read on b while a may still be writing it (cell 3, line 2)\n" in out
    assert "session.ipynb: cell 4, line 3, column 9\n" in out
    assert out.endswith("Found 1 error in 1 file.\nit ran\n")


Places = list[tuple[str, int, int]]
"""Code, row and column of findings."""


@pytest.fixture
def shown(ipython: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Places]:
    """What ``%%cupylint`` shows of a program that is the first cell of a session. It is linted, and not run."""
    monkeypatch.setattr(ipython, "run_cell", lambda cell, store_history: None)

    def show(text: str) -> Places:
        ipython.history_manager.reset()
        ipython.run_cell_magic("cupylint", "", text)
        out = capsys.readouterr().out
        found = re.findall(r"^(CUP\d+) .*\n *--> session.ipynb: cell 1, line (\d+), column (\d+)$", out, re.MULTILINE)
        return sorted((code, int(row) - 1, int(column)) for code, row, column in found)

    return show


def places(findings: Iterable[Finding]) -> Places:
    return sorted((one.code, one.location.row, one.location.column) for one in findings)


@pytest.mark.parametrize("code", ["CUP101", "CUP201", "CUP305"])
def test_programs_in_ipython(shown: Callable[[str], Places], code: str) -> None:
    paths = [case.path for case in CASES if case.code == code and not case.per_thread][:4]
    told = {path.name: shown(path.read_text(encoding="utf-8")) for path in paths}
    assert told == {path.name: places(cupylint.check(path.read_text(encoding="utf-8"))) for path in paths}


@pytest.mark.slow
def test_all_programs_in_ipython(shown: Callable[[str], Places]) -> None:
    count = 0
    for case in CASES:
        if not case.per_thread:
            text = case.path.read_text(encoding="utf-8")
            expected = places(cupylint.check(text))
            assert shown(text) == expected, case.path
            count += len(expected)
    assert count > 100


@pytest.mark.slow
def test_a_real_package_in_ipython(shown: Callable[[str], Places], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is a cell of a session in its folder. ``DOORS_PACKAGE`` names a folder with a package."""
    if not (package := os.environ.get("DOORS_PACKAGE")):
        pytest.skip("DOORS_PACKAGE names no folder")
    paths = sorted(path for path in Path(package).resolve().rglob("*.py") if path.is_file())
    count = 0
    for path in paths:
        monkeypatch.chdir(path.parent)
        expected = places(cupylint.check(path))
        assert shown(path.read_text(encoding="utf-8")) == expected, path
        count += len(expected)
    print(f"{len(paths)} files, {count} findings")
    assert count
