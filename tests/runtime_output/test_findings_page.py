"""The page of a user's own program says what was found, where, what was observed, and what the fix does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.findings import Finding, Fix, Location, Side
from cupylint.runtime_checks.findings_page import render
from cupylint.runtime_checks.results import Ran, Verdict
from cupylint.runtime_checks.table import Row

from .test_page import Checker

MakeRow = Callable[..., Row]
SOURCE = "import cupy as cp\nwith first:\n    y = x * 2\nwith second:\n    z = y + 1\n"


@pytest.fixture
def found(make_row: MakeRow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Row]:
    """A row with its finding, in a program named by its absolute path."""
    monkeypatch.chdir(tmp_path)
    path = str(tmp_path / "pack" / "steps.py")

    def make(fix: Fix | None = None, **fields: object) -> Row:
        sides = (
            Side(Location(3, 5, 3, 6), path, "write", "first"),
            Side(Location(5, 9, 5, 10), path, "read", "second"),
        )
        finding = Finding(
            "CUP101", "unordered-read", "error", f"y of {path} is read <early>", Location(5, 9, 5, 10), path,
            accesses=sides, fix=fix,
        )  # fmt: skip
        row = make_row(filename=path, case=path, row=5, **fields)
        return Row(row.result, "reported", finding)

    return make


def page(*rows: Row, failed: str = "") -> str:
    return render(list(rows), lambda name: SOURCE, "cuda: A100", "2030-01-02", "run.py --n 4", Ran(failed))


def test_the_finding_with_both_lines(found: Callable[..., Row]) -> None:
    text = page(found())
    assert "CUP101 unordered-read" in text and "is read &lt;early&gt;" in text
    assert re.search(r'<span class="first"><i> +3</i> +y = x \* 2<b>earlier: first writes</b>', text)
    assert re.search(r'<span class="here"><i> +5</i> +z = y \+ 1<b>later: second reads</b>', text)
    assert 'class="state missed">CONFIRMED' in text, "what is confirmed is red"


def test_nothing_of_the_machine_or_of_the_harness(found: Callable[..., Row], tmp_path: Path) -> None:
    row = found(evidence=f"line 5 was done while line 3 of {tmp_path / 'pack' / 'steps.py'} was held back")
    text = page(row, failed=f"ValueError: no (line 3 of {tmp_path / 'other.py'})")
    assert str(tmp_path) not in text
    assert "pack/steps.py" in text.replace("\\", "/") and "line 3 of other.py" in text
    assert "xpected" not in text and "static" not in text


@pytest.mark.parametrize(
    ("fixed", "short", "said"),
    [
        ("with the fix they are ordered", "ORDERED", "With the fix they are ordered."),
        ("with the fix the verdict is NOT REACHED (why)", "NOT REACHED", "With the fix the verdict is NOT REACHED"),
        ("the fix was not tried: no time is left", "not tried", "The fix was not tried: no time is left."),
    ],
)
def test_the_fix_and_its_verdict(found: Callable[..., Row], fixed: str, short: str, said: str) -> None:
    text = page(found(Fix("second.wait_event(first.record())", 4), evidence=f"seen; {fixed}", fixed=fixed))
    assert "<ins>+ second.wait_event(first.record())</ins>" in text
    assert f'data-name="with the fix">{short}<' in text and said in text
    assert "<p>Seen.</p>" in text, "the evidence is told without it"


def test_a_fix_that_replaces_text(found: Callable[..., Row]) -> None:
    text = page(found(Fix.replacing(Location(5, 9, 5, 10), "w")))
    assert "<del>- z = y + 1</del><ins>+ z = w + 1</ins>" in text


def test_without_a_picture_the_lanes_are_told(found: Callable[..., Row]) -> None:
    assert "<svg" in page(found())
    assert re.search(r"<b>first</b><span>line 3</span><code>y = x \* 2</code>", page(found(steps=())))


@pytest.mark.parametrize("verdict", [*Verdict])
def test_it_is_whole_and_asks_for_nothing_outside(found: Callable[..., Row], verdict: Verdict) -> None:
    text = page(found(verdict=verdict), found(steps=()))
    checker = Checker()
    checker.feed(text)
    assert checker.open == [] and len(checker.ids) == len(set(checker.ids))
    assert all(target.startswith("#") and target[1:] in checker.ids for target in checker.targets)
    assert not re.search(r"https?:|@import|url\(", text)


def test_nothing_was_found() -> None:
    assert "nothing to verify" in page()
