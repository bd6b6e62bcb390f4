"""A ``with`` that is called after a device, or a context, leaves CuPy's current stream as it is."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes

PROGRAM = """\
import cupy as cp

def f(x, dev, helper):
    s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    a = cp.zeros(100)
    cp.cuda.Device().synchronize()
    with {manager}:
        with s1:
            a += 1
        {wait}
        with s2:
            b = a * 2
    cp.cuda.Device().synchronize()
    return b
"""
CONTEXTS = ["x.device", "dev", "cp.cuda.Device(dev)", "helper.device_context(x)", "helper.ctx", "helper.get_context()"]


def _codes(manager: str, wait: str = "pass") -> list[str]:
    program = PROGRAM.format(manager=manager, wait=wait)
    return [found.code for found in check_bytes(program.encode(), "program.py", Settings())]


@pytest.mark.parametrize("manager", CONTEXTS)
def test_a_race_inside_is_found(manager: str) -> None:
    assert _codes(manager) == ["CUP101"]


@pytest.mark.parametrize("manager", CONTEXTS)
def test_its_twin_is_quiet(manager: str) -> None:
    assert _codes(manager, "s2.wait_event(s1.record())") == []


@pytest.mark.parametrize("name", ["src_dev", "device", "dev_a", "gpu0"])
def test_a_local_name_that_says_device(name: str) -> None:
    program = PROGRAM.replace("    with {manager}:", f"    {name} = helper.of(x)\n    with {name}:")
    assert [found.code for found in check_bytes(program.format(wait="pass").encode(), "p.py", Settings())] == ["CUP101"]


MAYBE_STREAMS = ["work", "devil", "side"]


def _in_local(name: str, program: str) -> list[str]:
    program = program.replace("    with {manager}:", f"    {name} = helper.of(x)\n    with {name}:")
    return [found.code for found in check_bytes(program.format(wait="pass").encode(), "p.py", Settings())]


@pytest.mark.parametrize("name", MAYBE_STREAMS)
def test_a_local_name_that_says_nothing_may_be_a_stream(name: str) -> None:
    assert _in_local(name, PROGRAM.replace("with s2:", "if dev:")) == []
    assert _in_local("dev_a", PROGRAM.replace("with s2:", "if dev:")) == ["CUP103"]


@pytest.mark.parametrize("name", MAYBE_STREAMS)
def test_streams_that_are_entered_inside_are_known(name: str) -> None:
    assert _in_local(name, PROGRAM) == ["CUP101"]
    assert _in_local(name, PROGRAM.replace("{wait}", "s2.wait_event(s1.record())")) == []


def test_what_may_be_anything_may_be_a_stream() -> None:
    assert _codes("helper.work(x)") == ["CUP101"]
    body = PROGRAM.replace("with s2:", "if dev:").format(manager="helper.work(x)", wait="pass")
    assert check_bytes(body.encode(), "program.py", Settings()) == []
