"""The table: its width, its colours, what counts as met."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest

from cupylint.runtime_checks.results import Ran, Verdict
from cupylint.runtime_checks.table import Progress, Row, Terminal, columns, status, succeeded, summary, table, terminal

MakeRow = Callable[..., Row]


class Tty(io.StringIO):
    """A terminal that remembers what it was sent."""

    encoding = "utf-8"  # type: ignore[assignment]

    def isatty(self) -> bool:
        return True


def rows(make_row: MakeRow) -> list[Row]:
    return [
        make_row(harm="wrong 4 of 4"),
        make_row("clean", case="CUP101/good_one", expected="ORDERED", verdict=Verdict.ORDERED, evidence="waited"),
        make_row("later", case="CUP402/bad_peak", expected="OUT OF MEMORY", verdict=Verdict.NOT_SUPPORTED, streams=()),
        make_row(verdict=Verdict.ORDERED, evidence="a long sentence " * 12),
    ]


@pytest.mark.parametrize("width", [20, 40, 60, 87, 88, 100, 110, 140, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_fits_every_width(make_row: MakeRow, width: int, unicode: bool) -> None:
    text = table(rows(make_row), Terminal(width, False, unicode))
    assert max(columns(line) for line in text.splitlines()) <= width
    if not unicode:
        assert text.isascii()


def test_long_names_drop_a_column_and_then_stack(make_row: MakeRow) -> None:
    name = "CUP105/bad_" + "x" * 40
    text = table([make_row(case=name, streams=("s" * 12, "t" * 12))], Terminal(100))
    assert "streams" not in text
    assert name in text
    text = table([make_row(case=name * 2)], Terminal(100))
    assert max(columns(line) for line in text.splitlines()) <= 100


def test_everything_is_said(make_row: MakeRow) -> None:
    text = table(rows(make_row), Terminal(200))
    for word in (
        "CUP101/bad_one",
        "CUP101:2",
        "first → second",
        "reported",
        "CONFIRMED (harm)",
        "wrong 4 of 4",
        "later",
    ):
        assert word in text
    assert "ORDERED, not CONFIRMED" in text


def test_wide_characters_and_control_characters(make_row: MakeRow) -> None:
    text = table([make_row(case="\u4e2d\u6587\x1b[31m", evidence="a\nb\tc")], Terminal(120))
    assert "\x1b" not in text
    assert "a b c" in text


def test_empty_table_and_summary() -> None:
    assert table([], Terminal()) == ""
    assert "Nothing to verify" in summary([], 0.1, Terminal(), fixtures=True)


def test_summary_of_fixtures_and_of_a_program(make_row: MakeRow) -> None:
    some = rows(make_row)
    text = summary(some, 1.25, Terminal(), fixtures=True)
    assert text.startswith("2 of 4 as expected, 1 not supported by this backend: 2 ORDERED")
    assert summary(some[:1], 1.0, Terminal(), fixtures=False).startswith("1 of 1 finding confirmed")


@pytest.mark.parametrize(
    ("verdict", "fixtures", "program"),
    [
        (Verdict.CONFIRMED, True, 1),
        (Verdict.HANGS, False, 1),
        (Verdict.ORDERED, False, 0),
        (Verdict.INCONCLUSIVE, False, 2),
        (Verdict.NOT_REACHED, False, 2),
        (Verdict.NOT_SUPPORTED, True, 2),
    ],
)
def test_exit_status(make_row: MakeRow, verdict: Verdict, fixtures: bool, program: int) -> None:
    """What a CI relies on: 0 only if everything was ordered in a run that was complete."""
    assert succeeded([make_row(verdict=verdict)]) is fixtures
    assert not succeeded([])
    assert status([make_row(verdict=verdict)], Ran()) == program
    assert status([make_row(verdict=verdict)], Ran("it ended with status 1")) == (program or 2)
    assert status([make_row(verdict=verdict), make_row()], Ran("it was killed")) == 1
    assert (status([], Ran()), status([], Ran("no module named x"))) == (0, 2)


def test_colour_is_off_without_a_terminal_and_under_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "77")
    assert not terminal(io.StringIO()).color
    assert terminal(Tty()).width == 77
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert terminal(io.StringIO()).color
    monkeypatch.setenv("NO_COLOR", "1")
    assert not terminal(Tty()).color


def test_colours_change_nothing_but_colours(make_row: MakeRow) -> None:
    colored = table(rows(make_row), Terminal(130, True))
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[\d;]*m", "", colored) == table(rows(make_row), Terminal(130, False))


def test_progress_is_silent_without_a_terminal() -> None:
    out = io.StringIO()
    progress = Progress(out, 3)
    progress.show(0, "CUP101/bad_one")
    progress.close()
    assert out.getvalue() == ""


def test_progress_fits_and_is_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    out = Tty()
    progress = Progress(out, 3)
    progress.show(1, "CUP101/bad_with_a_name_that_is_much_too_long")
    assert columns(out.getvalue().strip("\r").replace("\x1b[K", "")) <= 29
    assert "2/3" in out.getvalue()
    progress.close()
    assert out.getvalue().endswith("\r\x1b[K")
