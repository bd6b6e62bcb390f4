"""Findings are made from a rule and a diagnosis, in one place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.facts import Unreadable
from cupylint.findings import UNSEEN, Location, Premise
from cupylint.rule import Diagnosis, Rule

PLACE = Location(3, 1, 3, 4)
LIKELY = Premise("size", "n is 6", 6)
FACT = Unreadable()


def _rule(diagnosis: Diagnosis) -> Rule:
    def check(fact: Unreadable) -> Iterator[Diagnosis]:
        yield diagnosis

    return Rule(check, code="CUP999", name="for-tests", severity="error", documentation="A rule.")


def test_code_name_severity_and_file_come_from_the_rule_and_the_checked_file() -> None:
    (found,) = _rule(Diagnosis("what is wrong", PLACE)).findings(FACT, "a.py")
    assert (found.code, found.name, found.severity) == ("CUP999", "for-tests", "error")
    assert (found.filename, found.location, found.message) == ("a.py", PLACE, "what is wrong")


@pytest.mark.parametrize(
    ("diagnosis", "severity"),
    [
        (Diagnosis("x", PLACE, premises=(UNSEEN,)), "warning"),
        (Diagnosis("x", PLACE, premises=(LIKELY,)), "warning"),
        (Diagnosis("x", PLACE, severity="info"), "info"),
        (Diagnosis("x", PLACE, premises=(UNSEEN,), severity="error"), "error"),
    ],
    ids=["uncertain", "likely", "told", "told though uncertain"],
)
def test_severity(diagnosis: Diagnosis, severity: str) -> None:
    assert [found.severity for found in _rule(diagnosis).findings(FACT, "a.py")] == [severity]


RACE = b"""\
import enum
import cupy as cp
class Role(enum.Enum):
    MIX = 1
    SUM = 2
STREAMS = {Role.MIX: cp.cuda.Stream(), Role.SUM: cp.cuda.Stream()}
x = cp.zeros(8)
with STREAMS[Role.MIX]:
    x += 1
with STREAMS[Role.SUM]:
    y = x * 2
"""


def test_a_race_carries_its_two_accesses() -> None:
    (found,) = check_bytes(RACE, "race.py", Settings())
    earlier, later = found.accesses
    assert (earlier.location.row, earlier.mode, earlier.stream, earlier.host) == (
        9,
        "write",
        "STREAMS[Role.MIX]",
        False,
    )
    assert (later.location.row, later.mode, later.stream, later.host) == (11, "read", "STREAMS[Role.SUM]", False)
    assert earlier.filename == later.filename == "race.py"


def test_work_and_the_clock_that_leaves_it_out() -> None:
    program = "import time\nimport cupy as cp\na = cp.ones(99)\nt = time.perf_counter()\n"
    program += "b = a @ a\nprint(time.perf_counter() - t)\n"
    (found,) = check_bytes(program.encode(), "clock.py", Settings())
    work, clock = found.accesses
    assert (found.code, work.location.row, work.stream, clock.location.row, clock.mode) == (
        "CUP501",
        5,
        "null",
        6,
        "clock",
    )


TAKES_THREE = """\
import cupy as cp
from numba import cuda
@cuda.jit
def combine(x, y, z):
    i = cuda.grid(1)
    if i < z.size:
        z[i] = x[i] + y[i]
def run(n, host):
    x, y, z = cp.asarray(host), cp.ones(n), cp.zeros(n)
    stream = cp.cuda.Stream(non_blocking=True)
    taker = cuda.external_stream(stream.ptr)
    stream.use()
    combine[1, 64, taker](x, y, z)
    stream.synchronize()
"""


def test_a_launch_that_uses_several_arrays_of_one_stream_is_one_finding() -> None:
    """One wait in front of it is for all of them; one of them rests on a premise, which is not told then."""
    (found,) = check_bytes(TAKES_THREE.encode(), "x.py", Settings())
    assert (found.code, found.location.row, found.premises) == ("CUP204", 13, ())
    more = [place.location for place in found.related if place.message == "and here"]
    assert [(place.row, place.column) for place in (found.location, *more)] == [(13, 30), (13, 33), (13, 27)]
    assert not [note for note in found.notes if "unordered too" in note]


def test_an_array_that_a_statement_uses_twice_is_one_finding() -> None:
    program = b"import cupy as cp\nwith cp.cuda.Stream(non_blocking=True):\n    x = cp.ones(9)\ny = x * x\n"
    assert [found.location.row for found in check_bytes(program, "a.py", Settings())] == [4]


@pytest.mark.parametrize(
    ("stream", "work", "note"),
    [
        (
            "",
            "with s:\n    y = x + 1",
            "record start and stop on s, where the work is: start.record(s), stop.record(s)",
        ),
        ("s", "y = x + 1", "record start and stop on null, where the work is"),
    ],
)
def test_the_note_of_events_elsewhere_is_code_where_the_stream_has_a_name(stream: str, work: str, note: str) -> None:
    program = (
        "import cupy as cp\ns = cp.cuda.Stream(non_blocking=True)\nstart, stop = cp.cuda.Event(), cp.cuda.Event()\n"
        f"x = cp.ones(9)\ncp.cuda.Device().synchronize()\nstart.record({stream})\n{work}\nstop.record({stream})\n"
        "stop.synchronize()\nprint(cp.cuda.get_elapsed_time(start, stop))\n"
    )
    (found,) = check_bytes(program.encode(), "a.py", Settings())
    assert (found.code, found.notes) == ("CUP505", (note,))


def test_of_two_records_only_the_one_on_the_wrong_stream_is_to_move() -> None:
    program = (
        "import cupy as cp\nwork = cp.cuda.Stream(non_blocking=True)\nstart, stop = cp.cuda.Event(), cp.cuda.Event()\n"
        "x = cp.random.rand(1000, 1000)\ncp.cuda.Device().synchronize()\n"
        "with work:\n    start.record()\n    y = x @ x\nstop.record()\n"
        "stop.synchronize()\nwork.synchronize()\nprint(cp.cuda.get_elapsed_time(start, stop))\n"
    )
    (found,) = check_bytes(program.encode(), "a.py", Settings())
    assert (found.code, found.notes) == ("CUP505", ("record stop on work, where the work is: stop.record(work)",))
    assert found.lanes is not None and [found.lanes.names[mark.lane] for mark in found.lanes.marks] == [
        "work",
        "work",
        "null",
    ]
