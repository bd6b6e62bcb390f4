"""Events that are recorded before the work that their waiters need (CUP115)."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks

BEFORE = "from filters import order, smooth, smooth_and_wait\n"
PROGRAMS = {
    "recorded first": """
        ready = s1.record()
        with s1:
            x.fill(4)
        s2.wait_event(ready)
        smooth(x, stream=s2)  # expect: CUP115
    """,
    "by the event, in a function": """
        def run(ready):
            ready.record(s1)
            with s1:
                a = x * 2
            s2.wait_event(ready)
            return smooth(a, 3, s2)  # expect: CUP115

        run(cp.cuda.Event())
    """,
    "into memory of a library, under a manager of its own": """
        import filters
        with filters.Plan(stream=s1) as plan:
            ready = s1.record()
            with s1:
                image = filters.allocate((9, 9))
                image[:] = cp.ones((9, 9))
            s2.wait_event(ready)
            plan.execute(image, stream=s2)  # expect: CUP115
    """,
    "recorded behind the work": """
        with s1:
            x.fill(4)
        ready = s1.record()
        s2.wait_event(ready)
        smooth(x, stream=s2)
    """,
    "recorded twice, the second time behind the work": """
        ready = s1.record()
        with s1:
            x.fill(4)
        s1.record(ready)
        s2.wait_event(ready)
        smooth(x, stream=s2)
    """,
    "the work comes after the wait, which is not for it": """
        ready = s1.record()
        s2.wait_event(ready)
        with s1:
            x.fill(4)
        smooth(x, stream=s2)  # expect: CUP101
    """,
    "the event of another stream": """
        ready = s2.record()
        with s1:
            x.fill(4)
        s2.wait_event(ready)
        smooth(x, stream=s2)  # expect: CUP101
    """,
    "another array": """
        ready = s1.record()
        with s1:
            x.fill(4)
        s2.wait_event(ready)
        smooth(y, stream=s2)
    """,
    "the host has waited": """
        ready = s1.record()
        with s1:
            x.fill(4)
        s2.wait_event(ready)
        s1.synchronize()
        smooth(x, stream=s2)
    """,
    "given both streams, or meant to wait": """
        ready = s1.record()
        with s1:
            x.fill(4)
        s2.wait_event(ready)
        order(x, s1, s2)
        smooth_and_wait(x, s2)
    """,
    "where the race is seen, it is told instead": """
        ready = s1.record()
        with s1:
            x.fill(4)
        s2.wait_event(ready)
        with s2:
            z = x + 1  # expect: CUP101
        smooth(x, stream=s2)
    """,
}
NCCL = """
    from cupy.cuda import nccl
    comm = nccl.NcclCommunicator(1, nccl.get_unique_id(), 0)
    def total():
        {first}
        comm.allReduce(x.data.ptr, y.data.ptr, 64, nccl.NCCL_FLOAT64, nccl.NCCL_SUM, s1.ptr)
        {second}
        {third}
        s2.wait_event(done)
        with s2:
            return y / 2{mark}
    total()
"""
START, RECORD, END = "nccl.groupStart()", "done = s1.record()", "nccl.groupEnd()"


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_given_on_with_a_stream_that_waits_for_too_little(name: str) -> None:
    check_marks(BEFORE + after_head(PROGRAMS[name]))


@pytest.mark.parametrize(
    ("first", "second", "third", "mark"),
    [
        (START, RECORD, END, "  # expect: CUP204"),
        (START, END, RECORD, ""),
        ("pass", RECORD, "pass", ""),
        (f"{START}; {START}", f"{END}; {RECORD}", END, "  # expect: CUP204"),
    ],
)
def test_a_group_of_nccl_is_issued_when_it_ends(first: str, second: str, third: str, mark: str) -> None:
    check_marks(after_head(NCCL.format(first=first, second=second, third=third, mark=mark)))
