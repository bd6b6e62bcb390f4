"""Clocks around device work: programs that leave work out and those that only look so (CUP501)."""

from __future__ import annotations

import pytest

from tests.flow.sections import sections
from tests.programs import check_marks

HEAD = """\
import contextlib
import datetime
import functools
import logging
import time
import timeit

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()
"""
PROGRAMS = sections("clocks")


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings."""
    check_marks(HEAD + PROGRAMS[name])


def test_safe_programs_have_no_certain_findings() -> None:
    for name, body in PROGRAMS.items():
        assert not (name.endswith("_safe") and "# expect:" in body), name
        assert not name.endswith("_racy") or "expect:" in body or "maybe:" in body, name
