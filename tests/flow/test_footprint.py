"""What is alive together, on a device of 256 MiB: programs that fit and such that do not (CUP401, CUP402)."""

from __future__ import annotations

import pytest

from cupylint.options import ModelOptions
from tests.flow.sections import sections
from tests.programs import every, lint, marked

PROGRAMS = sections("memory")
SMALL = ModelOptions(device_memory=256 << 20)


def program(name: str) -> str:
    return "import cupy as cp\n\n" + PROGRAMS[name]


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings."""
    assert every(program(name), SMALL) == marked(program(name))


def test_names_tell_what_does_not_fit() -> None:
    for name, body in PROGRAMS.items():
        assert ("# expect:" in body) == name.endswith("_huge"), name


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_large_device_is_enough(name: str) -> None:
    assert lint(program(name)) == []
