"""Where a fix is put into a text."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Fix, Location
from tests.programs import lint


@pytest.mark.parametrize(
    ("text", "row", "changed"),
    [
        ("a\nb\n", 2, "a\nFIX\nb\n"),
        ("a\n    b\n", 2, "a\n    FIX\n    b\n"),
        ("a\r\n\tb\r\n", 2, "a\r\n\tFIX\r\n\tb\r\n"),
        ("a\n\f\nb\nc\n", 4, "a\n\f\nb\nFIX\nc\n"),
        ("a = '\u2028'\nb", 2, "a = '\u2028'\nFIX\nb"),
        ("b()", 1, "FIX\nb()"),
    ],
)
def test_a_line_before_a_row(text: str, row: int, changed: str) -> None:
    assert Fix("FIX", row).applied(text) == changed


def test_code_in_place_of_other_code() -> None:
    fix = Fix.replacing(Location(2, 3, 2, 5), "(new)")
    assert fix.applied("first\r\n  ab + c\r\nlast") == "first\r\n  (new) + c\r\nlast"
    assert Fix.replacing(Location(2, 1, 3, 3), "d").applied("(\na\n.b) + c\n") == "(\nd) + c\n"
    assert [fix.moves(1), fix.moves(3)] == [1, 3]
    assert [Fix("wait()", 2).moves(1), Fix("wait()", 2).moves(2)] == [1, 3]


def test_where_ranges_are_after_a_fix() -> None:
    instead = Fix.replacing(Location(2, 5, 2, 9), "worker")
    assert instead.moved(Location(2, 5, 2, 9)) == Location(2, 5, 2, 11)
    assert instead.moved(Location(2, 1, 2, 4)) == Location(2, 1, 2, 4)
    assert instead.moved(Location(2, 10, 2, 12)) == Location(2, 12, 2, 14)
    assert instead.moved(Location(3, 5, 3, 9)) == Location(3, 5, 3, 9)
    assert Fix("wait()", 2).moved(Location(2, 5, 3, 9)) == Location(3, 5, 4, 9)


@pytest.mark.parametrize(
    ("source", "fixed"),
    [
        ("except cp.cuda.OutOfMemoryError: pass", "except cp.cuda.memory.OutOfMemoryError: pass"),
        ("except Exception: cp.cuda.synchronize()", "except Exception: cp.cuda.Device().synchronize()"),
        ("except Exception: print(cp.ones(3).cpu( ))", "except Exception: print(cp.ones(3).get( ))"),
        ("except Exception: print(cp . cuda . RawKernel)", "except Exception: print(cp.RawKernel)"),
    ],
)
def test_names_that_are_certain_are_replaced(source: str, fixed: str) -> None:
    """The fix is offered, and the changed program has no finding."""
    head = "import cupy as cp\ntry:\n    work()\n"
    (finding,) = check_bytes((head + source).encode(), "a.py", Settings())
    assert finding.fix is not None and finding.fix.verified
    assert finding.fix.applied(head + source) == head + fixed
    assert check_bytes((head + fixed).encode(), "a.py", Settings()) == []


@pytest.mark.parametrize(
    ("uses", "fixed"),
    [("    if cp:\n        x = cp.ones(1 << 20) * 2\n", False), ("    x = cp.ones(1 << 20) * 2\n", True)],
)
def test_a_wait_needs_no_cupy_where_the_program_needs_none(uses: str, fixed: bool) -> None:
    """Without CuPy the program runs, and the line that is put in would not."""
    text = (
        "import time\ntry:\n    import cupy as cp\nexcept ImportError:\n    cp = None\ndef work():\n"
        f"    start = time.perf_counter()\n{uses}    seconds = time.perf_counter() - start\n    print(seconds)\n"
        "work()\n"
    )
    (finding,) = check_bytes(text.encode(), "a.py", Settings())
    assert finding.code == "CUP501" and (finding.fix is not None) == fixed


def test_names_whose_meaning_is_a_guess_are_not_replaced() -> None:
    """What takes arguments may mean something else by them; a name cannot be a call."""
    for use in ("cp.cuda.synchronize(1)", "f = cp.cuda.synchronize", "cp.cuda.grid(1)"):
        (finding,) = check_bytes(f"import cupy as cp\n{use}\n".encode(), "a.py", Settings())
        assert finding.fix is None


@pytest.mark.parametrize("encoding", [b"punycode", b"undefined", b"no-such-thing"])
def test_strange_encodings_are_reported(encoding: bytes) -> None:
    data = b"# coding: " + encoding + b"\nimport cupy\ns = cupy.cuda.Stream()\n\xff"
    assert [finding.code for finding in check_bytes(data, "a.py", Settings())] == ["CUP900"]


def test_fixes_are_not_tried_where_nobody_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def tried(*arguments: object) -> None:
        raise AssertionError("a fix was tried")

    monkeypatch.setattr("cupylint.fix.verify", tried)
    race = b"import cupy as cp\na, b = cp.cuda.Stream(), cp.cuda.Stream()\nwith a: x = cp.ones(3)\nwith b: y = x + 1\n"
    found = check_bytes(race, "a.py", Settings(output_format="concise"))
    assert [(finding.code, finding.fix) for finding in found] == [("CUP101", None)]


_TWO_NAMES = """
import cupy as cp

home = cp.cuda.Stream(non_blocking=True)
s1 = cp.cuda.Stream(non_blocking=True)


def work(stream1, n=64):
    x = cp.zeros(9)
    cp.cuda.Device().synchronize()
    with stream1:
        y = x.sum()
    with home:
        x.fill(1)
    if n < 3:
        home.synchronize()
        return x.get()
    return y


work(s1)
"""


def test_of_two_names_of_a_stream_that_one_is_offered_which_is_right_for_every_caller() -> None:
    """Behind the test that the call leaves out, and for other callers, only the parameter names the stream."""
    (found,) = lint(_TWO_NAMES)
    assert found.fix is not None
    assert found.fix.code == "home.wait_event(stream1.record())"
