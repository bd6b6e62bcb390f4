"""Functions that decorators of the project wrap are followed by way of their wrappers, wherever these are from."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from tests.programs import lint

_DECORATOR = """\
import functools
import cupy as cp
{state}
def wrapped(function):
    @functools.wraps(function)
    def wrapper({parameters}):
        {before}
        result = function({parameters})
        {after}
        return result
    return wrapper
"""
_FUNCTION = """\
import cupy as cp
@wrapped
def scale(x: cp.ndarray, n):
    side = cp.cuda.Stream(non_blocking=True)
    y = cp.zeros(n)
    with side:
        y += 1
    side.synchronize()
    return y
"""
_ANY = "*args, **kwargs"


def _wrapped(before: str = "pass", after: str = "pass", parameters: str = _ANY, state: str = "") -> str:
    return _DECORATOR.format(before=before, after=after, parameters=parameters, state=state)


@pytest.mark.parametrize("parameters", [_ANY, "*args", "x, n"])
def test_by_a_decorator_of_the_file(parameters: str) -> None:
    source = _wrapped(parameters=parameters) + _FUNCTION
    assert [(finding.code, finding.location.row) for finding in lint(source)] == [("CUP101", 18)]


def test_by_a_decorator_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "wrappers.py").write_text(_wrapped())
    source = "from wrappers import wrapped\n" + _FUNCTION
    (tmp_path / "use.py").write_text(source)
    found = check_bytes(source.encode(), str(tmp_path / "use.py"), Settings())
    assert [(finding.code, finding.location.row) for finding in found] == [("CUP101", 8)]


_USED = """\
import cupy as cp
@wrapped
def scale(n):
    return cp.zeros(n)
def run(n):
    x = scale(n)
    side = cp.cuda.Stream(non_blocking=True)
    with side:
        y = x + 1
    side.synchronize()
    return y
"""


@pytest.mark.parametrize(
    ("wrapper", "codes"),
    [(_wrapped(), ["CUP101"]), (_wrapped(after="cp.cuda.Device().synchronize()"), [])],
    ids=["waits for nothing", "waits"],
)
def test_what_the_wrapper_waits_for(wrapper: str, codes: list[str]) -> None:
    assert [finding.code for finding in lint(wrapper + _USED)] == codes


_ON_STREAM = """\
import functools
import cupy as cp
stream = cp.cuda.Stream(non_blocking=True)
def wrapped(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with stream:
            result = function(*args, **kwargs)
        stream.synchronize()
        return result
    return wrapper
@wrapped
def make(n):
    x = cp.zeros(n)
    with stream:
        x += 1
    return x
"""


def test_work_that_the_wrapper_puts_on_a_stream() -> None:
    assert lint(_ON_STREAM) == []
    assert [finding.code for finding in lint(_ON_STREAM.replace("@wrapped\n", "\n"))] != []


_TWO = """\
import time
import cupy as cp
def timed(function):
    def inner(*args):
        begin = time.perf_counter()
        result = function(*args)
        print(time.perf_counter() - begin)
        return result
    return inner
@timed
def first(n):
    return cp.linalg.inv(cp.ones((9, 9)))
@timed
def second(a, b):
    return a
"""


def test_all_that_one_decorator_wraps_is_timed() -> None:
    assert [(finding.code, finding.location.row) for finding in lint(_TWO)] == [("CUP501", 7)]
