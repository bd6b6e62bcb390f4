"""Which parameters are device arrays: annotations, tests, what is done with them, functions they are handed to."""

from __future__ import annotations

import pytest

from tests.programs import lint

HEAD = """\
import queue
import cupy as cp
import numpy as np
from cupy.typing import NDArray
from typing import Optional, Union

"""
READ = """\
def f({parameters}):
    {before}
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        {use}
    s.synchronize()
"""


def _found(parameters: str, before: str, use: str) -> list[str]:
    return [finding.code for finding in lint(HEAD + READ.format(parameters=parameters, before=before, use=use))]


@pytest.mark.parametrize(
    "parameters",
    [
        "x: cp.ndarray",
        "x: 'cp.ndarray'",
        'x: "cp.ndarray"',
        "x: NDArray",
        "x: NDArray[np.float32]",
        "x: Optional[cp.ndarray]",
        "x: Union[cp.ndarray, None]",
        "x: cp.ndarray | None = None",
        "x: 'cp.ndarray | None' = None",
        "*, x: cp.ndarray",
        "x: cp.ndarray = None",
    ],
)
def test_an_annotation_says_it(parameters: str) -> None:
    assert _found(parameters, "pass", "y = x * 2") == ["CUP101"]


@pytest.mark.parametrize(
    "parameters",
    [
        "x",
        "x: np.ndarray",
        "x: float",
        "x: Union[np.ndarray, cp.ndarray]",
        "x: 'np.ndarray | cp.ndarray'",
        "x: list[cp.ndarray]",
        "x: 'not python ndarray'",
        "x: 'elsewhere.ndarray'",
        "*x: cp.ndarray",
        "**x: cp.ndarray",
    ],
)
def test_it_may_be_something_else(parameters: str) -> None:
    assert _found(parameters, "pass", "y = x * 2") == []


@pytest.mark.parametrize(
    ("before", "use"),
    [
        ("p = x.data.ptr", "y = x * 2"),
        ("pass", "h = x.get(stream=s)"),
        ("n = x.shape", "y = cp.sqrt(x)"),
        ("n = x[0]", "y = cp.linalg.inv(x)"),
        ("n = x.size", "y = cp.asnumpy(x, stream=s)"),
        ("out = cp.empty(4)", "out.data.copy_from_device_async(x.data, 32, s)"),
        ("assert isinstance(x, cp.ndarray)", "y = x * 2"),
        ("pass", "y = x * 2 if isinstance(x, cp.ndarray) else None"),
    ],
)
def test_what_is_done_with_it_shows_it(before: str, use: str) -> None:
    assert _found("x", before, use) == ["CUP101"]


@pytest.mark.parametrize(
    ("before", "use"),
    [
        ("pass", "item = x.get()"),
        ("pass", "item = x.get(timeout=3)"),
        ("pass", "y = cp.sqrt(x)"),
        ("n = x.shape", "y = cp.asarray(x)"),
        ("n = x.shape", "y = cp.zeros_like(x)"),
        ("n = x.shape", "y = np.sqrt(x)"),
        ("x = np.ones(4)", "y = cp.sqrt(x.shape[0])"),
        ("x = cp.asarray(x); cp.cuda.Device().synchronize(); n = x.shape", "y = cp.sqrt(x)"),
        ("assert isinstance(x, (np.ndarray, cp.ndarray))", "y = x * 2"),
        ("assert not isinstance(x, cp.ndarray)", "y = x * 2"),
    ],
)
def test_other_objects_allow_the_same(before: str, use: str) -> None:
    assert _found("x", before, use) == []


def test_none_is_followed_as_well() -> None:
    program = """\
import cupy as cp

def f(x: cp.ndarray | None = None):
    s = cp.cuda.Stream(non_blocking=True)
    if x is None:
        x = cp.ones(1000)
    with s:
        return float(x.sum())
"""
    found = lint(program)
    assert [(finding.code, finding.location.row, finding.premises) for finding in found] == [("CUP101", 8, ())]


def test_a_function_that_it_is_handed_to_shows_it() -> None:
    program = """\
import cupy as cp

def fetch(x):
    return _pull(x)

def _pull(array):
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        host = array.get(stream=s)
    s.synchronize()
    return host
"""
    found = lint(program)
    assert [(finding.code, finding.location.row) for finding in found] == [("CUP101", 9)]
    assert [premise.text for premise in found[0].premises] == ["the caller's work on x may still run"]
    assert lint(program.replace("_pull(x)", "_pull(cp.asarray(x).get())")) == []
