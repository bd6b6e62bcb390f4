"""Copies between pinned memory and the device: staging rings, wrappers, views, and who is waited for."""

from __future__ import annotations

import pytest

from cupylint.options import CUPY_VERSIONS, ModelOptions
from tests.programs import HEAD, after_head, check_marks, every

PINNED = "import cupyx\np = cupyx.zeros_pinned(x.shape)\n"
VERSIONS = {
    "asarray copies from pinned memory itself since 13": ("d = cp.asarray(p)\np[:] = 1", {13: {2}, 14: {2}}),
    "array does too": ("d = cp.array(p)\np[:] = 1", {13: {2}, 14: {2}}),
    "blocking": ("d = cp.asarray(p, blocking=True)\np[:] = 1", {}),
    "get waits on every stream since 13": ("x.get(stream=s1, out=p)\nprint(p[0])", {12: {2}}),
    "get on null always waits": ("x.get(out=p)\nprint(p[0])", {}),
    "under a stream get waits since 13": ("with s1:\n    x.get(out=p)\nprint(p[0])", {12: {3}}),
    "asnumpy waits since 13": ("cp.asnumpy(x, s1, out=p)\nprint(p[0])", {12: {2}}),
    "set never waits for pinned memory": ("x.set(p, stream=s1)\np[:] = 1", {12: {2}, 13: {2}, 14: {2}}),
    "set takes pageable memory at once": ("h = np.ones(1 << 20)\nx.set(h, stream=s1)\nh[:] = 1", {}),
    "asarray takes pageable memory at once": ("h = np.ones(1 << 20)\nd = cp.asarray(h)\nh[:] = 1", {}),
    "raw copies are the same": (
        "x.data.copy_from_host_async(p.ctypes.data, x.nbytes, s1)\np[:] = 1",
        {12: {2}, 13: {2}, 14: {2}},
    ),
}


@pytest.mark.parametrize("version", CUPY_VERSIONS)
@pytest.mark.parametrize("name", VERSIONS)
def test_versions_of_cupy_differ(name: str, version: int) -> None:
    """Which copies are in flight when the call returns; rows are those of the body."""
    body, wanted = VERSIONS[name]
    found = every(after_head(PINNED + body), ModelOptions(cupy_version=version))
    first = HEAD.count("\n") + PINNED.count("\n")
    assert {row for row, code in found if code.startswith("CUP20")} == {first + row for row in wanted.get(version, ())}


@pytest.mark.parametrize("receiver", ["x", "x[0]", "x[:n]", "x.ravel()", "x.rho", "x.rho[0]", "next(x)"])
def test_only_arrays_of_cupy_are_asked_so(receiver: str) -> None:
    """``x.get(out=host, blocking=False)`` tells what `x` is, wherever it comes from."""
    check_marks(
        f"""
import cupy as cp
import cupyx
def forgets(x, n):
    host = cupyx.empty_pinned(n)
    {receiver}.get(out=host, blocking=False)
    return host.sum()  # expect: CUP201
def waits(x, n):
    host = cupyx.empty_pinned(n)
    {receiver}.get(out=host)
    return host.sum()
def refills(x, n):
    side = cp.cuda.Stream(non_blocking=True)
    host = cupyx.empty_pinned(n)
    for number in range(n):
        host[:] = number  # expect: CUP202
        {receiver}.set(host, stream=side)
    side.synchronize()
def refills_in_order(x, n):
    side = cp.cuda.Stream(non_blocking=True)
    host = cupyx.empty_pinned(n)
    for number in range(n):
        host[:] = number
        {receiver}.set(host, stream=side)
        side.synchronize()
"""
    )


def test_methods_of_other_objects_have_these_names() -> None:
    check_marks(
        """
import cupy as cp
import cupyx
def settings(options, tasks, n):
    host = cupyx.empty_pinned(n)
    side = cp.cuda.Stream(non_blocking=True)
    options.set(host)
    options.set("stream", side)
    options.get("host", stream=True)
    tasks.get(block=True)
    host[:] = 1
    return host.sum()
"""
    )
