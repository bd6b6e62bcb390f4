"""Where a fix is put into a text."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Fix
from cupylint.fix import insert


@pytest.mark.parametrize(
    ("text", "row", "changed"),
    [
        ("a\nb\n", 2, "a\nFIX\nb\n"),
        ("a\n    b\n", 2, "a\n    FIX\n    b\n"),
        ("a\r\n\tb\r\n", 2, "a\r\n\tFIX\r\n\tb\r\n"),
        ("a\n\f\nb\nc\n", 4, "a\n\f\nb\nFIX\nc\n"),
        ("a = '\u2028'\nb", 2, "a = '\u2028'\nFIX\nb"),
    ],
)
def test_a_line_before_a_row(text: str, row: int, changed: str) -> None:
    assert insert(text, Fix("FIX", row)) == changed


@pytest.mark.parametrize("encoding", [b"punycode", b"undefined", b"no-such-thing"])
def test_strange_encodings_are_reported(encoding: bytes) -> None:
    data = b"# coding: " + encoding + b"\nimport cupy\ns = cupy.cuda.Stream()\n\xff"
    assert [finding.code for finding in check_bytes(data, "a.py", Settings())] == ["CUP900"]
