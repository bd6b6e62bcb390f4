"""Programs that stop their kernels in the ways of real code: wrong ones and safe look-alikes."""

from __future__ import annotations

import pytest

from tests.flow.sections import sections
from tests.flow.test_cancellation import KERNELS
from tests.programs import HEAD, every, marked

PROGRAMS = sections("stopping")


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings about kernels."""
    source = HEAD + KERNELS + PROGRAMS[name]
    found = {(row, code) for row, code in every(source) if code.startswith("CUP3")}
    assert found == marked(source)


def test_racy_programs_have_marks_and_safe_ones_have_none() -> None:
    for name, body in PROGRAMS.items():
        assert ("# expect:" in body) == name.endswith("_racy"), name
