"""What may be done side by side is, each thing once, and handed over as soon as it is done."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from cupylint.findings import Finding
from cupylint.runtime_checks import schedule
from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.cases import Case
from cupylint.runtime_checks.hangs import FACTOR, HANGING, TIMES
from cupylint.runtime_checks.jobs import Job
from cupylint.runtime_checks.peaks import Predicted
from cupylint.runtime_checks.schedule import Phase
from cupylint.runtime_checks.tools import Surroundings, Tools, Unit

ITEMS = tuple(enumerate("abcdef"))


def test_lanes_work_at_the_same_time() -> None:
    meeting = threading.Barrier(3, timeout=20)

    def lane(item: str) -> str:
        meeting.wait()
        return item.upper()

    done = dict(schedule.run([Phase(ITEMS, (lane, lane, lane))]))
    assert done == dict(enumerate("ABCDEF"))


def test_what_is_done_is_told_before_the_rest() -> None:
    first = threading.Event()

    def lane(item: str) -> str:
        if item != "b":
            first.wait(20)
        return item

    run = schedule.run([Phase(ITEMS[:3], (lane, lane))])
    assert next(run) == (1, "b")
    first.set()
    assert sorted(run) == [(0, "a"), (2, "c")]


def test_a_phase_begins_when_the_one_before_is_over() -> None:
    order: list[str] = []
    phases = [Phase(ITEMS[:3], (order.append, order.append)), Phase(ITEMS[3:], (order.append,))]
    assert len(list(schedule.run(phases))) == 6
    assert set(order[:3]) == {"a", "b", "c"} and order[3:] == ["d", "e", "f"]


def test_an_error_in_a_lane_is_raised_and_nothing_more_is_begun() -> None:
    begun: list[str] = []

    def lane(item: str) -> None:
        begun.append(item)
        raise KeyError(item)

    with pytest.raises(KeyError):
        list(schedule.run([Phase(ITEMS, (lane, lane))]))
    assert len(begun) <= 2


def test_one_lane_is_made_ready_for_what_takes_time() -> None:
    """The other one does what needs nothing, and joins in when there is nothing else left."""
    meeting = threading.Barrier(2, timeout=20)
    by_lane: dict[str, list[str]] = {"one": [], "other": []}

    def lane(name: str) -> Callable[[str], str]:
        def work(item: str) -> str:
            by_lane[name].append(item)
            meeting.wait()  # each lane gets one thing in turn
            return item

        return work

    items = tuple(enumerate(["a1", "b1", "T2", "a3", "b3", "T4", "T5", "T6"]))
    phase = Phase(items, (lane("one"), lane("other")), lambda item: "T" if item[0] == "T" else "")
    assert sorted(done for _, done in schedule.run([phase])) == sorted(item for _, item in items)
    first, second = sorted(by_lane.values(), key=lambda done: done[0])
    assert first == ["T2", "T4", "T5", "T6"] and second == ["a1", "b1", "a3", "b3"]


def test_nothing_to_do() -> None:
    assert list(schedule.run([Phase((), (len, len))])) == []


@pytest.mark.parametrize(
    ("backend", "processors", "lanes"),
    [
        ("simulator", 2, [3]),
        ("cuda", 2, [2, 1, 1]),
        ("cuda", 16, [12, 1, HANGING]),
    ],
)
def test_what_runs_side_by_side(
    backend: str, processors: int, lanes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a device what leaves room for others; and fewer programs than the times by which one must outlast its twin."""
    asked: list[Case] = []

    def lint(case: Case) -> list[Finding]:
        asked.append(case)
        return []

    monkeypatch.setattr("cupylint.runtime_checks.tools.cores", lambda: processors)
    tools = Tools(lint, lambda case: Predicted(0))
    tools._about = Surroundings(backend, 1, 100 << 30)
    units: list[Unit] = tools.units()
    phases = tools.phases(units, lambda verify, unit: ([], 0.0))
    assert [len(phase.lanes) for phase in phases] == lanes
    whole = [number for phase in phases for number, unit in phase.items if not unit.twin_only]
    assert sorted(whole) == [*range(len(units))]
    if backend == "cuda":
        before = [number for number, unit in phases[0].items if unit.twin_only]
        assert before == [number for number, _ in phases[2].items]
        assert all(unit.alone for _, unit in phases[1].items)
        assert all(unit.hangs for _, unit in phases[2].items)
    assert HANGING * TIMES < FACTOR
    tools.close()


def test_a_backend_that_was_ended_starts_nothing() -> None:
    backend = Backend("simulator")
    backend.end()
    assert backend.run(Job(path="x.py", pairs=())).stopped == "unusable"
