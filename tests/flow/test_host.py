"""The host: what makes it wait, and what does not."""

from __future__ import annotations

import pytest

from cupylint.options import ModelOptions
from tests.programs import after_head, check_marks

PROGRAM = """
import threading, time
with s1:
    a = x * 2
{wait}
with s2:
    b = a + 1{mark}
"""

WAITS = [
    "s1.synchronize()",
    "cp.cuda.Device().synchronize()",
    "cp.cuda.Device(0).synchronize()",
    "cp.cuda.runtime.deviceSynchronize()",
    "cp.cuda.runtime.streamSynchronize(s1.ptr)",
    "with s1: cp.cuda.get_current_stream().synchronize()",
    "with s1: host = a.get()",
    "host = a.get(stream=s1)",
    "host = cp.asnumpy(a, stream=s1)",
    "with s1: print(a)",
    "with s1: number = float(a.sum())",
    "with s1:\n    if a.any(): pass",
    "with s1: rows = cp.nonzero(a)",
    "with s1: first = a[0].item()",
    "with s1: chosen = a[a > 1]",
    "for s in (s1, s2): s.synchronize()",
]
DO_NOT = [
    "s2.synchronize()",
    "cp.cuda.Stream.null.synchronize()",
    "time.sleep(1)",
    "del y",
    "with s1: pass",
    "with s1: c = a.sum()",
    "print(len(a), a.shape, a.dtype, a.nbytes)",
    "s1.done",
    "with s2: host = y.get()",
    "cp.get_default_memory_pool().used_bytes()",
    "new = cp.cuda.Stream()",
]


@pytest.mark.parametrize("wait", WAITS)
def test_waits(wait: str) -> None:
    check_marks(after_head(PROGRAM.format(wait=wait, mark="")))


@pytest.mark.parametrize("wait", DO_NOT)
def test_does_not_wait(wait: str) -> None:
    check_marks(after_head(PROGRAM.format(wait=wait, mark="  # expect: CUP101")))


@pytest.mark.parametrize("read", ["a.get()", "cp.asnumpy(a)", "print(a)", "float(a[0])", "a.tolist()", "bool(a.any())"])
def test_the_host_reads_through_the_current_stream(read: str) -> None:
    check_marks(after_head(f"with s1:\n    a = x * 2\nhost = {read}  # expect: CUP103\n"))


def test_a_method_that_configuration_says_waits() -> None:
    source = after_head("import mylib\nwith s1:\n    a = x * 2\nmylib.finish()\nwith s2:\n    b = a + 1\n")
    check_marks(source, ModelOptions(waits=("mylib.finish",)))


def test_a_copy_that_does_not_block() -> None:
    check_marks(
        after_head(
            """
            with s1:
                a = x * 2
                host = a.get(blocking=False)
            with s2:
                b = a + 1  # expect: CUP101
            """
        )
    )


def test_uploads() -> None:
    check_marks(
        after_head(
            """
            data = np.ones(9)
            with s1:
                a = cp.asarray(data)
            with s2:
                b = a + 1  # expect: CUP101
            y.set(data, stream=s1)
            with s2:
                c = y + 1  # expect: CUP101
            """
        )
    )
