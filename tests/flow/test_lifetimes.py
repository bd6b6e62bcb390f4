"""Device memory that is freed while it is in use: racy programs and their safe twins (CUP104)."""

from __future__ import annotations

import pytest

from tests.flow.sections import sections
from tests.programs import after_head, every, lint, marked

PROGRAMS = sections("lifetimes", "lifetimes_adversarial", "holders")


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings."""
    source = after_head(PROGRAMS[name])
    assert every(source) == marked(source)


def test_racy_programs_have_marks_and_safe_ones_have_none() -> None:
    for name, body in PROGRAMS.items():
        assert ("# expect:" in body) == name.endswith("_racy"), name


@pytest.mark.parametrize("name", [name for name in PROGRAMS if "expect: CUP104" in PROGRAMS[name]])
def test_each_has_a_verified_fix(name: str) -> None:
    (found,) = (finding for finding in lint(after_head(PROGRAMS[name])) if finding.code == "CUP104")
    assert found.fix is not None
    assert found.fix.verified
