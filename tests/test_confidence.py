"""Findings may rest on more than the code that was seen: how much of that is shown is up to the user."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cupylint import cli
from cupylint.config import ConfigError, Resolver, Settings, from_table
from cupylint.engine import check_bytes
from cupylint.findings import CONFIDENCE, CONFIDENCES, UNSEEN, Confidence, Premise, lowest, reaches

ROOT = Path(__file__).resolve().parents[1]
SIZE = Premise("size", "n is 6", 6)
CALLER = Premise("caller-stream", "the caller's work on x still runs")

SURE = """\
import cupy as cp
def sure():
    a, b = cp.cuda.Stream(), cp.cuda.Stream()
    with a:
        x = cp.ones(9)
    with b:
        y = x + 1
    return y
"""
LIKELY = """
def likely(A):
    h2d, comp = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    buf = cp.empty((2, 100, 100))
    cp.cuda.Device().synchronize()
    n = len(A)
    for i in range(n - 2, -1, -1):
        with comp:
            y = buf[(i + 1) % 2] @ buf[(i + 1) % 2]
        buf[i % 2].set(A[i], stream=h2d)
        comp.wait_event(h2d.record())
    cp.cuda.Device().synchronize()
    return y
"""
PERHAPS = """
def perhaps():
    a = cp.cuda.Stream()
    for k in range(3):
        with a:
            x = cp.full(9, k)
            yield x
"""
GUESS = """
def guess():
    a, b = cp.cuda.Stream(), cp.cuda.Stream()
    with a:
        x = cp.ones(9)
    show(a)
    with b:
        return x + 1
"""
PROGRAM = SURE + LIKELY + PERHAPS + GUESS
ROWS = {None: 7, "high": 18, "medium": 28, "low": 36}
"""Where what is found with each confidence."""


@pytest.mark.parametrize(
    ("premises", "confidence"),
    [((), None), ((SIZE,), "high"), ((SIZE, CALLER), "medium"), ((UNSEEN, SIZE, CALLER), "low")],
)
def test_a_finding_is_as_likely_as_the_least_of_what_it_rests_on(
    premises: tuple[Premise, ...], confidence: Confidence | None
) -> None:
    assert lowest(premises) == confidence


def test_what_rests_on_nothing_is_always_shown() -> None:
    assert all(reaches(None, least) for least in CONFIDENCES)
    assert [reaches("medium", least) for least in CONFIDENCES] == [False, True, True]


@pytest.mark.parametrize(("least", "shown"), [("high", 2), ("medium", 3), ("low", 4)])
def test_less_likely_findings_are_left_out(least: Confidence, shown: int) -> None:
    found = check_bytes(PROGRAM.encode(), "a.py", Settings(min_confidence=least))
    assert {finding.confidence: finding.location.row for finding in found} == dict(list(ROWS.items())[:shown])
    assert len(found) == shown


def test_what_rests_on_anything_is_a_warning() -> None:
    found = check_bytes(PROGRAM.encode(), "a.py", Settings(min_confidence="low"))
    assert [finding.severity for finding in found] == ["error", "warning", "warning", "warning"]
    assert [finding.certain for finding in found] == [True, True, True, False]


def test_every_finding_that_is_not_certain_says_what_it_rests_on() -> None:
    memory = "import cupy as cp\na = cp.ones(10**11)\n"
    (found,) = check_bytes(memory.encode(), "a.py", Settings())
    assert (found.confidence, found.severity) == ("high", "warning")
    assert found.premises[0].text.startswith("the device has no more than 80GiB")


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ([], 3),
        (["--maybe"], 4),
        (["--min-confidence", "low"], 4),
        (["--min-confidence=high"], 2),
        (["--maybe", "--min-confidence=high"], 2),
        (["--min-confidence=high", "--maybe"], 4),
    ],
)
def test_the_last_option_counts(
    options: list[str], shown: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.py"
    path.write_text(PROGRAM)
    assert cli.main([*options, "--isolated", "--output-format=json", str(path)]) == 1
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert [(one["location"]["row"], one["confidence"]) for one in found] == [
        (row, confidence) for confidence, row in list(ROWS.items())[:shown]
    ]


def test_a_line_says_what_a_finding_rests_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.py"
    path.write_text(PROGRAM)
    cli.main(["--isolated", "--output-format=concise", str(path)])
    told = [re.search(r" \(if (.*)\)$", line) for line in capsys.readouterr().out.splitlines()]
    assert [match and match[1] for match in told] == [
        None,
        "len(A) is 6",
        "the consumer issues device work before this function goes on",
    ]


def test_the_configuration_says_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text('[tool.cupylint]\nmin-confidence = "high"\n')
    assert Resolver().settings_for(".").min_confidence == "high"
    assert Resolver({"min_confidence": "low"}).settings_for(".").min_confidence == "low"


@pytest.mark.parametrize(
    ("table", "least"),
    [
        ({}, "medium"),
        ({"maybe": False}, "medium"),
        ({"maybe": True}, "low"),
        ({"maybe": True, "min-confidence": "low"}, "low"),
        ({"maybe": False, "min-confidence": "high"}, "high"),
    ],
)
def test_maybe_means_low(table: dict[str, object], least: Confidence) -> None:
    assert from_table(table, source="p.toml", root="").min_confidence == least


def test_two_meanings_are_an_error() -> None:
    for table in ({"maybe": True, "min-confidence": "high"}, {"min-confidence": "high", "maybe": True}):
        with pytest.raises(ConfigError, match="leave one out"):
            from_table(table, source="p.toml", root="")


def test_the_page_lists_every_kind_with_its_confidence() -> None:
    page = (ROOT / "docs" / "premises.md").read_text(encoding="utf-8")
    assert dict(re.findall(r"(?m)^\| `([a-z-]+)` \| (\w+) \|", page)) == CONFIDENCE
