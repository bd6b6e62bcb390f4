"""Random programs: schedules without a race never change a value, and races are what the trace says."""

from __future__ import annotations

import random

import pytest

from cupylint.runtime_checks.simulator import Options, run

pytestmark = pytest.mark.slow

_STREAMS = ("b1", "b2", "n1", "n2", "null")
_HEAD = """\
import cupy as cp, cupyx
b1, b2 = cp.cuda.Stream(), cp.cuda.Stream()
n1, n2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
null = cp.cuda.Stream.null
arrays = [cp.arange(16, dtype='f4') + i for i in range(3)]
events = [cp.cuda.Event() for _ in range(2)]
pinned = cupyx.zeros_pinned(16, 'f4')
cp.cuda.Device().synchronize()
"""


def _statement(choose: random.Random) -> str:
    stream, other = choose.choice(_STREAMS), choose.choice(_STREAMS)
    one, two, event = choose.randrange(3), choose.randrange(3), choose.randrange(2)
    part = choose.choice(("[:8]", "[8:]", "[::2]", "[:]"))
    return choose.choice(
        (
            f"with {stream}: arrays[{one}] += 1",
            f"with {stream}: cp.multiply(arrays[{one}], 3, out=arrays[{two}])",
            f"with {stream}: arrays[{one}]{part} = arrays[{two}]{part}",
            f"with {stream}: arrays[{one}] = arrays[{two}] + {one}",
            f"with {stream}: arrays[{one}]{part}.get()",
            f"arrays[{one}].get(stream={stream}, out=pinned, blocking=False)",
            f"arrays[{one}].set(pinned, stream={stream})",
            "pinned += 1",
            f"events[{event}].record({stream})",
            f"{stream}.wait_event(events[{event}])",
            f"{stream}.wait_event({other}.record())",
            f"{stream}.wait_event({other}.record())",
            f"{stream}.synchronize()",
            f"events[{event}].synchronize()",
        )
    )


def _program(seed: int) -> str:
    choose = random.Random(seed)
    return (
        _HEAD
        + "\n".join(_statement(choose) for _ in range(choose.randint(3, 12)))
        + "\ncp.cuda.Device().synchronize()\nprint(arrays)\n"
    )


@pytest.mark.parametrize("start", range(0, 120, 30))
def test_without_a_race_no_schedule_changes_a_value(start: int) -> None:
    clean = 0
    for seed in range(start, start + 30):
        report = run("random.py", options=Options(schedules="all"), source=_program(seed))
        assert not report.error and report.deterministic
        if not report.races:
            clean += 1
            assert report.harm == [], _program(seed)
    assert clean


@pytest.mark.parametrize("seed", range(10))
def test_waiting_after_every_statement_removes_all_races(seed: int) -> None:
    program = "\n".join(f"{line}\ncp.cuda.Device().synchronize()" for line in _program(seed).splitlines())
    report = run("random.py", options=Options(schedules="all"), source=program)
    assert not report.error
    assert report.races == [] and report.harm == []


@pytest.mark.parametrize("seed", range(6))
def test_races_do_not_depend_on_values(seed: int) -> None:
    one = run("random.py", source=_program(seed)).races
    two = run("random.py", source=_program(seed).replace("dtype='f4') + i", "dtype='f4') - i")).races
    assert one == two
