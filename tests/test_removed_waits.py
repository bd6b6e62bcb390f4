"""The benchmark that takes waits out of real code: what it takes, and what stays."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.benchmarks.removed_waits import OF_STREAMS, OF_THE_HOST, tried, waits, without

TEXT = b"""import cupy as cp
load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
with load:
    x = cp.ones(9)
work.wait_event(
    load.record(),
)
with work:
    y = x + 1
work.synchronize(); print(y.get())
"""


def test_a_wait_is_taken_out_and_rows_stay() -> None:
    (wait,) = waits(ast.parse(TEXT), OF_STREAMS)
    rows = without(TEXT, wait).split(b"\n")
    assert rows[4:8] == [b"pass", b"", b"", b"with work:"]
    assert len(rows) == len(TEXT.split(b"\n"))
    (host,) = waits(ast.parse(TEXT), OF_THE_HOST)
    assert b"pass; print(y.get())" in without(TEXT, host)


def test_what_is_told_then_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(TEXT)
    (tmp_path / "b.py").write_bytes(TEXT.replace(b"x + 1", b"x.dtype"))
    (tmp_path / "c.py").mkdir()
    row = tried(tmp_path, OF_STREAMS)
    assert (row.files, row.waits, row.told) == (2, 2, 1)
    assert [place.partition(": ")[0] for place in row.silent] == [f"{tmp_path / 'b.py'}:5"]
