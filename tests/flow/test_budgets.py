"""What an entry may cost: paths are joined and loops cut short before it is given up, so that its end is seen."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.flow.domain.state import Current, State
from cupylint.flow.domain.values import Array
from cupylint.flow.interp import joins
from cupylint.order import Kind, Stream
from tests.programs import every, marked

HEAD = """\
import cupy as cp

one = cp.cuda.Stream(non_blocking=True)
two = cp.cuda.Stream(non_blocking=True)
"""


def ends_in_a_race(body: list[str]) -> str:
    """A function with `body`, and after it a race that a reader cannot miss."""
    lines = ["def work(n, m, x, flags):", *(f"    {line}" for line in body)]
    lines += [
        "    with one:",
        "        y = cp.ones(10)",
        "    with two:",
        "        return y * 2  # expect: CUP101",
    ]
    return HEAD + "\n".join(lines) + "\n"


MANY_PATHS = [
    line
    for k in range(40)
    for line in (
        f"if flags[{k}]:",
        f"    with one: a{k} = cp.ones({k + 1})",
        "else:",
        f"    with two: a{k} = cp.ones(5)",
    )
]
DEEP_LOOPS = [f"{'    ' * k}for i{k} in range(n):" for k in range(6)] + ["    " * 6 + "x = x + i0 % 4 + i5 % 3"]
DEEP_KNOWN_LOOPS = [f"{'    ' * k}for i{k} in range(10):" for k in range(6)] + ["    " * 6 + "x = x + i0"]


@pytest.mark.parametrize("body", [MANY_PATHS, DEEP_LOOPS, DEEP_KNOWN_LOOPS], ids=["paths", "loops", "known loops"])
def test_the_end_of_an_expensive_function_is_followed(body: list[str]) -> None:
    source = ends_in_a_race(body)
    assert every(source) == marked(source)


@pytest.mark.parametrize("length", ["n", "10"])
def test_deeper_nesting_costs_no_more_than_its_text(length: str) -> None:
    def seconds(depth: int) -> float:
        body = [f"{'    ' * k}for i{k} in range({length}):" for k in range(depth)] + ["    " * depth + "x = x + 1"]
        start = time.thread_time()
        check_bytes(ends_in_a_race(body).encode(), "a.py", Settings())
        return time.thread_time() - start

    seconds(1)
    assert min(seconds(9) for _ in range(3)) < 8 * min(seconds(3) for _ in range(3)) + 0.2


def test_a_statement_that_takes_too_long_costs_an_imported_file_only_its_own_names(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    work = ["def table(n):", "    found = {}", *(f"    found[{k}] = n + {k}" for k in range(400)), "    return found"]
    library = ["import cupy as cp", *work, "names = table(3)", "copies = cp.cuda.Stream(non_blocking=True)"]
    (tmp_path / "library.py").write_text("\n".join(library) + "\n", "utf-8")
    program = """\
import cupy as cp
from library import copies

with copies:
    x = cp.ones(10)
with cp.cuda.Stream(non_blocking=True):
    y = x * 2
"""
    path = tmp_path / "program.py"
    path.write_text(program, "utf-8")
    found = [(finding.location.row, finding.code) for finding in check_bytes(path.read_bytes(), str(path), Settings())]
    assert (7, "CUP101") in found


@pytest.mark.parametrize("limit", [1, 8])
@pytest.mark.usefixtures("interpreted")
def test_joining_many_paths_compares_each_with_few(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by the fuzzer (seed 5084461): hundreds of ways out of nested blocks took 20 s to be compared."""
    compared = 0
    merge = joins._merge

    def counted(left: State, right: State, joins_order: bool) -> State | None:
        nonlocal compared
        compared += 1
        return merge(left, right, joins_order)

    monkeypatch.setattr(joins, "_merge", counted)
    states = []
    for number in range(600):
        state = State()
        state.memory[(0, "x")] = Array(frozenset((number,)))
        state.order.issue(Stream(number, Kind.NON_BLOCKING), 1 << number)
        state.currents[("host", 0)] = Current(Stream(number, Kind.NON_BLOCKING), (), None, None, None)
        states.append(state)
    assert 1 <= len(joins.join(states, limit)) <= limit
    assert compared < 600 * 60


def test_a_number_that_is_computed_of_itself_again_and_again_is_gone_through_once() -> None:
    """Each line doubles what the number is made of, and the new array asks what still refers to the old one."""
    lines = ["import cupy as cp", "def f(n):", "    s, m = cp.cuda.Stream(non_blocking=True), n", "    x = cp.ones(9)"]
    lines += ["    with s:", "        y = x * 2"]
    lines += ["    m = m // m - m"] * 40
    lines += ["    del x", "    return m, y, cp.ones(9)"]
    begun = time.thread_time()
    found = check_bytes("\n".join(lines).encode(), "a.py", Settings())
    assert time.thread_time() - begun < 5
    assert "CUP101" in [finding.code for finding in found]
