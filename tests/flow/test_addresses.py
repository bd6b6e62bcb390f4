"""Addresses of arrays that nothing keeps, and look-alikes whose arrays are kept."""

from __future__ import annotations

import pytest

from tests.flow.sections import sections
from tests.programs import HEAD, every, lint, marked

PROGRAMS = sections("addresses")


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings."""
    source = HEAD + PROGRAMS[name]
    assert {(row, code) for row, code in every(source) if code == "CUP315"} == marked(source)


def test_racy_programs_have_marks_and_safe_ones_have_none() -> None:
    for name, body in PROGRAMS.items():
        assert ("# expect:" in body) == name.endswith("_racy"), name


def test_whether_there_is_a_copy_is_a_premise() -> None:
    (maybe,) = lint(HEAD + PROGRAMS["a_copy_by_name_racy"])
    (certain,) = lint(HEAD + PROGRAMS["arithmetic_racy"])
    assert (maybe.severity, [premise.kind for premise in maybe.premises]) == ("warning", ["argument"])
    assert (certain.severity, certain.premises) == ("error", ())


def test_columns_count_characters() -> None:
    (found,) = lint('import cupy as cp\nü = {"ü": cp.zeros(4).data.ptr}\nprint(sorted(ü))\n')
    assert (found.location.row, found.location.column, found.location.end_column) == (2, 11, 31)
