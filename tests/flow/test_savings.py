"""The opt-in rules about memory that could be saved: CUP406 and CUP407."""

from __future__ import annotations

import pytest

from cupylint.options import ModelOptions
from tests.flow.sections import sections
from tests.programs import every, lint, marked

HEAD = "import cupy as cp\nimport numpy as np\n\n"
TEMPORARIES = sections("temporaries")
DOUBLES = sections("double")


@pytest.mark.parametrize("name", TEMPORARIES)
def test_temporaries(name: str) -> None:
    """Exactly the marked lines have findings."""
    program = HEAD + TEMPORARIES[name]
    assert every(program, more=("CUP406",)) == marked(program)
    assert bool(marked(program)) is name.endswith("_held")


@pytest.mark.parametrize("name", DOUBLES)
def test_double_precision(name: str) -> None:
    """Exactly the marked lines have findings."""
    program = HEAD + DOUBLES[name]
    assert every(program, more=("CUP407",)) == marked(program)
    assert bool(marked(program)) is name.endswith("_wide")


@pytest.mark.parametrize("body", [*TEMPORARIES.values(), *DOUBLES.values()])
def test_they_are_opt_in(body: str) -> None:
    assert lint(HEAD + body) == []
