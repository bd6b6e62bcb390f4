"""Captures, graphs and elapsed times: programs with mistakes and those that only look so (CUP502 to CUP504)."""

from __future__ import annotations

import pytest

from tests.flow.sections import sections
from tests.programs import HEAD, check_marks

PROGRAMS = sections("captures")


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings."""
    check_marks(f"import contextlib\n\n{HEAD}{PROGRAMS[name]}")


def test_safe_programs_have_no_certain_findings() -> None:
    for name, body in PROGRAMS.items():
        assert ("# expect:" in body) == name.endswith("_racy"), name
