"""How much memory a program takes is what a device has measured, or a call is named of which that is not known."""

from __future__ import annotations

import json

import pytest

from cupylint.runtime_checks import memory
from cupylint.runtime_checks.cases import FOLDER
from cupylint.runtime_checks.children import Ending
from cupylint.runtime_checks.jobs import Outcome, Seen
from cupylint.runtime_checks.simulator import Options, Report, run

MEASURED = {
    case["case"]: case["cuda"]["peak"]
    for case in json.loads((FOLDER / "EVIDENCE.json").read_text())["cases"].values()
    if case["code"] == "PEAK" and "cuda" in case
}


def sized(source: str, limit: int = 1 << 20) -> Report:
    options = Options(schedules="none", sized=True, pool_limit=limit)
    return run("program.py", source="import cupy as cp\n" + source, options=options)


@pytest.mark.parametrize(
    "name",
    [
        "linalg_inverse",
        "matmul_mixed",
        "einsum_trace_rows",
        "masks_stored",
        "classes_hold",
        "joining_split",
        "indexing_slices",
        "reduction_axes",
        "creation_given_dtype",
        "loop_rebound",
    ],
)
def test_the_peak_is_what_a_device_measured(name: str) -> None:
    """But for the few bytes that a sum takes."""
    report = run(FOLDER / "PEAK" / f"{name}.py", options=Options(schedules="none", sized=True))
    assert 0 <= MEASURED[f"PEAK/{name}"] - report.used < 1 << 20


@pytest.mark.parametrize(
    ("source", "row"),
    [
        ("a = cp.zeros(1 << 20)", 2),
        ("a = cp.ones(1 << 16)\nb = a * 2\nc = a + b", 4),
        ("cp.get_default_memory_pool().set_limit(size=1000)\na = cp.zeros(1000)", 3),
        ("import os\nos.environ['CUPY_GPU_MEMORY_LIMIT'] = '1000'\na = cp.zeros(1000)", 4),
    ],
)
def test_memory_runs_out_where_the_pool_is_full(source: str, row: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUPY_GPU_MEMORY_LIMIT", "")
    report = sized(source)
    assert "OutOfMemoryError" in report.error and "limit set to" in report.error
    assert report.row == row


def test_memory_that_was_freed_can_be_had_again() -> None:
    report = sized("for _ in range(100):\n    a = cp.zeros(1 << 15)\n    b = a + 1\n    del a, b\n")
    assert (report.error, report.not_supported) == ("", "")
    assert report.used == 2 << 18


@pytest.mark.parametrize(
    ("source", "call"),
    [
        ("cp.partition(cp.ones(9), 3)\ncp.unique(cp.ones(9))", "cupy.unique"),
        ("cp.linalg.svd(cp.ones((3, 3)))", "cupy.linalg.svd"),
        ("cp.ones(4)[cp.ones(4) > 0]", "boolean indices"),
        ("cp.random.default_rng().random(9)", "cupy.random.Generator"),
        ("cp.fft.rfft(cp.ones(9))", "cupy.fft.rfft"),
    ],
)
def test_what_a_library_takes_beside_the_result_is_not_guessed(source: str, call: str) -> None:
    assert sized(source).not_supported == f"how much work memory {call} takes is not known"


@pytest.mark.parametrize(
    ("call", "work"),
    [
        ("cp.sort(x)", 8 << 10),
        ("x.sort()", 8 << 10),
        ("cp.einsum('i,i->i', x, x)", 0),
        ("cp.einsum('ij->ji', x.reshape(2, 512))", -8 << 10),  # a view
        ("x[x > 0] = 3", (1 << 10) + (4 << 10) - (8 << 10)),  # the mask, and a running count
    ],
)
def test_what_a_call_takes_beside_the_result(call: str, work: int) -> None:
    """Beside an array of 8 KiB, and a result of the same size."""
    report = sized(f"x = cp.ones(1024)\ny = {call}" if "= 3" not in call else f"x = cp.ones(1024)\n{call}")
    assert not report.error and not report.not_supported
    assert report.used - (8 << 10) - ("sort()" not in call) * (8 << 10) == work


@pytest.mark.parametrize(
    ("seen", "end"),
    [
        (Seen(0, "ENDS", "it ended", peak=9), Ending("ended", pool=9)),
        (Seen(0, "NOT_SUPPORTED", "no idea"), Ending("unknown", error="no idea")),
        (Seen(0, "FAILED", "ValueError: no (line 3)"), Ending("failed", kind="ValueError", error="no", row=3)),
    ],
)
def test_how_a_run_ends(seen: Seen, end: Ending) -> None:
    assert memory.of_outcome(Outcome(seen={0: seen})) == end


def test_how_a_run_ends_that_has_no_memory_left() -> None:
    text = "cupy.cuda.memory.OutOfMemoryError: Out of memory allocating 8,192 bytes (allocated so far: 512 bytes"
    end = memory.of_outcome(Outcome(seen={0: Seen(0, "FAILED", f"{text}, limit set to: 1,000 bytes). (line 7)")}))
    assert (end.memory, end.kind, end.row) == (True, "OutOfMemoryError", 7)
    assert (end.asked, end.held, end.bound) == (8192, 512, 1000)


def test_memory_that_the_host_has_read_is_given_away_again() -> None:
    """The log of what the host did keeps no array alive: the next pinned array gets the memory of the last one."""
    source = """
import cupyx
import numpy as np

first = cupyx.zeros_pinned(64)
address, total = first.ctypes.data, first[::2].max() + first.reshape(2, -1)[0].sum()
del first
assert cupyx.empty_pinned(64).ctypes.data == address
"""
    assert sized(source).error == ""
