"""Host memory that copies use: racy programs and their safe twins (CUP201, CUP202, CUP203), and versions of CuPy."""

from __future__ import annotations

import pytest

from cupylint.options import ModelOptions
from tests.programs import check_marks, lint

HEAD = """\
import ctypes
import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
y = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
q = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()
"""
HOST_CODES = ("CUP201", "CUP202", "CUP203")


def found(source: str, version: int = 14) -> set[tuple[int, str]]:
    """Rows and codes of the certain findings about host memory."""
    findings = lint(source, ModelOptions(cupy_version=version))
    return {(one.location.row, one.code) for one in findings if one.code in HOST_CODES}


VERSIONS = {
    "get": ("h = x.get(stream=s, out=p)\nprint(h.sum())", {12}),
    "get_current": ("with s:\n    x.get(out=p)\nprint(p.sum())", {12}),
    "get_null": ("x.get(out=p)\nprint(p.sum())", set()),
    "asnumpy": ("cp.asnumpy(x, s, out=p)\nprint(p.sum())", {12}),
    "get_then_wait": ("x.get(stream=s, out=p)\ns.synchronize()\nprint(p.sum())", set()),
    "get_not_blocking": ("x.get(stream=s, out=p, blocking=False)\nprint(p.sum())", {12, 13, 14}),
    "get_blocking": ("x.get(stream=s, out=p, blocking=True)\nprint(p.sum())", set()),
    "set": ("x.set(p, stream=s)\np[:] = 2", {12, 13, 14}),
    "set_pageable": ("h = np.ones(N, dtype=np.float32)\nx.set(h, stream=s)\nh[:] = 2", set()),
    "asarray": ("with s:\n    d = cp.asarray(p)\np[:] = 2", {13, 14}),
    "array": ("d = cp.array(p)\np[:] = 2", {13, 14}),
    "asarray_blocking": ("d = cp.asarray(p, blocking=True)\np[:] = 2", set()),
    "asarray_pageable": ("h = np.ones(N)\nd = cp.asarray(h)\nh[:] = 2", set()),
    "copy_async": ("x.data.copy_from_host_async(p.ctypes.data, x.nbytes, s)\np[:] = 2", {12, 13, 14}),
}


@pytest.mark.parametrize("version", [12, 13, 14])
@pytest.mark.parametrize("name", VERSIONS)
def test_versions(name: str, version: int) -> None:
    """What waits, and what is copied when, differs by version; the last line is the racy one where any is."""
    body, racy = VERSIONS[name]
    source = HEAD + body + "\n"
    rows = {row for row, _ in found(source, version)}
    assert rows == ({len(source.splitlines())} if version in racy else set())


@pytest.mark.parametrize("count", ["int(np.prod(shape))", "np.prod(shape)", "math.prod(shape)", "shape[0] * shape[1]"])
def test_managed_memory_of_so_many_bytes(count: str) -> None:
    check_marks(
        f"""
import ctypes
import math
import cupy as cp
import numpy as np
def made(shape):
    n = {count}
    memory = cp.cuda.malloc_managed(n * 8)
    device = cp.ndarray(shape, np.float64, memptr=memory)
    return device, np.frombuffer((ctypes.c_byte * (n * 8)).from_address(memory.ptr), dtype=np.float64)
def forgets(shape):
    device, host = made(shape)
    device.fill(1.0)
    return host.sum()  # expect: CUP201
def waits(shape):
    device, host = made(shape)
    device.fill(1.0)
    cp.cuda.get_current_stream().synchronize()
    return host.sum()
"""
    )
