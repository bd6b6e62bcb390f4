"""What is told of pools that lend arrays to callers on streams of their own."""

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from tests.programs.corpus import program

ARENA = """
from contextlib import contextmanager
import cupy as cp
from cupy.cuda import runtime

class Arena:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    @contextmanager
    def array(self, count):
        user = cp.cuda.get_current_stream()
        address = runtime.mallocAsync(count, self.stream.ptr)
        user.wait_event(self.stream.record())
        memory = cp.cuda.UnownedMemory(address, count, self)
        try:
            yield cp.ndarray((count,), cp.uint8, cp.cuda.MemoryPointer(memory, 0))
        finally:
            {}runtime.freeAsync(address, self.stream.ptr)
"""
WAIT = "self.stream.wait_event(user.record()); "


def found(text: str) -> list[Finding]:
    """The findings of a program, by default."""
    return check_bytes(text.encode(), "program.py", Settings())


def test_it_says_who_the_callers_are_and_what_would_order_them() -> None:
    """No single line orders two callers that nobody sees, so that words do."""
    (finding,) = found(program("objects/lent_to_callers_racy").text)
    assert finding.message.startswith("vector is overwritten on caller 2's stream while caller 1's stream may still")
    assert [(premise.kind, premise.text) for premise in finding.premises] == [
        ("caller-stream", "callers use what `acquire` gives them on streams of their own")
    ]
    assert "record an event in `release` on the stream that is current there" in " ".join(finding.notes)
    assert not finding.candidates


def test_memory_that_a_call_gives_back() -> None:
    """``freeAsync`` frees it, not the next value of a name, and no reference would keep it."""
    (finding,) = found(ARENA.format(""))
    told = [each.message for each in finding.related]
    assert any(each.startswith("frees the memory: self.stream may reuse it") for each in told)
    assert not any("frees the old" in each for each in told)
    assert not any("a reference to" in each for each in finding.notes)
    assert found(ARENA.format(WAIT)) == []
