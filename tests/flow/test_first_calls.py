"""What ``__init__`` leaves unfinished: methods right after it, and ``__init__`` itself as the place to begin."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from tests.programs import check_marks

STEP = """
import cupy as cp
class Pipe:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.x = cp.zeros(9)
        {end}
    def step(self):
        {before}
        with self.stream:
            self.x += 1{mark}
"""


def step(end: str = "pass", before: str = "pass", mark: str = "") -> str:
    """A class whose method uses on a stream of its own what ``__init__`` has filled on the null stream."""
    return STEP.format(end=end, before=before, mark=mark)


def found(source: str) -> list[Finding]:
    """All findings, however likely."""
    return check_bytes(source.encode(), "pipe.py", Settings(min_confidence="low"))


RACE = "  # expect: CUP101"
DRIVER = """
def main():
    pipe = Pipe()
    cp.cuda.Device().synchronize()
    pipe.step()
"""


def test_a_method_may_be_called_right_after_the_object_is_made() -> None:
    check_marks(step(mark=RACE))
    (finding,) = found(step())
    assert [(premise.kind, premise.confidence) for premise in finding.premises] == [("called-next", "medium")]
    assert "right after `Pipe` is made" in finding.premises[0].text


@pytest.mark.parametrize(
    "source",
    [
        step(end="cp.cuda.Stream.null.synchronize()"),
        step(end="self.stream.wait_event(cp.cuda.Stream.null.record())"),
        step(before="cp.cuda.Device().synchronize()"),
        step(before="self.stream.wait_event(cp.cuda.Stream.null.record())"),
        step(before="self.x = None\n        return"),
        step().replace("non_blocking=True", ""),
    ],
    ids=["waits", "orders", "method waits", "method orders", "not used", "a blocking stream and null"],
)
def test_what_orders_the_constructor_before_the_method(source: str) -> None:
    assert found(source) == []


def test_who_makes_the_object_and_waits_shows_how_it_is_used() -> None:
    assert found(step() + DRIVER) == []
    check_marks(step(mark=RACE) + DRIVER.replace("    cp.cuda.Device().synchronize()\n", ""))


def test_an_object_that_is_only_made_is_used_elsewhere() -> None:
    check_marks(step(mark=RACE) + "def make():\n    return Pipe()\n")


@pytest.mark.parametrize(
    "method",
    ["def finish(self):\n        self.stream.synchronize()", "def start(self):\n        pass"],
    ids=["one that waits", "one that begins"],
)
def test_a_method_that_is_meant_to_come_between_makes_it_a_guess(method: str) -> None:
    source = step() + "    " + method + "\n"
    check_marks(source.replace("+= 1", "+= 1  # maybe: CUP101"))


HOST = """
import cupy as cp, cupyx
class Pipe:
    def __init__(self):
        self.host = cupyx.zeros_pinned(9)
        self.x = cp.ones(9)
        self.x.get(out=self.host, blocking=False)
        {end}
    def value(self):
        return self.host.sum(){mark}
"""


def test_the_host_reads_in_a_method_what_the_constructor_copies() -> None:
    check_marks(HOST.format(end="pass", mark="  # expect: CUP201"))
    assert found(HOST.format(end="cp.cuda.Stream.null.synchronize()", mark="")) == []


HOLDER = """
class Holder:
    def __init__(self):
        self.pipe = Pipe()
        {end}
    def run(self):
        for _ in range(3):
            self.pipe.step()
"""


def test_objects_inside_objects() -> None:
    check_marks(step(mark=RACE) + HOLDER.format(end="pass"))
    assert found(step() + HOLDER.format(end="cp.cuda.Device().synchronize()")) == []
    check_marks(step(mark=RACE) + HOLDER.format(end="self.pipe.step()"))


INSIDE = """
import cupy as cp
class Setup:
    def __init__(self):
        stream = cp.cuda.Stream(non_blocking=True)
        x = cp.zeros(9)
        {wait}
        with stream:
            x += 1{mark}
        stream.synchronize()
"""


def test_a_class_with_nothing_but_its_constructor_is_followed() -> None:
    check_marks(INSIDE.format(wait="pass", mark=RACE))
    assert found(INSIDE.format(wait="cp.cuda.Stream.null.synchronize()", mark="")) == []


FIELDS = """
import cupy as cp
from dataclasses import dataclass, field
@dataclass
class Pipe:
    n: int
    stream: cp.cuda.Stream = field(default_factory=lambda: cp.cuda.Stream({kind}))
    def run(self):
        x = cp.ones(self.n)
        with self.stream:
            y = x * 2{mark}
        self.stream.synchronize()
        return y
"""


def test_a_dataclass_that_nothing_makes_has_what_its_fields_have_by_default() -> None:
    check_marks(FIELDS.format(kind="non_blocking=True", mark=RACE))
    assert found(FIELDS.format(kind="", mark="")) == []


def test_what_is_done_after_the_fields_are_made_is_unfinished_as_well() -> None:
    later = "    def __post_init__(self):\n        self.x = cp.zeros(9)\n        {end}\n"
    later += "    def add(self):\n        with self.stream:\n            self.x += 1{mark}\n"
    source = FIELDS.format(kind="non_blocking=True", mark=RACE)
    check_marks(source + later.format(end="pass", mark="  # maybe: CUP101"))  # `run` may have waited before
    check_marks(source + later.format(end="cp.cuda.Stream.null.synchronize()", mark=""))


SENT = """
import cupy as cp
from mpi4py import MPI
class Pipe:
    def __init__(self):
        with cp.cuda.Stream():
            self.x = cp.ones(9)
        {end}
    def send(self):
        MPI.COMM_WORLD.Send(self.x, dest=1){mark}
"""


def test_a_library_reads_in_a_method_what_the_constructor_makes() -> None:
    check_marks(SENT.format(end="pass", mark="  # expect: CUP204"))
    assert found(SENT.format(end="cp.cuda.Device().synchronize()", mark="")) == []
