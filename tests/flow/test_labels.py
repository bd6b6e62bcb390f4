"""How messages call streams and arrays: by the names that tell two of them apart, and by no more."""

from __future__ import annotations

import pytest

from tests.programs import lint


def messages(source: str) -> list[str]:
    return [finding.message for finding in lint(f"import cupy as cp\n{source}")]


OBJECTS = """\
class Stage:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

load, scale = Stage(), Stage()
with load.stream:
    x = cp.ones(9)
with scale.stream:
    y = x * 2
"""
LIST = """\
class Stage:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

stages = [Stage(), Stage()]
with stages[0].stream:
    x = cp.ones(9)
with stages[1].stream:
    y = x * 2
"""


@pytest.mark.parametrize(("source", "later", "earlier"), [
    (OBJECTS, "scale.stream", "load.stream"),
    (LIST, "stages[1].stream", "stages[0].stream"),
])  # fmt: skip
def test_streams_of_two_objects_are_called_by_their_objects(source: str, later: str, earlier: str) -> None:
    (message,) = messages(source)
    assert message.startswith(f"x is read on {later} while {earlier} may still be writing it")


def test_a_stream_is_called_by_its_name_whatever_other_functions_call_theirs() -> None:
    function = """\
def work{0}(n):
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(n)
    with stream:
        x += 1
    stream.synchronize()
"""
    found = messages(function.format(1) + function.format(2))
    assert [message.partition(" while ")[0] for message in found] == ["x is read on stream"] * 2


CALLED = """\
def fill(x):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        x[:] = 1
    stream.synchronize()

def main():
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        x = cp.zeros(9)
    fill(x)
"""


def test_two_streams_of_one_name_are_called_by_their_functions_as_well() -> None:
    (finding,) = lint(f"import cupy as cp\n{CALLED}")
    assert finding.message.startswith("x is overwritten on stream of fill() while stream of main() may still be")
    assert finding.lanes is not None
    assert set(finding.lanes.names) == {"stream of fill()", "stream of main()"}


def test_work_of_a_function_that_stands_further_up_is_of_no_later_round() -> None:
    (finding,) = lint(f"import cupy as cp\n{CALLED}")
    assert not any("later round" in note for note in finding.notes)


def test_work_of_a_later_round_is_said_to_be() -> None:
    source = """\
a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
for _ in range(3):
    with a:
        y = x + 1
    with b:
        x += 1
        b.synchronize()
    a.synchronize()
"""
    found = lint(f"import cupy as cp\n{source}")
    assert not any("later round" in note for finding in found for note in finding.notes)
    found = lint(f"import cupy as cp\n{source.replace('        b.synchronize()', '').replace('+ 1', '.sum()')}")
    assert any("later round" in note for finding in found for note in finding.notes)


SENT = """\
from mpi4py import MPI

def send(x: cp.ndarray, pool, dest):
{body}
    cp.copyto(buffer, x)
    MPI.COMM_WORLD.Isend(buffer, dest=dest).Wait()
"""


@pytest.mark.parametrize("body", [
    "    buffer = pool.lend(x.shape)",
    "    buffer = pool.left",
    "    other, buffer = pool.pair()",
    "    buffer = pool.lend()\n    if buffer is None:\n        buffer = pool.made()",
])  # fmt: skip
def test_an_array_that_is_not_seen_to_be_made_is_called_what_it_is_stored_under(body: str) -> None:
    (message,) = messages(SENT.format(body=body))
    assert message.startswith("buffer is handed to MPI and read by the host while null may still be writing it")
