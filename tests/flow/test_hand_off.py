"""Arrays that other libraries take, host functions and forked processes: programs with findings and safe ones."""

from __future__ import annotations

import pytest

from tests.flow.sections import sections
from tests.programs import after_head, every, marked

_WITH_HEAD = sections("hand_off", "host_functions")
_WHOLE = sections("processes")
PROGRAMS = {**{name: after_head(body) for name, body in _WITH_HEAD.items()}, **{f"{n}": b for n, b in _WHOLE.items()}}
_CODES = ("CUP204", "CUP205", "CUP206")


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings of these rules."""
    source = PROGRAMS[name]
    assert every(source) == marked(source)


def test_programs_with_findings_have_marks_and_safe_ones_have_none() -> None:
    for name, body in PROGRAMS.items():
        assert ("# expect:" in body) == name.endswith("_racy"), name
