"""The programs that the project began with, retold: wrong advice in some of them, right code in others."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint import registry
from cupylint.options import ModelOptions
from tests.programs import every, lint, marked

PROGRAMS = sorted(path for path in Path(__file__).parent.glob("*.py") if not path.name.startswith("test_"))
KNOWN = {rule.code for rule in registry.rules()}
"""A comment may name a rule that does not exist yet; it counts as soon as the rule does."""


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_program(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert every(source) == {(row, code) for row, code in marked(source) if code in KNOWN}


def test_there_are_ten() -> None:
    assert len(PROGRAMS) == 10


def test_a_wait_that_comes_too_late_is_named() -> None:
    source = (Path(__file__).parent / "wait_after_the_read.py").read_text(encoding="utf-8")
    (finding,) = lint(source)
    assert finding.notes[0].startswith("`multiplying.synchronize()` of line 17 comes too late")


def test_four_large_arrays_do_not_fit_on_a_small_device() -> None:
    source = (Path(__file__).parent / "four_large_arrays.py").read_text(encoding="utf-8")
    (finding,) = lint(source, ModelOptions(device_memory=2560 << 20))
    assert finding.code == "CUP402"
    assert finding.message.startswith("3.2 GB alive at line ")
    assert len(finding.table) == 4
    assert finding.notes[0] == "single precision throughout would fit: 1.6 GB"
