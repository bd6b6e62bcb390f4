"""The page: one file, nothing from outside, everything escaped, every picture described."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from cupylint.runtime_checks.lanes import WIDTH, drawing, nice
from cupylint.runtime_checks.page import render
from cupylint.runtime_checks.results import Step, Verdict
from cupylint.runtime_checks.table import Row

MakeRow = Callable[..., Row]
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Checker(HTMLParser):
    """Fails on tags that do not close in order; collects ids and references."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "srcset", "action", "data"):
                self.targets.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag


def page(rows: list[Row], source: str = "x = 1\nz = y + 1\n") -> str:
    return render(rows, lambda name: source, "cuda: A100 <big>, CuPy 14.2.0", "2030-01-02")


def test_is_whole_and_asks_for_nothing_outside(make_row: MakeRow) -> None:
    text = page([make_row(), make_row(verdict=Verdict.ORDERED)])
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert len(checker.ids) == len(set(checker.ids))
    assert all(target.startswith("#") and target[1:] in checker.ids for target in checker.targets)
    assert not re.search(r"https?:|//|@import|url\(", text.replace("<!DOCTYPE html>", ""))


def test_cases_can_be_narrowed_down_where_a_script_runs(make_row: MakeRow) -> None:
    """Without one all are there, and nothing to choose with."""
    text = page([make_row(), make_row(verdict=Verdict.ORDERED, code="CUP102")])
    assert '<form hidden role="search"' in text
    assert "<option>CUP101</option><option>CUP102</option>" in text
    assert "<option>CONFIRMED</option><option>ORDERED</option>" in text
    assert re.findall(r'<details id="case-\d" data-code="(\w+)" data-verdict="(\w+)"', text) == [
        ("CUP101", "CONFIRMED"),
        ("CUP102", "ORDERED"),
    ]
    assert "<form" not in page([])


def test_escapes_what_programs_say(make_row: MakeRow) -> None:
    nasty = "<script>alert(1)</script>&\"'"
    row = make_row(evidence=nasty, case=nasty, harm=nasty, streams=(nasty, "b"), steps=(Step(nasty, 0, 1, nasty),))
    text = page([row], source=nasty + "\n" + nasty)
    assert "<script>alert" not in text
    assert "A100 &lt;big&gt;" in text


def test_says_verdict_evidence_source_and_picture(make_row: MakeRow) -> None:
    text = page([make_row(harm="wrong 4 of 4")])
    for part in ("CONFIRMED", "was held back", "wrong 4 of 4", "z = y + 1", "<svg", "prefers-color-scheme", "viewport"):
        assert part in text


def test_without_steps_source_or_results(make_row: MakeRow) -> None:
    assert "<svg" not in page([make_row(steps=())])
    assert "<pre" not in render([make_row()], lambda name: None, "simulator: x", "d")
    assert "Nothing was verified" in page([])


@pytest.mark.parametrize(
    "steps",
    [
        (Step("a", 0, 0, "at once"),),
        (Step("a", 0, 1, "x" * 300), Step("a", 0, 1, "same time"), Step("a", 0.5, 2, "odd kind", "new")),
        tuple(Step(f"lane {i}", i * 1e-4, i * 1e-4 + 1e-5, f"step {i}") for i in range(20)),
        (Step("a", 0, 20000, "long", "wait"), Step("b", 0, 0.01, "short")),
    ],
)
def test_drawings_stay_inside(steps: tuple[Step, ...]) -> None:
    root = ElementTree.fromstring(drawing(steps, "title", "p1"))
    height = float(root.attrib["viewBox"].split()[3])
    for element in root.iter("rect"):
        assert float(element.attrib["x"]) >= 0
        assert float(element.attrib["x"]) + float(element.attrib["width"]) <= WIDTH + 3
        assert float(element.attrib["y"]) + float(element.attrib["height"]) <= height
    assert root.attrib["aria-labelledby"] == "p1-t p1-d"
    assert steps[0].lane in (root.findtext("desc") or "")


def test_bars_of_a_lane_do_not_overlap() -> None:
    steps = tuple(Step("a", i, i + 1.5, "work") for i in range(6))
    boxes = [
        tuple(float(element.attrib[key]) for key in ("x", "y", "width", "height"))
        for element in ElementTree.fromstring(drawing(steps, "t", "p")).iter("rect")
        if element.attrib["class"] == "work"
    ]
    for i, (x, y, wide, high) in enumerate(boxes):
        for other_x, other_y, other_wide, other_high in boxes[i + 1 :]:
            apart = x + wide <= other_x + 0.6 or other_x + other_wide <= x + 0.6
            assert apart or y + high <= other_y or other_y + other_high <= y


@pytest.mark.parametrize(
    ("value", "expected"), [(0.7, 1), (1, 1), (1.1, 2), (3, 5), (6, 10), (0.012, 0.02), (140, 200)]
)
def test_ticks_are_at_round_numbers(value: float, expected: float) -> None:
    assert nice(value) == pytest.approx(expected)
