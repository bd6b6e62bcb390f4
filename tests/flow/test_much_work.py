"""Long functions: what is still told after so much work that little is followed any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.budget import Budget
from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.flow.domain.work import Work
from tests.programs import check_marks

_MUCH = "\n".join(f"    size = size + {number}" for number in range(1, 3300))
_LITTLE = "; ".join(f"count{number} = {number}" for number in range(9))  # what is short is followed
_LONG = f"""\
import time
import cupy as cp


def stamp():
    return now()


def now():
    {_LITTLE}
    {{now}}
    return time.perf_counter()


def solve(size):
    load = cp.cuda.Stream(non_blocking=True)
{_MUCH}
    total = cp.zeros(1 << 20)
    stamp()
    with load:
        total += 1  {{mark}}
"""


@pytest.fixture
def little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """So little that one such function uses up most of it."""
    monkeypatch.setattr(Work, "ENTRY", 4_000)


@pytest.mark.usefixtures("little_work")
def test_what_is_not_followed_and_reads_a_clock_waits_for_nothing() -> None:
    check_marks(_LONG.format(now="event = cp.cuda.Event()\n    event.record()", mark="# expect: CUP101"))


@pytest.mark.usefixtures("little_work")
def test_what_is_not_followed_and_waits_may_wait() -> None:
    check_marks(_LONG.format(now="cp.cuda.Device().synchronize()", mark="# maybe: CUP101"))


_SOME = "\n".join(_MUCH.splitlines()[:240])
_THREADS = f"""\
import threading

import cupy as cp
import cupyx

side = cp.cuda.Stream(non_blocking=True)
data = cp.zeros(1600)


def fill(target, begin, size):
    target[begin:begin + 100] = 1
{_SOME}


def load(size):
    pinned = cupyx.empty_pinned(1600)
    threads = []
    for k in range(16):
        threads.append(threading.Thread(target=fill, args=(pinned, 100 * k, size)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    data.set(pinned, stream=side)  # maybe: CUP101
    side.synchronize()
"""


@pytest.mark.usefixtures("little_work")
def test_threads_that_are_joined_in_rounds_that_are_not_followed() -> None:
    check_marks(_THREADS)


def test_a_further_place_in_another_file_is_told_where_that_is_called(tmp_path: Path) -> None:
    (tmp_path / "helpers.py").write_text("def double(x):\n    return x * 2\n")
    path = tmp_path / "main.py"
    text = (
        "import cupy as cp\nfrom helpers import double\nside = cp.cuda.Stream(non_blocking=True)\n"
        "x = cp.ones(9)\nwith side:\n    y = x + 1\n    z = double(x)\n"
    )
    path.write_text(text)
    (found,) = check_bytes(text.encode(), str(path), Settings())
    assert [(told.location.row, told.message) for told in found.related][1:] == [(7, "and here")]


_TWO_PATHS = f"""\
import cupy as cp


class Buffer:
    def __init__(self):
        self.data = cp.zeros(9)  {{again}}


class Base:
    def setup(self, size):
        self.buffer = Buffer()
{_MUCH.replace("    size", "        size")}


class Engine(Base):
    def __init__(self):
        self.queue = cp.cuda.Stream(non_blocking=True)
        self.buffer = None

    def setup(self, size, timed):
        if timed:
            self.begin = cp.cuda.Event()
            self.begin.record()
        super().setup(size)
        {{before}}
        with self.queue:
            self.buffer.data += 1  {{mark}}
"""


def test_what_the_first_path_has_learned_outlives_paths_that_nothing_is_left_for() -> None:
    check_marks(_TWO_PATHS.format(before="pass", again="", mark="# expect: CUP101"))
    wait = "self.queue.wait_event(cp.cuda.get_current_stream().record())"
    check_marks(_TWO_PATHS.format(before=wait, again="# maybe: CUP104", mark=""))


def test_nothing_is_said_of_every_path_where_one_was_given_up() -> None:
    lines = ("import numpy", "filled = cp.ones(9)", "scratch = numpy.zeros(9)", "scratch[:] = self.filled = filled")
    check_marks(_TWO_PATHS.format(before="\n        ".join(lines), again="", mark="# expect: CUP101"))


def test_what_is_one_of_two_parts_leaves_as_much_for_the_other() -> None:
    work = Work(Budget())
    with work.one_of(2):
        work.charge(3 * Work.ORDINARY)
        inside = work.spent
        with work.one_of(2):
            work.charge(Work.ORDINARY // 2)
    assert inside == 6
    assert work.spent == 3
    work.begin_entry()
    assert work.spent == 0


def test_what_one_call_costs_leaves_as_much_for_the_next() -> None:
    work = Work(Budget())
    work.charge(8 * Work.ORDINARY)
    assert not work.is_deep
    work.begin_call()
    assert work.is_deep
    work.charge(Work.ENTRY * 8 // 10 - 8 * Work.ORDINARY)
    work.begin_call()
    assert not work.is_deep  # the end is near


def test_a_path_through_a_block_and_one_past_it_have_one_current_stream() -> None:
    check_marks(f"""\
import cupy as cp
side = cp.cuda.Stream(non_blocking=True)


def steps(flag, size):
{_MUCH}
    x = cp.zeros(9)
    if flag:
        with side:
            size = size + 1
    x += 1
    with side:
        x *= 2  # expect: CUP101
""")


def test_each_of_many_methods_is_followed() -> None:
    others = "\n".join(f"    def method_{number}(self):\n        return self.size + {number}" for number in range(40))
    source = """\
import cupy as cp
class Many:
    def __init__(self, size):
        self.size = size
        self.stream = cp.cuda.Stream(non_blocking=True)
{others}
    def last(self):
        x = cp.zeros(self.size)
        {wait}
        with self.stream:
            return x * 2{mark}
"""
    check_marks(source.format(others=others, wait="pass", mark="  # expect: CUP101"))
    check_marks(source.format(others=others, wait="cp.cuda.Stream.null.synchronize()", mark=""))


_CHOICES = "\n".join(
    f"    if self.option{number}:\n        size, number{number} = size // {number + 2}, {number}" for number in range(9)
)
_STREAMS_OF_ONE_PATH = f"""\
import cupy as cp


def run(self, x: cp.ndarray):
    size = x.size
    y = cp.empty(size)
    cp.cuda.Device().synchronize()
    if self.double:
        load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    else:
        load = work = cp.cuda.Stream.null
{_CHOICES}
    with load:
        y += 1
    {{wait}}
    with work:
        y *= 2  {{mark}}
    work.synchronize()
"""


@pytest.mark.parametrize(
    ("wait", "mark"), [("", "# expect: CUP101"), ("if self.double:\n        work.wait_event(load.record())", "")]
)
def test_paths_with_several_streams_are_the_last_to_be_given_up(
    monkeypatch: pytest.MonkeyPatch, wait: str, mark: str
) -> None:
    monkeypatch.setattr(Work, "ORDINARY", 1)
    check_marks(_STREAMS_OF_ONE_PATH.format(wait=wait, mark=mark))


_BESIDE = """\
import cupy as cp


def run(self, x: cp.ndarray):
    load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    y = cp.empty_like(x)
    cp.cuda.Device().synchronize()
    with load:
        y += 1
    if self.first:
        size, {waited} = 1, 2
    else:
        size, {waited} = 3, 4
        work.wait_event({event})
    with work:
        y *= 2  {mark}
    work.synchronize()
"""


@pytest.mark.parametrize(
    ("event", "mark"),
    [("cp.cuda.get_current_stream().record()", "# expect: CUP101"), ("load.record()", "# maybe: CUP101")],
)
def test_what_one_of_two_paths_waits_for_may_be_waited_for_where_they_are_one(
    monkeypatch: pytest.MonkeyPatch, event: str, mark: str
) -> None:
    monkeypatch.setattr(Work, "ORDINARY", 1)
    check_marks(_BESIDE.format(waited="ready", event=event, mark=mark))
