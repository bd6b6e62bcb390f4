"""Accesses that happen again and again, on memory that containers hold: bundled programs, see `fake/cupy`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.bundled import Bundled
from cupylint.runtime_checks.cases import FOLDER, load
from cupylint.runtime_checks.jobs import Job, Pair, Site
from cupylint.runtime_checks.linting import of_case, peak_of_case
from cupylint.runtime_checks.results import Result
from tests.runtime.accesses import place

PAIRS = [
    "CUP101/{}_b6_wrong_event_key.py",
    "CUP102/{}_b6_two_streams_three_buffers.py",
    "CUP102/{}_whole_cycle.py",
    "CUP102/{}_whole_shared_default_argument.py",
]


def results(backend: Backend, name: str) -> list[Result]:
    return Bundled(backend, backend, of_case, peak_of_case).judge(load(FOLDER / name))


@pytest.mark.parametrize("name", PAIRS)
def test_rounds_that_meet_are_found(name: str, backend: Backend) -> None:
    found = results(backend, name.format("bad"))
    assert [result.verdict.value for result in found] == ["CONFIRMED"] * len(found), found
    assert all(result.as_expected for result in found)


@pytest.mark.parametrize("name", PAIRS)
def test_rounds_with_memory_or_streams_of_their_own_are_not_accused(name: str, backend: Backend) -> None:
    found = results(backend, name.format("good"))
    assert all(result.as_expected for result in found), found


HEAD = """\
import cupy as cp
s1, s2, s3 = (cp.cuda.Stream(non_blocking=True) for _ in range(3))
class Box: pass
box = Box()
box.items = {"a": cp.zeros(64), "b": cp.zeros(64)}
total = cp.zeros(64)
cp.cuda.Device().synchronize()
"""
STEP = """\
for name, stream in zip("ab", (s1, s2)):
    with stream:
        box.items[str(name)] += 1
"""
WAIT = "s3.wait_event(s1.record())\n"
READ = """\
with s3:
    box.items[KEY].fill(7)
cp.cuda.Device().synchronize()
"""


@pytest.mark.parametrize(("key", "verdict"), [("'a'", "ORDERED"), ("'b'", "CONFIRMED")])
def test_memory_is_what_was_written_whatever_holds_it(
    key: str, verdict: str, backend: Backend, script: Callable[[str], Path]
) -> None:
    text = HEAD + STEP + WAIT + READ.replace("KEY", key)
    path = script(text)
    sites = [
        Site(str(path), place(text, 10, "box.items[str(name)]"), stream="s1"),
        Site(str(path), place(text, 13, f"box.items[{key}]"), stream="s3"),
    ]
    outcome = backend.run(Job(str(path), (Pair(sites[0], sites[1]),), directory=str(path.parent)))
    assert outcome.seen[0].verdict == verdict, outcome.seen[0]
    # The array is reached through an attribute and a dictionary alone.
    assert outcome.seen[0].harm == ("" if verdict == "ORDERED" else "box.items['b']: wrong 64 of 64")
