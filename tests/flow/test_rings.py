"""Rings of streams and buffers, iterators, containers: racy programs and their safe twins."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.flow.sections import sections
from tests.programs import after_head, every, lint, marked

PROGRAMS = sections("rings", "iterators", "containers", "parts")


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have certain findings."""
    source = after_head(PROGRAMS[name])
    assert every(source) == marked(source)


def test_racy_programs_have_marks_and_safe_ones_have_none() -> None:
    for name, body in PROGRAMS.items():
        marks = [mark for mark in re.findall(r"# expect: (\w+)", body) if mark != "CUP104"]
        assert bool(marks) == name.endswith("_racy"), name


def test_odd_arguments_are_no_error_of_the_linter() -> None:
    source = Path(__file__).with_name("cases").joinpath("odd.txt").read_text(encoding="utf-8")
    assert not [finding for finding in lint(source, maybe=True) if finding.code == "CUP900"]
