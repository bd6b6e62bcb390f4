"""``%%cupylint``: a cell is linted behind those that ran before it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import cupylint

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
