"""Strings and bytes side by side: no program, and no crash."""

from __future__ import annotations

from cupylint.config import Settings
from cupylint.engine import check_bytes


def test_bytes_and_text_side_by_side() -> None:
    found = check_bytes(b"import cupy as cp\ns = cp.cuda.Stream()\nx = 'a' b'd'\n", "a.py", Settings())
    assert [f.code for f in found] == ["CUP900"]
