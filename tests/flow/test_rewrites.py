"""Fixes that write one call in another way: CUP106 and CUP113."""

from __future__ import annotations

import pytest

from tests.programs import after_head, lint

FIXES = {
    "done = cp.cuda.Event().record()": "done = cp.cuda.get_current_stream().record()",
    "done = cp.cuda.Event(disable_timing=True).record()": (
        "done = cp.cuda.get_current_stream().record(cp.cuda.Event(disable_timing=True))"
    ),
    "done = cp.cuda.Event().record(s1)": "done = s1.record(cp.cuda.Event())",
    "e = cp.cuda.Event(); done = e.record()": ("e = cp.cuda.Event(); done = cp.cuda.get_current_stream().record(e)"),
    "done = cp.cuda.Event().record(s1 if len(y) else s2)": None,
    "s = cp.cuda.Stream(True); s.use()": "s = cp.cuda.Stream(non_blocking=True); s.use()",
    "s = cp.cuda.Stream(null=True, non_blocking=True); s.use()": "s = cp.cuda.Stream(non_blocking=True); s.use()",
    "s = cp.cuda.Stream(True, False); s.use()": "s = cp.cuda.Stream(non_blocking=True); s.use()",
}


@pytest.mark.parametrize("line", FIXES)
def test_the_call_is_written_as_it_is_meant(line: str) -> None:
    text = after_head(line)
    found = [finding for finding in lint(text) if finding.code in ("CUP106", "CUP113")]
    assert len(found) == 1
    fix, wanted = found[0].fix, FIXES[line]
    assert (fix is None) is (wanted is None)
    if fix is not None and wanted is not None:
        assert fix.verified
        assert fix.applied(text) == text.replace(line, wanted)


def test_no_fix_where_the_stream_would_race() -> None:
    """On a stream that does not wait for null, what follows would not wait either."""
    text = after_head("s = cp.cuda.Stream(True)\nx.fill(1)\nwith s:\n    z = x + 1\n")
    assert [(finding.code, finding.fix) for finding in lint(text)] == [("CUP113", None)]
